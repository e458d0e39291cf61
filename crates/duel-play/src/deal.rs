//! Starts drawn by lot, so that it is a coin flip which side has the winning strategy.
//!
//! A coin decides which side shall win with best play. Then starts are drawn from the book's range
//! until enough of them suit: won for that side, and lasting at least [`LENGTH`] plies. Easy and
//! medium games of digits also leave at least [`OPEN_DIGITS`] first digits that do not lose at once. The
//! difficulty chooses among these. Everything is counted in work, not in time, so a seed gives the same
//! start on every machine. `docs/deal.md` gives the results for each book.

use std::{cell::Cell, fmt, ops::RangeInclusive, str::FromStr};

use duel_books::{Book, Fair, house::builds_digits};
use duel_core::{Move, Outcome, Play, Position, Rules, Seat, SetupError};
use duel_numbers::{Budget, Natural};
use duel_solver::{Assessment, Limits, Solver, Value};
use thiserror::Error;

use crate::dice::Dice;

/// How many plies a fair start lasts with best play, at least.
pub const LENGTH: u32 = 6;

/// From how many suitable starts the difficulty chooses.
const CHOICE: usize = 5;

/// How many first digits do not lose at once, at least, in an easy or medium game of digits. With fewer,
/// most games of beginners are over after two digits.
pub const OPEN_DIGITS: usize = 3;

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

/// How large the drawn numbers are. The targets of a game of digits are always those of the book: of a
/// part of them no fair start might be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberSize {
    /// From the lower third of the book's range.
    Small,
    /// From the book's range.
    #[default]
    Medium,
    /// From the upper third of the book's range.
    Large,
}

impl NumberSize {
    /// All three, smallest first.
    pub const ALL: [NumberSize; 3] = [NumberSize::Small, NumberSize::Medium, NumberSize::Large];

    /// The name that options use.
    pub fn name(self) -> &'static str {
        match self {
            NumberSize::Small => "small",
            NumberSize::Medium => "medium",
            NumberSize::Large => "large",
        }
    }

    /// The numbers that are drawn in the fair variant of a book.
    pub fn range(self, book: &Book) -> RangeInclusive<u64> {
        let Fair { from, to, .. } = book.fair;
        let third = (to - from) / 3;
        match self {
            NumberSize::Small if !builds_digits(book) => from..=from + third,
            NumberSize::Large if !builds_digits(book) => to - third..=to,
            _ => from..=to,
        }
    }
}

impl fmt::Display for NumberSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for NumberSize {
    type Err = UnknownNumberSize;

    fn from_str(name: &str) -> Result<NumberSize, UnknownNumberSize> {
        NumberSize::ALL.into_iter().find(|size| size.name() == name).ok_or(UnknownNumberSize)
    }
}

/// There is no size of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such size of numbers; there are small, medium and large")]
pub struct UnknownNumberSize;

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

/// How starts are drawn. The duel of the day keeps the version of its day; all else is dealt by
/// [`DealVersion::LATEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DealVersion {
    /// Any start of the right side and length.
    AnyFirstDigit,
    /// The same, but easy and medium games of digits leave [`OPEN_DIGITS`] first digits.
    OpenFirstDigits,
}

impl DealVersion {
    /// The one that is in use.
    pub const LATEST: DealVersion = DealVersion::OpenFirstDigits;
}

/// Which starts are drawn, and how many.
struct Drawing {
    /// How many are drawn before what has been found is taken.
    draws: u32,
    /// How many of them are searched to their end.
    searches: u32,
    /// The largest least common multiple of targets: each search costs a table of that size. The
    /// opponents of the server have memory for 400,000 at the length of the preset.
    largest_multiple: u64,
    /// How many first moves do not lose at once, at least.
    open_moves: usize,
}

impl Drawing {
    fn of(book: &Book, difficulty: Difficulty, version: DealVersion) -> Drawing {
        if !builds_digits(book) {
            let (draws, searches) = (3_000, 3_000);
            return Drawing { draws, searches, largest_multiple: u64::MAX, open_moves: 0 };
        }
        match (version, difficulty) {
            (DealVersion::AnyFirstDigit, _) | (_, Difficulty::Hard) => {
                Drawing { draws: 60, searches: 60, largest_multiple: 100_000, open_moves: 0 }
            }
            // Few sets of targets are open and long: of 715 there are 59 up to 400,000, and 26 up
            // to 100,000, of which the first player wins 3.
            (DealVersion::OpenFirstDigits, Difficulty::Easy | Difficulty::Medium) => Drawing {
                draws: 3_000,
                searches: 30,
                largest_multiple: 400_000,
                open_moves: OPEN_DIGITS,
            },
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
    deal_sized(book, rules, dice, difficulty, NumberSize::default())
}

/// Draws the numbers (or targets) of a fair game, of this size.
pub fn deal_sized(
    book: &Book,
    rules: Rules,
    dice: &mut Dice,
    difficulty: Difficulty,
    numbers: NumberSize,
) -> Deal {
    deal_by(DealVersion::LATEST, book, rules, dice, (difficulty, numbers))
}

/// The same, as it was done in this version.
pub(crate) fn deal_by(
    version: DealVersion,
    book: &Book,
    rules: Rules,
    dice: &mut Dice,
    (difficulty, numbers): (Difficulty, NumberSize),
) -> Deal {
    /// After so many draws without an open start the house rules leave none, and any start will do.
    const WITHOUT_AN_OPEN_START: u32 = 300;
    let drawing = Drawing::of(book, difficulty, version);
    let range = numbers.range(book);
    let side = if dice.toss() { Seat::First } else { Seat::Second };
    let mut judge = Judge { solver: Solver::new(MEMORY), work: Cell::new(0), searches: 0 };
    let mut suitable: Vec<Known> = Vec::new();
    // What comes closest: the right side first, then length.
    let mut closest: Option<Known> = None;
    let mut seen: Vec<Vec<Natural>> = Vec::new();
    let mut drawn = 0;
    let mut is_any_open = drawing.open_moves == 0;
    while drawn < drawing.draws
        && judge.searches < drawing.searches
        && judge.left() > 0
        && suitable.len() < CHOICE
    {
        let (numbers, position) = draw(book, rules, dice, (&range, drawing.largest_multiple));
        drawn += 1;
        if is_any_open || drawn <= WITHOUT_AN_OPEN_START {
            if !has_open_moves(&position, drawing.open_moves) {
                continue;
            }
            is_any_open = true;
        }
        if seen.contains(&numbers) {
            continue;
        }
        seen.push(numbers.clone());
        let known = if builds_digits(book) {
            judge.result_of_digits(&position)
        } else {
            judge.result(&position)
        };
        let Some((winner, plies)) = known else { continue };
        let mut known = Known { numbers, winner, plies, traps: 0 };
        if winner == side && plies >= LENGTH {
            known.traps = judge.traps(position);
            // With the fewest traps first.
            let order = |known: &Known| (known.traps, known.plies);
            let more = suitable.iter().position(|other| order(other) > order(&known));
            suitable.insert(more.unwrap_or(suitable.len()), known);
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
        let numbers = draw(book, rules, dice, (&range, drawing.largest_multiple)).0;
        return Deal { numbers, winner: None, plies: None, traps: 0, drawn, work, fairness };
    };
    let (winner, plies) = (Some(winner), Some(plies));
    Deal { numbers, winner, plies, traps, drawn, work, fairness }
}

/// Finds out about starts, within the budget of a deal.
struct Judge {
    solver: Solver,
    work: Cell<u64>,
    /// How many starts were searched to their end.
    searches: u32,
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
        self.searches += 1;
        let known = self.solve_fully(position);
        let winner = match known.value? {
            Value::Win => position.turn(),
            Value::Loss => position.turn().other(),
            Value::Draw | Value::Endless => return None,
        };
        Some((winner, known.plies?))
    }

    /// The same for a game of digits. Most are decided within a few plies, which is seen much sooner
    /// than a table is made.
    fn result_of_digits(&mut self, position: &Position) -> Option<(Seat, u32)> {
        /// How many positions are looked at for that; house rules may make it more.
        const POSITIONS: u64 = 2_000;
        let mut short = ShortGame { left: POSITIONS.min(self.left()) };
        let all = short.left;
        let found = (1..LENGTH).find_map(|plies| Some((short.is_won(position, plies)?, plies)));
        self.work.set(self.work.get() + all - short.left);
        if let Some((is_won, plies)) = found {
            let winner = if is_won { position.turn() } else { position.turn().other() };
            return Some((winner, plies));
        }
        // Tables of one set of targets are of no use to another.
        self.solver = Solver::new(MEMORY);
        self.result(position)
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

/// Looks for the end of a game within a few plies.
struct ShortGame {
    /// How many positions may still be looked at.
    left: u64,
}

impl ShortGame {
    /// Whether the player to move wins within so many plies; `None` if neither player does, as far as
    /// is seen.
    fn is_won(&mut self, position: &Position, plies: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let next = all_after(position);
        let is_won = |after: &Position| after.outcome() == Some(Outcome::Won(position.turn()));
        if next.iter().any(is_won) {
            return Some(true);
        }
        let mut all_lose = true;
        for after in &next {
            let opponent_wins = match after.outcome() {
                Some(Outcome::Won(_)) => Some(true),
                None if plies > 1 => self.is_won(after, plies - 1),
                Some(Outcome::Nobody) | None => None,
            };
            match opponent_wins {
                Some(false) => return Some(true),
                Some(true) => {}
                None => all_lose = false,
            }
        }
        all_lose.then_some(false)
    }
}

/// Whether at least so many moves do not lose at once.
fn has_open_moves(position: &Position, wanted: usize) -> bool {
    let is_open = |after: &&Position| {
        let opponent_wins = Some(Outcome::Won(after.turn()));
        let wins = |last: &Position| last.outcome() == opponent_wins;
        after.outcome() != opponent_wins && !all_after(after).iter().any(wins)
    };
    wanted == 0 || all_after(position).iter().filter(is_open).count() >= wanted
}

/// The positions that the moves of this one lead to.
fn all_after(position: &Position) -> Vec<Position> {
    let moves = position.moves(Budget::PROMPT);
    moves.iter().filter_map(|made| position.after(&made).ok()).collect()
}

/// Draws any start in the book's range that has a move.
///
/// Targets are drawn without repetition, since a second one of the same value would say nothing,
/// and so that a table of their remainders is quickly made.
fn draw(
    book: &Book,
    rules: Rules,
    dice: &mut Dice,
    (range, largest_multiple): (&RangeInclusive<u64>, u64),
) -> (Vec<Natural>, Position) {
    let fair = book.fair;
    loop {
        let mut drawn: Vec<u64> = Vec::with_capacity(fair.count);
        while drawn.len() < fair.count {
            let number = dice.roll(range.clone());
            if !builds_digits(book) || !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn.sort_unstable();
        if builds_digits(book) && least_common_multiple(&drawn) > largest_multiple {
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
