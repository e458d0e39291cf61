//! For how long the database could not be written.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The sum of all times between the last write before a failure and the first one after it.
#[derive(Debug)]
pub(super) struct Downtime(Mutex<State>);

#[derive(Debug)]
struct State {
    last_success: Instant,
    is_down: bool,
    /// Without the downtime that goes on.
    total: Duration,
}

impl Default for Downtime {
    fn default() -> Downtime {
        let last_success = Instant::now();
        Downtime(Mutex::new(State { last_success, is_down: false, total: Duration::ZERO }))
    }
}

impl Downtime {
    /// Notes whether a write could be made; whether a downtime begins with that.
    pub(super) fn note(&self, could_write: bool) -> bool {
        self.note_at(Instant::now(), could_write)
    }

    /// Whether the last write failed.
    pub(super) fn goes_on(&self) -> bool {
        self.state().is_down
    }

    /// The downtime until now.
    pub(super) fn total(&self) -> Duration {
        self.total_at(Instant::now())
    }

    fn note_at(&self, now: Instant, could_write: bool) -> bool {
        let mut state = self.state();
        let begins = !could_write && !state.is_down;
        if could_write {
            *state = State { last_success: now, is_down: false, total: state.total_at(now) };
        } else {
            state.is_down = true;
        }
        begins
    }

    fn total_at(&self, now: Instant) -> Duration {
        self.state().total_at(now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn total_at(&self, now: Instant) -> Duration {
        let current = if self.is_down { now - self.last_success } else { Duration::ZERO };
        self.total + current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downtime_lasts_from_the_last_success_to_the_next() {
        let downtime = Downtime::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        downtime.note_at(at(10), true);
        assert_eq!(downtime.total_at(at(15)), Duration::ZERO);
        assert!(downtime.note_at(at(15), false));
        assert!(!downtime.note_at(at(17), false));
        assert!(downtime.goes_on());
        assert_eq!(downtime.total_at(at(18)), Duration::from_secs(8));
        downtime.note_at(at(20), true);
        downtime.note_at(at(30), true);
        assert_eq!(downtime.total_at(at(40)), Duration::from_secs(10));
    }
}
