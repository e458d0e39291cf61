//! What a move does to a won position, and what beats a move that does not win.

use duel_books::listing;
use duel_core::{Board, Move, Outcome, Position};
use duel_numbers::{Budget, Natural};
use duel_solver::{Limits, MoveValue, Solver, Value, analysis::best_move, doing};

/// How many positions may be visited for one question about a position.
pub const NODES: u64 = 200_000;

/// The most moves that are judged one by one.
pub const MOST_MOVES: usize = 1_000;

/// What a move does for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It wins.
    Wins,
    /// It does not, and this is why.
    Fails(Box<Refutation>),
    /// That could not be settled.
    Unknown,
}

/// Why a move does not win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Where it was made.
    pub before: Position,
    /// The move.
    pub made: Move,
    /// What it leaves.
    pub to: Position,
    /// What follows.
    pub how: Beaten,
}

/// What follows a move that does not win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beaten {
    /// It ends the game, and not with a win.
    AtOnce,
    /// This answer wins for the opponent, and leads to this position.
    By(Move, Position),
    /// Neither side can force a win after it; the opponent keeps it so with this answer.
    Even(Option<Move>),
}

/// Judges a legal move; `None` if it is not legal.
pub fn judge(
    before: &Position,
    made: &Move,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Option<Judgement> {
    let to = before.after(made).ok()?;
    let fails = |how| {
        let (before, made, to) = (before.clone(), made.clone(), to.clone());
        Judgement::Fails(Box::new(Refutation { before, made, to, how }))
    };
    if let Some(outcome) = to.outcome() {
        let wins = outcome == Outcome::Won(before.turn());
        return Some(if wins { Judgement::Wins } else { fails(Beaten::AtOnce) });
    }
    Some(match solver.solve_value(&to, limits) {
        None => Judgement::Unknown,
        Some(Value::Loss) => Judgement::Wins,
        Some(value) => {
            let replies = judged_moves(&to, solver, limits);
            let best = best_move(value, &replies);
            match (value, best) {
                (Value::Win, Some(best)) => fails(Beaten::By(best.made.clone(), best.to.clone())),
                (Value::Win, None) => Judgement::Unknown,
                (_, best) => fails(Beaten::Even(best.map(|best| best.made.clone()))),
            }
        }
    })
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

/// How many moves there are, if that is known and not too many to judge.
pub(crate) fn count_moves(position: &Position, limits: Limits<'_>) -> Option<usize> {
    let moves = position.moves(limits.budget(Budget::PROMPT));
    let count = Natural::to_u64(&moves.count()).and_then(|count| usize::try_from(count).ok())?;
    (moves.is_complete() && count <= MOST_MOVES).then_some(count)
}

impl Refutation {
    /// In words, to the player who made the move.
    pub fn words(&self) -> String {
        let made = leaving(&self.before, &self.made, &self.to);
        match &self.how {
            Beaten::AtOnce if matches!(self.to.outcome(), Some(Outcome::Nobody)) => {
                format!("{made} That ends the game without a winner.")
            }
            Beaten::AtOnce => format!("{made} That ends the game, and you have lost it."),
            Beaten::By(reply, then) => {
                let answer = answering(&self.to, reply, then);
                let end = if then.is_over() {
                    "That ends the game, and you have lost it."
                } else {
                    "There you are lost."
                };
                format!("{made} {answer} {end}")
            }
            Beaten::Even(Some(reply)) => {
                let reply = in_a_sentence(&self.to, reply);
                format!(
                    "{made} That does not lose, but it no longer wins: your opponent can answer \
                     \"{reply}\", and neither side can force a win."
                )
            }
            Beaten::Even(None) => {
                format!("{made} That does not lose, but it no longer wins.")
            }
        }
    }
}

/// "Take away 5: that leaves 55."
fn leaving(before: &Position, made: &Move, to: &Position) -> String {
    format!("{}: that {}.", doing(before, made), result(to))
}

/// "Your opponent answers: take away 11. That leaves 44."
pub(crate) fn answering(before: &Position, reply: &Move, to: &Position) -> String {
    let reply = in_a_sentence(before, reply);
    format!("Your opponent answers: {reply}. That {}.", result(to))
}

/// "leaves 44", or "makes 314" where a number is built.
fn result(to: &Position) -> String {
    let verb = match to.board() {
        Board::Numbers { .. } => "leaves",
        Board::Digits { .. } => "makes",
    };
    format!("{verb} {}", listing::numbers(to))
}

/// "take away 11".
fn in_a_sentence(position: &Position, made: &Move) -> String {
    let doing = doing(position, made);
    let (first, rest) = doing.split_at(doing.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}", first.to_lowercase())
}
