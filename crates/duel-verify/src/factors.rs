//! Factorisations that a certificate brings along, and primality within reason.

use std::io::BufRead;

use duel_numbers::{Budget, Natural, is_prime_within};

use crate::{
    fault::{Fault, VerifyError},
    lines::{self, Lines},
};

/// How much work one question of primality may be: a few seconds at most.
const WORK: Budget<'static> = Budget::steps(1_000_000_000);

/// Whether a number is prime, unless that takes too long.
pub(crate) fn is_prime(number: &Natural) -> Result<bool, Fault> {
    is_prime_within(number, WORK).ok_or(Fault::TooHard)
}

/// The prime factors of a number, ascending, with exponents: checked.
pub(crate) struct Factors(Vec<(Natural, u32)>);

impl Factors {
    /// Reads `factors P^A Q ...` and checks that these are primes and that this is their product.
    pub(crate) fn read<R: BufRead>(
        number: &Natural,
        lines: &mut Lines<R>,
    ) -> Result<Factors, VerifyError> {
        let text = lines.field("factors")?;
        Factors::parse(number, &text).map_err(|fault| lines.fault(fault))
    }

    fn parse(number: &Natural, text: &str) -> Result<Factors, Fault> {
        if number.is_one() && text == "1" {
            return Ok(Factors(Vec::new()));
        }
        let mut factors: Vec<(Natural, u32)> = Vec::new();
        let mut product = Natural::one();
        for word in text.split(' ') {
            let (prime, exponent) = match word.split_once('^') {
                None => (word, Some(1)),
                Some((prime, exponent)) => {
                    (prime, lines::number(exponent).filter(|exponent| *exponent > 1))
                }
            };
            let exponent = exponent.ok_or(Fault::Factors("an exponent is a number above 1"))?;
            let prime = Natural::parse(prime)
                .map_err(|_| Fault::Factors("factors are written P^A Q with primes P and Q"))?;
            if factors.last().is_some_and(|(last, _)| *last >= prime) {
                return Err(Fault::Factors("factors are in rising order, each once"));
            }
            // Before anything large is computed.
            if prime.is_one() || (prime.bits() - 1) * u64::from(exponent) >= number.bits() {
                return Err(Fault::Factors("the product of the factors is not the number"));
            }
            product = &product * &prime.pow(exponent);
            if product > *number {
                return Err(Fault::Factors("the product of the factors is not the number"));
            }
            factors.push((prime, exponent));
        }
        if product != *number {
            return Err(Fault::Factors("the product of the factors is not the number"));
        }
        for (prime, _) in &factors {
            if !is_prime(prime)? {
                return Err(Fault::Factors("a factor is not prime"));
            }
        }
        Ok(Factors(factors))
    }

    /// How many prime factors the number has, repeated ones counted each time.
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|(_, exponent)| exponent).sum()
    }

    /// How many prime factors a divisor of the number has.
    pub(crate) fn count_of(&self, divisor: &Natural) -> u32 {
        let mut rest = divisor.clone();
        let mut count = 0;
        for (prime, _) in &self.0 {
            while prime.divides(&rest) {
                rest = &rest / prime;
                count += 1;
            }
        }
        count
    }

    /// Whether the number is 9.
    pub(crate) fn is_nine(&self) -> bool {
        matches!(self.0.as_slice(), [(prime, 2)] if prime.to_u64() == Some(3))
    }

    /// Whether this prime divides the number.
    pub(crate) fn contains(&self, prime: u64) -> bool {
        self.0.iter().any(|(factor, _)| factor.to_u64() == Some(prime))
    }
}
