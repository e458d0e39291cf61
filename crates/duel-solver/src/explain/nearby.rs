//! The lost numbers around the one of a position, where a theorem tells them.

use duel_core::{Board, Echo, Outcome, Pass, Position, Reuse};
use duel_numbers::{Budget, Natural};

use crate::{
    analysis::{FEW_NUMBERS, MANY_NUMBERS},
    claim::{Claim, LostNumbers},
    closed,
    value::Value,
};

/// How far the numbers around a larger one are listed, in both directions.
const AROUND: u64 = 10;

/// Around larger numbers none are listed: their factors may take long.
const LARGEST: u64 = 1_000_000;

/// The lost numbers near the number of a position, or the first of them, where the number alone decides
/// and a theorem says so.
pub(super) fn lost_nearby(position: &Position) -> Option<Claim> {
    let Board::Numbers { take, numbers, .. } = position.board() else { return None };
    let ([number], Reuse::Free, Echo::Allowed, Pass::Never) =
        (numbers.as_slice(), take.reuse, take.echo, take.pass)
    else {
        return None;
    };
    let (from, up_to) = match number.to_u64() {
        Some(number @ ..=MANY_NUMBERS) => (1, number.max(FEW_NUMBERS)),
        Some(number @ ..=LARGEST) => (number - AROUND, number + AROUND),
        _ => (1, MANY_NUMBERS),
    };
    let mut lost = Vec::new();
    for number in from..=up_to {
        let numbers = vec![Natural::from(number)];
        let alone = Position::numbers(*position.rules(), numbers, position.turn()).ok()?;
        let is_lost = if let Some(outcome) = alone.outcome() {
            outcome != Outcome::Won(alone.turn())
        } else {
            closed::theorem(&alone, Budget::PROMPT)?.assessment.value? == Value::Loss
        };
        if is_lost {
            lost.push(number);
        }
    }
    Some(Claim::LostNumbers(LostNumbers { from, up_to, numbers: lost }))
}
