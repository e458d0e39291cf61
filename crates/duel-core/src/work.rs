//! How much work the replay of a record may be.
//!
//! A record of a few megabytes can ask for days of work: with long numbers of which nobody knows
//! whether they are prime, or by taking moves back and making them again. So work is counted before it
//! is done, in the steps of [`Budget`], which are the same on every machine. [`look_ahead`] refuses
//! most of what is too much before anything is done.

use duel_numbers::{Budget, Natural, is_prime_within};

use crate::{
    board::Board,
    position::Position,
    record::Problem,
    referee::{Played, Referee},
    rules::Choice,
    step::Move,
};

/// The most work that replaying a record may be, in the steps of [`Budget`]: about as much as it takes
/// to find out for six numbers of 10,000 digits whether they are prime.
pub const MAX_STEPS: u64 = 20_000_000_000;

/// What a move costs at least.
const MOVE: u64 = 500;

/// The longest number, in limbs of 64 bits, of which primality costs next to nothing.
const SHORT: u64 = 8;

/// A line of a record that is about to be replayed.
#[derive(Clone, Copy)]
pub(crate) enum Ahead<'a> {
    /// A move, in its text.
    Move(&'a str),
    /// The last move is taken back.
    Undo,
    /// Something that is no work.
    Other,
}

/// Refuses a record that is surely too much work, with the place of the line that is, or none for the
/// start. What else is wrong with it is found by the replay.
pub(crate) fn look_ahead<'a>(
    start: &Position,
    lines: impl Iterator<Item = Ahead<'a>> + Clone,
    steps: u64,
) -> Result<(), Option<usize>> {
    let Board::Numbers { numbers, .. } = start.board() else {
        return Work::at_most(steps).count_ahead(lines, 1);
    };
    let longest = numbers.iter().map(limbs).max().unwrap_or(1);
    Work::at_most(steps).count_ahead(lines.clone(), longest)?;
    if longest <= SHORT {
        return Ok(());
    }
    let mut work = Work::at_most(steps);
    let (mut position, mut played) = (start.clone(), Vec::new());
    work.glance(&position).map_err(|_| None)?;
    for (place, line) in lines.enumerate() {
        match line {
            Ahead::Other => continue,
            Ahead::Move(text) => {
                let Ok(made) = position.read_move(text) else { return Ok(()) };
                work.make(&position, &made).map_err(|_| Some(place))?;
                if position.advance(&made).is_err() {
                    return Ok(());
                }
                played.push(made);
            }
            Ahead::Undo => {
                played.pop();
                position = start.clone();
                for made in &played {
                    let _ = position.advance(made);
                }
            }
        }
        work.glance(&position).map_err(|_| Some(place))?;
    }
    Ok(())
}

/// The work that is left.
pub(crate) struct Work(u64);

impl Work {
    pub(crate) fn at_most(steps: u64) -> Work {
        Work(steps)
    }

    pub(crate) fn left(&self) -> u64 {
        self.0
    }

    /// Finds out whether the game is over in this position.
    pub(crate) fn settle(&mut self, position: &Position) -> Result<(), Problem> {
        position.settle_asking(|number, barred| {
            self.spend(limbs(number).saturating_mul(1 + barred.len() as u64))?;
            self.spend(primality(number))
        })
    }

    /// Before a move is made.
    pub(crate) fn make(&mut self, position: &Position, made: &Move) -> Result<(), Problem> {
        self.spend(cost(position, made))
    }

    /// Before a move is taken back, for which all others are made again.
    pub(crate) fn take_back(&mut self, game: &Referee) -> Result<(), Problem> {
        for Played { made, .. } in game.played() {
            self.spend(cost(game.start(), made))?;
        }
        Ok(())
    }

    /// Counts what is made, and made again, without doing it.
    fn count_ahead<'a>(
        &mut self,
        lines: impl Iterator<Item = Ahead<'a>>,
        longest: u64,
    ) -> Result<(), Option<usize>> {
        let mut depth = 0_u64;
        for (place, line) in lines.enumerate() {
            match line {
                Ahead::Move(_) => depth += 1,
                Ahead::Undo => depth = depth.saturating_sub(1),
                Ahead::Other => continue,
            }
            let count = if matches!(line, Ahead::Undo) { depth } else { 1 };
            self.spend(count.saturating_mul(MOVE + 2 * longest)).map_err(|_| Some(place))?;
        }
        Ok(())
    }

    /// Counts what it takes at least to find out whether the game is over, without doing it: the
    /// first number that may be composite is taken for one.
    fn glance(&mut self, position: &Position) -> Result<(), Problem> {
        let Board::Numbers { numbers, .. } = position.board() else { return Ok(()) };
        if position.can_pass() {
            return Ok(());
        }
        let open = numbers.iter().find(|it| is_prime_within(it, Budget::steps(0)) != Some(true));
        open.map_or(Ok(()), |number| self.spend(primality(number)))
    }

    fn spend(&mut self, steps: u64) -> Result<(), Problem> {
        self.0 = self.0.checked_sub(steps).ok_or(Problem::TooMuchWork)?;
        Ok(())
    }
}

/// What it costs to make a move, in a position of this game.
fn cost(position: &Position, made: &Move) -> u64 {
    MOVE + match (position.board(), made) {
        (Board::Numbers { take, numbers, barred }, Move::Take { index, divisor, .. }) => {
            let length = numbers.get(*index).map_or(1, limbs);
            let prime = take.steps().any(|step| step.choice == Choice::Prime);
            2 * length + barred.len() as u64 + if prime { primality(divisor) } else { 0 }
        }
        (Board::Numbers { barred, .. }, _) => barred.len() as u64,
        (Board::Digits { targets, .. }, _) => targets.iter().map(|it| 2 * limbs(it)).sum(),
    }
}

/// What it costs to find out whether a number is prime, unless it has a small factor: a power with an
/// exponent of its length.
fn primality(number: &Natural) -> u64 {
    let limbs = limbs(number);
    if limbs <= SHORT || is_prime_within(number, Budget::steps(0)).is_some() {
        // Looking for small factors.
        return 100 * limbs;
    }
    // Products of long numbers are cheaper than quadratic.
    number.bits() * limbs * limbs.min(170)
}

fn limbs(number: &Natural) -> u64 {
    number.bits().div_ceil(64).max(1)
}
