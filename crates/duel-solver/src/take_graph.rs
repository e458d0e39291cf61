//! Games of divisors as a graph, for numbers of 64 bits.
//!
//! A key holds what can still matter and nothing else: the numbers, descending, without those on
//! which no move will ever be made; a zero; and the barred numbers, ascending, without those that can
//! no longer be chosen anyway. Positions that differ only in the rest share one key.

use duel_core::{Choice, Echo, Op, Pass, Reach, Reuse, Take};
use duel_numbers::{Budget, Divisors, Factorization, Natural};

use crate::{
    acyclic::{Edge, Graph},
    limits::Meter,
    value::Value,
};

/// The largest table of least prime factors.
const SIEVED: u64 = 1 << 22;

/// The table for games that start above [`SIEVED`], where most numbers are beyond any table.
const SIEVED_AT_LEAST: u64 = 1 << 16;

/// What can still matter of a position.
pub(crate) type TakeKey = Box<[u64]>;

/// A move on a number of this size; 0 stands for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TakeLabel {
    pub(crate) number: u64,
    pub(crate) op: Op,
    pub(crate) divisor: u64,
}

impl TakeLabel {
    pub(crate) const PASS: TakeLabel = TakeLabel { number: 0, op: Op::Divide, divisor: 1 };
}

/// A game of divisors.
#[derive(Debug)]
pub(crate) struct TakeGraph {
    take: Take,
    stuck: Value,
    least_factor: Vec<u32>,
    divisors: Vec<u64>,
}

impl TakeGraph {
    /// The game with these rules; `stuck` is what having no move is worth.
    pub(crate) fn new(take: Take, stuck: Value) -> TakeGraph {
        TakeGraph { take, stuck, least_factor: Vec::new(), divisors: Vec::new() }
    }

    /// The key of a position.
    pub(crate) fn key(&mut self, numbers: &[u64], barred: &[u64]) -> TakeKey {
        let largest = numbers.iter().copied().max().unwrap_or(0);
        self.sieve(largest);
        self.canonical(numbers, barred)
    }

    fn canonical(&self, numbers: &[u64], barred: &[u64]) -> TakeKey {
        let mut key = Vec::with_capacity(numbers.len() + 1 + barred.len());
        key.extend(numbers.iter().copied().filter(|number| !self.is_dead(*number)));
        key.sort_unstable();
        key.reverse();
        let count = key.len();
        key.push(0);
        for divisor in barred {
            if self.still_matters(*divisor, &key[..count]) {
                key.push(*divisor);
            }
        }
        key[count + 1..].sort_unstable();
        key.into_boxed_slice()
    }

    /// Whether no move can ever be made on this number, whatever is barred.
    fn is_dead(&self, number: u64) -> bool {
        match self.take.step.choice {
            Choice::All | Choice::BelowWhole => number == 0,
            Choice::Prime | Choice::One => number <= 1,
            Choice::Proper => number <= 3 || self.is_prime(number),
            #[cfg(feature = "recipes")]
            Choice::Smaller => number <= 1,
        }
    }

    fn still_matters(&self, divisor: u64, numbers: &[u64]) -> bool {
        if divisor == 1 && self.take.pass == Pass::OncePerGame {
            return true;
        }
        match self.take.reuse {
            Reuse::Free => numbers.iter().any(|number| number.is_multiple_of(divisor)),
            Reuse::Once => {
                let largest = numbers.first().copied().unwrap_or(0);
                let within_root = || divisor.checked_mul(divisor).is_some_and(|d| d <= largest);
                match self.take.step.choice {
                    _ if self.take.reach == Reach::Root => divisor == 1 || within_root(),
                    Choice::All => divisor <= largest,
                    _ => divisor == 1 || divisor <= largest / 2,
                }
            }
        }
    }

    fn sieve(&mut self, largest: u64) {
        let wanted = if largest < SIEVED { largest + 1 } else { SIEVED_AT_LEAST };
        let wanted = usize::try_from(wanted).unwrap_or(0);
        if self.least_factor.len() >= wanted {
            return;
        }
        let size = wanted.next_power_of_two();
        let mut least = vec![0_u32; size];
        for number in 2..size {
            if least[number] == 0 {
                for multiple in (number..size).step_by(number) {
                    if least[multiple] == 0 {
                        least[multiple] = u32::try_from(number).unwrap_or(u32::MAX);
                    }
                }
            }
        }
        self.least_factor = least;
    }

    fn is_prime(&self, number: u64) -> bool {
        match usize::try_from(number).ok().and_then(|index| self.least_factor.get(index)) {
            Some(least) => u64::from(*least) == number,
            None => duel_numbers::is_prime_u64(number),
        }
    }

    /// The divisors of a number, in no order, or just the primes among them.
    fn list_divisors(&mut self, number: u64) {
        self.divisors.clear();
        self.divisors.push(1);
        let Some(index) = usize::try_from(number).ok().filter(|n| *n < self.least_factor.len())
        else {
            let factors = Factorization::of(&Natural::from(number), Budget::UNLIMITED);
            self.divisors.clear();
            self.divisors.extend(Divisors::new(&factors).iter().filter_map(|d| d.to_u64()));
            return;
        };
        let mut rest = index;
        while rest > 1 {
            let prime = self.least_factor[rest] as usize;
            let (mut from, count) = (0, self.divisors.len());
            while rest.is_multiple_of(prime) {
                rest /= prime;
                for place in from..from + count {
                    self.divisors.push(self.divisors[place] * prime as u64);
                }
                from = self.divisors.len() - count;
            }
        }
    }

    fn allows(&self, choice: Choice, number: u64, divisor: u64) -> bool {
        let chosen = match choice {
            Choice::Proper => 1 < divisor && divisor < number,
            Choice::All => true,
            Choice::BelowWhole => divisor < number || number == 1,
            Choice::Prime => divisor < number && divisor > 1 && self.is_prime(divisor),
            Choice::One => divisor == 1 && number > 1,
            #[cfg(feature = "recipes")]
            Choice::Smaller => divisor < number,
        };
        #[cfg(feature = "recipes")]
        let chosen = chosen
            && (self.take.half == duel_core::Half::Allowed
                || number.checked_sub(divisor) != Some(divisor));
        let reached = self.take.reach == Reach::Any
            || divisor.checked_mul(divisor).is_some_and(|square| square <= number);
        chosen && reached
    }

    /// What is barred after a choice, written over `after`.
    fn barred_after(&self, barred: &[u64], chosen: u64, after: &mut Vec<u64>) {
        after.clear();
        if self.take.reuse == Reuse::Once {
            after.extend_from_slice(barred);
            after.push(chosen);
            return;
        }
        let spent = self.take.pass == Pass::OncePerGame && (chosen == 1 || barred.contains(&1));
        let echo = self.take.echo == Echo::Barred && !(spent && chosen == 1);
        after.extend(spent.then_some(1));
        after.extend(echo.then_some(chosen));
    }

    /// Whether nothing is barred but the divisor that was chosen last, which is forgotten after the
    /// next move.
    pub(crate) fn bars_echoes_only(&self) -> bool {
        let Take {
            step: _,
            or_step: _,
            reach: _,
            reuse,
            echo,
            pass,
            #[cfg(feature = "recipes")]
                half: _,
        } = self.take;
        reuse == Reuse::Free && echo == Echo::Barred && pass == Pass::Never
    }

    /// The same position with nothing barred, where that differs and is forgotten anyway.
    pub(crate) fn without_echo(&self, key: &[u64]) -> Option<TakeKey> {
        let (numbers, barred) = split(key);
        let differs = self.bars_echoes_only() && !barred.is_empty();
        differs.then(|| self.canonical(numbers, &[]))
    }

    /// How many moves a position has, equal numbers counted once; the pass is not counted.
    pub(crate) fn count_moves(&mut self, key: &[u64]) -> u32 {
        let (numbers, barred) = split(key);
        let mut count = 0;
        for (place, number) in numbers.iter().enumerate() {
            if place > 0 && numbers[place - 1] == *number {
                continue;
            }
            self.list_divisors(*number);
            for divisor in &self.divisors {
                let steps = self.take.steps();
                let legal = steps.filter(|step| self.allows(step.choice, *number, *divisor));
                let legal = u32::try_from(legal.count()).unwrap_or(0);
                count += if barred.contains(divisor) { 0 } else { legal };
            }
        }
        count
    }

    /// Lists the moves of a position, equal numbers once, and where they lead; whether all are
    /// listed. The caller already holds so many, which count as memory.
    pub(crate) fn each_move(
        &mut self,
        key: &[u64],
        held: usize,
        meter: &mut Meter<'_>,
        mut list: impl FnMut(TakeLabel, TakeKey),
    ) -> bool {
        // What decides the moves: a new part of the rules has to be looked at here, in `allows`, in
        // `barred_after` or in the key.
        let Take {
            step: _,
            or_step: _,
            reach: _,
            reuse: _,
            echo: _,
            pass,
            #[cfg(feature = "recipes")]
                half: _,
        } = self.take;
        let (numbers, barred) = split(key);
        // What one more edge costs beside its place in the list: looking at each number, and memory.
        let cost = 1 + numbers.len() as u64;
        let weight = 8 * key.len() + size_of::<Edge<TakeKey>>();
        let mut listed = held;
        let most = meter.memory().unwrap_or(usize::MAX) / weight;
        let mut after = numbers.to_vec();
        let mut barred_next = Vec::new();
        if pass == Pass::OncePerGame && !barred.contains(&1) {
            self.barred_after(barred, 1, &mut barred_next);
            listed += 1;
            list(TakeLabel::PASS, self.canonical(numbers, &barred_next));
        }
        for (place, number) in numbers.iter().enumerate() {
            if place > 0 && numbers[place - 1] == *number {
                continue;
            }
            self.list_divisors(*number);
            for index in 0..self.divisors.len() {
                if listed > most || !meter.goes_on(cost) {
                    return false;
                }
                let divisor = self.divisors[index];
                if barred.contains(&divisor) {
                    continue;
                }
                for step in self.take.steps() {
                    if self.allows(step.choice, *number, divisor) {
                        after[place] = match step.op {
                            Op::Divide => number / divisor,
                            Op::Subtract => number - divisor,
                        };
                        self.barred_after(barred, divisor, &mut barred_next);
                        let label = TakeLabel { number: *number, op: step.op, divisor };
                        listed += 1;
                        list(label, self.canonical(&after, &barred_next));
                    }
                }
            }
            after[place] = *number;
        }
        true
    }
}

/// The numbers and the barred numbers of a key.
pub(crate) fn split(key: &[u64]) -> (&[u64], &[u64]) {
    let zero = key.iter().position(|part| *part == 0).unwrap_or(key.len());
    (&key[..zero], &key[(zero + 1).min(key.len())..])
}

impl Graph for TakeGraph {
    type Key = TakeKey;

    fn edges(
        &mut self,
        key: &TakeKey,
        edges: &mut Vec<Edge<TakeKey>>,
        meter: &mut Meter<'_>,
    ) -> bool {
        self.each_move(key, edges.len(), meter, |_, to| edges.push(Edge::To(to)))
    }

    fn stuck(&self) -> Value {
        self.stuck
    }

    fn weight(&self, key: &TakeKey) -> usize {
        // The key itself, its place in the table, and what is solved.
        8 * key.len() + 64
    }
}
