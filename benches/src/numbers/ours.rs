//! Our turn: the public functions, without a limit but for somebody's patience.

use std::{
    hint::black_box,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use duel_numbers::{Budget, Divisors, Factorization, Natural};
use rustix::time::{ClockId, clock_gettime};

use super::{Task, Turn};

/// Works through the numbers; the seconds of work until then if patience ends first.
pub(super) fn turn(task: Task, numbers: &[Natural], patience: Duration) -> Result<Turn, f64> {
    let stop = AtomicBool::new(false);
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // It sleeps meanwhile, and ends as soon as the other end of the channel is gone.
        scope.spawn(|| {
            let waiting = waiting;
            if waiting.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let budget = Budget::UNLIMITED.cancelled_by(&stop);
        let began = processor_seconds();
        let found = numbers.iter().map(|n| work(task, black_box(n), budget)).sum::<Option<u64>>();
        let seconds = processor_seconds() - began;
        drop(done);
        found.map(|found| Turn { seconds, found }).ok_or(seconds)
    })
}

/// How long the processor has worked for this thread.
fn processor_seconds() -> f64 {
    let time = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime));
    time.map_or(f64::NAN, |time| time.as_secs_f64())
}

/// How many primes or divisors a number has, after making them all.
fn work(task: Task, number: &Natural, budget: Budget<'_>) -> Option<u64> {
    let factors = black_box(Factorization::of(number, budget));
    match task {
        Task::Factor => factors.big_omega(),
        Task::Divisors => factors.is_complete().then(|| listed(&Divisors::new(&factors))),
    }
}

/// Lists all divisors in order; how many there are.
fn listed(divisors: &Divisors) -> u64 {
    let words = divisors.list_u64().map(|list| black_box(list).len());
    let length = words.or_else(|| divisors.list_u128().map(|list| black_box(list).len()));
    length.expect("the numbers of the rows have at most 128 bits") as u64
}
