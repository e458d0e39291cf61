//! Which moves an opponent considers: all of them, or where there are very many, both ends of the
//! list.

use std::time::Instant;

use duel_core::{Board, Digit, Group, Move, Moves, Op, Position};
use duel_numbers::{Budget, Divisors, Factorization, Natural};
use duel_solver::Limits;

use crate::dice::Dice;

/// How many moves are considered on each number, at most.
const CONSIDERED: u64 = 400;

/// How many moves are considered on all numbers together, about.
const CONSIDERED_IN_ALL: u64 = 4_000;

/// A list up to this long is drawn from by index; longer ones are drawn from by prime factors.
const INDEXED: u64 = 10_000;

/// How often a random divisor is drawn before another way is taken.
const DRAWS: usize = 200;

/// Moves worth looking at.
pub(super) struct Candidates {
    /// The moves, all legal, each once.
    pub(super) moves: Vec<Move>,
    /// Whether there are no others.
    pub(super) complete: bool,
}

impl Candidates {
    /// The moves of a position, with its numbers factored as far as the budget allows.
    pub(super) fn of(position: &Position, budget: Budget<'_>) -> Candidates {
        let factors = factors(position, budget);
        let listed = position.moves_factored(&factors);
        if listed.count().to_u64().is_some_and(|count| count <= CONSIDERED) {
            let mut moves: Vec<Move> = listed.iter().collect();
            if !listed.is_complete() {
                add_unfactored(position, &mut moves);
            }
            return Candidates { complete: listed.is_complete(), moves };
        }
        let mut moves: Vec<Move> = listed.has_pass().then_some(Move::Pass).into_iter().collect();
        let each = CONSIDERED_IN_ALL / (listed.groups().len() as u64).max(1);
        for (group, factors) in listed.groups().iter().zip(&factors) {
            moves.extend(ends(position, group, factors.as_ref(), each.min(CONSIDERED)));
        }
        add_unfactored(position, &mut moves);
        Candidates { moves, complete: false }
    }

    /// Parts them into those that are seen and those that are overlooked, each by a lot of its own,
    /// so many percent of them. Nothing is drawn where nothing is overlooked.
    pub(super) fn overlook(&self, percent: u8, dice: &mut Dice) -> (Vec<Move>, Vec<Move>) {
        if percent == 0 {
            return (self.moves.clone(), Vec::new());
        }
        self.moves.iter().cloned().partition(|_| dice.roll(1..=100) > u64::from(percent))
    }
}

/// The factors of the numbers on the table. Where the budget for all of them together finds no move,
/// one number after the other gets all of it, until a move is known.
fn factors(position: &Position, budget: Budget<'_>) -> Vec<Option<Factorization>> {
    let mut found = position.factors(budget);
    if found.len() < 2 || !position.moves_factored(&found).count().is_zero() {
        return found;
    }
    for place in 0..found.len() {
        let hard = found[place].as_ref().filter(|factors| !factors.is_complete());
        let Some(number) = hard.map(|factors| factors.number().clone()) else { continue };
        found[place] = Some(Factorization::of(&number, budget));
        if !position.moves_factored(&found).count().is_zero() {
            break;
        }
    }
    found
}

/// The moves with the smallest and with the largest divisors of a number, so many at most.
fn ends(
    position: &Position,
    group: &Group,
    factors: Option<&Factorization>,
    most: u64,
) -> Vec<Move> {
    let index = group.index();
    let low = group.page(0..most / 2).unwrap_or_default();
    let mut moves: Vec<Move> =
        low.into_iter().map(|(op, divisor)| Move::Take { index, op, divisor }).collect();
    if let Some(factors) = factors
        && group.count() > Natural::from(most / 2)
    {
        let most = usize::try_from(most / 2).unwrap_or(usize::MAX);
        for divisor in Divisors::new(factors).largest(most) {
            for op in [Op::Divide, Op::Subtract] {
                add(position, &mut moves, Move::Take { index, op, divisor: divisor.clone() });
            }
        }
    }
    moves
}

/// Divisors that need no factoring: half of an even number, and its odd part.
fn add_unfactored(position: &Position, moves: &mut Vec<Move>) {
    let Board::Numbers { numbers, .. } = position.board() else { return };
    for (index, number) in numbers.iter().enumerate() {
        if number.is_zero() || !number.is_even() {
            continue;
        }
        let two = Natural::from(2_u64);
        let twos = u32::try_from(number.trailing_zeros()).unwrap_or(u32::MAX);
        for divisor in [number / &two.pow(twos), number / &two] {
            for op in [Op::Subtract, Op::Divide] {
                add(position, moves, Move::Take { index, op, divisor: divisor.clone() });
            }
        }
    }
}

fn add(position: &Position, moves: &mut Vec<Move>, made: Move) {
    if !moves.contains(&made) && position.after(&made).is_ok() {
        moves.push(made);
    }
}

/// A move drawn by lot, each that is known equally likely; where several numbers have more moves
/// than can be counted off, each number is equally likely. `None` if no move is known.
pub(super) fn draw(position: &Position, dice: &mut Dice, budget: Budget<'_>) -> Option<Move> {
    let factors = factors(position, budget);
    let listed = position.moves_factored(&factors);
    let total = listed.count();
    if total.is_zero() {
        let mut moves = Vec::new();
        add_unfactored(position, &mut moves);
        return pick(&moves, dice).cloned();
    }
    match total.to_u64() {
        Some(total) if total <= INDEXED => nth(&listed, dice.roll(0..=total - 1)),
        _ => {
            let groups: Vec<&Group> =
                listed.groups().iter().filter(|group| !group.count().is_zero()).collect();
            let group = pick(&groups, dice)?;
            draw_divisor(position, group, dice, factors.get(group.index())?.as_ref()?)
        }
    }
}

/// One of these, each equally likely.
pub(super) fn pick<'a, T>(from: &'a [T], dice: &mut Dice) -> Option<&'a T> {
    let last = u64::try_from(from.len().checked_sub(1)?).ok()?;
    from.get(usize::try_from(dice.roll(0..=last)).ok()?)
}

/// The move at this place of the whole list.
fn nth(listed: &Moves, place: u64) -> Option<Move> {
    let plain = listed.digits().len() as u64 + u64::from(listed.has_pass());
    if place < plain {
        return listed.iter().nth(usize::try_from(place).ok()?);
    }
    let mut left = place - plain;
    for group in listed.groups() {
        let count = group.count().to_u64()?;
        if left < count {
            let (op, divisor) = group.page(left..left + 1)?.into_iter().next()?;
            return Some(Move::Take { index: group.index(), op, divisor });
        }
        left -= count;
    }
    None
}

/// A divisor as a product of random powers of the prime factors: every divisor is as likely as any
/// other, and nothing has to be listed.
fn draw_divisor(
    position: &Position,
    group: &Group,
    dice: &mut Dice,
    factors: &Factorization,
) -> Option<Move> {
    let index = group.index();
    let parts = [factors.primes(), factors.unsplit()].concat();
    for _ in 0..DRAWS {
        let divisor = parts.iter().fold(Natural::one(), |product, (part, exponent)| {
            let exponent = u32::try_from(dice.roll(0..=u64::from(*exponent))).unwrap_or(0);
            &product * &part.pow(exponent)
        });
        let op = if dice.toss() { Op::Divide } else { Op::Subtract };
        let drawn = [op, if op == Op::Divide { Op::Subtract } else { Op::Divide }]
            .into_iter()
            .map(|op| Move::Take { index, op, divisor: divisor.clone() })
            .find(|made| position.after(made).is_ok());
        if drawn.is_some() {
            return drawn;
        }
    }
    let page = group.page(0..INDEXED)?;
    let (op, divisor) = pick(&page, dice)?.clone();
    Some(Move::Take { index, op, divisor })
}

/// How much factoring fits into the limits: half of the time that is left, at most.
pub(super) fn factoring<'a>(limits: &Limits<'a>) -> Budget<'a> {
    /// Steps that a slow core manages in a microsecond.
    const PER_MICROSECOND: u64 = 50;
    let steps = limits.deadline.map_or(u64::MAX, |deadline| {
        let left = deadline.saturating_duration_since(Instant::now()).as_micros();
        let half = u64::try_from(left / 2).unwrap_or(u64::MAX);
        half.saturating_mul(PER_MICROSECOND)
    });
    limits.budget(Budget::PROMPT.at_most(steps))
}

/// How many numbers are on the table.
pub(super) fn count(position: &Position) -> usize {
    match position.board() {
        Board::Numbers { numbers, .. } => numbers.len(),
        Board::Digits { .. } => 1,
    }
}

/// How many 64-bit words the largest number on the table takes; 1 in a game of digits, where
/// everything is small beside the moves.
pub(super) fn words(position: &Position) -> u64 {
    match position.board() {
        Board::Numbers { numbers, .. } => {
            numbers.iter().map(|number| number.bits().div_ceil(64)).max().unwrap_or(1).max(1)
        }
        Board::Digits { .. } => 1,
    }
}

/// A legal move that is found without thinking and without factoring: the first of a few small
/// divisors, or a digit. `None` if there is none of these, although there may be others.
pub fn any_move(position: &Position) -> Option<Move> {
    /// The largest divisor that is tried.
    const SMALL: u64 = 1_000;
    let legal = |made: &Move| position.after(made).is_ok();
    match position.board() {
        Board::Digits { .. } => Digit::ALL.into_iter().map(Move::Append).find(legal),
        Board::Numbers { numbers, .. } => {
            let takes = numbers.iter().enumerate().flat_map(|(index, number)| {
                let divisors = (1..=SMALL).map(Natural::from).chain([number.clone()]);
                divisors.flat_map(move |divisor| {
                    [Op::Divide, Op::Subtract].map(|op| {
                        let divisor = divisor.clone();
                        Move::Take { index, op, divisor }
                    })
                })
            });
            takes.chain([Move::Pass]).find(legal)
        }
    }
}
