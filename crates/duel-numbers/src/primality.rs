//! Whether a number is prime.
//!
//! The test is that of Baillie, Pomerance, Selfridge and Wagstaff. No composite is known to pass it,
//! and none below 2^64 does, which was checked against the list of all pseudoprimes to base 2 that
//! far (J. Feitsma and W. Galway, 2013): there the answer is proven.

use dashu_int::ops::BitTest;

use crate::budget::{Meter, product_cost};
use crate::modulus::{Question, Ring, with_ring};
use crate::montgomery::Narrow;
use crate::{Budget, Natural, lucas, sieve};

/// Whether `n` is prime.
///
/// Exact below 2^64. Above, trial division by small primes followed by the Baillie-PSW test: a
/// strong test to base 2 and a strong Lucas test with Selfridge's parameters. A prime is never
/// called composite; no composite that is called prime is known, and there is none below 2^64.
///
/// The time grows with nearly the cube of the length: 300 digits take a millisecond or two, but
/// ten thousand take half a minute unless a small factor shows. Where that matters,
/// [`is_prime_within`] can be limited and cancelled.
///
/// ```
/// use duel_numbers::{Natural, is_prime};
/// let mersenne = &Natural::from(2u8).pow(521) - &Natural::one();
/// assert!(is_prime(&mersenne));
/// ```
pub fn is_prime(n: &Natural) -> bool {
    is_prime_within(n, Budget::UNLIMITED).expect("an unlimited budget does not run out")
}

/// Whether `n` is prime, or `None` if the budget does not stretch to the answer.
///
/// The same test as [`is_prime`]. Below 2^64 there is always an answer.
pub fn is_prime_within(n: &Natural, budget: Budget<'_>) -> Option<bool> {
    if let Some(small) = n.to_u64() {
        return Some(is_prime_u64(small));
    }
    // The longer the number, the more a small factor saves.
    let bound = u32::try_from(n.bits()).unwrap_or(u32::MAX).saturating_mul(2);
    if sieve::small_factor(n, bound.clamp(256, sieve::LIMIT)).is_some() {
        return Some(false);
    }
    baillie_psw(n, &mut budget.meter())
}

/// Whether `n` is prime; exact for every `u64`.
///
/// ```
/// use duel_numbers::is_prime_u64;
/// assert!(is_prime_u64(18_446_744_073_709_551_557));
/// ```
pub fn is_prime_u64(n: u64) -> bool {
    const SMALL: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(prime) = SMALL.into_iter().find(|prime| n.is_multiple_of(*prime)) {
        return n == prime;
    }
    if n < 41 * 41 {
        return n > 1;
    }
    let (number, mut meter) = (Natural::from(n), Budget::UNLIMITED.meter());
    let test = BailliePsw { n: &number, meter: &mut meter };
    test.ask(&Narrow::new(n)).expect("an unlimited budget does not run out")
}

/// The test proper, for odd `n` above 2; `None` if the meter runs out or would.
pub(crate) fn baillie_psw(n: &Natural, meter: &mut Meter<'_>) -> Option<bool> {
    with_ring(n, BailliePsw { n, meter })
}

struct BailliePsw<'a, 'm> {
    n: &'a Natural,
    meter: &'a mut Meter<'m>,
}

impl Question for BailliePsw<'_, '_> {
    type Answer = Option<bool>;

    fn ask<R: Ring>(self, ring: &R) -> Option<bool> {
        let BailliePsw { n, meter } = self;
        Some(strong_to_base_two(ring, n, meter)? && lucas::is_strong_pseudoprime(ring, n, meter)?)
    }
}

/// Whether `n` passes the strong test to base 2.
fn strong_to_base_two<R: Ring>(ring: &R, n: &Natural, meter: &mut Meter<'_>) -> Option<bool> {
    let cost = product_cost(n.limbs());
    if !meter.affords(n.bits() * cost) {
        return None;
    }
    let one = ring.element(&Natural::one());
    let minus_one = ring.sub(&ring.sub(&one, &one), &one);
    let less_one = n - &Natural::one();
    let twos = less_one.trailing_zeros();
    let mut power = one.clone();
    for bit in (twos..n.bits()).rev() {
        if !meter.spend(cost) {
            return None;
        }
        power = ring.square(&power);
        if less_one.0.bit(usize::try_from(bit).expect("a bit of the number")) {
            power = ring.add(&power, &power);
        }
    }
    if power == one || power == minus_one {
        return Some(true);
    }
    for _ in 1..twos {
        if !meter.spend(cost) {
            return None;
        }
        power = ring.square(&power);
        if power == minus_one {
            return Some(true);
        }
    }
    Some(false)
}
