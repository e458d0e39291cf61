//! A reason with its plan and its words, beside the search that alone finds the value.
//!
//! Dealt starts of each fair variant; each is solved and explained with tables of its own, taking
//! turns. The goal is a ratio of 5 at the median.

use std::{
    error::Error,
    hint::black_box,
    time::{Duration, Instant},
};

use duel_books::BOOKS;
use duel_core::Position;
use duel_numbers::Budget;
use duel_play::{Difficulty, Terms};
use duel_solver::{Depth, Limits, Solver};

use crate::{options::Options, table::Table};

/// How many starts of each book.
const STARTS: u64 = 60;

/// What the reason may take beside the search, at the median.
const GOAL: f64 = 5.0;

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    let mut table = Table::new(
        format!(
            "a reason with its plan and words, and the search for the value alone, {STARTS} deals"
        ),
        ["", "search", "reason", "ratio", "slowest reason", "entries, median", "95 %", "most"],
    );
    for book in BOOKS {
        let terms = Terms { fair: true, ..Terms::default() };
        let agreed = terms.agree(book)?;
        let mut times = [Vec::new(), Vec::new()];
        let mut entries = Vec::new();
        for seed in 0..STARTS {
            let start =
                agreed.first_position(agreed.deal_at(seed, 1, Difficulty::Medium).numbers)?;
            times[0].push(timed(|| Solver::default().solve_value(&start, Limits::NONE)).0);
            let (time, count) = timed(|| explain(&start));
            times[1].push(time);
            entries.push(count);
        }
        for times in &mut times {
            times.sort_unstable();
        }
        entries.sort_unstable();
        let [search, reason] = times;
        let middle = entries.len() / 2;
        let ratio = reason[middle].as_secs_f64() / search[middle].as_secs_f64();
        let verdict = if ratio <= GOAL { "" } else { " (goal 5)" };
        table.row([
            book.slug.to_owned(),
            milliseconds(search[middle]),
            milliseconds(reason[middle]),
            format!("{ratio:.1}{verdict}"),
            reason.last().copied().map_or(String::new(), milliseconds),
            entries[middle].to_string(),
            entries[entries.len() * 95 / 100].to_string(),
            entries.last().map_or(String::new(), ToString::to_string),
        ]);
    }
    Ok(table.to_string())
}

/// Explains a position in words at all depths; how many entries the plan has.
fn explain(start: &Position) -> usize {
    let explanation = Solver::default().explain(start, Limits::NONE);
    for depth in [Depth::Child, Depth::Student, Depth::Proof] {
        black_box(explanation.reason.added_words(start, depth, Budget::PROMPT));
    }
    explanation.strategy().map_or(0, |strategy| strategy.entries.len())
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let done = black_box(work());
    (began.elapsed(), done)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
