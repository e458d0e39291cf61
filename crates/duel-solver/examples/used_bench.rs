//! How far the search for games with a used list gets, and what a cold question costs.
//!
//! `used_bench [seconds] [megabytes] [last]` solves all starts of `factor+no-whole` in turn, up to
//! a last one if it is given; otherwise it then asks single questions of fresh searches.

#![allow(clippy::print_stdout, reason = "it is here to print")]

use std::time::{Duration, Instant};

use duel_solver::{
    Limits,
    used::{UsedRules, UsedSearch},
};

const FACTOR: UsedRules = UsedRules::FACTOR_NO_WHOLE;
const MISERE: UsedRules = UsedRules { misere: true, ..FACTOR };
const ROOT_MISERE: UsedRules = UsedRules { root: true, ..MISERE };

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let seconds = arguments.next().and_then(Result::ok).unwrap_or(10);
    let megabytes = arguments.next().and_then(Result::ok).unwrap_or(1024);
    let last = arguments.next().and_then(Result::ok).and_then(|last| u32::try_from(last).ok());
    let memory = usize::try_from(megabytes << 20).expect("a size in memory");
    all_starts(seconds, memory, last.unwrap_or(u32::MAX));
    if last.is_none() {
        cold();
    }
}

fn all_starts(seconds: u64, memory: usize, last: u32) {
    let began = Instant::now();
    let mut search = UsedSearch::new(FACTOR, memory);
    let mut meter = Limits::time(Duration::from_secs(seconds)).meter();
    let (mut reached, mut won) = (0, 0);
    for n in 1..=last {
        let Some(wins) = search.wins(n, &[], &mut meter) else { break };
        (reached, won) = (n, won + u32::from(wins));
        if n % 500 == 0 {
            report("all starts to", n, won, began, meter.visited(), &search);
        }
    }
    report("all starts to", reached, won, began, meter.visited(), &search);
}

fn report(what: &str, n: u32, won: u32, began: Instant, visited: u64, search: &UsedSearch) {
    let (entries, bytes) = (search.entries(), search.bytes());
    println!(
        "{what} {n}: {won} won, {:.2?}, {visited} nodes, {entries} entries, {} MB, {} bytes each",
        began.elapsed(),
        bytes >> 20,
        bytes / entries.max(1)
    );
}

/// The slowest and the mean of questions to fresh searches around a number.
fn time(what: &str, starts: impl Iterator<Item = u32>, mut ask: impl FnMut(u32) -> u64) {
    let (mut worst, mut at, mut total, mut count) = (Duration::ZERO, 0, Duration::ZERO, 0);
    let (mut nodes, mut most_nodes) = (0, 0);
    for n in starts {
        let began = Instant::now();
        let visited = ask(n);
        let took = began.elapsed();
        if took > worst {
            (worst, at) = (took, n);
        }
        (total, count, nodes) = (total + took, count + 1, nodes + visited);
        most_nodes = most_nodes.max(visited);
    }
    println!(
        "{what}: mean {:.2?}, worst {worst:.2?} at {at}, nodes mean {} most {most_nodes}",
        total / count.max(1),
        nodes / u64::from(count.max(1))
    );
}

fn cold() {
    const MEMORY: usize = 64 << 20;
    let best = |rules| {
        move |n| {
            let mut meter = Limits::NONE.meter();
            UsedSearch::new(rules, MEMORY).winning_move(n, &[], &mut meter);
            meter.visited()
        }
    };
    let full = |n| {
        let mut meter = Limits::NONE.meter();
        UsedSearch::new(FACTOR, MEMORY).full(n, &[], &mut meter);
        meter.visited()
    };
    time("cold winning move, 90 to 110", 90..=110, best(FACTOR));
    time("cold winning move, 990 to 1010", 990..=1010, best(FACTOR));
    time("cold winning move, 1990 to 2010", 1990..=2010, best(FACTOR));
    time("cold winning move, 2990 to 3010", 2990..=3010, best(FACTOR));
    time("cold full, 100", 100..=100, full);
    time("cold full, 120 to 140", 120..=140, full);
    time("cold misere, 380 to 400", 380..=400, best(MISERE));
    time("cold root+misere, 580 to 600", 580..=600, best(ROOT_MISERE));
    time("cold root+misere, 880 to 900", 880..=900, best(ROOT_MISERE));
}
