//! Why a position has its value, as data. `explain.rs` turns a reason into [`Claim`](crate::Claim)s,
//! and `words.rs` puts those into English.
//!
//! A reason is about one position and nothing else. A [`Reason`] that names a winning move or
//! replies names legal ones that really win; tests play them out.

use duel_core::{Digit, Move, Op};
use duel_numbers::{Factorization, Natural};

use crate::{claim::LostNumbers, strategy::Strategy, value::Value};

/// How much a reason says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// What to do and why it works, in small words.
    #[default]
    Child,
    /// With the idea behind it and the numbers of this position.
    Student,
    /// With the general statement and its proof.
    Proof,
}

/// Why a position has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game is over.
    Over,
    /// The number is composite, though its factors are not known: some move leaves a prime.
    Composite(Natural),
    /// Dividing is Nim on the numbers of prime factors.
    Nim {
        /// The numbers, split.
        numbers: Vec<Factorization>,
        /// Whether there is a pass in this game, and whether it is left.
        pass: Option<bool>,
        /// Whether the last mover wins.
        normal: bool,
        /// A winning move.
        winning: Option<Move>,
    },
    /// A prime can be left.
    LeavePrime {
        /// The prime.
        prime: Natural,
        /// How.
        winning: Move,
    },
    /// Dividing or subtracting, and being stuck wins.
    EitherMisere {
        /// The number.
        number: Natural,
        /// A winning move, unless it is lost.
        winning: Option<Move>,
    },
    /// Subtracting from one number.
    Subtract {
        /// The number.
        number: Natural,
        /// A winning move, unless it is lost.
        winning: Option<Move>,
    },
    /// Subtracting from several numbers.
    SubtractSum {
        /// The numbers and their nimbers.
        numbers: Vec<(Natural, u32)>,
        /// A winning move, unless it is lost or none was found.
        winning: Option<Move>,
    },
    /// Everything may be taken at once.
    TakeAll {
        /// The number.
        number: Natural,
        /// How.
        winning: Move,
    },
    /// Taking 1 leaves a prime, on which nothing can be chosen.
    LeavePrimeByOne {
        /// The prime.
        prime: Natural,
        /// How.
        winning: Move,
    },
    /// A digit completes the number.
    Complete {
        /// The target.
        target: Natural,
        /// The digit.
        digit: Digit,
    },
    /// No digit wins, but one is safe.
    SafeDigit {
        /// The target.
        target: Natural,
        /// The digit.
        safe: Digit,
    },
    /// Each digit that may come first lets the opponent complete the number, by this target.
    EveryDigitLoses(Natural),
    /// Neither player can be forced to complete the number.
    NeverForced {
        /// The target.
        target: Natural,
        /// A digit that does not complete it.
        safe: Digit,
    },
    /// A completed search.
    Searched {
        /// What it found.
        value: Value,
        /// A move that keeps the value, if there is a choice worth naming. For a win it is the first
        /// move of the strategy.
        best: Option<Move>,
        /// The winner's strategy, where somebody wins and it was found in time.
        strategy: Option<Box<Strategy>>,
        /// The lost numbers up to one of them, where the number alone decides.
        lost_numbers: Option<LostNumbers>,
    },
    /// Nothing is known: the search was not finished within its limits.
    Unknown,
}

impl Reason {
    /// A winning move, where the reason names one.
    pub fn winning_move(&self) -> Option<Move> {
        match self {
            Reason::Nim { winning, .. }
            | Reason::Subtract { winning, .. }
            | Reason::SubtractSum { winning, .. }
            | Reason::EitherMisere { winning, .. } => winning.clone(),
            Reason::LeavePrime { winning, .. }
            | Reason::TakeAll { winning, .. }
            | Reason::LeavePrimeByOne { winning, .. } => Some(winning.clone()),
            Reason::Complete { digit, .. } => Some(Move::Append(*digit)),
            Reason::Searched { value: Value::Win, best, .. } => best.clone(),
            Reason::Over
            | Reason::Composite { .. }
            | Reason::SafeDigit { .. }
            | Reason::EveryDigitLoses { .. }
            | Reason::NeverForced { .. }
            | Reason::Searched { .. }
            | Reason::Unknown => None,
        }
    }

    /// All winning moves, where the reason gives them without looking at each move.
    pub(crate) fn all_winning_moves(&self) -> Option<Vec<Move>> {
        match self {
            // A single number is divided so that a prime is left.
            Reason::Nim { numbers, pass: None | Some(false), normal: true, winning: Some(_) } => {
                let [only] = numbers.as_slice() else { return None };
                let leave =
                    |(prime, _): &(Natural, u32)| Move::take(Op::Divide, only.number() / prime);
                // In the order of the list of moves.
                Some(only.primes().iter().rev().map(leave).collect())
            }
            _ => None,
        }
    }

    /// The move that the reason recommends: a winning one, or one that keeps the game open.
    pub fn recommended_move(&self) -> Option<Move> {
        match self {
            Reason::SafeDigit { safe, .. } | Reason::NeverForced { safe, .. } => {
                Some(Move::Append(*safe))
            }
            Reason::Searched { best, .. } => best.clone(),
            other => other.winning_move(),
        }
    }
}
