//! Why a position has its value, as far as it can be said: the reason, and the winner's strategy.

use duel_core::Position;
use duel_numbers::Budget;

use crate::{
    analysis::Analysis,
    claim::Claim,
    closed::Closed,
    limits::Limits,
    reason::Reason,
    solver::{Solver, theorem},
    strategy::{Entry, Strategy, Why},
    value::{Assessment, Value},
};

/// Why a position has its value.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What is known about it.
    pub known: Assessment,
    /// Why.
    pub reason: Reason,
    /// The strategy from which theorems lead on, where one covers the position.
    by_theorem: Option<Strategy>,
}

impl Explanation {
    /// The winner's strategy, where somebody wins and it was found.
    pub fn strategy(&self) -> Option<&Strategy> {
        match &self.reason {
            Reason::Searched { strategy, .. } => strategy.as_deref(),
            _ => self.by_theorem.as_ref(),
        }
    }
}

impl Explanation {
    /// Why the loser loses in an entry of the strategy, told to the player to move in this position, which
    /// is the one that is explained.
    pub fn say(&self, position: &Position, entry: &Entry) -> Claim {
        let lost = entry.position.clone();
        let followed = (entry.why == Why::Theorem)
            .then(|| self.reason.followed(position, &lost, Budget::PROMPT))
            .flatten();
        followed.unwrap_or_else(|| Claim::Named { lost, why: entry.why.clone() })
    }
}

impl Solver {
    /// Why a position has its value. Unlike [`Solver::analyse_moves`] it does not judge each move, and
    /// the distance is left out where the value is known without it.
    pub fn explain(&mut self, position: &Position, limits: Limits<'_>) -> Explanation {
        if let Some(Closed { assessment: mut known, mut reason }) = theorem(position, limits) {
            if known.value == Some(Value::Win) && reason.winning_move().is_none() {
                // Who wins is known, but not how.
                Analysis { known, reason, .. } = self.analyse_moves(position, limits);
            }
            let by_theorem = match known.value {
                Some(value @ (Value::Win | Value::Loss)) => {
                    let first = reason.winning_move();
                    self.strategy_by_theorem(position, value == Value::Loss, first, limits)
                }
                _ => None,
            };
            return Explanation { known, reason, by_theorem };
        }
        let known = self.search_for_value(position, limits);
        if let Some(Value::Win | Value::Loss) = known.value {
            let reason = self.searched_reason(position, &known, &[], limits);
            return Explanation { known, reason, by_theorem: None };
        }
        // What is known of the moves may tell more, and the reason follows from that.
        let Analysis { known, reason, .. } = self.analyse_moves(position, limits);
        Explanation { known, reason, by_theorem: None }
    }
}
