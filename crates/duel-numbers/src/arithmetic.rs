//! The operators `+ - * / %` on borrowed numbers.

use std::ops::{Add, Div, Mul, Rem, Sub};

use crate::Natural;

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt, $(#[$doc:meta])*) => {
        impl $trait<&Natural> for &Natural {
            type Output = Natural;

            $(#[$doc])*
            fn $method(self, other: &Natural) -> Natural {
                Natural(&self.0 $op &other.0)
            }
        }
    };
}

operator!(Add, add, +, /** The sum. */);
operator!(Sub, sub, -,
    /** The difference.

    # Panics

    If `other` is larger; [`Natural::checked_sub`] says so instead. */);
operator!(Mul, mul, *, /** The product. */);
operator!(Div, div, /,
    /** The quotient, rounded down.

    # Panics

    If `other` is zero. */);
operator!(Rem, rem, %,
    /** The remainder.

    # Panics

    If `other` is zero. */);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_agree_with_u128() {
        let samples = [1u64, 2, 3, 10, 97, 1 << 32, u64::MAX - 1, u64::MAX];
        for a in samples {
            for b in samples {
                let (x, y) = (Natural::from(a), Natural::from(b));
                let (a, b) = (u128::from(a), u128::from(b));
                assert_eq!(&x + &y, Natural::from(a + b));
                assert_eq!(&x * &y, Natural::from(a * b));
                assert_eq!(&x / &y, Natural::from(a / b));
                assert_eq!(&x % &y, Natural::from(a % b));
                assert_eq!(x.checked_sub(&y), a.checked_sub(b).map(Natural::from));
            }
        }
    }

    #[test]
    #[should_panic(expected = "negative")]
    fn subtraction_below_zero_panics() {
        let _ = &Natural::one() - &Natural::from(2u8);
    }

    #[test]
    #[should_panic(expected = "0")]
    fn division_by_zero_panics() {
        let _ = &Natural::one() / &Natural::zero();
    }
}
