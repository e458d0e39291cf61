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

use std::fmt;

use duel_core::{Position, Seat};
use thiserror::Error;

use crate::{
    limits::Limits,
    solver::Solver,
    value::{Assessment, Value},
};
use explore::{Explorer, Goal};

/// The longest certificate that is written; longer ones are not read either.
pub const MAX_BYTES: usize = 64 << 20;

/// A proof of the value of a position. [`Display`](fmt::Display) gives its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    value: Value,
    plies: Option<u32>,
    entries: usize,
    text: String,
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ProveError {
    /// Who wins is not known within the limits, or not in every position that matters.
    #[error("who wins is not settled within the limits, so there is nothing to prove")]
    NotSettled,
    /// The certificate would be longer than [`MAX_BYTES`], or take more memory than allowed.
    #[error("the certificate would be longer than {MAX_BYTES} bytes")]
    TooLarge,
}

/// Proves the value of a position: by an argument where there is one, else by play.
pub fn prove(
    solver: &mut Solver,
    position: &Position,
    limits: Limits<'_>,
) -> Result<Certificate, ProveError> {
    match argument::argue(position, limits) {
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
    if let Some(certificate) = at_once(position, &known, limits) {
        return Ok(certificate);
    }
    let turn = position.turn();
    let mut body = Vec::new();
    let plies = match value {
        Value::Win | Value::Loss => {
            let winner = if value == Value::Win { turn } else { turn.other() };
            let goal = if known.plies.is_some() { Goal::WinSoon } else { Goal::Win };
            body.push("strategy".to_owned());
            Some(explorer.explore(winner, goal, &mut body)?)
        }
        Value::Draw | Value::Endless => {
            for seat in Seat::BOTH {
                body.push(format!("stay {}", seat.number()));
                explorer.explore(seat, Goal::NotLose, &mut body)?;
            }
            None
        }
    };
    // All lines but the headings are entries.
    let entries = body.len() - if plies.is_some() { 1 } else { Seat::BOTH.len() };
    let certificate = Certificate::new(position, value, plies, entries, &body);
    if certificate.text.len() > MAX_BYTES { Err(ProveError::TooLarge) } else { Ok(certificate) }
}

/// A win in one move needs no strategy.
fn at_once(position: &Position, known: &Assessment, limits: Limits<'_>) -> Option<Certificate> {
    if known.plies == Some(1) { argument::ends(position, limits) } else { None }
}

impl Certificate {
    /// A certificate with so many entries, whose body is these lines.
    fn new(
        position: &Position,
        value: Value,
        plies: Option<u32>,
        entries: usize,
        body: &[String],
    ) -> Certificate {
        let mut text = format!("certificate 1\nposition {position}\nvalue {}\n", value.name());
        if let Some(plies) = plies {
            text.push_str(&format!("plies {plies}\n"));
        }
        for line in body {
            text.push_str(line);
            text.push('\n');
        }
        Certificate { value, plies, entries, text }
    }

    /// What the position is worth to the player to move.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Within how many plies the winner wins, where the certificate says so.
    pub fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// How many positions it has replies for; 0 for an argument.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
