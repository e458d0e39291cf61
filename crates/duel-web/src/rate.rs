//! How often an address may do something.
//!
//! This is the generic cell rate algorithm: whatever an address does costs it time, which passes by
//! itself, and it may owe as much of it as a burst takes. All that has to be known of an address is when
//! it will owe nothing.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// A rate, and what each address owes.
pub(crate) struct Rate {
    /// What one costs.
    cost: Duration,
    /// How much may be owed.
    burst: Duration,
    free_at: Mutex<HashMap<IpAddr, Instant>>,
}

impl Rate {
    /// So many in a time, all of them at once if need be.
    pub(crate) fn new(many: u32, time: Duration) -> Rate {
        Rate { cost: time / many.max(1), burst: time, free_at: Mutex::default() }
    }

    /// Allows what comes to this time at the rate to happen at once.
    pub(crate) fn with_burst(self, burst: Duration) -> Rate {
        Rate { burst, ..self }
    }

    /// Counts so many, or none and tells how long to wait for them. Where they are more than a burst
    /// allows, waiting would not help, and the longest wait is told.
    pub(crate) fn count(&self, from: IpAddr, many: u32) -> Result<(), Duration> {
        let now = Instant::now();
        let mut free_at = self.free_at();
        let owed =
            free_at.get(&from).map_or(Duration::ZERO, |at| at.saturating_duration_since(now));
        let owed = owed + self.cost * many;
        let wait = owed.saturating_sub(self.burst);
        if !wait.is_zero() {
            return Err(wait.min(self.burst));
        }
        free_at.insert(from, now + owed);
        Ok(())
    }

    /// Forgets addresses that owe nothing.
    pub(crate) fn tidy(&self) {
        let now = Instant::now();
        self.free_at().retain(|_, at| *at > now);
    }

    fn free_at(&self) -> MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.free_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    fn address(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        let rate = Rate::new(7, DAY);
        for _ in 0..7 {
            assert_eq!(rate.count(address(1), 1), Ok(()));
        }
        let wait = rate.count(address(1), 1).unwrap_err();
        assert!(wait > DAY / 8 && wait <= DAY / 7, "{wait:?}");
        // What was refused is not counted, and others are not affected.
        assert!(rate.count(address(1), 1).unwrap_err() <= wait);
        assert_eq!(rate.count(address(2), 7), Ok(()));
    }

    #[test]
    fn more_than_a_burst_waits_as_long_as_can_be() {
        let rate = Rate::new(10, DAY);
        assert_eq!(rate.count(address(1), 25), Err(DAY));
        assert_eq!(rate.count(address(1), 10), Ok(()));
    }

    #[test]
    fn a_debt_passes() {
        let rate = Rate::new(1, Duration::ZERO);
        assert_eq!(rate.count(address(1), 1), Ok(()));
        rate.tidy();
        assert!(rate.free_at().is_empty());
        let short = Rate::new(1, DAY).with_burst(2 * DAY);
        assert_eq!(short.count(address(1), 2), Ok(()));
        short.tidy();
        assert_eq!(short.free_at().len(), 1);
    }
}
