//! What takes thought, and so is never done while somebody waits for a key to be answered: lists of
//! moves, values, and the judgement of whole games.

use std::{sync::atomic::AtomicBool, time::Duration};

use duel_books::listing;
use duel_core::{Board, Moves, Position, Record};
use duel_numbers::{Budget, Factorization};
use duel_play::{Review, review};
use duel_solver::{Analysis, Limits, Solver};

/// How long a position is thought about.
const ANALYSIS_TIME: Duration = Duration::from_secs(20);

/// How long each move of a game is thought about.
const REVIEW_TIME: Duration = Duration::from_millis(500);

/// Something to think about. The ticket comes back with the answer.
#[derive(Clone, Debug)]
pub struct Task {
    /// Which question this is.
    pub ticket: u64,
    /// What is asked.
    pub question: Question,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// Which moves are there?
    Moves(Box<Position>),
    /// Who wins, and why?
    Value(Box<Position>),
    /// Where was this game won or thrown away?
    Review(Box<Record>),
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The moves, and the numbers split as far as that went.
    Moves(Box<Listing>),
    /// The position in full.
    Value(Box<Analysis>),
    /// The game, move by move.
    Review(Box<Review>),
}

/// The moves of a position, and what its numbers consist of.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The moves.
    pub moves: Moves,
    /// The factors of each number; `None` for zero.
    pub factors: Vec<Option<Factorization>>,
    /// Which moves the rules leave out, and why, in words.
    pub missing: Vec<String>,
}

impl Listing {
    /// Lists the moves of a position.
    pub fn of(position: &Position, budget: Budget<'_>) -> Listing {
        let factors = match position.board() {
            Board::Digits { .. } => Vec::new(),
            Board::Numbers { numbers, .. } => numbers
                .iter()
                .map(|number| (!number.is_zero()).then(|| Factorization::of(number, budget)))
                .collect(),
        };
        let moves = position.moves(budget);
        let missing = listing::missing(position, &moves);
        let missing = missing.iter().map(|(place, reasons)| {
            let number = place.map(|place| format!("{}: ", moves.groups()[place].number()));
            format!("{}{}", number.unwrap_or_default(), listing::in_words(reasons))
        });
        Listing { missing: missing.collect(), moves, factors }
    }
}

/// Finds an answer, unless somebody says stop.
pub fn answer(question: Question, solver: &mut Solver, cancel: &AtomicBool) -> Answer {
    let limits = |time| Limits { cancel: Some(cancel), ..Limits::time(time) };
    match question {
        Question::Moves(position) => {
            Answer::Moves(Box::new(Listing::of(&position, Budget::PROMPT.cancelled_by(cancel))))
        }
        Question::Value(position) => {
            Answer::Value(Box::new(solver.analyse_moves(&position, limits(ANALYSIS_TIME))))
        }
        Question::Review(record) => {
            Answer::Review(Box::new(review(&record, solver, || limits(REVIEW_TIME))))
        }
    }
}
