//! Starts drawn by lot.

use duel_books::Book;
use duel_core::{Position, Rules};
use duel_play::{Agreed, Fairness, NumberSize, Start, Terms};

/// The fair variant of a book.
pub fn fair(book: &'static Book) -> Option<Agreed> {
    Terms { fair: true, ..Terms::default() }.agree(book).ok()
}

/// The start of numbers of this size that this seed deals for this round, under these rules; none where
/// no start was found that is proven fair, which never happens under the rules of [`fair`].
pub fn start(rules: &Rules, seed: u64, round: u32, size: NumberSize) -> Option<Position> {
    let book = duel_books::of(rules);
    let agreed =
        Agreed { book, rules: *rules, swap: false, announced_length: None, start: Start::Dealt };
    let deal = agreed.deal_of_size(seed, round, size);
    let proven = deal.fairness == Fairness::Proven;
    agreed.first_position(deal.numbers).ok().filter(|_| proven)
}

/// The start that a book itself names.
pub fn by_the_book(book: &'static Book) -> Position {
    match Terms::default().agree(book).map(|agreed| agreed.start) {
        Ok(Start::Given(position)) => position,
        _ => unreachable!("a book allows its own start"),
    }
}
