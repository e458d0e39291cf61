//! Where the starts of an event come from: a list, a range of numbers, or a deal.

use duel_books::{Book, house::builds_digits};
use duel_core::{HouseRule, NotationError, Position};
use duel_numbers::Natural;
use duel_play::{Difficulty, Terms, TermsError};
use thiserror::Error;

/// The most starts of an event.
pub const MOST: usize = 100_000;

/// Why starts cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartsError {
    /// A line that is no position.
    #[error("line {line}: {error}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A position without a move.
    #[error("line {line}: {position} is over before the first move")]
    Over {
        /// Which line, from 1.
        line: usize,
        /// The position.
        position: String,
    },
    /// A range that is none.
    #[error("a range is BOOK[+RULE...]:FROM..TO, such as divide:20..40 or digits+once:7..30")]
    Range,
    /// A range whose book or rules make no position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// No book to deal from.
    #[error("a deal is BOOK[+RULE...], with {} as BOOK", duel_books::names("or"))]
    Book,
    /// House rules that do not fit the book.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// No start at all.
    #[error("there is no start in it that has a move")]
    Nothing,
    /// More than [`MOST`] starts.
    #[error("more than {MOST} starts are too many for one event")]
    TooMany,
}

/// One position on each line; empty lines and what follows `#` mean nothing.
pub fn listed(text: &str) -> Result<Vec<Position>, StartsError> {
    let mut starts = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let start =
            duel_books::position(text).map_err(|error| StartsError::Line { line, error })?;
        if !start.can_move() {
            return Err(StartsError::Over { line, position: start.to_string() });
        }
        starts.push(start);
    }
    some(starts)
}

/// One start for each number of a range, both ends included; in a game of digits the number is the
/// target. Numbers without a move are left out.
///
/// ```
/// let starts = duel_arena::starts::range("divide:20..25").unwrap();
/// let texts: Vec<String> = starts.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["divide:20", "divide:21", "divide:22", "divide:24", "divide:25"]);
/// ```
pub fn range(text: &str) -> Result<Vec<Position>, StartsError> {
    let (head, numbers) = text.split_once(':').ok_or(StartsError::Range)?;
    let (from, to) = numbers.split_once("..").ok_or(StartsError::Range)?;
    let number = |text| Natural::parse(text).ok().and_then(|number| number.to_u64());
    let (from, to) = number(from).zip(number(to)).ok_or(StartsError::Range)?;
    if to < from {
        return Err(StartsError::Range);
    }
    if to - from >= MOST as u64 {
        return Err(StartsError::TooMany);
    }
    let book = head.split('+').next().and_then(duel_books::find).ok_or(StartsError::Range)?;
    let end = if builds_digits(book) { ":" } else { "" };
    let mut starts = Vec::new();
    for number in from..=to {
        let start = duel_books::position(&format!("{head}:{number}{end}"))?;
        if start.can_move() {
            starts.push(start);
        }
    }
    some(starts)
}

/// So many different fair starts of a book, with further house rules after its name. Equal seeds
/// bring equal starts.
pub fn dealt(text: &str, count: usize, seed: u64) -> Result<Vec<Position>, StartsError> {
    let mut words = text.split('+');
    let book: &'static Book = words.next().and_then(duel_books::find).ok_or(StartsError::Book)?;
    let house: Vec<HouseRule> =
        words.map(str::parse).collect::<Result<_, _>>().map_err(TermsError::House)?;
    if count > MOST {
        return Err(StartsError::TooMany);
    }
    let agreed = Terms { fair: true, house, ..Terms::default() }.agree(book)?;
    let mut starts: Vec<Position> = Vec::new();
    // A small range may hold fewer different starts than requested.
    let tries = 1..=u32::try_from(4 * count).unwrap_or(u32::MAX);
    for round in tries {
        if starts.len() == count {
            break;
        }
        let numbers = agreed.deal_at(seed, round, Difficulty::default()).numbers;
        let start = agreed.first_position(numbers)?;
        if start.can_move() && !starts.contains(&start) {
            starts.push(start);
        }
    }
    some(starts)
}

fn some(starts: Vec<Position>) -> Result<Vec<Position>, StartsError> {
    if starts.is_empty() { Err(StartsError::Nothing) } else { Ok(starts) }
}
