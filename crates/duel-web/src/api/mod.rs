//! The API for programs, which the pages use too: everything under `/api/v1`.
//!
//! The document that describes it is made from the code ([`document`]).

pub mod games;
pub mod lobby;
pub mod moves;
pub mod positions;
pub mod rooms;
pub mod stream;

use axum::{Json, Router, http::header, response::IntoResponse, routing::get};
use duel_books::BOOKS;
use duel_core::{Board, NotationError, Position};
use utoipa::{
    Modify, OpenApi, PartialSchema, ToSchema,
    openapi::{
        Object, ObjectBuilder, RefOr, Schema, Type,
        schema::SchemaType,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{app::App, limits::Limit, problem::Problem};

/// The longest position on one line.
const LONGEST_POSITION: usize = 8_000;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Divisor Duel",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    modifiers(&Details),
)]
struct Document;

/// What the attributes above cannot express.
struct Details;

impl Modify for Details {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
        document.info.description = Some(format!(
            "{} two-player number games about divisors: play them, watch them, ask who wins and why. \
             Numbers of the game are decimal strings. Problems are told as \
             application/problem+json; `code` is for programs, `detail` for people.",
            duel_books::explain::capital(&duel_books::count_in_words())
        ));
    }
}

/// The name of a book in the description.
struct BookName;

impl PartialSchema for BookName {
    fn schema() -> RefOr<Schema> {
        book().into()
    }
}

impl ToSchema for BookName {}

fn book() -> Object {
    let slugs = BOOKS.map(|book| book.slug).join("|");
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({slugs})$"))).build()
}

/// The name of a book, where it may be left out.
fn book_or_none() -> Object {
    let names: Vec<String> = BOOKS.iter().map(|book| format!("`{}`", book.slug)).collect();
    let types = SchemaType::from_iter([Type::String, Type::Null]);
    let description = format!("The book: {}.", names.join(", "));
    ObjectBuilder::from(book()).schema_type(types).description(Some(description)).build()
}

fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(games::create))
        .routes(routes!(games::show))
        .routes(routes!(lobby::show))
        .routes(routes!(lobby::pair))
        .routes(routes!(games::join))
        .routes(routes!(games::choices, moves::make_move))
        .routes(routes!(games::resign))
        .routes(routes!(games::offer, games::decline))
        .routes(routes!(games::log))
        .routes(routes!(games::record))
        .routes(routes!(games::analysis))
        .routes(routes!(games::review))
        .routes(routes!(stream::events))
        .routes(routes!(stream::live))
        .routes(routes!(positions::show))
        .routes(routes!(positions::analysis))
        .routes(routes!(positions::choices))
        .routes(routes!(positions::certificate))
        .routes(routes!(positions::deals))
        .routes(routes!(positions::daily))
        .routes(routes!(rooms::create))
        .routes(routes!(rooms::show))
        .routes(routes!(rooms::join))
        .routes(routes!(rooms::seat))
        .routes(routes!(rooms::teacher::round))
        .routes(routes!(rooms::teacher::settings))
        .routes(routes!(rooms::teacher::rename))
        .routes(routes!(rooms::teacher::remove))
        .routes(routes!(rooms::teacher::move_pupil))
        .routes(routes!(rooms::teacher::results))
}

/// The description of the API, as JSON.
pub fn document() -> String {
    described().into_openapi().to_json().unwrap_or_default()
}

/// The routes of the API.
pub(crate) fn router() -> Router<App> {
    let router = described().split_for_parts().0;
    let document = document();
    let serve =
        || async move { ([(header::CONTENT_TYPE, "application/json")], document).into_response() };
    router.route("/api/v1/openapi.json", get(serve))
}

/// Reads a position of a request, within the limits of the server.
pub(crate) fn read_position(app: &App, text: &str) -> Result<Position, Problem> {
    let most = app.config.limits.size(Limit::Digits);
    let too_long = || {
        Problem::unprocessable(
            "too-long",
            format!("numbers have at most {most} digits here; the program itself takes 10,000"),
        )
    };
    if text.len() > LONGEST_POSITION {
        let detail = format!("a position has at most {LONGEST_POSITION} characters here");
        return Err(Problem::unprocessable("too-long", detail));
    }
    let position = duel_books::position(text).map_err(|error| {
        let books = if error == NotationError::UnknownBook {
            format!(". The books are {}", duel_books::names("and"))
        } else {
            String::new()
        };
        let detail = format!("that is not a position: {error}{books}");
        Problem::unprocessable("not-a-position", duel_books::explain::sentence(&detail))
    })?;
    let numbers = match position.board() {
        Board::Numbers { numbers, .. } => numbers,
        Board::Digits { targets, .. } => targets,
    };
    if numbers.iter().any(|number| number.digits() > most) {
        return Err(too_long());
    }
    Ok(position)
}

/// Reads a seed: digits alone, of a number below 2^64.
fn read_seed(text: &str) -> Result<u64, Problem> {
    let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| {
        Problem::unprocessable(
            "seed",
            "a seed is a number from 0 to 18446744073709551615, in digits alone",
        )
    })
}

/// The result of a handler that answers with JSON.
type JsonResult<T> = Result<Json<T>, Problem>;
