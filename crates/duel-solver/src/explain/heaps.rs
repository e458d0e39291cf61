//! Several numbers that do not concern each other, as heaps: what decides such a game, as claims.

use duel_core::Move;
use duel_numbers::{Budget, Factorization, Natural, is_prime_within};

use crate::{
    claim::{Alike, Claim, LostAlone, Parts, Worth},
    closed,
};

/// A number that is worth a heap.
struct Heap {
    number: Natural,
    size: u32,
}

pub(super) fn nim(
    numbers: &[Factorization],
    spare: bool,
    normal: bool,
    winning: Option<&Move>,
) -> Vec<Claim> {
    let left = |winning: &Move| divided(numbers, Some(winning)).swap_remove(0).number;
    match (numbers, spare, winning, normal) {
        ([_], false, Some(made), true) => {
            vec![Claim::LeavesPrime { prime: left(made), made: made.clone() }]
        }
        ([_], false, Some(made), false) => {
            vec![Claim::LeavesTwoPrimes { left: left(made), made: made.clone() }]
        }
        ([only], false, None, _) => vec![Claim::IsTwoPrimes(only.number().clone())],
        _ => {
            vec![nim_plan(numbers, spare, normal, winning)]
        }
    }
}

/// What decides a game of several numbers that are divided, after the winning move or, if there is
/// none, in the position itself.
fn nim_plan(numbers: &[Factorization], spare: bool, normal: bool, winning: Option<&Move>) -> Claim {
    let made = winning.cloned();
    let pass = spare && winning != Some(&Move::Pass);
    let mut live = divided(numbers, winning);
    let heaps: Vec<u32> = live.iter().map(|heap| heap.size).collect();
    live.retain(|heap| heap.size > 0);
    if live.iter().all(|heap| heap.size == 1) {
        let numbers = live.into_iter().map(|heap| heap.number).collect();
        return Claim::MovesLeft { made, numbers, pass };
    }
    if !normal {
        return Claim::BalanceMisere { made, heaps, pass };
    }
    largest_first(&mut live, |heap| heap.size);
    match parts(&live, |a, b| a.size == b.size) {
        Some(parts) if !pass => Claim::Parts { made, parts, alike: Alike::PrimeFactors },
        _ => Claim::Balance { made, heaps, pass, worth: Worth::Divisions },
    }
}

/// The numbers and heaps of a game of division after a move.
fn divided(numbers: &[Factorization], made: Option<&Move>) -> Vec<Heap> {
    let heap = |(place, factors): (usize, &Factorization)| {
        let omega = factors.big_omega().unwrap_or(0);
        let (number, taken) = match made {
            Some(Move::Take { index, divisor, .. }) if *index == place => {
                (factors.number() / divisor, prime_factors_of(divisor, factors))
            }
            _ => (factors.number().clone(), 0),
        };
        let size = omega.saturating_sub(taken + 1);
        Heap { number, size: u32::try_from(size).unwrap_or(u32::MAX) }
    };
    numbers.iter().enumerate().map(heap).collect()
}

/// How many prime factors a divisor of a number has, whose factors are known.
fn prime_factors_of(divisor: &Natural, of: &Factorization) -> u64 {
    let mut rest = divisor.clone();
    let mut count = 0;
    for (prime, _) in of.primes() {
        while prime.divides(&rest) {
            rest = &rest / prime;
            count += 1;
        }
    }
    count
}

/// Neighbours as partners, if they are alike; all others have to be lost alone.
fn parts(sorted: &[Heap], alike: impl Fn(&Heap, &Heap) -> bool) -> Option<Parts> {
    let mut parts = Parts::default();
    let mut rest = sorted;
    loop {
        rest = match rest {
            [] => return Some(parts),
            [a, b, rest @ ..] if alike(a, b) => {
                parts.pairs.push([a.number.clone(), b.number.clone()]);
                rest
            }
            [Heap { number, size: 0 }, rest @ ..] => {
                parts.lost.push(number.clone());
                rest
            }
            _ => return None,
        };
    }
}

/// Numbers with moves that do not concern each other, each with whether it is lost alone, as equal
/// pairs and lost ones.
pub(crate) fn equal_parts(numbers: impl Iterator<Item = (Natural, bool)>) -> Option<Parts> {
    let heap = |(number, is_lost): (Natural, bool)| Heap { number, size: u32::from(!is_lost) };
    let mut live: Vec<Heap> = numbers.map(heap).collect();
    largest_first(&mut live, |_| 0);
    // A single number with moves is not a part of anything.
    parts(&live, |a, b| a.number == b.number).filter(|_| live.len() != 1)
}

/// Whether a number is a prime, as far as the budget tells.
pub(super) fn is_known_prime(number: &Natural, budget: Budget<'_>) -> bool {
    number.bits() <= closed::LONG && is_prime_within(number, budget) == Some(true)
}

pub(super) fn subtract_sum(
    numbers: &[(Natural, u32)],
    winning: Option<&Move>,
    budget: Budget<'_>,
) -> Vec<Claim> {
    let worth = Claim::Nimbers(numbers.to_vec());
    let balanced = numbers.iter().fold(0, |sum, (_, nimber)| sum ^ nimber) == 0;
    if winning.is_none() && !balanced {
        return vec![worth, Claim::CanBalance];
    }
    let made = winning.cloned();
    let split = EqualParts::new(numbers, budget);
    let parts = split.after(winning);
    if let Some(parts) = &parts
        && parts.lost.is_empty()
    {
        return vec![if parts.pairs.is_empty() {
            Claim::MovesLeft { made, numbers: Vec::new(), pass: false }
        } else {
            Claim::Parts { made, parts: parts.clone(), alike: Alike::Equal }
        }];
    }
    if let Some(numbers) = split.lost_alone_after(winning) {
        return vec![Claim::LostAlone { made, numbers }];
    }
    if let Some(parts) = parts {
        return vec![Claim::Parts { made, parts, alike: Alike::Equal }];
    }
    let heaps = subtracted(numbers, winning).into_iter().map(|heap| heap.size).collect();
    vec![worth, Claim::Balance { made, heaps, pass: false, worth: Worth::Nimber }]
}

/// A game of subtraction with several numbers, of which is known which ones have a move: asked for
/// partners after many moves, each number is tested for primality once.
pub(crate) struct EqualParts<'a> {
    numbers: &'a [(Natural, u32)],
    is_stuck: Vec<bool>,
    budget: Budget<'a>,
}

impl<'a> EqualParts<'a> {
    /// One budget is for testing all the numbers. A number of which it is not found out counts as one
    /// with a move.
    pub(crate) fn new(numbers: &'a [(Natural, u32)], budget: Budget<'a>) -> EqualParts<'a> {
        let budget = budget.share(numbers.len() as u64 + 1);
        let is_stuck = |number: &Natural| number.is_one() || is_known_prime(number, budget);
        let is_stuck = numbers.iter().map(|(number, _)| is_stuck(number)).collect();
        EqualParts { numbers, is_stuck, budget }
    }

    /// The parts after a move, if each number with a move has a partner or is lost alone.
    pub(crate) fn after(&self, made: Option<&Move>) -> Option<Parts> {
        let live = self.heaps_after(made).filter(|(_, is_stuck)| !is_stuck);
        equal_parts(live.map(|(heap, _)| (heap.number, heap.size == 0)))
    }

    /// The numbers after a move, if each of them is lost alone.
    fn lost_alone_after(&self, made: Option<&Move>) -> Option<LostAlone> {
        let mut sorted = LostAlone::default();
        for (Heap { number, size }, is_stuck) in self.heaps_after(made) {
            match () {
                () if is_stuck => sorted.stuck.push(number),
                () if size > 0 => return None,
                () if number.is_even() => sorted.powers.push(number),
                () => sorted.odd.push(number),
            }
        }
        Some(sorted)
    }

    /// The numbers after a move, each with whether it is known to have none.
    fn heaps_after(&self, made: Option<&Move>) -> impl Iterator<Item = (Heap, bool)> {
        let changed = match made {
            Some(Move::Take { index, .. }) => Some(*index),
            _ => None,
        };
        let heaps = subtracted(self.numbers, made).into_iter().enumerate();
        heaps.map(move |(place, heap)| {
            let is_stuck = if Some(place) == changed {
                heap.number.is_one() || is_known_prime(&heap.number, self.budget)
            } else {
                self.is_stuck[place]
            };
            (heap, is_stuck)
        })
    }
}

/// Sorts heaps by a size, then by their numbers. They are few, and a library sort is a lot of code.
fn largest_first(heaps: &mut Vec<Heap>, size: fn(&Heap) -> u32) {
    for heap in std::mem::take(heaps) {
        let after = |other: &Heap| (size(other), &other.number) < (size(&heap), &heap.number);
        let place = heaps.iter().position(after).unwrap_or(heaps.len());
        heaps.insert(place, heap);
    }
}

/// The numbers and nimbers of a game of subtraction after a move.
fn subtracted(numbers: &[(Natural, u32)], made: Option<&Move>) -> Vec<Heap> {
    let heap = |(place, (number, nimber)): (usize, &(Natural, u32))| match made {
        Some(Move::Take { index, divisor, .. }) if *index == place => {
            let number = number - divisor;
            Heap { size: closed::subtract_nimber_of(&number), number }
        }
        _ => Heap { number: number.clone(), size: *nimber },
    };
    numbers.iter().enumerate().map(heap).collect()
}
