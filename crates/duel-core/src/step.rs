//! Moves: what players try, why it may be refused, and what a legal one leads to.

use duel_numbers::Natural;
use thiserror::Error;

use crate::{position::Position, rules::Op, seat::Seat};

/// One of the ten digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit(u8);

impl Digit {
    /// All ten, ascending.
    pub const ALL: [Digit; 10] = {
        let mut all = [Digit(0); 10];
        let mut value = 0;
        while value < 10 {
            all[value as usize] = Digit(value);
            value += 1;
        }
        all
    };

    /// The digit that this character shows; only 0 to 9 of ASCII count.
    pub fn from_char(character: char) -> Option<Digit> {
        let value = u32::from(character).checked_sub(u32::from('0'))?;
        Digit::ALL.get(value as usize).copied()
    }

    /// 0 to 9.
    pub fn value(self) -> u8 {
        self.0
    }

    /// As a character.
    pub fn to_char(self) -> char {
        char::from(b'0' + self.0)
    }
}

/// Something a player does with a turn. It may be legal or not; [`Position::play`] decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Divide a number by a divisor, or subtract the divisor from it.
    Take {
        /// Which number, counted from 0.
        index: usize,
        /// What is done.
        op: Op,
        /// With which divisor.
        divisor: Natural,
    },
    /// Append a digit.
    Append(Digit),
    /// Divide by 1: change nothing but the turn.
    Pass,
}

impl Move {
    /// A move on the only (or first) number.
    pub fn take(op: Op, divisor: impl Into<Natural>) -> Move {
        Move::Take { index: 0, op, divisor: divisor.into() }
    }
}

/// Why a move is not legal. What the move was, the caller knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A digit where a divisor is wanted, or the other way round.
    #[error("this game has moves of another kind")]
    WrongKind,
    /// There is no such number on the table.
    #[error("there is no such number in this position")]
    NoSuchNumber,
    /// This game does not have that operation.
    #[error("this game does not have that operation")]
    WrongOperation,
    /// It does not divide the number.
    #[error("it does not divide the number")]
    NotADivisor,
    /// 1 may not be chosen.
    #[error("1 may not be chosen")]
    One,
    /// The number itself may not be chosen.
    #[error("the number itself may not be chosen")]
    Whole,
    /// Only primes may be chosen.
    #[error("only primes may be chosen")]
    NotPrime,
    /// Only 1 may be subtracted.
    #[error("only 1 may be subtracted")]
    OnlyOne,
    /// Its square is above the number.
    #[error("its square is above the number")]
    AboveRoot,
    /// It has been chosen before (or, where only echoes are barred, just now).
    #[error("it has been chosen before")]
    Barred,
    /// There is no pass in this game.
    #[error("there is no pass in this game")]
    NoPass,
    /// The first digit may not be 0.
    #[error("the first digit may not be 0")]
    LeadingZero,
    /// Half of the number may not be chosen.
    #[cfg(feature = "recipes")]
    #[error("half of the number may not be chosen")]
    Half,
}

/// Who won. Why the game ended is in [`crate::Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat won.
    Won(Seat),
    /// There is no winner.
    Nobody,
}

/// A legal move, with the positions around it. It cannot be applied to a wrong position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it was played.
    pub before: Position,
    /// What was played.
    pub played: Move,
    /// What came of it.
    pub after: Position,
}
