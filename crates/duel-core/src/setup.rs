//! Setting up a position: what the rules can never produce is refused.

use duel_numbers::{Natural, is_prime};
use thiserror::Error;

use crate::{
    board::{Board, sorted},
    position::Position,
    rules::{Choice, Echo, Op, Pass, Play, Reuse, Rules, Take},
    seat::Seat,
    step::{Digit, Illegal},
};

/// The most numbers that one game may have.
pub const MAX_NUMBERS: usize = 100;

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Digits for a game of numbers, or the other way round.
    #[error("the book `{0}` is not played with that kind of start")]
    WrongKind(&'static str),
    /// No number at all.
    #[error("at least one number is needed")]
    Nothing,
    /// More numbers than [`MAX_NUMBERS`].
    #[error("{0} numbers are too many; at most {MAX_NUMBERS} are allowed")]
    TooMany(usize),
    /// Zero where the rules never lead to it.
    #[error("0 cannot occur in the book `{0}`; numbers are 1 or more")]
    Zero(&'static str),
    /// A target that divides everything.
    #[error("the target 1 divides every number; a target is 2 or more")]
    TargetOne,
    /// The same target twice.
    #[error("the target {0} is named twice")]
    TargetTwice(Natural),
    /// The same barred number twice.
    #[error("the barred number {0} is named twice")]
    BarredTwice(Natural),
    /// A barred number where the rules bar none.
    #[error("these rules bar no numbers; leave out the part after `~`")]
    NothingIsBarred,
    /// A barred number where only a spent 1 can be barred.
    #[error("these rules bar nothing but a spent 1, so {0} cannot be barred")]
    OnlyOneIsBarred(Natural),
    /// More barred numbers than `no-echo` and `one` can account for.
    #[error("these rules bar only the divisor just chosen{}", if *.one { " and a spent 1" } else { "" })]
    TooManyBarred {
        /// Whether 1 may be barred beside it.
        one: bool,
    },
    /// A barred number that cannot have been chosen.
    #[error("{0} cannot have been chosen under these rules, so it cannot be barred")]
    NeverChosen(Natural),
    /// A digit that the rules do not allow there.
    #[error("digit {place} of the number could not be played: {why}")]
    BadDigit {
        /// Which digit, counted from 1.
        place: usize,
        /// Why.
        why: &'static str,
    },
}

impl Position {
    /// The start of a game with numbers.
    pub fn numbers(
        rules: Rules,
        numbers: Vec<Natural>,
        turn: Seat,
    ) -> Result<Position, SetupError> {
        Position::numbers_barred(rules, numbers, Vec::new(), turn)
    }

    /// The middle of a game with numbers.
    pub fn numbers_barred(
        rules: Rules,
        numbers: Vec<Natural>,
        barred: Vec<Natural>,
        turn: Seat,
    ) -> Result<Position, SetupError> {
        let Play::Take(take) = rules.play() else {
            return Err(SetupError::WrongKind(rules.book()));
        };
        check_count(numbers.len())?;
        let reaches_zero = take
            .step_with(Op::Subtract)
            .is_some_and(|step| matches!(step.choice, Choice::All | Choice::BelowWhole));
        if !reaches_zero && numbers.iter().any(Natural::is_zero) {
            return Err(SetupError::Zero(rules.book()));
        }
        take.check_barred(&barred)?;
        Ok(Position::assemble(rules, turn, Board::Numbers { take, numbers, barred }))
    }

    /// A game of digits, at its start or later: the digits are played one by one.
    pub fn digits(
        rules: Rules,
        targets: Vec<Natural>,
        digits: &[Digit],
        turn: Seat,
    ) -> Result<Position, SetupError> {
        let Play::Append(append) = rules.play() else {
            return Err(SetupError::WrongKind(rules.book()));
        };
        check_count(targets.len())?;
        if targets.iter().any(Natural::is_zero) {
            return Err(SetupError::Zero(rules.book()));
        }
        if targets.iter().any(Natural::is_one) {
            return Err(SetupError::TargetOne);
        }
        if let Some(twice) = first_twice(&targets) {
            return Err(SetupError::TargetTwice(twice));
        }
        let mut board = Board::Digits {
            append,
            residues: vec![Natural::zero(); targets.len()],
            targets,
            digits: Vec::with_capacity(digits.len()),
        };
        for (place, digit) in digits.iter().enumerate() {
            let bad = |why| SetupError::BadDigit { place: place + 1, why };
            if board.is_complete() {
                return Err(bad("the game was already won before it"));
            }
            if board.is_full() {
                return Err(bad("the maximum length had been reached"));
            }
            board.append(*digit).map_err(|illegal| match illegal {
                Illegal::LeadingZero => bad("the first digit may not be 0"),
                _ => bad("each digit may be used once"),
            })?;
        }
        Ok(Position::assemble(rules, turn, board))
    }
}

fn check_count(count: usize) -> Result<(), SetupError> {
    match count {
        0 => Err(SetupError::Nothing),
        1..=MAX_NUMBERS => Ok(()),
        _ => Err(SetupError::TooMany(count)),
    }
}

fn first_twice(numbers: &[Natural]) -> Option<Natural> {
    sorted(numbers).windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
}

impl Take {
    /// Whether the rules ever bar a chosen number, and refuses lists they cannot have made.
    fn check_barred(self, barred: &[Natural]) -> Result<(), SetupError> {
        if let Some(twice) = first_twice(barred) {
            return Err(SetupError::BarredTwice(twice));
        }
        let passes = self.pass == Pass::OncePerGame;
        for number in barred {
            let choosable = if number.is_one() {
                passes || self.steps().any(|step| step.choice.includes_one())
            } else {
                self.step.choice.includes_composites() || is_prime(number)
            };
            let keeps_track =
                self.reuse == Reuse::Once || self.echo == Echo::Barred || passes && number.is_one();
            if !keeps_track {
                return Err(if passes {
                    SetupError::OnlyOneIsBarred(number.clone())
                } else {
                    SetupError::NothingIsBarred
                });
            }
            if number.is_zero() || !choosable {
                return Err(SetupError::NeverChosen(number.clone()));
            }
        }
        let lasting = usize::from(passes && barred.contains(&Natural::one()));
        if self.reuse == Reuse::Free && barred.len() > lasting + 1 {
            return Err(SetupError::TooManyBarred { one: passes });
        }
        Ok(())
    }
}
