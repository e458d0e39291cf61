//! The complete sorted list of divisors in fixed width, made by merging and never by sorting.
//!
//! Multiplying a sorted list by a prime keeps it sorted, so the divisors with one prime more are
//! the merge of two lists. A power of the prime is reached as in quick exponentiation, doubling the
//! range of exponents or adding one to it. What is compared is close to random, so the inner loop
//! chooses by arithmetic instead of branches, and works from both ends at once: two chains of
//! comparisons that do not wait for each other. Memory is asked for once, since fresh memory costs
//! more than the work.

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
        // There will be this many powers, the first one being 1; its binary digits tell the way.
        let wanted = exponent + 1;
        let without = if exponent > 1 { self.list.clone() } else { Vec::new() };
        let (mut powers, mut next) = (1, part);
        for digit in (0..wanted.ilog2()).rev() {
            self.merge(None, next);
            powers *= 2;
            if wanted >> digit & 1 == 1 {
                self.merge(Some(&without), part);
                powers += 1;
            }
            if digit > 0 {
                next = (1..powers).fold(part, |power, _| power * part);
            }
        }
    }

    /// Puts the list times a factor together with another list, or with itself.
    fn merge(&mut self, other: Option<&[T]>, factor: T) {
        self.before.clear();
        self.before.extend_from_slice(&self.list);
        let other = other.unwrap_or(&self.before);
        self.list.resize(other.len() + self.before.len(), factor);
        merge(other, &self.before, factor, &mut self.list);
    }
}

/// Fills `out` with two sorted lists, the second one times a factor, as one.
fn merge<T: Copy + Ord + Mul<Output = T>>(a: &[T], b: &[T], factor: T, out: &mut [T]) {
    let (mut a, mut b, mut out) = (a, b, out);
    loop {
        // As many as the shorter list has, it cannot run out of: neither from the front nor from
        // the back, where so many are taken at the same time.
        let safe = a.len().min(b.len());
        if safe == 0 {
            break;
        }
        let (front, rest) = out.split_at_mut(safe);
        let (middle, back) = rest.split_at_mut(rest.len() - safe);
        let (from, to) = merge_ends(a, b, factor, front, back);
        b = &b[safe - from..b.len() - (safe - (a.len() - to))];
        a = &a[from..to];
        out = middle;
    }
    let (out_a, out_b) = out.split_at_mut(a.len());
    out_a.copy_from_slice(a);
    for (out, member) in out_b.iter_mut().zip(b) {
        *out = *member * factor;
    }
}

/// Fills `front` with the smallest members of both lists and `back`, of the same length, with the
/// largest; says where what is left of `a` begins and ends.
fn merge_ends<T: Copy + Ord + Mul<Output = T>>(
    a: &[T],
    b: &[T],
    factor: T,
    front: &mut [T],
    back: &mut [T],
) -> (usize, usize) {
    let (mut low_a, mut low_b) = (0, 0);
    let (mut high_a, mut high_b) = (a.len() - 1, b.len() - 1);
    for (low, high) in front.iter_mut().zip(back.iter_mut().rev()) {
        let (x, y) = (a[low_a], b[low_b] * factor);
        let take_a = x < y;
        *low = select_unpredictable(take_a, x, y);
        low_a += usize::from(take_a);
        low_b += usize::from(!take_a);

        let (x, y) = (a[high_a], b[high_b] * factor);
        let take_a = x > y;
        *high = select_unpredictable(take_a, x, y);
        // After the last step this may be the place before the first, which is never read.
        high_a = high_a.wrapping_sub(usize::from(take_a));
        high_b = high_b.wrapping_sub(usize::from(!take_a));
    }
    (low_a, high_a.wrapping_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_exponents_and_low_ones() {
        let lists: [&[(u128, u32)]; 7] = [
            &[],
            &[(2, 127)],
            &[(3, 80)],
            &[(2, 40), (3, 30), (5, 6)],
            &[(97, 1), (2, 64), (101, 2), (3, 1)],
            &[(2, 5), (3, 6), (5, 7), (7, 8)],
            &[(u128::from(u64::MAX), 1), (2, 63)],
        ];
        for parts in lists {
            let mut expected = vec![1];
            for (part, exponent) in parts {
                let powers: Vec<u128> = (0..=*exponent).map(|e| part.pow(e)).collect();
                expected =
                    expected.iter().flat_map(|d| powers.iter().map(move |p| d * p)).collect();
            }
            expected.sort_unstable();
            assert_eq!(sorted_products(parts), expected, "{parts:?}");
        }
    }
}
