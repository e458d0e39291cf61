//! The books for scripts, so that what a page says of a game is what the game itself says.

use std::fmt::Write as _;

use duel_books::{BOOKS, house::meaning};
use duel_core::HouseRule;
use serde_json::{Map, Value, json};

/// A script that exports the books and the house rules; part of `/static`, made of `duel-books`.
pub(super) fn script() -> String {
    let book = |book: &&duel_books::Book| {
        let told = json!({
            "title": book.title,
            "brief": book.brief,
            "fair": book.fair.brief,
            "example": book.example,
        });
        (book.slug.to_owned(), told)
    };
    let books: Map<String, Value> = BOOKS.iter().map(book).collect();
    let rule = |rule: HouseRule| (rule.name().to_owned(), meaning(rule).into());
    let rules: Map<String, Value> = HouseRule::ALL.into_iter().map(rule).collect();
    let mut script = String::from("// The books and the house rules in words.\n");
    for (name, value) in [("BOOKS", books), ("HOUSE_RULES", rules)] {
        // Writing into a String does not fail.
        let _ = writeln!(script, "export const {name} = {};", Value::Object(value));
    }
    script
}
