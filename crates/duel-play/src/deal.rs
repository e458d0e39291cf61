//! Starts drawn by lot.

use duel_books::{Book, house::builds_digits};
use duel_core::{Play, Position, Rules, Seat, SetupError};
use duel_numbers::Natural;

use crate::dice::Dice;

/// Draws the numbers (or targets) of a fair game: any in the book's range that leave a move.
///
/// Targets are drawn without repetition, since a second one of the same value would say nothing.
pub fn deal(book: &Book, rules: Rules, dice: &mut Dice) -> Vec<Natural> {
    let fair = book.fair;
    loop {
        let mut drawn: Vec<u64> = Vec::with_capacity(fair.count);
        while drawn.len() < fair.count {
            let number = dice.roll(fair.from..=fair.to);
            if !builds_digits(book) || !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn.sort_unstable();
        let drawn: Vec<Natural> = drawn.into_iter().map(Natural::from).collect();
        if start(rules, drawn.clone()).is_ok_and(|position| position.can_move()) {
            return drawn;
        }
    }
}

/// The first position of a game with these numbers (or targets).
pub fn start(rules: Rules, numbers: Vec<Natural>) -> Result<Position, SetupError> {
    match rules.play() {
        Play::Take(_) => Position::numbers(rules, numbers, Seat::First),
        Play::Append(_) => Position::digits(rules, numbers, &[], Seat::First),
    }
}
