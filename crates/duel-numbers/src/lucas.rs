//! The strong Lucas test with Selfridge's parameters, the second half of Baillie-PSW.

use dashu_int::ops::BitTest;

use crate::Natural;
use crate::budget::{Meter, product_cost};
use crate::modulus::Ring;

/// Whether the odd `n` above 2 is a prime or one of the composites that this test mistakes for
/// one; `None` if the meter runs out or would.
pub(crate) fn is_strong_pseudoprime<R: Ring>(
    ring: &R,
    n: &Natural,
    meter: &mut Meter<'_>,
) -> Option<bool> {
    match selfridge(n) {
        None => Some(false),
        Some(d) => strong_lucas(ring, n, d, meter),
    }
}

/// Selfridge's choice: the first of 5, -7, 9, -11, ... whose Jacobi symbol over `n` is -1, or
/// `None` where the search shows that `n` is composite.
fn selfridge(n: &Natural) -> Option<i64> {
    for at in 0i64.. {
        let size = 5 + 2 * at;
        let d = if at % 2 == 0 { size } else { -size };
        match jacobi_of_small(d, n) {
            -1 => return Some(d),
            0 if *n != Natural::from(size.unsigned_abs()) => return None,
            _ => {}
        }
        // A square has no such d. Few other numbers keep one waiting this long.
        if at == 20 && n.isqrt().square() == *n {
            return None;
        }
    }
    None
}

/// The Jacobi symbol of a small odd `d` over an odd `n`.
fn jacobi_of_small(d: i64, n: &Natural) -> i32 {
    let size = d.unsigned_abs();
    let (last_n, last_size) = (&n.0 % 4u64, size % 4);
    let mut sign = 1;
    if d < 0 && last_n == 3 {
        sign = -sign;
    }
    if last_n == 3 && last_size == 3 {
        sign = -sign;
    }
    // By reciprocity this is now the symbol of n over |d|, and both are small.
    sign * jacobi(&n.0 % size, size)
}

/// The Jacobi symbol of `top` over an odd number.
pub(crate) fn jacobi(mut top: u64, mut bottom: u64) -> i32 {
    let mut sign = 1;
    while top != 0 {
        let twos = top.trailing_zeros();
        top >>= twos;
        if twos % 2 == 1 && matches!(bottom % 8, 3 | 5) {
            sign = -sign;
        }
        if top % 4 == 3 && bottom % 4 == 3 {
            sign = -sign;
        }
        (top, bottom) = (bottom % top, top);
    }
    if bottom == 1 { sign } else { 0 }
}

/// Whether `n` passes the strong Lucas test for `P = 1` and `Q = (1 - d) / 4`.
///
/// With `n + 1 = 2^s * m`, `m` odd, that is: `U_m = 0`, or `V_(m * 2^r) = 0` for some `r < s`.
/// Instead of `U`, `V` and powers of `Q`, this walks the sequence `W` with parameters
/// `1/Q - 2` and 1, for two products a bit. It says the same, since for `P = 1` and `2k + 1 = m`
/// `V_2k = Q^k W_k`, `V_m = Q^(k+1) (W_k + W_(k+1))` and `d U_m = Q^(k+1) (W_(k+1) - W_k)`.
fn strong_lucas<R: Ring>(ring: &R, n: &Natural, d: i64, meter: &mut Meter<'_>) -> Option<bool> {
    let cost = product_cost(n.limbs());
    if !meter.affords(2 * n.bits() * cost) {
        return None;
    }
    let q = (1 - d) / 4;
    let Some(inverse) = inverse_of_small(q, n) else {
        return Some(false);
    };
    let two = ring.element(&Natural::from(2u8));
    let parameter = ring.sub(&ring.element(&inverse), &two);
    let zero = ring.sub(&two, &two);

    let more_one = n + &Natural::one();
    let twos = more_one.trailing_zeros();
    // W_k and W_(k+1), from k = 0 up to half of m.
    let (mut low, mut high) = (two.clone(), parameter.clone());
    for bit in (twos + 1..more_one.bits()).rev() {
        if !meter.spend(2 * cost) {
            return None;
        }
        let middle = ring.sub(&ring.mul(&low, &high), &parameter);
        if more_one.0.bit(usize::try_from(bit).expect("a bit of the number")) {
            high = ring.sub(&ring.square(&high), &two);
            low = middle;
        } else {
            low = ring.sub(&ring.square(&low), &two);
            high = middle;
        }
    }
    if low == high || ring.add(&low, &high) == zero {
        return Some(true);
    }
    let mut doubled = ring.sub(&ring.mul(&low, &high), &parameter);
    for _ in 1..twos {
        if doubled == zero {
            return Some(true);
        }
        if !meter.spend(cost) {
            return None;
        }
        doubled = ring.sub(&ring.square(&doubled), &two);
    }
    Some(false)
}

/// The inverse of a small number modulo `n`, if it has one.
fn inverse_of_small(q: i64, n: &Natural) -> Option<Natural> {
    let size = q.unsigned_abs();
    let residue = &n.0 % size;
    // (t * n + 1) / size is the inverse for the one t that makes it whole.
    let t = (0..size).find(|t| (residue * t + 1).is_multiple_of(size))?;
    let inverse = &(&(&Natural::from(t) * n) + &Natural::one()) / &Natural::from(size);
    Some(if q < 0 { n - &inverse } else { inverse })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modulus::{Question, with_ring};
    use crate::{Budget, is_prime_u64};

    struct Lucas<'a>(&'a Natural);

    impl Question for Lucas<'_> {
        type Answer = bool;

        fn ask<R: Ring>(self, ring: &R) -> bool {
            is_strong_pseudoprime(ring, self.0, &mut Budget::UNLIMITED.meter()).unwrap()
        }
    }

    fn passes(n: u64) -> bool {
        let n = Natural::from(n);
        with_ring(&n, Lucas(&n))
    }

    /// The definition, term by term and with its powers of Q, to hold the quick form against.
    fn passes_by_definition(n: u64) -> bool {
        let Some(d) = selfridge(&Natural::from(n)) else {
            return false;
        };
        let n = i128::from(n);
        let q = i128::from((1 - d) / 4);
        let twos = (n + 1).trailing_zeros();
        let odd = (n + 1) >> twos;
        let term = |first: (i128, i128)| {
            (0..odd).fold(first, |(a, b), _| (b, (b - q * a).rem_euclid(n))).0.rem_euclid(n)
        };
        let mut power = (0..odd).fold(1, |power, _| (power * q).rem_euclid(n));
        let mut of_v = term((2, 1));
        if term((0, 1)) == 0 || of_v == 0 {
            return true;
        }
        for _ in 1..twos {
            of_v = (of_v * of_v - 2 * power).rem_euclid(n);
            power = power * power % n;
            if of_v == 0 {
                return true;
            }
        }
        false
    }

    #[test]
    fn the_quick_form_says_what_the_definition_says() {
        for n in (3..12_000).step_by(2) {
            assert_eq!(passes(n), passes_by_definition(n), "{n}");
        }
    }

    #[test]
    fn the_known_pseudoprimes_pass_and_no_others() {
        let known = [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519, 75077];
        let limit = 80_000;
        let passed = (3..limit).step_by(2).filter(|n| passes(*n) && !is_prime_u64(*n));
        assert_eq!(passed.collect::<Vec<_>>(), known);
        assert!((3..limit).step_by(2).filter(|n| is_prime_u64(*n)).all(passes));
    }

    #[test]
    fn jacobi_follows_eulers_criterion() {
        for p in (3..200u64).filter(|n| is_prime_u64(*n)) {
            for d in (-99i64..100).step_by(2) {
                let residue = d.rem_euclid(p.cast_signed()).unsigned_abs();
                let power = (0..(p - 1) / 2).fold(1, |power, _| power * residue % p);
                let expected = if power == p - 1 { -1 } else { i32::try_from(power).unwrap() };
                assert_eq!(jacobi_of_small(d, &Natural::from(p)), expected, "{d} over {p}");
            }
        }
    }
}
