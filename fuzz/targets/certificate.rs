//! Certificates: no text makes the checker panic, and what it accepts names a position that can be
//! written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // Long numbers would only test how long arithmetic takes.
    let longest = data.split(|byte| !byte.is_ascii_digit()).map(<[u8]>::len).max();
    if longest.unwrap_or(0) > 40 {
        return;
    }
    match duel_verify::verify(data, duel_books::catalogue) {
        Ok(verified) => {
            let written = verified.position.to_string();
            assert_eq!(
                duel_books::position(&written).as_ref(),
                Ok(&verified.position),
                "{written}"
            );
        }
        Err(error) => assert!(error.line > 0 || data.is_empty(), "{error}"),
    }
});
