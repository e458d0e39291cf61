//! The pages: templates that the scripts in `static/` fill with data of the API.
//!
//! Everything is in the binary. Pages have no inline scripts or styles, so the security policy
//! forbids them.

mod books;
mod files;
mod qr;
mod site;

use std::borrow::Cow;

use askama::Template;
pub use site::site;

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use duel_books::{BOOKS, Book, Picture, explain::capital, house, short_name};

use crate::{
    app::App,
    live::Failure,
    problem::Problem,
    rooms::Room,
    secret::{is_game_id, read_room_code},
};

/// A book on one line.
struct BookLine {
    slug: &'static str,
    title: &'static str,
    /// The short name and the goal by the book.
    short: &'static str,
    goal: String,
    /// Those of the fair variant.
    fair_short: &'static str,
    fair_goal: String,
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
            fair_short: short_name(&book.fair_rules()),
            fair_goal: book.fair_goal().aim(),
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
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {
    /// Whether the game is played in the page alone.
    local: bool,
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
    goal: String,
    text: String,
    fair: String,
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
#[template(path = "sheet.html")]
struct SheetPage;

/// How many games there are, at the beginning of a sentence.
fn how_many() -> String {
    capital(&duel_books::count_in_words())
}

/// Renders a page.
fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => {
            let text = files::with_preloads(text);
            ([(header::CACHE_CONTROL, "no-cache")], Html(text)).into_response()
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
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(|| async { page(&Front { books: BookLine::all() }) }))
        .route("/play", get(|| async { page(&TablePage { local: true }) }))
        .route("/g/{id}", get(table))
        .route("/g/{id}/qr.svg", get(table_qr))
        .route("/solve", get(|| async { page(&SolvePage) }))
        .route("/solve/{*position}", get(|| async { page(&SolvePage) }))
        .route("/daily", get(|| async { page(&DailyPage) }))
        .route("/daily/{date}", get(|| async { page(&DailyPage) }))
        .route("/learn", get(|| async { page(&LearnPage) }))
        .route("/learn/{book}", get(learn))
        .route("/puzzles", get(|| async { page(&PuzzlesPage) }))
        .route("/puzzles/{link}", get(|| async { page(&PuzzlesPage) }))
        .route("/train", get(|| async { page(&TrainPage) }))
        .route("/discover", get(|| async { page(&DiscoverPage) }))
        .route("/discover/{game}", get(|| async { page(&DiscoverPage) }))
        .route("/calendar", get(|| async { page(&CalendarPage) }))
        .route("/class", get(|| async { page(&ClassPage) }))
        .route("/class/{code}", get(class))
        .route("/join", get(|| async { page(&JoinPage) }))
        .route("/join/{code}", get(|| async { page(&JoinPage) }))
        .route("/join/{code}/qr.svg", get(join_qr))
        .route("/sheet", get(|| async { page(&SheetPage) }))
        .route("/rules", get(|| async { page(&RulesPage { books: BookLine::all() }) }))
        .route("/rules/{book}", get(rulebook))
        .route("/program", get(program))
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

async fn table(State(app): State<App>, Path(id): Path<String>) -> Response {
    // If the database fails, the script retries.
    match app.games.find(&id).await {
        Err(Failure::Unknown) => {
            missing("There is no such game. Games are forgotten after a while; check the link.")
        }
        _ => page(&TablePage { local: false }),
    }
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
        Some(book) => page(&Rulebook::of(book)),
        None => no_such_book(),
    }
}

async fn learn(Path(slug): Path<String>) -> Response {
    match duel_books::find(&slug) {
        Some(_) => page(&LearnPage),
        None => no_such_book(),
    }
}

fn no_such_book() -> Response {
    missing(format!("There is no such book; there are {}.", duel_books::count_in_words()))
}

impl Rulebook {
    fn of(book: &'static Book) -> Rulebook {
        // On a page moves are tapped: what is typed at the prompt is left out.
        let text = book.text.split("\n\n").filter(|part| !part.starts_with("What you type"));
        Rulebook {
            slug: book.slug,
            title: book.title,
            goal: book.goal().aim(),
            text: text.collect::<Vec<_>>().join("\n\n"),
            fair: house::fair_in_words(book),
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

/// The public address, or that of the request.
fn origin(app: &App, headers: &HeaderMap) -> String {
    if let Some(public) = &app.config.public {
        return public.trim_end_matches('/').to_owned();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_host = |host: &&str| {
        host.len() <= 255
            && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b))
    };
    format!("http://{}", host.filter(is_host).unwrap_or("localhost"))
}
