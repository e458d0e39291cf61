//! The primes below 2^16, and taking them out of a number quickly.

use std::sync::LazyLock;

use crate::Natural;
use crate::budget::Meter;

/// Every prime below this is in the table.
pub(crate) const LIMIT: u32 = 1 << 16;

/// A run of consecutive primes whose product still fits a `u64`, so that one long remainder
/// serves them all.
struct Batch {
    product: u64,
    primes: Vec<u32>,
}

static BATCHES: LazyLock<Vec<Batch>> = LazyLock::new(|| {
    let mut batches: Vec<Batch> = Vec::new();
    for prime in primes_below(LIMIT) {
        match batches.last_mut() {
            Some(Batch { product, primes }) if product.checked_mul(prime.into()).is_some() => {
                *product *= u64::from(prime);
                primes.push(prime);
            }
            _ => batches.push(Batch { product: prime.into(), primes: vec![prime] }),
        }
    }
    batches
});

/// The primes below `limit`, ascending.
pub(crate) fn primes_below(limit: u32) -> Vec<u32> {
    // Only odd numbers are kept: the one at `at` is `2 at + 1`.
    let mut composite = vec![false; limit as usize / 2];
    let mut primes: Vec<u32> = (limit > 2).then_some(2).into_iter().collect();
    for at in 1..composite.len() {
        if composite[at] {
            continue;
        }
        let prime = 2 * at + 1;
        primes.push(u32::try_from(prime).expect("below the limit"));
        for multiple in (prime * prime / 2..composite.len()).step_by(prime) {
            composite[multiple] = true;
        }
    }
    primes
}

/// The smallest small prime that divides `n`, if any; tries at least all those below `bound`.
pub(crate) fn small_factor(n: &Natural, bound: u32) -> Option<u32> {
    for batch in BATCHES.iter().take_while(|batch| batch.primes[0] < bound) {
        let remainder = &n.0 % batch.product;
        let found = batch.primes.iter().find(|&&prime| remainder.is_multiple_of(prime.into()));
        if found.is_some() {
            return found.copied();
        }
    }
    None
}

/// Divides small primes out of `n`, handing each with its exponent to `found`.
///
/// Says how far it went: whatever is left has no factor below, or fits a word. It goes to
/// [`LIMIT`] with long numbers, less far with short ones, whose small factors elliptic curves find
/// sooner. Nothing is said if the meter runs out.
pub(crate) fn take_small_primes(
    n: &mut Natural,
    meter: &mut Meter<'_>,
    mut found: impl FnMut(u32, u32),
) -> Option<u32> {
    /// Numbers up to so many limbs are short, and their primes are taken up to so much.
    const SHORT: (u64, u32) = (3, 1 << 11);

    let twos = u32::try_from(n.trailing_zeros()).expect("an exponent is below the bit length");
    if twos > 0 {
        n.0 >>= twos as usize;
        found(2, twos);
    }
    for batch in BATCHES.iter() {
        if n.limbs() == 1 {
            break;
        }
        if n.limbs() <= SHORT.0 && batch.primes[0] > SHORT.1 {
            return Some(SHORT.1);
        }
        // A long remainder costs about one step for each limb, and one more to get going.
        if !meter.spend(1 + n.limbs()) {
            return None;
        }
        let remainder = &n.0 % batch.product;
        for &prime in batch.primes.iter().filter(|&&p| remainder.is_multiple_of(p.into())) {
            if !meter.spend(4 * n.limbs()) {
                return None;
            }
            let exponent = n.remove(&Natural::from(prime));
            if exponent > 0 {
                found(prime, exponent);
            }
        }
    }
    Some(LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_all_small_primes() {
        let primes = primes_below(LIMIT);
        assert_eq!(primes.len(), 6542);
        assert_eq!(primes.last(), Some(&65521));
        assert_eq!([2, 3, 4, 5, 30].map(|limit| primes_below(limit).len()), [0, 1, 2, 2, 10]);
        let batched: Vec<u32> = BATCHES.iter().flat_map(|batch| batch.primes.clone()).collect();
        assert_eq!(batched, primes);
    }

    #[test]
    fn small_factors_are_found_up_to_the_bound() {
        let n = &Natural::from(10_007u32).pow(3) * &Natural::from(65_521u32).pow(2);
        assert_eq!(small_factor(&n, 9_000), None);
        assert_eq!(small_factor(&n, LIMIT), Some(10_007));
    }
}
