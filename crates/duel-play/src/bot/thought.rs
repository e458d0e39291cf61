//! What came of thinking: the move, and what was seen of the position.

use duel_core::Move;
use duel_solver::{Assessment, Basis, Value};

use super::{
    candidates::pick,
    lookahead::{Lookahead, View},
};
use crate::dice::Dice;

/// What an opponent has come to.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Its move; `None` if it knows none.
    pub made: Option<Move>,
    /// What it has seen of the position, for the player to move.
    pub known: Assessment,
    /// How many plies it has looked ahead, one by one.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
}

/// Bounds on what an opponent looks at, below those of its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Horizon {
    /// At most so many plies. Then the solver is not asked either, which sees to the end.
    pub plies: Option<u32>,
    /// At most so many positions, by looking ahead and by the solver.
    pub positions: Option<u64>,
}

/// A thought whose positions have not been counted yet.
pub(super) struct Found {
    pub(super) made: Option<Move>,
    pub(super) known: Assessment,
    pub(super) depth: u32,
}

impl Found {
    /// One of the moves that look best, and what that says about the position. `complete` tells
    /// whether all moves were looked at: only then is a position lost if they are.
    pub(super) fn seen(
        view: &View,
        lookahead: &Lookahead<'_>,
        complete: bool,
        dice: &mut Dice,
    ) -> Found {
        let (moves, value) = match view {
            View::Winning(moves) => (moves, Some(Value::Win)),
            View::Losing(moves) if moves.is_empty() => (moves, None),
            View::Losing(moves) => (moves, complete.then_some(Value::Loss)),
            View::Open(moves) => (moves, None),
        };
        let known = match value {
            None => Assessment::UNKNOWN,
            Some(value) => Assessment {
                value: Some(value),
                plies: Some(lookahead.depth),
                nimber: None,
                basis: Basis::Search,
            },
        };
        Found { made: pick(moves, dice).cloned(), known, depth: lookahead.depth }
    }
}
