//! What a factorisation promises, whatever the budget.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use duel_numbers::{
    Budget, Factorization, Natural, Progress, is_prime, is_prime_u64, is_prime_within,
};
use proptest::prelude::*;

fn number(text: &str) -> Natural {
    text.parse().unwrap()
}

fn factorial(n: u32) -> Natural {
    (2..=n).fold(Natural::one(), |product, k| &product * &Natural::from(k))
}

/// Everything that must hold for any factorisation.
fn check(f: &Factorization) {
    let n = f.number();
    let power = |(part, exponent): &(Natural, u32)| part.pow(*exponent);
    let times = |a: Natural, b: Natural| &a * &b;
    let of_primes = f.primes().iter().map(power).fold(Natural::one(), times);
    let rest = f.rest().cloned().unwrap_or(Natural::one());
    assert_eq!(&of_primes * &rest, *n);
    assert_eq!(f.unsplit().iter().map(power).fold(Natural::one(), times), rest);
    assert!(f.primes().is_sorted_by(|a, b| a.0 < b.0), "{n}");
    assert!(f.primes().iter().all(|(p, e)| is_prime(p) && *e > 0), "{n}");
    assert!(rest.gcd(&of_primes).is_one(), "{n}");
    assert_eq!(f.is_complete(), f.rest().is_none());
    assert_eq!(f.big_omega().is_some(), f.is_complete());
    if f.rest_is_composite() {
        assert!(!is_prime(&rest) && !rest.is_one(), "{n}");
    }
}

fn complete(n: &Natural) -> Factorization {
    let f = Factorization::of(n, Budget::PROMPT);
    check(&f);
    assert!(f.is_complete(), "{n}");
    f
}

#[test]
fn one_is_the_empty_product() {
    let f = complete(&Natural::one());
    assert!(f.primes().is_empty());
    assert_eq!(f.big_omega(), Some(0));
}

#[test]
fn every_small_number() {
    for n in 1..70_000u32 {
        complete(&Natural::from(n));
    }
}

#[test]
fn smooth_numbers_of_many_digits() {
    assert_eq!(complete(&factorial(50)).big_omega(), Some(108));
    assert_eq!(complete(&factorial(1000)).primes().len(), 168);
    let primes = (2..=7919u64).filter(|n| is_prime_u64(*n)).map(Natural::from);
    let primorial = primes.fold(Natural::one(), |product, p| &product * &p);
    assert_eq!(complete(&primorial).primes().len(), 1000);
    assert_eq!(complete(&Natural::from(2u8).pow(10_000)).big_omega(), Some(10_000));
    assert_eq!(complete(&Natural::from(3u8).pow(20_000)).big_omega(), Some(20_000));
}

#[test]
fn powers_of_large_primes() {
    let p = &Natural::from(2u8).pow(127) - &Natural::one();
    for exponent in [1, 2, 3, 4, 6, 12, 35] {
        assert_eq!(complete(&p.pow(exponent)).primes(), [(p.clone(), exponent)]);
    }
}

#[test]
fn a_large_prime_beside_small_ones() {
    let large = &Natural::from(2u8).pow(521) - &Natural::one();
    let n = &(&large * &Natural::from(1_000_003u32).pow(2)) * &factorial(30);
    assert_eq!(complete(&n).primes().len(), 12);
}

fn primes_from(start: u64, count: usize) -> Vec<u64> {
    (start..).filter(|n| is_prime_u64(*n)).take(count).collect()
}

#[test]
fn products_of_two_primes_beyond_trial_division() {
    let small = primes_from(512, 60);
    for (place, p) in small.iter().enumerate() {
        for q in &small[place..] {
            assert_eq!(complete(&Natural::from(p * q)).big_omega(), Some(2));
        }
    }
    for bits in [17, 20, 24, 28, 31] {
        for pair in primes_from(1 << bits, 20).windows(2) {
            assert_eq!(complete(&Natural::from(pair[0] * pair[1])).big_omega(), Some(2));
        }
    }
}

#[test]
fn small_factors_of_large_numbers_are_found() {
    let prime = Natural::from(primes_from(1 << 35, 1)[0]);
    for bits in [89, 107, 127, 521, 607, 1279, 2203] {
        let large = &Natural::from(2u8).pow(bits) - &Natural::one();
        let f = Factorization::of(&(&prime * &large), Budget::UNLIMITED);
        check(&f);
        assert_eq!(f.primes()[0], (prime.clone(), 1));
    }
}

#[test]
fn high_powers_of_primes_just_above_the_small_ones() {
    for (base, exponent) in [(65_537u32, 2069), (65_537, 2), (4_000_000_007, 541), (99_991, 3)] {
        let base = Natural::from(base);
        assert_eq!(complete(&base.pow(exponent)).primes(), [(base, exponent)]);
    }
}

#[test]
fn the_largest_small_prime_is_taken_out() {
    let [two, small] = [2u32, 65_521].map(Natural::from);
    let large = &two.pow(521) - &Natural::one();
    let n = &(&two.pow(5) * &small.pow(3)) * &large;
    assert_eq!(complete(&n).primes(), [(two, 5), (small, 3), (large, 1)]);
}

#[test]
fn two_primes_of_thirty_digits_are_too_much_at_once() {
    let p = number("100000000000000000000000000319");
    let q = number("671998030559713968361666935769");
    assert!(is_prime(&p) && is_prime(&q));
    let f = Factorization::of(&(&p * &q).pow(2), Budget::PROMPT);
    check(&f);
    assert!(f.rest_is_composite());
    assert_eq!(f.rest(), Some(f.number()));
    assert_eq!(f.unsplit(), [(&p * &q, 2)]);
}

#[test]
fn ten_thousand_digits_come_back_promptly() {
    let n = &Natural::from(10u8).pow(9_999) + &Natural::from(33_603u32);
    let f = Factorization::of(&n, Budget::PROMPT);
    assert_eq!(f.rest(), Some(&n));
    assert!(!f.rest_is_composite());
}

#[test]
fn cancelling_ends_the_work() {
    let stopped = AtomicBool::new(true);
    let n = factorial(200);
    let f = Factorization::of(&n, Budget::UNLIMITED.cancelled_by(&stopped));
    check(&f);
    assert!(!f.is_complete());
}

/// A product of two primes of 65 bits.
fn semiprime() -> Natural {
    let prime = |tail: u64| &Natural::from(2u8).pow(64) + &Natural::from(tail);
    &prime(13) * &prime(37)
}

#[test]
fn a_deadline_that_has_passed_ends_the_work_at_once() {
    let n = semiprime();
    let reports = AtomicUsize::new(0);
    let count = |_: Progress<'_>| {
        reports.fetch_add(1, Ordering::Relaxed);
    };
    let budget = Budget::UNLIMITED.reporting_to(&count);
    let late = Factorization::of(&n, budget.until(Instant::now()));
    check(&late);
    assert!(!late.is_complete());
    assert_eq!(reports.load(Ordering::Relaxed), 0, "neither curves nor a sieve were begun");
    assert!(Factorization::of(&n, budget).is_complete());
    assert!(reports.load(Ordering::Relaxed) > 0);
    assert_eq!(is_prime_within(&n, Budget::UNLIMITED.until(Instant::now())), None);
}

#[test]
fn the_earlier_of_two_deadlines_counts() {
    let (soon, later) = (Instant::now(), Instant::now() + Duration::from_hours(1));
    for budget in
        [Budget::UNLIMITED.until(soon).until(later), Budget::UNLIMITED.until(later).until(soon)]
    {
        assert!(!Factorization::of(&semiprime(), budget).is_complete());
    }
    let enough = Factorization::of(&semiprime(), Budget::UNLIMITED.until(later));
    assert!(enough.is_complete());
}

#[test]
fn a_flag_that_is_set_on_the_way_ends_the_work() {
    let stop = AtomicBool::new(false);
    let reports = AtomicUsize::new(0);
    let set = |_: Progress<'_>| {
        reports.fetch_add(1, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let f =
        Factorization::of(&semiprime(), Budget::UNLIMITED.cancelled_by(&stop).reporting_to(&set));
    check(&f);
    assert!(!f.is_complete());
    assert_eq!(reports.load(Ordering::Relaxed), 1);
}

#[test]
fn several_numbers_share_one_budget() {
    let (hard, small) = (semiprime(), Natural::from(360u32));
    let easy = Natural::from(2u8).pow(100);
    let numbers = [&hard, &easy, &small, &hard];
    let found = Factorization::of_each(numbers, Budget::UNLIMITED);
    for (factors, number) in found.iter().zip(numbers) {
        assert_eq!(factors, &Factorization::of(number, Budget::UNLIMITED));
    }
    // Hard numbers that come first take nothing from easy ones.
    let others: Vec<Natural> = (0..50u64).map(|more| &hard + &Natural::from(2 * more)).collect();
    let numbers: Vec<&Natural> = others.iter().chain([&easy]).collect();
    let reports = AtomicUsize::new(0);
    let count = |_: Progress<'_>| {
        reports.fetch_add(1, Ordering::Relaxed);
    };
    let budget = Budget::steps(5_000_000).reporting_to(&count);
    let found = Factorization::of_each(numbers.iter().copied(), budget);
    found.iter().for_each(check);
    assert!(found.last().is_some_and(Factorization::is_complete));
    let together = reports.swap(0, Ordering::Relaxed);
    for number in numbers {
        let _ = Factorization::of(number, budget);
    }
    let alone = reports.load(Ordering::Relaxed);
    assert!(together < alone / 4, "not a budget for each: {together} of {alone}");
}

#[test]
fn words_are_always_factored() {
    // The largest square and cube of a prime, the largest product of two neighbours, and the end of
    // the range.
    let awkward = [4_294_967_291u64.pow(2), 2_642_239u64.pow(3), 4_294_967_279 * 4_294_967_291];
    for n in awkward.into_iter().chain(u64::MAX - 200..=u64::MAX) {
        let f = Factorization::of(&Natural::from(n), Budget::steps(0));
        check(&f);
        assert!(f.is_complete(), "{n}");
    }
}

#[test]
#[should_panic(expected = "zero has no factorisation")]
fn zero_is_refused() {
    let _ = Factorization::of(&Natural::zero(), Budget::PROMPT);
}

/// How many cases a property is tried with; `PROPTEST_CASES` asks for more.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn products_of_words(factors in prop::collection::vec(2u64.., 1..4)) {
        let n = factors.into_iter().fold(Natural::one(), |n, p| &n * &Natural::from(p));
        check(&Factorization::of(&n, Budget::steps(300_000)));
    }

    #[test]
    fn products_of_smaller_numbers_are_complete(factors in prop::collection::vec(2u32.., 1..20)) {
        let n = factors.into_iter().fold(Natural::one(), |n, p| &n * &Natural::from(p));
        complete(&n);
    }

    #[test]
    fn shared_budgets_tell_the_truth(
        numbers in prop::collection::vec(1u128.., 1..6),
        steps in 0u64..200_000,
    ) {
        let square = |n: u128| &Natural::from(n).square() + &Natural::one();
        let numbers: Vec<Natural> = numbers.into_iter().map(square).collect();
        let found = Factorization::of_each(&numbers, Budget::steps(steps));
        for (factors, number) in found.iter().zip(&numbers) {
            prop_assert_eq!(factors.number(), number);
            check(factors);
        }
        if let [number] = numbers.as_slice() {
            prop_assert_eq!(&found[0], &Factorization::of(number, Budget::steps(steps)));
        }
    }

    #[test]
    fn any_budget_tells_the_truth(a: u128, b: u128, steps in 0u64..200_000) {
        let n = &(&Natural::from(a) * &Natural::from(b)) + &Natural::one();
        let f = Factorization::of(&n, Budget::steps(steps));
        check(&f);
        prop_assert_eq!(Factorization::of(&n, Budget::steps(steps)), f);
    }
}
