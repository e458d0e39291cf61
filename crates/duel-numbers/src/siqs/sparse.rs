//! Making the matrix small: columns with few ones are eliminated while rows are still lists.
//!
//! Most primes of a large base divide few values. A column with a single one takes its row with it,
//! since no set with that row can add up to nothing. A column with two or three is cleared by adding
//! the lightest of its rows to the others. That goes on until rows have become too heavy for lists;
//! what is left is a fraction of the matrix.

use std::cmp::Ordering;

use crate::budget::Meter;

/// A row: where its ones are, and which of the given rows it is the sum of; both ascend.
pub(super) struct Row {
    pub(super) ones: Vec<u32>,
    pub(super) members: Vec<u32>,
}

/// Rows with, for every column, how many have a one there, and which ones had one at some time.
struct SparseMatrix {
    rows: Vec<Option<Row>>,
    weights: Vec<usize>,
    columns: Vec<Vec<u32>>,
}

/// Eliminates the columns with few ones; `None` if the meter runs out.
pub(super) fn shrink(rows: Vec<Row>, columns: usize, meter: &mut Meter<'_>) -> Option<Vec<Row>> {
    /// Columns with more ones are left.
    const MOST: usize = 3;

    let mut matrix = SparseMatrix {
        rows: Vec::new(),
        weights: vec![0; columns],
        columns: vec![Vec::new(); columns],
    };
    for (at, row) in (0u32..).zip(&rows) {
        for column in &row.ones {
            matrix.weights[*column as usize] += 1;
            matrix.columns[*column as usize].push(at);
        }
    }
    matrix.rows = rows.into_iter().map(Some).collect();
    for limit in 1..=MOST {
        // Each change may make another column light.
        let mut changed = true;
        while changed {
            changed = false;
            // The rarest primes come last.
            for column in (0..columns).rev() {
                if (1..=limit).contains(&matrix.weights[column]) {
                    if !meter.spend(100 * limit as u64) {
                        return None;
                    }
                    matrix.eliminate(column);
                    changed = true;
                }
            }
        }
    }
    Some(matrix.rows.into_iter().flatten().collect())
}

impl SparseMatrix {
    /// Clears a column by adding the lightest of its rows to the others and dropping it.
    fn eliminate(&mut self, column: usize) {
        let SparseMatrix { rows, weights, columns } = self;
        let mut there = std::mem::take(&mut columns[column]);
        let one = u32::try_from(column).expect("a base that fits");
        let weight = |at: u32| {
            let row = rows[at as usize].as_ref()?;
            row.ones.binary_search(&one).is_ok().then_some(row.ones.len())
        };
        there.sort_unstable();
        there.dedup();
        there.retain(|at| weight(*at).is_some());
        let Some(lightest) = there.iter().copied().min_by_key(|at| weight(*at)) else { return };
        let Some(pivot) = rows[lightest as usize].take() else { return };
        for place in &pivot.ones {
            weights[*place as usize] -= 1;
        }
        for at in there {
            let Some(row) = &mut rows[at as usize] else { continue };
            for place in &pivot.ones {
                if row.ones.binary_search(place).is_ok() {
                    weights[*place as usize] -= 1;
                } else {
                    weights[*place as usize] += 1;
                    columns[*place as usize].push(at);
                }
            }
            row.ones = difference(&row.ones, &pivot.ones);
            row.members = difference(&row.members, &pivot.members);
        }
    }
}

/// What is in one of two ascending lists and not in the other.
fn difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut result = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            Ordering::Equal => {
                a.next();
                b.next();
            }
            Ordering::Less => result.extend(a.next()),
            Ordering::Greater => result.extend(b.next()),
        }
    }
    result.extend(a);
    result.extend(b);
    result
}
