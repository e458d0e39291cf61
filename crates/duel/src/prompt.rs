//! Commands at the prompt that are not moves.

use duel_numbers::Natural;

use crate::{console, nearest};

/// A command at the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PromptCommand {
    /// List the commands.
    Help,
    /// List the moves, or a part of a long list.
    Moves(Option<MoveRange>),
    /// Show the rules.
    Rules,
    /// Advise.
    Hint,
    /// Take the last move back.
    Undo,
    /// Give up.
    Resign,
    /// Offer to abandon the game.
    Draw,
    /// Write the record to a file.
    Save(String),
    /// Leave; the game is kept.
    Quit,
    /// A command with wrong arguments, and how to write it.
    Malformed(&'static str),
}

/// A part of a list of moves, counted from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveRange {
    /// Which number, counted from 0.
    pub(crate) index: usize,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// What `help` prints.
pub(crate) const HELP: &str = "\
A move as the book writes it, or one of:
  help          these words
  moves         the valid moves; moves 1000..1100 shows a part of a long list
                (moves 2:1..50 for the second of several numbers)
  rules         the rules of this game
  hint          what to look for; ask again for more, and for a move
  undo          take the last move back, if your opponent agrees (a bot always does)
  resign        give up
  draw          offer to abandon the game (in digits only)
  save FILE     write the record so far to a new file
  quit          leave; `duel resume` goes on later
";

/// Parses a line as a command; `None` if it is none, and so perhaps a move.
pub(crate) fn parse(line: &str) -> Option<PromptCommand> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_ascii_lowercase();
    match (word.trim_end_matches(['.', '!', '?']), rest) {
        ("help" | "h", "") => Some(PromptCommand::Help),
        ("", "") if word == "?" => Some(PromptCommand::Help),
        ("moves", "") => Some(PromptCommand::Moves(None)),
        ("moves", range) => Some(match parse_move_range(range) {
            Some(range) => PromptCommand::Moves(Some(range)),
            None => {
                PromptCommand::Malformed("A part of the list is named like this: moves 1000..1100")
            }
        }),
        ("rules", "") => Some(PromptCommand::Rules),
        ("hint", "") => Some(PromptCommand::Hint),
        ("undo", "") => Some(PromptCommand::Undo),
        ("resign", "") => Some(PromptCommand::Resign),
        ("draw", "") => Some(PromptCommand::Draw),
        ("save", "") => Some(PromptCommand::Malformed("Name a new file: save FILE")),
        ("save", file) => Some(PromptCommand::Save(file.to_owned())),
        ("quit" | "exit" | "q", "") => Some(PromptCommand::Quit),
        _ => None,
    }
}

/// The commands as they are typed, and the words that moves begin with.
const WORDS: [&str; 12] = [
    "help", "moves", "rules", "hint", "undo", "resign", "draw", "save", "quit", "exit", "divide",
    "subtract",
];

/// What the first word of a line may have been meant as.
pub(crate) fn suggestion(line: &str) -> Option<&'static str> {
    nearest::mistyped(line, WORDS)
}

/// How to answer a question that was not answered.
pub(crate) const YES_OR_NO: &str = "Please answer yes or no.";

/// The answer to a question; a line that is none is refused.
pub(crate) fn yes_or_no(line: &str) -> Option<bool> {
    match line.trim().trim_end_matches(['.', '!']).to_lowercase().as_str() {
        "yes" | "y" => Some(true),
        "no" | "n" => Some(false),
        _ => {
            console::refuse(YES_OR_NO);
            None
        }
    }
}

/// Reads `[INDEX:]FROM..TO`.
fn parse_move_range(text: &str) -> Option<MoveRange> {
    let (index, range) = match text.split_once(':') {
        Some((index, range)) => {
            (usize::try_from(parse_place(index)?.to_u64()?).ok()?.checked_sub(1)?, range)
        }
        None => (0, text),
    };
    let (from, to) = parse_range(range)?;
    Some(MoveRange { index, from: from.to_u64()?, to: to.to_u64()? })
}

/// Reads `FROM..TO`: places counted from 1, both included.
pub(crate) fn parse_range(text: &str) -> Option<(Natural, Natural)> {
    let (from, to) = text.split_once("..")?;
    let (from, to) = (parse_place(from)?, parse_place(to)?);
    (from <= to).then_some((from, to))
}

fn parse_place(text: &str) -> Option<Natural> {
    Natural::parse(text.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_any_case() {
        assert_eq!(parse(" Help "), Some(PromptCommand::Help));
        assert_eq!(parse("QUIT."), Some(PromptCommand::Quit));
        assert_eq!(parse("q"), Some(PromptCommand::Quit));
        assert_eq!(
            parse("save my game.duel"),
            Some(PromptCommand::Save("my game.duel".to_owned()))
        );
        assert_eq!(
            parse("moves 2:10..20"),
            Some(PromptCommand::Moves(Some(MoveRange { index: 1, from: 10, to: 20 })))
        );
    }

    #[test]
    fn mistyped_commands_are_recognised() {
        for (line, meant) in [
            ("hnt", "hint"),
            ("HITN", "hint"),
            ("move", "moves"),
            ("rsign", "resign"),
            ("resing", "resign"),
            ("undoo", "undo"),
            ("qiut", "quit"),
            ("sav g.duel", "save"),
            ("subtrcat 3", "subtract"),
        ] {
            assert_eq!(suggestion(line), Some(meant), "{line}");
        }
        for line in ["", "6", "divide by 6", "subtract 5", "x", "i have no valid moves", "7hint"] {
            assert_eq!(suggestion(line), None, "{line}");
        }
    }

    #[test]
    fn malformed_commands_are_not_moves() {
        for line in ["save", "moves 3..1", "moves 0..1", "moves all"] {
            assert!(matches!(parse(line), Some(PromptCommand::Malformed(_))), "{line}");
        }
    }

    #[test]
    fn moves_and_nonsense_are_not_commands() {
        for line in ["6", "", "divide by 6", "undo everything", "helpless"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
