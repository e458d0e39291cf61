//! The picture of the prompt in the documentation: a session at a real terminal.
//!
//! `docs/pictures/make` draws it anew after a change that is meant to alter it: look at it.

mod sitting;
mod tmux;

use std::path::Path;

use duel_testing::{
    picture::{Cell, Frame, Screen, animated, compare, read_screen},
    wait_for,
};
use sitting::{DUEL, Home};
use tmux::{SIZE, Terminal};

/// How many seconds a screen is shown: while something is typed, after it, and at the end.
const TYPED: usize = 1;
const ANSWERED: usize = 3;
const READ: usize = 8;

/// The prompt of the shell.
const SHELL: &str = "$ ";

fn text(line: &[Cell]) -> String {
    line.iter().map(|cell| cell.symbol.as_str()).collect()
}

/// Waits until `line` is the last one on the screen, and draws the cursor after it.
#[track_caller]
fn screen(terminal: &Terminal<'_>, line: &str) -> Screen {
    let mut screen = wait_for(
        || format!("{line:?} is not the last line of\n{}", terminal.screen()),
        || {
            let captured = terminal.tmux(&["capture-pane", "-p", "-e"]).stdout;
            let mut screen = read_screen(&String::from_utf8_lossy(&captured));
            while screen.last().is_some_and(|last| text(last).trim().is_empty()) {
                screen.pop();
            }
            let is_shown = screen.last().is_some_and(|last| text(last) == line.trim_end());
            is_shown.then_some(screen)
        },
    );
    let last = screen.last_mut().expect("a line");
    let blank = Cell { symbol: " ".to_owned(), ..Cell::default() };
    last.resize(line.len(), blank.clone());
    last.push(Cell { is_reversed: true, ..blank });
    screen
}

#[test]
#[ignore = "needs tmux"]
fn a_session_at_the_prompt() {
    let home = Home::new();
    let folder = Path::new(DUEL).parent().expect("the folder of the program").display();
    let settings = home.write("settings", format!("PS1='{SHELL}'\nPATH='{folder}':$PATH\n"));
    let settings = settings.to_str().expect("a path in UTF-8");
    let terminal = Terminal::run(&home, &[], &["bash", "--rcfile", settings]);
    screen(&terminal, SHELL);
    let mut frames = Vec::new();
    let mut prompt = SHELL;
    for (typed, next) in [
        ("duel play subtract --fair --start 18 --p1 Ann --p2 Ben", "Input: "),
        ("9", "Input: "),
        ("3", "Input: "),
        // Leaves 4, of which the 2 that was just chosen is the only proper divisor.
        ("2", "(a)gain, (r)eview, (w)hy, (m)enu or (q)uit? "),
        ("q", SHELL),
        ("duel explain subtract+no-echo:18", SHELL),
    ] {
        terminal.press(&["-l", typed]);
        let shown = screen(&terminal, &format!("{prompt}{typed}"));
        frames.push(Frame { screen: shown, seconds: TYPED });
        terminal.press(&["Enter"]);
        frames.push(Frame { screen: screen(&terminal, next), seconds: ANSWERED });
        prompt = next;
    }
    frames.last_mut().expect("a frame").seconds = READ;
    let title = "A game of Subtract at the prompt, and why the first player wins it";
    compare("prompt.svg", &animated(title, SIZE, &frames));
}
