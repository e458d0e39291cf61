//! The rule books: each a preset of the rules and a voice.
//!
//! A book is one file, read from top to bottom like the book itself: its rules as a value of
//! `duel-core`'s vocabulary, its start, its fair variant, its rules in words, and the sentences it
//! speaks. What they share is in [`hear`] (what players type), [`explain`] (why an entry is
//! refused), [`listing`] (lists of moves), [`closing`] (ends that no book describes) and
//! [`house`] (house rules in words); [`goal`] has the goal of one game, and [`rules_text`] its rules.
//!
//! ```
//! let book = duel_books::find("factor").unwrap();
//! assert_eq!(book.title, "Factor Duel");
//! let position = duel_books::position("factor+no-whole:6~6,3").unwrap();
//! assert_eq!(position.to_string(), "factor+no-whole:6~6,3");
//! ```

pub mod closing;
pub mod explain;
pub mod goal;
pub mod hear;
pub mod house;
pub mod listing;
pub mod rules_text;
pub mod rulings;

#[cfg(feature = "recipes")]
mod classic;
mod digits;
mod dilemma;
mod divide;
mod factor;
mod subtract;

use duel_core::{
    Choice, HouseRule, NotationError, Play, Position, Record, RecordError, Rules, Seats, Step, View,
};

use crate::goal::GameGoal;

/// The books, in the order of their numbers.
pub const BOOKS: [&Book; 5 + cfg!(feature = "recipes") as usize] = [
    &divide::BOOK,
    &dilemma::BOOK,
    &subtract::BOOK,
    &digits::BOOK,
    &factor::BOOK,
    #[cfg(feature = "recipes")]
    &classic::BOOK,
];

/// A rule book.
pub struct Book {
    /// The name that commands and text forms use.
    pub slug: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The name in one word, where there is no room for the title. What a game is called is
    /// [`short_name`]'s.
    pub short: &'static str,
    /// A position worth looking at.
    pub example: &'static str,
    /// Positions that a program which plays it is tried with. The first has a choice of moves; most
    /// of the house rules that fit are somewhere among them.
    pub trials: &'static [&'static str],
    /// The picture that stands for it.
    pub picture: Picture,
    /// The rules as data.
    pub rules: Rules,
    /// The number (or target) that a game starts with by default.
    pub start: u64,
    /// The least number (or target) that a game may start with.
    pub least: u64,
    /// The variant that makes a fair fight.
    pub fair: Fair,
    /// How a player without a move is dealt with at the prompt.
    pub stuck: Stuck,
    /// The rules in words.
    pub text: &'static str,
    /// What it leaves open, settled.
    pub rulings: &'static [rulings::Ruling],
    /// What the book says while a game is played.
    pub voice: Voice,
}

/// The picture that stands for a book. Which picture shows a position is decided by its rules; where
/// they leave a choice, it is this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The lattice of divisors.
    Lattice,
    /// Prime factors as tiles.
    Tiles,
    /// Jumps along a line.
    Line,
    /// A wheel of remainders.
    Wheel,
    /// Pairs of factors, the used ones struck out.
    Pairs,
}

/// How a player without a move is dealt with at the prompt. The game is decided either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The program announces it.
    Announced,
    /// The player is asked to say so.
    Declared,
}

/// The variant of a book that makes a fair fight: house rules, and where the start is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fair {
    /// The house rules.
    pub house: &'static [HouseRule],
    /// How many numbers (or targets) are drawn.
    pub count: usize,
    /// The least of them.
    pub from: u64,
    /// The greatest of them.
    pub to: u64,
    /// The maximum length, where a cap is among the house rules.
    pub length: Option<u32>,
}

impl Book {
    /// What its games are called beside the title: the name of its fair variant, which is what people
    /// play.
    pub fn name(&self) -> &'static str {
        short_name(&self.fair_rules())
    }

    /// The rules of its fair variant.
    pub fn fair_rules(&self) -> Rules {
        // The house rules of a fair variant fit its book.
        self.rules.with(self.fair.house, self.fair.length).unwrap_or(self.rules)
    }

    /// The goal by the book.
    pub fn goal(&self) -> GameGoal {
        GameGoal::of_rules(&self.rules, 1)
    }

    /// The goal of its fair variant.
    pub fn fair_goal(&self) -> GameGoal {
        GameGoal::of_rules(&self.fair_rules(), self.fair.count)
    }
}

impl std::fmt::Debug for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.slug)
    }
}

/// The sentences of a book. Each function gives whole lines, except for the prompt.
#[derive(Clone, Copy)]
pub struct Voice {
    /// Before the first move.
    pub opening: fn(&View<'_>) -> String,
    /// At the start of a turn, up to the prompt.
    pub turn: fn(&View<'_>) -> String,
    /// The prompt, without a line end: the player types after it.
    pub prompt: fn(&View<'_>) -> String,
    /// After a move.
    pub moved: fn(&Step, &Seats<String>, Reader) -> String,
    /// Instead of a turn, when the player to move has no move.
    pub stuck: fn(&View<'_>) -> String,
    /// The result of a game that was played to its end. `None` for the winner if there is none.
    pub result: fn(&View<'_>, Option<&str>) -> String,
    /// The sentence that names a winner.
    pub wins: fn(&str) -> String,
}

/// Who reads what is said about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The person who made it: a book may say "you".
    Mover,
    /// Anyone: a book names the player.
    Anyone,
}

/// The book of this name.
pub fn find(slug: &str) -> Option<&'static Book> {
    BOOKS.into_iter().find(|book| book.slug == slug)
}

/// The names of all books in a sentence, with `or` or `and` before the last one.
pub fn names(conjunction: &str) -> String {
    rules_text::in_a_sentence(&BOOKS.map(|book| book.slug), conjunction)
}

/// How many books there are, in words.
pub fn count_in_words() -> String {
    rules_text::count_in_words(BOOKS.len())
}

/// The book whose rules these are.
pub fn of(rules: &Rules) -> &'static Book {
    find(rules.book()).unwrap_or(BOOKS[0])
}

/// The name of a game in one to three words, where there is no room for the title of its book.
pub fn short_name(rules: &Rules) -> &'static str {
    match rules.play() {
        // Other moves than those that the book is called after.
        Play::Take(take) if take.step.choice == Choice::Prime => "Primes and -1",
        _ => of(rules).short,
    }
}

/// The rules of the book of this name: what the text forms of `duel-core` ask for.
pub fn catalogue(slug: &str) -> Option<Rules> {
    find(slug).map(|book| book.rules)
}

/// Reads a position of any book.
pub fn position(text: &str) -> Result<Position, NotationError> {
    Position::parse(text, catalogue)
}

/// Whether a record is in its JSON form.
pub fn is_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{")
}

/// Reads a record of any book, in its text or JSON form.
pub fn record(text: &[u8]) -> Result<Record, RecordError> {
    if is_json(text) { Record::parse_json(text, catalogue) } else { Record::parse(text, catalogue) }
}
