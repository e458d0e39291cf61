//! The JSON forms of the API that only the server has; the others are those of [`duel_json`].
//!
//! A form that is read refuses what it does not know.

mod game;

use duel_json::ResultForm;
use serde::Serialize;
use utoipa::ToSchema;

pub use self::game::{answer, answer_at, game, log, numbers, present};

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// The number of the event.
    pub seq: u64,
    /// How many moves have been made.
    pub ply: u64,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub turn: Option<u8>,
    /// How the game ended, if it has.
    pub result: Option<ResultForm>,
}
