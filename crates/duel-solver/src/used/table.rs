//! The transposition table: proof numbers and results by 128-bit key.
//!
//! Open addressing in groups of four. The table doubles until its budget is spent; from then on a
//! new entry replaces, within its group, an unproven one before a proven one and little work before
//! much. Losing entries costs time and never truth: a search that finds nothing here starts over.

/// A 128-bit key. Zero never occurs in practice and marks an empty slot.
pub(super) type HashKey = (u64, u64);

/// No result needs more than this.
pub(super) const INFINITE: u32 = 1 << 30;

/// What is known about a position: `win` and `loss` estimate how many positions are still to be
/// settled before the player to move is proven to win, or to lose. One of them is 0 once proven.
#[derive(Clone, Copy, Default)]
pub(super) struct TableEntry {
    pub(super) key: HashKey,
    pub(super) win: u32,
    pub(super) loss: u32,
    /// The reason of a proven result (see `reasons`).
    pub(super) reason: u32,
}

impl TableEntry {
    pub(super) fn is_proven(&self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// Slots searched and replaced together.
const GROUP: usize = 4;

pub(super) struct TranspositionTable {
    slots: Vec<TableEntry>,
    len: usize,
    max_slots: usize,
}

impl TranspositionTable {
    /// An empty table that will take at most about `bytes`.
    pub(super) fn new(bytes: usize) -> Self {
        // While it doubles, the old half is still there.
        let affordable = (bytes / size_of::<TableEntry>() * 2 / 3).max(1 << 8);
        let max_slots = 1 << affordable.ilog2();
        Self { slots: vec![TableEntry::default(); 1 << 8], len: 0, max_slots }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<TableEntry>()
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "any bits of the key will do")]
    fn group(&self, key: HashKey) -> usize {
        (key.0 as usize & (self.slots.len() - 1)) & !(GROUP - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: HashKey) -> Option<&TableEntry> {
        let start = self.group(key);
        self.slots[start..start + GROUP].iter().find(|slot| slot.key == key)
    }

    pub(super) fn put(&mut self, entry: TableEntry) {
        if self.len * 2 > self.slots.len() && self.slots.len() < self.max_slots {
            let double = vec![TableEntry::default(); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, double);
            self.len = 0;
            for entry in old.into_iter().filter(|entry| entry.key != (0, 0)) {
                self.insert(entry);
            }
        }
        self.insert(entry);
    }

    fn insert(&mut self, entry: TableEntry) {
        let start = self.group(entry.key);
        let group = &mut self.slots[start..start + GROUP];
        let slot = if let Some(same) = group.iter().position(|slot| slot.key == entry.key) {
            same
        } else if let Some(empty) = group.iter().position(|slot| slot.key == (0, 0)) {
            self.len += 1;
            empty
        } else {
            let worth = |slot: &TableEntry| (slot.is_proven(), slot.win.min(slot.loss));
            (0..GROUP).min_by_key(|&slot| worth(&group[slot])).unwrap_or(0)
        };
        group[slot] = entry;
    }
}
