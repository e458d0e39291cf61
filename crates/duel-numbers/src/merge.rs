//! The complete sorted list of divisors in fixed width, made by merging and never by sorting.
//!
//! Multiplying a sorted list by a prime keeps it sorted, so the divisors with one prime more are
//! the merge of two lists. A power of the prime is reached as in quick exponentiation, doubling the
//! range of exponents or adding one to it.
//!
//! What is compared is close to random, so the inner loops choose by arithmetic instead of branches.
//! Doubling, which is nearly all of the work, writes four divisors at a time: two comparisons that
//! do not wait for each other, and with each divisor its opposite, which needs no comparison of its
//! own. Memory is asked for once, since fresh memory costs more than the work.

use std::cmp::Reverse;
use std::hint::select_unpredictable;
use std::ops::Mul;

/// The products of powers of pairwise coprime parts up to these exponents, ascending.
///
/// The largest product has to fit the type, and all of them the memory.
pub(crate) fn sorted_products<T>(parts: &[(T, u32)]) -> Vec<T>
where
    T: Copy + Ord + Mul<Output = T> + From<u8>,
{
    // High exponents first, while the lists are short: they take the most merges.
    let mut parts = parts.to_vec();
    parts.sort_unstable_by_key(|(_, exponent)| Reverse(*exponent));
    let count: usize = parts.iter().map(|(_, exponent)| *exponent as usize + 1).product();
    let before_last = parts.last().map_or(0, |(_, last)| count - count / (*last as usize + 1));
    let mut growing =
        Growing { list: Vec::with_capacity(count), before: Vec::with_capacity(before_last) };
    growing.list.push(T::from(1));
    for (part, exponent) in parts {
        growing.take_powers(part, exponent);
    }
    growing.list
}

/// A sorted list in the making.
struct Growing<T> {
    list: Vec<T>,
    /// The list as it was before the last merge.
    before: Vec<T>,
}

impl<T: Copy + Ord + Mul<Output = T> + From<u8>> Growing<T> {
    /// Takes the products with the powers of a part in, up to an exponent.
    fn take_powers(&mut self, part: T, exponent: u32) {
        // There will be this many powers, the first one being 1; its binary digits guide the doubling.
        let wanted = exponent + 1;
        let without = if exponent > 1 { self.list.clone() } else { Vec::new() };
        let (mut powers, mut next) = (1, part);
        for digit in (0..wanted.ilog2()).rev() {
            self.keep(2 * self.list.len(), next);
            double(&self.before, next, &mut self.list);
            powers *= 2;
            if wanted >> digit & 1 == 1 {
                self.keep(self.list.len() + without.len(), part);
                merge(&without, &self.before, part, &mut self.list);
                powers += 1;
            }
            if digit > 0 {
                next = (1..powers).fold(part, |power, _| power * part);
            }
        }
    }

    /// Keeps the list as it is, and makes room for a longer one.
    fn keep(&mut self, len: usize, filling: T) {
        self.before.clear();
        self.before.extend_from_slice(&self.list);
        self.list.resize(len, filling);
    }
}

/// Fills `out` with all divisors of some number and their products with a factor.
fn double<T: Copy + Ord + Mul<Output = T>>(divisors: &[T], factor: T, out: &mut [T]) {
    let half = divisors.len() / 2;
    let (low, high) = out.split_at_mut(divisors.len());
    let (low, near_low) = low.split_at_mut(half);
    let (near_high, high) = high.split_at_mut(divisors.len() - half);
    let (mut outer, mut inner) =
        (MergeState { plain: 0, times: 0 }, MergeState::at(divisors, factor, half));
    let outside = low.iter_mut().zip(high.iter_mut().rev());
    let mut inside = near_low.iter_mut().zip(near_high.iter_mut().rev());
    for ((low, high), (near_low, near_high)) in outside.zip(inside.by_ref()) {
        (*low, *high) = outer.step(divisors, factor);
        (*near_low, *near_high) = inner.step(divisors, factor);
    }
    // Of an odd number of divisors one is left.
    if let Some((low, high)) = inside.next() {
        (*low, *high) = inner.step(divisors, factor);
    }
}

/// How many of a list, and how many of its products with a factor, have been merged.
struct MergeState {
    plain: usize,
    times: usize,
}

impl MergeState {
    /// The state after this many, which are not more than the list has.
    fn at<T: Copy + Ord + Mul<Output = T>>(list: &[T], factor: T, many: usize) -> MergeState {
        let (mut least, mut most) = (0, many);
        while least < most {
            let plain = usize::midpoint(least, most);
            if list[plain] < list[many - plain - 1] * factor {
                least = plain + 1;
            } else {
                most = plain;
            }
        }
        MergeState { plain: least, times: many - least }
    }

    /// The next divisor, and the one as far from the other end.
    #[inline]
    fn step<T: Copy + Ord + Mul<Output = T>>(&mut self, divisors: &[T], factor: T) -> (T, T) {
        let last = divisors.len() - 1;
        let (plain, times) = (divisors[self.plain], divisors[self.times] * factor);
        let is_plain = plain < times;
        // Opposites multiply to the whole, so one has the factor and the other has not.
        let (opposite_plain, opposite_times) =
            (divisors[last - self.plain] * factor, divisors[last - self.times]);
        self.plain += usize::from(is_plain);
        self.times += usize::from(!is_plain);
        (
            select_unpredictable(is_plain, plain, times),
            select_unpredictable(is_plain, opposite_plain, opposite_times),
        )
    }
}

/// Fills `out` with two sorted lists, the second one times a factor, as one.
fn merge<T: Copy + Ord + Mul<Output = T>>(a: &[T], b: &[T], factor: T, out: &mut [T]) {
    let (mut from_a, mut from_b) = (0, 0);
    loop {
        // So many can be taken before either list runs out.
        let safe = (a.len() - from_a).min(b.len() - from_b);
        if safe == 0 {
            break;
        }
        for out in &mut out[from_a + from_b..][..safe] {
            let (x, y) = (a[from_a], b[from_b] * factor);
            let is_a = x < y;
            *out = select_unpredictable(is_a, x, y);
            from_a += usize::from(is_a);
            from_b += usize::from(!is_a);
        }
    }
    let (rest_a, rest_b) = out[from_a + from_b..].split_at_mut(a.len() - from_a);
    rest_a.copy_from_slice(&a[from_a..]);
    for (out, member) in rest_b.iter_mut().zip(&b[from_b..]) {
        *out = *member * factor;
    }
}
