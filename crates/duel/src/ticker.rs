//! The progress of a long factorisation, on one line of the terminal.

use std::{
    io::{self, Write as _},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use duel_books::listing::grouped;
use duel_numbers::{Natural, Progress};

use crate::console;

/// The delay before the first line, and between updates.
const PACE: Duration = Duration::from_millis(400);

/// The line, on standard error, if that is a terminal that can redraw it.
pub(crate) struct Ticker {
    /// When the next update is due; `None` if nothing is shown.
    due: Option<Mutex<Due>>,
}

struct Due {
    at: Instant,
    shown: bool,
}

impl Ticker {
    pub(crate) fn new() -> Ticker {
        let due = Due { at: Instant::now() + PACE, shown: false };
        Ticker { due: console::can_redraw().then(|| Mutex::new(due)) }
    }

    /// Shows the progress, if an update is due.
    pub(crate) fn update(&self, progress: Progress<'_>) {
        let Some(due) = &self.due else { return };
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        if Instant::now() < due.at {
            return;
        }
        due.at = Instant::now() + PACE;
        due.shown = true;
        let _ = write!(io::stderr(), "\r\u{1b}[K{}", sentence(progress));
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        let Some(due) = &self.due else { return };
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut due.shown) {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

fn sentence(progress: Progress<'_>) -> String {
    let count = |count: usize| grouped(&Natural::from(count as u64));
    match progress {
        Progress::Curves { number, bits, done, planned } => {
            let digits = number.digits();
            let size = bits * 3 / 10;
            // The number of curves of the last kind is not limited.
            let of = if planned == u32::MAX { String::new() } else { format!(" of {planned}") };
            format!("{digits} digits: curves for factors of up to {size} digits, {done}{of}")
        }
        Progress::Sieve { number, found, needed } => {
            let digits = number.digits();
            format!("{digits} digits: sieving, {} of {} relations", count(found), count(needed))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_going_on() {
        let number = &Natural::from(10u8).pow(60);
        let curves = Progress::Curves { number, bits: 44, done: 3, planned: 18 };
        assert_eq!(sentence(curves), "61 digits: curves for factors of up to 13 digits, 3 of 18");
        let endless = Progress::Curves { number, bits: 100, done: 3, planned: u32::MAX };
        assert_eq!(sentence(endless), "61 digits: curves for factors of up to 30 digits, 3");
        let sieve = Progress::Sieve { number, found: 1_234, needed: 5_509 };
        assert_eq!(sentence(sieve), "61 digits: sieving, 1,234 of 5,509 relations");
    }
}
