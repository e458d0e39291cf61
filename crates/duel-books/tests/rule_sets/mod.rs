//! Every set of house rules that fits a book.

use duel_books::BOOKS;
use duel_core::{HouseRule, Rules};

/// All rules of all books, with a maximum length where they need one.
pub(crate) fn all() -> Vec<Rules> {
    let of_book = |rules: Rules| {
        let fitting =
            HouseRule::ALL.into_iter().filter(move |rule| rules.with(&[*rule], Some(8)).is_ok());
        let fitting: Vec<HouseRule> = fitting.collect();
        (0..1_u32 << fitting.len()).filter_map(move |set| {
            let chosen = fitting.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let chosen: Vec<HouseRule> = chosen.map(|(_, rule)| *rule).collect();
            rules.with(&chosen, Some(8)).ok()
        })
    };
    BOOKS.iter().flat_map(|book| of_book(book.rules)).collect()
}
