//! The search for games in which every number may be used once.
//!
//! One number; the players alternately subtract an unused divisor of it; [`UsedRules`] says which
//! divisors count and who wins at the end. No formula is known, so [`UsedSearch`] searches, with
//! what it has found shared by all its questions:
//!
//! - `move_table`: the moves of each number, and which used numbers can still matter below it;
//! - `path` and `table`: canonical 128-bit keys, and proof numbers stored by them;
//! - `reasons`: the few numbers a result depends on, so that it answers many positions;
//! - `proof`: who wins, by depth-first proof-number search over all of these;
//! - `full`: distance and nimber, by full exploration.

mod full;
mod move_table;
mod path;
mod proof;
mod reasons;
mod rules;
mod table;

use full::Explored;
pub use full::Full;
use move_table::MoveTable;
use path::Path;
use proof::Proof;
pub use rules::UsedRules;

use crate::limits::Meter;

/// A search whose table is shared by all its questions.
///
/// ```
/// use duel_solver::{Limits, used::{UsedRules, UsedSearch}};
///
/// let mut search = UsedSearch::new(UsedRules::FACTOR_NO_WHOLE, 1 << 24);
/// // 13 is prime, so it is without a move once 1 is used.
/// assert_eq!(search.wins(13, &[1], &mut Limits::NONE.meter()), Some(false));
/// assert_eq!(search.wins(14, &[], &mut Limits::NONE.meter()), Some(true));
/// ```
pub struct UsedSearch {
    rules: UsedRules,
    memory: usize,
    move_table: MoveTable,
    path: Path,
    proof: Proof,
    explored: Explored,
}

impl UsedSearch {
    /// A search with empty tables, which will take at most about so many bytes.
    pub fn new(rules: UsedRules, memory_bytes: usize) -> Self {
        Self {
            rules,
            memory: memory_bytes,
            move_table: MoveTable::new(rules, memory_bytes / 8),
            path: Path::default(),
            proof: Proof::new(rules, memory_bytes / 8 * 7),
            explored: Explored::default(),
        }
    }

    /// Whether the player to move wins, or `None` if the meter stopped the search or the number is
    /// too large for it. The used numbers come in any order, without duplicates.
    pub fn wins(&mut self, n: u32, used: &[u32], meter: &mut Meter<'_>) -> Option<bool> {
        if !self.begin(n, used) {
            return self.last_move(n, used, meter).map(|_| true);
        }
        self.proof.wins(&self.move_table, &mut self.path, n, meter)
    }

    /// A winning move: `Some(Some(d))`; `Some(None)` if there is none, because the position is lost
    /// or because, under `misere`, it is won by having no move; `None` if not settled.
    #[allow(clippy::option_option, reason = "settled or not, then a move or none")]
    pub fn winning_move(
        &mut self,
        n: u32,
        used: &[u32],
        meter: &mut Meter<'_>,
    ) -> Option<Option<u32>> {
        if !self.begin(n, used) {
            return self.last_move(n, used, meter).map(Some);
        }
        self.proof.winning_move(&self.move_table, &mut self.path, n, meter)
    }

    /// Distance and nimber by full exploration, or `None` if the meter stopped it or the number is
    /// too large.
    pub fn full(&mut self, n: u32, used: &[u32], meter: &mut Meter<'_>) -> Option<Full> {
        if !self.begin(n, used) {
            return None;
        }
        let budget = self.memory.saturating_sub(self.proof.bytes() + self.move_table.bytes());
        self.explored.explore(self.rules, &self.move_table, &mut self.path, n, budget, meter)
    }

    /// How many results are stored.
    pub fn entries(&self) -> usize {
        self.proof.entries() + self.explored.len()
    }

    /// How many bytes all tables take.
    pub fn bytes(&self) -> usize {
        self.move_table.bytes() + self.proof.bytes() + self.explored.bytes()
    }

    fn begin(&mut self, n: u32, used: &[u32]) -> bool {
        let covered = self.move_table.cover(n);
        if covered {
            self.path.begin(&self.move_table, n, used);
        }
        covered
    }

    /// A move that wins at once, for numbers too large to search: one that leaves no move.
    fn last_move(&self, n: u32, used: &[u32], meter: &mut Meter<'_>) -> Option<u32> {
        /// About what finding the moves of a number costs here.
        const MOVE_COST: u64 = 512;
        let unused = |d: &u32| !used.contains(d);
        let ends = |d: u32| self.rules.moves(n - d).iter().all(|e| *e == d || !unused(e));
        let mut moves = self.rules.moves(n).into_iter().filter(unused);
        if self.rules.misere {
            return None;
        }
        moves.by_ref().take_while(|_| meter.goes_on(MOVE_COST)).find(|&d| ends(d))
    }
}
