//! A position on the first line, a move on the second: moves read as they are printed, and a game
//! that one of them ends is kept.

#![no_main]

use duel_core::{Illegal, Input};
use duel_fuzz::{is_kept, is_safe_to_show, reads_as_printed, strict_game, text, two_lines};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((position, entry)) = text(data, 60).map(two_lines) else {
        return;
    };
    let Ok(position) = duel_books::position(position) else {
        return;
    };
    let made = match position.read_move(entry) {
        Ok(made) => made,
        Err(error) => return is_safe_to_show(&error.to_string()),
    };
    let written = position.write_move(&made);
    assert_eq!(position.read_move(&written).as_ref(), Ok(&made), "{written} in {position}");
    match position.play(&made) {
        Err(Illegal::NoSuchNumber) => {}
        Err(_) => assert_eq!(written, entry),
        Ok(step) => {
            assert_eq!(written, entry);
            assert_eq!((&step.before, &step.played), (&position, &made));
            assert_eq!(step.after.turn(), position.turn().other());
            reads_as_printed(&step.after);
        }
    }
    let mut record = strict_game(&position);
    let submitted = record.game.submit(position.turn(), Input::Move(made), Default::default());
    assert_eq!(submitted.is_err(), position.is_over());
    is_kept(&record);
});
