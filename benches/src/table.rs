//! Tables of text: columns as wide as they need to be.

use std::{fmt, time::Duration};

/// Rows under a heading, with remarks above and below.
#[derive(Default)]
pub(crate) struct Table {
    /// How it was measured: lines above the table.
    pub(crate) how: Vec<String>,
    /// What the columns hold; the first one names the row.
    pub(crate) heading: Vec<String>,
    /// The cells.
    pub(crate) rows: Vec<Vec<String>>,
    /// What it shows: lines below the table.
    pub(crate) notes: Vec<String>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new<const N: usize>(how: impl Into<String>, heading: [&str; N]) -> Table {
        Table {
            how: vec![how.into()],
            heading: heading.map(str::to_owned).to_vec(),
            ..Table::default()
        }
    }

    /// One more row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(Vec::from(cells));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.how {
            writeln!(f, "  {line}")?;
        }
        let lines = || std::iter::once(&self.heading).chain(&self.rows);
        let width = |column: usize| {
            lines().filter_map(|cells| cells.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> =
            (0..self.heading.len()).map(|column| width(column).unwrap_or(0)).collect();
        for cells in lines() {
            let mut text = String::new();
            for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                if column == 0 {
                    text += &format!("  {cell:width$}");
                } else {
                    text += &format!("  {cell:>width$}");
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        for line in &self.notes {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

/// The one in the middle: half of them are smaller.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A whole number with its thousands set apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The nearest whole number, with its thousands set apart.
pub(crate) fn rounded(number: f64) -> String {
    format!("{number:.0}").parse().map_or_else(|_| number.to_string(), thousands)
}

/// A time in nanoseconds.
pub(crate) fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new("by hand", ["", "games"]);
        table.row(["one".to_owned(), thousands(1_234_567)]);
        table.row(["eleven".to_owned(), rounded(999.6)]);
        table.notes.push("so it is".to_owned());
        assert_eq!(
            table.to_string(),
            "  by hand\n              games\n  one     1,234,567\n  eleven      1,000\n  so it is\n"
        );
    }

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert!((median(&[9.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
    }
}
