//! Lucas chains: how to multiply a point by a prime when two points can be added only if their
//! difference is known.
//!
//! A chain is a run of Euclid's algorithm backwards. It keeps three points `A`, `B` and
//! `C = A - B`, and the multiplier is always `d A + e B` for some `d` and `e`; each rule makes `d`
//! and `e` smaller for the price of an addition or two. Which rules apply depends on the first
//! quotient, and a quotient near the golden ratio keeps the chain short, so the shortest of a few
//! dozen starts is taken.
//!
//! The idea and the rules are Peter Montgomery's: "Evaluating recurrences of form
//! X(m+n) = f(X(m), X(n), X(m-n)) via Lucas chains", 1983, revised 1992.

/// One rule of a chain, as something to do with the points `A`, `B` and `C`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `A = 2 A`, outside of any chain.
    Double,
    /// `B = C = A`, then `A = 2 A`: how a chain begins.
    Begin,
    /// `A` and `B` change places.
    Swap,
    /// `A, B = 2 A + B, A + 2 B`.
    Third,
    /// `A, B = 2 A, A + B`.
    HalfDifference,
    /// `B, C = A + B, B`.
    Subtract,
    /// `A, C = 2 A, C + A`.
    HalfFirst,
    /// `B, C = 2 B, C - B`, up to sign.
    HalfSecond,
    /// `A = A + B`: how a chain ends.
    Finish,
}

impl Rule {
    /// What the rule costs in products, an addition being six of them and a doubling as many.
    fn cost(self) -> u32 {
        match self {
            Rule::Swap => 0,
            Rule::Double | Rule::Begin | Rule::Subtract | Rule::Finish => 6,
            Rule::HalfDifference | Rule::HalfFirst | Rule::HalfSecond => 12,
            Rule::Third => 18,
        }
    }
}

/// The rules that multiply by everything up to `bound`: by the highest power up to it of each
/// prime.
pub(crate) fn multiply_by_all(bound: u32, primes: &[u32]) -> Vec<Rule> {
    let mut rules = Vec::new();
    for &prime in primes.iter().take_while(|&&prime| prime <= bound) {
        let chain = if prime == 2 { vec![Rule::Double] } else { shortest(prime) };
        for _ in 0..bound.ilog(prime) {
            rules.extend_from_slice(&chain);
        }
    }
    rules
}

/// The cheapest chain for an odd prime among the starts near the golden ratio.
fn shortest(prime: u32) -> Vec<Rule> {
    // How many starts to either side; the longer the chain, the less there is to gain.
    let around = (100_000 / prime).clamp(6, 40);
    let golden = u32::try_from((u64::from(prime) * 2_654_435_769) >> 32).expect("below the prime");
    let first = golden.saturating_sub(around).max(prime / 2 + 1);
    let last = (golden + around).min(prime - 1);
    let chains = (first..=last).filter_map(|start| chain(prime, start));
    chains
        .min_by_key(|rules| rules.iter().map(|rule| rule.cost()).sum::<u32>())
        .expect("a prime is coprime to every start")
}

/// The chain for an odd number above 1 that starts by splitting it at `start`, which is more than
/// half of it; `None` if the two have a common divisor.
fn chain(number: u32, start: u32) -> Option<Vec<Rule>> {
    let mut rules = vec![Rule::Begin];
    let (mut d, mut e) = (number - start, 2 * start - number);
    while d != e {
        if d < e {
            (d, e) = (e, d);
            rules.push(Rule::Swap);
        }
        let close = 4 * d <= 5 * e;
        let rule = if close && (d + e).is_multiple_of(3) {
            (d, e) = ((2 * d - e) / 3, (2 * e - d) / 3);
            Rule::Third
        } else if close && (d - e).is_multiple_of(6) {
            d = (d - e) / 2;
            Rule::HalfDifference
        } else if d <= 4 * e {
            d -= e;
            Rule::Subtract
        } else if (d + e).is_multiple_of(2) {
            d = (d - e) / 2;
            Rule::HalfDifference
        } else if d.is_multiple_of(2) {
            d /= 2;
            Rule::HalfFirst
        } else {
            e /= 2;
            Rule::HalfSecond
        };
        rules.push(rule);
        if e == 0 {
            return None;
        }
    }
    rules.push(Rule::Finish);
    (d == 1).then_some(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sieve::primes_below;

    /// Points are whole numbers here, and a sum is allowed only where its difference is at hand.
    fn follow(rules: &[Rule]) -> i64 {
        let sum = |x: i64, y: i64, difference: i64| {
            assert_eq!((x - y).abs(), difference.abs());
            x + y
        };
        let (mut a, mut b, mut c) = (1, 0, 0);
        for rule in rules {
            match rule {
                Rule::Double => a *= 2,
                Rule::Begin => (a, b, c) = (2 * a, a, a),
                Rule::Swap => (a, b) = (b, a),
                Rule::Third => {
                    let both = sum(a, b, c);
                    (a, b) = (sum(both, a, b), sum(both, b, a));
                }
                Rule::HalfDifference => (a, b) = (2 * a, sum(a, b, c)),
                Rule::Subtract => (b, c) = (sum(a, b, c), b),
                Rule::HalfFirst => (a, c) = (2 * a, sum(c, a, b)),
                Rule::HalfSecond => (b, c) = (2 * b, sum(c, -b, a)),
                Rule::Finish => a = sum(a, b, c),
            }
        }
        a.abs()
    }

    #[test]
    fn chains_multiply_by_their_prime() {
        for prime in primes_below(20_000).into_iter().skip(1) {
            assert_eq!(follow(&shortest(prime)), i64::from(prime));
        }
    }

    #[test]
    fn everything_up_to_a_bound_is_a_factor() {
        let primes = primes_below(100);
        // The least common multiple of the numbers to 30.
        assert_eq!(follow(&multiply_by_all(30, &primes)), 2_329_089_562_800);
    }
}
