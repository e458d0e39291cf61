//! The daily duel: one start for all players, from nothing but the date.
//!
//! The date decides all of it, so every machine and every visitor has the same duel, without asking
//! anyone:
//!
//! - the books of [`ROTATIONS`] take turns, day by day;
//! - its start is drawn as [`DEALS`] says for that day;
//! - Monday and Tuesday are easy, Wednesday to Friday medium, Saturday and Sunday hard;
//! - the seed is the date written as a number: 20261116 on 16 November 2026;
//! - the start is the fair deal (see [`mod@crate::deal`]) of that seed plus 2^32 times the round, of
//!   the first round from 1 to 40 in which the side that begins can win. The visitor begins, so the
//!   day is always winnable.
//!
//! A [`Score`] shares the result without giving anything away.

use std::fmt;

use duel_books::Book;
use duel_core::{Position, Seat, Step};
use duel_solver::{Limits, Solver, Value};
use thiserror::Error;

use crate::{
    date::{Date, DateError},
    deal::{DealVersion, Difficulty, Fairness, NumberSize, deal_by},
    dice::Dice,
    terms::{Agreed, Terms},
};

/// The first day that has a duel.
pub const FIRST_DAY: Date = Date::new(2026, 1, 1);

/// The last one.
pub const LAST_DAY: Date = Date::new(2100, 12, 31);

/// Which books take turns, from which day on. A book that is new takes part from a day to come, in a
/// line of its own below the others: the duels of past days never change.
pub const ROTATIONS: &[(Date, &[&str])] =
    &[(FIRST_DAY, &["divide", "dilemma", "subtract", "digits", "factor"])];

/// How starts are drawn, from which day on. As with [`ROTATIONS`], a new way begins on a day to come.
pub const DEALS: &[(Date, DealVersion)] = &[
    (FIRST_DAY, DealVersion::AnyFirstDigit),
    (Date::new(2026, 12, 1), DealVersion::OpenFirstDigits),
];

/// How many rounds are dealt before a day goes without a duel. Each is a toss of a coin, so a book
/// that has wins for the first player gives one long before.
const ROUNDS: u32 = 40;

/// The duel of a day.
#[derive(Clone, Debug)]
pub struct Daily {
    /// The day.
    pub date: Date,
    /// The seed of its deal.
    pub seed: u64,
    /// The round of that deal whose start was taken.
    pub round: u32,
    /// The book.
    pub book: &'static Book,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Where the visitor begins, and can win.
    pub start: Position,
    /// How many plies that takes with best play of both.
    pub plies: u32,
}

/// Why there is no duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DailyError {
    /// Not a day as it is written.
    #[error(transparent)]
    NotADate(#[from] DateError),
    /// A day before the first or after the last.
    #[error("there is a duel for every day from {FIRST_DAY} to {LAST_DAY}")]
    OutOfRange,
    /// None of the rounds dealt a start that the first player can win.
    #[error("{ROUNDS} deals brought no start that the player who begins can win")]
    NoWin,
}

/// Reads a day that has a duel, in exactly the form `2026-11-16`.
pub fn parse_date(text: &str) -> Result<Date, DailyError> {
    check(text.parse()?)
}

fn check(date: Date) -> Result<Date, DailyError> {
    (FIRST_DAY..=LAST_DAY).contains(&date).then_some(date).ok_or(DailyError::OutOfRange)
}

/// The duel of a day.
pub fn daily(date: Date) -> Result<Daily, DailyError> {
    check(date)?;
    let book = book_of(date).ok_or(DailyError::OutOfRange)?;
    let (difficulty, seed) = (difficulty_of(date), date.as_number());
    let terms = Terms { fair: true, ..Terms::default() };
    let agreed = terms.agree(book).map_err(|_| DailyError::OutOfRange)?;
    let version = version_of(date).ok_or(DailyError::OutOfRange)?;
    let (round, start, plies) =
        winnable(&agreed, version, seed, difficulty).ok_or(DailyError::NoWin)?;
    Ok(Daily { date, seed, round, book, difficulty, start, plies })
}

/// The first round whose fair deal the side that begins can win, that start, and after how many
/// plies.
///
/// The dice are seeded without the rules, unlike those of other deals, so that past days stay as
/// they were played.
fn winnable(
    agreed: &Agreed,
    version: DealVersion,
    seed: u64,
    difficulty: Difficulty,
) -> Option<(u32, Position, u32)> {
    (1..=ROUNDS).find_map(|round| {
        let mut dice = Dice::seeded(seed.wrapping_add(u64::from(round) << 32));
        let deal = deal_by(
            version,
            agreed.book,
            agreed.rules,
            &mut dice,
            (difficulty, NumberSize::default()),
        );
        let plies = deal
            .plies
            .filter(|_| deal.fairness == Fairness::Proven && deal.winner == Some(Seat::First))?;
        Some((round, agreed.first_position(deal.numbers).ok()?, plies))
    })
}

fn book_of(date: Date) -> Option<&'static Book> {
    let (first_day, books) = ROTATIONS.iter().rev().find(|(first_day, _)| *first_day <= date)?;
    let days = date.number() - first_day.number();
    duel_books::find(books[usize::try_from(days).ok()? % books.len()])
}

fn version_of(date: Date) -> Option<DealVersion> {
    DEALS.iter().rev().find(|(first_day, _)| *first_day <= date).map(|(_, version)| *version)
}

/// How hard the duel of a day is, which its weekday decides.
pub fn difficulty_of(date: Date) -> Difficulty {
    match date.weekday() {
        0 | 1 => Difficulty::Easy,
        2..=4 => Difficulty::Medium,
        _ => Difficulty::Hard,
    }
}

/// What one move of the visitor did. The signs differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It kept the win.
    Kept,
    /// It threw the win away.
    Thrown,
    /// There was no win left to keep.
    Late,
}

impl Mark {
    /// What a move did.
    pub fn of(step: &Step, solver: &mut Solver, limits: Limits<'_>) -> Mark {
        match solver.solve_fully(&step.before, limits).value {
            Some(Value::Win) => match solver.solve_fully(&step.after, limits).value {
                Some(Value::Loss) => Mark::Kept,
                _ => Mark::Thrown,
            },
            _ => Mark::Late,
        }
    }

    /// Its sign.
    pub fn sign(self) -> char {
        match self {
            Mark::Kept => '🟩',
            Mark::Thrown => '❌',
            Mark::Late => '⚪',
        }
    }
}

/// The result of a player, without any number of the game.
///
/// As text it is what the page of the day shares too, which adds a link to the day and a second or
/// later try: `Divisor Duel daily 2026-11-16 · divide · won in 3 moves, 1 taken back · 🟩❌🟩🟩`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The day.
    pub date: Date,
    /// The book.
    pub book: &'static str,
    /// Whether the visitor won.
    pub won: bool,
    /// What each of the visitor's moves did, those included that were taken back.
    pub marks: Vec<Mark>,
    /// How many of them were taken back.
    pub taken_back: usize,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { date, book, won, marks, taken_back } = self;
        let verb = if *won { "won in" } else { "lost after" };
        let moves = match marks.len() - taken_back {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        write!(f, "Divisor Duel daily {date} · {book} · {verb} {moves}")?;
        if *taken_back > 0 {
            write!(f, ", {taken_back} taken back")?;
        }
        let signs: String = marks.iter().map(|mark| mark.sign()).collect();
        write!(f, " · {signs}")
    }
}

#[cfg(test)]
mod tests {
    use duel_books::Fair;

    use super::*;

    /// Every odd number is lost in `subtract`, so the first player never wins a deal.
    #[test]
    fn a_book_without_a_win_for_the_first_player_ends_the_search() {
        let subtract = duel_books::find("subtract").unwrap();
        let fair = Fair { house: &[], from: 9, to: 9, ..subtract.fair };
        let book: &'static Book = Box::leak(Box::new(Book { fair, ..*subtract }));
        let agreed = Terms { fair: true, ..Terms::default() }.agree(book).unwrap();
        let found = winnable(&agreed, DealVersion::LATEST, 20_261_116, Difficulty::Easy);
        assert_eq!(found, None);
        assert!(DailyError::NoWin.to_string().contains("can win"));
    }
}
