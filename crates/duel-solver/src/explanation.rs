//! Why a position has its value, as far as it can be said: the reason, and the winner's strategy.

use duel_core::Position;

use crate::{
    analysis::Analysis,
    closed::Closed,
    limits::Limits,
    reason::Reason,
    solver::{Solver, theorem},
    strategy::Strategy,
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
        let reason = match known.value {
            Some(Value::Win | Value::Loss) => self.searched_reason(position, &known, &[], limits),
            _ => self.analyse_moves(position, limits).reason,
        };
        Explanation { known, reason, by_theorem: None }
    }
}
