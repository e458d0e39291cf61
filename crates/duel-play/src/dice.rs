//! Random numbers that a seed reproduces, on every machine and in every version.
//!
//! The generator is `SplitMix64` (Steele, Lea and Flood, 2014): a counter and a mixing function. It
//! is for games, not for secrets.

use std::{
    hash::{BuildHasher, RandomState},
    ops::RangeInclusive,
};

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub fn seeded(seed: u64) -> Dice {
        Dice { state: seed }
    }

    /// An unpredictable seed.
    pub fn fresh_seed() -> u64 {
        RandomState::new().hash_one(0)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number of the range, each equally likely.
    pub fn roll(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (low, high) = range.into_inner();
        let Some(count) = (high - low).checked_add(1) else { return self.bits() };
        // Values of the last, incomplete stretch would favour its beginning.
        let complete = u64::MAX - u64::MAX % count;
        loop {
            let bits = self.bits();
            if bits < complete {
                return low + bits % count;
            }
        }
    }

    /// Heads or tails.
    pub fn toss(&mut self) -> bool {
        self.roll(0..=1) == 1
    }
}

/// The 64-bit FNV-1a hash of a text form, which is the same on every machine and in every version.
pub fn fingerprint(of: &impl ToString) -> u64 {
    of.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
