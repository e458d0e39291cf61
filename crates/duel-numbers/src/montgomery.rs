//! Modular arithmetic for odd moduli of one and of two machine words.

use crate::Natural;
use crate::modulus::Ring;

/// The inverse of an odd number modulo 2^64.
pub(crate) fn inverse(odd: u64) -> u64 {
    // Right in three bits at the start, and twice as many with each round.
    (0..5)
        .fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// Arithmetic modulo an odd number below 2^64; elements are in Montgomery form.
#[derive(Clone, Copy)]
pub(crate) struct Narrow {
    modulus: u64,
    /// The inverse of the modulus modulo 2^64.
    inverse: u64,
    /// 2^128 modulo the modulus, which turns numbers into elements.
    entry: u64,
}

impl Narrow {
    /// The ring of an odd modulus above 1.
    pub(crate) fn new(modulus: u64) -> Narrow {
        debug_assert!(modulus % 2 == 1 && modulus > 1);
        let inverse = inverse(modulus);
        let word = low(u128::from(u64::MAX) % u128::from(modulus)) + 1;
        let entry = low(u128::from(word) * u128::from(word) % u128::from(modulus));
        Narrow { modulus, inverse, entry }
    }

    pub(crate) fn modulus(&self) -> u64 {
        self.modulus
    }

    /// The residue of a number.
    pub(crate) fn enter(&self, value: u64) -> u64 {
        self.mul(&(value % self.modulus), &self.entry)
    }

    pub(crate) fn pow(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut result) = (base, self.enter(1));
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = self.mul(&result, &base);
            }
            base = self.square(&base);
            exponent /= 2;
        }
        result
    }
}

impl Ring for Narrow {
    type Element = u64;

    fn element(&self, value: &Natural) -> u64 {
        self.enter(&value.0 % self.modulus)
    }

    fn associate(&self, a: &u64) -> Natural {
        Natural::from(*a)
    }

    fn add(&self, a: &u64, b: &u64) -> u64 {
        // The sum modulo the modulus is the difference from what is missing.
        self.sub(a, &(self.modulus - b))
    }

    fn sub(&self, a: &u64, b: &u64) -> u64 {
        let (difference, below) = a.overflowing_sub(*b);
        // No branch: which way it goes is as good as random.
        difference.wrapping_add(self.modulus & u64::from(below).wrapping_neg())
    }

    fn mul(&self, a: &u64, b: &u64) -> u64 {
        let product = u128::from(*a) * u128::from(*b);
        let quotient = low(product).wrapping_mul(self.inverse);
        let taken = high(u128::from(quotient) * u128::from(self.modulus));
        self.sub(&high(product), &taken)
    }
}

/// Arithmetic modulo an odd number below 2^128; elements are in Montgomery form. One quotient of two
/// words makes it quicker than [`Limbs`](crate::limbs::Limbs), which find theirs word by word.
pub(crate) struct Wide {
    modulus: u128,
    inverse: u128,
    entry: u128,
}

impl Wide {
    /// The ring of an odd modulus above 1.
    pub(crate) fn new(modulus: u128) -> Wide {
        debug_assert!(modulus % 2 == 1 && modulus > 1);
        let mut inverse = modulus;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        let mut ring = Wide { modulus, inverse, entry: 0 };
        // 2^256 by doubling 2^128 as often: there is no wider type to divide in.
        let mut power = (u128::MAX % modulus + 1) % modulus;
        for _ in 0..128 {
            power = ring.add(&power, &power);
        }
        ring.entry = power;
        ring
    }
}

impl Ring for Wide {
    type Element = u128;

    fn element(&self, value: &Natural) -> u128 {
        self.mul(&(&value.0 % self.modulus), &self.entry)
    }

    fn associate(&self, a: &u128) -> Natural {
        Natural::from(*a)
    }

    fn add(&self, a: &u128, b: &u128) -> u128 {
        let (sum, over) = a.overflowing_add(*b);
        if over || sum >= self.modulus { sum.wrapping_sub(self.modulus) } else { sum }
    }

    fn sub(&self, a: &u128, b: &u128) -> u128 {
        let (difference, below) = a.overflowing_sub(*b);
        if below { difference.wrapping_add(self.modulus) } else { difference }
    }

    fn mul(&self, a: &u128, b: &u128) -> u128 {
        let (bottom, top) = full_product(*a, *b);
        let quotient = bottom.wrapping_mul(self.inverse);
        let (_, taken) = full_product(quotient, self.modulus);
        self.sub(&top, &taken)
    }
}

/// The product of two numbers as its low and its high half.
fn full_product(a: u128, b: u128) -> (u128, u128) {
    let (a0, a1) = (u128::from(low(a)), u128::from(high(a)));
    let (b0, b1) = (u128::from(low(b)), u128::from(high(b)));
    let bottom = a0 * b0;
    // Neither sum can overflow: (2^64 - 1)^2 leaves room for two more words.
    let cross = a1 * b0 + u128::from(high(bottom));
    let middle = a0 * b1 + u128::from(low(cross));
    let top = a1 * b1 + u128::from(high(cross)) + u128::from(high(middle));
    ((middle << 64) | u128::from(low(bottom)), top)
}

#[expect(clippy::cast_possible_truncation, reason = "the low word is what is asked for")]
fn low(value: u128) -> u64 {
    value as u64
}

fn high(value: u128) -> u64 {
    low(value >> 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn narrow_agrees_with_plain_arithmetic(n: u64, a: u64, b: u64) {
            let n = n | 1;
            prop_assume!(n > 1);
            let ring = Narrow::new(n);
            let (x, y) = (ring.enter(a), ring.enter(b));
            let (a, b, n) = (u128::from(a), u128::from(b), u128::from(n));
            prop_assert_eq!(ring.mul(&x, &y), ring.enter(low(a * b % n)));
            prop_assert_eq!(ring.add(&x, &y), ring.enter(low((a + b) % n)));
            prop_assert_eq!(ring.add(&ring.sub(&x, &y), &y), x);
            prop_assert_eq!(ring.mul(&x, &1), low(a % n));
        }

        #[test]
        fn wide_agrees_with_plain_arithmetic(n: u128, a: u128, b: u128) {
            let n = n | 1;
            prop_assume!(n > 1);
            let ring = Wide::new(n);
            let (a, b) = (Natural::from(a), Natural::from(b));
            let (x, y) = (ring.element(&a), ring.element(&b));
            prop_assert_eq!(ring.mul(&x, &y), ring.element(&(&a * &b)));
            prop_assert_eq!(ring.add(&x, &y), ring.element(&(&a + &b)));
            prop_assert_eq!(ring.add(&ring.sub(&x, &y), &y), x);
            prop_assert_eq!(Natural::from(ring.mul(&x, &1)), &a % &Natural::from(n));
        }
    }
}
