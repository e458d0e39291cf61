//! Everybody against everybody, to see who is stronger.

use std::{convert::Infallible, fmt};

use duel_core::{Conduct, Ending, Event, Outcome, Position, Referee, Seat, Seats};
use duel_solver::Limits;

use crate::{
    bot::{Bot, Level},
    bout,
    player::Player,
};

/// How a game between two players went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    /// Who won.
    pub outcome: Outcome,
    /// After how many plies.
    pub plies: usize,
}

/// What one level scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games without a winner.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// How many games were played.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points out of a hundred games; a game without a winner is half a point.
    pub fn percent(self) -> f64 {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        100.0 * points / f64::from(self.games().max(1))
    }
}

/// The table of a round robin.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// Who took part.
    pub levels: Vec<Level>,
    /// What each scored against each, by row and column.
    pub scores: Vec<Vec<Score>>,
}

impl fmt::Display for Crosstable {
    /// Percentages of the row against the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9}", "")?;
        for level in &self.levels {
            write!(f, " {:>9}", level.name())?;
        }
        for (row, level) in self.levels.iter().enumerate() {
            write!(f, "\n{:>9}", level.name())?;
            for score in &self.scores[row] {
                if score.games() == 0 {
                    write!(f, " {:>9}", "-")?;
                } else {
                    write!(f, " {:>8.1}%", score.percent())?;
                }
            }
        }
        writeln!(f)
    }
}

/// Lets two players play a game to its end. A player who resigns loses; one who offers to abandon a
/// game is taken at his word; one that fails loses.
pub fn play(
    start: &Position,
    first: &mut dyn Player,
    second: &mut dyn Player,
    limits: impl Fn() -> Limits<'static>,
) -> Bout {
    let mut game = Referee::new(start.clone(), Conduct::default());
    let unheard = |_: &Referee, _: &[Event]| Ok::<(), Infallible>(());
    let Ok(_) = bout::play(&mut game, Seats::new(first, second), limits, unheard);
    let outcome = game.ending().map_or(Outcome::Nobody, Ending::outcome);
    Bout { outcome, plies: game.played().len() }
}

/// Lets every pair of levels play every start twice, with sides changed. Equal seeds bring equal
/// tables.
pub fn round_robin(
    levels: &[Level],
    starts: &[Position],
    seed: u64,
    limits: impl Fn() -> Limits<'static> + Copy,
) -> Crosstable {
    let mut scores = vec![vec![Score::default(); levels.len()]; levels.len()];
    for (one, level) in levels.iter().enumerate() {
        for (other, rival) in levels.iter().enumerate().skip(one + 1) {
            for (number, start) in starts.iter().enumerate() {
                let seed = seed.wrapping_add(number as u64);
                let mut player = Bot::new(*level, seed);
                let mut opponent = Bot::new(*rival, seed.wrapping_add(1 << 32));
                for seat in Seat::BOTH {
                    let bout = match seat {
                        Seat::First => play(start, &mut player, &mut opponent, limits),
                        Seat::Second => play(start, &mut opponent, &mut player, limits),
                    };
                    let (won, lost) = match bout.outcome {
                        Outcome::Won(winner) => (winner == seat, winner != seat),
                        Outcome::Nobody => (false, false),
                    };
                    count(&mut scores[one][other], won, lost);
                    count(&mut scores[other][one], lost, won);
                }
            }
        }
    }
    Crosstable { levels: levels.to_vec(), scores }
}

fn count(score: &mut Score, won: bool, lost: bool) {
    match (won, lost) {
        (true, _) => score.won += 1,
        (_, true) => score.lost += 1,
        _ => score.drawn += 1,
    }
}
