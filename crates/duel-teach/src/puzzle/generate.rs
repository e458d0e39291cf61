//! Puzzles without end: drawn by a seed, of the difficulty that is wanted.
//!
//! Starts are drawn from the book's fair range, from smaller numbers under the same rules, and, for
//! beginners, from the book as it is written. From each start a few moves are made by lot, and the
//! position that comes up is asked whether it makes a puzzle. The one that comes closest to the
//! wanted difficulty is taken. All work is counted, so that a seed gives the same puzzle on every
//! machine.

use std::cell::Cell;

use duel_books::{BOOKS, Book, house::builds_digits};
use duel_core::{Board, Choice, LeadingZero, Op, Play, Position, Reuse, Rules};
use duel_numbers::{Budget, Natural};
use duel_play::{Dice, Terms, deal::start, dice::fingerprint};
use duel_solver::{Limits, Solver, Value};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    moves::NODES,
    puzzle::{Kind, Puzzle, without_seat},
};

/// How many starts are drawn, unless none of them brings a puzzle.
const STARTS: u32 = 120;

/// The same for games of digits with several targets, where each start costs a large table.
const STARTS_OF_DIGITS: u32 = 40;

/// How many starts are drawn at most.
const MOST_STARTS: u32 = 200;

/// How many sets of numbers are drawn for one start, until one can be searched.
const DRAWS: u32 = 100;

/// How many positions are tried from each.
const TRIES: u32 = 6;

/// How far from the wanted difficulty a puzzle may be, as long as there are [`ENOUGH`] that are closer.
/// Where there are few of a difficulty, another position is better than the same again.
const CLOSE: [u32; 4] = [30, 60, 110, 180];

/// From so many different puzzles one is drawn.
const ENOUGH: usize = 10;

/// The same for games of digits with several targets, where each start costs a large table.
const ENOUGH_OF_DIGITS: usize = 1;

/// How much closer a puzzle with the other answer has to be to be taken instead.
const OTHER_ANSWER: u32 = 250;

/// How much work a puzzle may be in all, in units of [`duel_solver::Meter::work`].
pub const WORK: u64 = 4_000_000;

/// How many bytes a table may take.
const MEMORY: usize = 64 << 20;

/// The largest least common multiple of the targets of a puzzle of digits.
const LARGEST_MULTIPLE: u64 = 100_000;

/// Below this difficulty puzzles are for those who have just begun.
const NEWCOMER: u32 = 650;

/// The least number of a puzzle.
const SMALL: u64 = 4;

/// The largest number of a puzzle by the book.
const LARGEST_BY_THE_BOOK: u64 = 120;

/// The same where smaller ones bring too few.
const VERY_LARGEST_BY_THE_BOOK: u64 = 1_000;

/// The largest number of a puzzle in which divisors are used up: larger games take long to search.
const LARGEST_USED_UP: u64 = 300;

/// The largest target of a puzzle by the book.
const LARGEST_TARGET: u64 = 40;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// Which kind.
    pub kind: Kind,
    /// How hard.
    pub difficulty: u32,
    /// What it is drawn by.
    pub seed: u64,
}

/// There is no puzzle of this kind by this seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("none of {tries} positions makes a puzzle of this kind; another seed may have one")]
pub struct GenerateError {
    /// How many positions were tried.
    pub tries: u32,
}

/// Where the start of a puzzle is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Range {
    /// One number, under the rules of the book as it is written.
    ByTheBook,
    /// The same with numbers that are larger.
    LargeByTheBook,
    /// Numbers below the fair range, under the fair rules.
    Small,
    /// The fair range.
    Fair,
}

/// Draws a puzzle: always the same one for the same book and wishes.
pub fn generate(book: &'static Book, wanted: Wanted) -> Result<Puzzle, GenerateError> {
    generate_within(book, wanted, NODES, WORK)
}

/// Draws a puzzle, with so many positions for each question and so much work in all.
fn generate_within(
    book: &'static Book,
    wanted: Wanted,
    nodes: u64,
    most_work: u64,
) -> Result<Puzzle, GenerateError> {
    let Wanted { kind, difficulty, seed } = wanted;
    let name = format!("{} {kind} {difficulty}", book.slug);
    let mut dice = Dice::seeded(seed ^ fingerprint(&name));
    // A coin decides the answer, so that it is not always the one that is drawn more often.
    let answer = if dice.toss() { Value::Win } else { Value::Loss };
    let mut solver = Solver::new(MEMORY);
    let work = Cell::new(0);
    let mut found: Vec<(u32, Puzzle)> = Vec::new();
    let mut tries = 0;
    // By the book, as newcomers meet them, the tables of digits are small.
    let has_large_tables = builds_digits(book) && difficulty >= NEWCOMER;
    let (starts, enough) =
        if has_large_tables { (STARTS_OF_DIGITS, ENOUGH_OF_DIGITS) } else { (STARTS, ENOUGH) };
    'starts: for place in 0..MOST_STARTS {
        if place >= starts && !found.is_empty() {
            break;
        }
        let is_late = place >= starts / 2;
        // Newcomers do without house rules, and without large numbers if small ones bring enough.
        let is_newcomer = difficulty < NEWCOMER && !found.is_empty();
        if is_late && is_newcomer && found.len() >= enough {
            break;
        }
        let range = if is_late && is_newcomer && needs_house_rules(book) {
            Range::LargeByTheBook
        } else {
            draw_range(book, difficulty, is_late, &mut dice)
        };
        let Some(first) = draw_start(book, range, &mut dice) else { continue };
        if builds_digits(book) {
            // Tables of one set of targets are of no use to another.
            solver = Solver::new(MEMORY);
        }
        for _ in 0..TRIES {
            let Some(position) = draw_position(&first, &mut dice) else { continue };
            tries += 1;
            let left = most_work.saturating_sub(work.get());
            if left == 0 {
                break 'starts;
            }
            let limits =
                Limits { work: Some(left), work_done: Some(&work), ..Limits::nodes(nodes) };
            let Some(puzzle) = Puzzle::of(kind, &position, &mut solver, limits) else { continue };
            let is_win = puzzle.features.winning > 0;
            let suits = kind != Kind::WhoWins || is_win == (answer == Value::Win);
            let distance = puzzle.difficulty.abs_diff(difficulty);
            let distance = if suits { distance } else { distance + OTHER_ANSWER };
            if found.iter().any(|(_, other)| other.key() == puzzle.key()) {
                continue;
            }
            found.push((distance, puzzle));
            if found.iter().filter(|(distance, _)| *distance <= CLOSE[0]).count() == enough {
                break 'starts;
            }
        }
    }
    draw_close(found, enough, &mut dice).ok_or(GenerateError { tries })
}

/// One of the puzzles that are close to the wanted difficulty, or else the closest.
fn draw_close(mut found: Vec<(u32, Puzzle)>, enough: usize, dice: &mut Dice) -> Option<Puzzle> {
    found.sort_by_key(|(distance, _)| *distance);
    let within = |most: u32| found.iter().take_while(|(distance, _)| *distance <= most).count();
    let wide_enough = CLOSE.into_iter().map(within).find(|count| *count >= enough);
    let count = wide_enough.unwrap_or_else(|| within(CLOSE[CLOSE.len() - 1])).max(1);
    let last = u64::try_from(count - 1).unwrap_or(0);
    let place = usize::try_from(dice.roll(0..=last)).unwrap_or(0);
    (place < found.len()).then(|| found.swap_remove(place).1)
}

/// A book and a kind for a seed, where they are not chosen. Newcomers get books and kinds that have
/// puzzles in the book's own game: they need no house rules to begin with.
pub fn draw_kind(
    book: Option<&'static Book>,
    kind: Option<Kind>,
    difficulty: u32,
    seed: u64,
) -> (&'static Book, Kind) {
    let mut dice = Dice::seeded(seed ^ fingerprint(&"puzzle"));
    let mut place = |count: usize| {
        let last = u64::try_from(count - 1).unwrap_or(0);
        usize::try_from(dice.roll(0..=last)).unwrap_or(0)
    };
    let suits = |book: &&Book| difficulty >= NEWCOMER || !takes_all(book);
    let books: Vec<&'static Book> = BOOKS.into_iter().filter(suits).collect();
    let (drawn_book, drawn_kind) = (books[place(books.len())], Kind::ALL[place(Kind::ALL.len())]);
    let book = book.unwrap_or(drawn_book);
    let kind = kind.unwrap_or(match drawn_kind {
        // By the book the game is won in one move, or not at all: there is nothing to play, nor to list.
        Kind::Win if difficulty < NEWCOMER && is_one_move(book) => Kind::OnlyMove,
        Kind::AllMoves if difficulty < NEWCOMER && builds_digits(book) => Kind::OnlyMove,
        drawn => drawn,
    });
    (book, kind)
}

/// Whether a win takes one move without house rules.
fn is_one_move(book: &'static Book) -> bool {
    let divides = match book.rules.play() {
        Play::Take(take) => take.step.op == Op::Divide,
        Play::Append(_) => true,
    };
    divides && needs_house_rules(book)
}

/// Whether everything may be taken at once, so that the book's own game is no puzzle.
fn takes_all(book: &Book) -> bool {
    matches!(book.rules.play(), Play::Take(take) if take.step.choice == Choice::All)
}

/// Whether the fair variant has other rules than the book.
fn needs_house_rules(book: &'static Book) -> bool {
    fair_rules(book).is_none_or(|rules| rules.house().next().is_some())
}

/// Easy puzzles come from small numbers and from the book as it is written. If those bring none,
/// the later starts come from everywhere.
fn draw_range(book: &Book, difficulty: u32, is_late: bool, dice: &mut Dice) -> Range {
    let (by_the_book, small) = match difficulty {
        _ if is_late => (20, 40),
        // Newcomers meet the rules that they know.
        ..NEWCOMER => (100, 0),
        NEWCOMER..900 => (50, 50),
        900..1_200 => (30, 50),
        1_200..1_600 => (10, 40),
        _ => (0, 20),
    };
    let roll = dice.roll(0..=99);
    if roll < by_the_book && !takes_all(book) {
        Range::ByTheBook
    } else if roll < by_the_book + small {
        Range::Small
    } else {
        Range::Fair
    }
}

fn draw_start(book: &'static Book, range: Range, dice: &mut Dice) -> Option<Position> {
    let (rules, count, from, to) = match range {
        Range::ByTheBook | Range::LargeByTheBook => {
            let to = match range {
                _ if builds_digits(book) => LARGEST_TARGET,
                Range::LargeByTheBook => VERY_LARGEST_BY_THE_BOOK,
                _ => LARGEST_BY_THE_BOOK,
            };
            (book.rules, 1, SMALL, to)
        }
        Range::Small => (fair_rules(book)?, book.fair.count, SMALL, book.fair.from),
        Range::Fair => (fair_rules(book)?, book.fair.count, book.fair.from, book.fair.to),
    };
    let uses_up = matches!(rules.play(), Play::Take(take) if take.reuse == Reuse::Once);
    let to = if uses_up { to.min(LARGEST_USED_UP.max(from)) } else { to };
    (0..DRAWS).find_map(|_| {
        let mut numbers: Vec<u64> = Vec::with_capacity(count);
        while numbers.len() < count {
            let number = dice.roll(from.max(book.least)..=to);
            // A second target of the same value would say nothing.
            if !builds_digits(book) || !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers.sort_unstable();
        if builds_digits(book) && least_common_multiple(&numbers) > LARGEST_MULTIPLE {
            return None;
        }
        start(rules, numbers.into_iter().map(Natural::from).collect()).ok()
    })
}

fn fair_rules(book: &'static Book) -> Option<Rules> {
    let terms = Terms { fair: true, ..Terms::default() };
    terms.agree(book).ok().map(|agreed| agreed.rules)
}

/// The position after a few moves by lot; `None` if the game is over then.
fn draw_position(first: &Position, dice: &mut Dice) -> Option<Position> {
    let plies = dice.roll(0..=7).saturating_sub(1);
    let mut position = first.clone();
    for _ in 0..plies {
        let moves = position.moves(Budget::PROMPT);
        let count = moves.count().to_u64().filter(|count| *count > 0)?;
        let place = usize::try_from(dice.roll(0..=count - 1)).ok()?;
        position = position.after(&moves.iter().nth(place)?).ok()?;
    }
    // Where 0 may come first, it wins at once whatever the target is.
    let is_trivial = matches!(
        position.board(),
        Board::Digits { append, digits, .. }
            if digits.is_empty() && append.leading_zero == LeadingZero::Allowed
    );
    (!is_trivial && position.can_move()).then(|| without_seat(&position))
}

fn least_common_multiple(numbers: &[u64]) -> u64 {
    fn gcd(one: u64, other: u64) -> u64 {
        if other == 0 { one } else { gcd(other, one % other) }
    }
    numbers.iter().fold(1, |multiple, number| multiple / gcd(multiple, *number) * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits are there against the unforeseen. While they decide nothing, a solver that counts
    /// in another way draws the same puzzles.
    #[test]
    fn limits_do_not_decide_which_puzzle_is_drawn() {
        for book in BOOKS {
            for kind in Kind::ALL {
                for (seed, difficulty) in [(50, 800), (51, 1_400), (52, 2_300)] {
                    let wanted = Wanted { kind, difficulty, seed };
                    let drawn = generate(book, wanted);
                    let freely = generate_within(book, wanted, 8 * NODES, 8 * WORK);
                    assert_eq!(drawn, freely, "{} {kind} {difficulty}", book.slug);
                }
            }
        }
    }
}
