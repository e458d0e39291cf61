//! Who wins, and nothing else: a search that stops looking at a position as soon as one move wins.
//!
//! It is the second opinion beside [`crate::acyclic`]: it shares no result with it, and goes
//! further where only the value is wanted.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::{
    acyclic::{Edge, Graph},
    limits::Meter,
    value::Value,
};

/// Decided positions: whether the player to move wins.
#[derive(Debug)]
pub(crate) struct Prover<K> {
    decided: FxHashMap<K, bool>,
    bytes: usize,
}

impl<K> Default for Prover<K> {
    fn default() -> Self {
        Prover { decided: FxHashMap::default(), bytes: 0 }
    }
}

struct Frame<K> {
    key: K,
    first: usize,
    next: usize,
}

impl<K: Clone + Eq + Hash> Prover<K> {
    /// Whether the player to move wins a game that always has a winner.
    pub(crate) fn wins<G: Graph<Key = K>>(
        &mut self,
        graph: &mut G,
        root: &K,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        let mut edges: Vec<Edge<K>> = Vec::new();
        let mut stack: Vec<Frame<K>> = Vec::new();
        let mut wanted = Some(root.clone());
        loop {
            if let Some(key) = wanted.take()
                && !self.decided.contains_key(&key)
            {
                if !meter.visit() || meter.memory().is_some_and(|memory| self.bytes > memory) {
                    return None;
                }
                let first = edges.len();
                graph.edges(&key, &mut edges);
                meter.charge((edges.len() - first) as u64 / 2);
                stack.push(Frame { key, first, next: first });
            }
            let Some(frame) = stack.last_mut() else { break };
            let mut verdict = None;
            while verdict.is_none() {
                match edges.get(frame.next) {
                    None if frame.first == edges.len() => {
                        verdict = Some(graph.stuck() == Value::Win);
                    }
                    None => verdict = Some(false),
                    Some(Edge::End(value)) if *value == Value::Win => verdict = Some(true),
                    Some(Edge::End(_)) => frame.next += 1,
                    Some(Edge::To(key)) => match self.decided.get(key) {
                        Some(true) => frame.next += 1,
                        Some(false) => verdict = Some(true),
                        None => {
                            wanted = Some(key.clone());
                            break;
                        }
                    },
                }
            }
            if let Some(wins) = verdict {
                edges.truncate(frame.first);
                if let Some(frame) = stack.pop() {
                    self.bytes += graph.weight(&frame.key);
                    self.decided.insert(frame.key, wins);
                }
            }
        }
        self.decided.get(root).copied()
    }
}
