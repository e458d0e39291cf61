//! The prime factors of a number that fits a machine word; always all of them.

use std::sync::LazyLock;

use crate::ecm::{self, Curves, Found};
use crate::montgomery::inverse;
use crate::{Budget, Natural, is_prime_u64, rho, sieve};

/// Primes below this are tried one by one.
const TRIAL: u32 = 1 << 9;

/// A small odd prime with what it takes to divide by it without dividing: its inverse modulo 2^64,
/// and the largest quotient. The inverse takes the multiples of the prime to their quotients, and
/// nothing else below that.
#[derive(Clone, Copy)]
struct Small {
    prime: u64,
    inverse: u64,
    largest: u64,
}

static SMALL: LazyLock<Vec<Small>> = LazyLock::new(|| {
    let odd = sieve::primes_below(TRIAL).into_iter().skip(1).map(u64::from);
    odd.map(|prime| Small { prime, inverse: inverse(prime), largest: u64::MAX / prime }).collect()
});

/// The primes of `n >= 1` with their exponents, ascending.
pub(crate) fn word_factors(n: u64) -> Vec<(u64, u32)> {
    let mut found = Vec::new();
    let twos = n.trailing_zeros();
    if twos > 0 {
        found.push((2, twos));
    }
    let mut left = n >> twos;
    for &Small { prime, inverse, largest } in SMALL.iter() {
        let mut exponent = 0;
        loop {
            let quotient = left.wrapping_mul(inverse);
            if quotient > largest {
                break;
            }
            left = quotient;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((prime, exponent));
        }
        if prime * prime > left {
            break;
        }
    }
    if left > 1 {
        split(left, 1, &mut found);
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
        }
    }
    found
}

/// Adds the primes of a part above 1 that has none below [`TRIAL`], in any order.
fn split(part: u64, exponent: u32, found: &mut Vec<(u64, u32)>) {
    if part < u64::from(TRIAL) * u64::from(TRIAL) || is_prime_u64(part) {
        found.push((part, exponent));
        return;
    }
    let root = part.isqrt();
    if root * root == part {
        return split(root, 2 * exponent, found);
    }
    let divisor = proper_divisor(part);
    split(divisor, exponent, found);
    split(part / divisor, exponent, found);
}

/// A proper divisor of a composite that is no square and has no small prime factor.
fn proper_divisor(n: u64) -> u64 {
    let (level, count) = match n.ilog2() {
        ..40 => (0, 0),
        40..44 => (0, 24),
        44..51 => (1, 32),
        51..60 => (2, 48),
        _ => (3, 64),
    };
    let (number, mut meter) = (Natural::from(n), Budget::UNLIMITED.meter());
    if let Found::Divisor(divisor) = ecm::search(&number, Curves { level, count }, 0, &mut meter) {
        return divisor.to_u64().expect("less than the number");
    }
    // Where primes are small, all of them tend to show on the same curve.
    rho::proper_divisor(n)
}
