//! Parses what players type: the phrases of all books in one small grammar.
//!
//! A line is a move in the short form of `duel-core` (`6`, `/6`, `2:6`), a phrase of the books
//! (`Divide by 15`, `divide 15`, `I divide 60 by 6`, `Subtract 5`, `append 4`, `pass`), or the
//! admission that there is no move (`I have no valid moves. You win!`). Case and final punctuation
//! do not matter. What is left out is filled in where only one legal reading remains.

use duel_core::{
    Board, Choice, Input, Move, MoveError, Op, Pass, Position, Take, WrittenMove, shown,
};
use duel_numbers::{MAX_DIGITS, Natural};
use thiserror::Error;

/// Why a line could not be understood, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unclear {
    /// An empty line.
    #[error("an empty line is not a move")]
    Empty,
    /// A line that is longer than any move.
    #[error("that is longer than any move")]
    TooLong,
    /// Words that no book uses.
    #[error("\"{0}\" is not a move here")]
    Words(String),
    /// Something that is almost a move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A number that is not on the table.
    #[error("{0} is not the number on the table")]
    NotOnTheTable(Natural),
}

/// Parses a line as an input of the player to move.
pub fn hear(position: &Position, line: &str) -> Result<Input, Unclear> {
    if line.len() > 2 * MAX_DIGITS + 100 {
        return Err(Unclear::TooLong);
    }
    let phrase = line.trim().trim_end_matches(['.', '!', '?', ',', ';', ':']).to_lowercase();
    if phrase.is_empty() {
        return Err(Unclear::Empty);
    }
    if admits_being_stuck(&phrase) {
        return Ok(Input::Stuck);
    }
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let words = words.strip_prefix(&["i"]).unwrap_or(&words);
    match position.board() {
        Board::Digits { .. } => match words {
            ["append" | "appends", "digit", digit] | ["append" | "appends", digit] | [digit] => {
                Ok(Input::Move(position.read_move(digit.trim_matches(['\'', '"']))?))
            }
            _ => Err(MoveError::OneDigit.into()),
        },
        Board::Numbers { take, numbers, .. } => parse_take(position, *take, numbers, words, line),
    }
}

/// "I have no valid moves", perhaps with another sentence after it.
fn admits_being_stuck(phrase: &str) -> bool {
    let admission = phrase.strip_prefix("i have ").unwrap_or(phrase);
    let rest = admission.strip_prefix("no valid move");
    let rest = rest.map(|rest| rest.strip_prefix('s').unwrap_or(rest));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '!', ',', ';']))
}

fn parse_take(
    position: &Position,
    take: Take,
    numbers: &[Natural],
    words: &[&str],
    line: &str,
) -> Result<Input, Unclear> {
    let parse = |text: &str| WrittenMove::parse(text).map_err(MoveError::from);
    let number = |text: &str| Natural::parse(text).map_err(MoveError::from);
    let (op, on, text) = match words {
        ["pass"] => return Ok(Input::Move(Move::Pass)),
        ["divide" | "divides", on, "by", text] => (Some(Op::Divide), Some(number(on)?), *text),
        ["divide" | "divides", "by", text] | ["divide" | "divides", text] => {
            (Some(Op::Divide), None, *text)
        }
        ["subtract" | "subtracts", text, "from", on] => {
            (Some(Op::Subtract), Some(number(on)?), *text)
        }
        ["subtract" | "subtracts", text] => (Some(Op::Subtract), None, *text),
        ["take" | "choose" | "select" | "selects", text] | [text] => (None, None, *text),
        _ => return Err(Unclear::Words(cut_short(line))),
    };
    if op.is_none() && !text.starts_with(|c: char| c.is_numeric() || "+-/_.,".contains(c)) {
        return Err(Unclear::Words(cut_short(line)));
    }
    if let (None, None, Ok(exact)) = (op, &on, position.read_move(text)) {
        return Ok(Input::Move(match exact {
            // Where there is a pass, dividing by 1 is it, however it is written.
            Move::Take { op: Op::Divide, divisor, .. }
                if divisor.is_one() && take.pass == Pass::OncePerGame =>
            {
                Move::Pass
            }
            exact => exact,
        }));
    }
    let mut written = parse(text)?;
    if written.op.is_some() && (op.is_some() || !position.has_both_operations()) {
        return Err(MoveError::OnlyOneOperation.into());
    }
    if written.index.is_some() && !position.has_several_numbers() {
        return Err(MoveError::OnlyOneNumber.into());
    }
    written.op = written.op.or(op);
    if let Some(on) = on {
        let found = numbers.iter().position(|number| *number == on);
        written.index = Some(found.ok_or(Unclear::NotOnTheTable(on))?);
    }
    if written.op == Some(Op::Divide) && written.number.is_one() {
        return Ok(Input::Move(Move::Pass));
    }
    Ok(Input::Move(fill_in(position, take, numbers, &written)?))
}

/// Fills in what was left out, if only one reading is legal; if none is, the plainest reading is
/// kept, so that the refusal explains it.
fn fill_in(
    position: &Position,
    take: Take,
    numbers: &[Natural],
    written: &WrittenMove,
) -> Result<Move, Unclear> {
    let places: Vec<usize> = written.index.map_or((0..numbers.len()).collect(), |i| vec![i]);
    let ops: Vec<Op> = written.op.map_or(take.steps().map(|step| step.op).collect(), |op| vec![op]);
    let readings = places.iter().flat_map(|index| {
        ops.iter().map(|op| Move::Take { index: *index, op: *op, divisor: written.number.clone() })
    });
    let legal: Vec<Move> =
        readings.clone().filter(|reading| position.after(reading).is_ok()).collect();
    match legal.as_slice() {
        [only] => Ok(only.clone()),
        [] if places.len() == 1 || written.index.is_some() => {
            // Where one operation is for 1 alone, any other number is meant for the other one.
            let is_meant = |reading: &Move| match reading {
                Move::Take { op, divisor, .. } => take
                    .step_with(*op)
                    .is_some_and(|step| (step.choice == Choice::One) == divisor.is_one()),
                Move::Append(_) | Move::Pass => false,
            };
            let meant = readings.clone().find(is_meant);
            meant.or_else(|| readings.last()).ok_or(Unclear::Empty)
        }
        [] => Err(MoveError::WhichNumber.into()),
        _ if places.len() > 1 => Err(MoveError::WhichNumber.into()),
        _ => Err(MoveError::WhichOperation(written.number.clone()).into()),
    }
}

/// The beginning of a line, fit to be shown.
pub fn cut_short(line: &str) -> String {
    const LONG: usize = 40;
    let line = shown(line.trim());
    if line.chars().count() > LONG {
        format!("{}...", line.chars().take(LONG).collect::<String>())
    } else {
        line
    }
}
