//! Bytes as prime powers: however divisors are asked for, it is the same list.

#![no_main]

use duel_numbers::{Divisors, Natural};
use libfuzzer_sys::fuzz_target;

/// Small ones, and some that make the number longer than one word or two.
const PRIMES: [u128; 12] = [
    2,
    3,
    5,
    7,
    11,
    13,
    17,
    65_537,
    4_294_967_311,
    18_446_744_073_709_551_557,
    1_000_000_000_000_000_000_000_007,
    170_141_183_460_469_231_731_687_303_715_884_105_727,
];
const MOST: u64 = 3_000;

fuzz_target!(|data: &[u8]| {
    let Some((place, exponents)) = data.split_first() else {
        return;
    };
    let exponents = exponents.iter().map(|byte| u32::from(*byte % 40));
    let parts: Vec<(Natural, u32)> = PRIMES.map(Natural::from).into_iter().zip(exponents).collect();
    let mut divisors = vec![Natural::one()];
    for (prime, exponent) in &parts {
        if divisors.len() as u64 * (u64::from(*exponent) + 1) > MOST {
            return;
        }
        let powers: Vec<Natural> = (0..=*exponent).map(|e| prime.pow(e)).collect();
        divisors = divisors.iter().flat_map(|d| powers.iter().map(move |p| d * p)).collect();
    }
    divisors.sort_unstable();

    let asked = Divisors::of_parts(&parts);
    assert_eq!(asked.count(), Natural::from(divisors.len()));
    assert!(asked.iter().eq(divisors.iter().cloned()));
    let narrow = asked.list_u128();
    assert_eq!(narrow.is_some(), asked.number().bits() <= 128);
    assert!(narrow.is_none_or(|list| list.into_iter().map(Natural::from).eq(divisors.clone())));

    let at = usize::from(*place) * divisors.len() / 256;
    let end = divisors.len().min(at + 7);
    assert_eq!(asked.page(at as u64..at as u64 + 7).as_deref(), Some(&divisors[at..end]));
    assert_eq!(asked.rank(&divisors[at]), Some(Natural::from(at + 1)));
    let below = &divisors[at] - &Natural::one();
    let up_to = divisors.partition_point(|d| *d <= below);
    assert_eq!(asked.rank(&below), Some(Natural::from(up_to)));
    assert_eq!(asked.contains(&below), divisors.binary_search(&below).is_ok());
    let around = &divisors[at.saturating_sub(3)..divisors.len().min(at + 4)];
    assert_eq!(asked.around(&divisors[at], 3).as_deref(), Some(around));
});
