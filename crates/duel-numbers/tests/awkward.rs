//! Numbers that were chosen to trip a factoring program: each falls out of a general method in a
//! way of its own. The expected primes are written down where they are known by heart, and
//! checked by their properties everywhere.

use duel_numbers::{Budget, Factorization, Natural, is_prime, is_prime_u64};
use proptest::prelude::*;

fn number(text: &str) -> Natural {
    text.parse().unwrap()
}

fn power_of_two(exponent: u32) -> Natural {
    Natural::from(2u8).pow(exponent)
}

fn mersenne(exponent: u32) -> Natural {
    &power_of_two(exponent) - &Natural::one()
}

fn times(a: &Natural, b: &Natural) -> Natural {
    a * b
}

/// The first prime at or above a number.
fn prime_from(n: &Natural) -> Natural {
    let mut prime = n.clone();
    while !is_prime(&prime) {
        prime = &prime + &Natural::one();
    }
    prime
}

/// Factors a number completely, and checks that the primes are prime, ascending, and multiply up
/// to the number.
fn factored(n: &Natural) -> Vec<(Natural, u32)> {
    let f = Factorization::of(n, Budget::UNLIMITED);
    assert!(f.is_complete() && f.rest().is_none() && f.unsplit().is_empty(), "{n}");
    assert!(f.primes().iter().all(|(p, e)| is_prime(p) && *e > 0), "{n}: {:?}", f.primes());
    assert!(f.primes().is_sorted_by(|a, b| a.0 < b.0), "{n}: {:?}", f.primes());
    let product = f.primes().iter().fold(Natural::one(), |n, (p, e)| times(&n, &p.pow(*e)));
    assert_eq!(&product, n);
    f.primes().to_vec()
}

/// Multiplies these primes and asks for them back.
fn comes_back(primes: &[(Natural, u32)]) {
    let n = primes.iter().fold(Natural::one(), |n, (p, e)| times(&n, &p.pow(*e)));
    let mut sorted = primes.to_vec();
    sorted.sort_unstable();
    assert_eq!(factored(&n), sorted);
}

fn once(primes: &[Natural]) -> Vec<(Natural, u32)> {
    primes.iter().map(|p| (p.clone(), 1)).collect()
}

/// The number and its primes, all to the first power.
fn is_product_of(n: &str, primes: &[u64]) {
    let primes: Vec<Natural> = primes.iter().copied().map(Natural::from).collect();
    assert_eq!(factored(&number(n)), once(&primes), "{n}");
}

/// The smallest numbers that pass the strong test for the first few primes as bases.
#[test]
fn strong_pseudoprimes() {
    is_product_of("2047", &[23, 89]);
    is_product_of("1373653", &[829, 1657]);
    is_product_of("25326001", &[2251, 11251]);
    is_product_of("3215031751", &[151, 751, 28351]);
    is_product_of("2152302898747", &[6763, 10627, 29947]);
    is_product_of("3474749660383", &[1303, 16927, 157_543]);
    is_product_of("341550071728321", &[10_670_053, 32_010_157]);
    is_product_of("3825123056546413051", &[149_491, 747_451, 34_233_211]);
    is_product_of("318665857834031151167461", &[399_165_290_221, 798_330_580_441]);
    is_product_of("3317044064679887385961981", &[1_287_836_182_261, 2_575_672_364_521]);
}

#[test]
fn carmichael_numbers() {
    is_product_of("561", &[3, 11, 17]);
    is_product_of("1729", &[7, 13, 19]);
    is_product_of("825265", &[5, 7, 17, 19, 73]);
    is_product_of("321197185", &[5, 19, 23, 29, 37, 137]);
    is_product_of("9746347772161", &[7, 11, 13, 17, 19, 31, 37, 41, 641]);
}

/// Carmichael numbers of the form (6k + 1)(12k + 1)(18k + 1), the first of each length from a `k`.
fn chernick(digits_of_k: u32) {
    let factor = |k: &Natural, m: u8| &times(k, &Natural::from(m)) + &Natural::one();
    let mut k = Natural::from(10u8).pow(digits_of_k - 1);
    loop {
        let primes = [6, 12, 18].map(|m| factor(&k, m));
        if primes.iter().all(is_prime) {
            return comes_back(&once(&primes));
        }
        k = &k + &Natural::one();
    }
}

#[test]
fn chernick_numbers() {
    (1..=13).for_each(chernick);
}

#[test]
fn powers_of_primes() {
    for p in [2u64, 3, 5, 251, 257, 65_521, 65_537, 1_000_003, 4_294_967_291, 4_294_967_311] {
        let p = Natural::from(p);
        for exponent in (1..=13).chain([16, 17, 31, 32, 64, 100]) {
            comes_back(&[(p.clone(), exponent)]);
        }
    }
    for p in [&number("18446744073709551557"), &number("18446744073709551629"), &mersenne(127)] {
        (1..=7).for_each(|exponent| comes_back(&[(p.clone(), exponent)]));
    }
}

#[test]
fn squares_of_primes_around_a_word() {
    for bits in [31, 32, 33, 63, 64, 65] {
        let mut prime = &power_of_two(bits) - &Natural::from(400u32);
        for _ in 0..20 {
            prime = prime_from(&(&prime + &Natural::one()));
            comes_back(&[(prime.clone(), 2)]);
        }
    }
}

/// Primes beside each other, and beside a multiple of each other: Fermat's method finds them at
/// once, and methods that look at both at the same time may find them both.
fn close_primes(bits: u32) {
    let p = prime_from(&power_of_two(bits - 1));
    for k in [1u32, 2, 3, 4, 5, 10, 100] {
        let from = &times(&p, &Natural::from(k)) + &Natural::one();
        comes_back(&once(&[p.clone(), prime_from(&from)]));
    }
    let next = prime_from(&(&p + &Natural::one()));
    comes_back(&[(p.clone(), 2), (next.clone(), 1)]);
    comes_back(&[(p, 2), (next, 3)]);
}

#[test]
fn products_of_close_primes() {
    (2..=40).for_each(close_primes);
}

#[test]
fn products_of_long_close_primes() {
    (41..=62).for_each(close_primes);
}

/// `p^2 q`, where a method that finds `q` first leaves a square, and one that finds `p` a `p q`.
#[test]
fn a_square_times_a_prime() {
    for (p_bits, q_bits) in [(30, 30), (30, 31), (31, 30), (30, 40), (40, 30), (33, 64)] {
        let p = prime_from(&power_of_two(p_bits - 1));
        let q = prime_from(&(&power_of_two(q_bits - 1) + &Natural::from(1_000u32)));
        comes_back(&[(p.clone(), 2), (q.clone(), 1)]);
        comes_back(&[(p, 3), (q, 2)]);
    }
}

#[test]
fn many_primes_of_one_size() {
    for bits in [17, 20, 24, 28] {
        let mut primes = vec![prime_from(&power_of_two(bits))];
        for _ in 0..5 {
            primes.push(prime_from(&(primes.last().unwrap() + &Natural::one())));
        }
        comes_back(&once(&primes));
        comes_back(
            &primes.iter().zip([3, 1, 2, 1, 4, 2]).map(|(p, e)| (p.clone(), e)).collect::<Vec<_>>(),
        );
    }
}

fn all_around(centre: &Natural, distance: u32) {
    let first = centre - &Natural::from(distance);
    for offset in 0..=2 * distance {
        factored(&(&first + &Natural::from(offset)));
    }
}

#[test]
fn all_numbers_around_a_word() {
    for exponent in [32, 63, 64] {
        all_around(&power_of_two(exponent), 300);
    }
}

#[test]
fn all_numbers_around_two_words() {
    for exponent in [127, 128] {
        all_around(&power_of_two(exponent), 40);
    }
}

/// What `docs/numbers.md` promises of the prompt: steps are counted, so this holds everywhere.
#[test]
fn the_prompt_splits_two_primes_of_22_digits() {
    for (p, q) in [("1", "1"), ("3", "7"), ("9", "99")] {
        let from = |digits: &str| prime_from(&number(&format!("{digits:0<22}")));
        let n = &from(p) * &from(q);
        let f = Factorization::of(&n, Budget::PROMPT);
        assert!(f.is_complete(), "{n}");
    }
}

#[test]
fn famous_numbers() {
    is_product_of("147573952589676412927", &[193_707_721, 761_838_257_287]);
    is_product_of("18446744073709551617", &[274_177, 67_280_421_310_721]);
    let repunit =
        |length: u32| &(&Natural::from(10u8).pow(length) - &Natural::one()) / &Natural::from(9u8);
    let primes = ["2791", "6943319", "57336415063790604359"].map(number);
    assert_eq!(factored(&repunit(31)), once(&primes));
    factored(&repunit(30));
    factored(&repunit(36));
    for exponent in [59, 64, 71, 83, 90, 96, 97, 100, 113, 120] {
        factored(&mersenne(exponent));
    }
}

#[test]
fn famous_hard_numbers() {
    let primes = ["7432339208719", "341117531003194129"].map(number);
    assert_eq!(factored(&mersenne(101)), once(&primes));
    for exponent in [103, 109, 129, 131] {
        factored(&mersenne(exponent));
    }
    let ten_to_40 = Natural::from(10u8).pow(40);
    for offset in 1..=20u8 {
        factored(&(&ten_to_40 + &Natural::from(offset)));
    }
}

#[test]
fn smooth_numbers() {
    let factorial = |n: u32| (2..=n).map(Natural::from).fold(Natural::one(), |a, b| times(&a, &b));
    for n in [1, 2, 20, 21, 34, 35, 50, 1_000] {
        let expected = (2..=n).filter(|p| is_prime_u64(u64::from(*p))).map(|p| {
            let powers = std::iter::successors(Some(n / p), |q| (*q > 0).then_some(q / p));
            (Natural::from(p), powers.sum::<u32>())
        });
        assert_eq!(factored(&factorial(n)), expected.collect::<Vec<_>>(), "{n}!");
    }
    let mut primorial = Natural::one();
    let mut primes = Vec::new();
    for p in (2..2_000u64).filter(|p| is_prime_u64(*p)).map(Natural::from) {
        primorial = times(&primorial, &p);
        primes.push(p);
        assert_eq!(factored(&primorial), once(&primes));
    }
    assert_eq!(factored(&power_of_two(10_000)), [(Natural::from(2u8), 10_000)]);
}

/// How many cases a property is tried with; `PROPTEST_CASES` asks for more.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(128)))]

    #[test]
    fn any_word(n in 1u64..) {
        factored(&Natural::from(n));
    }

    /// Whatever the primes and exponents, they come back.
    #[test]
    fn powers_of_any_primes(seeds in prop::collection::btree_map(2u64..1 << 34, 1u32..5, 1..5)) {
        let mut primes: Vec<(Natural, u32)> =
            seeds.into_iter().map(|(n, e)| (prime_from(&Natural::from(n)), e)).collect();
        primes.dedup_by(|a, b| a.0 == b.0);
        comes_back(&primes);
    }

    /// A part of the truth for any budget: what is unsplit is coprime, above 1, and not a word.
    #[test]
    fn any_budget_keeps_parts_apart(a in 2u64.., b in 2u64.., c in 1u128.., steps in 0u64..3_000_000) {
        let n = times(&times(&Natural::from(a), &Natural::from(b).square()), &Natural::from(c));
        let f = Factorization::of(&n, Budget::steps(steps));
        let parts = [f.primes(), f.unsplit()].concat();
        let product = parts.iter().fold(Natural::one(), |n, (p, e)| times(&n, &p.pow(*e)));
        prop_assert_eq!(product, n);
        for (at, (part, exponent)) in parts.iter().enumerate() {
            prop_assert!(!part.is_one() && *exponent > 0);
            prop_assert!(parts[at + 1..].iter().all(|(other, _)| part.gcd(other).is_one()));
        }
        prop_assert!(f.primes().iter().all(|(p, _)| is_prime(p)));
        prop_assert!(f.unsplit().iter().all(|(part, _)| part.bits() > 64));
        let rest = f.unsplit().iter().fold(Natural::one(), |n, (p, e)| times(&n, &p.pow(*e)));
        prop_assert_eq!(f.rest().cloned().unwrap_or(Natural::one()), rest);
        prop_assert!(!f.rest_is_composite() || !is_prime(f.rest().unwrap()));
    }
}
