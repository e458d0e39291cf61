//! The polynomials that are sieved, and where each prime of the base divides their values.
//!
//! A polynomial is `(a x + b)^2 - n`, divided by `a`, where `a` is a product of primes of the base
//! and `b^2 = n` modulo `a`. A product of `s` primes has `2^(s-1)` such `b` worth sieving: sums of
//! one part for each prime, with all combinations of signs. In Gray's order each differs from the
//! one before in one sign, and the places where a prime divides move by the same step for all
//! polynomials of that sign: that is what makes the sieve initialise itself.

use std::collections::{HashMap, HashSet};

use dashu_int::{IBig, Sign, UBig};

use super::base::BasePrime;
use super::smooth::PolynomialValue;
use crate::Natural;

/// Where a prime is never met: beyond every strip.
const NOWHERE: i32 = i32::MAX / 2;

/// Leading coefficients are made of primes of about this size, or smaller ones of a small base.
const TYPICAL: u32 = 800;

/// The polynomials of a number, one after the other.
pub(super) struct Polynomials<'b> {
    number: IBig,
    base: &'b [BasePrime],
    /// Half of the strip: the polynomial is sieved from minus this on.
    half: u32,
    /// The logarithm of the best leading coefficient, to base 2.
    ideal: f64,
    /// How many primes make a leading coefficient.
    count: usize,
    /// Inverses of the primes used so far, modulo each prime of the base.
    inverses: HashMap<usize, Vec<u32>>,
    used: HashSet<Vec<usize>>,
    dice: u64,

    /// The primes of the leading coefficient, as indices into the base.
    pub(super) factors: Vec<usize>,
    a: UBig,
    b: IBig,
    /// The constant coefficient.
    c: IBig,
    /// The three coefficients where they are small enough for all values to fit too.
    narrow: Option<[i128; 3]>,
    /// The parts of `b` with their present signs.
    parts: Vec<IBig>,
    /// How far the places of each prime move when a part changes its sign from plus to minus.
    moves: Vec<Vec<i32>>,
    /// Which of the polynomials of this leading coefficient this is.
    turn: u32,
    /// The places in the strip, counted from its left end, where each prime divides first.
    pub(super) first: Vec<i32>,
    pub(super) second: Vec<i32>,
}

impl<'b> Polynomials<'b> {
    /// The polynomials for a number and its base, for a strip of twice `half`; the first one comes
    /// with [`advance`](Self::advance).
    pub(super) fn new(number: &Natural, base: &'b [BasePrime], half: u32) -> Polynomials<'b> {
        let ideal = number.log2() / 2.0 + 0.5 - f64::from(half).log2();
        // Small primes make many polynomials of one leading coefficient, but are missed where they
        // divide it.
        let typical = f64::from(base[base.len() / 2].prime.min(TYPICAL)).log2();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let count = (ideal / typical).round().max(2.0) as usize;
        Polynomials {
            number: number.0.clone().into(),
            base,
            half,
            ideal,
            count,
            inverses: HashMap::new(),
            used: HashSet::new(),
            dice: 1,
            factors: Vec::new(),
            a: UBig::ONE,
            b: IBig::ZERO,
            c: IBig::ZERO,
            narrow: None,
            parts: Vec::new(),
            moves: Vec::new(),
            turn: 0,
            first: vec![0; base.len()],
            second: vec![0; base.len()],
        }
    }

    /// Goes on to the next polynomial; `None` if there are no more.
    pub(super) fn advance(&mut self) -> Option<()> {
        self.turn += 1;
        let change = self.turn.trailing_zeros() as usize;
        if change + 1 >= self.parts.len() {
            return self.renew();
        }
        let part = &mut self.parts[change];
        let falls = *part > IBig::ZERO;
        self.b -= &*part * IBig::from(2);
        *part = -&*part;
        self.complete();
        let moves = &self.moves[change];
        let places = self.first.iter_mut().zip(&mut self.second);
        let primes = places.zip(moves).zip(self.base);
        if falls {
            for (((first, second), step), prime) in primes {
                *first = wrapped(*first + step, prime.prime.cast_signed());
                *second = wrapped(*second + step, prime.prime.cast_signed());
            }
        } else {
            for (((first, second), step), prime) in primes {
                *first = raised(*first - step, prime.prime.cast_signed());
                *second = raised(*second - step, prime.prime.cast_signed());
            }
        }
        Some(())
    }

    /// The value of the polynomial at a place of the strip, by its size and whether it is below
    /// zero: `((a x + b)^2 - n) / a`.
    pub(super) fn value(&self, place: usize) -> (bool, PolynomialValue) {
        let x = self.argument(place);
        if let Some([a, b, c]) = self.narrow {
            let x = i128::from(x);
            let value = (a * x + 2 * b) * x + c;
            return (value < 0, PolynomialValue::Narrow(value.unsigned_abs()));
        }
        let x = IBig::from(x);
        let value = (&x * &self.a + &self.b * IBig::from(2)) * x + &self.c;
        let (sign, value) = value.into_parts();
        (sign == Sign::Negative, PolynomialValue::Wide(value))
    }

    /// The size of `a x + b`, whose square is `a` times the value modulo `n`.
    pub(super) fn root(&self, place: usize) -> UBig {
        (IBig::from(self.argument(place)) * &self.a + &self.b).into_parts().1
    }

    /// The `x` of a place of the strip.
    fn argument(&self, place: usize) -> i64 {
        i64::try_from(place).expect("strips are short") - i64::from(self.half)
    }

    /// Works out what follows from `a` and `b`.
    fn complete(&mut self) {
        self.c = self.constant();
        // With a leading coefficient near the ideal, no value and no term on the way to it is
        // larger than a few times the constant.
        let narrow = |value: &IBig| {
            i128::try_from(value).ok().filter(|value| value.unsigned_abs().leading_zeros() > 8)
        };
        let a = narrow(&IBig::from(self.a.clone()));
        self.narrow = match (a, narrow(&self.b), narrow(&self.c)) {
            (Some(a), Some(b), Some(c)) => Some([a, b, c]),
            _ => None,
        };
    }

    fn constant(&self) -> IBig {
        (&self.b * &self.b - &self.number) / &self.a
    }

    /// Chooses a new leading coefficient and works out its first polynomial.
    fn renew(&mut self) -> Option<()> {
        self.factors = self.choose()?;
        self.turn = 0;
        let base = self.base;
        let primes: Vec<BasePrime> = self.factors.iter().map(|at| base[*at]).collect();
        self.a = primes.iter().map(|prime| UBig::from(prime.prime)).product();
        self.parts.clear();
        let mut gammas = Vec::new();
        for prime in &primes {
            let others = &self.a / prime.prime;
            let rest = prime.reduce(&others % u64::from(prime.prime));
            let gamma = prime.mul(prime.root, prime.invert(rest));
            // Of a root and its negative, the smaller.
            let gamma = gamma.min(prime.prime - gamma);
            gammas.push(gamma);
            self.parts.push(IBig::from(others * gamma));
        }
        self.b = self.parts.iter().sum();
        self.complete();
        self.locate(&gammas);
        Some(())
    }

    /// Works out where each prime of the base divides: `x = (+-root - b) / a`.
    ///
    /// Since a part of `b` is `gamma a / q`, dividing by `a` leaves `gamma / q`, so that nothing
    /// but inverses of the primes of `a` is needed.
    fn locate(&mut self, gammas: &[u32]) {
        let base = self.base;
        for &at in &self.factors {
            self.inverses.entry(at).or_insert_with(|| {
                let value = base[at].prime;
                let inverse = |p: &BasePrime| if p.prime == value { 0 } else { p.invert(value) };
                base.iter().map(inverse).collect()
            });
        }
        let inverses: Vec<&[u32]> =
            self.factors.iter().map(|at| self.inverses[at].as_slice()).collect();
        self.moves.resize_with(self.factors.len(), Vec::new);
        for moves in &mut self.moves {
            moves.clear();
            moves.reserve(base.len());
        }
        for (at, prime) in base.iter().enumerate() {
            let p = prime.prime;
            let mut of_a = 1;
            let mut shift = prime.reduce(u64::from(self.half));
            for ((&gamma, inverses), moves) in gammas.iter().zip(&inverses).zip(&mut self.moves) {
                of_a = prime.mul(of_a, inverses[at]);
                let step = prime.mul(gamma, inverses[at]);
                shift = if shift >= step { shift - step } else { shift + p - step };
                moves.push(wrapped((2 * step).cast_signed(), p.cast_signed()));
            }
            let root = prime.mul(of_a, prime.root);
            self.first[at] = wrapped((shift + root).cast_signed(), p.cast_signed());
            self.second[at] = raised(shift.cast_signed() - root.cast_signed(), p.cast_signed());
        }
        for &at in &self.factors {
            self.first[at] = NOWHERE;
            self.second[at] = NOWHERE;
            for moves in &mut self.moves {
                moves[at] = 0;
            }
        }
    }

    /// A set of primes, not used before, whose product is near the ideal.
    fn choose(&mut self) -> Option<Vec<usize>> {
        /// How many sets are compared, and after how many all are taken to be used up.
        const TRIES: usize = 24;
        const PATIENCE: usize = 4_000;

        let share = (self.ideal / to_float(self.count)).exp2();
        let center = self.index_of(share).max(2 + self.count);
        let reach = (center / 2).clamp(self.count + 2, 60);
        let last = self.base.len() - 1;
        let (low, high) = (center.saturating_sub(reach).max(2), (center + reach).min(last));
        let mut best: Option<(f64, Vec<usize>)> = None;
        for round in 0..PATIENCE {
            if round >= TRIES && best.is_some() {
                break;
            }
            let Some((distance, set)) = self.draw(low, high) else {
                continue;
            };
            // With small numbers all good sets may be used up; then any new set will do.
            let fits = distance < 1.0 + to_float(round / 200);
            if fits && best.as_ref().is_none_or(|b| distance < b.0) && !self.used.contains(&set) {
                best = Some((distance, set));
            }
        }
        let (_, set) = best?;
        self.used.insert(set.clone());
        Some(set)
    }

    /// A set with all primes but one at random from a range of the base, and how far it is from
    /// the ideal.
    fn draw(&mut self, low: usize, high: usize) -> Option<(f64, Vec<usize>)> {
        let mut set: Vec<usize> = Vec::with_capacity(self.count);
        let mut left = self.ideal;
        while set.len() + 1 < self.count {
            self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let roll = usize::try_from(self.dice >> 40).expect("24 bits");
            let at = low + roll % (high - low + 1);
            if !set.contains(&at) && self.base[at].root != 0 {
                set.push(at);
                left -= f64::from(self.base[at].prime).log2();
            }
        }
        let at = self.index_of(left.exp2()).clamp(2, self.base.len() - 1);
        if set.contains(&at) || self.base[at].root == 0 {
            return None;
        }
        left -= f64::from(self.base[at].prime).log2();
        set.push(at);
        set.sort_unstable();
        Some((left.abs(), set))
    }

    /// The index of the first prime of the base that is at least so large.
    fn index_of(&self, size: f64) -> usize {
        self.base.partition_point(|prime| f64::from(prime.prime) < size)
    }
}

/// A number below twice the prime, reduced.
fn wrapped(value: i32, prime: i32) -> i32 {
    raised(value - prime, prime)
}

/// A number above minus the prime, made positive.
fn raised(value: i32, prime: i32) -> i32 {
    value + (prime & (value >> 31))
}

#[expect(clippy::cast_precision_loss)]
fn to_float(value: usize) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::siqs::base::factor_base;

    /// Values of one and two words and beyond, on several polynomials of several coefficients.
    #[test]
    fn values_are_right_and_primes_divide_at_their_places() {
        for digits in [22u32, 30, 45, 62, 70, 80] {
            let number = &Natural::from(10u8).pow(digits) + &Natural::from(267u32);
            let base = factor_base(&number, 20 * digits as usize);
            let mut polynomials = Polynomials::new(&number, &base, 1 << 14);
            for _ in 0..40 {
                polynomials.advance().unwrap();
                for place in [0usize, 1, 5_000, 1 << 14, 1 << 15] {
                    let (negative, value) = polynomials.value(place);
                    let value = match value {
                        PolynomialValue::Narrow(value) => IBig::from(value),
                        PolynomialValue::Wide(value) => value.into(),
                    };
                    let value = if negative { -value } else { value };
                    let root = IBig::from(polynomials.root(place));
                    let square = &root * &root - IBig::from(number.0.clone());
                    assert_eq!(square, value * &polynomials.a);
                }
                for (at, prime) in base.iter().enumerate().skip(1) {
                    if polynomials.factors.contains(&at) {
                        continue;
                    }
                    for place in [polynomials.first[at], polynomials.second[at]] {
                        assert!((0..prime.prime.cast_signed()).contains(&place));
                        let root = polynomials.root(place.cast_unsigned() as usize);
                        let square = IBig::from(&root * &root) - IBig::from(number.0.clone());
                        assert_eq!(square % IBig::from(prime.prime), IBig::ZERO);
                    }
                }
            }
        }
    }
}
