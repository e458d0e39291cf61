//! Factoring and lists of divisors, against PARI/GP, FLINT, GNU `factor` and `SymPy`.
//!
//! Everybody gets the same numbers, drawn from a fixed seed, and works on one thread with default
//! settings. A peer times its own loop, so its start is not counted. Times are the processor's, not
//! those of the clock on the wall, which would count what others do meanwhile.
//!
//! A slow peer gets fewer numbers: the first few of the row, and its ratio is to our time for those
//! same few. Our turns and the peer's alternate, and the best turn of each side counts, because
//! whatever else the machine does with its caches only ever makes a turn longer.
//!
//! [`rows`] has the numbers, [`ours`] our side, [`peer`] the others.

mod ours;
mod peer;
mod rows;

use std::{
    error::Error,
    io::{self, Write as _},
    time::{Duration, Instant},
};

use duel_numbers::Natural;

use crate::{options::Options, table::Table};
use peer::{Kind, Peer};
use rows::Row;

/// What is done with each number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Its primes.
    Factor,
    /// Its divisors in ascending order, with factoring it first.
    Divisors,
}

/// What one side did in one turn.
#[derive(Clone, Copy)]
struct Turn {
    seconds: f64,
    /// How many primes or divisors were found in all: the same for everybody.
    found: u64,
}

/// How long everything may take.
struct Pace {
    /// How long a peer's turn should last; it gets as many numbers as that takes.
    turn: Duration,
    rounds: usize,
    /// After this time no further round is begun for a row and a peer.
    pair: Duration,
    /// How long we may take for a turn before it counts as unfinished; at least twice as long as
    /// the peer took.
    patience: Duration,
}

const FULL: Pace = Pace {
    turn: Duration::from_millis(300),
    rounds: 5,
    pair: Duration::from_secs(5),
    patience: Duration::from_secs(15),
};

const QUICK: Pace = Pace {
    turn: Duration::from_millis(50),
    rounds: 2,
    pair: Duration::from_secs(1),
    patience: Duration::from_secs(2),
};

/// The best turns for the same numbers, in seconds for each number.
#[derive(Clone, Copy)]
struct Pair {
    count: usize,
    /// A lower bound if unfinished.
    ours: f64,
    is_finished: bool,
    peer: f64,
}

impl Pair {
    fn ratio(&self) -> String {
        let ratio = self.peer / self.ours;
        let precision = if ratio < 0.1 { 3 } else { usize::from(ratio < 100.0) * 2 };
        let bound = if self.is_finished { "" } else { "<" };
        format!("{bound}{ratio:.precision$}")
    }
}

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let pace = if options.is_quick { QUICK } else { FULL };
    let mut notes = Vec::new();
    let mut peers: Vec<(Kind, Option<Peer>)> = Vec::new();
    for kind in Kind::ALL {
        match Peer::install(kind) {
            Ok(peer) => {
                notes.push(format!("{}: {}", kind.name(), peer.version));
                peers.push((kind, Some(peer)));
            }
            Err(error) => {
                notes.push(format!("{} is left out: {error}", kind.name()));
                peers.push((kind, None));
            }
        }
    }
    let mut heading = vec!["", "numbers", "ours"];
    heading.extend(Kind::ALL.map(Kind::name));
    let mut table = Table {
        how: vec![
            "factors and divisors, processor time: ours for a number, and how many times as long"
                .into(),
            format!("a peer takes for it; best of up to {} turns each, taking turns", pace.rounds),
        ],
        heading: heading.into_iter().map(str::to_owned).collect(),
        ..Table::default()
    };
    for row in rows::all() {
        let mut pairs = Vec::new();
        for (kind, peer) in &mut peers {
            let is_asked = row.peers.contains(kind);
            let pair = peer.as_mut().filter(|_| is_asked).map(|peer| measure(&row, peer, &pace));
            pairs.push(pair.transpose()?);
        }
        table.rows.push(cells(&row, &pairs));
        // Minutes go by, so what is known is told.
        writeln!(io::stderr(), "{}", table.rows.last().unwrap_or(&Vec::new()).join("  "))?;
    }
    table.notes = notes;
    table.notes.push("a ratio above 1: we are faster; -: not asked, or cannot do it".into());
    table.notes.push("numbers: fewer for slower peers, and the first of the same ones".into());
    Ok(table.to_string())
}

fn cells(row: &Row, pairs: &[Option<Pair>]) -> Vec<String> {
    let counts = || pairs.iter().flatten().map(|pair| pair.count);
    let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    let numbers = if least == most { most.to_string() } else { format!("{least} to {most}") };
    // The more numbers, the better an average.
    let ours = pairs.iter().flatten().max_by_key(|pair| (pair.is_finished, pair.count));
    let ours = ours.map_or_else(
        || "-".into(),
        |pair| format!("{}{}", if pair.is_finished { "" } else { ">" }, time(pair.ours)),
    );
    let ratios = pairs.iter().map(|pair| pair.as_ref().map_or_else(|| "-".into(), Pair::ratio));
    [row.name.to_owned(), numbers, ours].into_iter().chain(ratios).collect()
}

/// A time in the unit that fits it.
fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{value:.*} {unit}", if value < 10.0 { 2 } else { usize::from(value < 100.0) })
}

/// Lets the peer and us take turns on as many numbers as fit a turn of the peer.
fn measure(row: &Row, peer: &mut Peer, pace: &Pace) -> Result<Pair, Box<dyn Error>> {
    let began = Instant::now();
    let mut count = row.least;
    let mut turn = peer.turn(row.task, &row.numbers[..count])?;
    while count < row.numbers.len() && 2.0 * turn.seconds < pace.turn.as_secs_f64() {
        count = (4 * count).min(row.numbers.len());
        turn = peer.turn(row.task, &row.numbers[..count])?;
    }
    let numbers: &[Natural] = &row.numbers[..count];
    let each = |seconds: f64| seconds / f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let mut pair = Pair { count, ours: f64::MAX, is_finished: true, peer: each(turn.seconds) };
    let patience = pace.patience.max(Duration::from_secs_f64(2.0 * turn.seconds));
    for round in 1.. {
        let ours = match ours::turn(row.task, numbers, patience) {
            Ok(ours) => ours,
            Err(spent) => return Ok(Pair { ours: each(spent), is_finished: false, ..pair }),
        };
        if ours.found != turn.found {
            let (name, peer) = (row.name, peer.kind.name());
            return Err(format!("{name}: we find {}, {peer} {}", ours.found, turn.found).into());
        }
        pair.ours = pair.ours.min(each(ours.seconds));
        if round == pace.rounds || began.elapsed() > pace.pair {
            break;
        }
        turn = peer.turn(row.task, numbers)?;
        pair.peer = pair.peer.min(each(turn.seconds));
    }
    Ok(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_says_when_it_is_only_a_bound() {
        let pair = Pair { count: 1, ours: 2.0, is_finished: true, peer: 3.0 };
        assert_eq!(pair.ratio(), "1.50");
        assert_eq!(Pair { peer: 0.1, ..pair }.ratio(), "0.050");
        assert_eq!(Pair { peer: 900.0, ..pair }.ratio(), "450");
        assert_eq!(Pair { is_finished: false, ..pair }.ratio(), "<1.50");
    }

    #[test]
    fn times_have_a_unit_that_fits() {
        assert_eq!(
            [2.5e-7, 3.14e-5, 0.002, 12.0].map(time),
            ["250 ns", "31.4 µs", "2.00 ms", "12.0 s"]
        );
    }
}
