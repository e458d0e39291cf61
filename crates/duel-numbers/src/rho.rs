//! Pollard's rho in Brent's form: a proper divisor of a composite number, if it can be found
//! within what is left on the meter.

use crate::Natural;
use crate::budget::{Meter, product_cost};
use crate::modulus::{Question, Ring, with_ring};

/// How many differences are multiplied up before one common divisor is taken.
const BATCH: usize = 128;

/// A proper divisor of the odd composite `n`, or `None` once the meter runs out.
///
/// Takes about as many rounds as the square root of the smallest prime factor.
pub(crate) fn proper_divisor(n: &Natural, meter: &mut Meter<'_>) -> Option<Natural> {
    with_ring(n, Search { n, meter })
}

struct Search<'a, 'm> {
    n: &'a Natural,
    meter: &'a mut Meter<'m>,
}

impl Question for Search<'_, '_> {
    type Answer = Option<Natural>;

    fn ask<R: Ring>(self, ring: &R) -> Option<Natural> {
        let Search { n, meter } = self;
        for shift in 1u64.. {
            match walk(ring, n, shift, meter)? {
                divisor if divisor == *n => {}
                divisor => return Some(divisor),
            }
        }
        None
    }
}

/// One walk `x -> x^2 + shift` until some divisor shows, which may be `n` itself; `None` if the
/// meter runs out first.
fn walk<R: Ring>(ring: &R, n: &Natural, shift: u64, meter: &mut Meter<'_>) -> Option<Natural> {
    let one = ring.element(&Natural::one());
    let shift = ring.element(&Natural::from(shift));
    let next = |x: &R::Element| ring.add(&ring.square(x), &shift);
    let cost = product_cost(n.limbs());
    let mut hare = ring.element(&Natural::from(2u8));
    let mut stride = 1usize;
    loop {
        let tortoise = hare.clone();
        for done in (0..stride).step_by(BATCH) {
            let length = BATCH.min(stride - done);
            if !meter.spend(length as u64 * cost) {
                return None;
            }
            for _ in 0..length {
                hare = next(&hare);
            }
        }
        for done in (0..stride).step_by(BATCH) {
            let length = BATCH.min(stride - done);
            // A common divisor costs about as much as a few dozen products.
            if !meter.spend((2 * length as u64 + 32) * cost) {
                return None;
            }
            let start = hare.clone();
            let mut product = one.clone();
            for _ in 0..length {
                hare = next(&hare);
                product = ring.mul(&product, &ring.sub(&tortoise, &hare));
            }
            let common = ring.associate(&product).gcd(n);
            if common == *n {
                // Several factors showed in the same batch: walk it again one by one.
                return Some(first_shown(ring, n, &tortoise, start, next));
            }
            if !common.is_one() {
                return Some(common);
            }
        }
        stride *= 2;
    }
}

fn first_shown<R: Ring>(
    ring: &R,
    n: &Natural,
    tortoise: &R::Element,
    mut hare: R::Element,
    next: impl Fn(&R::Element) -> R::Element,
) -> Natural {
    loop {
        hare = next(&hare);
        let common = ring.associate(&ring.sub(tortoise, &hare)).gcd(n);
        if !common.is_one() {
            return common;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, is_prime_u64};

    fn splits(n: &Natural) {
        let divisor = proper_divisor(n, &mut Budget::UNLIMITED.meter()).unwrap();
        assert!(divisor.divides(n) && !divisor.is_one() && divisor != *n, "{n}");
    }

    #[test]
    fn every_odd_composite_splits() {
        for n in (9..20_000).step_by(2).filter(|n| !is_prime_u64(*n)) {
            splits(&Natural::from(n));
        }
    }

    #[test]
    fn composites_of_every_size_split() {
        let small = Natural::from(1_000_003u32);
        for bits in [61, 89, 107, 127, 521, 607, 1279, 2203] {
            splits(&(&small * &(&Natural::from(2u8).pow(bits) - &Natural::one())));
        }
    }

    #[test]
    fn an_empty_meter_ends_the_search() {
        let n = (&Natural::from(2u8).pow(89) - &Natural::one()).square();
        assert_eq!(proper_divisor(&n, &mut Budget::steps(100_000).meter()), None);
    }
}
