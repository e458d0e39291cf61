//! Exact search of games that must end: every position once, with its value, its distance and its
//! nimber.
//!
//! The search is depth-first with a stack of its own, since games can be thousands of plies long,
//! and remembers every position it has finished, so that later questions start where earlier ones
//! ended. What a position is, a [`Graph`] says.

use std::{borrow::Borrow, hash::Hash};

use rustc_hash::FxHashMap;

use crate::{limits::Meter, value::Value};

/// Where a move leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edge<K> {
    /// The game is over, with this value for the player who moved.
    End(Value),
    /// The opponent is to move here.
    To(K),
}

/// A game without loops.
pub(crate) trait Graph {
    /// A position, as far as it matters.
    type Key: Clone + Eq + Hash;

    /// Lists where the moves of a position lead. The answer is whether all are listed: a list that
    /// takes too long or too much memory is broken off.
    fn edges(
        &mut self,
        key: &Self::Key,
        edges: &mut Vec<Edge<Self::Key>>,
        meter: &mut Meter<'_>,
    ) -> bool;

    /// The value for a player who has no move.
    fn stuck(&self) -> Value;

    /// About how many bytes a remembered position takes.
    fn weight(&self, key: &Self::Key) -> usize;
}

/// A position that is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) value: Value,
    /// Plies to the end; for a draw, to the end of the longest line.
    pub(crate) plies: u32,
    /// The least number that no option has. It is a nimber where the last mover wins.
    pub(crate) nimber: u32,
}

/// The finished positions of one game.
#[derive(Debug)]
pub(crate) struct Acyclic<K> {
    memo: FxHashMap<K, Solved>,
    bytes: usize,
}

impl<K> Default for Acyclic<K> {
    fn default() -> Self {
        Acyclic { memo: FxHashMap::default(), bytes: 0 }
    }
}

/// A position whose moves are being looked at: its edges are a stretch of the common stack.
struct Frame<K> {
    key: K,
    first: usize,
    next: usize,
}

impl<K: Clone + Eq + Hash> Acyclic<K> {
    /// What is known of a position already.
    pub(crate) fn known<Q>(&self, key: &Q) -> Option<Solved>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.memo.get(key).copied()
    }

    /// Solves a position, or gives up when the meter says so; what was finished is kept.
    pub(crate) fn solve<G: Graph<Key = K>>(
        &mut self,
        graph: &mut G,
        root: &K,
        meter: &mut Meter<'_>,
    ) -> Option<Solved> {
        if let Some(solved) = self.memo.get(root) {
            return Some(*solved);
        }
        if !meter.visit() {
            return None;
        }
        let mut edges: Vec<Edge<K>> = Vec::new();
        let mut stack = vec![open(graph, root.clone(), &mut edges, meter)?];
        meter.charge(edges.len() as u64 / 2);
        while let Some(frame) = stack.last_mut() {
            let unsolved = loop {
                match edges.get(frame.next) {
                    None => break None,
                    Some(Edge::To(key)) if !self.memo.contains_key(key) => break Some(key.clone()),
                    Some(_) => frame.next += 1,
                }
            };
            if let Some(key) = unsolved {
                if !meter.visit() || meter.memory().is_some_and(|memory| self.bytes > memory) {
                    return None;
                }
                let frame = open(graph, key, &mut edges, meter)?;
                meter.charge((edges.len() - frame.first) as u64 / 2);
                stack.push(frame);
            } else {
                let solved = self.combine(graph, &edges[frame.first..]);
                edges.truncate(frame.first);
                if let Some(frame) = stack.pop() {
                    self.bytes += graph.weight(&frame.key);
                    self.memo.insert(frame.key, solved);
                }
            }
        }
        self.memo.get(root).copied()
    }

    fn combine<G: Graph<Key = K>>(&self, graph: &G, edges: &[Edge<K>]) -> Solved {
        if edges.is_empty() {
            return Solved { value: graph.stuck(), plies: 0, nimber: 0 };
        }
        let (mut quickest_win, mut longest_draw, mut longest_loss) = (None::<u32>, None::<u32>, 0);
        let mut seen: Vec<u32> = Vec::with_capacity(edges.len());
        for edge in edges {
            let (value, plies, nimber) = match edge {
                Edge::End(value) => (*value, 1, 0),
                Edge::To(key) => {
                    let child = self.memo[key];
                    (child.value.for_opponent(), child.plies + 1, child.nimber)
                }
            };
            seen.push(nimber);
            match value {
                Value::Win => quickest_win = Some(quickest_win.unwrap_or(plies).min(plies)),
                Value::Loss => longest_loss = longest_loss.max(plies),
                Value::Draw | Value::Endless => {
                    longest_draw = Some(longest_draw.unwrap_or(plies).max(plies));
                }
            }
        }
        let (value, plies) = match (quickest_win, longest_draw) {
            (Some(plies), _) => (Value::Win, plies),
            (None, Some(plies)) => (Value::Draw, plies),
            (None, None) => (Value::Loss, longest_loss),
        };
        Solved { value, plies, nimber: mex(&mut seen) }
    }
}

fn open<G: Graph>(
    graph: &mut G,
    key: G::Key,
    edges: &mut Vec<Edge<G::Key>>,
    meter: &mut Meter<'_>,
) -> Option<Frame<G::Key>> {
    let first = edges.len();
    let all = graph.edges(&key, edges, meter);
    all.then_some(Frame { key, first, next: first })
}

/// The least number that is not there.
pub(crate) fn mex(numbers: &mut [u32]) -> u32 {
    numbers.sort_unstable();
    numbers.iter().fold(0, |least, number| if *number == least { least + 1 } else { least })
}
