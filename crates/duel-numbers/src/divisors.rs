//! All divisors of a number: how many there are, and any page of them from either end.

use std::ops::Range;

use crate::factorization::product;
use crate::smallest::smallest;
use crate::walk::Walk;
use crate::{Factorization, Natural};

/// The divisors of a number, 1 and the number itself included, in ascending order.
///
/// There may be more than fit any memory; they are counted exactly, and made only as far as they
/// are asked for. If the number was not factored completely, these are its *known* divisors, with
/// every unsplit part taken as indivisible, and [`is_complete`](Self::is_complete) says so.
///
/// ```
/// use duel_numbers::{Budget, Divisors, Factorization, Natural};
///
/// let n = Natural::from(28u32);
/// let divisors = Divisors::new(&Factorization::of(&n, Budget::PROMPT));
/// let all: Vec<u64> = divisors.iter().filter_map(|d| d.to_u64()).collect();
/// assert_eq!(all, [1, 2, 4, 7, 14, 28]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divisors {
    number: Natural,
    parts: Vec<(Natural, u32)>,
    complete: bool,
}

impl Divisors {
    /// How far from either end divisors can be asked for by index.
    pub const DEPTH: u64 = 1_000_000;

    /// The divisors of a factored number; the known ones if the factorisation is partial.
    pub fn new(f: &Factorization) -> Divisors {
        let mut parts = [f.primes(), f.unsplit()].concat();
        parts.sort_unstable();
        Divisors { number: f.number().clone(), parts, complete: f.is_complete() }
    }

    /// The divisors of the product of these primes to these exponents; complete.
    ///
    /// The primes are different from each other, in any order; whether they are prime is taken on
    /// trust.
    pub fn of_parts(parts: &[(Natural, u32)]) -> Divisors {
        Divisors { complete: true, ..Divisors::of_coprime_parts(parts) }
    }

    /// The known divisors of the product of these parts to these exponents, where the parts are
    /// above 1 and pairwise coprime but maybe not prime, as [`coprime_parts`](crate::coprime_parts)
    /// gives them; not complete.
    pub fn of_coprime_parts(parts: &[(Natural, u32)]) -> Divisors {
        let mut parts: Vec<_> = parts.iter().filter(|(_, e)| *e > 0).cloned().collect();
        parts.sort_unstable();
        Divisors { number: product(&parts), parts, complete: false }
    }

    /// Whether these are all divisors of the number, not only the known ones.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number whose divisors these are.
    pub fn number(&self) -> &Natural {
        &self.number
    }

    /// How many divisors there are: exactly if complete, else how many are known.
    pub fn count(&self) -> Natural {
        let choices = self.parts.iter().map(|(_, e)| (Natural::from(u64::from(*e) + 1), 1));
        product(&choices.collect::<Vec<_>>())
    }

    /// How many of the divisors `d` have `d * d <= n`: half of them, rounded up.
    pub fn count_up_to_root(&self) -> Natural {
        &(&self.count() + &Natural::one()) / &Natural::from(2u8)
    }

    /// The divisors with these indices, counted from 0 at the small end and ascending; what lies
    /// beyond the last one is left out.
    ///
    /// `None` if the page reaches deeper than [`DEPTH`](Self::DEPTH) from both ends.
    ///
    /// ```
    /// use duel_numbers::{Divisors, Natural};
    /// let divisors = Divisors::of_parts(&[(Natural::from(2u8), 10_000)]);
    /// assert_eq!(divisors.page(3..5), Some(vec![Natural::from(8u8), Natural::from(16u8)]));
    /// ```
    pub fn page(&self, range: Range<u64>) -> Option<Vec<Natural>> {
        let end = range.end.min(self.count().to_u64().unwrap_or(u64::MAX));
        if range.start >= end {
            return Some(Vec::new());
        }
        let start = range.start;
        if end <= Self::DEPTH {
            return Some(self.smallest(size(end)).split_off(size(start)));
        }
        // Where the count does not fit, no index that does comes near the large end.
        let count = self.count().to_u64()?;
        if count - start > Self::DEPTH {
            return None;
        }
        let mirrored = self.smallest(size(count - start));
        Some(self.cofactors(&mirrored[size(count - end)..]))
    }

    /// The `k` smallest divisors, ascending; fewer if there are fewer, and at most
    /// [`DEPTH`](Self::DEPTH).
    pub fn smallest(&self, k: usize) -> Vec<Natural> {
        smallest(&self.parts, k.min(size(Self::DEPTH)))
    }

    /// The `k` largest divisors, ascending too, so that the number itself comes last; fewer if
    /// there are fewer, and at most [`DEPTH`](Self::DEPTH).
    pub fn largest(&self, k: usize) -> Vec<Natural> {
        self.cofactors(&self.smallest(k))
    }

    /// The divisors opposite to these, in opposite order.
    fn cofactors(&self, divisors: &[Natural]) -> Vec<Natural> {
        divisors.iter().rev().map(|d| &self.number / d).collect()
    }

    /// All divisors, ascending, each made only when it is asked for.
    ///
    /// Memory grows with how many were taken, not with how many there are.
    pub fn iter(&self) -> impl Iterator<Item = Natural> {
        Walk::new(&self.parts)
    }
}

fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
