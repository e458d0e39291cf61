//! Making a move.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{JsonResult, games::player};
use crate::{
    app::App,
    extract::{BearerToken, Body, IdempotencyKey, Path},
    forms::Answer,
    game::GameRequest,
    guard::Client,
    limits::Limit,
    problem::Problem,
};

/// How long the words around the number of a move may be, in bytes.
const LONGEST_WORDS: usize = 200;

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
    IdempotencyKey(key): IdempotencyKey,
    shown: BearerToken,
    Body(moving): Body<Moving>,
) -> JsonResult<Answer> {
    let made = moving.made.trim();
    let most = app.config.limits.size(Limit::Digits) + LONGEST_WORDS;
    if made.len() > most {
        let detail = format!("A move has at most {most} characters here.");
        return Err(Problem::unprocessable("too-long", detail));
    }
    let (live, by) = player(&app, &id, shown).await?;
    let request = GameRequest::Move { by, made: made.to_owned(), ply: moving.ply, key };
    Ok(Json(app.games.execute(&live, request, client.0).await?))
}
