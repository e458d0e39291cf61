//! Any number of up to `BITS` bits is factored completely, and any budget tells the truth about it.
//!
//! The bytes are up to three numbers in little-endian order, separated by zero bytes, which are
//! multiplied: so repeated and close factors are found as easily as any.

#![no_main]

use duel_fuzz::{is_complete_factorization, is_true_factorization};
use duel_numbers::{Budget, Factorization, Natural};
use libfuzzer_sys::fuzz_target;

/// As far as everything is split in a moment.
const BITS: u64 = 120;

fuzz_target!(|data: &[u8]| {
    let numbers = data.split(|byte| *byte == 0).take(3).map(natural);
    let n = numbers.filter(|n| !n.is_zero()).fold(Natural::one(), |n, factor| &n * &factor);
    if n.bits() <= BITS {
        let whole = Factorization::of(&n, Budget::UNLIMITED);
        is_complete_factorization(&whole);
        assert_eq!(Factorization::of(&n, Budget::UNLIMITED), whole);
    }
    // Something that differs from input to input.
    let steps = data.iter().fold(1_u64, |steps, byte| steps * 31 % 65_521 + u64::from(*byte));
    for budget in [0, steps / 64, steps] {
        is_true_factorization(&Factorization::of(&n, Budget::steps(budget)));
    }
});

fn natural(bytes: &[u8]) -> Natural {
    let byte = Natural::from(256_u32);
    let digits = bytes.iter().rev();
    digits.fold(Natural::zero(), |n, digit| &(&n * &byte) + &Natural::from(*digit))
}
