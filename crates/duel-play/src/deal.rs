//! Starts drawn by lot, so that it is a coin flip which side has the winning strategy.
//!
//! A coin decides which side shall win with best play. Then starts are drawn from the book's range
//! until enough of them suit: won for that side, and lasting at least [`LENGTH`] plies. The
//! difficulty chooses among these. Everything is counted in work, not in time, so a seed gives the same
//! start on every machine. `docs/deal.md` gives the results for each book.

use std::{cell::Cell, fmt, str::FromStr};

use duel_books::{Book, house::builds_digits};
use duel_core::{Move, Play, Position, Rules, Seat, SetupError};
use duel_numbers::{Budget, Natural};
use duel_solver::{Assessment, Limits, Solver, Value};
use thiserror::Error;

use crate::dice::Dice;

/// How many plies a fair start lasts with best play, at least.
pub const LENGTH: u32 = 6;

/// From how many suitable starts the difficulty chooses.
const CHOICE: usize = 5;

/// How many starts are drawn before what has been found is taken.
const TRIES: u32 = 3_000;

/// The same for games of digits, where each start costs a table.
const TRIES_OF_DIGITS: u32 = 60;

/// The largest least common multiple of the targets of a dealt game of digits.
const LARGEST_MULTIPLE: u64 = 100_000;

/// How many positions may be visited for each question about a start.
const NODES: u64 = 50_000;

/// How much work a deal may be in all, in units of [`duel_solver::Meter::work`]: a few seconds at
/// most. The presets need a fraction of it.
pub const WORK: u64 = 3_000_000;

/// How many bytes a table may take.
const MEMORY: usize = 128 << 20;

/// How hard the side with the winning strategy has to work for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    /// The start with the fewest traps of five.
    Easy,
    /// The one in the middle.
    #[default]
    Medium,
    /// The one with the most.
    Hard,
}

impl Difficulty {
    /// All three, easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The name that options use.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(name: &str) -> Result<Difficulty, UnknownDifficulty> {
        Difficulty::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownDifficulty)
    }
}

/// There is no difficulty of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such difficulty; there are easy, medium and hard")]
pub struct UnknownDifficulty;

/// A start that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The numbers (or targets).
    pub numbers: Vec<Natural>,
    /// Which side wins with best play; `None` if that is not known.
    pub winner: Option<Seat>,
    /// After how many plies.
    pub plies: Option<u32>,
    /// How many traps there are on the way, in thousandths: at each turn of the winning side along a best
    /// line, the share of its moves that do not win, summed up.
    pub traps: u32,
    /// How many starts were drawn for it.
    pub drawn: u32,
    /// How much work it was, in units of [`duel_solver::Meter::work`]: hardly more than [`WORK`].
    pub work: u64,
    /// Whether it is what a deal promises.
    pub fairness: Fairness,
}

/// Whether a start is what a deal promises: won for the side that a coin chose, after at least
/// [`LENGTH`] plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fairness {
    /// It is, by exact search.
    Proven,
    /// No such start was found before the budget or the draws were used up; this one comes closest.
    Relaxed,
    /// The same, and it is not even known who wins.
    Unknown,
}

impl Fairness {
    /// The name that JSON uses.
    pub fn name(self) -> &'static str {
        match self {
            Fairness::Proven => "proven",
            Fairness::Relaxed => "relaxed",
            Fairness::Unknown => "unknown",
        }
    }
}

impl Deal {
    /// What players should know before they rely on this start; nothing where it is proven fair.
    pub fn caveat(&self) -> Option<&'static str> {
        match self.fairness {
            Fairness::Proven => None,
            Fairness::Relaxed => Some(
                "Under these rules no start was found that is a coin flip and lasts six moves. \
                 This one comes closest: it may favour one side, or be over sooner.",
            ),
            Fairness::Unknown => Some(
                "Under these rules no start could be searched to its end. It is not known which \
                 side this one favours.",
            ),
        }
    }
}

/// A start, with what is known about it.
struct Known {
    numbers: Vec<Natural>,
    winner: Seat,
    plies: u32,
    traps: u32,
}

/// Draws the numbers (or targets) of a fair game.
pub fn deal(book: &Book, rules: Rules, dice: &mut Dice, difficulty: Difficulty) -> Deal {
    let side = if dice.toss() { Seat::First } else { Seat::Second };
    let mut judge = Judge { solver: Solver::new(MEMORY), work: Cell::new(0) };
    let mut suitable: Vec<Known> = Vec::new();
    // What comes closest: the right side first, then length.
    let mut closest: Option<Known> = None;
    let mut drawn = 0;
    let tries = if builds_digits(book) { TRIES_OF_DIGITS } else { TRIES };
    while drawn < tries && judge.left() > 0 && suitable.len() < CHOICE {
        let (numbers, position) = draw(book, rules, dice);
        drawn += 1;
        if builds_digits(book) {
            // Tables of one set of targets are of no use to another.
            judge.solver = Solver::new(MEMORY);
        }
        let Some((winner, plies)) = judge.result(&position) else { continue };
        let mut known = Known { numbers, winner, plies, traps: 0 };
        if winner == side && plies >= LENGTH {
            if suitable.iter().all(|other| other.numbers != known.numbers) {
                known.traps = judge.traps(position);
                // With the fewest traps first.
                let order = |known: &Known| (known.traps, known.plies);
                let more = suitable.iter().position(|other| order(other) > order(&known));
                suitable.insert(more.unwrap_or(suitable.len()), known);
            }
        } else {
            let rank = |known: &Known| (known.winner == side, known.plies);
            if closest.as_ref().is_none_or(|best| rank(&known) > rank(best)) {
                closest = Some(known);
            }
        }
    }
    let place = match difficulty {
        Difficulty::Easy => 0,
        Difficulty::Medium => suitable.len() / 2,
        Difficulty::Hard => suitable.len().saturating_sub(1),
    };
    let (chosen, fairness) = if suitable.is_empty() {
        let fairness = if closest.is_some() { Fairness::Relaxed } else { Fairness::Unknown };
        (closest, fairness)
    } else {
        (Some(suitable.swap_remove(place)), Fairness::Proven)
    };
    let work = judge.work.get();
    let Some(Known { numbers, winner, plies, traps }) = chosen else {
        let numbers = draw(book, rules, dice).0;
        return Deal { numbers, winner: None, plies: None, traps: 0, drawn, work, fairness };
    };
    let (winner, plies) = (Some(winner), Some(plies));
    Deal { numbers, winner, plies, traps, drawn, work, fairness }
}

/// Finds out about starts, within the budget of a deal.
struct Judge {
    solver: Solver,
    work: Cell<u64>,
}

impl Judge {
    /// How much work may still be done.
    fn left(&self) -> u64 {
        WORK.saturating_sub(self.work.get())
    }

    fn solve_fully(&mut self, position: &Position) -> Assessment {
        let limits =
            Limits { work: Some(self.left()), work_done: Some(&self.work), ..Limits::nodes(NODES) };
        self.solver.solve_fully(position, limits)
    }

    /// Who wins, and after how many plies, where both are known and there is a winner.
    fn result(&mut self, position: &Position) -> Option<(Seat, u32)> {
        let known = self.solve_fully(position);
        let winner = match known.value? {
            Value::Win => position.turn(),
            Value::Loss => position.turn().other(),
            Value::Draw | Value::Endless => return None,
        };
        Some((winner, known.plies?))
    }

    /// The traps along a best line, in thousandths; those that were found by then if the budget is
    /// used up.
    fn traps(&mut self, start: Position) -> u32 {
        let mut position = start;
        let mut traps = 0;
        while !position.is_over() && self.left() > 0 {
            let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().collect();
            let mut winning = 0_usize;
            let (mut quickest, mut slowest) = (None, None);
            for made in &moves {
                let Ok(after) = position.after(made) else { continue };
                let known = self.solve_fully(&after);
                let plies = known.plies.unwrap_or(0);
                let line = (plies, after);
                if known.value == Some(Value::Loss) {
                    winning += 1;
                    if quickest.as_ref().is_none_or(|(best, _)| plies < *best) {
                        quickest = Some(line);
                    }
                } else if slowest.as_ref().is_none_or(|(best, _)| plies > *best) {
                    slowest = Some(line);
                }
            }
            if winning > 0 {
                let share = 1_000 * (moves.len() - winning) / moves.len();
                traps += u32::try_from(share).unwrap_or(1_000);
            }
            match quickest.or(slowest) {
                Some((_, after)) => position = after,
                None => break,
            }
        }
        traps
    }
}

/// Draws any start in the book's range that has a move.
///
/// Targets are drawn without repetition, since a second one of the same value would say nothing,
/// and so that a table of their remainders is quickly made.
fn draw(book: &Book, rules: Rules, dice: &mut Dice) -> (Vec<Natural>, Position) {
    let fair = book.fair;
    loop {
        let mut drawn: Vec<u64> = Vec::with_capacity(fair.count);
        while drawn.len() < fair.count {
            let number = dice.roll(fair.from..=fair.to);
            if !builds_digits(book) || !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn.sort_unstable();
        if builds_digits(book) && least_common_multiple(&drawn) > LARGEST_MULTIPLE {
            continue;
        }
        let drawn: Vec<Natural> = drawn.into_iter().map(Natural::from).collect();
        if let Ok(position) = start(rules, drawn.clone())
            && position.can_move()
        {
            return (drawn, position);
        }
    }
}

fn least_common_multiple(numbers: &[u64]) -> u64 {
    fn gcd(one: u64, other: u64) -> u64 {
        if other == 0 { one } else { gcd(other, one % other) }
    }
    numbers.iter().fold(1, |multiple, number| multiple / gcd(multiple, *number) * number)
}

/// The first position of a game with these numbers (or targets).
pub fn start(rules: Rules, numbers: Vec<Natural>) -> Result<Position, SetupError> {
    match rules.play() {
        Play::Take(_) => Position::numbers(rules, numbers, Seat::First),
        Play::Append(_) => Position::digits(rules, numbers, &[], Seat::First),
    }
}
