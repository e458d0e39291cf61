//! Work for the processor, kept from crowding out everything else.
//!
//! Analyses, deals and opponents think on threads of their own, a few at a time. What waits is
//! bounded: beyond that a question is turned away at once, and whoever asked may try again.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::Semaphore;

/// There is too much to think about already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// How long somebody who was turned away should wait.
pub const RETRY_AFTER: Duration = Duration::from_secs(2);

/// A few threads that think.
#[derive(Clone)]
pub struct Thinker {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl Thinker {
    /// So many at a time, and so many more that may wait.
    pub fn new(at_a_time: usize, most_waiting: usize) -> Thinker {
        let places = Arc::new(Semaphore::new(at_a_time.max(1)));
        Thinker { places, waiting: Arc::default(), most_waiting }
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Thinks when there is a place. Whoever asked may go away while it waits; once it has begun,
    /// it is finished.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let place = if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            place
        } else {
            let waiting = Waiting::join(&self.waiting, self.most_waiting).ok_or(Busy)?;
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Busy)?;
            drop(waiting);
            place
        };
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        thought.await.map_err(|_| Busy)
    }
}

/// A place among those who wait, given back however the waiting ends.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn join(count: &Arc<AtomicUsize>, most: usize) -> Option<Waiting> {
        let one_more = |waiting: usize| (waiting < most).then_some(waiting + 1);
        count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Waiting(Arc::clone(count)))
    }
}

impl Drop for Waiting {
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
        let thinker = Thinker::new(1, 1);
        let (go, gate) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let thinker = thinker.clone();
            async move { thinker.run(move || gate.recv().is_ok()).await }
        });
        while thinker.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = tokio::spawn({
            let thinker = thinker.clone();
            async move { thinker.run(|| 2).await }
        });
        while thinker.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(thinker.run(|| 3).await, Err(Busy));
        second.abort();
        assert!(second.await.is_err());
        assert_eq!(thinker.waiting(), 0, "who went away does not wait");
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        assert_eq!(thinker.run(|| 4).await, Ok(4));
    }
}
