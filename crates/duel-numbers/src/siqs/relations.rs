//! Relations: squares that are products of base primes modulo the number, and what follows from
//! enough of them.

use std::collections::{HashMap, HashSet};

use dashu_int::{IBig, UBig};

use super::base::BasePrime;
use super::matrix::Matrix;
use super::polynomial::Polynomials;
use super::smooth::Divider;
use crate::Natural;
use crate::budget::Meter;

/// A number whose square is, modulo the number to factor, a product of base primes, a sign and
/// maybe one large prime.
struct Relation {
    root: UBig,
    negative: bool,
    /// The primes by their index in the base, as often as they divide.
    primes: Vec<u32>,
    /// The large prime, or 1.
    large: u64,
}

/// A relation without a large prime, or two with the same: the large prime is squared then.
struct Pair {
    one: usize,
    other: Option<usize>,
}

/// The relations found so far.
pub(super) struct Relations<'b> {
    base: &'b [BasePrime],
    divider: Divider,
    /// Large primes are taken up to this.
    largest: u64,
    /// How many bits more than the sieve shows a value may have.
    unseen: u32,
    found: Vec<Relation>,
    /// The first relation with each large prime.
    waiting: HashMap<u64, usize>,
    pairs: Vec<Pair>,
    /// What was found already, by the last word of its root.
    seen: HashSet<u64>,
}

impl<'b> Relations<'b> {
    /// No relations yet, for a base that is sieved from one of its primes on.
    pub(super) fn new(base: &'b [BasePrime], from: usize, largest: u64) -> Relations<'b> {
        /// Logarithms are rounded, and prime powers are not sieved.
        const ROUNDING: u32 = 4;

        Relations {
            base,
            divider: Divider::new(base, from),
            largest,
            unseen: largest.ilog2() + ROUNDING,
            found: Vec::new(),
            waiting: HashMap::new(),
            pairs: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// How many rows the matrix would have.
    pub(super) fn count(&self) -> usize {
        self.pairs.len()
    }

    /// Divides the value at a place of the strip by the base, and keeps the relation if nothing is
    /// left but a large prime. `shown` is the sum of logarithms that the sieve found there.
    pub(super) fn examine(&mut self, polynomial: &Polynomials<'_>, place: usize, shown: u8) {
        let (negative, mut value) = polynomial.value(place);
        let mut primes = Vec::with_capacity(32);
        // What the sieve left out decides whether it is worth going on.
        self.divider.divide_by_small(&mut value, polynomial, place, &mut primes);
        if value.bits() > self.unseen + u32::from(shown) {
            return;
        }
        self.divider.divide_by_sieved(&mut value, polynomial, place, &mut primes);
        // Below the square of the largest base prime, what is left is a prime.
        let Some(large) = value.to_u64().filter(|left| (1..=self.largest).contains(left)) else {
            return;
        };
        let root = polynomial.root(place);
        if !self.seen.insert(last_word(&root)) {
            return;
        }
        let factors = polynomial.factors.iter();
        primes.extend(factors.map(|at| u32::try_from(*at).expect("a base that fits")));
        primes.shrink_to_fit();
        let one = self.found.len();
        self.found.push(Relation { root, negative, primes, large });
        if large == 1 {
            self.pairs.push(Pair { one, other: None });
        } else if let Some(other) = self.waiting.get(&large) {
            self.pairs.push(Pair { one, other: Some(*other) });
        } else {
            self.waiting.insert(large, one);
        }
    }

    /// A proper divisor of `n` out of the relations, if some product of them has one and the meter
    /// lasts.
    pub(super) fn divisor(&self, n: &Natural, meter: &mut Meter<'_>) -> Option<Natural> {
        let mut matrix = Matrix::new(self.base.len() + 1);
        for pair in &self.pairs {
            // The sign takes the place after the last prime.
            matrix.push(self.members(pair).flat_map(|relation| {
                let sign = u32::try_from(self.base.len()).ok().filter(|_| relation.negative);
                relation.primes.iter().copied().chain(sign)
            }));
        }
        matrix.dependencies(meter)?.into_iter().find_map(|rows| {
            let (left, right) =
                self.squares(rows.iter().map(|row| &self.pairs[*row as usize]), &n.0);
            let difference = Natural((IBig::from(left) - IBig::from(right)).into_parts().1);
            let divisor = difference.gcd(n);
            (!divisor.is_one() && divisor != *n).then_some(divisor)
        })
    }

    fn members(&self, pair: &Pair) -> impl Iterator<Item = &Relation> {
        [Some(pair.one), pair.other].into_iter().flatten().map(|at| &self.found[at])
    }

    /// Two numbers with the same square modulo `n`: the product of the roots, and the root of the
    /// product of the primes.
    fn squares<'p>(&self, pairs: impl Iterator<Item = &'p Pair>, n: &UBig) -> (UBig, UBig) {
        let (mut left, mut right) = (UBig::ONE, UBig::ONE);
        let mut exponents = vec![0usize; self.base.len()];
        for pair in pairs {
            for relation in self.members(pair) {
                left = left * &relation.root % n;
                for prime in &relation.primes {
                    exponents[*prime as usize] += 1;
                }
            }
            right = right * self.found[pair.one].large % n;
        }
        for (prime, exponent) in self.base.iter().zip(exponents) {
            debug_assert!(exponent % 2 == 0);
            if exponent > 0 {
                right = right * UBig::from(prime.prime).pow(exponent / 2) % n;
            }
        }
        (left, right)
    }
}

fn last_word(number: &UBig) -> u64 {
    u64::try_from(number & UBig::from(u64::MAX)).expect("one word")
}
