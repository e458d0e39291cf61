//! Numbers as decimal digits, written quickly: lists of divisors run to millions of lines.

use std::io::Write as _;

use duel_numbers::Natural;

/// "00", "01" and so on up to "99": two digits for one division.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0_u8;
    while n < 100 {
        pairs[n as usize] = [b'0' + n / 10, b'0' + n % 10];
        n += 1;
    }
    pairs
};

/// The largest power of ten that fits a word, and its zeros.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const CHUNK_DIGITS: usize = 19;

/// Appends a number of one word.
pub(crate) fn push_word(text: &mut Vec<u8>, n: u64) {
    let mut digits = [b'0'; 20];
    let from = fill(&mut digits, n);
    text.extend_from_slice(&digits[from..]);
}

/// Appends a number of two words.
pub(crate) fn push_double_word(text: &mut Vec<u8>, n: u128) {
    if let Ok(word) = u64::try_from(n) {
        return push_word(text, word);
    }
    let high = n / u128::from(CHUNK);
    push_double_word(text, high);
    // A remainder would be a second division.
    let low = u64::try_from(n - high * u128::from(CHUNK)).expect("less than the divisor");
    let mut digits = [b'0'; 20];
    fill(&mut digits, low);
    text.extend_from_slice(&digits[20 - CHUNK_DIGITS..]);
}

/// Appends a number of any size.
pub(crate) fn push(text: &mut Vec<u8>, n: &Natural) {
    match n.to_u128() {
        Some(n) => push_double_word(text, n),
        None => write!(text, "{n}").expect("memory takes everything"),
    }
}

/// Writes the digits to the end of a field of zeros, and says where they begin.
fn fill(digits: &mut [u8; 20], n: u64) -> usize {
    let (mut left, mut at) = (n, digits.len());
    while left >= 100 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[(left % 100) as usize]);
        left /= 100;
    }
    if left >= 10 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[(left % 100) as usize]);
    } else {
        at -= 1;
        digits[at] += (left % 10) as u8;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard_library() {
        let mut numbers = vec![0_u128, u128::MAX];
        for shift in 0..128 {
            let power = 1_u128 << shift;
            numbers.extend([power - 1, power, power + 1]);
        }
        for zeros in 0..39 {
            let power = 10_u128.pow(zeros);
            numbers.extend([power - 1, power, power + 1]);
        }
        for n in numbers {
            let mut text = b"x".to_vec();
            push(&mut text, &Natural::from(n));
            assert_eq!(String::from_utf8(text).unwrap(), format!("x{n}"));
        }
        let long = Natural::from(10_u8).pow(100);
        let mut text = Vec::new();
        push(&mut text, &long);
        assert_eq!(String::from_utf8(text).unwrap(), long.to_string());
    }
}
