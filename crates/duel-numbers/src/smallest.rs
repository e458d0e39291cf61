//! The smallest divisors of a number, or how many are small, without making the others.

use crate::Natural;
use crate::walk::Walk;

/// The `k` smallest products of powers of pairwise coprime parts, ascending; the parts ascend.
///
/// Takes memory and time by `k`, not by how many products there are.
pub(crate) fn smallest(parts: &[(Natural, u32)], k: usize) -> Vec<Natural> {
    words(parts, k).map_or_else(
        || Walk::new(parts).take(k).collect(),
        |found| found.into_iter().map(Natural::from).collect(),
    )
}

/// How many products of powers of pairwise coprime parts are at most `bound`, if those are at most
/// `most`; the parts ascend.
pub(crate) fn count_up_to(parts: &[(Natural, u32)], bound: &Natural, most: usize) -> Option<usize> {
    let words = match bound.to_u64() {
        Some(0) => 0,
        word => count(&fitting(parts), word.unwrap_or(u64::MAX), most),
    };
    let found = if bound.to_u64().is_some() || words > most {
        words
    } else {
        Walk::new(parts).take(most + 1).take_while(|product| product <= bound).count()
    };
    (found <= most).then_some(found)
}

/// The parts that fit a word.
fn fitting(parts: &[(Natural, u32)]) -> Vec<(u64, u32)> {
    // Parts ascend, so one that does not fit ends the ones that do.
    parts.iter().map_while(|(part, e)| part.to_u64().map(|part| (part, *e))).collect()
}

/// The same as [`smallest`] where the `k` smallest all fit a word: several times quicker than a heap, as it only
/// has to find a bound that the right number of products stays below, and sort those.
fn words(parts: &[(Natural, u32)], k: usize) -> Option<Vec<u64>> {
    let fitting = fitting(parts);
    let all = parts.iter().map(|(_, e)| *e as usize + 1).try_fold(1, usize::checked_mul);
    let k = k.min(all.unwrap_or(usize::MAX));

    let enough = |bound| count(&fitting, bound, k) >= k;
    if !enough(u64::MAX) {
        return None;
    }
    // Half of the range at a time, down to a bound that lets at most twice too many through.
    let (mut too_low, mut bound) = (0, u64::MAX);
    while bound - too_low > 1 && count(&fitting, bound, 2 * k) > 2 * k {
        // In the middle by size as written, since products thin out by their logarithm.
        let middle = geometric_middle(too_low, bound);
        if enough(middle) {
            bound = middle;
        } else {
            too_low = middle;
        }
    }
    let mut found = Vec::with_capacity(2 * k);
    visit(&fitting, 1, bound, &mut |value| {
        found.push(value);
        true
    });
    found.sort_unstable();
    found.truncate(k);
    Some(found)
}

/// A number strictly between two that are not neighbours.
fn geometric_middle(low: u64, high: u64) -> u64 {
    let root = (u128::from(low.max(1)) * u128::from(high)).isqrt();
    u64::try_from(root).unwrap_or(u64::MAX).clamp(low + 1, high - 1)
}

/// How many products are at most `bound`; counting stops once past `enough`.
fn count(parts: &[(u64, u32)], bound: u64, enough: usize) -> usize {
    let mut seen = 0;
    visit(parts, 1, bound, &mut |_| {
        seen += 1;
        seen <= enough
    });
    seen
}

/// Shows `value` times every product that keeps it at most `bound`, in no order, until `show`
/// returns false; whether it never did.
fn visit(parts: &[(u64, u32)], value: u64, bound: u64, show: &mut impl FnMut(u64) -> bool) -> bool {
    if !show(value) {
        return false;
    }
    for (at, &(part, exponent)) in parts.iter().enumerate() {
        let mut product = value;
        for power in 1..=exponent {
            match product.checked_mul(part).filter(|product| *product <= bound) {
                Some(larger) => product = larger,
                // The parts still to come are larger yet.
                None if power == 1 => return true,
                None => break,
            }
            if !visit(&parts[at + 1..], product, bound, show) {
                return false;
            }
        }
    }
    true
}
