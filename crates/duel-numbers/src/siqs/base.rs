//! The factor base: the small primes that can divide the values of the sieve, and the multiplier
//! that makes them small.

use crate::Natural;
use crate::lucas::jacobi;
use crate::sieve::primes_below;

/// Multipliers tried: square-free numbers without large primes.
const MULTIPLIERS: [u32; 34] = [
    1, 2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23, 26, 29, 30, 31, 33, 34, 35, 37, 38,
    39, 41, 42, 43, 46, 47, 53, 59, 61,
];

/// How many odd primes judge a multiplier.
const JUDGES: usize = 40;

/// A prime of the factor base.
#[derive(Debug, Clone, Copy)]
pub(super) struct BasePrime {
    pub(super) prime: u32,
    /// A square root of the number to factor, modulo the prime.
    pub(super) root: u32,
    /// The logarithm of the prime to base 2, rounded.
    pub(super) log: u8,
    /// `2^64 / prime`, to divide by multiplying.
    reciprocal: u64,
}

impl BasePrime {
    fn new(prime: u32, root: u32) -> BasePrime {
        BasePrime {
            prime,
            root,
            log: u8::try_from((u64::from(prime) * u64::from(prime)).ilog2().div_ceil(2))
                .expect("a small logarithm"),
            reciprocal: u64::MAX / u64::from(prime),
        }
    }

    /// A number modulo the prime.
    #[expect(clippy::cast_possible_truncation, reason = "a remainder is below the prime")]
    pub(super) fn reduce(&self, value: u64) -> u32 {
        // The reciprocal is rounded down, so the quotient is right or one too small.
        let quotient = ((u128::from(value) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = (value - quotient * u64::from(self.prime)) as u32;
        if rest >= self.prime { rest - self.prime } else { rest }
    }

    /// A product modulo the prime.
    pub(super) fn mul(&self, a: u32, b: u32) -> u32 {
        self.reduce(u64::from(a) * u64::from(b))
    }

    /// The inverse of a number that the prime does not divide.
    pub(super) fn invert(&self, value: u32) -> u32 {
        let (mut last, mut rest) = (i64::from(self.prime), i64::from(value % self.prime));
        let (mut before, mut factor) = (0, 1);
        while rest > 1 {
            let quotient = last / rest;
            (last, rest) = (rest, last - quotient * rest);
            (before, factor) = (factor, before - quotient * factor);
        }
        u32::try_from(factor.rem_euclid(i64::from(self.prime))).expect("below the prime")
    }
}

/// The multiplier of `n` whose small primes promise the smallest sieve values: Knuth's and
/// Schroeppel's function.
pub(super) fn multiplier(n: &Natural) -> u32 {
    let judges: Vec<(u32, u32)> = primes_below(400)
        .into_iter()
        .skip(1)
        .take(JUDGES)
        .map(|prime| (prime, residue(n, prime)))
        .collect();
    let eighths = residue(n, 8);
    let score = |k: u32| {
        let twos = match k * eighths % 8 {
            1 => 2.0,
            5 => 1.0,
            _ => 0.5,
        };
        let mut score = twos * std::f64::consts::LN_2 - 0.5 * f64::from(k).ln();
        for &(prime, residue) in &judges {
            let weight = f64::from(prime).ln() / f64::from(prime - 1);
            match jacobi((k * residue).into(), prime.into()) {
                1 => score += 2.0 * weight,
                0 => score += weight,
                _ => {}
            }
        }
        score
    };
    let best = MULTIPLIERS.into_iter().map(|k| (score(k), k)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("there are multipliers").1
}

/// The first `size` primes, at least, that can divide a value `x^2 - n`, with their roots; 2
/// comes first.
pub(super) fn factor_base(n: &Natural, size: usize) -> Vec<BasePrime> {
    let mut base = vec![BasePrime::new(2, residue(n, 2))];
    let mut limit = 64 * u32::try_from(size).expect("a base that fits");
    loop {
        for prime in primes_below(limit).into_iter().skip(1) {
            if prime <= base[base.len() - 1].prime {
                continue;
            }
            if base.len() >= size {
                return base;
            }
            let residue = residue(n, prime);
            if jacobi(residue.into(), prime.into()) >= 0 {
                base.push(BasePrime::new(prime, square_root(residue, prime)));
            }
        }
        limit *= 2;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a remainder is below the modulus")]
fn residue(n: &Natural, modulus: u32) -> u32 {
    (&n.0 % u64::from(modulus)) as u32
}

/// A square root of a square modulo an odd prime, by Tonelli and Shanks.
fn square_root(square: u32, prime: u32) -> u32 {
    let p = u64::from(prime);
    let power = |base: u64, mut exponent: u32| {
        let (mut base, mut result) = (base % p, 1);
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = result * base % p;
            }
            base = base * base % p;
            exponent /= 2;
        }
        result
    };
    let narrow = |value: u64| u32::try_from(value).expect("below the prime");
    if square == 0 {
        return 0;
    }
    let square = u64::from(square);
    let twos = (prime - 1).trailing_zeros();
    let odd = (prime - 1) >> twos;
    let half = power(square, odd / 2);
    let mut root = half * square % p;
    let mut left = half * root % p;
    if left == 1 {
        return narrow(root);
    }
    let other =
        (2..prime).find(|c| jacobi((*c).into(), p) == -1).expect("half of all are no squares");
    let mut factor = power(other.into(), odd);
    let mut order = twos;
    // Throughout, root^2 = square * left, and the order of `left` is a power of two that shrinks.
    while left != 1 {
        let mut small = 0;
        let mut trial = left;
        while trial != 1 {
            trial = trial * trial % p;
            small += 1;
        }
        for _ in 0..order - small - 1 {
            factor = factor * factor % p;
        }
        root = root * factor % p;
        factor = factor * factor % p;
        left = left * factor % p;
        order = small;
    }
    narrow(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_roots_are_square_roots() {
        for prime in primes_below(3_000).into_iter().skip(1).chain([65_537, 786_433]) {
            let mut squares = 0;
            for square in 0..prime.min(5_000) {
                if jacobi(square.into(), prime.into()) >= 0 {
                    squares += 1;
                    let root = u64::from(square_root(square, prime));
                    assert_eq!(root * root % u64::from(prime), square.into(), "{square} {prime}");
                }
            }
            assert!(prime > 5_000 || squares == prime / 2 + 1);
        }
    }

    #[test]
    fn base_primes_multiply_and_invert() {
        let n = &Natural::from(10u8).pow(40) + &Natural::from(121u8);
        let base = factor_base(&n, 500);
        assert_eq!(base.len(), 500);
        for prime in &base[1..] {
            let p = u64::from(prime.prime);
            assert_eq!(u64::from(prime.root) * u64::from(prime.root) % p, &n.0 % p);
            for value in [1, 2, 3, prime.prime - 1, prime.prime / 2] {
                assert_eq!(prime.mul(value, prime.invert(value)), 1);
            }
            for value in [0, p - 1, p, p * p - 1, u64::MAX] {
                assert_eq!(u64::from(prime.reduce(value)), value % p);
            }
        }
    }
}
