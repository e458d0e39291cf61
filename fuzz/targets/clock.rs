//! A clock is printed so that it is read again, and never overflows.

#![no_main]

use std::time::Duration;

use duel_core::Clock;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(clock) = text.parse::<Clock>() {
        assert_eq!(clock.to_string().parse(), Ok(clock), "{text:?}");
        for moves in [0, 1, u32::MAX] {
            let full = clock.allowance(moves, Duration::ZERO);
            assert!(!full.is_zero());
            assert!(clock.allowance(moves, Duration::MAX) <= full);
        }
    }
});
