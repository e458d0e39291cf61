//! The number type itself: construction, size and the operations that are not operators.
//!
//! Operators live in [`crate::arithmetic`], the written grammar in [`crate::parse`].

use std::fmt;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, Gcd, SquareRoot};

/// A natural number, zero included, of any size.
///
/// Values below 2^128 are held inline, so small numbers cost no allocation. Ordering is by value,
/// and both [`Display`](fmt::Display) and [`Debug`](fmt::Debug) write plain decimal.
///
/// ```
/// use duel_numbers::Natural;
///
/// let n = Natural::from(12u32);
/// assert_eq!(n.square().to_string(), "144");
/// assert!(Natural::from(4u32).divides(&n));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Natural(pub(crate) UBig);

impl Natural {
    /// The number 0.
    pub const fn zero() -> Natural {
        Natural(UBig::ZERO)
    }

    /// The number 1.
    pub const fn one() -> Natural {
        Natural(UBig::ONE)
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        self.0.is_one()
    }

    /// Whether 2 divides this; 0 is even.
    pub fn is_even(&self) -> bool {
        !self.0.bit(0)
    }

    /// The value as a `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }

    /// The value as a `u128`, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        u128::try_from(&self.0).ok()
    }

    /// How many binary digits the value has; 0 has none.
    pub fn bits(&self) -> u64 {
        self.0.bit_len() as u64
    }

    /// How many decimal digits [`Display`](fmt::Display) writes; 0 is written with one.
    pub fn digits(&self) -> usize {
        if self.is_zero() { 1 } else { self.0.ilog(&UBig::from(10u8)) + 1 }
    }

    /// Whether this divides `n` without remainder.
    ///
    /// Zero divides nothing here, not even itself, because a move of zero is never one.
    pub fn divides(&self, n: &Natural) -> bool {
        !self.is_zero() && (&n.0 % &self.0).is_zero()
    }

    /// The difference, or `None` where it would fall below zero.
    pub fn checked_sub(&self, other: &Natural) -> Option<Natural> {
        (self >= other).then(|| self - other)
    }

    /// The product with itself; quicker than `&a * &a`.
    #[must_use]
    pub fn square(&self) -> Natural {
        Natural(self.0.sqr())
    }

    /// The largest `r` with `r * r <= self`.
    #[must_use]
    pub fn isqrt(&self) -> Natural {
        Natural(self.0.sqrt())
    }

    /// The power with the given exponent; anything to the 0 is 1.
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Natural {
        Natural(self.0.pow(exponent as usize))
    }

    /// The greatest common divisor; the other number where one of them is 0.
    #[must_use]
    pub fn gcd(&self, other: &Natural) -> Natural {
        if self.is_zero() {
            other.clone()
        } else if other.is_zero() {
            self.clone()
        } else {
            Natural((&self.0).gcd(&other.0))
        }
    }

    /// How often 2 divides this; 0 for 0, where the true answer has no number.
    pub fn trailing_zeros(&self) -> u64 {
        self.0.trailing_zeros().unwrap_or(0) as u64
    }

    /// The number whose decimal writing is this one's followed by `digit`: `10 * self + digit`.
    ///
    /// ```
    /// use duel_numbers::Natural;
    /// assert_eq!(Natural::from(12u32).append_digit(3), Natural::from(123u32));
    /// ```
    #[must_use]
    pub fn append_digit(&self, digit: u8) -> Natural {
        Natural(&self.0 * 10u8 + digit)
    }

    /// How many 64-bit limbs the value takes, at least one: the size that step costs go by.
    pub(crate) fn limbs(&self) -> u64 {
        self.bits().div_ceil(64).max(1)
    }

    /// Divides out `factor` as often as it goes and says how often that was.
    pub(crate) fn remove(&mut self, factor: &Natural) -> u32 {
        let times = self.0.remove(&factor.0).unwrap_or(0);
        u32::try_from(times).expect("an exponent is below the bit length")
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Most numbers are small, and those are written faster this way.
        match self.to_u64() {
            Some(small) => fmt::Display::fmt(&small, f),
            None => fmt::Display::fmt(&self.0, f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

macro_rules! from_unsigned {
    ($($t:ty),*) => {$(
        impl From<$t> for Natural {
            fn from(value: $t) -> Natural {
                Natural(UBig::from(value))
            }
        }
    )*};
}
from_unsigned!(u8, u32, u64, u128, usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(Natural::zero().bits(), 0);
        assert_eq!(Natural::zero().digits(), 1);
        for (n, digits) in [(9u64, 1), (10, 2), (99, 2), (100, 3), (u64::MAX, 20)] {
            assert_eq!(Natural::from(n).digits(), digits, "{n}");
        }
        for k in [1u32, 18, 19, 20, 38, 39, 100, 9_999] {
            let power = Natural::from(10u8).pow(k);
            assert_eq!(power.digits(), k as usize + 1);
            assert_eq!((&power - &Natural::one()).digits(), k as usize);
        }
    }

    #[test]
    fn conversions_round_trip() {
        assert_eq!(Natural::from(u64::MAX).to_u64(), Some(u64::MAX));
        assert_eq!((&Natural::from(u64::MAX) + &Natural::one()).to_u64(), None);
        assert_eq!(Natural::from(u128::MAX).to_u128(), Some(u128::MAX));
        assert_eq!((&Natural::from(u128::MAX) + &Natural::one()).to_u128(), None);
        assert_eq!(Natural::default(), Natural::zero());
        assert_eq!(format!("{:?}", Natural::from(42u8)), "42");
    }

    #[test]
    fn zero_is_no_divisor() {
        assert!(!Natural::zero().divides(&Natural::zero()));
        assert!(!Natural::zero().divides(&Natural::one()));
        assert!(Natural::one().divides(&Natural::zero()));
    }

    #[test]
    fn gcd_with_zero() {
        let six = Natural::from(6u8);
        assert_eq!(six.gcd(&Natural::zero()), six);
        assert_eq!(Natural::zero().gcd(&six), six);
        assert!(Natural::zero().gcd(&Natural::zero()).is_zero());
    }

    #[test]
    fn trailing_zeros_counts_twos() {
        assert_eq!(Natural::zero().trailing_zeros(), 0);
        assert_eq!(Natural::from(40u8).trailing_zeros(), 3);
        assert_eq!(Natural::from(2u8).pow(10_000).trailing_zeros(), 10_000);
    }
}
