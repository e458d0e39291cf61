//! The readable form of a record: refused, or the same after it was written and read.

#![no_main]

use duel_core::Record;
use duel_fuzz::{is_kept, is_safe_to_show, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if std::str::from_utf8(data).is_ok() && text(data, 40).is_none() {
        return;
    }
    match Record::parse(data, duel_books::catalogue) {
        Ok(record) => is_kept(&record),
        Err(error) => is_safe_to_show(&error.to_string()),
    }
});
