//! Splitting a number as far as some of its divisors give it away, without factoring.

use crate::Natural;

/// Splits `n` into pairwise coprime parts, as far as the given divisors of it allow.
///
/// The result holds parts above 1 with their exponents, ascending; their product is `n`, and each
/// of the `divisors` is a product of powers of the parts. This takes only greatest common
/// divisors, so it works for numbers that nobody can factor. Anything in `divisors` that does not
/// divide `n` is passed over.
///
/// ```
/// use duel_numbers::{Natural, coprime_parts};
///
/// let parts = coprime_parts(&Natural::from(360u32), &[Natural::from(12u32)]);
/// let as_numbers: Vec<_> = parts.iter().map(|(part, e)| (part.to_u64().unwrap(), *e)).collect();
/// // 360 = 12 * 30, and the common divisor 6 of those two tells 2, 3 and 5 apart.
/// assert_eq!(as_numbers, [(2, 3), (3, 2), (5, 1)]);
/// ```
///
/// # Panics
///
/// If `n` is zero.
pub fn coprime_parts(n: &Natural, divisors: &[Natural]) -> Vec<(Natural, u32)> {
    assert!(!n.is_zero(), "zero has no parts");
    let mut base: Vec<Natural> = Vec::new();
    let mut open = vec![n.clone()];
    open.extend(divisors.iter().filter(|d| d.divides(n)).cloned());
    // Splitting two numbers by their common divisor makes the product of everything smaller, so
    // this ends; the base stays pairwise coprime throughout.
    while let Some(x) = open.pop() {
        if x.is_one() {
            continue;
        }
        let shared = base.iter().enumerate().find_map(|(at, part)| {
            let common = part.gcd(&x);
            (!common.is_one()).then_some((at, common))
        });
        match shared {
            None => base.push(x),
            Some((at, _)) if base[at] == x => {}
            Some((at, common)) => {
                let part = base.swap_remove(at);
                open.push(&part / &common);
                open.push(&x / &common);
                open.push(common);
            }
        }
    }
    base.sort_unstable();
    let mut left = n.clone();
    base.into_iter()
        .map(|part| {
            let exponent = left.remove(&part);
            (part, exponent)
        })
        .collect()
}
