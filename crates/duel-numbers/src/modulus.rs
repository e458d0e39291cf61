//! Modular arithmetic as primality and factoring ask for it, whatever the size of the modulus.
//!
//! The algorithms are written once against [`Ring`]; [`with_ring`] picks its quickest form: one
//! word, two words ([`crate::montgomery`]), a few words ([`crate::limbs`]), or many words by
//! Montgomery or by division.

use dashu_int::UBig;
use dashu_int::fast_div::ConstDivisor;
use dashu_int::modular::Reduced;
use dashu_int::monty::{Montgomery, MontgomeryRepr};

use crate::Natural;
use crate::limbs::Limbs;
use crate::montgomery::{Narrow, Wide};

/// The numbers modulo some odd number above 1.
pub(crate) trait Ring {
    /// A residue, in whatever form is quick to multiply.
    type Element: Clone + PartialEq;

    /// The residue of a number.
    fn element(&self, value: &Natural) -> Self::Element;
    /// A number that shares exactly the residue's common divisors with the modulus.
    fn associate(&self, a: &Self::Element) -> Natural;
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn square(&self, a: &Self::Element) -> Self::Element {
        self.mul(a, a)
    }
}

/// Moduli of many words, as `dashu-int` multiplies them.
macro_rules! long_ring {
    ($modulus:ty, $element:ident) => {
        impl<'a> Ring for &'a $modulus {
            type Element = $element<'a>;

            fn element(&self, value: &Natural) -> $element<'a> {
                self.reduce(value.0.clone())
            }
            fn associate(&self, a: &$element<'a>) -> Natural {
                Natural(a.residue())
            }
            fn add(&self, a: &$element<'a>, b: &$element<'a>) -> $element<'a> {
                a + b
            }
            fn sub(&self, a: &$element<'a>, b: &$element<'a>) -> $element<'a> {
                a - b
            }
            fn mul(&self, a: &$element<'a>, b: &$element<'a>) -> $element<'a> {
                a * b
            }
            fn square(&self, a: &$element<'a>) -> $element<'a> {
                a.sqr()
            }
        }
    };
}
long_ring!(MontgomeryRepr, Montgomery);
long_ring!(ConstDivisor, Reduced);

/// A question that is put to a modulus through its ring.
pub(crate) trait Question {
    type Answer;
    fn ask<R: Ring>(self, ring: &R) -> Self::Answer;
}

/// Puts the question to the ring that is quickest for this odd modulus above 1.
pub(crate) fn with_ring<Q: Question>(modulus: &Natural, question: Q) -> Q::Answer {
    /// Beyond this, division by recursion overtakes Montgomery's reduction word by word.
    const MONTGOMERY_LIMBS: u64 = 128;

    match modulus.limbs() {
        1 => question.ask(&Narrow::new(modulus.to_u64().expect("one limb"))),
        2 => question.ask(&Wide::new(modulus.to_u128().expect("two limbs"))),
        #[cfg(not(target_family = "wasm"))]
        3 => question.ask(&Limbs::<3>::new(modulus)),
        #[cfg(not(target_family = "wasm"))]
        5 => question.ask(&Limbs::<5>::new(modulus)),
        #[cfg(not(target_family = "wasm"))]
        6 => question.ask(&Limbs::<6>::new(modulus)),
        #[cfg(not(target_family = "wasm"))]
        7..=8 => question.ask(&Limbs::<8>::new(modulus)),
        #[cfg(not(target_family = "wasm"))]
        9..=12 => question.ask(&Limbs::<12>::new(modulus)),
        #[cfg(not(target_family = "wasm"))]
        13..=16 => question.ask(&Limbs::<16>::new(modulus)),
        // A page has to fetch every width, so WebAssembly has this one alone.
        ..=4 => question.ask(&Limbs::<4>::new(modulus)),
        ..=MONTGOMERY_LIMBS => question.ask(&&MontgomeryRepr::new(UBig::clone(&modulus.0))),
        _ => question.ask(&&ConstDivisor::new(UBig::clone(&modulus.0))),
    }
}
