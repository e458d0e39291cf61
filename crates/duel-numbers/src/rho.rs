//! Pollard's rho in Brent's form: a proper divisor of a composite number that fits a word.
//!
//! A walk `x -> x^2 + c` modulo `n` is a walk modulo each prime of `n` too, and there it must run
//! into its own trail after about the square root of the prime in steps; then a difference of two
//! of its numbers shares that prime with `n`.
//!
//! Sources: J. M. Pollard, "A Monte Carlo method for factorization", 1975; R. P. Brent, "An
//! improved Monte Carlo factorization algorithm", 1980.

use dashu_int::ops::Gcd;

use crate::modulus::Ring;
use crate::montgomery::Narrow;

/// How many differences are multiplied up before one common divisor is taken.
const BATCH: usize = 64;

/// A proper divisor of the odd composite `n` that is no square.
pub(crate) fn proper_divisor(n: u64) -> u64 {
    let ring = Narrow::new(n);
    (1..).find_map(|shift| walk(&ring, shift)).expect("some walk splits it")
}

/// One walk until some divisor shows; `None` if it is `n` itself.
fn walk(ring: &Narrow, shift: u64) -> Option<u64> {
    let n = ring.modulus();
    let shift = ring.enter(shift);
    let next = |x: u64| ring.add(&ring.square(&x), &shift);
    let mut hare = ring.enter(2);
    let mut stride = 1usize;
    loop {
        let tortoise = hare;
        for _ in 0..stride {
            hare = next(hare);
        }
        for done in (0..stride).step_by(BATCH) {
            let start = hare;
            let mut product = ring.enter(1);
            for _ in 0..BATCH.min(stride - done) {
                hare = next(hare);
                product = ring.mul(&product, &ring.sub(&tortoise, &hare));
            }
            match product.gcd(n) {
                1 => {}
                common if common < n => return Some(common),
                // Several factors showed in the same batch: walk it again one by one.
                _ => {
                    let mut hare = start;
                    let common = std::iter::from_fn(|| {
                        hare = next(hare);
                        Some(ring.sub(&tortoise, &hare).gcd(n))
                    });
                    return common.into_iter().find(|c| *c > 1).filter(|c| *c < n);
                }
            }
        }
        stride *= 2;
    }
}
