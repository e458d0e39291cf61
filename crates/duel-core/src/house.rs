//! House rules: named departures from a book, agreed before the first move.
//!
//! This is the one table of their names. What each changes is in [`Rules::with`]; what each means
//! in words is in `duel-books`.
//!
//! [`Rules::with`]: crate::Rules::with

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::rules::MAX_CAP;

/// A named departure from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HouseRule {
    /// The player who cannot move wins; completing the number loses.
    Misere,
    /// One player sets the start, the other chooses who begins. Settled before the game, so it is
    /// never part of a position.
    Swap,
    /// Division by 1 once per game.
    One,
    /// Divide by the divisor or subtract it.
    Either,
    /// Divide by a prime or subtract 1.
    PrimeSteps,
    /// The opponent's last divisor may not be chosen.
    NoEcho,
    /// Every number (or digit) once per game.
    Once,
    /// Only divisors up to the square root.
    Root,
    /// The current number itself may not be taken.
    NoWhole,
    /// The first digit may not be 0.
    NoLeadingZero,
    /// A game that reaches the maximum length is a draw.
    CapDraw,
    /// At the maximum length the player who did not begin wins.
    CapSecond,
    /// Half of the number may not be chosen.
    #[cfg(feature = "recipes")]
    NoHalf,
}

impl HouseRule {
    /// Every house rule, in the order in which text forms print them.
    pub const ALL: [HouseRule; 12 + cfg!(feature = "recipes") as usize] = [
        HouseRule::Misere,
        HouseRule::Swap,
        HouseRule::One,
        HouseRule::Either,
        HouseRule::PrimeSteps,
        HouseRule::NoEcho,
        HouseRule::Once,
        HouseRule::Root,
        HouseRule::NoWhole,
        HouseRule::NoLeadingZero,
        HouseRule::CapDraw,
        HouseRule::CapSecond,
        #[cfg(feature = "recipes")]
        HouseRule::NoHalf,
    ];

    /// The name that options and positions use.
    pub fn name(self) -> &'static str {
        match self {
            HouseRule::Misere => "misere",
            HouseRule::Swap => "swap",
            HouseRule::One => "one",
            HouseRule::Either => "either",
            HouseRule::PrimeSteps => "prime-steps",
            HouseRule::NoEcho => "no-echo",
            HouseRule::Once => "once",
            HouseRule::Root => "root",
            HouseRule::NoWhole => "no-whole",
            HouseRule::NoLeadingZero => "no-leading-zero",
            HouseRule::CapDraw => "cap-draw",
            HouseRule::CapSecond => "cap-second",
            #[cfg(feature = "recipes")]
            HouseRule::NoHalf => "no-half",
        }
    }

    /// Whether the rule needs a maximum length.
    pub fn is_cap(self) -> bool {
        matches!(self, HouseRule::CapDraw | HouseRule::CapSecond)
    }

    /// The pairs that contradict each other.
    const CONFLICTS: [(HouseRule, HouseRule); 3] = [
        (HouseRule::One, HouseRule::PrimeSteps),
        (HouseRule::Either, HouseRule::PrimeSteps),
        (HouseRule::CapDraw, HouseRule::CapSecond),
    ];
}

impl fmt::Display for HouseRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for HouseRule {
    type Err = HouseRuleError;

    fn from_str(name: &str) -> Result<HouseRule, HouseRuleError> {
        HouseRule::ALL.into_iter().find(|rule| rule.name() == name).ok_or(HouseRuleError::Unknown)
    }
}

/// Why a house rule was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HouseRuleError {
    /// There is no rule of that name.
    #[error("there is no house rule of that name; there are {}", list_of_names())]
    Unknown,
    /// The rule says nothing about this book.
    #[error("the house rule `{rule}` does not fit the book `{book}`")]
    OutsideItsBooks {
        /// The rule.
        rule: HouseRule,
        /// The book.
        book: &'static str,
    },
    /// Two rules contradict each other.
    #[error("the house rules `{0}` and `{1}` exclude each other; choose one")]
    Conflict(HouseRule, HouseRule),
    /// The same rule twice.
    #[error("the house rule `{0}` is named twice; once is enough")]
    Twice(HouseRule),
    /// The rule is about setting up, so no position carries it.
    #[error("`{0}` is settled before the first move and is never part of a position")]
    BeforeTheGame(HouseRule),
    /// A cap needs to know where.
    #[error("the house rule `{0}` needs a maximum length from 1 to {MAX_CAP}")]
    CapWithoutLength(HouseRule),
}

fn list_of_names() -> String {
    HouseRule::ALL.map(HouseRule::name).join(", ")
}

/// A set of house rules, free of contradictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct House(u16);

impl House {
    pub(crate) const NONE: House = House(0);

    pub(crate) fn contains(self, rule: HouseRule) -> bool {
        self.0 & (1 << rule as u16) != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = HouseRule> {
        HouseRule::ALL.into_iter().filter(move |rule| self.contains(*rule))
    }

    pub(crate) fn with(self, added: &[HouseRule]) -> Result<House, HouseRuleError> {
        let mut house = self;
        for &rule in added {
            if house.contains(rule) {
                return Err(HouseRuleError::Twice(rule));
            }
            house.0 |= 1 << rule as u16;
        }
        for (one, other) in HouseRule::CONFLICTS {
            if house.contains(one) && house.contains(other) {
                return Err(HouseRuleError::Conflict(one, other));
            }
        }
        Ok(house)
    }
}
