//! A position on the first line, what a player says on the second: whatever is understood can be
//! answered, announced and kept.

#![no_main]

use duel_books::{Reader, closing, explain, hear::hear};
use duel_core::{Announcement, Input, Refusal, View};
use duel_fuzz::{BUDGET, is_kept, is_safe_to_show, strict_game, text, two_lines};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((position, line)) = text(data, 60).map(two_lines) else {
        return;
    };
    let Ok(position) = duel_books::position(position) else {
        return;
    };
    let book = duel_books::of(position.rules());
    let mut record = strict_game(&position);
    let before = View::new(&record.game, &record.names, BUDGET);
    let voice = &book.voice;
    for speech in [voice.opening, voice.turn, voice.prompt, voice.stuck] {
        is_safe_to_show(&speech(&before));
    }
    is_safe_to_show(&explain::valid(&before));

    let input = match hear(&position, line) {
        Ok(input) => input,
        Err(unclear) => {
            is_safe_to_show(&unclear.to_string());
            Input::Garbled
        }
    };
    if let Input::Move(made) = &input
        && position.after(made).is_ok()
    {
        let short = position.write_move(made);
        assert_eq!(hear(&position, &short).as_ref(), Ok(&input), "{short} in {position}");
    }
    match record.game.submit(position.turn(), input, Default::default()) {
        Err(refusal) => {
            assert_eq!(refusal, Refusal::Over);
            assert!(position.is_over());
        }
        Ok(events) => {
            for event in &events {
                if let Announcement::Moved(step) = event {
                    is_safe_to_show(&(book.voice.moved)(step, &record.names, Reader::Anyone));
                }
            }
        }
    }
    if let Some(ending) = record.game.ending() {
        let after = View::new(&record.game, &record.names, BUDGET);
        is_safe_to_show(&closing::closing(book, &after, ending));
    }
    is_kept(&record);
});
