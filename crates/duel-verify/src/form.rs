//! What distinguishes the positions of one game, and how an entry names one.
//!
//! Two positions with the same [`form`] have the same future: whatever can be played in one can be
//! played in the other, up to the order of the numbers, and leads to the same form again. So a
//! reply for one of them is a reply for all. `docs/certificates.md` says why.

use std::fmt::Write;

use duel_core::{Append, Board, Choice, Digit, Move, Pass, Position, Reuse, Rules, Seat, Take};
use duel_numbers::Natural;

use crate::fault::Fault;

/// What can still matter of a position, apart from whose turn it is.
pub(crate) fn form(position: &Position) -> String {
    match position.board() {
        Board::Numbers { take, numbers, barred } => {
            let mut barred: Vec<&Natural> =
                barred.iter().filter(|divisor| matters(*take, divisor, numbers)).collect();
            let mut numbers: Vec<&Natural> = numbers.iter().collect();
            numbers.sort_unstable();
            barred.sort_unstable();
            format!("{numbers:?}~{barred:?}")
        }
        Board::Digits { append, digits, residues, .. } => {
            let Append { leading_zero: _, reuse, cap } = *append;
            let mut form = format!("{residues:?}");
            // Only the first digit has a rule of its own, and only a cap counts them.
            if digits.is_empty() {
                form.push_str(" empty");
            }
            if cap.length().is_some() {
                let _ = write!(form, " length {}", digits.len());
            }
            if reuse == Reuse::Once {
                form.push_str(" used ");
                let used = Digit::ALL.into_iter().filter(|digit| digits.contains(digit));
                form.extend(used.map(Digit::to_char));
            }
            form
        }
    }
}

/// Whether a barred number can still exclude a move.
fn matters(take: Take, divisor: &Natural, numbers: &[Natural]) -> bool {
    let Take {
        step,
        or_step: _,
        reach: _,
        reuse,
        echo: _,
        pass,
        #[cfg(feature = "recipes")]
            half: _,
    } = take;
    if divisor.is_one() {
        // It divides everything, and it may represent a spent pass.
        return pass == Pass::OncePerGame || numbers.iter().any(|number| !number.is_zero());
    }
    match reuse {
        // It is forgotten after the next move, so it must be in the way now.
        Reuse::Free => numbers.iter().any(|n| !n.is_zero() && divisor.divides(n)),
        // Numbers never grow. A divisor of a number is at most the number, and a divisor below
        // the number is at most half of it.
        Reuse::Once => {
            let reach = if step.choice == Choice::All { 1_u8 } else { 2 };
            let least = divisor * &Natural::from(reach);
            numbers.iter().any(|number| least <= *number)
        }
    }
}

/// Reads the states of a certificate as positions of its game.
pub(crate) struct StateReader<'a, C> {
    root: &'a Position,
    catalogue: &'a C,
    rules: String,
}

impl<'a, C: Fn(&str) -> Option<Rules>> StateReader<'a, C> {
    pub(crate) fn new(root: &'a Position, catalogue: &'a C) -> Self {
        StateReader { root, catalogue, rules: root.rules().to_string() }
    }

    /// The position of a state in which this seat is to move.
    ///
    /// In a game of digits a state is what has been appended since the position that the
    /// certificate is about, `.` for nothing. Else it is what a position's text says after its
    /// rules, without the turn.
    pub(crate) fn read(&self, state: &str, seat: Seat) -> Result<Position, Fault> {
        if let Board::Digits { append, .. } = self.root.board() {
            let position = self.append(*append, state)?;
            return if position.turn() == seat { Ok(position) } else { Err(Fault::WrongTurn) };
        }
        if state.contains('/') {
            return Err(Fault::State);
        }
        let turn = if seat == Seat::Second { "/2" } else { "" };
        let text = format!("{}:{state}{turn}", self.rules);
        Position::parse(&text, self.catalogue).map_err(|_| Fault::State)
    }

    fn append(&self, append: Append, state: &str) -> Result<Position, Fault> {
        // A longer one repeats itself or is past its cap; this only saves work.
        const LONGEST: usize = 10_000;
        let mut position = self.root.clone();
        if state == "." {
            return Ok(position);
        }
        if state.is_empty() || append.cap == duel_core::Cap::Open && state.len() > LONGEST {
            return Err(Fault::State);
        }
        for character in state.chars() {
            let digit = Digit::from_char(character).ok_or(Fault::State)?;
            position.advance(&Move::Append(digit)).map_err(|_| Fault::State)?;
        }
        Ok(position)
    }
}
