//! A played game, judged move by move.

use duel_core::Record;
use duel_numbers::Budget;
use duel_play::{Review, ReviewedMove};
use duel_solver::Depth;
use serde::Serialize;

use crate::value_name;

/// A game, judged move by move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewForm {
    /// One sign for each position from the start: `+` the first seat is winning, `-` the second,
    /// `=` nobody, `?` not known.
    pub balance: String,
    /// The moves.
    pub moves: Vec<ReviewedForm>,
    /// Whether a position was resigned that was not lost, in words.
    pub resigned: Option<String>,
}

/// A move that was made, and what it did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedForm {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position before it.
    pub before: String,
    /// What that was worth to the player who made it.
    pub value_before: &'static str,
    /// What the position after it was worth to the same player.
    pub value_after: &'static str,
    /// What the move did, as one word for programs.
    pub label: String,
    /// What the move did, in words.
    pub words: String,
    /// A best move.
    pub best: Option<String>,
    /// Whether there was no other move.
    pub forced: bool,
    /// Why the position before it had its value.
    pub reason: String,
}

impl ReviewForm {
    /// The review of this game. The words about all its moves share one effort.
    pub fn of(record: &Record, review: Review) -> ReviewForm {
        let each = Budget::PROMPT.share(review.moves.len() as u64);
        ReviewForm {
            balance: review.balance,
            moves: review.moves.iter().map(|it| ReviewedForm::of(it, each)).collect(),
            resigned: review.resigned.and_then(|resigned| resigned.words(&record.names)),
        }
    }
}

impl ReviewedForm {
    fn of(reviewed: &ReviewedMove, budget: Budget<'_>) -> ReviewedForm {
        ReviewedForm {
            ply: reviewed.ply,
            by: reviewed.seat.number(),
            made: reviewed.before.write_move(&reviewed.made),
            before: reviewed.before.to_string(),
            value_before: value_name(reviewed.value_before),
            value_after: value_name(reviewed.value_after),
            label: reviewed.label.name().replace(' ', "-"),
            words: reviewed.label.to_string(),
            best: reviewed.best.as_ref().map(|best| reviewed.before.write_move(best)),
            forced: reviewed.forced,
            reason: reviewed.why.words_within(&reviewed.before, Depth::Child, budget),
        }
    }
}
