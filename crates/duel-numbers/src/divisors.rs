//! All divisors of a number: how many there are, any page of them, and the rank of a value among
//! them.

use std::ops::Range;

use crate::factorization::product;
use crate::halves::Halves;
use crate::merge::sorted_products;
use crate::runs::{Runs, narrow};
use crate::smallest::{count_up_to, smallest};
use crate::whole::Whole;
use crate::{Factorization, Natural};

/// Pages that end within so many of an end are cheapest made from there.
const NEAR: u64 = 1 << 12;

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
    /// How many divisors can be asked for at once, and how far from either end in any case.
    ///
    /// Up to about 10^12 divisors in all, pages may begin anywhere.
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

    /// Whether `value` is one of these divisors.
    ///
    /// ```
    /// use duel_numbers::{Divisors, Natural};
    /// let divisors = Divisors::of_parts(&[(Natural::from(2u8), 2), (Natural::from(3u8), 1)]);
    /// assert!(divisors.contains(&Natural::from(6u8)));
    /// assert!(!divisors.contains(&Natural::from(8u8)));
    /// ```
    pub fn contains(&self, value: &Natural) -> bool {
        if self.complete || !value.divides(&self.number) {
            return value.divides(&self.number);
        }
        let mut left = value.clone();
        for (part, _) in &self.parts {
            left.remove(part);
        }
        left.is_one()
    }

    /// How many of the divisors are at most `value`.
    ///
    /// `None` if there are too many to know: more than about 10^12 in all, and more than
    /// [`DEPTH`](Self::DEPTH) on either side of the value.
    ///
    /// ```
    /// use duel_numbers::{Divisors, Natural};
    /// let divisors = Divisors::of_parts(&[(Natural::from(2u8), 2), (Natural::from(3u8), 1)]);
    /// assert_eq!(divisors.rank(&Natural::from(5u8)), Some(Natural::from(4u8)));
    /// ```
    pub fn rank(&self, value: &Natural) -> Option<Natural> {
        if *value >= self.number {
            return Some(self.count());
        }
        if value.is_zero() {
            return Some(Natural::zero());
        }
        let exact = self.with_halves(|halves| match halves {
            HalvesTable::DoubleWords(halves) => Some(halves.count_up_to(&value.to_u128()?)),
            HalvesTable::Naturals(halves) => Some(halves.count_up_to(value)),
        });
        if let Some(Some(rank)) = exact {
            return Some(Natural::from(rank));
        }
        if let Some(rank) = self.count_few(value) {
            return Some(Natural::from(rank));
        }
        // A divisor above the value has its opposite below the number over the value.
        let opposite = &(&self.number - &Natural::one()) / value;
        Some(&self.count() - &Natural::from(self.count_few(&opposite)?))
    }

    /// How many divisors are at most `bound`, if those are at most [`DEPTH`](Self::DEPTH).
    fn count_few(&self, bound: &Natural) -> Option<usize> {
        count_up_to(&self.parts, bound, size(Self::DEPTH))
    }

    /// The divisors around a value, ascending: up to `radius` below it, the value itself if it is
    /// one, and up to `radius` above it.
    ///
    /// `None` where neither [`rank`](Self::rank) nor [`page`](Self::page) has an answer.
    ///
    /// ```
    /// use duel_numbers::{Divisors, Natural};
    /// let divisors = Divisors::of_parts(&[(Natural::from(2u8), 4), (Natural::from(3u8), 1)]);
    /// let around = divisors.around(&Natural::from(7u8), 2);
    /// assert_eq!(around, Some([4u8, 6, 8, 12].map(Natural::from).to_vec()));
    /// ```
    pub fn around(&self, value: &Natural, radius: u64) -> Option<Vec<Natural>> {
        let up_to = self.rank(value)?;
        let here = Natural::from(u8::from(self.contains(value)));
        let radius = Natural::from(radius);
        let below = up_to.checked_sub(&here).unwrap_or_default();
        let start = below.checked_sub(&radius).unwrap_or_default();
        let end = (&up_to + &radius).min(self.count());
        if let (Some(start), Some(end)) = (start.to_u64(), end.to_u64()) {
            return self.page(start..end);
        }
        // So far up that only the large end is near.
        let from_end = (&self.count() - &start).to_u64().filter(|deep| *deep <= Self::DEPTH)?;
        let mut found = self.largest(size(from_end));
        found.truncate(size((&end - &start).to_u64()?));
        Some(found)
    }

    /// The divisors with these indices, counted from 0 at the small end and ascending; indices
    /// beyond the last one are left out.
    ///
    /// `None` if the page holds more than [`DEPTH`](Self::DEPTH), or if there are more than about
    /// 10^12 divisors and the page is farther than that from both ends.
    ///
    /// ```
    /// use duel_numbers::{Divisors, Natural};
    /// let divisors = Divisors::of_parts(&[(Natural::from(2u8), 10_000)]);
    /// assert_eq!(divisors.page(3..5), Some(vec![Natural::from(8u8), Natural::from(16u8)]));
    /// ```
    pub fn page(&self, range: Range<u64>) -> Option<Vec<Natural>> {
        let count = self.count().to_u64();
        let (start, end) = (range.start, range.end.min(count.unwrap_or(u64::MAX)));
        if start >= end {
            return Some(Vec::new());
        }
        if end - start > Self::DEPTH {
            return None;
        }
        let from_start = |end: u64| self.smallest(size(end)).split_off(size(start));
        if end <= NEAR {
            return Some(from_start(end));
        }
        // Where the count does not fit, no index that does comes near the large end.
        let mirrored = |count: u64| {
            let mirrored = self.smallest(size(count - start));
            self.cofactors(&mirrored[size(count - end)..])
        };
        if let Some(count) = count.filter(|count| count - start <= NEAR) {
            return Some(mirrored(count));
        }
        if let Some(list) = self.list_u64() {
            return Some(list[size(start)..size(end)].iter().copied().map(Natural::from).collect());
        }
        let inside = self.with_halves(|halves| match halves {
            HalvesTable::DoubleWords(halves) => naturals(halves.page(start..end)),
            HalvesTable::Naturals(halves) => halves.page(start..end),
        });
        if inside.is_some() {
            return inside;
        }
        if end <= Self::DEPTH {
            return Some(from_start(end));
        }
        count.filter(|count| count - start <= Self::DEPTH).map(mirrored)
    }

    /// Asks the table of all divisors, if there is one.
    fn with_halves<R>(&self, ask: impl FnOnce(HalvesTable) -> R) -> Option<R> {
        let narrow = Halves::new(&self.number, &self.parts).map(HalvesTable::DoubleWords);
        let table =
            narrow.or_else(|| Halves::new(&self.number, &self.parts).map(HalvesTable::Naturals))?;
        Some(ask(table))
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

    /// All divisors, ascending, made as they are asked for.
    ///
    /// Memory does not grow with how many were taken, up to about 10^11 divisors in all; for
    /// numbers with more, or of many hundred digits, it does.
    pub fn iter(&self) -> impl Iterator<Item = Natural> {
        self.runs().flatten()
    }

    /// The same, a run of many at a time, in the narrowest type that holds them: the fast way to
    /// millions.
    ///
    /// ```
    /// use duel_numbers::{Divisors, Natural, Run};
    /// let divisors = Divisors::of_parts(&[(Natural::from(7u8), 2)]);
    /// assert!(divisors.runs().eq([Run::Words(vec![1, 7, 49])]));
    /// ```
    pub fn runs(&self) -> Runs<'_> {
        Runs::new(&self.number, &self.parts)
    }

    /// All divisors of a number below 2^64, ascending, in one list; `None` for larger numbers.
    ///
    /// There are at most 184,320, and each takes a few nanoseconds.
    pub fn list_u64(&self) -> Option<Vec<u64>> {
        Some(sorted_products(&narrow(&self.number, &self.parts, Natural::to_u64)?))
    }

    /// All divisors of a number below 2^128, ascending, in one list; `None` for larger numbers.
    ///
    /// There may be more than a hundred million; [`runs`](Self::runs) gives them in pieces.
    pub fn list_u128(&self) -> Option<Vec<u128>> {
        Some(sorted_products(&narrow(&self.number, &self.parts, Natural::to_u128)?))
    }
}

/// The table of all divisors, as wide as it has to be.
enum HalvesTable {
    DoubleWords(Halves<u128>),
    Naturals(Halves<Natural>),
}

fn naturals<T: Whole>(list: Vec<T>) -> Vec<Natural> {
    list.into_iter().map(T::into_natural).collect()
}

fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
