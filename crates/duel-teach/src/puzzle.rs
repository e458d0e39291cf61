//! Puzzles: a position and a question that the solver can answer.
//!
//! A [`Puzzle`] is data. [`generate()`] makes one from a seed, [`sets()`] has some that were picked by
//! hand, and [`Puzzle::of`] makes one of any position that suits a [`Kind`]. An [`Attempt`] judges
//! answers and explains them.

use std::{fmt, str::FromStr};

use duel_books::{Book, rules_text};
use duel_core::{Board, Cap, Echo, Position, Reuse, Seat};
use duel_solver::{Limits, Solver};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{puzzle::difficulty::Features, text_form};

pub mod attempt;
pub mod difficulty;
pub mod form;
pub mod generate;
pub mod sets;

pub use attempt::{AnswerError, Attempt, Reply};
pub use form::PuzzleForm;
pub use generate::{GenerateError, Wanted, generate};
pub use sets::{PuzzleSet, sets};

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Play until you have won: every move must keep the win.
    Win,
    /// Exactly one move wins: find it.
    OnlyMove,
    /// Find all the moves that win.
    AllMoves,
    /// Does the player to move win or lose?
    WhoWins,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Win, Kind::OnlyMove, Kind::AllMoves, Kind::WhoWins];

    /// The name that options and files use.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Win => "win",
            Kind::OnlyMove => "only-move",
            Kind::AllMoves => "all-moves",
            Kind::WhoWins => "who-wins",
        }
    }

    /// What it is called where people read it.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Win => "Win it",
            Kind::OnlyMove => "The only move",
            Kind::AllMoves => "All winning moves",
            Kind::WhoWins => "Who wins?",
        }
    }

    /// What is to be done, in words.
    pub fn task(self) -> &'static str {
        match self {
            Kind::Win => {
                "You can win. Play it to the end: the computer makes no mistake, and every one of \
                 your moves must keep the win."
            }
            Kind::OnlyMove => "Exactly one move wins. Find it.",
            Kind::AllMoves => "Several moves win, but not all. Find every move that wins.",
            Kind::WhoWins => {
                "You are to move, and nobody makes a mistake from here on. Do you win or lose?"
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Kind, UnknownKind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownKind)
    }
}

/// There is no kind of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such kind of puzzle; there are win, only-move, all-moves and who-wins")]
pub struct UnknownKind;

/// A position and a question about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// What is asked for.
    pub kind: Kind,
    /// Where. The player to move is the one who solves it.
    #[serde(with = "text_form")]
    pub position: Position,
    /// How hard it is, on the scale of the ratings.
    pub difficulty: u32,
    /// What it demands.
    pub features: Features,
}

impl Puzzle {
    /// The puzzle of this kind that this position makes, if it makes one.
    pub fn of(
        kind: Kind,
        position: &Position,
        solver: &mut Solver,
        limits: Limits<'_>,
    ) -> Option<Puzzle> {
        let features = Features::of(kind, position, solver, limits)?;
        let difficulty = features.difficulty(kind);
        Some(Puzzle { kind, position: position.clone(), difficulty, features })
    }

    /// The name by which it is known again: `only-move subtract:60`.
    pub fn key(&self) -> String {
        Puzzle::key_of(self.kind, &self.position)
    }

    pub(crate) fn key_of(kind: Kind, position: &Position) -> String {
        format!("{kind} {position}")
    }

    /// Its book.
    pub fn book(&self) -> &'static Book {
        duel_books::of(self.position.rules())
    }
}

/// The same position with the first seat to move, where it makes no difference who began.
pub fn without_seat(position: &Position) -> Position {
    let text = position.to_string();
    match (position.board(), text.strip_suffix("/2")) {
        (Board::Numbers { .. }, Some(text)) => {
            duel_books::position(text).unwrap_or_else(|_| position.clone())
        }
        _ => position.clone(),
    }
}

/// The rules of a position in a few sentences.
pub fn rules_in_words(position: &Position) -> String {
    let text = rules_text::of_position(position);
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// What is on the table, in lines of words for the player to move.
pub fn table_in_words(position: &Position) -> Vec<String> {
    match position.board() {
        Board::Numbers { take, numbers, barred } => {
            let noun = if numbers.len() == 1 { "Number" } else { "Numbers" };
            let mut lines = vec![format!("{noun}: {}", duel_books::listing::joined(numbers))];
            if !barred.is_empty() {
                let what = match (take.reuse, take.echo) {
                    (Reuse::Free, Echo::Barred) => "Just chosen by your opponent",
                    _ => "Used already",
                };
                lines.push(format!("{what}: {}", duel_books::listing::joined(barred)));
            }
            lines
        }
        Board::Digits { append, targets, digits, residues } => {
            let noun = if targets.len() == 1 { "Target" } else { "Targets" };
            let mut lines = vec![format!("{noun}: {}", duel_books::listing::joined(targets))];
            if digits.is_empty() {
                lines.push("Number so far: none, you append the first digit".to_owned());
            } else {
                let number: String = digits.iter().map(|digit| digit.to_char()).collect();
                let residues = duel_books::listing::joined(residues);
                let noun = if targets.len() == 1 { "remainder" } else { "remainders" };
                lines.push(format!("Number so far: {number} ({noun}: {residues})"));
            }
            if let Cap::Second(length) = append.cap {
                let wins = match position.turn() {
                    Seat::First => "your opponent wins",
                    Seat::Second => "you win",
                };
                lines.push(format!("At {length} digits without a multiple: {wins}"));
            }
            lines
        }
    }
}
