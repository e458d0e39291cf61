//! Moves and other requests that are recognised when they are repeated.
//!
//! Every one searches all remembered keys: fixed-size fingerprints keep that search in one block of
//! memory.

use std::collections::VecDeque;

use super::KeyedRequest;

/// How many requests a game remembers.
const REMEMBERED: usize = 128;

/// A truncated hash, long enough that two texts of a game do not collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fingerprint([u8; 16]);

impl Fingerprint {
    fn of(parts: [&[u8]; 2]) -> Fingerprint {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(part);
        }
        let mut half = [0; 16];
        half.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Fingerprint(half)
    }

    fn of_key(by: u8, key: &str) -> Fingerprint {
        Fingerprint::of([&[by], key.as_bytes()])
    }

    fn of_words(said: &str) -> Fingerprint {
        Fingerprint::of([said.as_bytes(), &[]])
    }
}

/// A request with an idempotency key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeatable {
    key: Fingerprint,
    said: Fingerprint,
    /// The number of its event.
    pub(super) seq: u64,
    /// How many moves had been made after it; `None` once they were taken back.
    ply: Option<u64>,
}

impl Repeatable {
    /// Whether the text of the request was this.
    pub(super) fn is(&self, said: &str) -> bool {
        self.said == Fingerprint::of_words(said)
    }
}

/// The last requests with an idempotency key.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats(VecDeque<Repeatable>);

impl Repeats {
    /// What this player asked for with this key.
    pub(super) fn find(&self, by: u8, key: &str) -> Option<&Repeatable> {
        let key = Fingerprint::of_key(by, key);
        self.0.iter().find(|one| one.key == key)
    }

    /// Remembers a request: its event, and the number of moves after it.
    pub(super) fn remember(&mut self, request: &KeyedRequest, seq: u64, ply: u64) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        let key = Fingerprint::of_key(request.by, &request.key);
        let said = Fingerprint::of_words(&request.said);
        self.0.push_back(Repeatable { key, said, seq, ply: Some(ply) });
    }

    /// Marks the moves after the first `left` as taken back.
    pub(super) fn take_back(&mut self, left: u64) {
        for one in &mut self.0 {
            one.ply = one.ply.filter(|ply| *ply <= left);
        }
    }

    /// How many moves had been made after this event.
    pub(super) fn ply_of(&self, seq: u64) -> Option<u64> {
        self.0.iter().find(|one| one.seq == seq)?.ply
    }
}
