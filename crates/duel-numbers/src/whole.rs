//! What the long lists of divisors need from a number, so that two machine words do where they
//! suffice and [`Natural`] does everywhere else.

use crate::Natural;
use crate::merge::sorted_products;

/// A number that divisors are made of. Products are asked for only where they fit.
pub(crate) trait Whole: Clone + Ord {
    /// The number 0.
    fn zero() -> Self;

    /// The number as this type, if it fits.
    fn from_natural(n: &Natural) -> Option<Self>;

    /// The number as [`Natural`].
    fn into_natural(self) -> Natural;

    /// The product.
    fn times(&self, other: &Self) -> Self;

    /// All products of powers of pairwise coprime parts up to these exponents, ascending.
    fn products(parts: &[(Self, u32)]) -> Vec<Self>;

    /// A number strictly between two, about in the middle by size as written, since divisors thin
    /// out by their logarithm; `None` for neighbours.
    fn between(low: &Self, high: &Self) -> Option<Self>;
}

impl Whole for u128 {
    fn zero() -> u128 {
        0
    }

    fn from_natural(n: &Natural) -> Option<u128> {
        n.to_u128()
    }

    fn into_natural(self) -> Natural {
        Natural::from(self)
    }

    fn times(&self, other: &u128) -> u128 {
        self * other
    }

    fn products(parts: &[(u128, u32)]) -> Vec<u128> {
        sorted_products(parts)
    }

    fn between(low: &u128, high: &u128) -> Option<u128> {
        let apart = high - low;
        let middle =
            if *low < apart { (*low).max(1).isqrt() * high.isqrt() } else { low + apart / 2 };
        (apart > 1).then(|| middle.clamp(low + 1, high - 1))
    }
}

impl Whole for Natural {
    fn zero() -> Natural {
        Natural::zero()
    }

    fn from_natural(n: &Natural) -> Option<Natural> {
        Some(n.clone())
    }

    fn into_natural(self) -> Natural {
        self
    }

    fn times(&self, other: &Natural) -> Natural {
        self * other
    }

    fn products(parts: &[(Natural, u32)]) -> Vec<Natural> {
        let mut list = vec![Natural::one()];
        for (part, exponent) in parts {
            let without = list.len();
            for place in 0..without * *exponent as usize {
                list.push(&list[place] * part);
            }
        }
        list.sort_unstable();
        list
    }

    fn between(low: &Natural, high: &Natural) -> Option<Natural> {
        let one = Natural::one();
        let (least, most) = (low + &one, high - &one);
        let middle = (&low.max(&one).clone() * high).isqrt();
        (least <= most).then(|| middle.clamp(least, most))
    }
}
