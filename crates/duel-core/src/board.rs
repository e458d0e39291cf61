//! What is on the table, and how one move changes it.

use std::hash::{Hash, Hasher};

use duel_numbers::Natural;

use crate::{
    rules::{Append, Echo, LeadingZero, Pass, Reuse, Take},
    step::{Digit, Illegal},
};

/// What is on the table.
#[derive(Clone, Debug)]
pub enum Board {
    /// Numbers that shrink.
    Numbers {
        /// How they shrink.
        take: Take,
        /// The numbers, in the order in which the players agreed on them.
        numbers: Vec<Natural>,
        /// The numbers that may not be chosen now, in the order in which they were chosen.
        barred: Vec<Natural>,
    },
    /// One number that grows.
    Digits {
        /// How it grows.
        append: Append,
        /// The numbers that end the game when one of them divides.
        targets: Vec<Natural>,
        /// What has been appended so far.
        digits: Vec<Digit>,
        /// The remainder of the digits for each target.
        residues: Vec<Natural>,
    },
}

impl PartialEq for Board {
    /// The order of the barred numbers is for display: positions that differ in it alone are equal.
    fn eq(&self, other: &Board) -> bool {
        match (self, other) {
            (
                Board::Numbers { take, numbers, barred },
                Board::Numbers { take: take2, numbers: numbers2, barred: barred2 },
            ) => take == take2 && numbers == numbers2 && sorted(barred) == sorted(barred2),
            (
                Board::Digits { append, targets, digits, .. },
                Board::Digits { append: append2, targets: targets2, digits: digits2, .. },
            ) => append == append2 && targets == targets2 && digits == digits2,
            _ => false,
        }
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Board::Numbers { numbers, barred, .. } => (numbers, sorted(barred)).hash(state),
            Board::Digits { targets, digits, .. } => (targets, digits).hash(state),
        }
    }
}

pub(crate) fn sorted(barred: &[Natural]) -> Vec<&Natural> {
    let mut sorted: Vec<_> = barred.iter().collect();
    sorted.sort_unstable();
    sorted
}

impl Take {
    /// Remembers a chosen number as far as the rules care.
    pub(crate) fn bar(self, barred: &mut Vec<Natural>, chosen: Natural) {
        if self.reuse == Reuse::Once {
            barred.push(chosen);
            return;
        }
        let spent =
            self.pass == Pass::OncePerGame && (chosen.is_one() || barred.contains(&Natural::one()));
        barred.clear();
        if spent {
            barred.push(Natural::one());
        }
        if self.echo == Echo::Barred && !(spent && chosen.is_one()) {
            barred.push(chosen);
        }
    }
}

impl Board {
    /// Whether a target divides the digits.
    pub fn is_complete(&self) -> bool {
        match self {
            Board::Numbers { .. } => false,
            Board::Digits { digits, residues, .. } => {
                !digits.is_empty() && residues.iter().any(Natural::is_zero)
            }
        }
    }

    /// Whether the length has reached its cap.
    pub fn is_full(&self) -> bool {
        match self {
            Board::Numbers { .. } => false,
            Board::Digits { append, digits, .. } => {
                append.cap.length().is_some_and(|length| digits.len() >= length as usize)
            }
        }
    }

    /// Whether every digit has been used up.
    pub(crate) fn is_worn_out(&self) -> bool {
        match self {
            Board::Numbers { .. } => false,
            Board::Digits { append, digits, .. } => {
                append.reuse == Reuse::Once && digits.len() >= Digit::ALL.len()
            }
        }
    }

    pub(crate) fn append(&mut self, digit: Digit) -> Result<(), Illegal> {
        let Board::Digits { append, targets, digits, residues } = self else {
            return Err(Illegal::WrongKind);
        };
        // The cap is looked at before: a board that is full is over.
        let Append { leading_zero, reuse, cap: _ } = *append;
        if digits.is_empty() && digit.value() == 0 && leading_zero == LeadingZero::Barred {
            return Err(Illegal::LeadingZero);
        }
        if reuse == Reuse::Once && digits.contains(&digit) {
            return Err(Illegal::Barred);
        }
        for (residue, target) in residues.iter_mut().zip(targets.iter()) {
            *residue = &residue.append_digit(digit.value()) % target;
        }
        digits.push(digit);
        Ok(())
    }
}
