//! A command line, split into words as a shell would, without a shell.
//!
//! Words are separated by white space. Single quotes keep everything, double quotes keep everything
//! but `\"` and `\\`, and a backslash elsewhere keeps the next character. Nothing is expanded.
//! On Windows, where backslashes separate folders, one outside of quotes is a character like any other.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A program and its arguments.
///
/// ```
/// use duel_play::command_line::CommandLine;
///
/// let line: CommandLine = r#"python3 "my bot.py" --name 'A "B"' a\ b"#.parse().unwrap();
/// assert_eq!(line.program(), "python3");
/// assert_eq!(line.arguments(), ["my bot.py", "--name", r#"A "B""#, "a b"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
    typed: String,
}

/// Why a text is not a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// There is no word in it.
    #[error("a program is needed, for example cmd:python3 mybot.py")]
    Nothing,
    /// A quotation mark without its other half.
    #[error("a quotation mark is not closed")]
    OpenQuote,
    /// A backslash at the very end.
    #[error("nothing follows the last backslash")]
    OpenBackslash,
    /// A character that no program can be given.
    #[error("a command cannot hold a zero byte")]
    Zero,
}

impl CommandLine {
    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl fmt::Display for CommandLine {
    /// As it was typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.typed)
    }
}

impl FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(typed: &str) -> Result<CommandLine, CommandError> {
        if typed.contains('\0') {
            return Err(CommandError::Zero);
        }
        let mut words = split(typed, Backslash::OF_SYSTEM)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(CommandLine {
            program: program.ok_or(CommandError::Nothing)?,
            arguments: words.collect(),
            typed: typed.trim().to_owned(),
        })
    }
}

/// What a backslash outside of quotes does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Backslash {
    /// It keeps the next character.
    Quotes,
    /// It stands for itself, between folders.
    Separates,
}

impl Backslash {
    const OF_SYSTEM: Backslash =
        if cfg!(windows) { Backslash::Separates } else { Backslash::Quotes };
}

fn split(typed: &str, backslash: Backslash) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    // `None` between words; a pair of quotes makes a word even if nothing is in it.
    let mut word: Option<String> = None;
    let mut characters = typed.chars();
    while let Some(character) = characters.next() {
        match character {
            space if space.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or(CommandError::OpenQuote)? {
                        '\'' => break,
                        kept => word.push(kept),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or(CommandError::OpenQuote)? {
                        '"' => break,
                        '\\' => match characters.next().ok_or(CommandError::OpenQuote)? {
                            kept @ ('"' | '\\') => word.push(kept),
                            other => word.extend(['\\', other]),
                        },
                        kept => word.push(kept),
                    }
                }
            }
            '\\' if backslash == Backslash::Quotes => {
                let kept = characters.next().ok_or(CommandError::OpenBackslash)?;
                word.get_or_insert_default().push(kept);
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_windows_stays_whole_there() {
        let typed = r#"C:\bots\mine.exe "C:\my bots\list.txt" 'D:\x y\' --deep"#;
        assert_eq!(
            split(typed, Backslash::Separates).unwrap(),
            [r"C:\bots\mine.exe", r"C:\my bots\list.txt", r"D:\x y\", "--deep"]
        );
        assert_eq!(split(r"C:\bots\mine.exe", Backslash::Quotes).unwrap(), ["C:botsmine.exe"]);
        assert_eq!(split("end\\", Backslash::Quotes), Err(CommandError::OpenBackslash));
        assert_eq!(split("end\\", Backslash::Separates).unwrap(), ["end\\"]);
    }
}
