//! The result of thinking: the move, and what was seen of the position.

use duel_core::Move;
use duel_solver::{Assessment, Basis, Value};

use super::{
    candidates::pick,
    lookahead::{BestMoves, Lookahead},
};
use crate::dice::Dice;

/// The result of an opponent's thinking.
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

/// A [`Thought`] without its count of positions.
pub(super) struct ChosenMove {
    pub(super) made: Option<Move>,
    pub(super) known: Assessment,
    pub(super) depth: u32,
}

impl ChosenMove {
    /// One of the moves that look best, and what that says about the position. `complete` is
    /// whether all moves were looked at: only then is a position lost if they are.
    pub(super) fn from_view(
        view: &BestMoves,
        lookahead: &Lookahead<'_>,
        complete: bool,
        dice: &mut Dice,
    ) -> ChosenMove {
        let (moves, value) = match view {
            BestMoves::Winning(moves) => (moves, Some(Value::Win)),
            BestMoves::Losing(moves) if moves.is_empty() => (moves, None),
            BestMoves::Losing(moves) => (moves, complete.then_some(Value::Loss)),
            BestMoves::Open(moves) => (moves, None),
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
        ChosenMove { made: pick(moves, dice).cloned(), known, depth: lookahead.depth }
    }
}
