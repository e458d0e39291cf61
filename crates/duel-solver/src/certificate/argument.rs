//! Certificates of theorems: the argument for this very position.

use duel_core::{Board, Move, Outcome, Position};
use duel_numbers::{Budget, Factorization, Natural};

use super::{Body, Certificate};
use crate::{reason::Reason, solver::theorem, value::Value};

/// How many moves are tried for one that ends the game.
const TRIED: usize = 10_000;

/// The argument that settles a position, if a theorem does.
pub(super) fn argue(position: &Position) -> Option<Certificate> {
    let closed = theorem(position)?;
    let value = closed.assessment.value?;
    let with = |plies: Option<u32>, lines: Vec<String>| {
        Some(Certificate { position: position.clone(), value, plies, body: Body::Argument(lines) })
    };
    let alone = |name: &str| with(None, vec![format!("argument {name}")]);
    match &closed.reason {
        Reason::Over => over(position),
        Reason::Composite { .. } => with(Some(1), vec!["argument composite".to_owned()]),
        Reason::LeavePrime { winning, .. }
        | Reason::TakeAll { winning, .. }
        | Reason::LeavePrimeByOne { winning, .. } => ending(position, winning),
        Reason::Complete { digit, .. } => ending(position, &Move::Append(*digit)),
        Reason::Nim { winning, .. } => nim(position, value, winning.as_ref()),
        Reason::EitherMisere { .. } => {
            let mut lines = vec!["argument either-misere".to_owned()];
            lines.extend(factors(position)?);
            with(None, lines)
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

/// The certificate of a finished game.
pub(super) fn over(position: &Position) -> Option<Certificate> {
    let value = match position.outcome()? {
        Outcome::Won(seat) if seat == position.turn() => Value::Win,
        Outcome::Won(_) => Value::Loss,
        Outcome::Nobody => Value::Draw,
    };
    Some(Certificate {
        position: position.clone(),
        value,
        plies: Some(0),
        body: Body::Argument(vec!["argument over".to_owned()]),
    })
}

/// The certificate of a move that wins at once, if there is one.
pub(super) fn ends(position: &Position) -> Option<Certificate> {
    position.moves(Budget::PROMPT).iter().take(TRIED).find_map(|made| ending(position, &made))
}

/// The certificate of this move, if it wins at once.
fn ending(position: &Position, made: &Move) -> Option<Certificate> {
    let after = position.after(made).ok()?;
    (after.outcome() == Some(Outcome::Won(position.turn()))).then(|| Certificate {
        position: position.clone(),
        value: Value::Win,
        plies: Some(1),
        body: Body::Argument(vec![format!("argument ends {}", position.write_move(made))]),
    })
}

fn nim(position: &Position, value: Value, winning: Option<&Move>) -> Option<Certificate> {
    if let Some(certificate) = winning.and_then(|winning| ending(position, winning)) {
        return Some(certificate);
    }
    debug_assert!(winning.is_some() == (value == Value::Win));
    let reply = winning.map_or(String::new(), |reply| format!(" {}", position.write_move(reply)));
    let mut lines = vec![format!("argument nim{reply}")];
    lines.extend(factors(position)?);
    Some(Certificate {
        position: position.clone(),
        value,
        plies: None,
        body: Body::Argument(lines),
    })
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
