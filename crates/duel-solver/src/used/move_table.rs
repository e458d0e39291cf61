//! What can be said about a number before any search: its moves, and which numbers can still
//! matter below it.
//!
//! **Canonical keys.** Two positions with the same number play alike if they agree on every number
//! that can still become a move. Which numbers can, depends on the used list; a row of bits per
//! number, computed once, is a cheap and sound upper bound: `row(n)` holds the moves of `n` and
//! everything in `row(n - d)` for each move `d` of `n`. A position below `n` is reached by moves
//! only, so by induction every number that may be taken in it is in `row(n)`; used numbers outside
//! the row may be forgotten. The three smallest moves get spent early and cut off much of what is
//! below, so there is a row for each of the eight ways in which they may be used: a used small move
//! is still marked (it matters that it is used) but not followed.

use super::UsedRules;

/// The greatest number that is searched: its moves fit into 15 bits.
const LARGEST: u32 = 65_534;
/// The same where the whole number is a move.
const LARGEST_WHOLE: u32 = 32_767;
/// How many of the smallest moves have their state in the choice of the row.
const SMALL: u32 = 3;
/// Rows per number.
const STATES: usize = 1 << SMALL;

/// Moves and relevant numbers of all numbers up to a bound that grows on demand.
pub(super) struct MoveTable {
    rules: UsedRules,
    /// Where the moves of each number begin in `moves`; one more at the end.
    starts: Vec<u32>,
    moves: Vec<u32>,
    /// The rows, and where those of each number begin.
    rows: Vec<u64>,
    row_starts: Vec<usize>,
    /// Numbers from here on have no rows.
    rows_below: u32,
}

impl MoveTable {
    /// Nothing computed yet; rows will take at most about `row_bytes`.
    pub(super) fn new(rules: UsedRules, row_bytes: usize) -> Self {
        let mut move_table = Self {
            rules,
            starts: vec![0],
            moves: Vec::new(),
            rows: Vec::new(),
            row_starts: Vec::new(),
            rows_below: 0,
        };
        let mut bytes = 0;
        while bytes < row_bytes && move_table.rows_below <= LARGEST {
            bytes += move_table.row_words(move_table.rows_below) * STATES * size_of::<u64>();
            move_table.rows_below += 1;
        }
        move_table
    }

    /// Makes numbers up to `n` known; whether that is possible.
    pub(super) fn cover(&mut self, n: u32) -> bool {
        let largest = if self.rules.whole { LARGEST_WHOLE } else { LARGEST };
        if n > largest {
            return false;
        }
        let known = self.known();
        if n >= known {
            let bound = n.max(if known < 64 { 0 } else { known + known / 4 }).min(largest) + 1;
            self.list_moves(known, bound);
            self.mark_rows(known, bound.min(self.rows_below));
        }
        true
    }

    /// Numbers below this are known.
    pub(super) fn known(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).expect("bounded by the largest number")
    }

    /// How many words hold a set of moves of known numbers.
    pub(super) fn words(&self) -> usize {
        self.known() as usize / 64 + 1
    }

    /// The bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u64>()
            + self.row_starts.capacity() * size_of::<usize>()
            + (self.moves.capacity() + self.starts.capacity()) * size_of::<u32>()
    }

    /// Where the moves of `n` are.
    #[inline]
    pub(super) fn range(&self, n: u32) -> std::ops::Range<usize> {
        self.starts[n as usize] as usize..self.starts[n as usize + 1] as usize
    }

    /// The move at a place within a range.
    #[inline]
    pub(super) fn at(&self, index: usize) -> u32 {
        self.moves[index]
    }

    /// The moves of `n` with nothing used, smallest first.
    #[inline]
    pub(super) fn moves(&self, n: u32) -> &[u32] {
        &self.moves[self.range(n)]
    }

    /// The numbers that matter at `n`, given the word of used numbers below 64.
    #[inline]
    pub(super) fn relevant(&self, n: u32, used_word: u64) -> Relevant<'_> {
        let reach = reach(self.rules, n);
        if n >= self.rows_below {
            return Relevant { reach, row: &[] };
        }
        let first = if self.rules.one { 1 } else { 2 };
        let state = (used_word.to_le_bytes()[0] >> first) as usize & (STATES - 1);
        let words = self.row_words(n);
        let start = self.row_starts[n as usize] + state * words;
        Relevant { reach, row: &self.rows[start..start + words] }
    }

    fn row_words(&self, n: u32) -> usize {
        reach(self.rules, n) as usize / 64 + 1
    }

    fn list_moves(&mut self, from: u32, to: u32) {
        let count = (to - from) as usize;
        let mut lists = vec![Vec::new(); count];
        for d in 1..to {
            let mut n = from.max(1).next_multiple_of(d);
            while n < to {
                if self.rules.allows(n, d) {
                    lists[(n - from) as usize].push(d);
                }
                n += d;
            }
        }
        for list in lists {
            self.moves.extend(list);
            self.starts.push(u32::try_from(self.moves.len()).expect("fewer moves than that"));
        }
    }

    fn mark_rows(&mut self, from: u32, to: u32) {
        let first = if self.rules.one { 1 } else { 2 };
        for n in from..to {
            self.row_starts.push(self.rows.len());
            let words = self.row_words(n);
            for state in 0..STATES {
                let start = self.rows.len();
                self.rows.resize(start + words, 0);
                let (below, row) = self.rows.split_at_mut(start);
                let moves = self.starts[n as usize] as usize..self.starts[n as usize + 1] as usize;
                for &d in &self.moves[moves] {
                    row[d as usize / 64] |= 1 << (d % 64);
                    let bit =
                        if (first..first + SMALL).contains(&d) { 1 << (d - first) } else { 0 };
                    if state & bit != 0 {
                        continue;
                    }
                    let next = n - d;
                    let next_words = reach(self.rules, next) as usize / 64 + 1;
                    let next_start = self.row_starts[next as usize] + (state | bit) * next_words;
                    for (word, &more) in
                        row.iter_mut().zip(&below[next_start..next_start + next_words])
                    {
                        *word |= more;
                    }
                }
            }
        }
    }
}

/// Upper bound of the moves at `n` and below.
#[inline]
fn reach(rules: UsedRules, n: u32) -> u32 {
    if rules.whole { n } else { (n / 2).max(1) }
}

/// The numbers that can still matter at a position.
pub(super) struct Relevant<'a> {
    reach: u32,
    row: &'a [u64],
}

impl Relevant<'_> {
    /// Whether the number `u` can still be a move at or below the position.
    #[inline]
    pub(super) fn contains(&self, u: u32) -> bool {
        u <= self.reach
            && self.row.get(u as usize / 64).is_none_or(|word| word >> (u % 64) & 1 == 1)
    }
}
