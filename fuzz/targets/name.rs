//! A name is cleaned once and for all, and what is left may be shown.

#![no_main]

use duel_core::{MAX_NAME, clean_name, shown};
use duel_fuzz::is_safe_to_show;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Some(name) = clean_name(&text) {
        is_safe_to_show(&name);
        assert!((1..=MAX_NAME).contains(&name.chars().count()), "{name:?}");
        assert!(!name.contains('\n') && name.trim() == name, "{name:?}");
        assert_eq!(clean_name(&name).as_ref(), Some(&name));
    }
    let line = shown(&text);
    is_safe_to_show(&line);
    assert_eq!(shown(&line), line);
});
