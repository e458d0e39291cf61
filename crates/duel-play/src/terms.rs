//! What two players agree on before the first move, and whether it makes sense.

use duel_books::{Book, house::builds_digits};
use duel_core::{HouseRule, HouseRuleError, Position, Rules, SetupError, rules::MAX_CAP};
use duel_numbers::Natural;
use thiserror::Error;

use crate::{
    deal::{Deal, Difficulty, NumberSize, deal_sized, start},
    dice::{Dice, fingerprint},
};

/// What the players ask for. Whatever is left out, the book decides.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The numbers to start from.
    pub start: Option<Vec<Natural>>,
    /// The targets, in a game of digits.
    pub targets: Option<Vec<Natural>>,
    /// The maximum length, in a game of digits.
    pub length: Option<u32>,
    /// House rules beside the fair ones.
    pub house: Vec<HouseRule>,
    /// Whether to play the book's fair variant.
    pub fair: bool,
}

/// Terms that fit a book.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The book.
    pub book: &'static Book,
    /// The rules, house rules included.
    pub rules: Rules,
    /// Whether one player sets the start and the other chooses who begins.
    pub swap: bool,
    /// A length that is only announced.
    pub announced_length: Option<u32>,
    /// Where the start comes from.
    pub start: Start,
}

/// Where the start of a game comes from.
#[derive(Clone, Debug)]
pub enum Start {
    /// The same for every round.
    Given(Position),
    /// Drawn anew for every round.
    Dealt,
    /// Set by a player, under the house rule `swap`.
    Asked,
}

/// Why terms do not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TermsError {
    /// Numbers for a game of digits.
    #[error("a game of digits starts empty: give --target instead of --start")]
    StartForDigits,
    /// Targets for another game.
    #[error("`{0}` has no target: give --start instead of --target")]
    TargetElsewhere(&'static str),
    /// A length for another game.
    #[error("`{0}` has no maximum length: --max-length is for digits")]
    LengthElsewhere(&'static str),
    /// A length that is none.
    #[error("a maximum length is a number from 1 to {MAX_CAP}")]
    BadLength,
    /// A start that the book does not allow.
    #[error("{number} is too small for `{book}`: it must be {least} or more")]
    TooSmall {
        /// The number.
        number: Natural,
        /// The book.
        book: &'static str,
        /// What it demands.
        least: u64,
    },
    /// House rules that do not fit.
    #[error(transparent)]
    House(#[from] HouseRuleError),
    /// A start that cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Terms {
    /// Holds the terms against a book.
    pub fn agree(self, book: &'static Book) -> Result<Agreed, TermsError> {
        let digits = builds_digits(book);
        if digits && self.start.is_some() {
            return Err(TermsError::StartForDigits);
        }
        if !digits && self.targets.is_some() {
            return Err(TermsError::TargetElsewhere(book.slug));
        }
        if !digits && self.length.is_some() {
            return Err(TermsError::LengthElsewhere(book.slug));
        }
        if self.length.is_some_and(|length| !(1..=MAX_CAP).contains(&length)) {
            return Err(TermsError::BadLength);
        }
        let (rules, swap) = self.rules(book)?;
        let announced_length = self.length.filter(|_| rules.cap_length().is_none());
        let start = match self.start.or(self.targets) {
            Some(numbers) => Start::Given(first_position(book, rules, numbers)?),
            None if self.fair => Start::Dealt,
            None if swap => Start::Asked,
            None => Start::Given(first_position(book, rules, vec![Natural::from(book.start)])?),
        };
        Ok(Agreed { book, rules, swap, announced_length, start })
    }

    fn rules(&self, book: &'static Book) -> Result<(Rules, bool), TermsError> {
        let mut house = self.house.clone();
        let swap = house.contains(&HouseRule::Swap);
        house.retain(|rule| *rule != HouseRule::Swap);
        let mut length = self.length;
        if self.fair {
            let own_cap = house.iter().any(|rule| rule.is_cap());
            let fair = book.fair.house.iter().copied();
            house.extend(
                fair.filter(|rule| !(self.house.contains(rule) || own_cap && rule.is_cap())),
            );
            length = length.or(book.fair.length);
        }
        Ok((book.rules.with(&house, length)?, swap))
    }
}

impl Agreed {
    /// A game from this position, under its rules.
    pub fn at(start: Position) -> Agreed {
        let rules = *start.rules();
        Agreed {
            book: duel_books::of(&rules),
            rules,
            swap: false,
            announced_length: None,
            start: Start::Given(start),
        }
    }

    /// Draws a start for a round of a dealt game.
    pub fn deal(&self, seed: u64, round: u32) -> Deal {
        self.deal_at(seed, round, Difficulty::default())
    }

    /// Draws a start whose numbers are of this size.
    pub fn deal_of_size(&self, seed: u64, round: u32, size: NumberSize) -> Deal {
        self.deal_with(seed, round, Difficulty::default(), size)
    }

    /// Draws a start of this difficulty, with what is known about it.
    ///
    /// Book and rules are part of the seed, so that one seed tosses a coin of its own for each
    /// game.
    pub fn deal_at(&self, seed: u64, round: u32, difficulty: Difficulty) -> Deal {
        self.deal_with(seed, round, difficulty, NumberSize::default())
    }

    fn deal_with(&self, seed: u64, round: u32, difficulty: Difficulty, size: NumberSize) -> Deal {
        let seed = seed ^ fingerprint(&self.rules);
        let mut dice = Dice::seeded(seed.wrapping_add(u64::from(round) << 32));
        deal_sized(self.book, self.rules, &mut dice, difficulty, size)
    }

    /// The first position with these numbers (or targets), if the book allows them as a start.
    pub fn first_position(&self, numbers: Vec<Natural>) -> Result<Position, TermsError> {
        first_position(self.book, self.rules, numbers)
    }
}

fn first_position(
    book: &'static Book,
    rules: Rules,
    numbers: Vec<Natural>,
) -> Result<Position, TermsError> {
    let least = Natural::from(book.least);
    if let Some(number) = numbers.iter().find(|number| **number < least) {
        let number = number.clone();
        return Err(TermsError::TooSmall { number, book: book.slug, least: book.least });
    }
    Ok(start(rules, numbers)?)
}
