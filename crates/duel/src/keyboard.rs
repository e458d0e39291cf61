//! Lines that players type, or that a script sends, with a limit on the waiting.
//!
//! Reading happens on a thread of its own, because a read cannot be cut short when a clock runs
//! out. On a terminal lines can be edited and recalled; elsewhere prompts are printed all the same
//! and every line is echoed, so that a transcript reads like a session.

use std::{
    io::{self, BufRead},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use duel_core::shown;
use duel_play::lines::{self, InputLine};
use rustyline::{Config, Editor, error::ReadlineError, history::MemHistory};

use crate::{
    console::{self, Console},
    interrupt,
    stop::Stop,
};

/// The longest line that is read; what is longer is dropped whole.
const LONGEST: usize = 64 << 10;

/// What came of waiting for a line.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// A line longer than any that makes sense.
    TooLong,
    /// There will be no more lines.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// The source of lines.
pub(crate) struct Keyboard {
    console: Console,
    prompts: Sender<String>,
    lines: Receiver<Heard>,
    reader: thread::JoinHandle<()>,
    /// Whether the reader still waits for a line that came too late to count.
    stale: bool,
}

impl Keyboard {
    pub(crate) fn new(console: Console) -> Keyboard {
        let (prompts, asked) = mpsc::channel();
        let (answers, lines) = mpsc::channel();
        let edits = console.is_interactive();
        let reader = thread::spawn(move || {
            if edits {
                edit_lines(&asked, &answers);
            } else {
                read_lines(&asked, &answers);
            }
        });
        Keyboard { console, prompts, lines, reader, stale: false }
    }

    /// Hands the terminal to somebody else, once nothing here will touch it any more.
    pub(crate) fn put_away(self) {
        let Keyboard { prompts, reader, .. } = self;
        drop(prompts);
        let _ = reader.join();
    }

    /// Prints the prompt and waits for a line; `None` when the time is up first.
    pub(crate) fn ask(
        &mut self,
        prompt: &str,
        patience: Option<Duration>,
    ) -> Result<Option<Heard>, Stop> {
        if self.console.is_interactive() {
            self.settle()?;
            self.request(prompt.to_owned());
        } else {
            console::say(prompt)?;
            if !self.stale {
                self.request(String::new());
            }
        }
        let heard = self.await_line(patience);
        self.stale = heard.is_none();
        if self.stale {
            interrupt::restore_terminal();
            console::say("\n")?;
        } else if !self.console.is_interactive() {
            let echo = match &heard {
                Some(Heard::Line(line)) => shown(line),
                _ => String::new(),
            };
            console::say(&format!("{echo}\n"))?;
        }
        Ok(heard)
    }

    /// Gets rid of a line that somebody was still typing when the time was up. Between two games
    /// this comes before the next clock starts.
    pub(crate) fn settle(&mut self) -> Result<(), Stop> {
        if self.stale && self.console.is_interactive() {
            console::say("Press Enter to go on.\n")?;
            self.await_line(None);
            self.stale = false;
        }
        Ok(())
    }

    fn request(&self, prompt: String) {
        // A reader that is gone shows as the end of input.
        let _ = self.prompts.send(prompt);
    }

    fn await_line(&mut self, patience: Option<Duration>) -> Option<Heard> {
        match patience {
            None => Some(self.lines.recv().unwrap_or(Heard::End)),
            Some(patience) => match self.lines.recv_timeout(patience) {
                Ok(heard) => Some(heard),
                Err(RecvTimeoutError::Disconnected) => Some(Heard::End),
                Err(RecvTimeoutError::Timeout) => None,
            },
        }
    }
}

fn edit_lines(asked: &Receiver<String>, answers: &Sender<Heard>) {
    let config = Config::builder()
        .auto_add_history(true)
        // It would have to be switched off again when a signal or the clock cuts a line short.
        .bracketed_paste(false)
        .max_history_size(200);
    let editor =
        config.and_then(|config| Editor::<(), _>::with_history(config.build(), MemHistory::new()));
    let Ok(mut editor) = editor else { return };
    for prompt in asked {
        let heard = match editor.readline(&prompt) {
            Ok(line) if line.len() > LONGEST => Heard::TooLong,
            Ok(line) => Heard::Line(line),
            Err(ReadlineError::Interrupted) => Heard::Interrupted,
            Err(_) => Heard::End,
        };
        if answers.send(heard).is_err() {
            return;
        }
    }
}

fn read_lines(asked: &Receiver<String>, answers: &Sender<Heard>) {
    let mut input = io::stdin().lock();
    for _ in asked {
        if answers.send(read_line(&mut input, LONGEST)).is_err() {
            return;
        }
    }
}

/// Reads a line of at most so many bytes.
pub(crate) fn read_line(input: &mut impl BufRead, longest: usize) -> Heard {
    match lines::read_line(input, longest) {
        InputLine::Text(line) => Heard::Line(line),
        InputLine::TooLong => Heard::TooLong,
        InputLine::End => Heard::End,
    }
}
