//! The divisor game of school books: subtract any smaller divisor, 1 included.
//!
//! Not one of the books: it is here only while tests prove that a book is one file.

use duel_core::{Choice, HouseRule, Op, Play, Rules, Take, View};

use crate::{
    Book, Fair, Picture, Stuck, Voice,
    listing::{list, numbers},
    subtract,
};

/// The book.
pub(crate) const BOOK: Book = Book {
    slug: "classic",
    title: "The Divisor Game",
    short: "Classic",
    example: "classic:60",
    trials: &["classic:12", "classic+no-echo:60", "classic+root+no-half:30,12"],
    picture: Picture::Line,
    rules: Rules::new("classic", Play::Take(Take::one(Op::Subtract, Choice::Smaller))),
    start: 24,
    least: 1,
    fair: Fair { house: &[HouseRule::NoHalf], count: 1, from: 40, to: 200, length: None },
    stuck: Stuck::Announced,
    text: "\
Two players share one number, at first 24 or any other that they agree on. On your turn subtract a
divisor of the number that is smaller than it; 1 always is one, while the number is above 1. What
is left is the number for the other player. At 1 nothing is left to subtract: whoever is to move
then has lost.

What you type: the phrase (Subtract 6) or the divisor (6).",
    rulings: &[],
    voice: Voice { turn, stuck: turn, ..subtract::BOOK.voice },
};

fn turn(view: &View<'_>) -> String {
    let (name, number) = (view.mover(), numbers(view.position));
    format!("\n{name}'s Turn:\nCurrent N: {number}\n{}", list("Smaller Divisors", view))
}
