//! Times side by side, and how they compare with a peer's.

use std::{fmt, time::Duration};

/// What was measured, the peer first.
pub(crate) struct Comparison {
    /// How it was measured, in one line.
    pub(crate) how: String,
    /// A name and its times for each candidate; the peer comes first.
    pub(crate) candidates: Vec<(String, Vec<Duration>)>,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name_width = self.candidates.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        writeln!(f, "  {}", self.how)?;
        writeln!(f, "  {:name_width$}  {:>10}  {:>10}  {:>6}", "", "median", "fastest", "ratio")?;
        let peer = self.candidates.first().map_or(Duration::ZERO, |(_, times)| median(times));
        for (name, times) in &self.candidates {
            let ratio = median(times).as_secs_f64() / peer.as_secs_f64();
            let fastest = times.iter().min().copied().unwrap_or_default();
            let (median, fastest) = (milliseconds(median(times)), milliseconds(fastest));
            writeln!(f, "  {name:name_width$}  {median:>10}  {fastest:>10}  {ratio:>6.2}")?;
        }
        Ok(())
    }
}

/// The time in the middle: half of the runs were faster.
fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_the_medians() {
        let times = |ms: [u64; 3]| ms.map(Duration::from_millis).to_vec();
        let comparison = Comparison {
            how: "by hand".to_owned(),
            candidates: vec![
                ("peer".to_owned(), times([9, 2, 1])),
                ("ours".to_owned(), times([3, 90, 5])),
            ],
        };
        assert_eq!(
            comparison.to_string(),
            "  by hand\n            median     fastest   ratio\n  \
             peer    2.000 ms    1.000 ms    1.00\n  ours    5.000 ms    3.000 ms    2.50\n"
        );
    }
}
