//! A conjecture about single numbers, as data: when it is true, and how it is written.
//!
//! A [`Conjecture`] is made by parsing ([`super::parse`]) and nothing else, so it is never deep.
//! What it displays as is its canonical form, which parses to the same conjecture again.

use std::fmt;

use super::{arithmetic::Sieve, parse::ConjectureError};

/// A condition on a number; the number is lost exactly when it holds.
///
/// ```
/// use duel_teach::discover::{Conjecture, Sieve};
///
/// let conjecture = Conjecture::parse("ODD or (power of 2 and twos mod 2 = 1)").unwrap();
/// assert_eq!(conjecture.to_string(), "odd or power of 2 and twos mod 2 = 1");
/// assert!(conjecture.holds_for(8, &Sieve::to(10)));
/// assert!(!conjecture.holds_for(4, &Sieve::to(10)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture(pub(super) Formula);

/// A condition, as it was put together. Lists of conditions have at least two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Always,
    Never,
    Is(Kind),
    PowerOf(u64),
    Compared { left: Term, comparison: Comparison, right: Term },
    In { left: Term, list: Vec<u64> },
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// A kind of number with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Odd,
    Even,
    Prime,
    Composite,
    Square,
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(u64),
    /// A quantity, or its remainder by the modulus, which is not 0.
    Of(Quantity, Option<u64>),
}

/// Something that can be counted or found in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Itself,
    Omega,
    Divisors,
    LargestPrime,
    SmallestPrime,
    Twos,
    DigitSum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Kind {
    pub(super) const ALL: [Kind; 5] =
        [Kind::Odd, Kind::Even, Kind::Prime, Kind::Composite, Kind::Square];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Odd => "odd",
            Kind::Even => "even",
            Kind::Prime => "prime",
            Kind::Composite => "composite",
            Kind::Square => "square",
        }
    }

    fn holds_for(self, number: u64, sieve: &Sieve) -> bool {
        match self {
            Kind::Odd => number % 2 == 1,
            Kind::Even => number.is_multiple_of(2),
            Kind::Prime => sieve.is_prime(number),
            Kind::Composite => number > 1 && !sieve.is_prime(number),
            Kind::Square => number.isqrt().pow(2) == number,
        }
    }
}

impl Quantity {
    pub(super) const ALL: [Quantity; 7] = [
        Quantity::Itself,
        Quantity::Omega,
        Quantity::Divisors,
        Quantity::LargestPrime,
        Quantity::SmallestPrime,
        Quantity::Twos,
        Quantity::DigitSum,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Quantity::Itself => "n",
            Quantity::Omega => "omega",
            Quantity::Divisors => "divisors",
            Quantity::LargestPrime => "largest prime",
            Quantity::SmallestPrime => "smallest prime",
            Quantity::Twos => "twos",
            Quantity::DigitSum => "digit sum",
        }
    }

    fn of(self, number: u64, sieve: &Sieve) -> u64 {
        match self {
            Quantity::Itself => number,
            Quantity::Omega => sieve.primes(number).count() as u64,
            Quantity::Divisors => sieve.divisors(number),
            Quantity::LargestPrime => sieve.primes(number).last().unwrap_or(1),
            Quantity::SmallestPrime => sieve.primes(number).next().unwrap_or(1),
            Quantity::Twos => number.trailing_zeros().into(),
            Quantity::DigitSum => digit_sum(number),
        }
    }
}

impl Comparison {
    pub(super) const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::Unequal,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    pub(super) fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    fn holds_for(self, left: u64, right: u64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}

impl Term {
    fn of(self, number: u64, sieve: &Sieve) -> u64 {
        match self {
            Term::Number(value) => value,
            Term::Of(quantity, None) => quantity.of(number, sieve),
            Term::Of(quantity, Some(modulus)) => quantity.of(number, sieve) % modulus,
        }
    }
}

impl Conjecture {
    /// Reads a conjecture; see `docs/discover.md` for the language.
    pub fn parse(text: &str) -> Result<Conjecture, ConjectureError> {
        super::parse::parse(text)
    }

    /// What is conjectured, as the beginning of a sentence: `lost exactly when odd`.
    pub fn claim(&self) -> String {
        match &self.0 {
            Formula::Never => "no start is lost".to_owned(),
            Formula::Always => "every start is lost".to_owned(),
            condition => format!("lost exactly when {condition}"),
        }
    }

    /// Whether the condition holds for a number, which is 1 or more. Numbers beyond the sieve take
    /// longer.
    pub fn holds_for(&self, number: u64, sieve: &Sieve) -> bool {
        self.0.holds_for(number, sieve)
    }

    /// What the quantities are that the condition compares, such as `twos mod 2 = 1`; the number
    /// itself is left out.
    pub fn facts(&self, number: u64, sieve: &Sieve) -> Vec<String> {
        let mut terms = Vec::new();
        self.0.collect_terms(&mut terms);
        let fact = |term: &Term| match term {
            Term::Number(_) | Term::Of(Quantity::Itself, None) => None,
            Term::Of(..) => Some(format!("{term} = {}", term.of(number, sieve))),
        };
        terms.iter().filter_map(fact).collect()
    }
}

impl Formula {
    fn holds_for(&self, number: u64, sieve: &Sieve) -> bool {
        match self {
            Formula::Always => true,
            Formula::Never => false,
            Formula::Is(kind) => kind.holds_for(number, sieve),
            Formula::PowerOf(base) => is_power(number, *base),
            Formula::Compared { left, comparison, right } => {
                comparison.holds_for(left.of(number, sieve), right.of(number, sieve))
            }
            Formula::In { left, list } => list.contains(&left.of(number, sieve)),
            Formula::Not(formula) => !formula.holds_for(number, sieve),
            Formula::All(parts) => parts.iter().all(|part| part.holds_for(number, sieve)),
            Formula::Any(parts) => parts.iter().any(|part| part.holds_for(number, sieve)),
        }
    }

    /// Adds each term once, in the order in which they are written.
    fn collect_terms(&self, terms: &mut Vec<Term>) {
        let mut add = |term: Term| {
            if !terms.contains(&term) {
                terms.push(term);
            }
        };
        match self {
            Formula::Always | Formula::Never | Formula::Is(_) | Formula::PowerOf(_) => {}
            Formula::Compared { left, right, .. } => {
                add(*left);
                add(*right);
            }
            Formula::In { left, .. } => add(*left),
            Formula::Not(formula) => formula.collect_terms(terms),
            Formula::All(parts) | Formula::Any(parts) => {
                for part in parts {
                    part.collect_terms(terms);
                }
            }
        }
    }

    /// How loosely it holds together: what is looser than its surroundings needs brackets.
    fn looseness(&self) -> u8 {
        match self {
            Formula::Any(_) => 2,
            Formula::All(_) => 1,
            _ => 0,
        }
    }

    fn write_within(&self, f: &mut fmt::Formatter<'_>, loosest: u8) -> fmt::Result {
        if self.looseness() > loosest { write!(f, "({self})") } else { write!(f, "{self}") }
    }
}

impl fmt::Display for Conjecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut joined = |parts: &[Formula], word: &str, loosest: u8| {
            for (place, part) in parts.iter().enumerate() {
                if place > 0 {
                    write!(f, " {word} ")?;
                }
                part.write_within(f, loosest)?;
            }
            Ok(())
        };
        match self {
            Formula::Any(parts) => joined(parts, "or", 1),
            Formula::All(parts) => joined(parts, "and", 0),
            Formula::Not(formula) => {
                f.write_str("not ")?;
                formula.write_within(f, 0)
            }
            Formula::Always => f.write_str("always"),
            Formula::Never => f.write_str("never"),
            Formula::Is(kind) => f.write_str(kind.name()),
            Formula::PowerOf(base) => write!(f, "power of {base}"),
            Formula::Compared { left, comparison, right } => {
                write!(f, "{left} {} {right}", comparison.sign())
            }
            Formula::In { left, list } => {
                let list: Vec<String> = list.iter().map(u64::to_string).collect();
                write!(f, "{left} in {}", list.join(", "))
            }
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Of(quantity, None) => f.write_str(quantity.name()),
            Term::Of(quantity, Some(modulus)) => write!(f, "{} mod {modulus}", quantity.name()),
        }
    }
}

/// Whether a number is a power of a base that is 2 or more. 1 is one, with the exponent 0.
fn is_power(number: u64, base: u64) -> bool {
    let mut rest = number;
    while rest > 1 && rest.is_multiple_of(base) {
        rest /= base;
    }
    rest == 1
}

fn digit_sum(number: u64) -> u64 {
    let mut rest = number;
    let mut sum = 0;
    while rest > 0 {
        sum += rest % 10;
        rest /= 10;
    }
    sum
}
