//! What counts as a written number, and what is said about everything else.

use duel_numbers::{MAX_DIGITS, Natural, ParseNaturalError};
use proptest::prelude::*;

fn not_a_digit(character: char, position: usize) -> ParseNaturalError {
    ParseNaturalError::NotADigit { character, position }
}

#[test]
fn refusals_name_the_reason() {
    let cases = [
        ("", ParseNaturalError::Empty),
        ("0", ParseNaturalError::Zero),
        ("00", ParseNaturalError::LeadingZero),
        ("007", ParseNaturalError::LeadingZero),
        ("-5", not_a_digit('-', 1)),
        ("+7", not_a_digit('+', 1)),
        ("1e9", not_a_digit('e', 2)),
        ("1_000", not_a_digit('_', 2)),
        ("1 000", not_a_digit(' ', 2)),
        (" 12", not_a_digit(' ', 1)),
        ("12\n", not_a_digit('\n', 3)),
        ("٣", not_a_digit('٣', 1)),
        ("1\u{ff12}", not_a_digit('\u{ff12}', 2)),
        ("1\u{202e}2", not_a_digit('\u{202e}', 2)),
        ("0x10", not_a_digit('x', 2)),
        ("1.5", not_a_digit('.', 2)),
    ];
    for (text, error) in cases {
        assert_eq!(Natural::parse(text), Err(error), "{text:?}");
    }
}

#[test]
fn the_limit_is_exact() {
    let longest = "9".repeat(MAX_DIGITS);
    assert_eq!(Natural::parse(&longest).unwrap().to_string(), longest);
    let digits = MAX_DIGITS + 1;
    let error = ParseNaturalError::TooLong { digits };
    assert_eq!(Natural::parse(&"1".repeat(digits)), Err(error));
}

#[test]
fn of_an_enormous_text_only_as_much_is_read_as_a_number_may_have_digits() {
    let text = format!("{}x{}", "7".repeat(MAX_DIGITS), "7".repeat(10_000_000));
    let error = ParseNaturalError::TooLong { digits: text.len() };
    assert_eq!(Natural::parse(&text), Err(error), "the wrong character is never seen");
}

#[test]
fn messages_are_safe_to_print() {
    let harmful = ['\0', '\u{1b}', '\n', '\u{7f}', '\u{85}', '\u{200f}', '\u{202e}', '\u{2066}'];
    for character in harmful {
        let message = Natural::parse(&format!("1{character}")).unwrap_err().to_string();
        assert!(!message.contains(character), "{message:?}");
        assert!(message.contains(&format!("U+{:04X}", u32::from(character))), "{message}");
    }
    let message = Natural::parse("12x").unwrap_err().to_string();
    assert!(message.starts_with("'x' at position 3 is not a digit"), "{message}");
    let message = Natural::parse("٣").unwrap_err().to_string();
    assert!(message.starts_with("'٣' (U+0663) at position 1"), "{message}");
}

proptest! {
    #[test]
    fn numbers_survive_being_written(text in "[1-9][0-9]{0,300}") {
        let n = Natural::parse(&text).unwrap();
        prop_assert_eq!(n.to_string(), &text[..]);
        prop_assert_eq!(n.digits(), text.len());
        prop_assert_eq!(text.parse::<Natural>(), Ok(n));
    }

    #[test]
    fn digits_append(text in "[1-9][0-9]{0,60}") {
        let appended = text.bytes().fold(Natural::zero(), |n, digit| n.append_digit(digit - b'0'));
        prop_assert_eq!(appended, Natural::parse(&text).unwrap());
    }

    #[test]
    fn any_text_is_answered_without_raw_controls(text in "\\PC*|[0-9\u{0}-\u{1f}]{1,20}") {
        match Natural::parse(&text) {
            Ok(n) => prop_assert_eq!(n.to_string(), text),
            Err(error) => prop_assert!(!error.to_string().chars().any(char::is_control)),
        }
    }
}
