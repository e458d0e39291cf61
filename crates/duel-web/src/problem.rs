//! Errors of the API, as RFC 9457 describes them: `application/problem+json`.

use std::time::Duration;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    game::Refused,
    live::Failure,
    store::StoreError,
    worker_pool::{Busy, RETRY_AFTER},
};

/// What went wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the status and the code tell what it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The name of the status.
    pub title: &'static str,
    /// The status.
    pub status: u16,
    /// What is wrong and what would be right, for people.
    pub detail: String,
    /// What is wrong, for programs.
    pub code: &'static str,
    /// How many moves have been made, where somebody moved first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u64>,
    #[serde(skip)]
    retry_after: Option<Duration>,
}

impl Problem {
    /// A problem of this status.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            detail: detail.into(),
            code,
            ply: None,
            retry_after: None,
        }
    }

    /// The request is malformed.
    pub fn bad_request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// The request is well-formed, but cannot be fulfilled.
    pub fn unprocessable(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// There is no such thing.
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
    }

    /// The client may not do that.
    pub fn forbidden(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// A rate limit was reached; the time to wait.
    pub fn too_many(wait: Duration) -> Problem {
        let detail = "that is more than the server does for one address; wait a moment";
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", detail);
        Problem { retry_after: Some(wait), ..problem }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let kind = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs() + 1;
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let (status, code) = match &refused {
            Refused::Waiting => (StatusCode::CONFLICT, "waiting"),
            Refused::SeatsTaken => (StatusCode::CONFLICT, "seats-taken"),
            Refused::Over => (StatusCode::CONFLICT, "over"),
            Refused::NotYourTurn => (StatusCode::CONFLICT, "not-your-turn"),
            Refused::OtherPly { .. } => (StatusCode::CONFLICT, "other-ply"),
            Refused::Illegal(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal"),
            Refused::KeyReused => (StatusCode::UNPROCESSABLE_ENTITY, "key-reused"),
            Refused::NoOffer(_) => (StatusCode::CONFLICT, "no-offer"),
            Refused::TooLong => (StatusCode::CONFLICT, "too-long"),
        };
        let ply = match &refused {
            Refused::OtherPly { ply } => Some(*ply),
            _ => None,
        };
        let detail = duel_books::explain::sentence(&refused.to_string());
        Problem { ply, ..Problem::new(status, code, detail) }
    }
}

impl From<Busy> for Problem {
    fn from(_: Busy) -> Problem {
        Problem { retry_after: Some(RETRY_AFTER), ..busy() }
    }
}

fn busy() -> Problem {
    let detail = "the server has too much to think about; try again in a moment";
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", detail)
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Refused(refused) => refused.into(),
            Failure::Unknown => Problem::not_found(failure.to_string()),
            Failure::Busy => Busy.into(),
            Failure::Store(error) => error.into(),
            Failure::Contended => {
                let wait = Some(Duration::ZERO);
                let detail = failure.to_string();
                let problem = Problem::new(StatusCode::CONFLICT, "contended", detail);
                Problem { retry_after: wait, ..problem }
            }
            Failure::ReplayError(error) => {
                tracing::error!(%error, "a stored game cannot be replayed");
                let detail = "this game cannot be read by this server";
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "error", detail)
            }
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        tracing::warn!(%error, "the database failed");
        let detail = "the database does not answer; nothing was lost, try again in a moment";
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail);
        Problem { retry_after: Some(Duration::from_secs(1)), ..problem }
    }
}
