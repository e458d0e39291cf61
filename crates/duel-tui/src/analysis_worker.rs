//! What takes so long that no key may have to wait for it: lists of moves, values, and reviews of
//! whole games.

use std::{sync::atomic::AtomicBool, time::Duration};

use duel_books::listing;
use duel_core::{Board, Moves, Position, Record};
use duel_numbers::{Budget, Factorization};
use duel_play::review;
use duel_solver::{Limits, Solver};

use crate::message::Msg;

/// How long a position is thought about.
const ANALYSIS_TIME: Duration = Duration::from_secs(20);

/// How long each move of a game is thought about.
const REVIEW_TIME: Duration = Duration::from_millis(500);

/// Something for the solver.
#[derive(Clone, Debug)]
pub enum AnalysisJob {
    /// List the moves of a position.
    Moves(Box<Position>),
    /// Find out who wins, and why.
    Value(Box<Position>),
    /// Find out where this game was won or thrown away.
    Review(Box<Record>),
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

/// Does a job, and ends early once the flag is set.
pub fn run(ticket: u64, job: AnalysisJob, solver: &mut Solver, cancel: &AtomicBool) -> Msg {
    let limits = |time| Limits { cancel: Some(cancel), ..Limits::time(time) };
    match job {
        AnalysisJob::Moves(position) => {
            let listing = Listing::of(&position, Budget::PROMPT.cancelled_by(cancel));
            Msg::Moves(ticket, Box::new(listing))
        }
        AnalysisJob::Value(position) => {
            Msg::Analysis(ticket, Box::new(solver.analyse_moves(&position, limits(ANALYSIS_TIME))))
        }
        AnalysisJob::Review(record) => {
            Msg::Review(ticket, Box::new(review(&record, solver, || limits(REVIEW_TIME))))
        }
    }
}
