//! Dependencies: which relations to multiply so that every prime comes out an even number of times.

use super::sparse::{Row, shrink};
use crate::budget::Meter;

/// Rows of bits.
pub(super) struct Matrix {
    columns: usize,
    rows: Vec<Row>,
}

impl Matrix {
    /// A matrix of no rows yet.
    pub(super) fn new(columns: usize) -> Matrix {
        Matrix { columns, rows: Vec::new() }
    }

    /// Adds a row that has ones where `places` names them an odd number of times.
    pub(super) fn push(&mut self, places: impl Iterator<Item = u32>) {
        let mut places: Vec<u32> = places.collect();
        places.sort_unstable();
        let ones = places.chunk_by(|a, b| a == b).filter(|run| run.len() % 2 == 1);
        let number = u32::try_from(self.rows.len()).expect("a base that fits");
        let row = Row { ones: ones.map(|run| run[0]).collect(), members: vec![number] };
        self.rows.push(row);
    }

    /// Independent sets of rows, each of which adds up to nothing; `None` if the meter runs out.
    pub(super) fn dependencies(self, meter: &mut Meter<'_>) -> Option<Vec<Vec<u32>>> {
        /// With fewer columns, bits are quick enough from the start.
        const MANY: usize = 1_000;

        let height = self.rows.len();
        let rows =
            if self.columns < MANY { self.rows } else { shrink(self.rows, self.columns, meter)? };
        let mut used: Vec<u32> = rows.iter().flat_map(|row| row.ones.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        let place = |one: &u32| used.binary_search(one).expect("a column in use");
        let dense = rows.iter().map(|row| row.ones.iter().map(place).collect()).collect();
        let sets = eliminate(dense, used.len(), meter)?;
        let members = |set: Vec<usize>| {
            let mut odd = vec![false; height];
            for member in set.iter().flat_map(|at| &rows[*at].members) {
                odd[*member as usize] ^= true;
            }
            (0u32..).zip(odd).filter_map(|(member, odd)| odd.then_some(member)).collect()
        };
        Some(sets.into_iter().map(members).collect())
    }
}

/// Plain elimination on rows of bits, given by their ones: the sets of rows that add up to nothing.
///
/// Each row has a note of the rows that it is the sum of appended to it, so that one addition
/// serves both. A row that has given its pivot is not looked at again.
fn eliminate(
    ones: Vec<Vec<usize>>,
    columns: usize,
    meter: &mut Meter<'_>,
) -> Option<Vec<Vec<usize>>> {
    let height = ones.len();
    let width = columns.div_ceil(64);
    let bits = |(at, ones): (usize, Vec<usize>)| {
        let mut row = vec![0u64; width + height.div_ceil(64)];
        for one in ones.into_iter().chain([64 * width + at]) {
            row[one / 64] |= 1 << (one % 64);
        }
        row
    };
    let mut rows: Vec<Vec<u64>> = ones.into_iter().enumerate().map(bits).collect();
    for column in (0..columns).rev() {
        let (word, bit) = (column / 64, 1 << (column % 64));
        // About half of the rows are added to, several words in one step.
        if !meter.spend((rows.len() * (word + height / 64) / 16) as u64) {
            return None;
        }
        let Some(at) = rows.iter().position(|row| row[word] & bit != 0) else {
            continue;
        };
        let pivot = rows.swap_remove(at);
        for row in rows.iter_mut().filter(|row| row[word] & bit != 0) {
            // Columns after this one are empty by now.
            let (near, notes) = row.split_at_mut(width);
            let (pivot_near, pivot_notes) = pivot.split_at(width);
            add(&mut near[..=word], &pivot_near[..=word]);
            add(notes, pivot_notes);
        }
    }
    let members = |row: &Vec<u64>| {
        let note = &row[width..];
        (0..height).filter(|at| note[at / 64] >> (at % 64) & 1 == 1).collect()
    };
    Some(rows.iter().map(members).collect())
}

fn add(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use proptest::prelude::*;

    proptest! {
        /// The columns in use may be few among many, which are then made fewer first.
        #[test]
        fn every_dependency_cancels(
            rows in prop::collection::vec(
                prop::collection::vec((0u32..70).prop_union(0u32..8), 0..12), 1..90,
            ),
            columns in prop::sample::select(vec![70, 2_000]),
        ) {
            let mut matrix = Matrix::new(columns);
            for row in &rows {
                matrix.push(row.iter().copied());
            }
            let dependencies = matrix.dependencies(&mut Budget::UNLIMITED.meter()).unwrap();
            // A matrix of so many rows has at least as many dependencies as rows beyond columns.
            prop_assert!(dependencies.len() >= rows.len().saturating_sub(70));
            for set in &dependencies {
                prop_assert!(!set.is_empty());
                let mut sum = [0; 70];
                for place in set.iter().flat_map(|at| &rows[*at as usize]) {
                    sum[*place as usize] ^= 1;
                }
                prop_assert_eq!(sum, [0; 70]);
            }
        }
    }
}
