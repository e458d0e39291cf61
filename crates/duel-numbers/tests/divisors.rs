//! Divisors against brute force, and of numbers with far too many to list.

use duel_numbers::{Budget, Divisors, Factorization, Natural, Run, coprime_parts};
use proptest::prelude::*;

fn divisors_of(n: &Natural) -> Divisors {
    Divisors::new(&Factorization::of(n, Budget::PROMPT))
}

fn naturals(list: impl IntoIterator<Item = u64>) -> Vec<Natural> {
    list.into_iter().map(Natural::from).collect()
}

fn factorial(n: u32) -> Natural {
    (2..=n).fold(Natural::one(), |product, k| &product * &Natural::from(k))
}

#[test]
fn against_brute_force() {
    for n in 1..=3_000u64 {
        let expected = naturals((1..=n).filter(|d| n.is_multiple_of(*d)));
        let divisors = divisors_of(&Natural::from(n));
        assert!(divisors.is_complete());
        assert_eq!(divisors.count(), Natural::from(expected.len()));
        let up_to_root = expected.iter().filter(|d| d.square() <= Natural::from(n)).count();
        assert_eq!(divisors.count_up_to_root(), Natural::from(up_to_root));
        assert_eq!(divisors.iter().collect::<Vec<_>>(), expected);
        assert_eq!(divisors.page(0..u64::MAX), Some(expected.clone()));
        assert_eq!(divisors.smallest(usize::MAX), expected);
        assert_eq!(divisors.largest(usize::MAX), expected);
        for k in 0..=expected.len() {
            assert_eq!(divisors.smallest(k), expected[..k]);
            assert_eq!(divisors.largest(k), expected[expected.len() - k..]);
        }
    }
}

#[test]
fn a_word_with_very_many_divisors() {
    let divisors = divisors_of(&Natural::from(18_401_055_938_125_660_800u64));
    assert_eq!(divisors.count(), Natural::from(184_320u32));
    assert_eq!(divisors.count_up_to_root(), Natural::from(92_160u32));
    let all = divisors.page(0..u64::MAX).unwrap();
    assert_eq!(all.len(), 184_320);
    assert!(all.is_sorted_by(|a, b| a < b));
    assert!(all.iter().all(|d| d.divides(divisors.number())));
    assert!(divisors.iter().eq(all));
}

#[test]
fn the_ends_of_a_thousand_factorial() {
    let n = factorial(1000);
    let divisors = divisors_of(&n);
    assert_eq!(divisors.smallest(12), naturals(1..=12));
    let largest: Vec<_> = (1..=12u8).rev().map(|d| &n / &Natural::from(d)).collect();
    assert_eq!(divisors.largest(12), largest);
    assert!(divisors.count().bits() > 64);
    // Every number up to 1008 divides it; 1009 is the first prime that does not.
    assert_eq!(divisors.smallest(1008), naturals(1..=1008));
    assert_eq!(divisors.smallest(1009)[1008], Natural::from(1010u32));
    let deep = divisors.page(999_990..1_000_000).unwrap();
    assert_eq!(deep.len(), 10);
    assert!(deep.is_sorted_by(|a, b| a < b) && deep.iter().all(|d| d.divides(&n)));
    assert_eq!(divisors.page(1_000_000..1_000_001), None);
    assert_eq!(divisors.page(u64::MAX - 1..u64::MAX), None);
}

#[test]
fn pages_lie_anywhere_and_hold_up_to_a_million() {
    // 2^60 * 3^40 * 5^30 * 7^30 has 61 * 41 * 31 * 31 divisors, just above two million.
    let parts = [(2u8, 60), (3, 40), (5, 30), (7, 30)].map(|(p, e)| (Natural::from(p), e));
    let divisors = Divisors::of_parts(&parts);
    let count = 61 * 41 * 31 * 31;
    assert_eq!(divisors.count(), Natural::from(count));
    let first = divisors.page(0..Divisors::DEPTH).unwrap();
    let last = divisors.page(count - Divisors::DEPTH..count + 7).unwrap();
    assert_eq!((first.len(), last.len()), (1_000_000, 1_000_000));
    let mirrored = first.iter().rev().map(|d| divisors.number() / d);
    assert!(mirrored.eq(last));
    let seam = divisors.page(999_999..1_000_001).unwrap();
    assert_eq!((seam.len(), &seam[0]), (2, &first[999_999]));
    assert_eq!(divisors.page(0..Divisors::DEPTH + 1), None);
    assert_eq!(divisors.page(count..count + 5), Some(Vec::new()));
    #[expect(clippy::reversed_empty_ranges, reason = "it has to be answered too")]
    let reversed = divisors.page(5..2);
    assert_eq!(reversed, Some(Vec::new()));
}

/// A number of two words with more than ten million divisors.
fn ten_million() -> Divisors {
    let powers = [(2u8, 7), (3, 4), (5, 2), (7, 2)];
    let single = [11u8, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67].map(|p| (p, 1));
    let parts = powers.into_iter().chain(single).map(|(p, e)| (Natural::from(p), e));
    Divisors::of_parts(&parts.collect::<Vec<_>>())
}

#[test]
fn ten_million_divisors_stream_in_short_runs() {
    let divisors = ten_million();
    let count = 8 * 5 * 3 * 3 * (1 << 15);
    assert_eq!(divisors.count(), Natural::from(count));
    let number = divisors.number().to_u128().unwrap();
    let (mut seen, mut last) = (0, 0);
    for run in divisors.runs() {
        let Run::DoubleWords(run) = run else { panic!("it fits two words") };
        assert!(run.len() < 1 << 19, "{} at once", run.len());
        assert!(run[0] > last && run.is_sorted_by(|a, b| a < b));
        // A remainder for each would take longer than all the rest.
        assert!(run.iter().step_by(101).all(|d| number.is_multiple_of(*d)));
        last = *run.last().unwrap();
        seen += run.len() as u64;
    }
    assert_eq!((seen, last), (count, number));
}

#[test]
fn the_middle_of_ten_million_divisors() {
    let divisors = ten_million();
    let number = divisors.number();
    let half = divisors.count_up_to_root().to_u64().unwrap();
    let middle = divisors.page(half - 100..half + 100).unwrap();
    assert!(middle[99].square() <= *number && middle[100].square() > *number);
    assert!(middle.iter().zip(middle.iter().rev()).all(|(low, high)| &(low * high) == number));
    for (at, divisor) in (half - 100..).zip(&middle).step_by(40) {
        assert!(divisors.contains(divisor));
        assert_eq!(divisors.rank(divisor), Some(Natural::from(at + 1)));
    }
    assert_eq!(divisors.around(&middle[100], 3).unwrap(), middle[97..104]);
    let beside = &middle[100] + &Natural::one();
    assert_eq!(divisors.around(&beside, 3).unwrap(), middle[98..104]);
}

#[test]
fn pages_of_four_thousand_million_divisors() {
    // The number is longer than two words.
    let primes = [2u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
    let exponents = [15u32, 7, 7, 3, 3, 3, 3, 3].into_iter().chain(std::iter::repeat(1));
    let parts: Vec<_> = primes.into_iter().map(Natural::from).zip(exponents).collect();
    let divisors = Divisors::of_parts(&parts);
    let count = divisors.count().to_u64().unwrap();
    assert_eq!(count, 16 * 64 * 1024 * 4096);
    assert!(divisors.number().bits() > 128);
    let start = count / 3;
    let page = divisors.page(start..start + 5).unwrap();
    assert!(page.is_sorted_by(|a, b| a < b) && page.iter().all(|d| divisors.contains(d)));
    assert_eq!(divisors.rank(&page[4]), Some(Natural::from(start + 5)));
    assert_eq!(divisors.around(&page[2], 2), Some(page));
    assert!(divisors.iter().take(100).eq(divisors.smallest(100)));
}

#[test]
fn ranks_where_the_divisors_are_beyond_counting() {
    let n = factorial(1000);
    let divisors = divisors_of(&n);
    let one = Natural::one();
    assert_eq!(divisors.rank(&Natural::zero()), Some(Natural::zero()));
    assert_eq!(divisors.rank(&Natural::from(1009u32)), Some(Natural::from(1008u32)));
    assert_eq!(divisors.rank(&n), Some(divisors.count()));
    assert_eq!(divisors.rank(&(&n - &one)), Some(&divisors.count() - &one));
    assert_eq!(divisors.rank(&n.isqrt()), None);
    assert_eq!(divisors.around(&n.isqrt(), 1), None);
    assert_eq!(divisors.around(&Natural::from(1009u32), 1), Some(naturals([1008, 1010])));
    assert_eq!(divisors.around(&(&n - &one), 1), Some(divisors.largest(2)));
    assert_eq!(divisors.around(&n, 3), Some(divisors.largest(4)));
    assert_eq!(divisors.around(&Natural::zero(), 3), Some(naturals(1..=3)));
}

#[test]
fn only_known_divisors_are_contained() {
    let parts = [(Natural::from(2u8), 3), (Natural::from(15u8), 2)];
    let divisors = Divisors::of_coprime_parts(&parts);
    for (value, contained) in [(0u8, false), (1, true), (30, true), (225, true), (3, false)] {
        assert_eq!(divisors.contains(&Natural::from(value)), contained, "{value}");
    }
    assert!(!divisors.contains(&Natural::from(16u8)));
}

#[test]
fn long_powers_are_walked_lazily() {
    let divisors = Divisors::of_parts(&[(Natural::from(2u8), 10_000)]);
    assert_eq!(divisors.count(), Natural::from(10_001u32));
    let mut expected = Natural::one();
    for d in divisors.iter().take(300) {
        assert_eq!(d, expected);
        expected = &expected + &expected;
    }
    assert_eq!(divisors.largest(1), [Natural::from(2u8).pow(10_000)]);
}

#[test]
fn a_partial_factorisation_gives_the_known_divisors() {
    let p: Natural = "100000000000000000000000000319".parse().unwrap();
    let q: Natural = "671998030559713968361666935769".parse().unwrap();
    let hard = &p * &q;
    let divisors = divisors_of(&(&hard * &Natural::from(6u8)));
    assert!(!divisors.is_complete());
    let known: Vec<Natural> = [1u8, 2, 3, 6].map(Natural::from).to_vec();
    let beyond = known.iter().map(|d| d * &hard);
    assert_eq!(divisors.iter().collect::<Vec<_>>(), [known.clone(), beyond.collect()].concat());
    assert_eq!(divisors.count_up_to_root(), Natural::from(4u8));
}

#[test]
fn parts_come_in_any_order() {
    let parts = [(5u8, 1), (2, 2), (7, 0), (3, 1)].map(|(p, e)| (Natural::from(p), e));
    let divisors = Divisors::of_parts(&parts);
    assert!(divisors.is_complete());
    assert_eq!(divisors.number(), &Natural::from(60u8));
    assert_eq!(divisors, divisors_of(&Natural::from(60u8)));
    assert!(!Divisors::of_coprime_parts(&parts).is_complete());
    assert!(Divisors::of_parts(&[]).number().is_one());
}

proptest! {
    #[test]
    fn pages_are_slices_of_the_whole(n in 1u64.., start in 0u64..300, len in 0u64..300) {
        let divisors = divisors_of(&Natural::from(n));
        let all: Vec<Natural> = divisors.iter().collect();
        let range = start.min(all.len() as u64)..(start + len).min(all.len() as u64);
        let slice = &all[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()];
        prop_assert_eq!(divisors.page(start..start + len).unwrap(), slice);
    }

    #[test]
    fn every_way_to_the_divisors_agrees(
        exponents in prop::collection::vec(0u32..4, 7),
        large in prop::collection::vec(0u32..3, 3),
        place in 0.0..1.0f64,
        value in 0u64..,
    ) {
        // Words, double words and long numbers all come up.
        let large_primes = ["4294967311", "1000000000000037", "100000000000000000000000000319"];
        let small = [2u8, 3, 5, 7, 11, 13, 17].map(Natural::from).into_iter().zip(exponents);
        let large = large_primes.map(|p| Natural::parse(p).unwrap()).into_iter().zip(large);
        let parts: Vec<_> = small.chain(large).collect();
        let divisors = Divisors::of_parts(&parts);
        let number = divisors.number();

        let mut all = vec![Natural::one()];
        for (part, exponent) in &parts {
            all = (0..=*exponent)
                .flat_map(|e| all.iter().map(move |d| d * &part.pow(e)))
                .collect();
        }
        all.sort_unstable();
        prop_assert_eq!(divisors.count(), Natural::from(all.len()));
        prop_assert!(divisors.iter().eq(all.iter().cloned()));
        prop_assert!(all.iter().zip(all.iter().rev()).all(|(low, high)| &(low * high) == number));
        let as_naturals = |list: Vec<u128>| list.into_iter().map(Natural::from).collect();
        let narrow: Option<Vec<Natural>> = divisors.list_u128().map(as_naturals);
        prop_assert_eq!(narrow.is_some(), number.bits() <= 128);
        prop_assert!(narrow.is_none_or(|list| list == all));
        let words = divisors.list_u64().map(naturals);
        prop_assert_eq!(words.is_some(), number.bits() <= 64);
        prop_assert!(words.is_none_or(|list| list == all));

        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place")]
        #[expect(clippy::cast_precision_loss, reason = "any place will do")]
        let at = (place * all.len() as f64) as usize;
        let page = divisors.page(at as u64..at as u64 + 9).unwrap();
        prop_assert_eq!(&page[..], &all[at..all.len().min(at + 9)]);
        prop_assert_eq!(divisors.rank(&all[at]), Some(Natural::from(at + 1)));
        let around = &all[at.saturating_sub(2)..all.len().min(at + 3)];
        prop_assert_eq!(divisors.around(&all[at], 2).unwrap(), around);
        let value = Natural::from(value >> (at % 64));
        let up_to = all.partition_point(|d| *d <= value);
        prop_assert_eq!(divisors.rank(&value), Some(Natural::from(up_to)));
        prop_assert_eq!(divisors.contains(&value), all.binary_search(&value).is_ok());
    }

    #[test]
    fn smooth_numbers_beyond_a_word(
        exponents in prop::collection::vec(0u32..6, 8),
        large in 0u32..2,
        k in 0usize..3_000,
    ) {
        let mersenne = &Natural::from(2u8).pow(89) - &Natural::one();
        let primes = [2u8, 3, 5, 7, 11, 13, 17, 19].map(Natural::from);
        let mut parts: Vec<_> = primes.into_iter().zip(exponents).collect();
        parts.push((mersenne, large));
        let divisors = Divisors::of_parts(&parts);
        let walked: Vec<Natural> = divisors.iter().take(k).collect();
        prop_assert!(walked.is_sorted_by(|a, b| a < b));
        prop_assert!(walked.iter().all(|d| d.divides(divisors.number())));
        prop_assert_eq!(divisors.smallest(k), walked);
    }

    #[test]
    fn coprime_parts_keep_their_promise(seeds in prop::collection::vec(1u64..5_000, 1..6)) {
        let whole = seeds.iter().fold(Natural::one(), |n, seed| &n * &Natural::from(*seed));
        let given = naturals(seeds);
        let parts = coprime_parts(&whole, &given);
        let power = |(part, e): &(Natural, u32)| part.pow(*e);
        prop_assert_eq!(parts.iter().map(power).fold(Natural::one(), |a, b| &a * &b), whole);
        for (at, (part, exponent)) in parts.iter().enumerate() {
            prop_assert!(!part.is_one() && *exponent > 0);
            prop_assert!(parts[at + 1..].iter().all(|(other, _)| part.gcd(other).is_one()));
        }
        for divisor in given {
            let mut left = divisor;
            for (part, _) in &parts {
                while part.divides(&left) {
                    left = &left / part;
                }
            }
            prop_assert!(left.is_one());
        }
    }
}

#[test]
fn coprime_parts_of_a_long_number() {
    let two = Natural::from(2u8);
    let long = two.pow(30_000);
    assert_eq!(coprime_parts(&long, &[two.pow(12_345), two.pow(6)]), [(two.pow(3), 10_000)]);
    let n = factorial(1000);
    let small: Vec<Natural> = naturals(1..=1000);
    let factors = Factorization::of(&n, Budget::PROMPT);
    assert_eq!(coprime_parts(&n, &small), factors.primes());
}

#[test]
fn coprime_parts_without_help() {
    let n = Natural::from(360u32);
    assert_eq!(coprime_parts(&n, &[]), [(n.clone(), 1)]);
    assert_eq!(coprime_parts(&n, &[n.clone(), Natural::one()]), [(n.clone(), 1)]);
    assert_eq!(coprime_parts(&n, &[Natural::zero(), Natural::from(7u8)]), [(n, 1)]);
    assert_eq!(coprime_parts(&Natural::one(), &[Natural::one()]), []);
}

/// Pairwise coprime parts, few or many, that may exceed a word together.
fn parts(list: &[(u64, u32)]) -> Vec<(Natural, u32)> {
    list.iter().map(|(part, exponent)| (Natural::from(*part), *exponent)).collect()
}

#[test]
fn high_exponents_and_low_ones() {
    let lists: [&[(u64, u32)]; 7] = [
        &[],
        &[(2, 127)],
        &[(3, 80)],
        &[(2, 40), (3, 30), (5, 6)],
        &[(97, 1), (2, 64), (101, 2), (3, 1)],
        &[(2, 5), (3, 6), (5, 7), (7, 8)],
        &[(u64::MAX, 1), (2, 63)],
    ];
    for list in lists {
        let mut expected = vec![1];
        for (part, exponent) in list {
            let powers: Vec<u128> = (0..=*exponent).map(|e| u128::from(*part).pow(e)).collect();
            expected = expected.iter().flat_map(|d| powers.iter().map(move |p| d * p)).collect();
        }
        expected.sort_unstable();
        let divisors = Divisors::of_coprime_parts(&parts(list));
        assert_eq!(divisors.list_u128(), Some(expected), "{list:?}");
    }
}

#[test]
fn the_smallest_are_the_first() {
    let lists: [&[(u64, u32)]; 8] = [
        &[],
        &[(7, 1)],
        &[(2, 63)],
        &[(2, 64)],
        &[(2, 500), (3, 3)],
        &[(2, 9), (3, 5), (5, 3), (7, 2), (11, 1), (13, 1), (18_446_744_073_709_551_557, 4)],
        &[(1_000_003, 2), (1_000_033, 2), (1_000_037, 9)],
        &[(2, 2_000), (u64::MAX, 900)],
    ];
    for list in lists {
        let divisors = Divisors::of_coprime_parts(&parts(list));
        for k in [0, 1, 2, 3, 10, 60, 64, 65, 500, 10_000] {
            let walked: Vec<Natural> = divisors.iter().take(k).collect();
            assert_eq!(divisors.smallest(k), walked, "{list:?} {k}");
        }
    }
}
