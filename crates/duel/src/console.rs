//! Where the program writes: the game to standard output, everything else to standard error.

use std::io::{self, IsTerminal as _, Write as _};

use anstream::stderr;
use duel_core::shown;

use crate::stop::Stop;

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[33m";
const DIM: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// What is known about the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    interactive: bool,
}

impl Console {
    pub(crate) fn new() -> Console {
        Console { interactive: io::stdin().is_terminal() && io::stdout().is_terminal() }
    }

    /// Whether a person sits in front of it, so that questions beyond the books make sense.
    pub(crate) fn is_interactive(self) -> bool {
        self.interactive
    }
}

/// Writes what the game says, at once.
pub(crate) fn say(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A remark beside the game.
pub(crate) fn note(text: &str) {
    let _ = writeln!(stderr().lock(), "{DIM}{}{PLAIN}", lines(text));
}

/// Why something was not accepted.
pub(crate) fn refuse(text: &str) {
    let _ = writeln!(stderr().lock(), "{YELLOW}{}{PLAIN}", lines(text));
}

/// Why the program gives up.
pub(crate) fn error(text: &str) {
    let _ = writeln!(stderr().lock(), "{RED}error:{PLAIN} {}", lines(text));
}

/// Nothing that came from elsewhere reaches the terminal raw.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(shown).collect();
    lines.join("\n")
}
