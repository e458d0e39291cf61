//! Certificates: proofs of a position's value that others can check without this crate.
//!
//! [`prove`] writes the argument, where a theorem settles the position, and else a strategy: one
//! reply for each position that can arise on the winner's turn, or for each player a way never to
//! lose. The text is described in `docs/certificates.md`; the checker is `duel-verify`, which
//! shares no code with this.
//!
//! ```
//! use duel_solver::{Limits, Solver, certificate::prove};
//!
//! let position = duel_books::position("factor+no-whole:6").unwrap();
//! let certificate = prove(&mut Solver::default(), &position, Limits::NONE).unwrap();
//! assert!(certificate.to_string().starts_with("certificate 1\nposition factor+no-whole:6\n"));
//! ```

mod argument;
mod explore;

use std::{error::Error, fmt, io};

use duel_core::{Position, Seat};

use crate::{
    limits::Limits,
    solver::Solver,
    value::{Assessment, Value},
};
use explore::{Explorer, Goal};

/// The longest certificate that is written; longer ones are not read either.
pub const MAX_BYTES: usize = 64 << 20;

/// A proof of the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    position: Position,
    value: Value,
    plies: Option<u32>,
    body: Body,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    /// The argument, and the factors it refers to.
    Argument(Vec<String>),
    /// The winner's replies.
    Strategy(Vec<StrategyEntry>),
    /// For each seat replies that never lose.
    Stay([Vec<StrategyEntry>; 2]),
}

/// A position and the reply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StrategyEntry {
    state: String,
    reply: String,
    /// Plies to the end; 0 where there is no winner.
    rank: u32,
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProveError {
    /// Who wins is not known within the limits, or not in every position that matters.
    NotSettled,
    /// The certificate would be longer than [`MAX_BYTES`], or take more memory than allowed.
    TooLarge,
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::NotSettled => f.write_str(
                "who wins is not settled within the limits, so there is nothing to prove",
            ),
            ProveError::TooLarge => {
                write!(f, "the certificate would be longer than {MAX_BYTES} bytes")
            }
        }
    }
}

impl Error for ProveError {}

/// Proves the value of a position: by an argument where there is one, else by play.
pub fn prove(
    solver: &mut Solver,
    position: &Position,
    limits: Limits<'_>,
) -> Result<Certificate, ProveError> {
    match argument::argue(position) {
        Some(certificate) => Ok(certificate),
        None => prove_by_play(solver, position, limits),
    }
}

/// Proves the value of a position by strategies alone. Where the solver knows the distance, the
/// strategy of the winner keeps to it.
pub fn prove_by_play(
    solver: &mut Solver,
    position: &Position,
    limits: Limits<'_>,
) -> Result<Certificate, ProveError> {
    if let Some(certificate) = argument::over(position) {
        return Ok(certificate);
    }
    let mut explorer = Explorer::new(solver, position, limits);
    let known = explorer.solve_fully(position);
    let value = known.value.ok_or(ProveError::NotSettled)?;
    if let Some(certificate) = at_once(position, &known) {
        return Ok(certificate);
    }
    let turn = position.turn();
    let (plies, body) = match value {
        Value::Win | Value::Loss => {
            let winner = if value == Value::Win { turn } else { turn.other() };
            let goal = if known.plies.is_some() { Goal::WinSoon } else { Goal::Win };
            let (entries, plies) = explorer.explore(winner, goal)?;
            (Some(plies), Body::Strategy(entries))
        }
        Value::Draw | Value::Endless => {
            let (first, _) = explorer.explore(Seat::First, Goal::NotLose)?;
            let (second, _) = explorer.explore(Seat::Second, Goal::NotLose)?;
            (None, Body::Stay([first, second]))
        }
    };
    let certificate = Certificate { position: position.clone(), value, plies, body };
    if certificate.bytes() > MAX_BYTES { Err(ProveError::TooLarge) } else { Ok(certificate) }
}

/// A win in one move needs no strategy.
fn at_once(position: &Position, known: &Assessment) -> Option<Certificate> {
    if known.plies == Some(1) { argument::ends(position) } else { None }
}

impl Certificate {
    /// The position that it is about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What that is worth to the player to move.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Within how many plies the winner wins, where the certificate says so.
    pub fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// How many positions it has replies for; 0 for an argument.
    pub fn entries(&self) -> usize {
        match &self.body {
            Body::Argument(_) => 0,
            Body::Strategy(entries) => entries.len(),
            Body::Stay([first, second]) => first.len() + second.len(),
        }
    }

    /// How long its text is.
    pub fn bytes(&self) -> usize {
        let mut count = Count(0);
        match self.write_to(&mut count) {
            Ok(()) => count.0,
            Err(_) => usize::MAX,
        }
    }

    /// Writes it as text.
    pub fn write_to(&self, mut out: impl io::Write) -> io::Result<()> {
        writeln!(out, "certificate 1")?;
        writeln!(out, "position {}", self.position)?;
        writeln!(out, "value {}", self.value.name())?;
        if let Some(plies) = self.plies {
            writeln!(out, "plies {plies}")?;
        }
        match &self.body {
            Body::Argument(lines) => lines.iter().try_for_each(|line| writeln!(out, "{line}")),
            Body::Strategy(entries) => {
                writeln!(out, "strategy")?;
                entries.iter().try_for_each(|entry| {
                    writeln!(out, "{} {} {}", entry.state, entry.reply, entry.rank)
                })
            }
            Body::Stay(sections) => {
                for (seat, entries) in Seat::BOTH.into_iter().zip(sections) {
                    writeln!(out, "stay {}", seat.number())?;
                    for entry in entries {
                        writeln!(out, "{} {}", entry.state, entry.reply)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Counts what is written.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_to(&mut text).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
