//! How far `factor+no-whole` can be solved, against a naive search, and what cold questions cost.
//!
//! Both solve all starts from 1 upwards, one after the other, with what they have found kept. The
//! naive search is the one that everybody would write first: a memo whose key is the whole list of
//! used numbers, and an early end at the first winning move.

use std::{
    error::Error,
    fmt::Display,
    time::{Duration, Instant},
};

use duel_solver::{
    Limits,
    used::{UsedRules, UsedSearch},
};
use rustc_hash::FxHashMap;

use crate::{
    options::Options,
    table::{Table, median, rounded, thousands},
};

const RULES: UsedRules = UsedRules::FACTOR_NO_WHOLE;
/// How many bytes the tables may take.
const MEMORY: usize = 2 << 30;
/// How many bytes the tables of a cold question may take.
const COLD_MEMORY: usize = 64 << 20;
/// The time that a question has when nobody says otherwise.
const BUDGET: Duration = Duration::from_millis(500);
/// The naive search fills memory quickly, so it gets this part of the time.
const NAIVE_PART: u32 = 6;
/// Memory ends the naive search too.
const NAIVE_ENTRIES: usize = 30_000_000;
/// At every multiple of this, the cost so far is noted.
const EVERY: u32 = 500;

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let naive_time = options.time / NAIVE_PART;
    let naive = Naive::reach(naive_time);
    let reached = all_starts(options.time);
    let ours = reached.marks.last().ok_or("nothing was solved")?;
    for (start, wins) in naive.won.iter().enumerate().skip(1) {
        if reached.won.get(start).is_some_and(|ours| ours != wins) {
            return Err(format!("the two searches disagree about {start}").into());
        }
    }
    let mut table = Table::new(
        format!("factor+no-whole, all starts from 1, {} s on one core", options.time.as_secs()),
        ["all starts to", "s", "nodes", "entries", "bytes each", "MB", "growth"],
    );
    let mut before: Option<&Mark> = None;
    for mark in &reached.marks {
        table.row([
            mark.start.to_string(),
            format!("{:.2}", mark.took.as_secs_f64()),
            thousands(mark.nodes),
            thousands(mark.entries as u64),
            thousands((mark.bytes / mark.entries.max(1)) as u64),
            thousands((mark.bytes >> 20) as u64),
            before
                .map_or_else(|| "-".to_owned(), |before| format!("{:.1}", exponent(before, mark))),
        ]);
        before = Some(mark);
    }
    table.notes.push("growth is the exponent: time grows like the start to this power".to_owned());
    let at_naive = reached.times.partition_point(|took| *took <= naive_time);
    let mut peer = Table::new(
        format!("all starts to, in the same {} s", naive_time.as_secs_f64()),
        ["", "all starts to", "entries", "ratio"],
    );
    let row = |name: &str, reach: u64, entries: usize| {
        let ratio = approximately(reach) / approximately(naive.reached);
        [name.to_owned(), reach.to_string(), thousands(entries as u64), format!("{ratio:.1}")]
    };
    peer.row(row("naive memo", naive.reached, naive.entries));
    peer.row(row("UsedSearch", at_naive as u64, ours.entries));
    peer.notes.push(format!("both agree on every start to {}", naive.reached));
    peer.notes.push(naive.ended);
    peer.notes.push("the entries of UsedSearch are those at its own end".to_owned());
    Ok(format!("{table}\n{peer}\n{}", cold()))
}

fn approximately(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// What it had cost to solve all starts up to one.
struct Mark {
    start: u32,
    took: Duration,
    nodes: u64,
    entries: usize,
    bytes: usize,
}

fn exponent(before: &Mark, mark: &Mark) -> f64 {
    let time = mark.took.as_secs_f64() / before.took.as_secs_f64();
    time.ln() / (f64::from(mark.start) / f64::from(before.start)).ln()
}

struct Reached {
    marks: Vec<Mark>,
    /// By start: who wins, and after how long it was known. Start 0 is left out of the times.
    won: Vec<bool>,
    times: Vec<Duration>,
}

fn all_starts(time: Duration) -> Reached {
    let began = Instant::now();
    let mut search = UsedSearch::new(RULES, MEMORY);
    let mut meter = Limits::time(time).meter();
    let mut reached = Reached { marks: Vec::new(), won: vec![false], times: Vec::new() };
    let mut start = 1;
    let mark = |start, nodes, search: &UsedSearch| Mark {
        start,
        took: began.elapsed(),
        nodes,
        entries: search.entries(),
        bytes: search.bytes(),
    };
    while let Some(wins) = search.wins(start, &[], &mut meter) {
        reached.won.push(wins);
        reached.times.push(began.elapsed());
        if start.is_multiple_of(EVERY) {
            reached.marks.push(mark(start, meter.visited(), &search));
        }
        start += 1;
    }
    if !(start - 1).is_multiple_of(EVERY) {
        reached.marks.push(mark(start - 1, meter.visited(), &search));
    }
    reached
}

/// The search that everybody would write first.
struct Naive {
    memo: FxHashMap<(u32, Vec<u32>), bool>,
    divisors: Vec<Vec<u32>>,
    deadline: Instant,
}

/// How far it got.
struct NaiveReach {
    reached: u64,
    won: Vec<bool>,
    entries: usize,
    ended: String,
}

impl Naive {
    fn reach(time: Duration) -> NaiveReach {
        const LAST: u32 = 5_000;
        let mut divisors = vec![Vec::new(); LAST as usize + 1];
        for divisor in 1..=LAST {
            for number in (divisor..=LAST).step_by(divisor as usize) {
                if divisor < number || number == 1 {
                    divisors[number as usize].push(divisor);
                }
            }
        }
        let mut naive =
            Naive { memo: FxHashMap::default(), divisors, deadline: Instant::now() + time };
        let mut won = vec![false];
        for start in 1..=LAST {
            match naive.wins(start, &mut Vec::new()) {
                Some(wins) => won.push(wins),
                None => break,
            }
        }
        let why = if naive.is_full() { "memory" } else { "time" };
        NaiveReach {
            reached: won.len() as u64 - 1,
            won,
            entries: naive.memo.len(),
            ended: format!("the naive memo was ended by {why}"),
        }
    }

    fn is_full(&self) -> bool {
        self.memo.len() >= NAIVE_ENTRIES
    }

    /// Whether the player to move wins; `None` when it has to stop. The used numbers are sorted.
    fn wins(&mut self, number: u32, used: &mut Vec<u32>) -> Option<bool> {
        let key = (number, used.clone());
        if let Some(wins) = self.memo.get(&key) {
            return Some(*wins);
        }
        if self.is_full() || self.memo.len().is_multiple_of(64) && Instant::now() >= self.deadline {
            return None;
        }
        let mut wins = false;
        for place in 0..self.divisors[number as usize].len() {
            let divisor = self.divisors[number as usize][place];
            let Err(free) = used.binary_search(&divisor) else { continue };
            used.insert(free, divisor);
            let after = self.wins(number - divisor, used);
            used.remove(free);
            if !after? {
                wins = true;
                break;
            }
        }
        self.memo.insert(key, wins);
        Some(wins)
    }
}

/// Best moves, asked of searches that know nothing yet.
fn cold() -> Table {
    let mut table = Table::new(
        format!("a cold question for the best move, at most {} ms each; ms", BUDGET.as_millis()),
        ["starts", "median", "slowest", "at", "median nodes", "settled"],
    );
    for starts in [100..=100, 90..=110, 990..=1010, 2_990..=3_010_u32] {
        let name: Box<dyn Display> = if starts.clone().count() == 1 {
            Box::new(*starts.start())
        } else {
            Box::new(format!("{} to {}", starts.start(), starts.end()))
        };
        let repeats = if starts.clone().count() == 1 { 21 } else { 1 };
        let (mut times, mut nodes, mut settled) = (Vec::new(), Vec::new(), 0);
        let mut slowest = (0.0, 0);
        for start in starts.flat_map(|start| std::iter::repeat_n(start, repeats)) {
            let began = Instant::now();
            let mut meter = Limits::time(BUDGET).meter();
            let best = UsedSearch::new(RULES, COLD_MEMORY).winning_move(start, &[], &mut meter);
            let took = began.elapsed().as_secs_f64() * 1e3;
            settled += u32::from(best.is_some());
            times.push(took);
            nodes.push(approximately(meter.visited()));
            if took > slowest.0 {
                slowest = (took, start);
            }
        }
        table.row([
            name.to_string(),
            format!("{:.3}", median(&times)),
            format!("{:.3}", slowest.0),
            slowest.1.to_string(),
            rounded(median(&nodes)),
            format!("{settled} of {}", times.len()),
        ]);
    }
    table
        .notes
        .push("the goals: under 1 ms at 100, under 20 ms near 1,000, in time at 3,000".into());
    table
}
