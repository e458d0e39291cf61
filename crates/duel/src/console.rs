//! Where the program writes: the game to standard output, everything else to standard error.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::LazyLock,
};

use anstream::stderr;
use duel_books::listing::{grouped, with_numbers};
use duel_core::shown;
use duel_numbers::Natural;
use serde::Serialize;

use crate::stop::Stop;

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[33m";
const DIM: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// Whether input and output are a terminal, so that a person can be asked questions.
pub(crate) fn is_interactive() -> bool {
    // Looked at once: a terminal that is closed later changes nothing.
    static INTERACTIVE: LazyLock<bool> =
        LazyLock::new(|| io::stdin().is_terminal() && io::stdout().is_terminal());
    *INTERACTIVE
}

/// Whether standard error is a terminal on which a line can be drawn again.
pub(crate) fn can_redraw() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    io::stderr().is_terminal() && !dumb
}

/// Writes to standard output, and flushes.
pub(crate) fn say(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a value as readable JSON.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Stop> {
    say(&format!("{}\n", serde_json::to_string_pretty(value).map_err(Stop::failed)?))
}

/// Writes a text for people, with long numbers abbreviated.
pub(crate) fn say_abbreviated(text: &str) -> Result<(), Stop> {
    say(&abbreviated(text))
}

/// A text for people, with long numbers shown by both ends and their length:
/// `1234567890...9876543210 (3,010 digits)`. Output for programs keeps numbers whole.
pub(crate) fn abbreviated(text: &str) -> String {
    /// The longest number that is shown whole.
    const WHOLE: usize = 100;
    /// How many digits are shown of each end.
    const END: usize = 10;
    with_numbers(text, |number| {
        let length = number.len();
        if length <= WHOLE {
            return number.to_owned();
        }
        let (first, last) = (&number[..END], &number[length - END..]);
        format!("{first}...{last} ({} digits)", grouped(&Natural::from(length)))
    })
}

/// Writes a remark to standard error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(stderr().lock(), "{DIM}{}{PLAIN}", lines(text));
}

/// Writes why something was not accepted.
pub(crate) fn refuse(text: &str) {
    let _ = writeln!(stderr().lock(), "{YELLOW}{}{PLAIN}", lines(text));
}

/// Writes why the program failed.
pub(crate) fn error(text: &str) {
    let _ = writeln!(stderr().lock(), "{RED}error:{PLAIN} {}", lines(text));
}

/// The lines of a text, with control characters escaped.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(shown).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_that_are_too_long_to_read_are_abbreviated() {
        let whole = "7".repeat(100);
        let long = format!("{}{}", "1".repeat(1_500), "2".repeat(1_510));
        assert_eq!(abbreviated(""), "");
        assert_eq!(abbreviated(&format!("Take 6 from {whole}.")), format!("Take 6 from {whole}."));
        assert_eq!(
            abbreviated(&format!("divide:{long},{long}/2 – {whole}{whole}")),
            "divide:1111111111...2222222222 (3,010 digits),1111111111...2222222222 (3,010 \
             digits)/2 – 7777777777...7777777777 (200 digits)"
        );
    }
}
