//! A state of a game, the moves in it, and the one way on: [`Position::play`].

use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use duel_numbers::{Natural, is_prime};
use thiserror::Error;

use crate::{
    rules::{Append, Cap, Echo, LastMover, LeadingZero, Op, Pass, Play, Reuse, Rules, Take},
    seat::Seat,
};

/// The most numbers that one game may have.
pub const MAX_NUMBERS: usize = 100;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// A digit where a divisor is wanted, or the other way round.
    WrongKind,
    /// There is no such number on the table.
    NoSuchNumber,
    /// This game does not have that operation.
    WrongOperation,
    /// It does not divide the number.
    NotADivisor,
    /// 1 may not be chosen.
    One,
    /// The number itself may not be chosen.
    Whole,
    /// Only primes may be chosen.
    NotPrime,
    /// Only 1 may be subtracted.
    OnlyOne,
    /// Its square is above the number.
    AboveRoot,
    /// It has been chosen before (or, where only echoes are barred, just now).
    Barred,
    /// There is no pass in this game.
    NoPass,
    /// The first digit may not be 0.
    LeadingZero,
}

/// Who won. Why the game ended is told by [`crate::Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat won.
    Won(Seat),
    /// Nobody did.
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
    /// The order of the barred numbers is for display: it does not tell positions apart.
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

fn sorted(barred: &[Natural]) -> Vec<&Natural> {
    let mut sorted: Vec<_> = barred.iter().collect();
    sorted.sort_unstable();
    sorted
}

/// A state of a game: the rules, what is on the table, and who is to move.
///
/// Constructors refuse what the rules cannot produce, so a `Position` is always playable or over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    turn: Seat,
    board: Board,
    settled: Settled,
}

/// How the game stands, once somebody has asked: deciding that can take a primality test. It follows
/// from the rest of a position, so it tells no positions apart.
#[derive(Clone, Debug, Default)]
struct Settled(OnceLock<Option<Outcome>>);

impl PartialEq for Settled {
    fn eq(&self, _other: &Settled) -> bool {
        true
    }
}

impl Eq for Settled {}

impl Hash for Settled {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

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
    #[error("these rules bar no numbers; leave out the part behind `~`")]
    NothingIsBarred,
    /// More barred numbers than `no-echo` and `one` can account for.
    #[error("these rules bar only the divisor just chosen{}", if *.one { " and a spent 1" } else { "" })]
    TooManyBarred {
        /// Whether 1 may be barred beside it.
        one: bool,
    },
    /// A barred number that nobody can have chosen.
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
        let reaches_zero = take.step_with(Op::Subtract).is_some_and(|step| {
            matches!(step.choice, crate::Choice::All | crate::Choice::BelowWhole)
        });
        if !reaches_zero && numbers.iter().any(Natural::is_zero) {
            return Err(SetupError::Zero(rules.book()));
        }
        take.check_barred(&barred)?;
        let board = Board::Numbers { take, numbers, barred };
        Ok(Position { rules, turn, board, settled: Settled::default() })
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
        Ok(Position { rules, turn, board, settled: Settled::default() })
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is to move (or would be, if the game were not over).
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// What is on the table.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a move, if it is legal. This position stays as it is.
    pub fn play(&self, played: &Move) -> Result<Step, Illegal> {
        let after = self.after(played)?;
        Ok(Step { before: self.clone(), played: played.clone(), after })
    }

    /// The position that a legal move leads to.
    pub fn after(&self, played: &Move) -> Result<Position, Illegal> {
        let mut after = self.clone();
        after.advance(played)?;
        Ok(after)
    }

    /// Goes on to the position that a legal move leads to; after an illegal one nothing has changed.
    pub fn advance(&mut self, played: &Move) -> Result<(), Illegal> {
        if self.board.is_complete() || self.board.is_full() {
            return Err(Illegal::Over);
        }
        match (&mut self.board, played) {
            (Board::Numbers { take, numbers, barred }, Move::Take { index, op, divisor }) => {
                let number = numbers.get_mut(*index).ok_or(Illegal::NoSuchNumber)?;
                *number = take.apply(number, *op, divisor, barred)?;
                take.bar(barred, divisor.clone());
            }
            (Board::Numbers { take, barred, .. }, Move::Pass) => match take.pass {
                Pass::Never => return Err(Illegal::NoPass),
                Pass::OncePerGame if barred.contains(&Natural::one()) => {
                    return Err(Illegal::Barred);
                }
                Pass::OncePerGame => take.bar(barred, Natural::one()),
            },
            (Board::Digits { .. }, Move::Append(digit)) => self.board.append(*digit)?,
            _ => return Err(Illegal::WrongKind),
        }
        self.turn = self.turn.other();
        self.settled = Settled::default();
        Ok(())
    }

    /// Whether dividing by 1 is allowed here.
    pub fn can_pass(&self) -> bool {
        match &self.board {
            Board::Numbers { take, barred, .. } => {
                take.pass == Pass::OncePerGame && !barred.contains(&Natural::one())
            }
            Board::Digits { .. } => false,
        }
    }

    /// Whether the player to move has a move. Nothing is factored for this.
    pub fn can_move(&self) -> bool {
        self.outcome().is_none()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Who has won, once the game has ended.
    ///
    /// One ending covers every book: whoever is to move and cannot loses. The move that makes the
    /// number divisible ends a game of digits, so there too the player to move has lost.
    pub fn outcome(&self) -> Option<Outcome> {
        *self.settled.0.get_or_init(|| self.settle())
    }

    fn settle(&self) -> Option<Outcome> {
        let can_move = match &self.board {
            Board::Numbers { take, numbers, barred } => {
                self.can_pass() || numbers.iter().any(|number| take.has_choice(number, barred))
            }
            Board::Digits { .. } => {
                !self.board.is_complete() && !self.board.is_full() && !self.board.is_worn_out()
            }
        };
        if can_move {
            return None;
        }
        if let Board::Digits { append, .. } = &self.board
            && !self.board.is_complete()
            && self.board.is_full()
        {
            return Some(match append.cap {
                Cap::Second(_) => Outcome::Won(Seat::Second),
                Cap::Draw(_) | Cap::Open => Outcome::Nobody,
            });
        }
        Some(Outcome::Won(match self.rules.last_mover() {
            LastMover::Wins => self.turn.other(),
            LastMover::Loses => self.turn,
        }))
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
                return Err(SetupError::NothingIsBarred);
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

    /// Remembers a chosen number as far as the rules care.
    fn bar(self, barred: &mut Vec<Natural>, chosen: Natural) {
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
    fn is_full(&self) -> bool {
        match self {
            Board::Numbers { .. } => false,
            Board::Digits { append, digits, .. } => {
                append.cap.length().is_some_and(|length| digits.len() >= length as usize)
            }
        }
    }

    /// Whether every digit has been used up.
    fn is_worn_out(&self) -> bool {
        match self {
            Board::Numbers { .. } => false,
            Board::Digits { append, digits, .. } => {
                append.reuse == Reuse::Once && digits.len() >= Digit::ALL.len()
            }
        }
    }

    fn append(&mut self, digit: Digit) -> Result<(), Illegal> {
        let Board::Digits { append, targets, digits, residues } = self else {
            return Err(Illegal::WrongKind);
        };
        if digits.is_empty() && digit.value() == 0 && append.leading_zero == LeadingZero::Barred {
            return Err(Illegal::LeadingZero);
        }
        if append.reuse == Reuse::Once && digits.contains(&digit) {
            return Err(Illegal::Barred);
        }
        for (residue, target) in residues.iter_mut().zip(targets.iter()) {
            *residue = &residue.append_digit(digit.value()) % target;
        }
        digits.push(digit);
        Ok(())
    }
}
