//! The text forms of positions and moves: a contract that scripts, bots, records and web
//! addresses rely on.
//!
//! A position is one line, `BOOK[+RULE...]:STATE[~BARRED][/2]`, and never contains a space:
//! `divide:60`, `factor+no-whole:6~6,3`, `digits+no-leading-zero:22,25:31`. A move is the number
//! (`6`) or the digit; `/6` and `-6` where both operations exist; `2:6` for the second of several
//! numbers; the pass is `1`.

use std::fmt;

use duel_numbers::{MAX_DIGITS, Natural, ParseNaturalError};
use thiserror::Error;

use crate::{
    board::Board,
    house::{HouseRule, HouseRuleError},
    position::Position,
    rules::{MAX_CAP, Op, Pass, Play, Rules},
    seat::Seat,
    setup::SetupError,
    step::{Digit, Move},
};

/// The longest text of a position that is read at all.
pub const MAX_TEXT: usize = 1 << 20;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Longer than [`MAX_TEXT`].
    #[error("the text is {0} characters long; at most {MAX_TEXT} are read")]
    TooLong(usize),
    /// No colon.
    #[error("a position is written BOOK:STATE, for example divide:60 or digits:7:")]
    NoState,
    /// No book of that name.
    #[error("there is no book of that name")]
    UnknownBook,
    /// A house rule that does not exist or does not fit.
    #[error(transparent)]
    House(#[from] HouseRuleError),
    /// `=` after a rule that has no length, or no number after it.
    #[error("only cap-draw and cap-second carry a length, from 1 to {MAX_CAP}: cap-draw=18")]
    BadLength,
    /// A number that is not written as numbers are.
    #[error(transparent)]
    Number(#[from] ParseNaturalError),
    /// A game of digits without its second colon.
    #[error("a game of digits is written TARGETS:DIGITS, for example digits:7: or digits:7:31")]
    NoTargets,
    /// Something that is not a digit, or more digits than are read.
    #[error("after the targets come the digits 0 to 9, at most {MAX_DIGITS} of them")]
    BadDigits,
    /// A list of used digits that does not agree with the digits.
    #[error("the digits themselves say which are used; leave out the part after `~`")]
    BarredDigits,
    /// Something else than `2` after the slash.
    #[error("only /2 may end a position, when the second seat is to move")]
    BadSeat,
    /// A position that the rules cannot produce.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Why a text is not a move in this position. Whether a move is legal is another question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// A number that is not written as numbers are.
    #[error(transparent)]
    Number(#[from] ParseNaturalError),
    /// Not exactly one digit.
    #[error("a move is exactly one digit, 0 to 9")]
    OneDigit,
    /// Several numbers are on the table.
    #[error(
        "say which number the move is for, counting from 1: 2:6 chooses 6 for the second, or 2:/6 and 2:-6 where both operations are played"
    )]
    WhichNumber,
    /// There is just one number.
    #[error("there is only one number here; give the divisor alone")]
    OnlyOneNumber,
    /// Both operations exist.
    #[error("say what to do with it: /{0} divides, -{0} subtracts")]
    WhichOperation(Natural),
    /// There is just one operation.
    #[error("only one operation is played here; give the divisor alone, without a sign")]
    OnlyOneOperation,
}

impl Position {
    /// Reads the text of a position. `catalogue` knows the books by name.
    pub fn parse(
        text: &str,
        catalogue: impl Fn(&str) -> Option<Rules>,
    ) -> Result<Position, NotationError> {
        if text.len() > MAX_TEXT {
            return Err(NotationError::TooLong(text.len()));
        }
        let (head, tail) = text.split_once(':').ok_or(NotationError::NoState)?;
        let rules = parse_rules(head, catalogue)?;
        let (tail, turn) = match tail.split_once('/') {
            None => (tail, Seat::First),
            Some((tail, "2")) => (tail, Seat::Second),
            Some(_) => return Err(NotationError::BadSeat),
        };
        let (state, barred) = match tail.split_once('~') {
            None => (tail, None),
            Some((state, barred)) => (state, Some(barred)),
        };
        match rules.play() {
            Play::Take(_) => {
                let numbers = state
                    .split(',')
                    .map(|number| match number {
                        "0" => Ok(Natural::zero()),
                        number => Natural::parse(number),
                    })
                    .collect::<Result<Vec<_>, _>>()?;
                let barred = barred.map_or(Ok(Vec::new()), parse_list)?;
                Ok(Position::numbers_barred(rules, numbers, barred, turn)?)
            }
            Play::Append(_) => {
                let (targets, digits) = state.split_once(':').ok_or(NotationError::NoTargets)?;
                let digits = parse_digits(digits)?;
                if barred.is_some_and(|barred| !lists_the_used(&rules, barred, &digits)) {
                    return Err(NotationError::BarredDigits);
                }
                Ok(Position::digits(rules, parse_list(targets)?, &digits, turn)?)
            }
        }
    }

    /// The text of a move in this position.
    pub fn write_move(&self, written: &Move) -> String {
        match written {
            Move::Pass => "1".to_owned(),
            Move::Append(digit) => digit.to_char().to_string(),
            Move::Take { index, op, divisor } => {
                let written = WrittenMove {
                    index: self.has_several_numbers().then_some(*index),
                    op: self.has_both_operations().then_some(*op),
                    number: divisor.clone(),
                };
                written.to_string()
            }
        }
    }

    /// Reads the text of a move, in exactly the form of [`Position::write_move`].
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let Board::Numbers { take, .. } = self.board() else {
            let mut characters = text.chars();
            return match (characters.next().and_then(Digit::from_char), characters.next()) {
                (Some(digit), None) => Ok(Move::Append(digit)),
                _ => Err(MoveError::OneDigit),
            };
        };
        if text == "1" && take.pass == Pass::OncePerGame {
            return Ok(Move::Pass);
        }
        let written = WrittenMove::parse(text)?;
        let index = match (written.index, self.has_several_numbers()) {
            (Some(index), true) => index,
            (None, false) => 0,
            (None, true) => return Err(MoveError::WhichNumber),
            (Some(_), false) => return Err(MoveError::OnlyOneNumber),
        };
        let op = match (written.op, self.has_both_operations()) {
            (Some(op), true) => op,
            (None, false) => take.step.op,
            (None, true) => return Err(MoveError::WhichOperation(written.number)),
            (Some(_), false) => return Err(MoveError::OnlyOneOperation),
        };
        Ok(Move::Take { index, op, divisor: written.number })
    }

    /// Whether moves must say which number they are for.
    pub fn has_several_numbers(&self) -> bool {
        matches!(self.board(), Board::Numbers { numbers, .. } if numbers.len() > 1)
    }

    /// Whether moves must say which operation they use.
    pub fn has_both_operations(&self) -> bool {
        matches!(self.board(), Board::Numbers { take, .. } if take.or_step.is_some())
    }
}

/// A move on a number as written: `6`, `/6`, `2:6`, `2:-6`. What is left out may be
/// clear from the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// Which number, counted from 0 (the text counts from 1).
    pub index: Option<usize>,
    /// Which operation.
    pub op: Option<Op>,
    /// The divisor.
    pub number: Natural,
}

impl WrittenMove {
    /// Reads `[INDEX:][/|-]NUMBER`.
    pub fn parse(text: &str) -> Result<WrittenMove, ParseNaturalError> {
        let (index, rest) = match text.split_once(':') {
            None => (None, text),
            Some((index, rest)) => {
                let place = Natural::parse(index)?.to_u64().and_then(|n| usize::try_from(n).ok());
                (Some(place.unwrap_or(usize::MAX) - 1), rest)
            }
        };
        let (op, number) = match (rest.strip_prefix('/'), rest.strip_prefix('-')) {
            (Some(number), _) => (Some(Op::Divide), number),
            (_, Some(number)) => (Some(Op::Subtract), number),
            _ => (None, rest),
        };
        Ok(WrittenMove { index, op, number: Natural::parse(number)? })
    }
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(index) = self.index {
            write!(f, "{}:", index + 1)?;
        }
        match self.op {
            Some(Op::Divide) => f.write_str("/")?,
            Some(Op::Subtract) => f.write_str("-")?,
            None => {}
        }
        write!(f, "{}", self.number)
    }
}

impl fmt::Display for Rules {
    /// The part before the first colon of a position: `digits+no-leading-zero+cap-second=18`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.book())?;
        for rule in self.house() {
            write!(f, "+{rule}")?;
            if let (true, Some(length)) = (rule.is_cap(), self.cap_length()) {
                write!(f, "={length}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.rules())?;
        match self.board() {
            Board::Numbers { numbers, barred, .. } => {
                write_list(f, numbers)?;
                if !barred.is_empty() {
                    f.write_str("~")?;
                    write_list(f, barred)?;
                }
            }
            Board::Digits { targets, digits, .. } => {
                write_list(f, targets)?;
                f.write_str(":")?;
                f.write_str(&digits.iter().map(|digit| digit.to_char()).collect::<String>())?;
            }
        }
        match self.turn() {
            Seat::First => Ok(()),
            Seat::Second => f.write_str("/2"),
        }
    }
}

/// Reads `BOOK[+RULE...]`.
pub fn parse_rules(
    head: &str,
    catalogue: impl Fn(&str) -> Option<Rules>,
) -> Result<Rules, NotationError> {
    let mut words = head.split('+');
    let book = words.next().and_then(catalogue).ok_or(NotationError::UnknownBook)?;
    let mut house = Vec::new();
    let mut length = None;
    for word in words {
        let (name, equals) = match word.split_once('=') {
            None => (word, None),
            Some((name, equals)) => (name, Some(equals)),
        };
        let rule: HouseRule = name.parse()?;
        if let Some(equals) = equals {
            length = Some(parse_length(equals).ok_or(NotationError::BadLength)?);
            if !rule.is_cap() {
                return Err(NotationError::BadLength);
            }
        }
        house.push(rule);
    }
    Ok(book.with(&house, length)?)
}

/// Reads the length of a cap.
pub fn parse_length(text: &str) -> Option<u32> {
    let length = Natural::parse(text).ok()?.to_u64()?;
    u32::try_from(length).ok().filter(|length| *length <= MAX_CAP)
}

/// Reads numbers with commas between them.
pub fn parse_list(text: &str) -> Result<Vec<Natural>, ParseNaturalError> {
    text.split(',').map(Natural::parse).collect()
}

fn parse_digits(text: &str) -> Result<Vec<Digit>, NotationError> {
    if text.len() > MAX_DIGITS {
        return Err(NotationError::BadDigits);
    }
    text.chars().map(Digit::from_char).collect::<Option<_>>().ok_or(NotationError::BadDigits)
}

/// Whether the barred ones are just the digits that a game without repetition has used.
fn lists_the_used(rules: &Rules, barred: &str, digits: &[Digit]) -> bool {
    let mut used: Vec<String> = digits.iter().map(|digit| digit.to_char().to_string()).collect();
    let mut barred: Vec<&str> = barred.split(',').collect();
    used.sort_unstable();
    barred.sort_unstable();
    rules.house().any(|rule| rule == HouseRule::Once) && used == barred
}

fn write_list(f: &mut fmt::Formatter<'_>, numbers: &[Natural]) -> fmt::Result {
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 {
            f.write_str(",")?;
        }
        write!(f, "{number}")?;
    }
    Ok(())
}
