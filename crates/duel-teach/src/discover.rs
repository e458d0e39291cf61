//! "Discover the rule": which single starts of a game are lost, and conjectures about them.
//!
//! A person sees the lost numbers of a [`Game`] and states a [`Conjecture`], which reads "lost exactly
//! when ...". [`answer`] compares it with the solver, number by number from the least start: the first
//! difference is the smallest counterexample. Without one the [`Verdict`] says how far it went, and
//! the theorem of the game if one is known. Searches are limited by work, never by time, so that an
//! answer is the same everywhere. `docs/discover.md` describes the language.
//!
//! ```
//! use duel_teach::discover::{Conjecture, Game, Reach, answer};
//!
//! let game = Game::parse("subtract").unwrap();
//! let conjecture = Conjecture::parse("odd").unwrap();
//! let verdict = answer(&game, &conjecture, Reach::to(1_000));
//! assert_eq!(verdict.counterexample.unwrap().number, 2);
//! ```

mod arithmetic;
mod conjecture;
mod game;
#[cfg(test)]
mod language_tests;
mod parse;
mod theorem;
mod verdict;

pub use arithmetic::Sieve;
pub use conjecture::Conjecture;
pub use game::{Explanation, Game, GameError};
pub use parse::{ConjectureError, DEEPEST, LONGEST, Problem};
pub use theorem::Theorem;
pub use verdict::{Counterexample, CounterexampleForm, Verdict, VerdictForm};

use std::cell::Cell;

use duel_core::Play;
use duel_solver::{Limits, Solver, Value};
use game::Cost;

/// The language in short, for people who are about to use it.
pub const LANGUAGE: &str = "\
A conjecture reads: lost exactly when ... You write what comes after that, such as
  odd
  prime or n = 1
  even and not power of 2
  n mod 4 = 1 or largest prime > 7

Kinds        odd, even, prime, composite, square, power of 2 (or of 3, 4, ...), always, never
Quantities   n               the number itself
             omega           how many prime factors it has: 12 = 2 x 2 x 3 has 3
             divisors        how many divisors it has, 1 and itself included
             largest prime   its largest prime factor, smallest prime the smallest
             twos            how often it can be halved
             digit sum       the sum of its decimal digits
             any of them mod K is the remainder when it is divided by K: n mod 4
Comparing    = != < <= > >= with a number or another quantity; n in 1, 2, 8 is a list
             n is odd, n is not prime and omega is 3 are understood too
Joining      not, and, or, in this order of strength; brackets change it
";

/// How far numbers are compared, and what that may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The last number.
    pub to: u32,
    /// The work for all numbers together that no theorem settles; a unit is about a position that
    /// is visited.
    pub work: u64,
    /// How many bytes each table of the solver may take, about.
    pub memory: usize,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { to: 1_000_000, work: 10_000_000, memory: 256 << 20 }
    }
}

impl Reach {
    /// As far as this number, with the usual work and memory.
    pub fn to(last: u32) -> Reach {
        Reach { to: last, ..Reach::default() }
    }
}

/// Compares a conjecture with the truth. Who asks several questions about one game keeps a
/// [`Discovery`] instead.
pub fn answer(game: &Game, conjecture: &Conjecture, reach: Reach) -> Verdict {
    Discovery::new(game.clone(), reach).answer(conjecture)
}

/// A game with what has been found out about its starts so far. What it says does not depend on what
/// it was asked before.
pub struct Discovery {
    game: Game,
    reach: Reach,
    theorem: Option<Theorem>,
    sieve: Option<Sieve>,
    solver: Solver,
    work_left: u64,
    /// The values from the least start on.
    values: Vec<Value>,
    /// Whether the next value was not found within the limits.
    is_stuck: bool,
}

/// The lost numbers of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostNumbers {
    /// The lost ones, ascending.
    pub lost: Vec<u64>,
    /// The last number whose value is known; `None` if it is not even known of the first.
    pub known_to: Option<u64>,
}

impl Discovery {
    /// Nothing is found out yet.
    pub fn new(game: Game, reach: Reach) -> Discovery {
        Discovery {
            theorem: Theorem::of(&game),
            game,
            reach,
            sieve: None,
            solver: Solver::new(reach.memory),
            work_left: reach.work,
            values: Vec::new(),
            is_stuck: false,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The theorem that settles every start, if one is known.
    pub fn theorem(&self) -> Option<&Theorem> {
        self.theorem.as_ref()
    }

    /// The last number that is compared, if the work suffices.
    pub fn last(&self) -> u64 {
        self.reach.to.into()
    }

    /// The value of a start; `None` below the least one and beyond the reach.
    pub fn value(&mut self, number: u64) -> Option<Value> {
        let place = usize::try_from(number.checked_sub(self.game.first())?).ok()?;
        if number > self.last() {
            return None;
        }
        while self.values.len() <= place && !self.is_stuck {
            match self.find_next() {
                Some(value) => self.values.push(value),
                None => self.is_stuck = true,
            }
        }
        self.values.get(place).copied()
    }

    /// The lost numbers from one number to another, as far as they are known.
    pub fn lost(&mut self, from: u64, to: u64) -> LostNumbers {
        let mut lost = Vec::new();
        let mut known_to = None;
        for number in from.max(self.game.first())..=to.min(self.last()) {
            let Some(value) = self.value(number) else { break };
            known_to = Some(number);
            if value == Value::Loss {
                lost.push(number);
            }
        }
        LostNumbers { lost, known_to }
    }

    /// Compares a conjecture with the truth, from the least start on.
    pub fn answer(&mut self, conjecture: &Conjecture) -> Verdict {
        let sieve = match self.sieve.take() {
            Some(sieve) => sieve,
            None => Sieve::to(self.reach.to),
        };
        let mut checked = None;
        let mut counterexample = None;
        for number in self.game.first()..=self.last() {
            let Some(value) = self.value(number) else { break };
            checked = Some(number);
            let says_lost = conjecture.holds_for(number, &sieve);
            if says_lost != (value == Value::Loss) {
                let facts = conjecture.facts(number, &sieve);
                counterexample = Some(Counterexample { number, value, says_lost, facts });
                break;
            }
        }
        self.sieve = Some(sieve);
        Verdict {
            game: self.game.to_string(),
            first: self.game.first(),
            last: self.last(),
            conjecture: conjecture.clone(),
            counterexample,
            checked,
            theorem: self.theorem.clone(),
        }
    }

    /// Finds the value of the first start whose value is not known yet.
    fn find_next(&mut self) -> Option<Value> {
        let number = self.game.first() + self.values.len() as u64;
        let position = self.game.position(number)?;
        if self.theorem.is_some() {
            return theorem::value(&position);
        }
        let Cost { fixed, weight } = self.game.cost(number);
        self.work_left = self.work_left.checked_sub(fixed)?;
        let work_done = Cell::new(0);
        let limits = Limits {
            work: Some(self.work_left / weight),
            memory: Some(self.reach.memory),
            work_done: Some(&work_done),
            ..Limits::NONE
        };
        let value = match self.game.rules().play() {
            Play::Take(_) => self.solver.solve_value(&position, limits),
            // Another target is another game: no table would be used again.
            Play::Append(_) => Solver::new(self.reach.memory).solve_value(&position, limits),
        };
        let spent = work_done.get().saturating_mul(weight);
        self.work_left = self.work_left.saturating_sub(spent);
        value
    }
}
