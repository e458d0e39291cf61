//! Checks certificates: proofs of who wins a position.
//!
//! This crate knows the rules and nothing of the solver. A certificate is text (see
//! `docs/certificates.md`); [`verify`] reads it line by line, plays what it says by the rules, and
//! accepts it only if nothing is missing and nothing is left over. A reader who trusts the rules and
//! these few files need not trust the program that found the proof.
//!
//! ```
//! # use duel_core::{Choice, Op, Play, Rules, Take};
//! use duel_verify::{Value, verify};
//!
//! # let catalogue = |book: &str| {
//! #     (book == "subtract")
//! #         .then(|| Rules::new("subtract", Play::Take(Take::one(Op::Subtract, Choice::Proper))))
//! # };
//! // Take 3, which leaves 9; then only 3 can be taken, and 6 - 3 = 3 is a prime.
//! let text = "certificate 1\nposition subtract:12\nvalue win\nplies 3\nstrategy\n12 3 3\n6 3 1\n";
//! let verified = verify(text.as_bytes(), catalogue).unwrap();
//! assert_eq!(verified.value, Value::Win);
//! assert!(verify(text.replace("12 3 3", "12 2 3").as_bytes(), catalogue).is_err());
//! ```

#![forbid(unsafe_code)]

mod argument;
mod factors;
mod fault;
mod form;
mod lemma;
mod lines;
mod strategy;

use std::{fmt, io::BufRead};

use duel_core::{Append, Cap, Play, Position, Reuse, Rules};

pub use fault::{Fault, VerifyError};
pub use lines::MAX_BYTES;

use lines::Lines;

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move can force a win.
    Win,
    /// The opponent can force a win.
    Loss,
    /// Neither can, and the game ends at its maximum length.
    Draw,
    /// Neither can, and nothing ends the game.
    Endless,
}

impl Value {
    const ALL: [Value; 4] = [Value::Win, Value::Loss, Value::Draw, Value::Endless];

    /// The word that certificates use.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Endless => "endless",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a certificate proves what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// A strategy that was played through against every reply.
    Strategy,
    /// For each player a strategy never to lose, played through against every reply.
    Stay,
    /// A lemma, by this name, whose conditions hold for the position.
    Argument(&'static str),
}

/// What an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position.
    pub position: Position,
    /// What it is worth to the player to move.
    pub value: Value,
    /// The winner can win within so many plies. That it cannot be done in fewer is not proved.
    pub plies: Option<u32>,
    /// How it was proved.
    pub method: Method,
    /// How many positions with replies were checked.
    pub entries: usize,
}

/// What a certificate claims, before it is believed.
struct Claim {
    position: Position,
    value: Value,
    plies: Option<u32>,
}

impl Claim {
    /// Whether the value is the one that was found, and `plies`, if claimed, are these.
    fn agrees(&self, value: Value, plies: Option<u32>) -> Result<(), Fault> {
        if self.value != value {
            return Err(Fault::OtherValue(value));
        }
        match self.plies {
            Some(claimed) if plies != Some(claimed) => Err(Fault::Plies(plies)),
            _ => Ok(()),
        }
    }
}

/// Checks a certificate. `catalogue` knows the books by name.
///
/// At most [`MAX_BYTES`] are read; what is longer is refused.
pub fn verify(
    text: impl BufRead,
    catalogue: impl Fn(&str) -> Option<Rules>,
) -> Result<Verified, VerifyError> {
    let mut lines = Lines::new(text);
    if lines.required()? != "certificate 1" {
        return Err(lines.fault(Fault::NotACertificate));
    }
    let written = lines.field("position")?;
    let position = Position::parse(&written, &catalogue)
        .map_err(|error| lines.fault(Fault::Position(error)))?;
    let word = lines.field("value")?;
    let value = Value::ALL.into_iter().find(|value| value.name() == word);
    let value = value.ok_or_else(|| lines.fault(Fault::Value))?;
    let mut body = lines.required()?;
    let mut plies = None;
    if let Some(number) = body.strip_prefix("plies ") {
        plies = Some(lines::number(number).ok_or_else(|| lines.fault(Fault::Number))?);
        body = lines.required()?;
    }
    let claim = Claim { position, value, plies };
    let (method, entries) = match (body.as_str(), value) {
        ("strategy", Value::Win | Value::Loss) => {
            (Method::Strategy, strategy::win(&claim, &mut lines, &catalogue)?)
        }
        ("stay 1", Value::Draw | Value::Endless) => {
            check_nobody_wins(&claim).map_err(|fault| lines.fault(fault))?;
            (Method::Stay, strategy::stay(&claim, &mut lines, &catalogue)?)
        }
        (body, _) => match body.strip_prefix("argument ") {
            Some(argument) => (Method::Argument(argument::check(&claim, argument, &mut lines)?), 0),
            None => return Err(lines.fault(Fault::Body)),
        },
    };
    let Claim { position, value, plies } = claim;
    Ok(Verified { position, value, plies, method, entries })
}

/// Where neither player can force a win, the rules decide what that is called; where every game
/// has a winner, it cannot be.
fn check_nobody_wins(claim: &Claim) -> Result<(), Fault> {
    let value = match claim.position.rules().play() {
        Play::Append(Append { leading_zero: _, reuse: _, cap: Cap::Draw(_) }) => Value::Draw,
        Play::Append(Append { leading_zero: _, reuse: Reuse::Free, cap: Cap::Open }) => {
            Value::Endless
        }
        Play::Append(_) | Play::Take(_) => return Err(Fault::SomebodyWins),
    };
    claim.agrees(value, None)
}
