//! Primality of numbers chosen to fool weaker tests, and of known primes.

use std::sync::atomic::AtomicBool;

use duel_numbers::{Budget, Natural, is_prime, is_prime_u64, is_prime_within};
use proptest::prelude::*;

fn number(text: &str) -> Natural {
    text.parse().unwrap()
}

fn mersenne(exponent: u32) -> Natural {
    &Natural::from(2u8).pow(exponent) - &Natural::one()
}

/// Whether `n` is prime, by trial division.
fn is_prime_slowly(n: u64) -> bool {
    n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d))
}

/// Miller and Rabin's test with bases that together let no composite below 2^64 pass.
fn passes_by_bases(n: u64) -> bool {
    const BASES: [u64; 7] = [2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022];
    let n = u128::from(n);
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.into_iter().map(u128::from).filter(|base| base % n != 0).all(|base| {
        let (mut power, mut square) = (1, base % n);
        for bit in 0..u128::BITS - odd.leading_zeros() {
            if odd >> bit & 1 == 1 {
                power = power * square % n;
            }
            square = square * square % n;
        }
        let mut squares = std::iter::successors(Some(power), |power| Some(power * power % n));
        power == 1 || squares.by_ref().take(twos as usize).any(|square| square == n - 1)
    })
}

#[test]
fn agrees_with_a_sieve() {
    const LIMIT: usize = 1_000_000;
    let mut composite = vec![false; LIMIT];
    for n in 2..LIMIT {
        if !composite[n] {
            composite.iter_mut().skip(n * n).step_by(n).for_each(|multiple| *multiple = true);
        }
        let n_word = n as u64;
        assert_eq!(is_prime_u64(n_word), !composite[n], "{n}");
        if n % 2 == 1 {
            assert_eq!(passes_by_bases(n_word), !composite[n], "{n}");
        }
    }
}

#[test]
fn no_steps_no_answer() {
    let n = mersenne(521);
    assert_eq!(is_prime_within(&n, Budget::steps(1_000)), None);
    assert_eq!(is_prime_within(&n, Budget::PROMPT), Some(true));
    let stopped = AtomicBool::new(true);
    assert_eq!(is_prime_within(&n, Budget::PROMPT.cancelled_by(&stopped)), None);
    assert_eq!(is_prime_within(&Natural::from(u64::MAX), Budget::steps(0)), Some(false));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn agrees_with_miller_and_rabin(n: u64) {
        let n = n | 1;
        prop_assume!(n > 2);
        prop_assert_eq!(is_prime_u64(n), passes_by_bases(n));
    }
}

#[test]
fn zero_and_one_are_not_prime() {
    assert!(!is_prime(&Natural::zero()));
    assert!(!is_prime(&Natural::one()));
}

#[test]
fn around_two_to_the_32() {
    for n in (1u64 << 32) - 200..(1 << 32) + 200 {
        assert_eq!(is_prime_u64(n), is_prime_slowly(n), "{n}");
    }
}

#[test]
fn around_two_to_the_63_and_64() {
    // Distances of the nearest primes below and above.
    let below_63 = [25u64, 165, 259, 301, 375, 387, 391, 409, 457, 471];
    let below_64 = [59u64, 83, 95, 179, 189, 257, 279, 323, 353, 363];
    let two_to_63 = 1u64 << 63;
    for distance in 1..=471 {
        let prime = below_63.contains(&distance);
        assert_eq!(is_prime_u64(two_to_63 - distance), prime, "2^63 - {distance}");
    }
    for distance in 1..=363 {
        let n = u64::MAX - distance + 1;
        assert_eq!(is_prime_u64(n), below_64.contains(&distance), "2^64 - {distance}");
    }
    let two_to_64 = Natural::from(1u128 << 64);
    for distance in 0..=13u8 {
        let prime = distance == 13;
        assert_eq!(is_prime(&(&two_to_64 + &Natural::from(distance))), prime, "2^64 + {distance}");
    }
}

#[test]
fn strong_pseudoprimes_are_composite() {
    let to_base_two = [2047u64, 3277, 4033, 4681, 8321, 15841, 29341, 42799, 49141, 52633, 65281];
    // The smallest that pass for the first 2, 3, ... primes as bases.
    let to_several = [
        1_373_653,
        25_326_001,
        3_215_031_751,
        2_152_302_898_747,
        3_474_749_660_383,
        341_550_071_728_321,
        3_825_123_056_546_413_051,
    ];
    for n in to_base_two.into_iter().chain(to_several) {
        assert!(!is_prime_u64(n), "{n}");
    }
    // The smallest for the first 12 and 13 primes, both beyond 64 bits.
    assert!(!is_prime(&number("318665857834031151167461")));
    assert!(!is_prime(&number("3317044064679887385961981")));
}

#[test]
fn carmichael_numbers_are_composite() {
    for n in [561u64, 1105, 1729, 2465, 2821, 6601, 8911, 825_265, 321_197_185, 9_746_347_772_161] {
        assert!(!is_prime_u64(n), "{n}");
    }
    // (6k + 1)(12k + 1)(18k + 1) with all three prime is one; these are too large for a u64.
    let mut found = 0;
    for k in 500_000..510_000u64 {
        let factors = [6 * k + 1, 12 * k + 1, 18 * k + 1];
        if factors.into_iter().all(is_prime_u64) {
            let n = factors.into_iter().fold(Natural::one(), |n, p| &n * &Natural::from(p));
            assert!(n.bits() > 64 && !is_prime(&n), "{n}");
            found += 1;
        }
    }
    assert!(found > 10);
    // Passes the strong test for every prime base below 307: the product of p and
    // 313 (p - 1) + 1 and 353 (p - 1) + 1.
    let p = number(
        "29674495668685510550154174642905332730771991799853043350995075531276838753171770199594238596428121188033664754218345562493168782883",
    );
    let less = &p - &Natural::one();
    let q = &(&Natural::from(313u32) * &less) + &Natural::one();
    let r = &(&Natural::from(353u32) * &less) + &Natural::one();
    assert!(is_prime(&p) && is_prime(&q) && is_prime(&r));
    assert!(!is_prime(&(&(&p * &q) * &r)));
}

#[test]
fn lucas_pseudoprimes_are_composite() {
    for n in [323u64, 377, 1159, 1829, 3827, 5459, 5777, 9071, 9179, 10877, 11419, 11663, 13919] {
        assert!(!is_prime_u64(n), "{n}");
        assert!(!is_prime(&Natural::from(n)), "{n}");
    }
}

#[test]
fn squares_of_primes_are_composite() {
    // 1093 and 3511 are the known Wieferich primes, whose squares fool base 2.
    for p in [1093u64, 3511, 4_294_967_291, 4_294_967_311, 18_446_744_073_709_551_557] {
        assert!(is_prime_u64(p), "{p}");
        assert!(!is_prime(&Natural::from(p).square()), "{p}");
    }
    assert!(!is_prime(&mersenne(521).square()));
}

#[test]
fn mersenne_numbers() {
    let primes = [2, 3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607, 1279];
    for exponent in (2..=131).chain([521, 523, 601, 607, 613, 1277, 1279, 1283]) {
        assert_eq!(is_prime(&mersenne(exponent)), primes.contains(&exponent), "2^{exponent} - 1");
    }
    assert!(is_prime(&mersenne(2203)));
    assert!(!is_prime(&mersenne(2207)));
}

#[test]
fn long_primes_and_their_neighbours() {
    // The least primes of so many digits.
    for (digits, distance) in
        [(20u32, 51u32), (30, 319), (50, 9), (100, 289), (200, 153), (300, 669)]
    {
        let least = &Natural::from(10u8).pow(digits - 1) + &Natural::from(distance);
        assert_eq!(least.digits(), digits as usize);
        assert!(is_prime(&least), "10^{} + {distance}", digits - 1);
        let mut before = &least - &Natural::from(2u8);
        for _ in 0..4 {
            assert!(!is_prime(&before), "{before}");
            before = &before - &Natural::from(2u8);
        }
    }
}
