//! The elliptic curve method: a proper divisor of a composite number, quick if one of its prime
//! factors is small, whatever the size of the number.
//!
//! A curve modulo `n` is a curve modulo every prime `p` of `n` at once. Multiplying a point by all
//! prime powers up to a bound takes it to the neutral point modulo those `p` for which the number
//! of points on the curve has no other factors; that shows as a common divisor of `n` and the
//! point's last coordinate. A second stage lets one larger prime pass: it compares multiples of the
//! point by giant and baby steps, each prime between the bounds being a giant step plus or minus a
//! baby step. Every curve is a new chance.
//!
//! Sources: H. W. Lenstra, "Factoring integers with elliptic curves", 1987; P. L. Montgomery,
//! "Speeding the Pollard and elliptic curve methods of factorization", 1987 (curves by x and z
//! alone, the second stage); H. Suyama's family of curves, whose orders are multiples of 12.

use std::sync::OnceLock;

use dashu_int::ops::Gcd;

use crate::Natural;
use crate::budget::{Meter, Progress, product_cost};
use crate::chain::{Rule, multiply_by_all};
use crate::modulus::{Question, Ring, with_ring};
use crate::sieve::primes_below;

/// How far one curve goes.
struct Bounds {
    /// About how long, in bits, the factors are that this is meant for.
    bits: u32,
    /// Every prime power up to this is passed in the first stage.
    first: u32,
    /// One prime up to this is passed in the second.
    second: u32,
    /// The length of a giant step: a multiple of 6, at most twice the first bound, and without
    /// prime factors beyond it.
    stride: u32,
}

/// How many levels of effort there are.
pub(crate) const LEVELS: usize = 11;

/// Growing efforts; [`Curves`] names them by index.
const BOUNDS: [Bounds; LEVELS] = [
    Bounds { bits: 20, first: 47, second: 1_400, stride: 60 },
    Bounds { bits: 23, first: 70, second: 2_100, stride: 120 },
    Bounds { bits: 28, first: 125, second: 4_000, stride: 120 },
    Bounds { bits: 32, first: 205, second: 6_000, stride: 120 },
    Bounds { bits: 38, first: 500, second: 25_000, stride: 210 },
    Bounds { bits: 44, first: 1_000, second: 60_000, stride: 420 },
    Bounds { bits: 53, first: 3_000, second: 240_000, stride: 1_050 },
    Bounds { bits: 63, first: 8_000, second: 800_000, stride: 2_310 },
    Bounds { bits: 72, first: 20_000, second: 2_500_000, stride: 2_310 },
    Bounds { bits: 84, first: 60_000, second: 9_000_000, stride: 4_620 },
    Bounds { bits: 100, first: 250_000, second: 25_000_000, stride: 9_240 },
];

/// How many products a curve of a level takes, about.
pub(crate) fn products(level: usize) -> u64 {
    let Bounds { first, second, stride, .. } = BOUNDS[level];
    // Fourteen for each number passed in the first stage; then two for each pair of a giant and a
    // baby step, of which there are about as many as there are primes for every four.
    let pairs = 3 * u64::from(second) / (4 * u64::from(second.ilog2()) * 2 / 3);
    14 * u64::from(first) + 2 * pairs + 8 * u64::from(second / stride) + 2 * u64::from(stride)
}

/// So many curves of one level.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Curves {
    pub(crate) level: usize,
    pub(crate) count: u32,
}

/// How a search by curves ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// This divides the number, and is neither 1 nor the number.
    Divisor(Natural),
    /// All curves were tried.
    Nothing,
    /// The meter ran out.
    Stopped,
}

/// Looks for a proper divisor of the odd composite `n` on these curves.
///
/// `first` numbers the first curve; searches that go on where another ended begin with new ones.
pub(crate) fn search(n: &Natural, curves: Curves, first: u64, meter: &mut Meter<'_>) -> Found {
    with_ring(n, Search { n, curves, first, meter })
}

struct Search<'a, 'm> {
    n: &'a Natural,
    curves: Curves,
    first: u64,
    meter: &'a mut Meter<'m>,
}

impl Question for Search<'_, '_> {
    type Answer = Found;

    fn ask<R: Ring>(self, ring: &R) -> Found {
        let Search { n, curves: Curves { level, count }, first, meter } = self;
        let bits = BOUNDS[level].bits;
        let program = Program::of_level(level);
        for done in 0..count {
            meter.report(|| Progress::Curves { number: n, bits, done, planned: count });
            // Suyama's family wants a parameter above 5.
            match run(ring, n, 6 + first + u64::from(done), program, meter) {
                Some(divisor) if !divisor.is_one() && divisor != *n => {
                    return Found::Divisor(divisor);
                }
                Some(_) => {}
                None => return Found::Stopped,
            }
        }
        Found::Nothing
    }
}

/// What to do for the bounds of one level, worked out once.
struct Program {
    first_stage: Vec<Rule>,
    /// The length of a giant step.
    stride: u32,
    /// The baby steps taken: coprime to the stride and at most half of it.
    babies: Vec<u32>,
    /// The first giant step.
    giant: u32,
    /// For it and each one after, the indices of the baby steps that lead to a prime.
    pairs: Vec<Vec<u16>>,
}

impl Program {
    fn of_level(level: usize) -> &'static Program {
        static PROGRAMS: [OnceLock<Program>; LEVELS] = [const { OnceLock::new() }; _];
        PROGRAMS[level].get_or_init(|| Program::new(&BOUNDS[level]))
    }

    fn new(bounds: &Bounds) -> Program {
        let Bounds { first, second, stride, .. } = *bounds;
        let primes = primes_below(second + 1);
        let half = stride / 2;
        let babies: Vec<u32> = (1..half).filter(|baby| Gcd::gcd(*baby, stride) == 1).collect();
        let giant = (first + half) / stride;
        let mut pairs = vec![Vec::new(); ((second + half) / stride - giant + 1) as usize];
        for prime in primes.iter().filter(|&&prime| prime > first) {
            let nearest = (prime + half) / stride;
            let baby = babies.binary_search(&prime.abs_diff(nearest * stride));
            let baby = u16::try_from(baby.expect("a prime is coprime to the stride"));
            let list = &mut pairs[(nearest - giant) as usize];
            let baby = baby.expect("few baby steps");
            if !list.contains(&baby) {
                list.push(baby);
            }
        }
        Program { first_stage: multiply_by_all(first, &primes), stride, babies, giant, pairs }
    }
}

/// A point of a curve, up to its sign: the ratio of two residues.
#[derive(Clone)]
struct Point<E> {
    x: E,
    z: E,
}

/// A curve `b y^2 = x^3 + a x^2 + x` modulo `n`, by `(a + 2) / 4` as a ratio, so that nothing has
/// to be inverted.
struct Curve<'r, R: Ring> {
    ring: &'r R,
    over: R::Element,
    under: R::Element,
}

impl<'r, R: Ring> Curve<'r, R> {
    /// A curve of Suyama's family and a point on it.
    fn new(ring: &'r R, parameter: u64) -> (Curve<'r, R>, Point<R::Element>) {
        let number = |value: u64| ring.element(&Natural::from(value));
        let parameter = number(parameter);
        let double = |a: &R::Element| ring.add(a, a);
        let cube = |a: &R::Element| ring.mul(&ring.square(a), a);
        let u = ring.sub(&ring.square(&parameter), &number(5));
        let v = double(&double(&parameter));
        let point = Point { x: cube(&u), z: cube(&v) };
        let more = ring.add(&ring.add(&double(&u), &u), &v);
        let over = ring.mul(&cube(&ring.sub(&v, &u)), &more);
        let quarter = double(&double(&ring.mul(&point.x, &v)));
        let under = double(&double(&quarter));
        (Curve { ring, over, under }, point)
    }

    fn double(&self, p: &Point<R::Element>) -> Point<R::Element> {
        let ring = self.ring;
        let sum = ring.square(&ring.add(&p.x, &p.z));
        let difference = ring.square(&ring.sub(&p.x, &p.z));
        let product = ring.sub(&sum, &difference);
        let difference = ring.mul(&difference, &self.under);
        let both = ring.add(&difference, &ring.mul(&product, &self.over));
        Point { x: ring.mul(&sum, &difference), z: ring.mul(&product, &both) }
    }

    /// The sum of two points whose difference is known.
    fn add(
        &self,
        p: &Point<R::Element>,
        q: &Point<R::Element>,
        difference: &Point<R::Element>,
    ) -> Point<R::Element> {
        let ring = self.ring;
        let one = ring.mul(&ring.sub(&p.x, &p.z), &ring.add(&q.x, &q.z));
        let other = ring.mul(&ring.add(&p.x, &p.z), &ring.sub(&q.x, &q.z));
        let plus = ring.square(&ring.add(&one, &other));
        let minus = ring.square(&ring.sub(&one, &other));
        Point { x: ring.mul(&difference.z, &plus), z: ring.mul(&difference.x, &minus) }
    }

    /// The multiple of a point by a positive number, and the next multiple.
    fn multiply(&self, p: &Point<R::Element>, by: u32) -> [Point<R::Element>; 2] {
        let (mut low, mut high) = (p.clone(), self.double(p));
        for bit in (0..by.ilog2()).rev() {
            let middle = self.add(&high, &low, p);
            if by >> bit & 1 == 1 {
                (low, high) = (middle, self.double(&high));
            } else {
                (low, high) = (self.double(&low), middle);
            }
        }
        [low, high]
    }

    /// Follows the rules; `None` if the meter runs out.
    fn follow(
        &self,
        rules: &[Rule],
        start: Point<R::Element>,
        meter: &mut Meter<'_>,
        cost: u64,
    ) -> Option<Point<R::Element>> {
        /// How many rules are paid for at once.
        const PACE: usize = 64;

        let (mut a, mut b, mut c) = (start.clone(), start.clone(), start);
        for rules in rules.chunks(PACE) {
            if !meter.spend(7 * rules.len() as u64 * cost) {
                return None;
            }
            for rule in rules {
                match rule {
                    Rule::Double => a = self.double(&a),
                    Rule::Begin => {
                        b = a.clone();
                        c = a.clone();
                        a = self.double(&a);
                    }
                    Rule::Swap => std::mem::swap(&mut a, &mut b),
                    Rule::Third => {
                        let both = self.add(&a, &b, &c);
                        let second = self.add(&both, &b, &a);
                        a = self.add(&both, &a, &b);
                        b = second;
                    }
                    Rule::HalfDifference => {
                        b = self.add(&a, &b, &c);
                        a = self.double(&a);
                    }
                    Rule::Subtract => {
                        let sum = self.add(&a, &b, &c);
                        c = std::mem::replace(&mut b, sum);
                    }
                    Rule::HalfFirst => {
                        c = self.add(&c, &a, &b);
                        a = self.double(&a);
                    }
                    Rule::HalfSecond => {
                        c = self.add(&c, &b, &a);
                        b = self.double(&b);
                    }
                    Rule::Finish => a = self.add(&a, &b, &c),
                }
            }
        }
        Some(a)
    }

    /// The multiples of a point by these numbers, which ascend from 1 and are coprime to 6.
    fn baby_steps(&self, p: &Point<R::Element>, babies: &[u32]) -> Vec<Baby<R::Element>> {
        let double = self.double(p);
        let triple = self.add(&double, p, p);
        let fifth = self.add(&triple, &double, p);
        let sixth = self.double(&triple);
        // Two runs, 1, 7, 13, ... and 5, 11, 17, ..., each with its neighbour before 0 known.
        let mut steps = Vec::with_capacity(babies.len());
        let mut runs = [(fifth.clone(), p.clone()), (p.clone(), fifth)];
        let mut at = [1, 5];
        let mut turn = 0;
        for &baby in babies {
            while at[turn] != baby {
                self.advance(&mut runs[turn], &sixth);
                at[turn] += 6;
                turn = 1 - turn;
            }
            let Point { x, z } = runs[turn].1.clone();
            let product = self.ring.mul(&x, &z);
            steps.push(Baby { x, z, product });
            self.advance(&mut runs[turn], &sixth);
            at[turn] += 6;
            turn = 1 - turn;
        }
        steps
    }

    /// Goes on in a run of multiples, of which the last two are kept.
    fn advance(
        &self,
        (before, last): &mut (Point<R::Element>, Point<R::Element>),
        step: &Point<R::Element>,
    ) {
        let next = self.add(last, step, before);
        *before = std::mem::replace(last, next);
    }

    /// A product that vanishes modulo the primes for which some giant and baby step meet; `None`
    /// if the meter runs out.
    fn second_stage(
        &self,
        p: &Point<R::Element>,
        program: &Program,
        meter: &mut Meter<'_>,
        cost: u64,
    ) -> Option<R::Element> {
        let ring = self.ring;
        if !meter.spend((7 * u64::from(program.stride) / 3 + 400) * cost) {
            return None;
        }
        let babies = self.baby_steps(p, &program.babies);
        let [step, _] = self.multiply(p, program.stride);
        let [low, high] = self.multiply(&step, program.giant);
        let mut run = (low, high);
        // Two products, so that neither has to wait for the other.
        let (mut even, mut odd) = (p.z.clone(), p.z.clone());
        for pairs in &program.pairs {
            if !meter.spend((8 + 2 * pairs.len() as u64) * cost) {
                return None;
            }
            let giant = &run.0;
            let shift = ring.mul(&giant.x, &giant.z);
            let meeting = |baby: u16| {
                // Equal to x z' - x' z, for one product instead of two.
                let baby = &babies[usize::from(baby)];
                let cross = ring.mul(&ring.sub(&giant.x, &baby.x), &ring.add(&giant.z, &baby.z));
                ring.sub(&ring.add(&cross, &baby.product), &shift)
            };
            let (twos, rest) = pairs.as_chunks::<2>();
            for [one, other] in twos {
                even = ring.mul(&even, &meeting(*one));
                odd = ring.mul(&odd, &meeting(*other));
            }
            for one in rest {
                even = ring.mul(&even, &meeting(*one));
            }
            self.advance(&mut run, &step);
        }
        Some(ring.mul(&even, &odd))
    }
}

/// A baby step with the product of its coordinates.
struct Baby<E> {
    x: E,
    z: E,
    product: E,
}

/// Both stages of one curve: the common divisor that they show, which may be 1 or `n`; `None` if
/// the meter runs out.
fn run<R: Ring>(
    ring: &R,
    n: &Natural,
    parameter: u64,
    program: &Program,
    meter: &mut Meter<'_>,
) -> Option<Natural> {
    let cost = product_cost(n.limbs());
    let (curve, start) = Curve::new(ring, parameter);
    let point = curve.follow(&program.first_stage, start, meter, cost)?;
    let divisor = ring.associate(&point.z).gcd(n);
    if !divisor.is_one() {
        return Some(divisor);
    }
    let product = curve.second_stage(&point, program, meter, cost)?;
    Some(ring.associate(&product).gcd(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn every_prime_between_the_bounds_has_its_steps() {
        for bounds in &BOUNDS[..7] {
            let program = Program::new(bounds);
            let mut met = Vec::new();
            for (at, pairs) in (program.giant..).zip(&program.pairs) {
                for &baby in pairs {
                    let (giant, baby) = (at * program.stride, program.babies[usize::from(baby)]);
                    met.extend([giant - baby, giant + baby]);
                }
            }
            let mut between =
                primes_below(bounds.second + 1).into_iter().filter(|p| *p > bounds.first);
            met.sort_unstable();
            assert!(between.all(|prime| met.binary_search(&prime).is_ok()));
        }
    }

    #[test]
    fn baby_steps_are_the_multiples() {
        // A prime modulus, so that ratios can be compared.
        let n = Natural::from(1_000_003u32);
        let ring = crate::montgomery::Narrow::new(1_000_003);
        let (curve, point) = Curve::new(&ring, 11);
        let babies: Vec<u32> =
            (1..105).filter(|j| Natural::from(*j).gcd(&Natural::from(210u32)).is_one()).collect();
        for (baby, step) in babies.iter().zip(curve.baby_steps(&point, &babies)) {
            let [multiple, _] = curve.multiply(&point, *baby);
            assert_eq!(
                ring.mul(&step.x, &multiple.z),
                ring.mul(&step.z, &multiple.x),
                "{baby} {n}"
            );
        }
    }

    #[test]
    fn an_empty_meter_ends_the_search() {
        let n = (&Natural::from(2u8).pow(89) - &Natural::one()).square();
        let many = Curves { level: 5, count: 100 };
        assert_eq!(search(&n, many, 0, &mut Budget::steps(100_000).meter()), Found::Stopped);
        let few = Curves { level: 0, count: 2 };
        assert_eq!(search(&n, few, 0, &mut Budget::UNLIMITED.meter()), Found::Nothing);
    }
}
