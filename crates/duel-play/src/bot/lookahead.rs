//! Looking ahead, ply by ply, with nothing but the rules: how the levels up to `hard` search.
//!
//! What is seen is exact. A move is called good if it wins by force within the horizon, and bad if
//! it loses by force within it; everything else is open.

use duel_core::{Move, Outcome, Position};
use duel_numbers::Budget;
use duel_solver::Limits;

use super::candidates::{Candidates, count, words};

/// How much factoring a position inside the tree may cost; small numbers need far less.
const INSIDE: Budget<'static> = Budget::steps(500_000);

/// The value of a position within some plies, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DepthValue {
    Win,
    Loss,
    Open,
}

/// The best moves of a position, by what is seen within the horizon.
pub(super) enum BestMoves {
    /// These moves win, and no other wins more quickly.
    Winning(Vec<Move>),
    /// No move is seen to win. These have not been seen to lose.
    Open(Vec<Move>),
    /// Every move is seen to lose; these last longest.
    Losing(Vec<Move>),
}

impl BestMoves {
    /// The same, where these moves were not looked at: they are open.
    pub(super) fn or_overlooked(self, mut overlooked: Vec<Move>) -> BestMoves {
        match self {
            BestMoves::Open(open) => {
                overlooked.extend(open);
                BestMoves::Open(overlooked)
            }
            BestMoves::Losing(_) if !overlooked.is_empty() => BestMoves::Open(overlooked),
            seen => seen,
        }
    }
}

/// A search to a small depth, with a limited number of positions to look at.
pub(super) struct Lookahead<'a> {
    left: u64,
    limits: Limits<'a>,
    stopped: bool,
    visited: u64,
    /// How many plies have been looked at completely, or far enough to see a win.
    pub(super) depth: u32,
}

impl<'a> Lookahead<'a> {
    pub(super) fn new(positions: u64, limits: Limits<'a>) -> Lookahead<'a> {
        Lookahead { left: positions, limits, stopped: false, visited: 0, depth: 0 }
    }

    /// Looks at these moves, deeper and deeper, down to so many plies.
    pub(super) fn look(
        &mut self,
        position: &Position,
        known: &Candidates,
        plies: u32,
    ) -> BestMoves {
        let after: Vec<Option<Position>> =
            known.moves.iter().map(|made| position.after(made).ok()).collect();
        // For each move, within how many plies it is seen to lose; 0 while it is not.
        let mut lost_in: Vec<u32> = vec![0; known.moves.len()];
        for depth in 1..=plies {
            let mut winning = Vec::new();
            for (place, after) in after.iter().enumerate() {
                let (Some(after), 0) = (after, lost_in[place]) else { continue };
                match self.evaluate(after, depth - 1) {
                    DepthValue::Loss => winning.push(known.moves[place].clone()),
                    DepthValue::Win => lost_in[place] = depth,
                    DepthValue::Open => {}
                }
            }
            if !self.stopped || !winning.is_empty() {
                self.depth = depth;
            }
            if !winning.is_empty() {
                return BestMoves::Winning(winning);
            }
            if self.stopped || lost_in.iter().all(|depth| *depth > 0) {
                break;
            }
        }
        let longest = lost_in.iter().copied().max().unwrap_or(0);
        let chosen = |lost: u32| {
            let with = known.moves.iter().zip(&lost_in).filter(|(_, depth)| **depth == lost);
            with.map(|(made, _)| made.clone()).collect::<Vec<Move>>()
        };
        let open = chosen(0);
        if open.is_empty() { BestMoves::Losing(chosen(longest)) } else { BestMoves::Open(open) }
    }

    /// What is seen within so many plies.
    fn evaluate(&mut self, position: &Position, plies: u32) -> DepthValue {
        if !self.visit(position) {
            return DepthValue::Open;
        }
        if let Some(outcome) = position.outcome() {
            return match outcome {
                Outcome::Won(seat) if seat == position.turn() => DepthValue::Win,
                Outcome::Won(_) => DepthValue::Loss,
                Outcome::Nobody => DepthValue::Open,
            };
        }
        if plies == 0 {
            return DepthValue::Open;
        }
        let known = Candidates::of(position, self.limits.budget(INSIDE));
        let mut all_lose = known.complete;
        for made in &known.moves {
            let Ok(after) = position.after(made) else { continue };
            match self.evaluate(&after, plies - 1) {
                DepthValue::Loss => return DepthValue::Win,
                DepthValue::Win => {}
                DepthValue::Open => all_lose = false,
            }
            if self.stopped {
                return DepthValue::Open;
            }
        }
        if all_lose { DepthValue::Loss } else { DepthValue::Open }
    }

    /// Counts a position by its size; whether it may be looked at.
    fn visit(&mut self, position: &Position) -> bool {
        /// Up to this many words the work with a position does not depend on its size.
        const SMALL: u64 = 2;
        /// The same for the count of numbers.
        const FEW: usize = 4;
        self.count();
        let words = words(position);
        let cost = if words <= SMALL { 1 } else { words * words };
        let is_small = words <= SMALL && count(position) <= FEW;
        let clock_matters = !is_small || self.left.is_multiple_of(64);
        if self.left < cost || clock_matters && self.limits.is_spent() {
            self.stopped = true;
        }
        self.left = self.left.saturating_sub(cost);
        !self.stopped
    }

    fn count(&mut self) {
        /// After how many positions progress is reported.
        const REPORT_EVERY: u64 = 256;
        self.visited += 1;
        if let Some(counter) = self.limits.counter {
            counter.set(counter.get() + 1);
        }
        if self.visited.is_multiple_of(REPORT_EVERY)
            && let Some(progress) = self.limits.progress
        {
            progress(0);
        }
    }
}
