//! The used numbers of the position under search, and its key.
//!
//! The key is the exclusive or of random 128-bit words, one for the number and one for each used
//! number that can still matter. Two positions that play differently share a key with a chance of
//! about one in 2^128 for each pair.

use super::{move_table::MoveTable, table::HashKey};

/// The used numbers, as bits and as a list in the order of play.
#[derive(Default)]
pub(super) struct Path {
    bits: Vec<u64>,
    list: Vec<u32>,
    words: Vec<(HashKey, HashKey)>,
}

impl Path {
    /// Begins at a position whose number the table of moves covers.
    pub(super) fn begin(&mut self, move_table: &MoveTable, n: u32, used: &[u32]) {
        self.bits.clear();
        self.bits.resize(move_table.words(), 0);
        self.list.clear();
        for index in self.words.len() as u64..=u64::from(move_table.known()) {
            let word = |salt| mix(index << 2 | salt);
            self.words.push(((word(0), word(1)), (word(2), word(3))));
        }
        // Numbers above `n` can never be taken again.
        for &u in used.iter().filter(|&&u| 0 < u && u <= n) {
            if !self.contains(u) {
                self.take(u);
            }
        }
    }

    #[inline]
    pub(super) fn bits(&self) -> &[u64] {
        &self.bits
    }

    #[inline]
    pub(super) fn list(&self) -> &[u32] {
        &self.list
    }

    #[inline]
    pub(super) fn contains(&self, u: u32) -> bool {
        self.bits[u as usize / 64] >> (u % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn take(&mut self, u: u32) {
        self.bits[u as usize / 64] |= 1 << (u % 64);
        self.list.push(u);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn undo(&mut self) {
        if let Some(u) = self.list.pop() {
            self.bits[u as usize / 64] &= !(1 << (u % 64));
        }
    }

    /// The canonical key of the position with the number `n`.
    #[inline]
    pub(super) fn key(&self, move_table: &MoveTable, n: u32) -> HashKey {
        let relevant = move_table.relevant(n, self.bits[0]);
        let mut key = self.words[n as usize].0;
        for &u in &self.list {
            if relevant.contains(u) {
                let word = self.words[u as usize].1;
                key = (key.0 ^ word.0, key.1 ^ word.1);
            }
        }
        key
    }
}

/// The finalizer of `SplitMix64`: distinct numbers to random-looking distinct numbers.
fn mix(index: u64) -> u64 {
    let mut word = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
