//! The lines of the Universal Game Interface: ignored, or the same after they were written and read;
//! options and command lines that are refused are refused with a message that can be shown.

#![no_main]

use duel_fuzz::{is_safe_to_show, reads_as_printed, text};
use duel_play::command_line::CommandLine;
use duel_ugi::{
    message::{Command, Reply},
    options::Options,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data, 40) else { return };
    let mut options = Options::default();
    for line in text.lines() {
        if let Some(command) = Command::parse(line) {
            let written = command.to_string();
            assert!(!written.contains('\n'), "{written:?}");
            assert_eq!(Command::parse(&written).as_ref(), Some(&command), "{written:?}");
            if let Command::SetOption { name, value } = &command
                && let Err(why) = options.set(name, value)
            {
                // The engine cleans what it quotes.
                is_safe_to_show(&duel_core::shown(&why));
            }
        }
        if let Some(answer) = Reply::parse(line) {
            assert_eq!(Reply::parse(&answer.to_string()), Some(answer));
        }
        if let Err(error) = line.parse::<CommandLine>() {
            is_safe_to_show(&error.to_string());
        }
    }
    if let Ok(start) = options.start() {
        reads_as_printed(&start);
    }
});
