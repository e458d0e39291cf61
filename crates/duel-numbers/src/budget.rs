//! How much work a question may cost, counted in steps instead of seconds.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::Natural;

/// What a factorisation that takes long is doing.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// Trying elliptic curves on a composite part.
    Curves {
        /// The part.
        number: &'a Natural,
        /// About how long, in bits, the factors are that these curves are meant for.
        bits: u32,
        /// How many curves of this kind were tried.
        done: u32,
        /// How many are to be tried.
        planned: u32,
    },
    /// Sieving a composite part.
    Sieve {
        /// The part.
        number: &'a Natural,
        /// How many relations were found.
        found: usize,
        /// How many it takes.
        needed: usize,
    },
}

/// A callback that receives the progress of a factorisation.
type Listener<'a> = &'a (dyn Fn(Progress<'_>) + Sync);

/// How much work a factorisation may do.
///
/// Work is counted in steps, a step being about one modular multiplication of 64-bit numbers
/// (two or three nanoseconds); operations on larger numbers are charged by their size. Counting
/// steps instead of time makes results the same on every machine and in every run.
///
/// ```
/// use duel_numbers::{Budget, Factorization, Natural};
///
/// let n = Natural::from(2u8).pow(257);
/// let none = Factorization::of(&(&n - &Natural::one()), Budget::steps(0));
/// assert!(!none.is_complete());
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    steps: u64,
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    listener: Option<Listener<'a>>,
}

impl<'a> Budget<'a> {
    /// Enough for everything small or smooth, and over in a moment for everything else: well
    /// under a third of a second on a slow core, whatever the number.
    pub const PROMPT: Budget<'static> = Budget::steps(50_000_000);

    /// As much as it takes; for work that can be cancelled, or that is known to be small.
    pub const UNLIMITED: Budget<'static> = Budget::steps(u64::MAX);

    /// A budget of this many steps.
    pub const fn steps(steps: u64) -> Budget<'static> {
        Budget { steps, deadline: None, cancel: None, listener: None }
    }

    /// The same budget, of at most so many steps.
    #[must_use]
    pub fn at_most(self, steps: u64) -> Budget<'a> {
        Budget { steps: self.steps.min(steps), ..self }
    }

    /// The same budget, ending early once `flag` is set.
    ///
    /// A result that came to be after the flag was set is as right as any other, but may know
    /// less; only then does it depend on time.
    #[must_use]
    pub fn cancelled_by(self, flag: &'a AtomicBool) -> Budget<'a> {
        Budget { cancel: Some(flag), ..self }
    }

    /// The same budget, ending early at this time. The clock is looked at only by a budget that
    /// has such an end, and then now and then; what is said of
    /// [`cancelled_by`](Budget::cancelled_by) holds here too.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Budget<'a> {
        let earlier = self.deadline.map_or(deadline, |before| before.min(deadline));
        Budget { deadline: Some(earlier), ..self }
    }

    /// The same budget, with progress reported to `listener`: up to some thousand times a
    /// second.
    #[must_use]
    pub fn reporting_to(self, listener: Listener<'a>) -> Budget<'a> {
        Budget { listener: Some(listener), ..self }
    }

    /// One of so many equal shares of the steps; the end is the same.
    #[must_use]
    pub fn share(self, shares: u64) -> Budget<'a> {
        let steps = if self.steps == u64::MAX { u64::MAX } else { self.steps / shares.max(1) };
        Budget { steps, ..self }
    }

    /// What is left of the whole when this is left of one of so many equal shares.
    pub(crate) fn less_share(self, shares: u64, left: Budget<'_>) -> Budget<'a> {
        let spent = self.share(shares).steps - left.steps;
        Budget { steps: self.steps - spent, ..self }
    }

    /// Starts counting.
    pub(crate) fn meter(self) -> Meter<'a> {
        Meter { budget: self, until_clock: 0 }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("steps", &self.steps)
            .field("deadline", &self.deadline)
            .field("cancellable", &self.cancel.is_some())
            .finish()
    }
}

/// A budget being spent: its steps are those that are left. It cannot be copied.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    /// How many steps may be spent before the clock is looked at again.
    until_clock: u64,
}

impl<'a> Meter<'a> {
    /// After how many steps the clock is looked at: some tens of microseconds.
    const CLOCK_EVERY: u64 = 1 << 14;

    /// Takes the steps off and says whether to go on. Once it says no, no steps are left.
    pub(crate) fn spend(&mut self, steps: u64) -> bool {
        let left = &mut self.budget.steps;
        if *left < u64::MAX {
            if *left < steps {
                *left = 0;
                return false;
            }
            *left -= steps;
        }
        if self.budget.deadline.is_some() && self.is_late(steps)
            || self.budget.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            self.budget.steps = 0;
            return false;
        }
        true
    }

    /// Whether the deadline has passed, looked at now and then.
    fn is_late(&mut self, steps: u64) -> bool {
        if let Some(left) = self.until_clock.checked_sub(steps) {
            self.until_clock = left;
            return false;
        }
        self.until_clock = Meter::CLOCK_EVERY;
        self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Reports progress to the listener, if there is one.
    pub(crate) fn report<'p>(&self, progress: impl FnOnce() -> Progress<'p>) {
        if let Some(listener) = self.budget.listener {
            listener(progress());
        }
    }

    /// Whether so many steps are left; asked before work that is worth nothing unless finished.
    pub(crate) fn affords(&self, steps: u64) -> bool {
        steps <= self.budget.steps
    }

    /// What is left of the budget.
    pub(crate) fn left(&self) -> Budget<'a> {
        self.budget
    }
}

/// What one modular multiplication costs, in steps, for a modulus of so many 64-bit limbs.
pub(crate) fn product_cost(limbs: u64) -> u64 {
    match limbs {
        0 | 1 => 1,
        2 => 4,
        3..=16 => 3 + 5 * limbs * limbs / 8,
        // From here on numbers live on the heap, which costs something of its own; products are
        // quadratic at first, then sub-quadratic as the fast ones set in.
        17..=128 => 200 + 5 * limbs * limbs / 8,
        _ => 200 * limbs - 15_360,
    }
}
