//! What takes so long that no key may have to wait for it: lists of moves, values, and reviews of
//! whole games.

use std::{sync::atomic::AtomicBool, time::Duration};

use duel_books::listing;
use duel_core::{Board, Moves, Position, Record, Step};
use duel_numbers::{Budget, Factorization};
use duel_play::{
    Date,
    daily::{Mark, Score},
    review,
};
use duel_solver::{Limits, Solver};

use crate::message::Msg;

/// How long a position is thought about.
const ANALYSIS_TIME: Duration = Duration::from_secs(20);

/// How long each move of a game is thought about.
const REVIEW_TIME: Duration = Duration::from_millis(500);

/// How many positions may be visited to judge a move of the duel of the day.
const SCORE_NODES: u64 = 1_000_000;

/// Something for the solver.
#[derive(Clone, Debug)]
pub enum AnalysisJob {
    /// List the moves of a position.
    Moves(Box<Position>),
    /// Find out who wins, and why.
    Value(Box<Position>),
    /// Find out where this game was won or thrown away.
    Review(Box<Record>),
    /// Find out how well a duel of the day was played.
    Score(Box<DayPlayed>),
}

/// A duel of the day that is over.
#[derive(Clone, Debug)]
pub struct DayPlayed {
    /// The day.
    pub date: Date,
    /// The slug of its book.
    pub book: &'static str,
    /// Whether the person won.
    pub won: bool,
    /// The moves of the person, those included that were taken back.
    pub tried: Vec<Step>,
    /// How many of them stand.
    pub made: usize,
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
        AnalysisJob::Score(played) => {
            let DayPlayed { date, book, won, tried, made } = *played;
            let limits = Limits { cancel: Some(cancel), ..Limits::nodes(SCORE_NODES) };
            let marks = tried.iter().map(|step| Mark::of(step, solver, limits)).collect();
            let taken_back = tried.len().saturating_sub(made);
            Msg::Score(ticket, Box::new(Score { date, book, won, marks, taken_back }))
        }
        AnalysisJob::Review(record) => {
            Msg::Review(ticket, Box::new(review(&record, solver, || limits(REVIEW_TIME))))
        }
    }
}
