//! The lobby: open games that wait for an opponent or can be watched, and pairing with a stranger.
//!
//! Nothing is stored for it: an open game is one whose head says so, and it is listed while it is in
//! the memory of this node and a player is connected. Several nodes have a lobby each.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use duel_books::{BOOKS, short_name};
use duel_core::Seat;
use duel_play::Dice;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    JsonResult,
    games::{NewGame, Seated, Wanted, begin, find_book, seated, sit_down},
};
use crate::{
    app::App,
    extract::{BearerToken, Body},
    forms,
    game::{Game, Refused},
    guard::Client,
    limits::Counted,
    live::{LiveGame, Presence},
    problem::Problem,
    secret::Token,
};

/// The most games of each kind that are listed.
const MOST_LISTED: usize = 30;

/// The lobby.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct LobbyForm {
    /// Games that wait for an opponent, the oldest first; `POST .../join` takes the seat.
    pub waiting: Vec<OpenGameForm>,
    /// Games that are being played and can be watched, the newest first.
    pub playing: Vec<OpenGameForm>,
}

/// A game of the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpenGameForm {
    /// The name of the game.
    pub id: String,
    /// The name of the book.
    pub book: &'static str,
    /// The name of the game with its rules, in a few words.
    pub short: &'static str,
    /// The numbers on the table.
    pub numbers: String,
    /// The time control.
    pub clock: Option<String>,
    /// What the players in the first and second seat are called; `null` is a free seat.
    pub players: [Option<String>; 2],
    /// How many moves have been made.
    pub ply: u64,
    /// How many people watch.
    pub watching: u32,
}

impl OpenGameForm {
    fn of(game: &Game, presence: Presence) -> OpenGameForm {
        let name = |seat: Seat| game.is_taken(seat).then(|| game.record().names[seat].clone());
        OpenGameForm {
            id: game.id().to_owned(),
            book: game.book().slug,
            short: short_name(game.position().rules()),
            numbers: forms::numbers(game),
            clock: game.head().clock.clone(),
            players: Seat::BOTH.map(name),
            ply: game.ply(),
            watching: presence.watching,
        }
    }
}

/// Whom to be paired with.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The book to be played; any if none is given. Fair starts are played.
    #[schema(schema_with = super::book_or_none)]
    pub book: Option<String>,
    /// A name to be shown.
    pub name: Option<String>,
}

/// A game that waits for an opponent.
struct WaitingGame {
    live: Arc<LiveGame>,
    form: OpenGameForm,
}

/// The open games that wait for an opponent, and those that are played.
async fn open_games(app: &App) -> (Vec<WaitingGame>, Vec<OpenGameForm>) {
    let (mut waiting, mut playing) = (Vec::new(), Vec::new());
    for (live, is_new) in app.games.listed() {
        let presence = *live.presence_changes().borrow();
        let is_present = presence.players.first > 0 || presence.players.second > 0;
        let form = live.read(|game| {
            let is_listed = !game.is_over() && (is_present || is_new && game.is_waiting());
            is_listed.then(|| (OpenGameForm::of(game, presence), game.is_waiting()))
        });
        match form.await {
            Some((form, true)) => waiting.push(WaitingGame { live, form }),
            Some((form, false)) => playing.push(form),
            None => {}
        }
    }
    playing.reverse();
    (waiting, playing)
}

/// The open games: those that wait for an opponent, and those that can be watched.
#[utoipa::path(get, path = "/api/v1/lobby", tag = "games",
    responses((status = 200, body = LobbyForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn show(State(app): State<App>) -> JsonResult<LobbyForm> {
    let (waiting, mut playing) = open_games(&app).await;
    playing.truncate(MOST_LISTED);
    let waiting = waiting.into_iter().take(MOST_LISTED).map(|game| game.form).collect();
    Ok(Json(LobbyForm { waiting, playing }))
}

/// Takes the free seat of the open game that has waited longest, or begins one that waits. Whoever
/// brings a token of 32 random letters or more can repeat this safely.
#[utoipa::path(post, path = "/api/v1/lobby/pair", tag = "games", request_body = Option<Pairing>, security((), ("token" = [])),
    responses((status = 200, body = Seated), (status = 201, body = Seated), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn pair(
    State(app): State<App>,
    client: Client,
    shown: BearerToken,
    Body(pairing): Body<Option<Pairing>>,
) -> Result<(StatusCode, Json<Seated>), Problem> {
    app.count(client, Counted::Game)?;
    let pairing = pairing.unwrap_or_default();
    if let Some(book) = &pairing.book {
        find_book(book)?;
    }
    let token = shown.for_seat()?.unwrap_or_else(Token::fresh);
    // One after the other: of two who come at once, the second finds the game of the first.
    let _turn = app.pairing.lock().await;
    for (live, _) in app.games.listed() {
        if live.read(|game| game.seat_of(&token)).await.is_some() {
            return Ok((StatusCode::OK, Json(seated(&app, client, &live, &token).await?)));
        }
    }
    for WaitingGame { live, form } in open_games(&app).await.0 {
        if pairing.book.as_deref().is_some_and(|book| book != form.book) {
            continue;
        }
        match sit_down(&app, client, &live, &token, pairing.name.clone()).await {
            Ok(seated) => return Ok((StatusCode::OK, Json(seated))),
            // Somebody with its link was faster.
            Err(problem) if problem.code == Problem::from(Refused::SeatsTaken).code => {}
            Err(problem) => return Err(problem),
        }
    }
    let book = pairing.book.unwrap_or_else(|| {
        let drawn = Dice::seeded(Dice::fresh_seed()).roll(0..=BOOKS.len() as u64 - 1);
        BOOKS[usize::try_from(drawn).unwrap_or(0)].slug.to_owned()
    });
    let new = NewGame {
        book: Some(book),
        fair: true,
        open: true,
        seat: Wanted::Either,
        name: pairing.name,
        ..NewGame::default()
    };
    let begun = begin(&app, client, &new, Some(token)).await?;
    Ok((StatusCode::CREATED, Json(begun)))
}
