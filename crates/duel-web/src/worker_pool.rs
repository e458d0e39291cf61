//! CPU-bound work outside the async threads.
//!
//! Analyses, deals and bot moves run on blocking threads, a few at a time. The queue is bounded:
//! beyond that, work is refused at once and the client may retry.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::Semaphore;

/// The queue is full, or the work panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// When a refused client should retry.
pub const RETRY_AFTER: Duration = Duration::from_secs(2);

/// A limit on concurrent work, with a bounded queue.
#[derive(Clone)]
pub struct WorkerPool {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl WorkerPool {
    /// A pool for this much concurrent work, and a queue of this length.
    pub fn new(at_a_time: usize, most_waiting: usize) -> WorkerPool {
        let places = Arc::new(Semaphore::new(at_a_time.max(1)));
        WorkerPool { places, waiting: Arc::default(), most_waiting }
    }

    /// The length of the queue.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Runs work when a permit is free. It can be cancelled in the queue; once started, it is
    /// finished.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let place = if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            place
        } else {
            let waiting = QueueSlot::join(&self.waiting, self.most_waiting).ok_or(Busy)?;
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Busy)?;
            drop(waiting);
            place
        };
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        task.await.map_err(|_| Busy)
    }
}

/// A place in the queue, freed on drop.
struct QueueSlot(Arc<AtomicUsize>);

impl QueueSlot {
    fn join(count: &Arc<AtomicUsize>, most: usize) -> Option<QueueSlot> {
        let one_more = |waiting: usize| (waiting < most).then_some(waiting + 1);
        count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(QueueSlot(Arc::clone(count)))
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn what_waits_is_bounded_and_places_come_back() {
        let pool = WorkerPool::new(1, 1);
        let (go, gate) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(move || gate.recv().is_ok()).await }
        });
        while pool.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| 2).await }
        });
        while pool.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 3).await, Err(Busy));
        second.abort();
        assert!(second.await.is_err());
        assert_eq!(pool.waiting(), 0, "who went away does not wait");
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        assert_eq!(pool.run(|| 4).await, Ok(4));
    }
}
