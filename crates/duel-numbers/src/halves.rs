//! The divisors of a number as a table that is never written down.
//!
//! The prime powers are dealt into two halves. Every divisor is the product of a divisor of the
//! left half and one of the right, in one way; so two sorted lists of about the square root of the
//! count represent all of them, as the rows and columns of a table that ascends in both directions.
//! A walk along the border between small and large counts the divisors up to a bound in as many
//! steps as the two lists are long, and that is enough to find any page of the whole list.

use std::cmp::Reverse;
use std::ops::Range;

use crate::Natural;
use crate::whole::Whole;

/// How much the two lists may hold together.
const MOST_ENTRIES: usize = 1 << 21;
/// How much memory they may take together, in bytes.
const MOST_BYTES: u64 = 1 << 27;

/// Two sorted lists whose products are the divisors of a number.
pub(crate) struct Halves<T> {
    left: Vec<T>,
    right: Vec<T>,
    number: T,
}

/// A stretch of values, without `low` and with `high`, and how many divisors end before it and with
/// it.
#[derive(Clone, Debug)]
struct Bracket<T> {
    low: T,
    high: T,
    counts: Range<u64>,
}

/// The parts with the highest exponents first; apart from the type of the halves, because a sort is
/// much code.
fn high_exponents_first(parts: &[(Natural, u32)]) -> Vec<&(Natural, u32)> {
    let mut parts: Vec<&(Natural, u32)> = parts.iter().collect();
    parts.sort_by_key(|(_, exponent)| Reverse(*exponent));
    parts
}

impl<T: Whole> Halves<T> {
    /// The halves for the product of these pairwise coprime parts; `None` if the number does not
    /// fit the type or the lists would be too long.
    pub(crate) fn new(number: &Natural, parts: &[(Natural, u32)]) -> Option<Halves<T>> {
        let number_here = T::from_natural(number)?;
        let parts = high_exponents_first(parts);
        let (mut left, mut right) =
            (Half { parts: Vec::new(), len: 1 }, Half { parts: Vec::new(), len: 1 });
        for (part, exponent) in parts {
            let shorter = if left.len <= right.len { &mut left } else { &mut right };
            shorter.len = shorter.len.checked_mul(*exponent as usize + 1)?;
            shorter.parts.push((T::from_natural(part)?, *exponent));
            let entries = left.len.checked_add(right.len)?;
            if entries > MOST_ENTRIES || entries as u64 * bytes(number) > MOST_BYTES {
                return None;
            }
        }
        Some(Halves {
            left: T::products(&left.parts),
            right: T::products(&right.parts),
            number: number_here,
        })
    }

    /// How many divisors there are.
    pub(crate) fn len(&self) -> u64 {
        self.left.len() as u64 * self.right.len() as u64
    }

    /// How many steps a walk along the border takes, at most.
    pub(crate) fn steps(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// How many divisors are at most `bound`.
    pub(crate) fn count_up_to(&self, bound: &T) -> u64 {
        let mut border = self.right.len();
        let mut count = 0;
        for row in &self.left {
            border = self.border(row, bound, border);
            if border == 0 {
                break;
            }
            count += border as u64;
        }
        count
    }

    /// The divisors with these indices, ascending. The range is not empty and inside the list.
    pub(crate) fn page(&self, range: Range<u64>) -> Vec<T> {
        let slack = self.steps() as u64;
        let first = self.around(self.everything(), range.start, slack);
        let last = self.around(
            Bracket {
                high: self.number.clone(),
                counts: first.counts.start..self.len(),
                ..first.clone()
            },
            range.end - 1,
            slack,
        );
        let mut found = self.collect(&first.low, &last.high);
        let before = range.start - first.counts.start;
        let wanted = range.end - range.start;
        found.drain(..usize::try_from(before).expect("a part of the list fits"));
        found.truncate(usize::try_from(wanted).expect("a part of the list fits"));
        found
    }

    /// The next divisors above `low`, below which `before` end: about `wanted` of them, ascending.
    /// With them how many end with them.
    pub(crate) fn next(&self, low: &T, before: u64, wanted: u64) -> (Vec<T>, u64) {
        let rest =
            Bracket { low: low.clone(), high: self.number.clone(), counts: before..self.len() };
        let target = before + wanted;
        if target >= self.len() {
            return (self.collect(low, &self.number), self.len());
        }
        let end = self.around(rest, target, wanted / 4);
        (self.collect(low, &end.high), end.counts.end)
    }

    fn everything(&self) -> Bracket<T> {
        Bracket { low: T::zero(), high: self.number.clone(), counts: 0..self.len() }
    }

    /// Narrows a bracket around the divisor with this index, until it holds at most `slack`.
    fn around(&self, bracket: Bracket<T>, index: u64, slack: u64) -> Bracket<T> {
        let mut bracket = bracket;
        while bracket.counts.end - bracket.counts.start > slack {
            let Some(middle) = T::between(&bracket.low, &bracket.high) else { break };
            let count = self.count_up_to(&middle);
            if count <= index {
                (bracket.low, bracket.counts.start) = (middle, count);
            } else {
                (bracket.high, bracket.counts.end) = (middle, count);
            }
        }
        bracket
    }

    /// The divisors above `low` and up to `high`, ascending.
    fn collect(&self, low: &T, high: &T) -> Vec<T> {
        let (mut from, mut to) = (self.right.len(), self.right.len());
        let mut found = Vec::new();
        for row in &self.left {
            from = self.border(row, low, from);
            to = self.border(row, high, to);
            if to == 0 {
                break;
            }
            found.extend(self.right[from..to].iter().map(|column| row.times(column)));
        }
        found.sort_unstable();
        found
    }

    /// How many entries of a row are at most `bound`, where at most `most` are.
    fn border(&self, row: &T, bound: &T, most: usize) -> usize {
        let mut border = most;
        while border > 0 && row.times(&self.right[border - 1]) > *bound {
            border -= 1;
        }
        border
    }
}

/// One half before its list is made.
struct Half<T> {
    parts: Vec<(T, u32)>,
    len: usize,
}

/// What a number of this size takes, beside a little for keeping it.
pub(crate) fn bytes(number: &Natural) -> u64 {
    number.bits() / 8 + 24
}
