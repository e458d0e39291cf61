//! The numbers that everybody factors: the same in every run, from one seed.

use std::ops::RangeInclusive;

use duel_numbers::{Natural, is_prime};
use duel_play::Dice;

use super::{
    Task,
    peer::Kind::{self, Factor, Flint, Pari, SymPy},
};

/// One line of the table.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) task: Task,
    pub(super) numbers: Vec<Natural>,
    /// How many of them even the slowest get.
    pub(super) least: usize,
    /// Those who finish in reasonable time.
    pub(super) peers: &'static [Kind],
}

const ALL: &[Kind] = &[Pari, Flint, Factor, SymPy];
const LONG: &[Kind] = &[Pari, Flint, SymPy];
const HARD: &[Kind] = &[Pari, Flint];
const LISTS: &[Kind] = &[Pari, SymPy];

/// What all the rows are drawn from.
const SEED: u64 = 1;

/// All rows. Even the slowest peer gets as many numbers as the range begins with: many of the
/// random ones, which differ much.
pub(super) fn all() -> Vec<Row> {
    let mut draw = Draw { dice: Dice::seeded(SEED) };
    vec![
        draw.row("random, 32 bits", ALL, 64..=65_536, |draw| draw.bits(32)),
        draw.row("random, 64 bits", ALL, 64..=16_384, |draw| draw.bits(64)),
        draw.row("32 x 32 bits", ALL, 4..=4_096, |draw| draw.two_primes_of_bits(32)),
        draw.row("random, 96 bits", ALL, 32..=1_024, |draw| draw.bits(96)),
        draw.row("48 x 48 bits", ALL, 4..=256, |draw| draw.two_primes_of_bits(48)),
        draw.row("random, 128 bits", LONG, 16..=256, |draw| draw.bits(128)),
        draw.row("64 x 64 bits", HARD, 4..=64, |draw| draw.two_primes_of_bits(64)),
        draw.row("random, 40 digits", HARD, 16..=64, |draw| draw.digits(40)),
        draw.row("20 x 20 digits", HARD, 4..=16, |draw| draw.two_primes_of_digits(20)),
        draw.row("25 x 25 digits", HARD, 4..=4, |draw| draw.two_primes_of_digits(25)),
        draw.row("30 x 30 digits", HARD, 2..=2, |draw| draw.two_primes_of_digits(30)),
        draw.row("40 x 160 bits", LONG, 4..=16, |draw| {
            &draw.prime_of_bits(40) * &draw.prime_of_bits(160)
        }),
        divisors("184,320 divisors, 64 bits", word_of_most_divisors(), 64),
        divisors("983,040 divisors, 78 bits", nearly_a_million_divisors(), 16),
    ]
}

/// The same number over and over.
fn divisors(name: &'static str, number: Natural, count: usize) -> Row {
    Row { name, task: Task::Divisors, numbers: vec![number; count], least: 1, peers: LISTS }
}

/// No number below 2^64 has more divisors.
fn word_of_most_divisors() -> Natural {
    Natural::from(18_401_055_938_125_660_800_u64)
}

fn nearly_a_million_divisors() -> Natural {
    let powers = [(2_u8, 7), (3, 4), (5, 3), (7, 2)];
    let once = [11_u8, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47].map(|prime| (prime, 1));
    let power = |(prime, exponent): (u8, u32)| Natural::from(prime).pow(exponent);
    powers.into_iter().chain(once).map(power).fold(Natural::one(), |n, power| &n * &power)
}

/// Random numbers of a given size.
struct Draw {
    dice: Dice,
}

impl Draw {
    fn row(
        &mut self,
        name: &'static str,
        peers: &'static [Kind],
        counts: RangeInclusive<usize>,
        number: fn(&mut Draw) -> Natural,
    ) -> Row {
        let (least, most) = counts.into_inner();
        let numbers = (0..most).map(|_| number(self)).collect();
        Row { name, task: Task::Factor, numbers, least, peers }
    }

    /// A number of the range, each all but equally likely.
    fn between(&mut self, low: &Natural, end: &Natural) -> Natural {
        let width = end - low;
        let word = Natural::from(1_u128 << 64);
        // A word more than needed makes the remainders even enough.
        let words = width.bits() / 64 + 2;
        let many = (0..words)
            .fold(Natural::zero(), |n, _| &(&n * &word) + &Natural::from(self.dice.bits()));
        low + &(&many % &width)
    }

    fn bits(&mut self, bits: u32) -> Natural {
        let two = Natural::from(2_u8);
        self.between(&two.pow(bits - 1), &two.pow(bits))
    }

    fn digits(&mut self, digits: u32) -> Natural {
        let ten = Natural::from(10_u8);
        self.between(&ten.pow(digits - 1), &ten.pow(digits))
    }

    fn prime_of_bits(&mut self, bits: u32) -> Natural {
        first(|| self.bits(bits), is_prime)
    }

    /// The product of two primes of so many bits that has twice as many.
    fn two_primes_of_bits(&mut self, bits: u32) -> Natural {
        let twice = 2 * u64::from(bits);
        first(|| &self.prime_of_bits(bits) * &self.prime_of_bits(bits), |n| n.bits() == twice)
    }

    /// The product of two primes of so many digits that has twice as many.
    fn two_primes_of_digits(&mut self, digits: u32) -> Natural {
        let twice = 2 * digits as usize;
        let mut prime = || first(|| self.digits(digits), is_prime);
        first(|| &prime() * &prime(), |n| n.digits() == twice)
    }
}

/// Draws until something fits.
fn first(mut draw: impl FnMut() -> Natural, fits: impl Fn(&Natural) -> bool) -> Natural {
    loop {
        let drawn = draw();
        if fits(&drawn) {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_size_that_they_are_drawn_for() {
        let mut draw = Draw { dice: Dice::seeded(7) };
        for bits in [1, 32, 64, 65, 200] {
            assert_eq!(draw.bits(bits).bits(), u64::from(bits));
        }
        assert_eq!(draw.digits(40).digits(), 40);
        assert_eq!(draw.two_primes_of_bits(32).bits(), 64);
        assert_eq!(draw.two_primes_of_digits(5).digits(), 10);
        assert_eq!(nearly_a_million_divisors().bits(), 78);
    }
}
