//! Numbers as decimal digits, written quickly: lists of divisors run to millions of lines.

use std::io::Write as _;

use duel_numbers::Natural;

/// Appends a number of one or two words.
pub(crate) fn push_word(text: &mut Vec<u8>, n: impl itoa::Integer) {
    text.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
}

/// Appends a number of any size.
pub(crate) fn push(text: &mut Vec<u8>, n: &Natural) {
    match n.to_u128() {
        Some(n) => push_word(text, n),
        None => write!(text, "{n}").expect("memory takes everything"),
    }
}
