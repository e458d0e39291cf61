//! All divisors in ascending order, a run at a time, in memory that does not grow with how many
//! were taken.

use crate::Natural;
use crate::halves::{Halves, bytes};
use crate::merge::sorted_products;
use crate::walk::Walk;
use crate::whole::Whole;

/// Up to this many divisors of two words are listed at once.
const AT_ONCE: u64 = 1 << 16;
/// The fewest divisors in a run that is not the last, where the memory allows it.
const FEWEST: u64 = 1 << 12;
/// How much memory a run may take, in bytes.
const RUN_BYTES: u64 = 1 << 25;
/// How many border walks' worth of divisors a run holds, so that finding where it ends costs little
/// beside making it.
const WALKS: u64 = 16;
/// Beyond this length, in bits, products cost more than a heap does.
const LONGEST: u64 = 2_048;

/// Some divisors in a row, ascending, in the narrowest type that holds the number itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Divisors of a number below 2^64.
    Words(Vec<u64>),
    /// Divisors of a number below 2^128.
    DoubleWords(Vec<u128>),
    /// Divisors of a number of any size.
    Naturals(Vec<Natural>),
}

/// The divisors of a number, run by run; see [`Divisors::runs`](crate::Divisors::runs).
pub struct Runs<'a>(State<'a>);

enum State<'a> {
    Whole(Option<Run>),
    DoubleWords(Stream<u128>),
    Naturals(Stream<Natural>),
    /// For numbers whose halves are too long to be listed.
    Walk(Walk<'a>),
}

impl<'a> Runs<'a> {
    /// The runs for a number and its pairwise coprime parts, which ascend.
    pub(crate) fn new(number: &Natural, parts: &'a [(Natural, u32)]) -> Runs<'a> {
        let count = parts.iter().map(|(_, e)| u64::from(*e) + 1).try_fold(1, u64::checked_mul);
        // The longest list of a number below 2^64 holds 184,320 divisors.
        if let Some(words) = narrow(number, parts, Natural::to_u64) {
            return Runs(State::Whole(Some(Run::Words(sorted_products(&words)))));
        }
        if count.is_some_and(|count| count <= AT_ONCE)
            && let Some(words) = narrow(number, parts, Natural::to_u128)
        {
            return Runs(State::Whole(Some(Run::DoubleWords(sorted_products(&words)))));
        }
        let streamed = || -> Option<State<'a>> {
            if let Some(halves) = Halves::new(number, parts) {
                return Some(State::DoubleWords(Stream::new(halves, number)));
            }
            let halves = Halves::new(number, parts).filter(|_| number.bits() <= LONGEST)?;
            Some(State::Naturals(Stream::new(halves, number)))
        };
        Runs(streamed().unwrap_or_else(|| State::Walk(Walk::new(parts))))
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        match &mut self.0 {
            State::Whole(run) => run.take(),
            State::DoubleWords(stream) => stream.next().map(Run::DoubleWords),
            State::Naturals(stream) => stream.next().map(Run::Naturals),
            State::Walk(walk) => {
                // One at a time: the first few then come without delay, and a heap gains
                // nothing from batches.
                walk.next().map(|divisor| Run::Naturals(vec![divisor]))
            }
        }
    }
}

impl IntoIterator for Run {
    type Item = Natural;
    type IntoIter = Box<dyn Iterator<Item = Natural>>;

    fn into_iter(self) -> Self::IntoIter {
        match self {
            Run::Words(list) => Box::new(list.into_iter().map(Natural::from)),
            Run::DoubleWords(list) => Box::new(list.into_iter().map(Natural::from)),
            Run::Naturals(list) => Box::new(list.into_iter()),
        }
    }
}

/// The parts in a fixed width, if the whole number fits it.
pub(crate) fn narrow<T>(
    number: &Natural,
    parts: &[(Natural, u32)],
    fit: impl Fn(&Natural) -> Option<T>,
) -> Option<Vec<(T, u32)>> {
    fit(number)?;
    parts.iter().map(|(part, exponent)| Some((fit(part)?, *exponent))).collect()
}

/// Runs of a table of divisors.
struct Stream<T> {
    halves: Halves<T>,
    /// The last divisor given, how many that makes, and how many come next.
    low: T,
    given: u64,
    wanted: u64,
}

impl<T: Whole> Stream<T> {
    fn new(halves: Halves<T>, number: &Natural) -> Stream<T> {
        let most = RUN_BYTES / bytes(number);
        let wanted = (WALKS * halves.steps() as u64).max(FEWEST).min(most);
        Stream { halves, low: T::zero(), given: 0, wanted }
    }

    fn next(&mut self) -> Option<Vec<T>> {
        if self.given == self.halves.len() {
            return None;
        }
        let (run, given) = self.halves.next(&self.low, self.given, self.wanted);
        self.given = given;
        self.low = run.last()?.clone();
        Some(run)
    }
}
