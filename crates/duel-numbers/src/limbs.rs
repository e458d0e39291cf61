//! Modular arithmetic for odd moduli of a few machine words, their number fixed at compile time.
//!
//! These sizes are where factoring and most primality tests spend their time, and there an array
//! on the stack is several times quicker than a number on the heap.

use dashu_int::UBig;

use crate::Natural;
use crate::modulus::Ring;
use crate::montgomery::inverse;

/// Arithmetic modulo an odd number below 2^(64 L); elements are in Montgomery form.
pub(crate) struct Limbs<const L: usize> {
    modulus: [u64; L],
    /// The negated inverse of the modulus modulo 2^64.
    inverse: u64,
    /// 2^(128 L) modulo the modulus, which turns numbers into elements.
    entry: [u64; L],
}

impl<const L: usize> Limbs<L> {
    /// The ring of an odd modulus above 1 that fits the size.
    pub(crate) fn new(modulus: &Natural) -> Limbs<L> {
        let entry = (UBig::ONE << (128 * L)) % &modulus.0;
        let modulus = words(modulus);
        debug_assert!(modulus[0] % 2 == 1);
        let inverse = inverse(modulus[0]).wrapping_neg();
        Limbs { modulus, inverse, entry: words(&Natural(entry)) }
    }

    /// `a` less the modulus if `over` says that there is more of it than fits, or if it fits.
    fn reduced(&self, a: [u64; L], over: bool) -> [u64; L] {
        let (less, below) = difference(&a, &self.modulus);
        if over || !below { less } else { a }
    }
}

impl<const L: usize> Ring for Limbs<L> {
    type Element = [u64; L];

    fn element(&self, value: &Natural) -> [u64; L] {
        let modulus = natural(&self.modulus);
        self.mul(&words(&(value % &modulus)), &self.entry)
    }

    fn associate(&self, a: &[u64; L]) -> Natural {
        natural(a)
    }

    fn add(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let mut sum = [0; L];
        let mut carry = false;
        for i in 0..L {
            (sum[i], carry) = a[i].carrying_add(b[i], carry);
        }
        self.reduced(sum, carry)
    }

    fn sub(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let (mut result, below) = difference(a, b);
        if below {
            let mut carry = false;
            for (word, part) in result.iter_mut().zip(&self.modulus) {
                (*word, carry) = word.carrying_add(*part, carry);
            }
        }
        result
    }

    fn mul(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let mut sum = [0; L];
        let mut top = 0;
        for &factor in b {
            let mut carry = 0;
            for j in 0..L {
                (sum[j], carry) = a[j].carrying_mul_add(factor, sum[j], carry);
            }
            let (above, over) = carry.overflowing_add(top);

            // A multiple of the modulus clears the lowest word, and everything moves down one.
            let factor = sum[0].wrapping_mul(self.inverse);
            (_, carry) = self.modulus[0].carrying_mul_add(factor, sum[0], 0);
            for j in 1..L {
                (sum[j - 1], carry) = self.modulus[j].carrying_mul_add(factor, sum[j], carry);
            }
            let carried;
            (sum[L - 1], carried) = carry.overflowing_add(above);
            top = u64::from(over) + u64::from(carried);
        }
        self.reduced(sum, top > 0)
    }
}

/// The difference modulo 2^(64 L), and whether it fell below zero.
fn difference<const L: usize>(a: &[u64; L], b: &[u64; L]) -> ([u64; L], bool) {
    let mut result = [0; L];
    let mut borrow = false;
    for i in 0..L {
        (result[i], borrow) = a[i].borrowing_sub(b[i], borrow);
    }
    (result, borrow)
}

/// The words of a number that fits, lowest first.
fn words<const L: usize>(value: &Natural) -> [u64; L] {
    let mut words = [0; L];
    for (word, bytes) in words.iter_mut().zip(value.0.to_le_bytes().chunks(8)) {
        let mut full = [0; 8];
        full[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(full);
    }
    words
}

fn natural<const L: usize>(words: &[u64; L]) -> Natural {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Natural(UBig::from_le_bytes(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<const L: usize>(n: [u64; L], a: [u64; L], b: [u64; L]) {
        let [n, a, b] = [n, a, b].map(|words| natural(&words));
        let n = if n.is_even() { &n + &Natural::one() } else { n };
        let ring = Limbs::<L>::new(&n);
        let (left, right) = (ring.element(&a), ring.element(&b));
        assert_eq!(ring.mul(&left, &right), ring.element(&(&a * &b)));
        assert_eq!(ring.add(&left, &right), ring.element(&(&a + &b)));
        assert_eq!(ring.add(&ring.sub(&left, &right), &right), left);
        assert_eq!(natural(&ring.mul(&left, &words(&Natural::one()))), &a % &n);
    }

    proptest! {
        #[test]
        fn agrees_with_plain_arithmetic(n: [u64; 4], a: [u64; 4], b: [u64; 4]) {
            prop_assume!(n[3] > 0);
            check(n, a, b);
        }

        #[test]
        fn agrees_at_the_top_of_the_range(low: u8, a: [u64; 3], b: [u64; 3]) {
            check([u64::MAX - u64::from(low | 1) + 1, u64::MAX, u64::MAX], a, b);
        }
    }
}
