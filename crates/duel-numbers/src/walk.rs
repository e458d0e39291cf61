//! Divisors one after the other in ascending order, made only as they are asked for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Natural;

/// An ascending walk over the products of powers of pairwise coprime parts.
///
/// Each product but 1 has one predecessor, found by undoing its largest part: one power less of
/// it, or, once down to the first power, the next smaller part in its place. So a heap that
/// starts with the smallest part and gains at most three followers for each product taken sees
/// every product once, and holds at most about twice as many as were taken.
pub(crate) struct Walk<'a> {
    parts: &'a [(Natural, u32)],
    started: bool,
    heap: BinaryHeap<Reverse<Node>>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    value: Natural,
    /// The index of the largest part in the value, and its power there.
    at: usize,
    power: u32,
}

impl<'a> Walk<'a> {
    /// The walk from 1 up; the parts ascend.
    pub(crate) fn new(parts: &'a [(Natural, u32)]) -> Walk<'a> {
        Walk { parts, started: false, heap: BinaryHeap::new() }
    }

    fn push(&mut self, value: Natural, at: usize, power: u32) {
        self.heap.push(Reverse(Node { value, at, power }));
    }
}

impl Iterator for Walk<'_> {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        if !self.started {
            self.started = true;
            if let Some((first, _)) = self.parts.first() {
                self.push(first.clone(), 0, 1);
            }
            return Some(Natural::one());
        }
        let Reverse(Node { value, at, power }) = self.heap.pop()?;
        let (part, exponent) = &self.parts[at];
        if power < *exponent {
            self.push(&value * part, at, power + 1);
        }
        if let Some((next, _)) = self.parts.get(at + 1) {
            self.push(&value * next, at + 1, 1);
            if power == 1 {
                self.push(&(&value / part) * next, at + 1, 1);
            }
        }
        Some(value)
    }
}
