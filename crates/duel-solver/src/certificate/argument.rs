//! Certificates of theorems: the argument for this very position.

use duel_core::{Move, Outcome, Position};
use duel_numbers::{Budget, Factorization};

use super::Certificate;
use crate::{limits::Limits, reason::Reason, solver::theorem, value::Value};

/// How many moves are tried for one that ends the game.
const TRIED: usize = 10_000;

/// The argument that settles a position, if a theorem does.
pub(super) fn argue(position: &Position, limits: Limits<'_>) -> Option<Certificate> {
    let closed = theorem(position, limits)?;
    let value = closed.assessment.value?;
    let alone = |argument: &str| Some(argued(position, value, None, argument, Vec::new()));
    match &closed.reason {
        Reason::Over => over(position),
        Reason::Composite(_) => Some(argued(position, value, Some(1), "composite", Vec::new())),
        Reason::LeavePrime { winning, .. }
        | Reason::TakeAll { winning, .. }
        | Reason::LeavePrimeByOne { winning, .. } => ending(position, winning),
        Reason::Complete { digit, .. } => ending(position, &Move::Append(*digit)),
        Reason::Nim { numbers, winning, .. } => nim(position, value, numbers, winning.as_ref()),
        Reason::EitherMisere { number, .. } => {
            let factors = Factorization::of(number, limits.budget(Budget::PROMPT));
            let line = line_of_factors(&factors)?;
            Some(argued(position, value, None, "either-misere", vec![line]))
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
pub(super) fn ends(position: &Position, limits: Limits<'_>) -> Option<Certificate> {
    let moves = position.moves(limits.budget(Budget::PROMPT));
    let in_time = moves.iter().take(TRIED).take_while(|_| !limits.is_spent());
    in_time.into_iter().find_map(|made| ending(position, &made))
}

/// The certificate of this move, if it wins at once.
fn ending(position: &Position, made: &Move) -> Option<Certificate> {
    let after = position.after(made).ok()?;
    (after.outcome() == Some(Outcome::Won(position.turn()))).then(|| {
        let ends = format!("ends {}", position.write_move(made));
        argued(position, Value::Win, Some(1), &ends, Vec::new())
    })
}

fn nim(
    position: &Position,
    value: Value,
    numbers: &[Factorization],
    winning: Option<&Move>,
) -> Option<Certificate> {
    if let Some(certificate) = winning.and_then(|winning| ending(position, winning)) {
        return Some(certificate);
    }
    debug_assert!(winning.is_some() == (value == Value::Win));
    let factors = numbers.iter().map(line_of_factors).collect::<Option<Vec<String>>>()?;
    let reply = winning.map_or(String::new(), |reply| format!(" {}", position.write_move(reply)));
    Some(argued(position, value, None, &format!("nim{reply}"), factors))
}

/// The line with the factors of a number, if they are known.
fn line_of_factors(factors: &Factorization) -> Option<String> {
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
