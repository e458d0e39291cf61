//! How a number splits into primes, as far as a budget allows.

use crate::budget::Meter;
use crate::word_factors::word_factors;
use crate::{Budget, Natural, coprime_parts, layers, power, primality, sieve};

/// A number as a product of prime powers, times a rest where the budget did not reach.
///
/// Whatever it says is true: the primes are prime (see [`is_prime`](crate::is_prime) for what
/// that means above 2^64), and everything multiplies up to the number. Only how much it says
/// depends on the budget.
///
/// ```
/// use duel_numbers::{Budget, Factorization, Natural};
///
/// let f = Factorization::of(&Natural::from(360u32), Budget::PROMPT);
/// let primes: Vec<_> = f.primes().iter().map(|(p, e)| (p.to_u64().unwrap(), *e)).collect();
/// assert_eq!(primes, [(2, 3), (3, 2), (5, 1)]);
/// assert_eq!(f.rest(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factorization {
    number: Natural,
    primes: Vec<(Natural, u32)>,
    unsplit: Vec<(Natural, u32)>,
    rest: Option<Natural>,
    rest_is_composite: bool,
}

impl Factorization {
    /// Factors `n` as far as the budget allows.
    ///
    /// Numbers below 2^64 are always factored completely, and so is any part once it is that
    /// small; the budget limits the work beyond.
    ///
    /// # Panics
    ///
    /// If `n` is zero.
    pub fn of(n: &Natural, budget: Budget<'_>) -> Factorization {
        Factorization::with_rest(n, budget).0
    }

    /// Factors each of these numbers, all of them within one budget.
    ///
    /// The small ones come first. Each gets an equal share of what is left, so that a hard number
    /// takes nothing from the easy ones, and what the easy ones leave goes to the hard ones. The
    /// results are in the order of the numbers.
    ///
    /// ```
    /// use duel_numbers::{Budget, Factorization, Natural};
    ///
    /// let numbers = [Natural::from(360u32), Natural::from(7u32)];
    /// let found = Factorization::of_each(&numbers, Budget::PROMPT);
    /// assert!(found.iter().zip(&numbers).all(|(f, n)| f.number() == n && f.is_complete()));
    /// ```
    ///
    /// # Panics
    ///
    /// If one of them is zero.
    pub fn of_each<'n>(
        numbers: impl IntoIterator<Item = &'n Natural>,
        budget: Budget<'_>,
    ) -> Vec<Factorization> {
        let numbers: Vec<&Natural> = numbers.into_iter().collect();
        let mut distinct: Vec<Natural> = numbers.iter().copied().cloned().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let mut found: Vec<Factorization> = Vec::with_capacity(distinct.len());
        let mut budget = budget;
        for number in &distinct {
            let waiting = (distinct.len() - found.len()) as u64;
            let (factors, left) = Factorization::with_rest(number, budget.share(waiting));
            budget = budget.less_share(waiting, left);
            found.push(factors);
        }
        let place = |number: &Natural| distinct.partition_point(|other| other < number);
        numbers.into_iter().map(|number| found[place(number)].clone()).collect()
    }

    /// Factors `n`, and says what is left of the budget.
    fn with_rest<'b>(n: &Natural, budget: Budget<'b>) -> (Factorization, Budget<'b>) {
        assert!(!n.is_zero(), "zero has no factorisation");
        if let Some(word) = n.to_u64() {
            let primes = word_factors(word).into_iter().map(|(p, e)| (Natural::from(p), e));
            let factors = Factorization {
                number: n.clone(),
                primes: primes.collect(),
                unsplit: Vec::new(),
                rest: None,
                rest_is_composite: false,
            };
            return (factors, budget);
        }
        let mut search = Search {
            meter: budget.meter(),
            primes: Vec::new(),
            unsplit: Vec::new(),
            known_composite: false,
        };
        search.run(n.clone());
        let Search { meter, mut primes, mut unsplit, known_composite } = search;
        primes.sort_unstable();
        unsplit.sort_unstable();
        let rest = product(&unsplit);
        let several = unsplit.len() > 1 || unsplit.iter().any(|(_, e)| *e > 1);
        let factors = Factorization {
            number: n.clone(),
            primes,
            rest: (!rest.is_one()).then_some(rest),
            rest_is_composite: known_composite || several,
            unsplit,
        };
        (factors, meter.left())
    }

    /// The number that this is the factorisation of.
    pub fn number(&self) -> &Natural {
        &self.number
    }

    /// The primes found, ascending, each with its exponent.
    pub fn primes(&self) -> &[(Natural, u32)] {
        &self.primes
    }

    /// What is left of the number besides the [`primes`](Self::primes): above 1, coprime to them,
    /// and not known to be prime. `None` if nothing is left.
    pub fn rest(&self) -> Option<&Natural> {
        self.rest.as_ref()
    }

    /// Whether there is a rest and it is known to be composite.
    ///
    /// A rest is composite unless the budget was too small even to ask whether it is prime, which
    /// happens only to numbers of very many digits or with very small budgets.
    pub fn rest_is_composite(&self) -> bool {
        self.rest_is_composite
    }

    /// The pairwise coprime parts above 1 that the rest is known to consist of, ascending, with
    /// exponents; empty if nothing is left.
    pub fn unsplit(&self) -> &[(Natural, u32)] {
        &self.unsplit
    }

    /// Whether nothing is left to split.
    pub fn is_complete(&self) -> bool {
        self.rest.is_none()
    }

    /// How many primes divide the number, counted as often as they do, if all are known.
    pub fn big_omega(&self) -> Option<u64> {
        self.is_complete().then(|| self.primes.iter().map(|(_, e)| u64::from(*e)).sum())
    }
}

/// The product of parts to their exponents.
pub(crate) fn product(parts: &[(Natural, u32)]) -> Natural {
    // Multiplying neighbours keeps the operands of like size, where products are quickest.
    match parts {
        [] => Natural::one(),
        [(part, exponent)] => part.pow(*exponent),
        _ => {
            let (left, right) = parts.split_at(parts.len() / 2);
            &product(left) * &product(right)
        }
    }
}

struct Search<'a> {
    meter: Meter<'a>,
    primes: Vec<(Natural, u32)>,
    unsplit: Vec<(Natural, u32)>,
    known_composite: bool,
}

impl Search<'_> {
    fn run(&mut self, n: Natural) {
        let mut left = n;
        let Search { meter, primes, .. } = self;
        let reached = sieve::take_small_primes(&mut left, meter, |prime, exponent| {
            primes.push((Natural::from(prime), exponent));
        });
        // Everything in here is pairwise coprime, so no prime comes out of two of them.
        let mut open = vec![(left, 1)];
        let floor_bits = reached.map_or(1, |limit| u64::from(limit.ilog2()));
        while let Some((part, exponent)) = open.pop() {
            if part.is_one() {
                continue;
            }
            if let Some(word) = part.to_u64() {
                let found = word_factors(word).into_iter();
                self.primes.extend(found.map(|(p, e)| (Natural::from(p), e * exponent)));
                continue;
            }
            self.split(part, exponent, floor_bits, &mut open);
            // The smallest comes first: it takes the least of what is left of the budget.
            open.sort_unstable();
            open.reverse();
        }
    }

    /// Takes one odd part a step further: to the primes, to the unsplit, or back in pieces.
    fn split(
        &mut self,
        part: Natural,
        exponent: u32,
        floor_bits: u64,
        open: &mut Vec<(Natural, u32)>,
    ) {
        if let Some((root, k)) = power::root_of_power(&part, floor_bits, &mut self.meter) {
            open.push((root, k * exponent));
            return;
        }
        match primality::baillie_psw(&part, &mut self.meter) {
            Some(true) => self.primes.push((part, exponent)),
            None => self.unsplit.push((part, exponent)),
            Some(false) => {
                if let Some(divisor) = layers::proper_divisor(&part, &mut self.meter) {
                    let pieces = coprime_parts(&part, &[divisor]).into_iter();
                    open.extend(pieces.map(|(piece, e)| (piece, e * exponent)));
                } else {
                    self.known_composite = true;
                    self.unsplit.push((part, exponent));
                }
            }
        }
    }
}
