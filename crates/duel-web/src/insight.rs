//! Analyses, reviews, certificates and daily duels, cached.

use std::{
    net::IpAddr,
    num::NonZeroUsize,
    ops::Range,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
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

use crate::worker_pool::{Busy, Workers};

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

/// Analyses and deals, with caches of their results.
#[derive(Clone)]
pub struct Insights {
    workers: Workers,
    answers: Arc<Mutex<LruCache<String, Arc<AnalysisForm>>>>,
    days: Arc<Mutex<LruCache<Date, Daily>>>,
}

impl Insights {
    /// Starts with empty caches.
    pub fn new(workers: Workers) -> Insights {
        Insights {
            workers,
            answers: Arc::new(Mutex::new(LruCache::new(REMEMBERED))),
            days: Arc::new(Mutex::new(LruCache::new(REMEMBERED))),
        }
    }

    /// The cached analysis of a position.
    pub fn remembered(&self, position: &str) -> Option<Arc<AnalysisForm>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(position).cloned()
    }

    /// What is known about a position.
    pub async fn analyse(
        &self,
        client: IpAddr,
        position: Position,
    ) -> Result<Arc<AnalysisForm>, Busy> {
        let text = position.to_string();
        if let Some(answer) = self.remembered(&text) {
            return Ok(answer);
        }
        let work = move |cancel: &AtomicBool| analysis(&position, cancel);
        let answer = Arc::new(self.workers.analyses.run(client, work).await?);
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
    pub async fn day(&self, client: IpAddr, date: Date) -> Result<Result<Daily, DailyError>, Busy> {
        if let Some(day) = self.remembered_day(date) {
            return Ok(Ok(day));
        }
        let drawn = self.workers.deals.run(client, move |_| daily(date)).await?;
        if let Ok(day) = &drawn {
            let mut days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
            days.put(date, day.clone());
        }
        Ok(drawn)
    }

    /// These moves of a game, counted from 0, judged.
    pub async fn review(
        &self,
        client: IpAddr,
        record: Record,
        moves: Range<usize>,
    ) -> Result<ReviewForm, Busy> {
        let work = move |cancel: &AtomicBool| {
            let mut form = reviewed(&record, cancel);
            form.moves.truncate(moves.end);
            form.moves.drain(..moves.start.min(form.moves.len()));
            form
        };
        self.workers.analyses.run(client, work).await
    }

    /// A certificate of a position's value.
    pub async fn certificate(
        &self,
        client: IpAddr,
        position: Position,
    ) -> Result<Vec<u8>, NoProof> {
        let proved = self.workers.analyses.run(client, move |cancel| {
            let mut solver = Solver::new(MEMORY);
            let unproved = |error: certificate::ProveError| error.to_string();
            let limits = Limits { cancel: Some(cancel), ..Limits::time(2 * PATIENCE) };
            let certificate =
                certificate::prove(&mut solver, &position, limits).map_err(unproved)?;
            Ok(certificate.to_string().into_bytes())
        });
        proved.await.map_err(|Busy| NoProof::Busy)?.map_err(NoProof::Unproved)
    }
}

fn analysis(position: &Position, cancel: &AtomicBool) -> AnalysisForm {
    let limits = Limits { cancel: Some(cancel), ..Limits::time(PATIENCE) };
    let analysis = Solver::new(MEMORY).analyse_moves(position, limits);
    AnalysisForm::of(position, &analysis)
}

fn reviewed(record: &Record, cancel: &AtomicBool) -> ReviewForm {
    let until = Instant::now() + PATIENCE_FOR_A_GAME;
    let limits = || {
        let left = until.saturating_duration_since(Instant::now());
        Limits { cancel: Some(cancel), ..Limits::time(PATIENCE.min(left)) }
    };
    ReviewForm::of(record, review(record, &mut Solver::new(MEMORY), limits), None)
}
