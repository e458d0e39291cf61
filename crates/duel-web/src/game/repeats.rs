//! Moves and other requests that are recognised when they are repeated.
//!
//! Every one searches all remembered keys: fixed-size fingerprints keep that search in one block of
//! memory.

use std::{
    collections::VecDeque,
    hash::{BuildHasher as _, RandomState},
};

use super::KeyedRequest;

/// How many requests a game remembers.
const REMEMBERED: usize = 128;

/// A request with an idempotency key. Of its texts there are fingerprints: 64 bits with a secret key of
/// the game, so that two of them are the same neither by chance nor by intent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeatable {
    key: u64,
    said: u64,
    /// The number of its event.
    pub(super) seq: u64,
    /// How many moves had been made after it; `None` once they were taken back.
    ply: Option<u64>,
}

/// The last requests with an idempotency key.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    fingerprint: RandomState,
    last: VecDeque<Repeatable>,
}

impl Repeats {
    /// What this player asked for with the same key, and whether it was the same.
    pub(super) fn find(&self, request: &KeyedRequest) -> Option<(&Repeatable, bool)> {
        let key = self.fingerprint_of_key(request);
        let before = self.last.iter().find(|one| one.key == key)?;
        Some((before, before.said == self.fingerprint.hash_one(&request.said)))
    }

    /// Remembers a request: its event, and the number of moves after it.
    pub(super) fn remember(&mut self, request: &KeyedRequest, seq: u64, ply: u64) {
        if self.last.len() == REMEMBERED {
            self.last.pop_front();
        }
        let key = self.fingerprint_of_key(request);
        let said = self.fingerprint.hash_one(&request.said);
        self.last.push_back(Repeatable { key, said, seq, ply: Some(ply) });
    }

    fn fingerprint_of_key(&self, request: &KeyedRequest) -> u64 {
        self.fingerprint.hash_one((request.by, &request.key))
    }

    /// Marks the moves after the first `left` as taken back.
    pub(super) fn take_back(&mut self, left: u64) {
        for one in &mut self.last {
            one.ply = one.ply.filter(|ply| *ply <= left);
        }
    }

    /// How many moves had been made after this event.
    pub(super) fn ply_of(&self, seq: u64) -> Option<u64> {
        self.last.iter().find(|one| one.seq == seq)?.ply
    }
}
