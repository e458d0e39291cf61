//! The prime factors of many small numbers in a row, from a sieve.

/// Larger sieves would take too much memory; beyond them numbers are divided by all smaller ones.
const LARGEST: u32 = 1 << 24;

/// The smallest prime factor of every number up to a limit.
#[derive(Clone, Debug)]
pub struct Sieve {
    smallest: Vec<u32>,
}

impl Sieve {
    /// A sieve up to this number.
    pub fn to(limit: u32) -> Sieve {
        let mut smallest = vec![0; limit.min(LARGEST) as usize + 1];
        for number in 2..smallest.len() {
            if smallest[number] > 0 {
                continue;
            }
            let prime = u32::try_from(number).unwrap_or(u32::MAX);
            for multiple in (number..smallest.len()).step_by(number) {
                if smallest[multiple] == 0 {
                    smallest[multiple] = prime;
                }
            }
        }
        Sieve { smallest }
    }

    /// The prime factors of a number, ascending, as often as they occur. 0 and 1 have none.
    pub fn primes(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        let mut rest = number;
        std::iter::from_fn(move || {
            let prime = (rest > 1).then(|| self.smallest_prime(rest))?;
            rest /= prime;
            Some(prime)
        })
    }

    /// Whether a number is prime.
    pub fn is_prime(&self, number: u64) -> bool {
        number > 1 && self.smallest_prime(number) == number
    }

    /// How many divisors a number has, 1 and itself included.
    pub(super) fn divisors(&self, number: u64) -> u64 {
        let (mut count, mut last, mut exponent) = (1, 0, 0);
        for prime in self.primes(number) {
            if prime == last {
                exponent += 1;
            } else {
                count *= exponent + 1;
                (last, exponent) = (prime, 1);
            }
        }
        count * (exponent + 1)
    }

    /// The smallest prime factor of a number above 1.
    fn smallest_prime(&self, number: u64) -> u64 {
        let known = usize::try_from(number).ok().and_then(|place| self.smallest.get(place));
        match known {
            Some(prime) => u64::from(*prime),
            None => (2..=number.isqrt()).find(|d| number.is_multiple_of(*d)).unwrap_or(number),
        }
    }
}
