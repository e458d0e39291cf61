//! The self-initialising quadratic sieve: a proper divisor of a composite number, in a time that
//! depends on the size of the number alone.
//!
//! If `x^2` and `y^2` leave the same remainder modulo `n`, then `x - y` often shares a divisor with
//! `n`. To find such squares, collect *relations*: numbers whose square is, modulo `n`, a product of
//! primes from a small *base*. With more relations than primes, some of them multiply to a
//! product in which every prime appears an even number of times: a square on both sides.
//!
//! The relations come from polynomials whose values are small ([`polynomial`]); a sieve finds those
//! values that the base divides completely, or up to one large prime ([`strip`], [`smooth`],
//! [`relations`]);
//! elimination finds the product ([`sparse`], [`matrix`]).
//!
//! Sources: C. Pomerance, "The quadratic sieve factoring algorithm", 1985; R. D. Silverman, "The
//! multiple polynomial quadratic sieve", 1987; W. R. Alford and C. Pomerance, "Implementing the
//! self-initializing quadratic sieve on a distributed network", 1995; S. P. Contini, "Factoring
//! integers with the self-initializing quadratic sieve", 1997.

mod base;
mod matrix;
mod polynomial;
mod relations;
mod smooth;
mod sparse;
mod strip;

use self::base::{factor_base, multiplier};
use self::polynomial::Polynomials;
use self::relations::Relations;
use self::strip::Strip;
use crate::Natural;
use crate::budget::{Meter, Progress};

/// About how many steps a number of so many bits takes, or `None` if it is too long to try.
pub(crate) fn cost(bits: u64) -> Option<u64> {
    /// Eighty digits: a good part of an hour.
    const MOST_BITS: u64 = 266;

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let steps = (19.0 + (bits as f64 - 96.0) / 9.7).exp2() as u64;
    (bits <= MOST_BITS).then_some(steps)
}

/// How numbers of some size are sieved.
#[derive(Debug, Clone, Copy)]
struct Parameters {
    /// The size of the numbers, in bits.
    bits: u32,
    /// How many primes the base has.
    base: u32,
    /// The length of a strip, in units of 4,096.
    pages: u32,
    /// Large primes are taken up to so many times the largest of the base.
    large: u32,
    /// How many bits of a value need not show in the sieve, beside a large prime.
    slack: u32,
    /// Primes below this are not sieved.
    from: u32,
}

/// What was measured to be quickest.
const MEASURED: [Parameters; 14] = [
    Parameters { bits: 64, base: 40, pages: 2, large: 5, slack: 10, from: 12 },
    Parameters { bits: 72, base: 50, pages: 2, large: 5, slack: 10, from: 13 },
    Parameters { bits: 80, base: 80, pages: 4, large: 10, slack: 8, from: 14 },
    Parameters { bits: 96, base: 137, pages: 4, large: 20, slack: 8, from: 19 },
    Parameters { bits: 104, base: 170, pages: 4, large: 25, slack: 10, from: 21 },
    Parameters { bits: 112, base: 260, pages: 8, large: 30, slack: 12, from: 24 },
    Parameters { bits: 120, base: 330, pages: 8, large: 35, slack: 12, from: 31 },
    Parameters { bits: 128, base: 500, pages: 8, large: 40, slack: 13, from: 31 },
    Parameters { bits: 150, base: 800, pages: 8, large: 50, slack: 16, from: 60 },
    Parameters { bits: 166, base: 1_500, pages: 16, large: 60, slack: 15, from: 50 },
    Parameters { bits: 183, base: 3_000, pages: 16, large: 70, slack: 18, from: 50 },
    Parameters { bits: 199, base: 5_500, pages: 16, large: 80, slack: 19, from: 60 },
    Parameters { bits: 232, base: 14_000, pages: 32, large: 90, slack: 20, from: 60 },
    Parameters { bits: 265, base: 40_000, pages: 64, large: 100, slack: 21, from: 60 },
];

impl Parameters {
    /// What was measured, and straight lines in between.
    fn new(bits: u64) -> Parameters {
        let bits = u32::try_from(bits).unwrap_or(u32::MAX);
        let after = MEASURED.iter().position(|row| row.bits >= bits);
        let after = after.unwrap_or(MEASURED.len() - 1).max(1);
        let (low, high) = (MEASURED[after - 1], MEASURED[after]);
        let bits = bits.clamp(low.bits, high.bits);
        let between = |low_value: u32, high_value: u32| {
            let part = bits - low.bits;
            let whole = high.bits - low.bits;
            (low_value * (whole - part) + high_value * part) / whole
        };
        Parameters {
            bits,
            base: between(low.base, high.base),
            pages: between(low.pages, high.pages),
            large: between(low.large, high.large),
            slack: between(low.slack, high.slack),
            from: between(low.from, high.from),
        }
    }
}

/// A proper divisor of the odd composite `n`, which is no power; `None` once the meter runs out.
pub(crate) fn proper_divisor(n: &Natural, meter: &mut Meter<'_>) -> Option<Natural> {
    let mut parameters = Parameters::new(n.bits());
    loop {
        match sieve(n, parameters, meter) {
            Ended::Divisor(divisor) => return Some(divisor),
            Ended::Stopped => return None,
            // It happens to numbers that are far too short for all this.
            Ended::Exhausted => parameters.base *= 2,
        }
    }
}

/// How sieving ended.
enum Ended {
    Divisor(Natural),
    /// The meter ran out.
    Stopped,
    /// There were no polynomials left.
    Exhausted,
}

fn sieve(n: &Natural, parameters: Parameters, meter: &mut Meter<'_>) -> Ended {
    /// So many relations more than primes: each has at least an even chance.
    const SPARE: usize = 8;

    let number = n * &Natural::from(multiplier(n));
    let base = factor_base(&number, parameters.base as usize);
    let from = base.partition_point(|prime| prime.prime < parameters.from);
    let half = parameters.pages << 11;
    let large = u64::from(parameters.large) * u64::from(base[base.len() - 1].prime);

    // The values at both ends of the strip and in its middle have this many bits.
    let size = number.bits().div_ceil(2) + u64::from(half.ilog2());
    let enough = size.saturating_sub(u64::from(large.ilog2() + parameters.slack)).max(10);
    let enough = u8::try_from(enough).expect("values of fewer bits");

    let mut polynomials = Polynomials::new(&number, &base, half);
    let mut strip = Strip::new(2 * half as usize, enough, from);
    let mut relations = Relations::new(&base, from, large);
    let mut needed = base.len() + 1 + SPARE;
    let mut paid = meter.spend(100 * base.len() as u64);
    while paid {
        if polynomials.advance().is_none() {
            return Ended::Exhausted;
        }
        strip.sieve(&base, &polynomials.first, &polynomials.second, |place, shown| {
            relations.examine(&polynomials, place, shown);
        });
        meter.report(|| Progress::Sieve { number: n, found: relations.count(), needed });
        if relations.count() >= needed {
            if let Some(divisor) = relations.divisor(n, meter) {
                return Ended::Divisor(divisor);
            }
            needed = relations.count() + SPARE;
        }
        paid = meter.spend(u64::from(half) + 2 * base.len() as u64);
    }
    Ended::Stopped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, is_prime};

    /// The first prime from a number on.
    fn prime_from(start: &Natural) -> Natural {
        let mut candidate = start.clone();
        while !is_prime(&candidate) {
            candidate = &candidate + &Natural::one();
        }
        candidate
    }

    fn splits(n: &Natural) {
        let divisor = proper_divisor(n, &mut Budget::UNLIMITED.meter()).unwrap();
        assert!(divisor.divides(n) && !divisor.is_one() && divisor != *n, "{n}");
    }

    #[test]
    fn products_of_two_primes_of_every_size_split() {
        for bits in 18..66 {
            let power = Natural::from(2u8).pow(bits);
            let p = prime_from(&power);
            splits(&(&p * &prime_from(&(&p + &Natural::one()))));
            splits(&(&p * &prime_from(&(&(&power + &power) / &Natural::from(3u8)))));
        }
    }

    #[test]
    fn products_of_several_primes_split() {
        for start in [10_000u32, 1_000_000, 50_000_000] {
            let mut n = Natural::one();
            let mut p = Natural::from(start);
            for _ in 0..4 {
                p = prime_from(&(&p + &Natural::one()));
                n = &n * &p;
            }
            splits(&n);
            splits(&(&n * &p));
        }
    }

    #[test]
    fn an_empty_meter_ends_the_search() {
        let n = (&Natural::from(2u8).pow(61) - &Natural::one()).square();
        let n = &n * &Natural::from(3u8);
        assert_eq!(proper_divisor(&n, &mut Budget::steps(30_000).meter()), None);
    }
}
