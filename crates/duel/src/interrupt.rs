//! Signals: the terminal is restored, cancellable work reports what it found, and a farewell names
//! the kept game.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use duel_tui::signals;

use crate::{busy, console, terminal};

static FAREWELL: Mutex<Option<String>> = Mutex::new(None);

/// Whether work is in progress that polls [`CANCEL`].
static WORKING: AtomicBool = AtomicBool::new(false);
static CANCEL: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether the interrupted work has set its farewell.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Whether another handler is responsible for signals.
static HANDED_OVER: AtomicBool = AtomicBool::new(false);

/// How long cancelled work may take to end.
const GRACE: Duration = Duration::from_secs(1);

/// Saves the terminal settings, and handles signals from now on. Further calls do nothing.
pub(crate) fn watch() -> io::Result<()> {
    if !terminal::save() {
        return Ok(());
    }
    signals::watch(|signal| {
        if HANDED_OVER.load(SeqCst) {
            return;
        }
        INTERRUPTED.store(true, SeqCst);
        CANCEL.store(true, SeqCst);
        let began = Instant::now();
        while WORKING.load(SeqCst) && !LEAVING.load(SeqCst) && began.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(2));
        }
        terminal::restore();
        busy::clear();
        say_farewell();
        duel_ugi::end_all();
        duel_play::atomic_file::finish();
        std::process::exit(128 + signal);
    })
}

/// Leaves signals to another handler from now on.
pub(crate) fn hand_over() {
    HANDED_OVER.store(true, SeqCst);
}

/// Handles signals again.
pub(crate) fn take_back() {
    HANDED_OVER.store(false, SeqCst);
}

/// Does work that ends early once the flag is set: by a signal, or by the work itself.
pub(crate) fn cancellable<R>(work: impl FnOnce(&AtomicBool) -> R) -> R {
    WORKING.store(true, SeqCst);
    let result = work(&CANCEL);
    // Interrupted work counts as in progress until it has set its farewell.
    if !happened() {
        WORKING.store(false, SeqCst);
        CANCEL.store(false, SeqCst);
    }
    result
}

/// Whether a signal has ended the work.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// Leaves the exit to the signal, if there was one: it ends programs, and the game that they played
/// may be over before it.
pub(crate) fn wait_for_exit() {
    while happened() {
        thread::park();
    }
}

/// Exits after a signal with this farewell and the exit code of the signal.
pub(crate) fn leave(farewell: String) -> ! {
    set_farewell(Some(farewell));
    LEAVING.store(true, SeqCst);
    loop {
        thread::park();
    }
}

/// Sets the text that is printed on exit.
pub(crate) fn set_farewell(farewell: Option<String>) {
    *FAREWELL.lock().unwrap_or_else(PoisonError::into_inner) = farewell;
}

/// Prints the farewell, once.
pub(crate) fn say_farewell() {
    let farewell = FAREWELL.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(farewell) = farewell {
        console::note(&format!("\n{farewell}"));
    }
}
