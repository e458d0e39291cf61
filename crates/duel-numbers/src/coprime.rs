//! Splitting a number as far as some of its divisors give it away, without factoring.

use crate::Natural;

/// Splits `n` into pairwise coprime parts, as far as the given divisors of it allow.
///
/// The result holds parts above 1 with their exponents, ascending; their product is `n`, and each
/// of the `divisors` is a product of powers of the parts. This takes only greatest common
/// divisors, so it works for numbers that cannot be factored. Anything in `divisors` that does not
/// divide `n` is passed over.
///
/// ```
/// use duel_numbers::{Natural, coprime_parts};
///
/// let parts = coprime_parts(&Natural::from(360u32), &[Natural::from(12u32)]);
/// let as_numbers: Vec<_> = parts.iter().map(|(part, e)| (part.to_u64().unwrap(), *e)).collect();
/// // 360 = 12 * 30, and the common divisor 6 of those two separates 2, 3 and 5.
/// assert_eq!(as_numbers, [(2, 3), (3, 2), (5, 1)]);
/// ```
///
/// # Panics
///
/// If `n` is zero.
pub fn coprime_parts(n: &Natural, divisors: &[Natural]) -> Vec<(Natural, u32)> {
    assert!(!n.is_zero(), "zero has no parts");
    let mut base: Vec<Natural> = Vec::new();
    for divisor in divisors.iter().filter(|d| d.divides(n)) {
        insert(&mut base, divisor.clone());
    }
    insert(&mut base, n.clone());
    base.sort_unstable();
    let mut left = n.clone();
    base.into_iter()
        .map(|part| {
            let exponent = left.remove(&part);
            (part, exponent)
        })
        .collect()
}

/// Splits a pairwise coprime base further, so that `value` is a product of powers of it too.
fn insert(base: &mut Vec<Natural>, value: Natural) {
    let mut left = value;
    let mut at = 0;
    let mut split = Vec::new();
    while at < base.len() && !left.is_one() {
        let shared = take_shared(&mut left, &base[at]);
        if shared.is_one() {
            at += 1;
        } else {
            // What comes out is coprime to the rest of the base and to what is left, so none of
            // it has to be looked at again.
            split.extend(refined(base.swap_remove(at), shared));
        }
    }
    base.append(&mut split);
    if !left.is_one() {
        base.push(left);
    }
}

/// Takes out of `left`, and gives back, all that consists of primes of `part`.
fn take_shared(left: &mut Natural, part: &Natural) -> Natural {
    let mut shared = Natural::one();
    let mut common = left.gcd(part);
    while !common.is_one() {
        *left = &*left / &common;
        shared = &shared * &common;
        // The square reaches high powers in few rounds.
        common = left.gcd(&common.square());
    }
    shared
}

/// A pairwise coprime base for two numbers.
fn refined(a: Natural, b: Natural) -> Vec<Natural> {
    let mut base: Vec<Natural> = Vec::new();
    let mut open = vec![b, a];
    // Splitting two numbers by their common divisor makes the product of everything smaller, so
    // this ends; the base stays pairwise coprime throughout.
    while let Some(mut value) = open.pop() {
        for part in &base {
            value.remove(part);
        }
        if value.is_one() {
            continue;
        }
        let shared = base.iter().enumerate().find_map(|(at, part)| {
            let common = part.gcd(&value);
            (!common.is_one()).then_some((at, common))
        });
        match shared {
            None => base.push(value),
            Some((at, common)) => {
                let part = base.swap_remove(at);
                open.push(&part / &common);
                open.push(&value / &common);
                open.push(common);
            }
        }
    }
    base
}
