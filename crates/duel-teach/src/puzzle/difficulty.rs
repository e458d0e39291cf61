//! How hard a puzzle is, from what it demands.
//!
//! The number is a sum of documented parts (`docs/puzzles.md`), on the scale of the ratings. It is
//! counted in whole numbers, so that it is the same on every machine.

use duel_core::Position;
use duel_solver::{Limits, MoveValue, Solver, Value, analysis::best_move};
use serde::{Deserialize, Serialize};

use crate::{
    moves::{best_step, count_moves, judged_moves},
    puzzle::Kind,
};

/// The easiest puzzle.
pub const LEAST: u32 = 600;

/// The hardest.
pub const MOST: u32 = 2_400;

/// The most moves that a position of a puzzle has.
pub const MOST_CHOICES: usize = 40;

/// The same where every move has to be judged by the person.
const MOST_TO_JUDGE: usize = 16;

/// The most winning moves that are to be listed.
const MOST_TO_LIST: usize = 8;

/// The longest line that is to be played.
const LONGEST: u32 = 21;

/// From how many plies on it is not seen at once what beats a move.
const LATE: u32 = 3;

/// How hard a difficulty is, in words.
pub fn in_words(difficulty: u32) -> &'static str {
    match difficulty {
        ..750 => "very easy",
        750..1_000 => "easy",
        1_000..1_400 => "medium",
        1_400..1_800 => "hard",
        1_800.. => "very hard",
    }
}

/// What a puzzle demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Features {
    /// How many moves there are.
    pub choices: u32,
    /// How many of them win.
    pub winning: u32,
    /// After how many plies the game ends with best play.
    pub plies: u32,
    /// How many moves look natural and do not win: what beats them shows only three or more plies
    /// later, or nothing beats them and they win nothing.
    pub traps: u32,
    /// How unlikely a guess is right, in hundredths of a halving: 100 for one in two, 200 for one in
    /// four.
    pub guess: u32,
}

impl Features {
    /// What a position demands in a puzzle of this kind; `None` if it makes none, or if it could not
    /// be judged within the limits.
    pub fn of(
        kind: Kind,
        position: &Position,
        solver: &mut Solver,
        limits: Limits<'_>,
    ) -> Option<Features> {
        let most = if kind == Kind::AllMoves { MOST_TO_JUDGE } else { MOST_CHOICES };
        count_moves(position, limits).filter(|count| (2..=most).contains(count))?;
        let known = solver.solve_fully(position, limits);
        let (value, plies) = (known.value?, known.plies?);
        let suits = match kind {
            Kind::Win => value == Value::Win && (3..=LONGEST).contains(&plies),
            Kind::OnlyMove | Kind::AllMoves => value == Value::Win,
            Kind::WhoWins => matches!(value, Value::Win | Value::Loss),
        };
        if !suits {
            return None;
        }
        let moves = judged_moves(position, solver, limits);
        let all_known = moves.iter().all(|line| match line.known.value {
            None => false,
            Some(Value::Win | Value::Loss) => line.known.plies.is_some(),
            Some(Value::Draw | Value::Endless) => true,
        });
        let wins = winning(&moves).count();
        let suits = match kind {
            Kind::Win => wins < moves.len(),
            Kind::OnlyMove => wins == 1,
            Kind::AllMoves => (2..=MOST_TO_LIST).contains(&wins) && wins < moves.len(),
            Kind::WhoWins => true,
        };
        if !suits || !all_known {
            return None;
        }
        let traps = moves.iter().filter(|line| is_trap(line)).count();
        let guess = match kind {
            Kind::Win => guess_of_line(position, solver, limits)?,
            Kind::OnlyMove => halvings(moves.len()),
            Kind::AllMoves => halvings(subsets(moves.len(), wins)),
            Kind::WhoWins => halvings(2),
        };
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (choices, winning) = (count(moves.len()), count(wins));
        Some(Features { choices, winning, plies, traps: count(traps), guess })
    }

    /// How hard that is, from [`LEAST`] to [`MOST`].
    pub fn difficulty(&self, kind: Kind) -> u32 {
        let Features { choices, winning: _, plies, traps, guess } = *self;
        // Where the question is about all moves, each of them has to be looked at.
        let (base, looked_at) = match kind {
            Kind::Win | Kind::OnlyMove => (300, 0),
            Kind::AllMoves => (250, choices),
            Kind::WhoWins => (400, choices),
        };
        let sum = base
            + guess * 110 / 100
            + 65 * plies.saturating_sub(1).min(20)
            + 35 * traps.min(12)
            + 12 * looked_at;
        sum.clamp(LEAST, MOST)
    }
}

/// The moves that win.
pub(crate) fn winning(moves: &[MoveValue]) -> impl Iterator<Item = &MoveValue> {
    moves.iter().filter(|line| line.known.value == Some(Value::Loss))
}

/// Whether a move does not win, and that is not seen at once.
fn is_trap(line: &MoveValue) -> bool {
    match line.known.value {
        Some(Value::Loss) | None => false,
        Some(Value::Win) => line.known.plies.is_some_and(|plies| plies >= LATE),
        Some(Value::Draw | Value::Endless) => true,
    }
}

/// How unlikely it is to play a whole line right by guessing: the sum over the turns of the player
/// who wins, along the line of the computer's longest resistance.
fn guess_of_line(start: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<u32> {
    let mut position = start.clone();
    let mut sum = 0;
    while !position.is_over() {
        let moves = judged_moves(&position, solver, limits);
        let count = winning(&moves).count();
        let best = best_move(Value::Win, &moves)?;
        sum += halvings(moves.len()).saturating_sub(halvings(count));
        position = best.to.clone();
        match best_step(&position, Value::Loss, solver, limits) {
            Some(resistance) => position = resistance.after,
            None => break,
        }
    }
    Some(sum)
}

/// How often a count can be halved, in hundredths: 100 times its logarithm to base 2, interpolated
/// between the powers of two.
fn halvings(count: usize) -> u32 {
    let Some(power) = count.checked_ilog2() else { return 0 };
    let rest = count - (1 << power);
    100 * power + u32::try_from(100 * rest / (1 << power)).unwrap_or(0)
}

/// How many ways there are to choose so many of so many.
fn subsets(of: usize, count: usize) -> usize {
    (0..count).fold(1, |ways, place| ways * (of - place) / (place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halvings_are_logarithms_between_powers_of_two() {
        assert_eq!([0, 1, 2, 3, 4, 6, 8, 40].map(halvings), [0, 0, 100, 150, 200, 250, 300, 525]);
        assert_eq!([(4, 2), (16, 8), (5, 1)].map(|(of, count)| subsets(of, count)), [6, 12870, 5]);
    }

    #[test]
    fn more_of_anything_is_never_easier() {
        for kind in Kind::ALL {
            let plain = Features { choices: 6, winning: 1, plies: 3, traps: 1, guess: 250 };
            let at = |features: Features| features.difficulty(kind);
            assert!(at(Features { choices: 8, ..plain }) >= at(plain));
            assert!(at(Features { plies: 5, ..plain }) > at(plain));
            assert!(at(Features { traps: 3, ..plain }) > at(plain));
            assert!(at(Features { guess: 350, ..plain }) > at(plain));
            let most = Features { choices: 40, winning: 40, plies: 99, traps: 99, guess: 2_000 };
            assert!((LEAST..=MOST).contains(&at(Features::default())) && at(most) == MOST);
        }
    }
}
