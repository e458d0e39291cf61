//! Signals: the terminal is put right and the player is told where the game is kept.

use std::{
    io,
    sync::{Mutex, OnceLock, PoisonError},
    thread,
};

use rustix::termios::{self, OptionalActions, Termios};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

use crate::console;

static TERMINAL: OnceLock<Option<Termios>> = OnceLock::new();
static FAREWELL: Mutex<Option<String>> = Mutex::new(None);

/// Remembers how the terminal is set, and listens for signals from now on. Once is enough.
pub(crate) fn watch() -> io::Result<()> {
    if TERMINAL.set(termios::tcgetattr(io::stdin()).ok()).is_err() {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            restore_terminal();
            say_farewell();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// What to tell a player who leaves in the middle.
pub(crate) fn set_farewell(farewell: Option<String>) {
    *FAREWELL.lock().unwrap_or_else(PoisonError::into_inner) = farewell;
}

/// Tells it, once.
pub(crate) fn say_farewell() {
    let farewell = FAREWELL.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(farewell) = farewell {
        console::note(&format!("\n{farewell}"));
    }
}

/// Puts the terminal back as it was found.
pub(crate) fn restore_terminal() {
    if let Some(Some(settings)) = TERMINAL.get() {
        let _ = termios::tcsetattr(io::stdin(), OptionalActions::Now, settings);
    }
}
