//! One grammar for numbers: digits, no leading zero, from 1 up, at most `MAX_DIGITS` of them.

#![no_main]

use duel_fuzz::is_safe_to_show;
use duel_numbers::{MAX_DIGITS, Natural};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let is_number = (1..=MAX_DIGITS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && !text.starts_with('0');
    match Natural::parse(text) {
        Ok(number) => {
            assert!(is_number, "{text:?}");
            assert_eq!(number.to_string(), text);
            assert_eq!(number.digits(), text.len());
            assert_eq!(number.to_u64(), text.parse().ok());
            assert_eq!(number.to_u128(), text.parse().ok());
        }
        Err(error) => {
            assert!(!is_number, "{text:?}");
            is_safe_to_show(&error.to_string());
        }
    }
});
