//! House rules in words.

use duel_core::{HouseRule, Play, Rules};

use crate::{BOOKS, Book, rules_text::count_in_words, short_name};

/// What a house rule means, in one sentence.
pub fn meaning(rule: HouseRule) -> &'static str {
    match rule {
        HouseRule::Misere => "Whoever makes the last move loses.",
        HouseRule::Swap => "One player sets the start, the other chooses who moves first.",
        HouseRule::One => {
            "The number may be divided by 1, once per game, by whoever does it first."
        }
        HouseRule::Either => "Divide by the chosen divisor or subtract it, as you like.",
        HouseRule::PrimeSteps => "Divide by a prime smaller than the number, or subtract 1.",
        HouseRule::NoEcho => "You may not choose the divisor that your opponent has just chosen.",
        HouseRule::Once => {
            "Each number (in digits: each digit) may be chosen once per game, by either player."
        }
        HouseRule::Root => "Only divisors whose square is at most the number may be chosen.",
        HouseRule::NoWhole => "The number itself may not be taken while it is above 1.",
        HouseRule::NoLeadingZero => "The first digit may not be 0.",
        HouseRule::CapDraw => "At the maximum length without a winner, nobody wins.",
        HouseRule::CapSecond => {
            "At the maximum length without a winner, the player who did not begin wins."
        }
        #[cfg(feature = "recipes")]
        HouseRule::NoHalf => "Half of the number may not be chosen.",
    }
}

/// A house rule in a few words, beside the name of a game.
pub fn in_brief(rule: HouseRule) -> &'static str {
    match rule {
        HouseRule::Misere => "whoever cannot move wins",
        HouseRule::Swap => "one sets the start, the other chooses",
        HouseRule::One => "dividing by 1 once",
        HouseRule::Either => "divide or subtract",
        HouseRule::PrimeSteps => "divide by a prime or take 1",
        HouseRule::NoEcho => "the divisor just used is barred",
        HouseRule::Once => "nothing is chosen twice",
        HouseRule::Root => "no divisor above the square root",
        HouseRule::NoWhole => "the number itself is barred",
        HouseRule::NoLeadingZero => "0 may not come first",
        HouseRule::CapDraw => "nobody wins at the maximum length",
        HouseRule::CapSecond => "the second player wins at the maximum length",
        #[cfg(feature = "recipes")]
        HouseRule::NoHalf => "half of the number is barred",
    }
}

/// The short name of a game and in what its rules differ from the book's:
/// `Subtract (the divisor just used is barred)`.
pub fn name_with_rules(rules: &Rules) -> String {
    let name = short_name(rules);
    // The name says it.
    let is_told =
        |rule: &HouseRule| *rule == HouseRule::PrimeSteps && name != crate::of(rules).short;
    let told: Vec<&str> = rules.house().filter(|rule| !is_told(rule)).map(in_brief).collect();
    if told.is_empty() { name.to_owned() } else { format!("{name} ({})", told.join(", ")) }
}

/// Whether a house rule can be agreed on for this book.
pub fn fits(rule: HouseRule, book: &Book) -> bool {
    rule == HouseRule::Swap || book.rules.with(&[rule], Some(1)).is_ok()
}

/// The house rules that fit a book.
pub fn fitting(book: &Book) -> impl Iterator<Item = HouseRule> {
    HouseRule::ALL.into_iter().filter(|rule| fits(*rule, book))
}

/// The names of the books that a house rule fits.
pub fn books_of(rule: HouseRule) -> Vec<&'static str> {
    BOOKS.iter().filter(|book| fits(rule, book)).map(|book| book.slug).collect()
}

/// Whether a book is played with digits rather than with numbers.
pub fn builds_digits(book: &Book) -> bool {
    matches!(book.rules.play(), Play::Append(_))
}

/// The fair variant of a book in one sentence.
pub fn fair_in_words(book: &Book) -> String {
    let fair = book.fair;
    let noun = match (builds_digits(book), fair.count) {
        (false, 1) => "number",
        (false, _) => "numbers",
        (true, 1) => "target",
        (true, _) => "targets",
    };
    let count = count_in_words(fair.count);
    let mut words = format!("{count} {noun} of {} to {}, drawn by lot", fair.from, fair.to);
    if let Some(length) = fair.length {
        words.push_str(&format!(", maximum length {length}"));
    }
    if !fair.house.is_empty() {
        let names: Vec<&str> = fair.house.iter().map(|rule| rule.name()).collect();
        let rules = if names.len() == 1 { "house rule" } else { "house rules" };
        words.push_str(&format!("; {rules} {}", names.join(", ")));
    }
    format!("{words}.")
}
