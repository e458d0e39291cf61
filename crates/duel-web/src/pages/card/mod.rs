//! Pictures of positions, which a link to one shows elsewhere, and of the icon. Sites that show links
//! take no SVG, so these are drawn as pixels: a few outlines and one face of letters need neither a text
//! stack nor an image library.

mod canvas;
mod icon;
mod letters;
mod path;
mod picture;

use std::{
    num::NonZeroUsize,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderName, header},
    response::{IntoResponse, Response},
};
use duel_core::Position;
use duel_play::daily;
use lru::LruCache;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

pub(super) use picture::{SIZE, numbers};

use super::{missing, puzzle_link::PuzzleLink};
use crate::{
    api::read_position, app::App, guard::Client, limits::Counted, live::Failure, problem::Problem,
};

/// The file with the picture of everything that is no position.
pub(super) const WELCOME: &str = "card.png";

/// How many pictures are kept, of about 20 KB each.
const KEPT: NonZeroUsize = NonZeroUsize::new(256).unwrap();

/// For how long others may keep the picture of a position.
const LASTING: Duration = Duration::from_hours(24);

/// For how long that of a game, which goes on.
const PASSING: Duration = Duration::from_mins(1);

/// The files that are made here: their names and what is in them.
pub(super) fn files() -> impl Iterator<Item = (String, Bytes)> {
    let files = icon::files().into_iter().chain([(WELCOME, picture::welcome())]);
    files.map(|(name, bytes)| (name.to_owned(), Bytes::from(bytes)))
}

/// The address of the picture of a position, from the front page.
pub(super) fn address(position: &Position) -> String {
    let text = position.to_string();
    format!("card/{}", utf8_percent_encode(&text, NON_ALPHANUMERIC))
}

/// Pictures that were drawn.
pub(crate) struct Cards(Mutex<LruCache<String, Bytes>>);

impl Default for Cards {
    fn default() -> Cards {
        Cards(Mutex::new(LruCache::new(KEPT)))
    }
}

impl Cards {
    fn kept(&self, position: &str) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(position).cloned()
    }

    fn keep(&self, position: String, picture: Bytes) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(position, picture);
    }
}

/// The picture of a position.
pub(super) async fn position(
    State(app): State<App>,
    client: Client,
    Path(text): Path<String>,
) -> Response {
    match read_position(&app, &text) {
        Ok(position) => answer(&app, client, position, LASTING).await,
        Err(problem) => problem.into_response(),
    }
}

/// The picture of a game as it stands.
pub(super) async fn game(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
) -> Response {
    match app.games.find(&id).await {
        Ok(live) => {
            let position = live.read(|game| game.position().clone()).await;
            answer(&app, client, position, PASSING).await
        }
        Err(Failure::Unknown) => missing("There is no such game."),
        Err(failure) => Problem::from(failure).into_response(),
    }
}

/// The picture of the duel of a day.
pub(super) async fn day(
    State(app): State<App>,
    client: Client,
    Path(date): Path<String>,
) -> Response {
    let Ok(date) = daily::parse_date(&date) else { return missing("There is no such day.") };
    if app.insights.remembered_day(date).is_none()
        && let Err(problem) = app.count(client, Counted::Analysis)
    {
        return problem.into_response();
    }
    match app.insights.day(client.0, date).await {
        Ok(Ok(day)) => answer(&app, client, day.start, LASTING).await,
        Ok(Err(_)) => missing("There is no duel on that day."),
        Err(busy) => Problem::from(busy).into_response(),
    }
}

/// The picture of a puzzle.
pub(super) async fn puzzle(
    State(app): State<App>,
    client: Client,
    Path(link): Path<String>,
) -> Response {
    let no_puzzle = || missing("There is no such puzzle.");
    let Some(puzzle) = PuzzleLink::read(&link) else { return no_puzzle() };
    match puzzle_drawn(&app, client, link, puzzle).await {
        Ok(Some(picture)) => png(picture, LASTING),
        Ok(None) => no_puzzle(),
        Err(problem) => problem.into_response(),
    }
}

async fn puzzle_drawn(
    app: &App,
    client: Client,
    link: String,
    puzzle: PuzzleLink,
) -> Result<Option<Bytes>, Problem> {
    // No position looks like a link, so both are kept together.
    if let Some(kept) = app.cards.kept(&link) {
        return Ok(Some(kept));
    }
    app.count(client, Counted::Analysis)?;
    let work = move |_: &AtomicBool| {
        puzzle.position().map(|position| Bytes::from(picture::position(&position)))
    };
    let picture = app.workers.deals.run(client.0, work).await?;
    if let Some(picture) = &picture {
        app.cards.keep(link, picture.clone());
    }
    Ok(picture)
}

async fn answer(app: &App, client: Client, position: Position, lasts: Duration) -> Response {
    match drawn(app, client, position).await {
        Ok(picture) => png(picture, lasts),
        Err(problem) => problem.into_response(),
    }
}

fn png(picture: Bytes, lasts: Duration) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/png".to_owned()),
        (header::CACHE_CONTROL, format!("public, max-age={}", lasts.as_secs())),
        // Pages of other sites may show it: that is what it is for.
        (CROSS_ORIGIN, "cross-origin".to_owned()),
    ];
    (headers, picture).into_response()
}

const CROSS_ORIGIN: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

async fn drawn(app: &App, client: Client, position: Position) -> Result<Bytes, Problem> {
    let text = position.to_string();
    if let Some(kept) = app.cards.kept(&text) {
        return Ok(kept);
    }
    app.count(client, Counted::Analysis)?;
    let work = move |_: &AtomicBool| Bytes::from(picture::position(&position));
    let picture = app.workers.listings.run(client.0, work).await?;
    app.cards.keep(text, picture.clone());
    Ok(picture)
}
