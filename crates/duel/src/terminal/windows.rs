use std::sync::OnceLock;

use crossterm::{ansi_support::supports_ansi, terminal::disable_raw_mode};

static WATCHED: OnceLock<()> = OnceLock::new();

/// Whether this was the first time; there are no settings to save.
pub(crate) fn save() -> bool {
    WATCHED.set(()).is_ok()
}

/// Lets the console edit and show lines again, as it does for every program that changes nothing.
pub(crate) fn restore() {
    let _ = disable_raw_mode();
}

/// Whether the console cannot move its cursor. Consoles before Windows 10 know no escape sequences.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") || !takes_escapes()
}

/// Whether the console understands escape sequences, which is switched on by asking.
pub(crate) fn takes_escapes() -> bool {
    supports_ansi()
}
