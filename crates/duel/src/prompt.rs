//! The words at the prompt that are not moves.

use duel_numbers::Natural;

/// What a player can ask for beside a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// List these words.
    Help,
    /// List the moves, or a stretch of a long list.
    Moves(Option<Stretch>),
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
    /// One of these words, said wrongly; this would be right.
    Malformed(&'static str),
}

/// A stretch of a list of moves, counted from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
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
  hint          a nudge; ask again for a move
  undo          take the last move back, if your opponent agrees (a bot always does)
  resign        give up
  draw          offer to abandon the game (in digits only)
  save FILE     write the record so far to a new file
  quit          leave; `duel resume` goes on later
";

/// Understands a line as an order. `None` if it is none, and so perhaps a move.
pub(crate) fn order(line: &str) -> Option<Order> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_ascii_lowercase();
    match (word.trim_end_matches(['.', '!', '?']), rest) {
        ("help" | "h", "") => Some(Order::Help),
        ("", "") if word == "?" => Some(Order::Help),
        ("moves", "") => Some(Order::Moves(None)),
        ("moves", stretch) => Some(match parse_stretch(stretch) {
            Some(stretch) => Order::Moves(Some(stretch)),
            None => Order::Malformed("A part of the list is named like this: moves 1000..1100"),
        }),
        ("rules", "") => Some(Order::Rules),
        ("hint", "") => Some(Order::Hint),
        ("undo", "") => Some(Order::Undo),
        ("resign", "") => Some(Order::Resign),
        ("draw", "") => Some(Order::Draw),
        ("save", "") => Some(Order::Malformed("Name a new file: save FILE")),
        ("save", file) => Some(Order::Save(file.to_owned())),
        ("quit" | "exit", "") => Some(Order::Quit),
        _ => None,
    }
}

/// Reads `[INDEX:]FROM..TO`.
fn parse_stretch(text: &str) -> Option<Stretch> {
    let (index, range) = match text.split_once(':') {
        Some((index, range)) => {
            (usize::try_from(parse_place(index)?.to_u64()?).ok()?.checked_sub(1)?, range)
        }
        None => (0, text),
    };
    let (from, to) = parse_range(range)?;
    Some(Stretch { index, from: from.to_u64()?, to: to.to_u64()? })
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
    fn orders_are_heard_in_any_case() {
        assert_eq!(order(" Help "), Some(Order::Help));
        assert_eq!(order("QUIT."), Some(Order::Quit));
        assert_eq!(order("save my game.duel"), Some(Order::Save("my game.duel".to_owned())));
        assert_eq!(
            order("moves 2:10..20"),
            Some(Order::Moves(Some(Stretch { index: 1, from: 10, to: 20 })))
        );
    }

    #[test]
    fn orders_said_wrongly_are_told_apart_from_moves() {
        for line in ["save", "moves 3..1", "moves 0..1", "moves all"] {
            assert!(matches!(order(line), Some(Order::Malformed(_))), "{line}");
        }
    }

    #[test]
    fn moves_and_nonsense_are_not_orders() {
        for line in ["6", "", "divide by 6", "undo everything", "helpless"] {
            assert_eq!(order(line), None, "{line}");
        }
    }
}
