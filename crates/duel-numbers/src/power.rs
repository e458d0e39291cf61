//! Perfect powers: finding `r` and `k` with `r^k = n`.

use crate::Natural;
use crate::budget::Meter;
use crate::montgomery::Narrow;
use crate::primality::is_prime_u64;

/// How many residues are looked at before a root is taken; each lets one in `k` through at most.
const WITNESSES: u32 = 4;

/// A root and a prime exponent above 1 whose power is `n`, if `n` has no prime factor below
/// `2^floor_bits` (`floor_bits` at least 1). `None` also when the meter runs out.
pub(crate) fn root_of_power(
    n: &Natural,
    floor_bits: u64,
    meter: &mut Meter<'_>,
) -> Option<(Natural, u32)> {
    let highest = n.bits().div_ceil(floor_bits);
    for exponent in (2..=highest).filter(|&k| is_prime_u64(k)) {
        if !meter.spend(2 * (n.limbs() + 32)) {
            return None;
        }
        if !may_be_power(n, exponent) {
            continue;
        }
        if !meter.spend(8 * n.limbs() * n.limbs()) {
            return None;
        }
        let exponent = u32::try_from(exponent).expect("below the bit length");
        let root = root(n, exponent);
        if root.pow(exponent) == *n {
            return Some((root, exponent));
        }
    }
    None
}

/// The largest number whose power is at most `n`, for `n` of at least two bits.
///
/// Newton's method, from a start that is too large by a hair: from twice the root it would take
/// as many rounds as the exponent is large.
fn root(n: &Natural, exponent: u32) -> Natural {
    if exponent == 2 {
        return n.isqrt();
    }
    let one_less = exponent - 1;
    let (times, by) = (Natural::from(one_less), Natural::from(exponent));
    let mut root = above_root(n, exponent);
    loop {
        let next = &(&(&times * &root) + &(n / &root.pow(one_less))) / &by;
        if next >= root {
            return root;
        }
        root = next;
    }
}

/// A number above the root of `n`, by less than one part in 2^30 or else by less than 3.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn above_root(n: &Natural, exponent: u32) -> Natural {
    // Logarithms of this size are good to forty bits, so this is on the safe side.
    let logarithm = n.log2() / f64::from(exponent) + (-32f64).exp2();
    let shift = (logarithm - 52.0).max(0.0).floor();
    let guess = Natural::from((logarithm - shift).exp2() as u64 + 1);
    Natural(guess.0 << shift as usize)
}

/// Whether `n` is a `k`-th power modulo a few primes that have few of them; long roots are dear
/// and one long remainder almost always makes them unnecessary.
fn may_be_power(n: &Natural, exponent: u64) -> bool {
    let mut seen = 0;
    let mut prime = 1;
    while seen < WITNESSES {
        prime += if exponent == 2 { 2 } else { 2 * exponent };
        if !is_prime_u64(prime) {
            continue;
        }
        seen += 1;
        let residue = &n.0 % prime;
        let ring = Narrow::new(prime);
        let test = ring.pow(ring.enter(residue), (prime - 1) / exponent);
        if residue != 0 && test != ring.enter(1) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn power_of(n: &Natural, floor_bits: u64) -> Option<(Natural, u32)> {
        root_of_power(n, floor_bits, &mut Budget::UNLIMITED.meter())
    }

    #[test]
    fn small_powers_are_found_and_nothing_else() {
        let mut powers = vec![false; 10_000];
        for base in 2..100usize {
            let mut power = base * base;
            while power < powers.len() {
                powers[power] = true;
                power *= base;
            }
        }
        for n in 2..10_000u32 {
            let found = power_of(&Natural::from(n), 1);
            assert_eq!(found.is_some(), powers[n as usize], "{n}");
            if let Some((root, exponent)) = found {
                assert_eq!(root.pow(exponent), Natural::from(n));
            }
        }
    }

    #[test]
    fn roots_are_exact() {
        for bits in [2, 3, 17, 64, 65, 200, 1_000, 5_000, 33_219] {
            for n in [Natural::from(2u8).pow(bits), &Natural::from(2u8).pow(bits) - &Natural::one()]
            {
                for exponent in [2, 3, 5, 7, 31, 997, 2069] {
                    let root = root(&n, exponent);
                    assert!(root.pow(exponent) <= n);
                    assert!((&root + &Natural::one()).pow(exponent) > n);
                }
            }
        }
    }
}
