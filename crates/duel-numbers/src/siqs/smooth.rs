//! Dividing a value of a polynomial by the primes of the base.
//!
//! Where in the strip a prime divides is known, so no value is divided in vain: a prime divides at
//! a place if the distance from its first or its second place is a multiple of it.

use std::ops::Range;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::base::BasePrime;
use super::polynomial::Polynomials;
use crate::montgomery::inverse;

/// The size of a value.
pub(super) enum PolynomialValue {
    /// Of numbers to about 65 digits; there each prime takes a few nanoseconds.
    Narrow(u128),
    /// Of any number.
    Wide(UBig),
}

impl PolynomialValue {
    pub(super) fn bits(&self) -> u32 {
        match self {
            PolynomialValue::Narrow(value) => 128 - value.leading_zeros(),
            PolynomialValue::Wide(value) => u32::try_from(value.bit_len()).unwrap_or(u32::MAX),
        }
    }

    pub(super) fn to_u64(&self) -> Option<u64> {
        match self {
            PolynomialValue::Narrow(value) => u64::try_from(*value).ok(),
            PolynomialValue::Wide(value) => u64::try_from(value).ok(),
        }
    }

    /// Divides by two as often as it goes, and says how often.
    fn take_twos(&mut self) -> u32 {
        match self {
            PolynomialValue::Narrow(0) => 0,
            PolynomialValue::Narrow(value) => {
                let twos = value.trailing_zeros();
                *value >>= twos;
                twos
            }
            PolynomialValue::Wide(value) => {
                let twos = value.trailing_zeros().unwrap_or(0);
                *value >>= twos;
                u32::try_from(twos).unwrap_or(u32::MAX)
            }
        }
    }

    /// Divides by an odd prime as often as it goes, and says how often.
    fn take(&mut self, prime: u32) -> u32 {
        let mut times = 0;
        match self {
            PolynomialValue::Narrow(0) => {}
            PolynomialValue::Narrow(value) => {
                while u64::try_from(*value).is_err() && value.is_multiple_of(prime.into()) {
                    *value /= u128::from(prime);
                    times += 1;
                }
                if let Ok(mut word) = u64::try_from(*value) {
                    while word.is_multiple_of(prime.into()) {
                        word /= u64::from(prime);
                        times += 1;
                    }
                    *value = word.into();
                }
            }
            PolynomialValue::Wide(value) => {
                while value.bit_len() > 0 && &*value % prime == 0 {
                    *value /= prime;
                    times += 1;
                }
            }
        }
        times
    }
}

/// The primes of the base in a form that is quick to test with.
pub(super) struct Divider {
    primes: Vec<u32>,
    /// The inverse of each modulo 2^32: it takes multiples to their quotients, and everything else
    /// beyond the largest of these.
    inverses: Vec<u32>,
    largest: Vec<u32>,
    /// The primes before this one were not sieved.
    from: usize,
    hits: Vec<usize>,
}

impl Divider {
    /// A divider by the primes of a base that is sieved from one of them on.
    pub(super) fn new(base: &[BasePrime], from: usize) -> Divider {
        // The inverse modulo 2^64 is one modulo 2^32 too.
        #[expect(clippy::cast_possible_truncation)]
        let inverse = |prime: u32| inverse(prime.into()) as u32;
        let primes: Vec<u32> = base.iter().map(|prime| prime.prime).collect();
        Divider {
            inverses: primes.iter().map(|prime| inverse(*prime)).collect(),
            largest: primes.iter().map(|prime| u32::MAX / prime).collect(),
            primes,
            from,
            hits: Vec::new(),
        }
    }

    /// Divides by the primes that the sieve left out; notes them by their index.
    pub(super) fn divide_by_small(
        &mut self,
        value: &mut PolynomialValue,
        polynomial: &Polynomials<'_>,
        place: usize,
        found: &mut Vec<u32>,
    ) {
        found.extend((0..value.take_twos()).map(|_| 0));
        self.hits.clear();
        self.test(1..self.from, polynomial, place);
        self.divide(value, found);
    }

    /// Divides by the primes that were sieved and by those of the leading coefficient.
    pub(super) fn divide_by_sieved(
        &mut self,
        value: &mut PolynomialValue,
        polynomial: &Polynomials<'_>,
        place: usize,
        found: &mut Vec<u32>,
    ) {
        self.hits.clear();
        self.test(self.from..self.primes.len(), polynomial, place);
        self.hits.extend_from_slice(&polynomial.factors);
        self.divide(value, found);
    }

    fn divide(&self, value: &mut PolynomialValue, found: &mut Vec<u32>) {
        for &at in &self.hits {
            let index = u32::try_from(at).expect("a base that fits");
            found.extend((0..value.take(self.primes[at])).map(|_| index));
        }
    }

    /// Adds the odd primes of a range that divide at a place to the hits, and maybe a few that do
    /// not.
    fn test(&mut self, range: Range<usize>, polynomial: &Polynomials<'_>, place: usize) {
        /// So many primes are tested at once; the compiler makes vector instructions of it.
        const LANES: usize = 8;

        let place = u32::try_from(place).expect("strips are short");
        let divides = |start: i32, prime: u32, inverse: u32, largest: u32| {
            let distance = place.wrapping_sub(start.cast_unsigned()).wrapping_add(prime);
            distance.wrapping_mul(inverse) <= largest
        };
        let (primes, _) = self.primes[range.clone()].as_chunks::<LANES>();
        let (inverses, _) = self.inverses[range.clone()].as_chunks::<LANES>();
        let (largest, _) = self.largest[range.clone()].as_chunks::<LANES>();
        let (first, _) = polynomial.first[range.clone()].as_chunks::<LANES>();
        let (second, _) = polynomial.second[range.clone()].as_chunks::<LANES>();
        let columns = primes.iter().zip(inverses).zip(largest).zip(first.iter().zip(second));
        for (chunk, (((primes, inverses), largest), (first, second))) in columns.enumerate() {
            let mut hit = [0u8; LANES];
            for lane in 0..LANES {
                let one = divides(first[lane], primes[lane], inverses[lane], largest[lane]);
                let other = divides(second[lane], primes[lane], inverses[lane], largest[lane]);
                hit[lane] = u8::from(one | other);
            }
            if hit != [0; LANES] {
                let start = range.start + LANES * chunk;
                self.hits
                    .extend((0..LANES).filter(|lane| hit[*lane] != 0).map(|lane| start + lane));
            }
        }
        // The few that do not fill a chunk are treated as hits; the division decides.
        self.hits.extend(range.start + LANES * primes.len()..range.end);
    }
}
