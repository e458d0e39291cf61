//! The terminal: its size, what it can do, and its settings, which are restored when the program
//! leaves in the middle of a line.

#[cfg_attr(unix, path = "terminal/unix.rs")]
#[cfg_attr(windows, path = "terminal/windows.rs")]
mod system;

use std::io::{stderr, stdout};

pub(crate) use system::{is_dumb, restore, save, takes_escapes};
use terminal_size::{Height, Width, terminal_size_of};

/// Columns and rows of the terminal behind standard output; `None` also where it does not say.
pub(crate) fn size_of_output() -> Option<(u16, u16)> {
    terminal_size_of(stdout()).map(|(Width(columns), Height(rows))| (columns, rows))
}

/// The same of the terminal behind standard error.
pub(crate) fn size_of_errors() -> Option<(u16, u16)> {
    terminal_size_of(stderr()).map(|(Width(columns), Height(rows))| (columns, rows))
}
