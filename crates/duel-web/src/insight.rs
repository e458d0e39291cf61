//! Analyses, reviews, certificates and daily duels, cached.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use duel_core::{Move, Position, Record};
use duel_play::{
    daily::{Daily, DailyError, daily},
    review::review,
};
use duel_solver::{Analysis, Assessment, Depth, Limits, Solver, Value, certificate};
use jiff::civil::Date;
use lru::LruCache;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    forms::written,
    worker_pool::{Busy, WorkerPool},
};

/// The time limit of an analysis.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time limit of a review.
const PATIENCE_FOR_A_GAME: Duration = Duration::from_secs(4);

/// How much memory each table of a solver may take.
const MEMORY: usize = 32 << 20;

/// The capacity of each cache.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(2_000).unwrap();

/// How many moves an analysis lists from the start.
const LISTED: usize = 200;

/// How many more winning moves are listed after those.
const FURTHER: usize = 50;

/// What is known about a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisForm {
    /// The position.
    pub position: String,
    /// Who wins with best play, for the player to move: `win`, `loss`, `draw`, `endless` or
    /// `unknown`.
    pub value: &'static str,
    /// After how many plies.
    pub plies: Option<u32>,
    /// The size of the Nim heap that it is worth, in normal play.
    pub nimber: Option<u32>,
    /// How that is known: `theorem`, `search` or `unknown`.
    pub basis: &'static str,
    /// Moves that win, at most 200 of those that were found.
    pub winning: Vec<String>,
    /// How many winning moves were found.
    pub winning_found: usize,
    /// Whether every move was judged, so that no other move wins.
    pub all_judged: bool,
    /// How many moves there are, if that is known.
    pub total: Option<String>,
    /// The moves, or the first of them and winning ones from further down.
    pub moves: Vec<MoveForm>,
    /// Why, at three depths.
    pub reasons: ReasonsForm,
}

/// A move and what it is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveForm {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position after it.
    pub to: String,
    /// What it is worth to the player who makes it.
    pub value: &'static str,
    /// After how many more plies the game ends with best play.
    pub plies: Option<u32>,
}

/// Why a position has its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReasonsForm {
    /// For a child.
    pub child: String,
    /// For a student.
    pub student: String,
    /// As a proof.
    pub proof: String,
}

/// A game, judged move by move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewForm {
    /// One sign for each position from the start: `+` the first seat is winning, `-` the second,
    /// `=` nobody, `?` not known.
    pub balance: String,
    /// The moves.
    pub moves: Vec<ReviewedForm>,
    /// Whether a position was resigned that was not lost, in words.
    pub resigned: Option<String>,
}

/// A move that was made, and what it did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedForm {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position before it.
    pub before: String,
    /// What that was worth to the player who made it.
    pub value_before: &'static str,
    /// What the position after it was worth to the same player.
    pub value_after: &'static str,
    /// What the move did, as one word for programs.
    pub label: String,
    /// What the move did, in words.
    pub words: String,
    /// A best move.
    pub best: Option<String>,
    /// Whether there was no other move.
    pub forced: bool,
    /// Why the position before it had its value.
    pub reason: String,
}

fn name(value: Option<Value>) -> &'static str {
    value.map_or("unknown", Value::name)
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// There is too much to do.
    Busy,
    /// None was found, for this reason.
    Unproved(String),
}

/// A worker pool with caches of its results.
#[derive(Clone)]
pub struct Insights {
    workers: WorkerPool,
    answers: Arc<Mutex<LruCache<String, Arc<AnalysisForm>>>>,
    days: Arc<Mutex<LruCache<Date, Daily>>>,
}

impl Insights {
    /// Starts with empty caches.
    pub fn new(workers: WorkerPool) -> Insights {
        Insights {
            workers,
            answers: Arc::new(Mutex::new(LruCache::new(REMEMBERED))),
            days: Arc::new(Mutex::new(LruCache::new(REMEMBERED))),
        }
    }

    /// The length of the queue.
    pub fn waiting(&self) -> usize {
        self.workers.waiting()
    }

    /// Runs other work in the same pool.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        self.workers.run(work).await
    }

    /// The cached analysis of a position.
    pub fn remembered(&self, position: &str) -> Option<Arc<AnalysisForm>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(position).cloned()
    }

    /// What is known about a position.
    pub async fn analyse(&self, position: Position) -> Result<Arc<AnalysisForm>, Busy> {
        let text = position.to_string();
        if let Some(answer) = self.remembered(&text) {
            return Ok(answer);
        }
        let answer = Arc::new(self.workers.run(move || analysis(&position)).await?);
        if answer.value != "unknown" {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.put(text, Arc::clone(&answer));
        }
        Ok(answer)
    }

    /// The duel of a day, if it is cached.
    pub fn remembered_day(&self, date: Date) -> Option<Daily> {
        self.days.lock().unwrap_or_else(PoisonError::into_inner).get(&date).cloned()
    }

    /// The duel of a day.
    pub async fn day(&self, date: Date) -> Result<Result<Daily, DailyError>, Busy> {
        if let Some(day) = self.remembered_day(date) {
            return Ok(Ok(day));
        }
        let drawn = self.workers.run(move || daily(date)).await?;
        if let Ok(day) = &drawn {
            let mut days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
            days.put(date, day.clone());
        }
        Ok(drawn)
    }

    /// A game, judged move by move.
    pub async fn review(&self, record: Record) -> Result<ReviewForm, Busy> {
        self.workers.run(move || reviewed(&record)).await
    }

    /// A certificate of a position's value.
    pub async fn certificate(&self, position: Position) -> Result<Vec<u8>, NoProof> {
        let proved = self.workers.run(move || {
            let mut solver = Solver::new(MEMORY);
            let unproved = |error: certificate::ProveError| error.to_string();
            let certificate =
                certificate::prove(&mut solver, &position, Limits::time(2 * PATIENCE))
                    .map_err(unproved)?;
            Ok(certificate.to_string().into_bytes())
        });
        proved.await.map_err(|Busy| NoProof::Busy)?.map_err(NoProof::Unproved)
    }
}

fn analysis(position: &Position) -> AnalysisForm {
    let analysis: Analysis = Solver::new(MEMORY).analyse_moves(position, Limits::time(PATIENCE));
    let Assessment { value, plies, nimber, basis } = analysis.known;
    let move_form = |line: &duel_solver::MoveValue| MoveForm {
        made: position.write_move(&line.made),
        to: line.to.to_string(),
        value: name(line.known.value.map(Value::for_opponent)),
        plies: line.known.plies,
    };
    let words = |depth| analysis.reason.words(position, depth);
    // The first moves, and winning ones from further down.
    let mut moves: Vec<MoveForm> = analysis.moves.iter().take(LISTED).map(move_form).collect();
    let is_listed = |made: &Move| analysis.moves.iter().take(LISTED).any(|line| line.made == *made);
    let further = analysis.winning.iter().filter(|made| !is_listed(made)).take(FURTHER);
    moves.extend(further.filter_map(|made| {
        let to = position.after(made).ok()?;
        Some(MoveForm {
            made: position.write_move(made),
            to: to.to_string(),
            value: name(Some(Value::Win)),
            plies: None,
        })
    }));
    AnalysisForm {
        position: position.to_string(),
        value: name(value),
        plies,
        nimber,
        basis: basis.name(),
        winning: written(position, &analysis.winning[..analysis.winning.len().min(LISTED)]),
        winning_found: analysis.winning.len(),
        all_judged: analysis.all_judged,
        total: analysis.total.as_ref().map(ToString::to_string),
        moves,
        reasons: ReasonsForm {
            child: words(Depth::Child),
            student: words(Depth::Student),
            proof: words(Depth::Proof),
        },
    }
}

fn reviewed(record: &Record) -> ReviewForm {
    let until = Instant::now() + PATIENCE_FOR_A_GAME;
    let limits = || {
        let left = until.saturating_duration_since(Instant::now());
        Limits::time(PATIENCE.min(left))
    };
    let reviewed = review(record, &mut Solver::new(MEMORY), limits);
    let move_form = |one: &duel_play::ReviewedMove| ReviewedForm {
        ply: one.ply,
        by: one.seat.number(),
        made: one.before.write_move(&one.made),
        before: one.before.to_string(),
        value_before: name(one.value_before),
        value_after: name(one.value_after),
        label: one.label.name().replace(' ', "-"),
        words: one.label.to_string(),
        best: one.best.as_ref().map(|best| one.before.write_move(best)),
        forced: one.forced,
        reason: one.why.words(&one.before, Depth::Child),
    };
    ReviewForm {
        balance: reviewed.balance.clone(),
        moves: reviewed.moves.iter().map(move_form).collect(),
        resigned: reviewed.resigned.and_then(|resigned| resigned.words(&record.names)),
    }
}
