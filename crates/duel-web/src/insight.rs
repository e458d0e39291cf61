//! Analyses, reviews, certificates and daily duels, cached.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use duel_core::{Position, Record};
use duel_json::{AnalysisForm, ReviewForm};
use duel_play::{
    Date,
    daily::{Daily, DailyError, daily},
    review::review,
};
use duel_solver::{Limits, Solver, certificate};
use lru::LruCache;

use crate::worker_pool::{Busy, WorkerPool};

/// The time limit of an analysis.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time limit of a review.
const PATIENCE_FOR_A_GAME: Duration = Duration::from_secs(4);

/// How much memory each table of a solver may take.
const MEMORY: usize = 32 << 20;

/// The capacity of each cache.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(2_000).unwrap();

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
    let analysis = Solver::new(MEMORY).analyse_moves(position, Limits::time(PATIENCE));
    AnalysisForm::of(position, &analysis)
}

fn reviewed(record: &Record) -> ReviewForm {
    let until = Instant::now() + PATIENCE_FOR_A_GAME;
    let limits = || {
        let left = until.saturating_duration_since(Instant::now());
        Limits::time(PATIENCE.min(left))
    };
    ReviewForm::of(record, review(record, &mut Solver::new(MEMORY), limits))
}
