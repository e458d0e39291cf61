use std::{io, sync::OnceLock};

use rustix::termios::{self, OptionalActions, Termios};

static SETTINGS: OnceLock<Option<Termios>> = OnceLock::new();

/// Saves the settings; whether this was the first time.
pub(crate) fn save() -> bool {
    SETTINGS.set(termios::tcgetattr(io::stdin()).ok()).is_ok()
}

/// Restores the saved settings.
pub(crate) fn restore() {
    if let Some(Some(settings)) = SETTINGS.get() {
        let _ = termios::tcsetattr(io::stdin(), OptionalActions::Now, settings);
    }
}

/// Whether the terminal cannot move its cursor.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|terminal| terminal.is_empty() || terminal == "dumb")
}

/// Whether colours can be written as escape sequences. Which terminals want colours is known elsewhere.
pub(crate) fn takes_escapes() -> bool {
    true
}
