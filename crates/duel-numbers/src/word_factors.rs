//! The prime factors of a number that fits a machine word; always all of them.

use crate::{Budget, Natural, is_prime_u64, rho};

/// Below this, dividing by everything is quicker than being clever.
const TRIAL: u64 = 256;

/// The primes of `n >= 1` with their exponents, ascending.
pub(crate) fn word_factors(n: u64) -> Vec<(u64, u32)> {
    let mut found = Vec::new();
    let mut left = n;
    let wheel = [2, 3].into_iter().chain((5..TRIAL).step_by(2));
    for candidate in wheel.take_while(|d| d * d <= n) {
        while left.is_multiple_of(candidate) {
            left /= candidate;
            found.push(candidate);
        }
    }
    let mut open = vec![left];
    while let Some(part) = open.pop() {
        if part == 1 {
        } else if part < TRIAL * TRIAL || is_prime_u64(part) {
            found.push(part);
        } else {
            let divisor = proper_divisor(part);
            open.extend([divisor, part / divisor]);
        }
    }
    found.sort_unstable();
    let runs = found.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], u32::try_from(run.len()).expect("at most 63"))).collect()
}

/// A proper divisor of a composite that has none below [`TRIAL`].
fn proper_divisor(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    rho::proper_divisor(&Natural::from(n), &mut Budget::UNLIMITED.meter())
        .and_then(|divisor| divisor.to_u64())
        .expect("a composite that is no square splits sooner or later")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(n: u64) {
        let factors = word_factors(n);
        assert!(factors.is_sorted_by(|a, b| a.0 < b.0), "{n}");
        assert!(factors.iter().all(|(p, _)| is_prime_u64(*p)), "{n}");
        assert_eq!(factors.iter().map(|(p, e)| p.pow(*e)).product::<u64>(), n);
    }

    #[test]
    fn small_and_awkward_numbers() {
        (1..70_000).for_each(check);
        // The largest square and cube of a prime, the largest product of two neighbours, and the
        // ends of the range.
        for n in [4_294_967_291u64.pow(2), 2_642_239u64.pow(3), 4_294_967_279 * 4_294_967_291] {
            check(n);
        }
        (u64::MAX - 200..=u64::MAX).for_each(check);
    }

    proptest! {
        #[test]
        fn any_number(n in 1u64..) {
            check(n);
        }
    }
}
