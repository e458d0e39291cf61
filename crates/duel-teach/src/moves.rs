//! The moves of a position, what is known about each, and the best of them.

use duel_core::{Outcome, Position, Step};
use duel_numbers::{Budget, Natural};
use duel_solver::{Limits, MoveValue, Solver, Value, analysis::best_move};

/// How many positions may be visited for one question about a puzzle, or a position that is trained.
pub const NODES: u64 = 200_000;

/// The most moves that are judged one by one.
pub const MOST_MOVES: usize = 1_000;

/// The moves of a position.
pub fn steps(position: &Position) -> Vec<Step> {
    let moves = position.moves(Budget::PROMPT);
    moves.iter().take(MOST_MOVES).filter_map(|made| position.play(&made).ok()).collect()
}

/// The moves of a position, each with what is known about the position that it leads to.
pub fn judged_moves(
    position: &Position,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Vec<MoveValue> {
    let moves = position.moves(limits.budget(Budget::PROMPT));
    let judged = moves.iter().take(MOST_MOVES).filter_map(|made| {
        let to = position.after(&made).ok()?;
        let known = solver.solve_fully(&to, limits);
        Some(MoveValue { made, to, known })
    });
    judged.collect()
}

/// The best move of a position of this value: the quickest win, the longest resistance, or one that
/// keeps what there is; `None` if there is no move, or none that is known to keep the value.
pub fn best_step(
    position: &Position,
    value: Value,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Option<Step> {
    let moves = judged_moves(position, solver, limits);
    position.play(&best_move(value, &moves)?.made).ok()
}

/// How many moves there are, if that is known and not too many to judge.
pub(crate) fn count_moves(position: &Position, limits: Limits<'_>) -> Option<usize> {
    let moves = position.moves(limits.budget(Budget::PROMPT));
    let count = Natural::to_u64(&moves.count()).and_then(|count| usize::try_from(count).ok())?;
    (moves.is_complete() && count <= MOST_MOVES).then_some(count)
}

/// Whether whatever is played here loses at once, or is answered by a move that wins at once.
pub fn loses_next(position: &Position) -> bool {
    let opponent = position.turn().other();
    let is_lost = |at: &Position| at.outcome() == Some(Outcome::Won(opponent));
    let answered = |at: &Position| steps(at).iter().any(|reply| is_lost(&reply.after));
    !position.is_over()
        && steps(position).iter().all(|step| is_lost(&step.after) || answered(&step.after))
}
