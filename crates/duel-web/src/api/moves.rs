//! Moves: of all requests the one that comes often.
//!
//! A move takes a short way (`game_of`, `answer`): the connection hands it over as it is, and nothing
//! of it is held while it is written. On the way through the router a request is put into a dozen
//! boxes, and when hundreds of moves wait for the disk, all of those have gone cold until it answers.
//! The router leads to the same place (`make_move`), for whoever has no connection or writes the
//! address in another way.

use std::sync::Arc;

use axum::{
    BoxError, Json,
    body::{Bytes, HttpBody},
    extract::{Request, State},
    http::{self, Method},
    response::{IntoResponse as _, Response},
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::games::player;
use crate::{
    app::{App, Client},
    extract::{Body, IdempotencyKey, Path, Shown},
    forms::Answer,
    game::Command,
    live::Table,
    problem::Problem,
    secret,
};

/// The address, as it is counted.
const PATH: &str = "/api/v1/games/{id}/moves";

/// A move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    /// The move as it is written (`6`, `2:6`, `/3`, a digit), or as the book says it.
    #[serde(rename = "move")]
    pub made: String,
    /// How many moves have been made, as you see it; a move for another state is refused.
    #[schema(maximum = 18_446_744_073_709_551_615_u64)]
    pub ply: Option<u64>,
}

/// Makes a move. With an `Idempotency-Key`, repeating it changes nothing and answers the same.
#[utoipa::path(post, path = "/api/v1/games/{id}/moves", tag = "games",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 64, pattern = "^[!-~]+$")), request_body = Moving,
    security(("token" = [])),
    responses((status = 200, body = Answer), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn make_move(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    answer(&app, client, id, request).await
}

/// The name of the game in which this request makes a move, if that is what it does.
pub(crate) fn game_of<B>(request: &http::Request<B>) -> Option<String> {
    let id = request.uri().path().strip_prefix("/api/v1/games/")?.strip_suffix("/moves")?;
    (*request.method() == Method::POST && secret::is_game_id(id)).then(|| id.to_owned())
}

/// Makes the move that a request asks for.
pub(crate) async fn answer<B>(
    app: &App,
    client: Client,
    id: String,
    request: http::Request<B>,
) -> Response
where
    B: HttpBody<Data = Bytes, Error: Into<BoxError>>,
{
    let made = match app.admit(client, PATH, &Method::POST, request.headers()) {
        Ok(()) => match wanted(app, &id, request).await {
            Ok((table, command)) => {
                app.tables.execute(&table, command).await.map_err(Problem::from)
            }
            Err(problem) => Err(problem),
        },
        Err(problem) => Err(problem),
    };
    app.finish_response(PATH, &Method::POST, made.map(Json).into_response())
}

/// Takes from a request what is needed of it.
async fn wanted<B>(
    app: &App,
    id: &str,
    request: http::Request<B>,
) -> Result<(Arc<Table>, Command), Problem>
where
    B: HttpBody<Data = Bytes, Error: Into<BoxError>>,
{
    let (parts, body) = request.into_parts();
    let IdempotencyKey(key) = IdempotencyKey::of(&parts.headers)?;
    let shown = Shown::of(&parts.headers)?;
    let Body(moving) = Body::<Moving>::read(&parts.headers, body, app).await?;
    let (table, by) = player(app, id, shown).await?;
    Ok((table, Command::Move { by, text: moving.made, ply: moving.ply, key }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_known_by_its_address() {
        let game = |method: &str, uri: &str| {
            game_of(&http::Request::builder().method(method).uri(uri).body(()).unwrap())
        };
        let ours = Some("abcdefghijkm".to_owned());
        assert_eq!(game("POST", "/api/v1/games/abcdefghijkm/moves"), ours);
        assert_eq!(game("POST", "/api/v1/games/abcdefghijkm/moves?x=1"), ours);
        for (method, uri) in [
            ("GET", "/api/v1/games/abcdefghijkm/moves"),
            ("POST", "/api/v1/games/abcdefghijkm/moves/"),
            ("POST", "/api/v1/games/abcdefghijkm/resign"),
            ("POST", "/api/v1/games/abcdef/ghijk/moves"),
            ("POST", "/api/v1/games/abcdefghijk/moves"),
            ("POST", "/api/v1/games/moves"),
        ] {
            assert_eq!(game(method, uri), None, "{method} {uri}");
        }
    }
}
