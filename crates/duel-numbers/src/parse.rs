//! The one grammar for numbers that people write, and its error messages.

use std::str::FromStr;

use dashu_int::UBig;
use thiserror::Error;

use crate::Natural;

/// The longest number that [`Natural::parse`] accepts, in decimal digits.
///
/// Results of arithmetic may be longer; only written numbers are limited.
pub const MAX_DIGITS: usize = 10_000;

/// Why a text is not a number that [`Natural::parse`] accepts.
///
/// The messages are made for people, and are safe to print: no control character and nothing that
/// could reorder a line is ever echoed raw.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseNaturalError {
    /// There was nothing at all.
    #[error("there is no number; write one in digits, such as 360")]
    Empty,
    /// The number was 0.
    #[error("0 is too small; numbers start at 1")]
    Zero,
    /// The number started with 0.
    #[error("a number does not start with 0; leave the leading zeros out")]
    LeadingZero,
    /// Something other than the ASCII digits 0 to 9.
    #[error(
        "{} at position {position} is not a digit; use only 0 to 9, without signs, spaces or separators",
        shown(*.character)
    )]
    NotADigit {
        /// The first character that is not a digit.
        character: char,
        /// Its position, counted in characters from 1.
        position: usize,
    },
    /// More digits than [`MAX_DIGITS`].
    #[error("{digits} digits are too many; a number has at most {MAX_DIGITS}")]
    TooLong {
        /// How many digits there were.
        digits: usize,
    },
}

/// A character in a form that is safe to print: itself if it is printable ASCII, else its code
/// point, with the glyph alongside where it is a letter or a digit of some script.
fn shown(character: char) -> String {
    let code = u32::from(character);
    if character.is_ascii_graphic() || character == ' ' {
        format!("'{character}'")
    } else if character.is_alphanumeric() {
        format!("'{character}' (U+{code:04X})")
    } else {
        format!("U+{code:04X}")
    }
}

impl Natural {
    /// Reads a number as people write it: ASCII decimal digits, from 1 up, without leading zero,
    /// sign, space or separator, and at most [`MAX_DIGITS`] digits long.
    ///
    /// The length is looked at before anything else, so that a text of many megabytes is refused
    /// at once.
    ///
    /// ```
    /// use duel_numbers::{Natural, ParseNaturalError};
    ///
    /// assert_eq!(Natural::parse("360"), Ok(Natural::from(360u32)));
    /// assert_eq!(Natural::parse("007"), Err(ParseNaturalError::LeadingZero));
    /// ```
    pub fn parse(text: &str) -> Result<Natural, ParseNaturalError> {
        // The first wrong character explains more than the length does, but only if finding it
        // does not mean reading a text of any size.
        let wrong = text.chars().take(MAX_DIGITS).position(|c| !c.is_ascii_digit());
        if let Some(index) = wrong {
            let character = text.chars().nth(index).expect("found there just now");
            return Err(ParseNaturalError::NotADigit { character, position: index + 1 });
        }
        if text.len() > MAX_DIGITS {
            return Err(ParseNaturalError::TooLong { digits: text.len() });
        }
        match text.as_bytes() {
            [] => Err(ParseNaturalError::Empty),
            b"0" => Err(ParseNaturalError::Zero),
            [b'0', ..] => Err(ParseNaturalError::LeadingZero),
            _ => Ok(Natural(UBig::from_str_radix(text, 10).expect("only digits"))),
        }
    }
}

impl FromStr for Natural {
    type Err = ParseNaturalError;

    /// The same as [`Natural::parse`].
    fn from_str(text: &str) -> Result<Natural, ParseNaturalError> {
        Natural::parse(text)
    }
}
