//! What is going on, on one line of standard error, when something takes longer than a second.
//!
//! Nothing is shown where standard error is not a terminal that can redraw a line.

use std::{
    io::{self, Write as _},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use duel_books::listing::grouped;
use duel_numbers::Natural;

use crate::console;

/// How long work may take before the line appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is redrawn.
const PACE: Duration = Duration::from_millis(250);

/// Whether the line is on the terminal. Held while it is drawn.
static SHOWN: Mutex<bool> = Mutex::new(false);

/// Work in progress. The line goes when this is dropped.
pub(crate) struct Busy {
    /// How far it is: positions that were visited, or things that were done.
    count: Arc<AtomicU64>,
    display: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Busy {
    /// Begins work that is described like this: "Searching", counted in such things as "positions".
    pub(crate) fn new(doing: &str, things: &'static str) -> Busy {
        let count = Arc::new(AtomicU64::new(0));
        let display = console::can_redraw().then(|| {
            let (done, is_done) = mpsc::channel();
            let (doing, count) = (doing.to_owned(), Arc::clone(&count));
            let began = Instant::now();
            let display = thread::spawn(move || {
                let is_over = |patience| {
                    !matches!(is_done.recv_timeout(patience), Err(RecvTimeoutError::Timeout))
                };
                if is_over(PATIENCE) {
                    return;
                }
                *shown() = true;
                loop {
                    let is_shown = shown();
                    // A signal has taken it away.
                    if !*is_shown {
                        return;
                    }
                    let text = message(&doing, count.load(SeqCst), things, began.elapsed());
                    // Not padded to the width of the terminal, as a progress bar is: what Ctrl-C
                    // echoes would begin another line.
                    let _ = write!(io::stderr(), "\r\u{1b}[K{text}");
                    drop(is_shown);
                    if is_over(PACE) {
                        break;
                    }
                }
                clear();
            });
            (done, display)
        });
        Busy { count, display }
    }

    /// Says how far it is.
    pub(crate) fn set(&self, count: u64) {
        self.count.store(count, SeqCst);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some((done, display)) = self.display.take() {
            drop(done);
            let _ = display.join();
        }
    }
}

/// Takes the line away: the work is done, or the program is left by a signal. It is not drawn again.
pub(crate) fn clear() {
    let mut shown = shown();
    if std::mem::take(&mut *shown) {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
}

fn shown() -> MutexGuard<'static, bool> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn message(doing: &str, count: u64, things: &str, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    if count == 0 {
        return format!("{doing} ... ({seconds} s)");
    }
    format!("{doing}: {} {things} ({seconds} s)", grouped(&Natural::from(count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_going_on() {
        let time = Duration::from_millis(2_900);
        assert_eq!(message("Dealing", 0, "starts", time), "Dealing ... (2 s)");
        let message = message("Searching", 1_234_567, "positions", time);
        assert_eq!(message, "Searching: 1,234,567 positions (2 s)");
    }
}
