//! A game without its start: a book and house rules.

use std::fmt;

use duel_books::{BOOKS, Book};
use duel_core::{NotationError, Op, Play, Position, Reuse, Rules, Seat, notation::parse_rules};
use duel_numbers::Natural;
use duel_solver::{Depth, Limits, Solver, Value};
use thiserror::Error;

/// A book with house rules, whose starts are single numbers: one number to divide or to subtract
/// from, or one target of digits.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    book: &'static Book,
}

/// Why a text does not name a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A position, with its start.
    #[error(
        "all starts of a game are looked at, so leave out what begins with `:`, as in subtract or subtract+no-echo"
    )]
    HasStart,
    /// No book of that name.
    #[error("there is no book of that name; the books are {}", BOOKS.map(|book| book.slug).join(", "))]
    UnknownBook,
    /// House rules that do not exist or do not fit.
    #[error(transparent)]
    Rules(NotationError),
}

/// Why a start is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Who wins, if that was found within the limits.
    pub value: Option<Value>,
    /// Why, in small words, spoken to the player to move.
    pub reason: String,
}

impl Game {
    /// Reads `BOOK[+RULE...]`.
    pub fn parse(text: &str) -> Result<Game, GameError> {
        if text.contains(':') {
            return Err(GameError::HasStart);
        }
        let rules = parse_rules(text, duel_books::catalogue).map_err(|error| match error {
            NotationError::UnknownBook => GameError::UnknownBook,
            other => GameError::Rules(other),
        })?;
        Ok(Game { rules, book: duel_books::of(&rules) })
    }

    /// The book.
    pub fn book(&self) -> &'static Book {
        self.book
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The least start.
    pub fn first(&self) -> u64 {
        self.book.least.max(1)
    }

    /// The position that a game with this number starts from; `None` below the least start.
    pub fn position(&self, number: u64) -> Option<Position> {
        self.position_of(&Natural::from(number))
    }

    /// The same for a number of any size.
    pub fn position_of(&self, number: &Natural) -> Option<Position> {
        if *number < Natural::from(self.first()) {
            return None;
        }
        let numbers = vec![number.clone()];
        let position = match self.rules.play() {
            Play::Take(_) => Position::numbers(self.rules, numbers, Seat::First),
            Play::Append(_) => Position::digits(self.rules, numbers, &[], Seat::First),
        };
        position.ok()
    }

    /// Who wins from this number, and why; `None` below the least start.
    pub fn explain(&self, number: &Natural, limits: Limits<'_>) -> Option<Explanation> {
        let position = self.position_of(number)?;
        let analysis = Solver::default().analyse_moves(&position, limits);
        let reason = analysis.reason.words(&position, Depth::Child);
        Some(Explanation { value: analysis.known.value, reason })
    }

    /// What finding the value of a start by search costs.
    pub(super) fn cost(&self, number: u64) -> Cost {
        /// A position in which divisors are used up takes so much longer than others.
        const USED_UP: u64 = 16;
        /// With a maximum length a table is filled that has a place for each remainder and length;
        /// so many of them cost a unit.
        const PLACES: u64 = 64;
        match self.rules.play() {
            Play::Take(take) if take.reuse == Reuse::Once && take.step.op == Op::Subtract => {
                Cost { fixed: 1, weight: USED_UP }
            }
            Play::Take(_) => Cost { fixed: 1, weight: 1 },
            Play::Append(append) => {
                let length = append.cap.length().unwrap_or(0);
                let places = number.saturating_mul(length.into());
                Cost { fixed: 1 + places / PLACES, weight: 1 }
            }
        }
    }
}

/// What a search costs, in units that take about the same time in every game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// What is spent in any case.
    pub(super) fixed: u64,
    /// How many units a unit of the search's own work is.
    pub(super) weight: u64,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}
