//! The terminal as a full screen, and always back again: at the end, after a signal, in a panic.

use std::{
    io::{self, Stdout, stdout},
    panic,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
};

use crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui_core::terminal::Terminal;

use crate::backend::CrosstermBackend;

/// Whether the terminal has to be put right.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes the whole terminal, or leaves it as it was found. A panic in any thread gives it back and ends
/// the program.
pub fn take() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let taken = give_back();
        before(info);
        if taken {
            // Whichever thread it was, the screen would not be drawn again.
            duel_ugi::end_all();
            std::process::exit(101);
        }
    }));
    TAKEN.store(true, SeqCst);
    open().inspect_err(|_| {
        give_back();
    })
}

fn open() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    terminal.clear()?;
    Ok(terminal)
}

/// Puts the terminal back as it was found; whether that had still to be done.
pub fn give_back() -> bool {
    let taken = TAKEN.swap(false, SeqCst);
    if taken {
        // A closed terminal needs nothing.
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
    taken
}
