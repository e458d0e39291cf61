//! What can be wrong with a certificate.

use duel_core::NotationError;
use thiserror::Error;

use crate::{MAX_BYTES, Value};

/// Why a certificate was refused, and where.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct VerifyError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line of a certificate, or with what it claims.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text could not be read.
    #[error("the certificate could not be read: {0}")]
    Read(std::io::Error),
    /// It is longer than certificates may be.
    #[error("a certificate has at most {MAX_BYTES} bytes")]
    TooLong,
    /// It is not text.
    #[error("a certificate is plain text in UTF-8")]
    NotText,
    /// It stops too early.
    #[error("the certificate ends here, but something is missing")]
    Missing,
    /// The last line has no end.
    #[error("the last line is cut off: every line ends with a line feed")]
    CutOff,
    /// There is more than there should be.
    #[error("the certificate should end before this line")]
    Surplus,
    /// Not a certificate, or of a kind that is not known here.
    #[error("a certificate begins with the line `certificate 1`")]
    NotACertificate,
    /// The next line should be another.
    #[error("here should be a line that begins with `{0}`")]
    Field(&'static str),
    /// What is claimed is about no position.
    #[error("{0}")]
    Position(NotationError),
    /// Not a value.
    #[error("a value is win, loss, draw or endless")]
    Value,
    /// Not a number where one should be.
    #[error("here should be a number without leading zeros, at most {max}", max = u32::MAX)]
    Number,
    /// Not a body that fits the value.
    #[error(
        "here should be `strategy` (for a win or loss), `stay 1` (for a draw or endless) or \
         `argument NAME`"
    )]
    Body,
    /// Neither player is said to win a game that always has a winner.
    #[error("under these rules one player always wins")]
    SomebodyWins,
    /// Not an entry.
    #[error("an entry is a state, a reply and, in a strategy, a rank, with one space between")]
    Entry,
    /// The numbers are too large to list their divisors.
    #[error("a strategy is only for numbers below 2^64; their divisors must be listed")]
    TooLarge,
    /// Something would take too long to check.
    #[error("whether a number is prime would take too long to check")]
    TooHard,
    /// The state is none of this game.
    #[error("there is no such state in this game")]
    State,
    /// The other player is to move there.
    #[error("in that state the other player is to move")]
    WrongTurn,
    /// The game is over there.
    #[error("in that state the game is over")]
    Over,
    /// A duplicate state.
    #[error("that state is in line {0} already")]
    Twice(usize),
    /// No play leads there.
    #[error("that state never arises")]
    Unreachable,
    /// Not a legal move.
    #[error("the reply is not a legal move")]
    Illegal,
    /// The game goes on, but there is no reply.
    #[error("no reply is given for `{0}`, which can arise from here")]
    Unanswered(String),
    /// The game ends badly.
    #[error("the game can end badly from here: in `{0}`")]
    Bad(String),
    /// The rank is not the number of plies to the end.
    #[error("the rank should be {0}")]
    Rank(u64),
    /// The plies are not what was proved.
    #[error("{}", plies(*.0))]
    Plies(Option<u32>),
    /// What was proved is another value.
    #[error("what is shown here is a {0}, which is not what is claimed")]
    OtherValue(Value),
    /// There is no such argument, or its words are wrong.
    #[error("there is no such argument, or its words are wrong")]
    Argument,
    /// The argument is not about games with these rules, or not about positions like this.
    #[error("this argument does not cover this position")]
    NotCovered,
    /// The move does not do what the argument says.
    #[error("the move does not do what the argument needs")]
    Reply,
    /// The factors are not what they should be.
    #[error("{0}")]
    Factors(&'static str),
}

fn plies(proved: Option<u32>) -> String {
    match proved {
        Some(plies) => format!("what is shown here is {plies} plies, which is not what is claimed"),
        None => "this proof says nothing about plies, so the line `plies` must go".to_owned(),
    }
}
