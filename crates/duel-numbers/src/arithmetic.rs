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
