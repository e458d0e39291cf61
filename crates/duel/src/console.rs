//! Where the program writes: the game to standard output, everything else to standard error.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::LazyLock,
};

use anstream::{AutoStream, ColorChoice, stderr};
use duel_books::listing::{grouped, with_numbers};
use duel_core::shown;
use duel_numbers::Natural;
use duel_tui::paragraphs::of_rules;
use serde::Serialize;

use crate::{stop::Stop, terminal, wrap::wrap};

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[33m";
const GREEN: &str = "\u{1b}[32m";
const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// What stands before the reason of a failure.
const ERROR: &str = "error:";

/// What a colour means. The words always say it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Won, or a good move.
    Good,
    /// Lost, or a mistake.
    Bad,
    /// Whose turn it is, and other headings.
    Heading,
}

/// A text in its colour, if standard output is a terminal that should have colours. Elsewhere it
/// stays as it is, even with `--color always`: transcripts are held against the books to the letter.
pub(crate) fn painted(text: &str, tone: Tone) -> String {
    static COLOURED: LazyLock<bool> = LazyLock::new(|| {
        io::stdout().is_terminal()
            && AutoStream::choice(&io::stdout()) != ColorChoice::Never
            && terminal::takes_escapes()
    });
    if !*COLOURED {
        return text.to_owned();
    }
    let colour = match tone {
        Tone::Good => GREEN,
        Tone::Bad => RED,
        Tone::Heading => BOLD,
    };
    // Line by line, so that a break between words does not carry a colour on.
    let paint = |line: &str| {
        if line.is_empty() { String::new() } else { format!("{colour}{line}{PLAIN}") }
    };
    text.split('\n').map(paint).collect::<Vec<_>>().join("\n")
}

/// Whether input and output are a terminal, so that a person can be asked questions.
pub(crate) fn is_interactive() -> bool {
    // Looked at once: a terminal that is closed later changes nothing.
    static INTERACTIVE: LazyLock<bool> =
        LazyLock::new(|| io::stdin().is_terminal() && io::stdout().is_terminal());
    *INTERACTIVE
}

/// Whether a game fits on the full screen here: a terminal that can move its cursor, of some size.
pub(crate) fn suits_full_screen() -> bool {
    const LEAST: (u16, u16) = (60, 16);
    // Where the size is not known, the prompt is better.
    let large = terminal::size_of_output()
        .is_some_and(|(columns, rows)| columns >= LEAST.0 && rows >= LEAST.1);
    is_interactive() && !terminal::is_dumb() && large
}

/// Whether standard error is a terminal on which a line can be drawn again.
pub(crate) fn can_redraw() -> bool {
    io::stderr().is_terminal() && !terminal::is_dumb()
}

/// The width of the terminal behind standard output; `None` if that is none, or too narrow for words.
pub(crate) fn columns() -> Option<usize> {
    usable_columns(io::stdout().is_terminal(), terminal::size_of_output())
}

/// The same behind standard error.
fn error_columns() -> Option<usize> {
    usable_columns(io::stderr().is_terminal(), terminal::size_of_errors())
}

fn usable_columns(is_terminal: bool, size: Option<(u16, u16)>) -> Option<usize> {
    const USUAL: usize = 80;
    const NARROWEST: usize = 24;
    let columns = size.map_or(USUAL, |(columns, _)| usize::from(columns));
    Some(columns).filter(|columns| is_terminal && *columns >= NARROWEST)
}

/// Writes text for people to standard output: on a terminal its lines are broken between words, and
/// elsewhere they stay as they are, for transcripts and for programs that look for them.
pub(crate) fn say(text: &str) -> Result<(), Stop> {
    match columns() {
        Some(columns) => say_exactly(&wrap(text, columns)),
        None => say_exactly(text),
    }
}

/// Writes rules, which the books break into lines of their own, as [`say`] writes a text.
pub(crate) fn say_rules(rules: &str) -> Result<(), Stop> {
    match columns() {
        Some(columns) => say_exactly(&wrap(&of_rules(rules), columns)),
        None => say_exactly(rules),
    }
}

/// Writes to standard output, and flushes.
pub(crate) fn say_exactly(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a value as readable JSON.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Stop> {
    say_exactly(&format!("{}\n", serde_json::to_string_pretty(value).map_err(Stop::failed)?))
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
    // Broken together with what stands before it.
    let text = lines(&format!("{ERROR} {text}"));
    let rest = text.strip_prefix(ERROR).unwrap_or(&text);
    let _ = writeln!(stderr().lock(), "{RED}{ERROR}{PLAIN}{rest}");
}

/// Writes what is wrong with a command line, in the colours that it brings along.
pub(crate) fn complain(text: &str) {
    let wrapped = error_columns().map(|columns| wrap(text, columns));
    let _ = write!(stderr().lock(), "{}", wrapped.as_deref().unwrap_or(text));
}

/// The lines of a text, with control characters escaped, as wide as the terminal allows.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(shown).collect();
    let text = lines.join("\n");
    match error_columns() {
        Some(columns) => wrap(&text, columns),
        None => text,
    }
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
