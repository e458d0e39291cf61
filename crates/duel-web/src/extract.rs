//! Extractors whose rejections are [`Problem`]s.

use std::error::Error;

use axum::{
    BoxError, body,
    extract::{self, FromRequest, FromRequestParts, Request},
    http::{HeaderValue, StatusCode, header, request::Parts},
};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::{app::App, guard::Client, limits::Limit, problem::Problem, secret::Token};

/// The longest token or key that is accepted.
const LONGEST: usize = 64;

/// A JSON body. Numbers of the game are strings in it, and unknown members are refused.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Problem> {
        // What is needed of the head: the future of every request is smaller without the rest.
        let is_json = request.headers().get(header::CONTENT_TYPE).is_some_and(is_json);
        let client = Client::of(app, request.extensions(), request.headers());
        let limits = &app.config.limits;
        let arriving = whole(Limited::new(request.into_body(), limits.size(Limit::Body)));
        // One timeout for the whole body, against clients that send a byte now and then.
        let arrived = timeout(limits.seconds(Limit::Arrival), arriving).await.map_err(|_| {
            let detail = "the body did not arrive in time";
            Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", detail)
        })?;
        let bytes = arrived.map_err(|error| unread(&*error))?;
        app.count_stored(client, bytes.len())?;
        let text = if bytes.is_empty() { &b"{}"[..] } else { &bytes[..] };
        if !bytes.is_empty() && !is_json {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "the body should be JSON, with Content-Type: application/json",
            ));
        }
        // Elsewhere a list of the members would do, in an order that nothing describes.
        if text.trim_ascii_start().starts_with(b"[") {
            return Err(Problem::bad_request("the body does not fit: it is a list, not an object"));
        }
        serde_json::from_slice(text).map(Body).map_err(|error| {
            let what = duel_core::shown(&error.to_string());
            Problem::bad_request(format!("the body does not fit: {what}"))
        })
    }
}

/// Collects a body.
async fn whole(mut body: Limited<body::Body>) -> Result<Vec<u8>, BoxError> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame?.into_data() {
            bytes.extend_from_slice(&data);
        }
    }
    Ok(bytes)
}

/// Whether a media type is JSON, whatever its case and parameters.
fn is_json(kind: &HeaderValue) -> bool {
    let kind = kind.to_str().unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn unread(error: &(dyn Error + Send + Sync + 'static)) -> Problem {
    let detail = "the body is too large, or did not arrive whole";
    if error.is::<LengthLimitError>() {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
    } else {
        Problem::new(StatusCode::BAD_REQUEST, "unread", detail)
    }
}

/// The parameters of the path.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Path<T>, Problem> {
        match extract::Path::from_request_parts(parts, app).await {
            Ok(extract::Path(named)) => Ok(Path(named)),
            Err(_) => Err(Problem::bad_request("the address is not written as it should be")),
        }
    }
}

/// The query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Query<T>, Problem> {
        match extract::Query::try_from_uri(&parts.uri) {
            Ok(extract::Query(query)) => Ok(Query(query)),
            Err(error) => Err(Problem::bad_request(duel_core::shown(&error.body_text()))),
        }
    }
}

/// The token of the `Authorization` header, if any.
pub(crate) struct BearerToken(pub(crate) Option<Token>);

impl FromRequestParts<App> for BearerToken {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<BearerToken, Problem> {
        let Some(shown) = parts.headers.get(header::AUTHORIZATION) else {
            return Ok(BearerToken(None));
        };
        let token = shown.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        let token = token.filter(|token| token.len() <= LONGEST);
        match token {
            Some(token) => Ok(BearerToken(Some(Token::claimed(token)))),
            None => Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "not-a-token",
                "show your token as Authorization: Bearer TOKEN",
            )),
        }
    }
}

impl BearerToken {
    /// A token chosen by the client for its seat, which makes taking the seat repeatable.
    pub(crate) fn for_seat(self) -> Result<Option<Token>, Problem> {
        match self.0 {
            Some(token) if !token.is_strong() => Err(Problem::unprocessable(
                "weak-token",
                "A token that you bring has 32 to 64 letters and digits, drawn at random.",
            )),
            brought => Ok(brought),
        }
    }
}

/// The key by which a repeated move is recognised.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl FromRequestParts<App> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<IdempotencyKey, Problem> {
        let Some(key) = parts.headers.get("idempotency-key") else {
            return Ok(IdempotencyKey(None));
        };
        match key.to_str() {
            Ok(key) if !key.is_empty() && key.len() <= LONGEST => {
                Ok(IdempotencyKey(Some(key.to_owned())))
            }
            _ => Err(Problem::bad_request("an Idempotency-Key has 1 to 64 plain characters")),
        }
    }
}
