//! The pages: templates that the scripts in `static/` fill with data of the API.
//!
//! Everything is in the binary. Pages have no inline scripts or styles, so the security policy
//! forbids them.

mod books;
mod card;
mod compact;
mod files;
mod first;
mod imports;
mod puzzle_link;
mod qr;
mod sharing;
mod site;

use std::{borrow::Cow, sync::Arc};

use askama::Template;
use first::Guide;
pub use site::site;

pub(crate) use card::Cards;

use axum::{
    Extension, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, Uri, header},
    middleware,
    response::{Html, IntoResponse, Response},
    routing::get,
};
use duel_books::{BOOKS, Book, Picture, explain::capital, house};
use duel_play::{Date, daily::parse_date};
use puzzle_link::PuzzleLink;
use sharing::{Rendered, Sharing, origin};

use crate::{
    api::read_position,
    app::App,
    deals,
    game::is_quick,
    guard::Client,
    live::{Failure, LiveGame},
    problem::Problem,
    rooms::Room,
    secret::{is_game_id, read_room_code},
};

/// A book on one line.
struct BookLine {
    slug: &'static str,
    title: &'static str,
    /// The short name, the goal and its limits by the book.
    short: &'static str,
    goal: String,
    limits: String,
    /// Those of the fair variant, and what it is played from.
    fair_short: &'static str,
    fair_goal: String,
    fair_limits: String,
    fair: String,
    picture: Picture,
}

impl BookLine {
    fn of(book: &Book) -> BookLine {
        let fair = house::fair_in_words(book);
        BookLine {
            slug: book.slug,
            title: book.title,
            short: book.short,
            goal: book.goal().aim(),
            limits: book.goal().limits_in_words(),
            fair_short: book.name(),
            fair_goal: book.fair_goal().aim(),
            fair_limits: book.fair_goal().limits_in_words(),
            fair,
            picture: book.picture,
        }
    }

    fn all() -> Vec<BookLine> {
        BOOKS.into_iter().map(BookLine::of).collect()
    }
}

#[derive(Template)]
#[template(path = "front.html")]
struct Front {
    books: Vec<BookLine>,
    /// The board that can be played at once.
    guide: Option<Guide>,
}

impl Front {
    fn new() -> Front {
        Front { books: BookLine::all(), guide: Guide::of(BOOKS[0]) }
    }
}

#[derive(Template)]
#[template(path = "first.html")]
struct FirstPage {
    guide: Option<Guide>,
}

impl FirstPage {
    fn of(book: &Book) -> FirstPage {
        FirstPage { guide: Guide::of(book) }
    }
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {
    /// Whether the game is played in the page alone.
    local: bool,
    /// The game as JSON that can stand in HTML as it is; empty, if the script asks for it.
    first: String,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    books: Vec<BookLine>,
}

#[derive(Template)]
#[template(path = "rulebook.html")]
struct Rulebook {
    slug: &'static str,
    title: &'static str,
    short: &'static str,
    fair_goal: String,
    fair_limits: String,
    fair: String,
    text: String,
    house: Vec<(&'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "program.html")]
struct Program {
    origin: String,
}

#[derive(Template)]
#[template(path = "not_found.html")]
struct NotFound {
    words: Cow<'static, str>,
}

/// What is shown instead of pages that need a connection, where there is none.
#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage;

#[derive(Template)]
#[template(path = "daily.html")]
struct DailyPage;

#[derive(Template)]
#[template(path = "calendar.html")]
struct CalendarPage;

#[derive(Template)]
#[template(path = "discover.html")]
struct DiscoverPage;

#[derive(Template)]
#[template(path = "solve.html")]
struct SolvePage;

#[derive(Template)]
#[template(path = "learn.html")]
struct LearnPage;

#[derive(Template)]
#[template(path = "puzzles.html")]
struct PuzzlesPage;

#[derive(Template)]
#[template(path = "train.html")]
struct TrainPage;

#[derive(Template)]
#[template(path = "class.html")]
struct ClassPage;

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage;

#[derive(Template)]
#[template(path = "people.html")]
struct PeoplePage {
    books: Vec<BookLine>,
}

#[derive(Template)]
#[template(path = "assignment.html")]
struct AssignmentPage;

#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetPage;

/// How many games there are, at the beginning of a sentence.
fn how_many() -> String {
    capital(&duel_books::count_in_words())
}

/// Renders a page, which is shown elsewhere by its own title and description.
fn page(template: &impl Template) -> Response {
    shared(template, None)
}

/// Renders a page, which is shown elsewhere as this.
fn shared(template: &impl Template, sharing: Option<Sharing>) -> Response {
    match template.render() {
        Ok(text) => {
            let html = files::link(&text);
            let answer = ([(header::CACHE_CONTROL, "no-cache")], Html(html.clone()));
            (Extension(Rendered { html, sharing }), answer).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "cannot render a page");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn missing(words: impl Into<Cow<'static, str>>) -> Response {
    (StatusCode::NOT_FOUND, page(&NotFound { words: words.into() })).into_response()
}

/// The routes of the pages.
pub(crate) fn router(app: &App) -> Router<App> {
    let pages = Router::new()
        .route("/", get(|| async { page(&Front::new()) }))
        .route("/play", get(play))
        .route("/g/{id}", get(table))
        .route("/g/{id}/qr.svg", get(table_qr))
        .route("/solve", get(|| async { page(&SolvePage) }))
        .route("/solve/{*position}", get(solve))
        .route("/daily", get(|| async { daily(Date::today()) }))
        .route("/daily/{date}", get(day))
        .route("/learn", get(|| async { page(&LearnPage) }))
        .route("/learn/{book}", get(learn))
        .route("/first/{book}", get(first_game))
        .route("/puzzles", get(|| async { page(&PuzzlesPage) }))
        .route("/puzzles/{link}", get(puzzle))
        .route("/train", get(|| async { page(&TrainPage) }))
        .route("/discover", get(|| async { page(&DiscoverPage) }))
        .route("/discover/{game}", get(|| async { page(&DiscoverPage) }))
        .route("/calendar", get(|| async { page(&CalendarPage) }))
        .route("/class", get(|| async { page(&ClassPage) }))
        .route("/class/{code}", get(class))
        .route("/join", get(|| async { page(&JoinPage) }))
        .route("/join/{code}", get(|| async { page(&JoinPage) }))
        .route("/join/{code}/qr.svg", get(join_qr))
        .route("/people", get(|| async { page(&PeoplePage { books: BookLine::all() }) }))
        .route("/assignment", get(assignment))
        .route("/sheet", get(|| async { page(&SheetPage) }))
        .route("/rules", get(|| async { page(&RulesPage { books: BookLine::all() }) }))
        .route("/rules/{book}", get(rulebook))
        .route("/offline", get(|| async { page(&OfflinePage) }))
        .route("/program", get(program))
        .layer(middleware::from_fn_with_state(app.clone(), sharing::insert));
    pages
        .route("/card/{*position}", get(card::position))
        .route("/g/{id}/card.png", get(card::game))
        .route("/daily/{date}/card.png", get(card::day))
        .route("/puzzles/{link}/card.png", get(card::puzzle))
        .route("/static/{*path}", get(files::serve))
        .route("/worker.js", get(files::worker))
}

/// The fallback: a problem under `/api/`, a page elsewhere.
pub(crate) async fn not_found(uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        return Problem::not_found("there is nothing at this address").into_response();
    }
    missing("No page has this address.")
}

async fn table(State(app): State<App>, client: Client, Path(id): Path<String>) -> Response {
    let (first, sharing) = match app.games.find(&id).await {
        Err(Failure::Unknown) => {
            return missing(
                "There is no such game. Games are forgotten after a while; check the link.",
            );
        }
        // If the database fails, the script retries.
        Err(_) => (String::new(), None),
        Ok(live) => {
            let (position, ply) = live.read(|game| (game.position().clone(), game.ply())).await;
            let question = if position.is_over() { "The game is over." } else { "Your move?" };
            // Sites keep pictures by their address, so that it changes with every move.
            let picture = format!("g/{id}/card.png?ply={ply}");
            let sharing = Sharing { picture, ..Sharing::of_position(&position, question) };
            (first_state(&app, client, &live).await, Some(sharing))
        }
    };
    // The page says how the game stands: after going back it would show what is long past.
    let fresh = [(header::CACHE_CONTROL, "no-store")];
    (fresh, shared(&TablePage { local: false, first }, sharing)).into_response()
}

async fn solve(State(app): State<App>, Path(text): Path<String>) -> Response {
    let position = read_position(&app, &text).ok();
    let sharing = position.map(|position| Sharing::of_position(&position, "Who wins, and why?"));
    shared(&SolvePage, sharing)
}

async fn day(Path(date): Path<String>) -> Response {
    parse_date(&date).map_or_else(|_| page(&DailyPage), daily)
}

/// The page of a day; its duel is drawn when its picture is asked for.
fn daily(date: Date) -> Response {
    let sharing = Sharing {
        title: format!("The duel of {date}. Can you win it?"),
        text: "One number game a day, the same for everybody.".to_owned(),
        picture: format!("daily/{date}/card.png"),
        is_of_query: false,
    };
    shared(&DailyPage, Some(sharing))
}

async fn puzzle(Path(link): Path<String>) -> Response {
    let sharing = PuzzleLink::read(&link).map(|puzzle| puzzle.sharing(&link));
    shared(&PuzzlesPage, sharing)
}

/// What the query of an address says under this name.
fn asked<'query>(
    query: &'query [(String, String)],
    name: &'query str,
) -> impl Iterator<Item = &'query str> {
    query.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// The page of a game in the browser; what is shown of it is the position that it begins with.
async fn play(State(app): State<App>, Query(query): Query<Vec<(String, String)>>) -> Response {
    let start = asked(&query, "position").next().and_then(|text| read_position(&app, text).ok());
    let sharing = start
        .map(|start| Sharing { is_of_query: true, ..Sharing::of_position(&start, "Your move?") });
    shared(&TablePage::local(), sharing)
}

async fn assignment(
    State(app): State<App>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let read = |text: &str| read_position(&app, text.trim()).ok();
    let positions: Vec<_> = asked(&query, "p").filter_map(read).collect();
    let title = asked(&query, "title").next().unwrap_or_default();
    shared(&AssignmentPage, Sharing::of_assignment(title, &positions))
}

/// A game as its page brings it along, which saves a browser one request; none where its moves take
/// long to list, because the page would have to wait for them.
async fn first_state(app: &App, client: Client, live: &Arc<LiveGame>) -> String {
    if !live.read(|game| is_quick(game.position())).await {
        return String::new();
    }
    let form = app.games.form(live, client.0).await.ok();
    let json = form.and_then(|form| serde_json::to_string(&form).ok()).unwrap_or_default();
    // These occur in JSON only in texts.
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

async fn class(State(app): State<App>, Path(code): Path<String>) -> Response {
    let words = "There is no classroom with this code.";
    let Some(code) = read_room_code(&code) else { return missing(words) };
    match Room::find(app.games.store(), &code).await {
        Err(Failure::Unknown) => missing(words),
        _ => page(&ClassPage),
    }
}

async fn rulebook(Path(slug): Path<String>) -> Response {
    match duel_books::find(&slug) {
        Some(book) => about_book(&Rulebook::of(book), book, format!("{}: the rules", book.name())),
        None => no_such_book(),
    }
}

async fn learn(Path(slug): Path<String>) -> Response {
    match duel_books::find(&slug) {
        Some(book) => about_book(&LearnPage, book, format!("Learn {}", book.name())),
        None => no_such_book(),
    }
}

async fn first_game(Path(slug): Path<String>) -> Response {
    match duel_books::find(&slug) {
        Some(book) => shared(&FirstPage::of(book), first::sharing(book)),
        None => no_such_book(),
    }
}

/// A page about a book: elsewhere it shows the goal, and the start that the book has.
fn about_book(template: &impl Template, book: &'static Book, title: String) -> Response {
    let start = deals::by_the_book(book);
    shared(template, Some(Sharing { title, ..Sharing::of_position(&start, "") }))
}

fn no_such_book() -> Response {
    missing(format!("There is no such book; there are {}.", duel_books::count_in_words()))
}

impl TablePage {
    fn local() -> TablePage {
        TablePage { local: true, first: String::new() }
    }
}

impl Rulebook {
    fn of(book: &'static Book) -> Rulebook {
        // On a page moves are tapped: what is typed at the prompt is left out.
        let text = book.text.split("\n\n").filter(|part| !part.starts_with("What you type"));
        Rulebook {
            slug: book.slug,
            title: book.title,
            short: book.name(),
            fair_goal: book.fair_goal().aim(),
            fair_limits: book.fair_goal().limits_in_words(),
            fair: house::fair_in_words(book),
            text: text.collect::<Vec<_>>().join("\n\n"),
            house: house::fitting(book).map(|rule| (rule.name(), house::meaning(rule))).collect(),
        }
    }
}

async fn program(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&Program { origin: origin(&app, &headers) })
}

async fn table_qr(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    if !is_game_id(&id) {
        return missing("There is no such game.");
    }
    qr::svg(&format!("{}/g/{id}", origin(&app, &headers)))
}

async fn join_qr(State(app): State<App>, Path(code): Path<String>, headers: HeaderMap) -> Response {
    let Some(code) = read_room_code(&code) else {
        return missing("There is no classroom with this code.");
    };
    qr::svg(&format!("{}/join/{code}", origin(&app, &headers)))
}
