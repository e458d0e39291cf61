//! How much a search may cost, and how it is stopped.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use duel_numbers::Budget;

/// What a search may spend. Nodes make it reproducible; time and the cancel flag may only cut it
/// short.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The time by which it must stop.
    pub deadline: Option<Instant>,
    /// How many positions it may visit.
    pub nodes: Option<u64>,
    /// How much work it may do, in [work units](Meter::work). Unlike nodes these cost about the same
    /// in every game.
    pub work: Option<u64>,
    /// How many bytes its tables may take, about.
    pub memory: Option<usize>,
    /// Stops when this becomes true.
    pub cancel: Option<&'a AtomicBool>,
    /// Is called now and then with the number of positions visited.
    pub progress: Option<&'a dyn Fn(u64)>,
    /// To this is added, when a search ends, how many positions it has visited.
    pub counter: Option<&'a Cell<u64>>,
    /// To this is added, when a search ends, how much work it has done.
    pub work_done: Option<&'a Cell<u64>>,
}

impl<'a> Limits<'a> {
    /// After how much work the clock and the cancel flag are looked at, and
    /// [`progress`](Limits::progress) is called.
    pub const CHECK_EVERY: u64 = 1 << 10;

    /// No limit.
    pub const NONE: Limits<'static> = Limits {
        deadline: None,
        nodes: None,
        work: None,
        memory: None,
        cancel: None,
        progress: None,
        counter: None,
        work_done: None,
    };

    /// At most this long from now.
    pub fn time(time: Duration) -> Limits<'static> {
        Limits { deadline: Instant::now().checked_add(time), ..Limits::NONE }
    }

    /// At most this many positions.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// The same limits, watched while a search runs.
    pub fn meter(self) -> Meter<'a> {
        Meter {
            limits: self,
            visited: 0,
            work: 0,
            next_check: Limits::CHECK_EVERY,
            cost: 0,
            stopped: self.is_spent(),
        }
    }

    /// The same budget for factoring, ended by the deadline and the flag of these limits.
    pub fn budget(&self, budget: Budget<'a>) -> Budget<'a> {
        let timed = self.deadline.map_or(budget, |deadline| budget.until(deadline));
        self.cancel.map_or(timed, |flag| timed.cancelled_by(flag))
    }

    /// Whether the time is up or the search was cancelled.
    pub fn is_spent(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Counts visited positions and says when to stop.
pub struct Meter<'a> {
    limits: Limits<'a>,
    visited: u64,
    work: u64,
    /// At how much work the clock and the flag are looked at next.
    next_check: u64,
    /// What was done since the last look beside counted work.
    cost: u64,
    stopped: bool,
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        if let Some(counter) = self.limits.counter {
            counter.set(counter.get() + self.visited);
        }
        if let Some(work_done) = self.limits.work_done {
            work_done.set(work_done.get() + self.work);
        }
    }
}

impl Meter<'_> {
    /// Counts one position; whether the search may go on. Once it may not, it never may again.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.visited += 1;
        self.charge(1);
        if self.limits.nodes.is_some_and(|nodes| self.visited > nodes) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Counts work beside the visits, such as listing many moves, so that the clock is looked at
    /// in time.
    #[inline]
    pub fn charge(&mut self, work: u64) {
        self.work += work;
        if self.limits.work.is_some_and(|most| self.work > most) {
            self.stopped = true;
        }
        if self.work >= self.next_check {
            self.next_check = self.work + Limits::CHECK_EVERY;
            self.look_up();
        }
    }

    /// Whether to go on in the middle of uncounted work, such as listing the moves of many numbers.
    /// So much of it was done, in units like those of work: it changes when the clock and the flag
    /// are looked at, and nothing that is counted.
    #[inline]
    pub(crate) fn goes_on(&mut self, cost: u64) -> bool {
        self.cost += cost;
        if self.cost >= Limits::CHECK_EVERY {
            self.cost = 0;
            self.stopped |= self.limits.is_spent();
        }
        !self.stopped
    }

    /// How much work was done: one unit for each position visited, and one for every two moves
    /// listed there.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// How many positions have been visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether the time is up or the search was cancelled, by a look at the clock and the flag now.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped || self.limits.is_spent()
    }

    /// The memory that tables may take.
    pub fn memory(&self) -> Option<usize> {
        self.limits.memory
    }

    #[cold]
    fn look_up(&mut self) {
        self.stopped |= self.limits.is_spent();
        if let Some(progress) = self.limits.progress {
            progress(self.visited);
        }
    }
}
