//! Full exploration: how long a game lasts under best play, and its nimber.
//!
//! Both need every option of every position, so nothing can be cut off; what helps is that
//! positions which play alike share one entry.

use rustc_hash::FxHashMap;

use super::{UsedRules, move_table::MoveTable, path::Path, table::HashKey};
use crate::limits::Meter;

/// The result of exploring a position completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many moves are left when the winner hurries and the loser delays.
    pub plies: u32,
    /// The nimber: the least that no option has. None under `misere`, where nimbers do not add.
    pub nimber: Option<u32>,
}

/// As it is stored; games are shorter than 363 moves and a number has fewer than 256 divisors.
#[derive(Clone, Copy)]
struct Packed {
    plies: u16,
    nimber: u8,
    wins: bool,
}

/// The explored positions.
#[derive(Default)]
pub(super) struct Explored {
    memo: FxHashMap<HashKey, Packed>,
}

impl Explored {
    pub(super) fn len(&self) -> usize {
        self.memo.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.memo.capacity() * 8 / 7 * (size_of::<(HashKey, Packed)>() + 1)
    }

    /// Explores a position; at most about `budget` bytes are kept.
    pub(super) fn explore(
        &mut self,
        rules: UsedRules,
        move_table: &MoveTable,
        path: &mut Path,
        n: u32,
        budget: usize,
        meter: &mut Meter<'_>,
    ) -> Option<Full> {
        let most = budget / (2 * size_of::<(HashKey, Packed)>());
        let mut walk = Walk { misere: rules.misere, move_table, path, most, memo: &mut self.memo };
        let Packed { plies, nimber, wins } = walk.visit(n, meter)?;
        let nimber = (!rules.misere).then_some(u32::from(nimber));
        Some(Full { wins, plies: u32::from(plies), nimber })
    }
}

struct Walk<'a> {
    misere: bool,
    move_table: &'a MoveTable,
    path: &'a mut Path,
    most: usize,
    memo: &'a mut FxHashMap<HashKey, Packed>,
}

impl Walk<'_> {
    fn visit(&mut self, n: u32, meter: &mut Meter<'_>) -> Option<Packed> {
        let key = self.path.key(self.move_table, n);
        if let Some(&packed) = self.memo.get(&key) {
            return Some(packed);
        }
        if !meter.visit() {
            return None;
        }
        // The shortest way to win, the longest way to lose, the options' nimbers.
        let (mut quick, mut slow, mut nimbers) = (None, None, [0_u64; 4]);
        for index in self.move_table.range(n) {
            let d = self.move_table.at(index);
            if self.path.contains(d) {
                continue;
            }
            self.path.take(d);
            let next = self.visit(n - d, meter);
            self.path.undo();
            let Packed { plies, nimber, wins } = next?;
            if wins {
                slow = slow.max(Some(plies + 1));
            } else {
                quick = Some(quick.unwrap_or(u16::MAX).min(plies + 1));
            }
            nimbers[usize::from(nimber) / 64] |= 1 << (nimber % 64);
        }
        let nimber = (0..=u8::MAX).find(|&g| nimbers[usize::from(g) / 64] >> (g % 64) & 1 == 0);
        let packed = Packed {
            plies: quick.or(slow).unwrap_or(0),
            nimber: nimber.unwrap_or(u8::MAX),
            wins: quick.is_some() || slow.is_none() && self.misere,
        };
        if self.memo.len() < self.most {
            self.memo.insert(key, packed);
        }
        Some(packed)
    }
}
