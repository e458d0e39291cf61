//! Factoring to the end, until a timeout, or until Ctrl-C.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use duel_books::hear::cut_short;
use duel_numbers::{Budget, Factorization, Natural, Progress, is_prime_within};

use crate::{interrupt, ticker::Ticker};

/// A part of a number of which no divisor was found.
pub(crate) struct Unsplit<'a> {
    pub(crate) part: &'a Natural,
    pub(crate) exponent: u32,
    /// Whether it is known to be composite.
    pub(crate) composite: bool,
}

/// Factors a number; when interrupted, prints the factors found so far and exits.
pub(crate) fn factor(n: &Natural, limit: Option<Duration>) -> Factorization {
    if n.bits() <= 64 {
        return Factorization::of(n, Budget::UNLIMITED);
    }
    let ticker = Ticker::new();
    let report = |progress: Progress<'_>| ticker.update(progress);
    let factors = interrupt::cancellable(|cancel| {
        let budget = Budget::UNLIMITED.cancelled_by(cancel).reporting_to(&report);
        let search = || Factorization::of(n, budget);
        limit.map_or_else(search, |limit| within(limit, cancel, search))
    });
    ticker.clear();
    if interrupt::happened() {
        interrupt::leave(known(&factors));
    }
    factors
}

/// Does some work, and sets the flag if it takes longer than this.
fn within<R>(limit: Duration, flag: &AtomicBool, work: impl FnOnce() -> R) -> R {
    let deadline = Instant::now() + limit;
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let alarm = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return flag.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(left);
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        alarm.thread().unpark();
        result
    })
}

/// What is left of a number besides its primes.
pub(crate) fn unsplit(factors: &Factorization) -> Vec<Unsplit<'_>> {
    let is_composite = |part: &Natural| is_prime_within(part, Budget::PROMPT) == Some(false);
    let parts = factors.unsplit().iter();
    parts
        .map(|(part, exponent)| Unsplit {
            part,
            exponent: *exponent,
            composite: is_composite(part),
        })
        .collect()
}

/// The message about an incomplete factorisation.
pub(crate) fn shortfall(factors: &Factorization) -> String {
    let left: Vec<String> = unsplit(factors)
        .iter()
        .map(|left| {
            let nature = if left.composite { "a composite number" } else { "a number" };
            format!("{nature} of {} digits", left.part.digits())
        })
        .collect();
    format!(
        "{} was not factored completely in time; {} is left to split. A longer --budget may help.",
        cut_short(&factors.number().to_string()),
        left.join(" and ")
    )
}

/// The message about an interrupted factorisation.
fn known(factors: &Factorization) -> String {
    let primes: Vec<String> = factors.primes().iter().map(power).collect();
    let number = cut_short(&factors.number().to_string());
    if primes.is_empty() {
        return format!("No factor of {number} was found so far.");
    }
    format!("Found so far in {number}: {}.", primes.join(" "))
}

/// A prime power, such as `2^3`.
fn power((prime, exponent): &(Natural, u32)) -> String {
    if *exponent == 1 { prime.to_string() } else { format!("{prime}^{exponent}") }
}
