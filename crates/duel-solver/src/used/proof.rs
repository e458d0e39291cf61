//! Depth-first proof-number search: who wins.
//!
//! Each position carries two numbers, an estimate of the work left to prove a win and of the work
//! left to prove a loss; the search goes where the least is left, and stays there until the numbers
//! exceed what a sibling promises by a quarter. A proven position gets its reason (see `reasons`),
//! and a new position is first compared with the reasons found so far.
//!
//! **First estimates.** A loss needs all replies refuted, so its estimate grows with their count; a
//! smaller number is a smaller game, so both grow with the number; and odd numbers, which have odd
//! moves only and hand over even ones, are more often lost. Measured, not proved: estimates steer
//! the search and cannot make it wrong.
//!
//! The depth is bounded: the moves of a game are distinct and add up to at most `n`, so there are
//! fewer than `sqrt(2n) + 1` of them, at most 362 for the numbers searched.

use super::{
    UsedRules,
    move_table::MoveTable,
    path::Path,
    reasons::{Condition, Reasons, UNKNOWN, must_be_unused, must_be_used},
    table::{HashKey, INFINITE, TableEntry, TranspositionTable},
};
use crate::limits::Meter;

/// Why a child's result holds, where it is proven.
#[derive(Clone, Copy)]
enum Why {
    /// Not proven, or the reason was not kept.
    Unknown,
    /// No move is left.
    NoMove,
    /// This move leaves a number without a move.
    LastMove(u32),
    /// A stored reason.
    Stored(u32),
}

/// What is known about a position: the work left for a win and for a loss (0: proven), and why.
#[derive(Clone, Copy)]
struct ProofNumbers {
    win: u32,
    loss: u32,
    why: Why,
}

impl ProofNumbers {
    fn won(why: Why) -> Self {
        Self { win: 0, loss: INFINITE, why }
    }

    fn lost(why: Why) -> Self {
        Self { win: INFINITE, loss: 0, why }
    }
}

/// An unused move and what is known about where it leads.
#[derive(Clone, Copy)]
struct Child {
    d: u32,
    key: HashKey,
    value: ProofNumbers,
}

/// The search for who wins, with all it has learnt.
pub(super) struct Proof {
    rules: UsedRules,
    table: TranspositionTable,
    reasons: Reasons,
    /// The children of all positions on the path, those of the last position last.
    children: Vec<Child>,
    conditions: Vec<Condition>,
    /// The move by which the last proven win was won.
    winning: u32,
}

impl Proof {
    pub(super) fn new(rules: UsedRules, bytes: usize) -> Self {
        Self {
            rules,
            table: TranspositionTable::new(bytes / 2),
            reasons: Reasons::new(bytes / 2),
            children: Vec::new(),
            conditions: Vec::new(),
            winning: 0,
        }
    }

    pub(super) fn entries(&self) -> usize {
        self.table.len() + self.reasons.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.reasons.bytes()
    }

    /// Whether the player to move wins, from the tables if they know.
    pub(super) fn wins(
        &mut self,
        move_table: &MoveTable,
        path: &mut Path,
        n: u32,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        let value = self.look(move_table, path, path.key(move_table, n), n);
        if value.win == 0 || value.loss == 0 {
            return Some(value.win == 0);
        }
        self.solve(move_table, path, n, meter)
    }

    /// A winning move, if there is one; the outer `None` means not settled.
    #[allow(clippy::option_option, reason = "settled or not, then a move or none")]
    pub(super) fn winning_move(
        &mut self,
        move_table: &MoveTable,
        path: &mut Path,
        n: u32,
        meter: &mut Meter<'_>,
    ) -> Option<Option<u32>> {
        if move_table.moves(n).iter().all(|&d| path.contains(d)) {
            return Some(None);
        }
        let wins = self.solve(move_table, path, n, meter)?;
        Some(wins.then_some(self.winning))
    }

    fn solve(
        &mut self,
        move_table: &MoveTable,
        path: &mut Path,
        n: u32,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        self.children.clear();
        let key = path.key(move_table, n);
        let value = self.visit(move_table, path, (n, key), (INFINITE, INFINITE), meter)?;
        Some(value.win == 0)
    }

    /// Works on a position until it is proven or its estimates reach the limits for a win and for a
    /// loss.
    fn visit(
        &mut self,
        move_table: &MoveTable,
        path: &mut Path,
        (n, key): (u32, HashKey),
        (win_limit, loss_limit): (u32, u32),
        meter: &mut Meter<'_>,
    ) -> Option<ProofNumbers> {
        if !meter.visit() {
            return None;
        }
        let base = self.children.len();
        let mut any = false;
        for index in move_table.range(n) {
            let d = move_table.at(index);
            if path.contains(d) {
                continue;
            }
            any = true;
            path.take(d);
            let child_key = path.key(move_table, n - d);
            let value = self.look(move_table, path, child_key, n - d);
            path.undo();
            let child = Child { d, key: child_key, value };
            if value.loss == 0 {
                self.children.truncate(base);
                return Some(self.prove_win(move_table, path, (n, key), child));
            }
            self.children.push(child);
        }
        if !any {
            return Some(self.without_move());
        }
        loop {
            let (mut win, mut second, mut loss, mut best) = (INFINITE, INFINITE, 0_u32, base);
            for (index, child) in self.children.iter().enumerate().skip(base) {
                let ProofNumbers { win: theirs, loss: ours, .. } = child.value;
                if theirs == 0 {
                    continue;
                }
                loss = (loss + theirs).min(INFINITE - 1);
                if ours < win || ours == win && theirs < self.children[best].value.win {
                    (second, win, best) = (win, ours, index);
                } else if ours < second {
                    second = ours;
                }
            }
            let child = self.children[best];
            if win == 0 || loss == 0 {
                let value = if win == 0 {
                    self.prove_win(move_table, path, (n, key), child)
                } else {
                    self.prove_loss(move_table, path, (n, key), base)
                };
                self.children.truncate(base);
                return Some(value);
            }
            if win >= win_limit || loss >= loss_limit {
                self.children.truncate(base);
                self.table.put(TableEntry { key, win, loss, reason: UNKNOWN });
                return Some(ProofNumbers { win, loss, why: Why::Unknown });
            }
            // What the child may spend until this position, or a sibling, is the better place.
            let child_win = loss_limit - (loss - child.value.win);
            let child_loss = win_limit.min(second.saturating_add(second / 4 + 1)).min(INFINITE);
            path.take(child.d);
            let value = self.visit(
                move_table,
                path,
                (n - child.d, child.key),
                (child_win, child_loss),
                meter,
            );
            path.undo();
            self.children[best].value = value?;
        }
    }

    /// What the tables, or the moves at once, say about a position.
    fn look(&mut self, move_table: &MoveTable, path: &Path, key: HashKey, n: u32) -> ProofNumbers {
        if let Some(entry) = self.table.find(key) {
            let why = match entry.reason {
                UNKNOWN => Why::Unknown,
                reason => Why::Stored(reason),
            };
            return ProofNumbers { win: entry.win, loss: entry.loss, why };
        }
        let mut replies = 0;
        for &d in move_table.moves(n).iter().filter(|&&d| !path.contains(d)) {
            replies += 1;
            if !self.rules.misere
                && move_table.moves(n - d).iter().all(|&e| e == d || path.contains(e))
            {
                return ProofNumbers::won(Why::LastMove(d));
            }
        }
        if replies == 0 {
            return self.without_move();
        }
        if let Some((wins, reason)) = self.reasons.find(n, path.bits(), path.list()) {
            let why = Why::Stored(reason);
            let value = if wins { ProofNumbers::won(why) } else { ProofNumbers::lost(why) };
            // A position is looked at many times; from now on that is one probe of the table.
            self.table.put(TableEntry { key, win: value.win, loss: value.loss, reason });
            return value;
        }
        let size = 128 + n;
        let win = 1 + (2 + 4 * (n % 2)) * size / 256;
        let loss = 1 + replies * size / 256;
        ProofNumbers { win, loss, why: Why::Unknown }
    }

    fn without_move(&self) -> ProofNumbers {
        if self.rules.misere {
            ProofNumbers::won(Why::NoMove)
        } else {
            ProofNumbers::lost(Why::NoMove)
        }
    }

    fn prove_win(
        &mut self,
        move_table: &MoveTable,
        path: &Path,
        (n, key): (u32, HashKey),
        child: Child,
    ) -> ProofNumbers {
        self.winning = child.d;
        self.conditions.clear();
        self.conditions.push(must_be_unused(child.d));
        let known = self.gather(move_table, n, child);
        let reason = self.keep(path, (n, key), true, known);
        self.table.put(TableEntry { key, win: 0, loss: INFINITE, reason });
        ProofNumbers::won(stored(reason))
    }

    fn prove_loss(
        &mut self,
        move_table: &MoveTable,
        path: &Path,
        (n, key): (u32, HashKey),
        base: usize,
    ) -> ProofNumbers {
        self.conditions.clear();
        let used = move_table.moves(n).iter().filter(|&&d| path.contains(d));
        self.conditions.extend(used.map(|&d| must_be_used(d)));
        let known = (base..self.children.len()).all(|index| {
            let child = self.children[index];
            self.gather(move_table, n, child)
        });
        // Under `misere` having no move at all wins, so one of the refuted moves must stay.
        let mut refuted = self.children[base..].iter().map(|child| must_be_unused(child.d));
        if self.rules.misere && !refuted.clone().any(|one| self.conditions.contains(&one)) {
            self.conditions.extend(refuted.next());
        }
        let reason = self.keep(path, (n, key), false, known);
        self.table.put(TableEntry { key, win: INFINITE, loss: 0, reason });
        ProofNumbers::lost(stored(reason))
    }

    /// Adds what a child's result depends on before the move to it; whether that is known.
    fn gather(&mut self, move_table: &MoveTable, n: u32, child: Child) -> bool {
        let next = n - child.d;
        let all_used = |n| move_table.moves(n).iter().map(|&d| must_be_used(d));
        let brought_about = must_be_used(child.d);
        let from = self.conditions.len();
        match child.value.why {
            Why::Unknown => return false,
            Why::NoMove => self.conditions.extend(all_used(next)),
            Why::LastMove(d) => {
                let left = all_used(next - d).filter(|&condition| condition != must_be_used(d));
                self.conditions.push(must_be_unused(d));
                self.conditions.extend(left);
            }
            Why::Stored(reason) => self.conditions.extend(self.reasons.conditions(reason)),
        }
        if let Some(at) = self.conditions[from..].iter().position(|&one| one == brought_about) {
            self.conditions.swap_remove(from + at);
        }
        true
    }

    /// Stores the gathered reason, unless the result was known before.
    fn keep(&mut self, path: &Path, (n, key): (u32, HashKey), wins: bool, known: bool) -> u32 {
        match self.table.find(key) {
            Some(entry) if entry.is_proven() => entry.reason,
            _ if known => self.reasons.learn(n, wins, &mut self.conditions, path.list()),
            _ => UNKNOWN,
        }
    }
}

fn stored(reason: u32) -> Why {
    if reason == UNKNOWN { Why::Unknown } else { Why::Stored(reason) }
}
