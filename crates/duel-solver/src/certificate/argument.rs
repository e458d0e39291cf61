//! Certificates of theorems: the argument for this very position.

use duel_core::{Board, Move, Outcome, Position};
use duel_numbers::{Budget, Factorization, Natural};

use super::Certificate;
use crate::{reason::Reason, solver::theorem, value::Value};

/// How many moves are tried for one that ends the game.
const TRIED: usize = 10_000;

/// The argument that settles a position, if a theorem does.
pub(super) fn argue(position: &Position) -> Option<Certificate> {
    let closed = theorem(position)?;
    let value = closed.assessment.value?;
    let alone = |argument: &str| Some(argued(position, value, None, argument, Vec::new()));
    match &closed.reason {
        Reason::Over => over(position),
        Reason::Composite(_) => Some(argued(position, value, Some(1), "composite", Vec::new())),
        Reason::LeavePrime { winning, .. }
        | Reason::TakeAll { winning, .. }
        | Reason::LeavePrimeByOne { winning, .. } => ending(position, winning),
        Reason::Complete { digit, .. } => ending(position, &Move::Append(*digit)),
        Reason::Nim { winning, .. } => nim(position, value, winning.as_ref()),
        Reason::EitherMisere { .. } => {
            Some(argued(position, value, None, "either-misere", factors(position)?))
        }
        Reason::Subtract { winning: Some(winning), .. } => {
            alone(&format!("subtract {}", position.write_move(winning)))
        }
        Reason::Subtract { winning: None, .. } | Reason::SubtractSum { .. } => alone("subtract"),
        Reason::SafeDigit { safe, .. } => alone(&format!("safe-digit {}", safe.to_char())),
        Reason::NeverForced { .. } => alone("never-forced"),
        _ => None,
    }
}

/// The certificate of an argument, with the lines of factors that it refers to.
fn argued(
    position: &Position,
    value: Value,
    plies: Option<u32>,
    argument: &str,
    factors: Vec<String>,
) -> Certificate {
    let mut lines = factors;
    lines.insert(0, format!("argument {argument}"));
    Certificate::new(position, value, plies, 0, &lines)
}

/// The certificate of a finished game.
pub(super) fn over(position: &Position) -> Option<Certificate> {
    let value = match position.outcome()? {
        Outcome::Won(seat) if seat == position.turn() => Value::Win,
        Outcome::Won(_) => Value::Loss,
        Outcome::Nobody => Value::Draw,
    };
    Some(argued(position, value, Some(0), "over", Vec::new()))
}

/// The certificate of a move that wins at once, if there is one.
pub(super) fn ends(position: &Position) -> Option<Certificate> {
    position.moves(Budget::PROMPT).iter().take(TRIED).find_map(|made| ending(position, &made))
}

/// The certificate of this move, if it wins at once.
fn ending(position: &Position, made: &Move) -> Option<Certificate> {
    let after = position.after(made).ok()?;
    (after.outcome() == Some(Outcome::Won(position.turn()))).then(|| {
        let ends = format!("ends {}", position.write_move(made));
        argued(position, Value::Win, Some(1), &ends, Vec::new())
    })
}

fn nim(position: &Position, value: Value, winning: Option<&Move>) -> Option<Certificate> {
    if let Some(certificate) = winning.and_then(|winning| ending(position, winning)) {
        return Some(certificate);
    }
    debug_assert!(winning.is_some() == (value == Value::Win));
    let reply = winning.map_or(String::new(), |reply| format!(" {}", position.write_move(reply)));
    Some(argued(position, value, None, &format!("nim{reply}"), factors(position)?))
}

/// A line with the factors of each number.
fn factors(position: &Position) -> Option<Vec<String>> {
    let Board::Numbers { numbers, .. } = position.board() else { return None };
    numbers.iter().map(line_of_factors).collect()
}

fn line_of_factors(number: &Natural) -> Option<String> {
    let factors = Factorization::of(number, Budget::PROMPT);
    if !factors.is_complete() {
        return None;
    }
    let words: Vec<String> = factors
        .primes()
        .iter()
        .map(|(prime, exponent)| match exponent {
            1 => prime.to_string(),
            _ => format!("{prime}^{exponent}"),
        })
        .collect();
    Some(if words.is_empty() {
        "factors 1".to_owned()
    } else {
        format!("factors {}", words.join(" "))
    })
}
