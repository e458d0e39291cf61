//! A position reads as it is printed, and lists exactly the moves that it accepts.

#![no_main]

use duel_fuzz::{is_safe_to_show, lists_what_it_accepts, reads_as_printed, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data, 60) else {
        return;
    };
    match duel_books::position(text) {
        Ok(position) => {
            reads_as_printed(&position);
            lists_what_it_accepts(&position);
        }
        Err(error) => is_safe_to_show(&error.to_string()),
    }
});
