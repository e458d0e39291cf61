//! Dependencies: which relations to multiply so that every prime comes out an even number of times.

use crate::budget::Meter;

/// Rows of bits, each with a note of the relations that it is made of.
pub(super) struct Matrix {
    columns: usize,
    rows: Vec<Vec<u64>>,
}

impl Matrix {
    /// A matrix of no rows yet.
    pub(super) fn new(columns: usize) -> Matrix {
        Matrix { columns, rows: Vec::new() }
    }

    /// Adds a row that has ones where `places` names them an odd number of times.
    pub(super) fn push(&mut self, places: impl Iterator<Item = usize>) {
        let mut row = vec![0; self.columns.div_ceil(64)];
        for place in places {
            row[place / 64] ^= 1 << (place % 64);
        }
        self.rows.push(row);
    }

    /// Independent sets of rows, each of which adds up to nothing; `None` if the meter runs out.
    ///
    /// Plain elimination: the note of each row is appended to it, so that one addition serves
    /// both. A row that has given its pivot is not looked at again.
    pub(super) fn dependencies(mut self, meter: &mut Meter<'_>) -> Option<Vec<Vec<usize>>> {
        let height = self.rows.len();
        let width = self.columns.div_ceil(64);
        for (at, row) in self.rows.iter_mut().enumerate() {
            row.resize(width + height.div_ceil(64), 0);
            row[width + at / 64] |= 1 << (at % 64);
        }
        let mut rows = self.rows;
        // From the last column, the rarest prime, so that rows stay light for long.
        for column in (0..self.columns).rev() {
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
        let notes = rows.iter().map(|row| &row[width..]);
        let members = |note: &[u64]| {
            (0..height).filter(|at| note[at / 64] >> (at % 64) & 1 == 1).collect::<Vec<usize>>()
        };
        Some(notes.map(members).collect())
    }
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
        #[test]
        fn every_dependency_cancels(rows in prop::collection::vec(
            prop::collection::vec(0usize..70, 0..12), 1..90,
        )) {
            let mut matrix = Matrix::new(70);
            for row in &rows {
                matrix.push(row.iter().copied());
            }
            let dependencies = matrix.dependencies(&mut Budget::UNLIMITED.meter()).unwrap();
            // A matrix of so many rows has at least as many dependencies as rows beyond columns.
            prop_assert!(dependencies.len() >= rows.len().saturating_sub(70));
            for set in &dependencies {
                prop_assert!(!set.is_empty());
                let mut sum = [0; 70];
                for place in set.iter().flat_map(|at| &rows[*at]) {
                    sum[*place] ^= 1;
                }
                prop_assert_eq!(sum, [0; 70]);
            }
        }
    }
}
