//! A line of play that shows a theorem at work.

use duel_core::{Board, Move, Outcome, Position};
use duel_numbers::Budget;

use crate::{
    analysis::LISTED,
    claim::{Alike, Answered, Parts, Seen},
    closed,
    strategy::{alone, mirrored},
    value::Value,
};

/// How long such a line may be.
const LONGEST_EXAMPLE: usize = 16;

/// A line of play from a position that is lost by a theorem, if it is short: the loser takes as little
/// as possible or, if that takes too long, as much.
pub(super) fn example_line(lost: &Position, budget: Budget<'_>) -> Option<Vec<Move>> {
    let Board::Numbers { numbers, .. } = lost.board() else { return None };
    if lost.is_over() || numbers.iter().any(|number| number.to_u64().is_none()) {
        return None;
    }
    let least = |moves: &mut dyn Iterator<Item = Move>| moves.next();
    let most = |moves: &mut dyn Iterator<Item = Move>| moves.last();
    played_out(lost, least, budget).or_else(|| played_out(lost, most, budget))
}

/// A few moves and their answers in a position that is lost by a theorem, other than this move.
pub(super) fn example_answers(
    lost: &Position,
    but: Option<&Move>,
    budget: Budget<'_>,
) -> Vec<Answered> {
    const FEW: usize = 3;
    let mut lines: Vec<Answered> = Vec::new();
    let moves = distinct_moves(lost, budget);
    for tried in moves.into_iter().filter(|made| Some(made) != but) {
        if lines.len() == FEW {
            break;
        }
        let Ok(to) = lost.after(&tried) else { continue };
        if let Some(answer) = winning_by_theorem(&to, budget) {
            lines.push(Answered { tried, answer: Some(answer), seen: Seen::Nothing });
        }
    }
    lines
}

/// The moves of a position, those on equal numbers once.
pub(crate) fn distinct_moves(position: &Position, budget: Budget<'_>) -> Vec<Move> {
    let mut distinct: Vec<Move> = Vec::new();
    for made in position.moves(budget).iter().take(LISTED) {
        let is_first = match (position.board(), &made) {
            (Board::Numbers { numbers, .. }, Move::Take { index, .. }) => {
                !numbers[..*index].contains(&numbers[*index])
            }
            _ => true,
        };
        if is_first {
            distinct.push(made);
        }
    }
    distinct
}

/// The line in which the loser chooses so among the moves that do not end the game, where there are any.
fn played_out(
    lost: &Position,
    choose: fn(&mut dyn Iterator<Item = Move>) -> Option<Move>,
    budget: Budget<'_>,
) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut at = lost.clone();
    while !at.is_over() {
        if line.len() > LONGEST_EXAMPLE {
            return None;
        }
        let moves = at.moves(budget);
        let goes_on = |made: &Move| at.after(made).is_ok_and(|to| !to.is_over());
        let longer = choose(&mut moves.iter().take(LISTED).filter(goes_on));
        let tried = longer.or_else(|| moves.iter().next())?;
        let parts = closed::theorem(&at, budget)?.reason.parts(&at, budget);
        let to = at.after(&tried).ok()?;
        let in_parts = parts.and_then(|parts| answer_in_parts(&at, &tried, &parts, budget));
        line.push(tried);
        at = to;
        if !at.is_over() {
            let answer = match in_parts.filter(|answer| at.after(answer).is_ok()) {
                Some(answer) => answer,
                None => winning_by_theorem(&at, budget)?,
            };
            at = at.after(&answer).ok()?;
            line.push(answer);
        }
    }
    Some(line)
}

/// What to answer where the numbers are pairs, or lost alone: on the partner, or on the same number.
fn answer_in_parts(
    at: &Position,
    tried: &Move,
    (parts, alike): &(Parts, Alike),
    budget: Budget<'_>,
) -> Option<Move> {
    if let Some(mirrored) = mirrored(at, tried, (parts, *alike), budget) {
        return Some(mirrored);
    }
    let to = at.after(tried).ok()?;
    let (Move::Take { index, .. }, Board::Numbers { numbers, .. }) = (tried, to.board()) else {
        return None;
    };
    match winning_by_theorem(&alone(&to, &numbers[*index])?, budget)? {
        Move::Take { op, divisor, .. } => Some(Move::Take { index: *index, op, divisor }),
        _ => None,
    }
}

/// A winning move of a position that theorems cover.
fn winning_by_theorem(position: &Position, budget: Budget<'_>) -> Option<Move> {
    let named = closed::theorem(position, budget)?.reason.winning_move();
    named.or_else(|| {
        position.moves(budget).iter().take(LISTED).find(|made| match position.after(made) {
            Ok(after) if after.is_over() => after.outcome() == Some(Outcome::Won(position.turn())),
            Ok(after) => {
                let closed = closed::theorem(&after, budget);
                closed.and_then(|closed| closed.assessment.value) == Some(Value::Loss)
            }
            Err(_) => false,
        })
    })
}
