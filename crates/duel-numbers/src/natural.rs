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

    /// The logarithm to base 2 of a number above 0.
    #[expect(clippy::cast_precision_loss)]
    pub(crate) fn log2(&self) -> f64 {
        let below_top = self.0.bit_len().saturating_sub(64);
        let top = u64::try_from(&self.0 >> below_top).expect("the top 64 bits");
        (top as f64).log2() + below_top as f64
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
