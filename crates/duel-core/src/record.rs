//! A kept game: who played, what was agreed on, and what was done.
//!
//! A record stores rules and inputs, never positions or sentences; those are rebuilt by replaying
//! it. Reading a record replays it, so a [`Record`] that exists is one that can be played
//! through. It has two text forms that say the same: a readable one, which can be appended to while
//! the game runs, and JSON. `docs/record-format.md` specifies both.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    clock::ClockError,
    name::MAX_NAME,
    notation::{MoveError, NotationError, WrittenMove},
    position::Position,
    referee::{Conduct, Ending, Failure, Fault, GameEvent, Referee, Refusal},
    seat::{Seat, Seats},
    step::{Illegal, Move, Outcome},
    work::Work,
};

pub use crate::work::MAX_STEPS;

/// The version of the format that this library writes and reads.
pub const VERSION: u32 = 1;

/// The largest record that is read at all, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The match that a game belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTags {
    /// Which round this game is, from 1.
    pub round: u32,
    /// How many rounds were agreed on, if a number was.
    pub rounds: Option<u32>,
    /// The score that ends the match, if one was agreed on.
    pub to: Option<u32>,
    /// What a win is worth.
    pub points: u32,
    /// The score before this game.
    pub score: Seats<u32>,
    /// Where the player sits who was named first.
    pub player_one: Seat,
    /// The seed from which the starts are dealt, if they are.
    pub deal: Option<u64>,
    /// Whether one player sets the start and the other chooses who begins.
    pub swap: bool,
}

/// A kept game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Who sat where.
    pub names: Seats<String>,
    /// When it began, as UTC in the form `2026-01-31T12:00:00Z`.
    pub date: Option<String>,
    /// What plays in a seat, where it is not a person: a word such as `bot:hard`.
    pub kinds: Seats<Option<String>>,
    /// The seed of whatever was left to chance.
    pub seed: Option<u64>,
    /// The match it belongs to, if any.
    pub of_match: Option<MatchTags>,
    /// The game itself.
    pub game: Referee,
}

impl Record {
    /// A game that is about to begin.
    pub fn new(names: Seats<String>, start: Position, conduct: Conduct) -> Record {
        Record {
            names,
            date: None,
            kinds: Seats::default(),
            seed: None,
            of_match: None,
            game: Referee::new(start, conduct),
        }
    }
}

/// Why a record cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{location}: {problem}")]
pub struct RecordError {
    /// The line of the text, or the member of the JSON.
    pub location: Location,
    /// What is wrong there.
    pub problem: Problem,
}

/// Where in a record something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A line of the text form, from 1.
    Line(usize),
    /// A member of the JSON form.
    Member(String),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Line(line) => write!(f, "line {line}"),
            Location::Member(member) => f.write_str(member),
        }
    }
}

/// What is wrong in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Larger than [`MAX_BYTES`].
    #[error("the record is larger than {MAX_BYTES} bytes")]
    TooLarge,
    /// More work than [`MAX_STEPS`].
    #[error(
        "replaying this record is more work than the limit allows, {MAX_STEPS} steps: its numbers are too \
         long for so many moves"
    )]
    TooMuchWork,
    /// Not UTF-8 text.
    #[error("this is not text")]
    NotText,
    /// No version line at the top.
    #[error("a record begins with [Record \"{VERSION}\"]")]
    NotARecord,
    /// Written by a newer program.
    #[error(
        "this record has version {0}; this program reads version {VERSION}, a newer one is needed"
    )]
    Version(u32),
    /// A tag that does not exist.
    #[error("unknown tag")]
    UnknownTag,
    /// A tag for the second time.
    #[error("duplicate tag")]
    Twice,
    /// A tag that cannot be missing.
    #[error("the tag {0} is missing")]
    Missing(&'static str),
    /// A tag with a value that does not fit.
    #[error("the value of this tag should be {0}")]
    Value(&'static str),
    /// A name that is not fit to be shown.
    #[error("a name is 1 to {MAX_NAME} characters, without control characters")]
    Name,
    /// The start is not a position.
    #[error("the start is not a position: {0}")]
    Start(NotationError),
    /// The clock is not a clock.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// A line of no known form.
    #[error("this line is neither a tag, a move, `undo` nor a result")]
    Shape,
    /// The last line has no end: it was cut off while it was written.
    #[error("the last line is cut off")]
    CutOff,
    /// A move with a wrong number in front.
    #[error("move {0} is expected here")]
    Numbering(usize),
    /// The text of a move that is none.
    #[error("not a move: {0}")]
    Move(MoveError),
    /// A move that the rules do not allow here.
    #[error("this move is not legal here: {0}")]
    Illegal(Illegal),
    /// A time that the clock does not allow.
    #[error("this move comes after the player's time has run out")]
    Late,
    /// Something after the end of the game.
    #[error("the game is already over")]
    Over,
    /// A result that does not follow from the moves.
    #[error("this result does not follow from the moves")]
    Result,
    /// JSON that is not a record.
    #[error("{0}")]
    Json(String),
}

impl Problem {
    pub(crate) fn at_line(self, line: usize) -> RecordError {
        RecordError { location: Location::Line(line), problem: self }
    }

    pub(crate) fn at_member(self, member: impl Into<String>) -> RecordError {
        RecordError { location: Location::Member(member.into()), problem: self }
    }
}

/// What is written about the end of a game: the winner, and why.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenResult {
    pub(crate) score: String,
    pub(crate) why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<String>,
}

impl WrittenResult {
    pub(crate) fn of(ending: &Ending, last: &Position) -> WrittenResult {
        let score = match ending.outcome() {
            Outcome::Won(Seat::First) => "1-0",
            Outcome::Won(Seat::Second) => "0-1",
            Outcome::Nobody => "0-0",
        };
        let (why, entry) = match ending {
            Ending::Played(_) => ("played", None),
            Ending::Resigned(_) => ("resigned", None),
            Ending::TimedOut(_) => ("time", None),
            Ending::Abandoned => ("abandoned", None),
            Ending::Forfeited(_, fault) => last.write_fault(fault),
            Ending::Failed(_, failure) => ("failed", Some(last.write_failure(failure))),
        };
        WrittenResult { score: score.to_owned(), why: why.to_owned(), entry }
    }
}

/// Entries that lost a game. They may be moves that the game does not even have, which are spelled
/// out: `pass`, or `1:/6` for a division where only subtraction is played.
impl Position {
    fn write_fault(&self, fault: &Fault) -> (&'static str, Option<String>) {
        match fault {
            Fault::Illegal(made, _) => match self.write_entry(made) {
                Some(entry) => ("illegal", Some(entry)),
                None => ("garbled", None),
            },
            Fault::NotStuck => ("not-stuck", None),
            Fault::Garbled => ("garbled", None),
        }
    }

    /// How a program failed: a word, and the move if it was an illegal one.
    fn write_failure(&self, failure: &Failure) -> String {
        match failure {
            Failure::Crash => "crash".to_owned(),
            Failure::Time => "time".to_owned(),
            Failure::Protocol => "protocol".to_owned(),
            Failure::Entry(fault) => match self.write_fault(fault) {
                (word, Some(entry)) => format!("{word} {entry}"),
                (word, None) => word.to_owned(),
            },
        }
    }

    fn read_failure(&self, text: &str) -> Option<Failure> {
        let (word, entry) = text.split_once(' ').unwrap_or((text, ""));
        Some(match (word, entry) {
            ("crash", "") => Failure::Crash,
            ("time", "") => Failure::Time,
            ("protocol", "") => Failure::Protocol,
            ("garbled", "") => Failure::Entry(Fault::Garbled),
            ("not-stuck", "") => Failure::Entry(Fault::NotStuck),
            ("illegal", entry) => Failure::Entry(self.read_illegal(entry)?),
            _ => return None,
        })
    }

    fn read_illegal(&self, entry: &str) -> Option<Fault> {
        let made = self.read_entry(entry)?;
        let why = self.after(&made).err()?;
        Some(Fault::Illegal(made, why))
    }

    fn write_entry(&self, made: &Move) -> Option<String> {
        let spelled_out = match made {
            Move::Pass => PASS.to_owned(),
            Move::Append(_) => String::new(),
            Move::Take { index, op, divisor } => {
                let (index, op, number) = (Some(*index), Some(*op), divisor.clone());
                WrittenMove { index, op, number }.to_string()
            }
        };
        [self.write_move(made), spelled_out]
            .into_iter()
            .find(|entry| self.read_entry(entry).as_ref() == Some(made))
    }

    fn read_entry(&self, entry: &str) -> Option<Move> {
        if entry == PASS {
            return Some(Move::Pass);
        }
        self.read_move(entry).ok().or_else(|| {
            let WrittenMove { index, op, number } = WrittenMove::parse(entry).ok()?;
            Some(Move::Take { index: index?, op: op?, divisor: number })
        })
    }
}

const PASS: &str = "pass";

impl Record {
    /// Only a program can fail; a person who does something wrong is asked again, or forfeits.
    pub(crate) fn check_failure(&self) -> Result<(), Problem> {
        match self.game.ending() {
            Some(Ending::Failed(seat, _)) if self.kinds[*seat].is_none() => Err(Problem::Result),
            _ => Ok(()),
        }
    }
}

/// Replays what a record says, in whichever form it was written.
impl Referee {
    pub(crate) fn replay_move(
        &mut self,
        text: &str,
        took: Duration,
        work: &mut Work,
    ) -> Result<(), Problem> {
        if self.ending().is_some() {
            return Err(Problem::Over);
        }
        let made = self.position().read_move(text).map_err(Problem::Move)?;
        work.make(self.position(), &made)?;
        self.make(made, took).map_err(|refusal| match refusal {
            Refusal::Fault(Fault::Illegal(_, illegal)) => Problem::Illegal(illegal),
            _ => Problem::Late,
        })?;
        work.settle(self.position())?;
        self.settle();
        Ok(())
    }

    pub(crate) fn replay_undo(&mut self, work: &mut Work) -> Result<(), Problem> {
        work.take_back(self)?;
        self.take_back(1).map_err(|_| Problem::Shape)
    }

    /// Ends the game as the result says, and refuses one that says something else than the moves.
    pub(crate) fn replay_result(&mut self, written: &WrittenResult) -> Result<(), Problem> {
        if self.ending().is_none() {
            let ending = self.read_ending(written).ok_or(Problem::Result)?;
            self.apply(&GameEvent::Ended(ending)).map_err(|_| Problem::Result)?;
        }
        let ending = self.ending().ok_or(Problem::Result)?;
        let follows = &WrittenResult::of(ending, self.position()) == written;
        follows.then_some(()).ok_or(Problem::Result)
    }

    fn read_ending(&self, written: &WrittenResult) -> Option<Ending> {
        let position = self.position();
        // Most ends come on the loser's turn; giving up and failing come on either player's.
        let loser = position.turn();
        let beaten = if written.score == "0-1" { Seat::First } else { Seat::Second };
        Some(match (written.why.as_str(), &written.entry) {
            ("abandoned", None) => Ending::Abandoned,
            ("time", None) => Ending::TimedOut(loser),
            ("failed", Some(how)) => Ending::Failed(beaten, position.read_failure(how)?),
            ("resigned", None) => Ending::Resigned(beaten),
            ("illegal", Some(entry)) => Ending::Forfeited(loser, position.read_illegal(entry)?),
            ("not-stuck", None) => Ending::Forfeited(loser, Fault::NotStuck),
            ("garbled", None) => Ending::Forfeited(loser, Fault::Garbled),
            _ => return None,
        })
    }
}
