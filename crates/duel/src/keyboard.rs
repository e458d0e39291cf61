//! Lines from a terminal or a script, read with a timeout.
//!
//! A thread reads them, because a read cannot be cancelled when a clock runs out. On a terminal lines
//! can be edited and recalled; elsewhere prompts are printed and every line is echoed, so that a
//! transcript reads like a session.

use std::{
    io,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use duel_core::shown;
use duel_play::lines::{self, InputLine};
use rustyline::{Config, Editor, error::ReadlineError, history::MemHistory};

use crate::{console, stop::Stop, terminal};

/// The longest line, in bytes; longer ones are dropped.
const LONGEST: usize = 64 << 10;

/// What was read.
#[derive(Debug)]
pub(crate) enum KeyboardEvent {
    /// A line.
    Line(String),
    /// A line over the limit.
    TooLong,
    /// The end of input.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// The source of lines.
pub(crate) struct Keyboard {
    prompts: Sender<String>,
    lines: Receiver<KeyboardEvent>,
    reader: thread::JoinHandle<()>,
    /// Whether the reader still waits for a line whose time is up.
    stale: bool,
}

impl Keyboard {
    pub(crate) fn new() -> Keyboard {
        let (prompts, asked) = mpsc::channel();
        let (answers, lines) = mpsc::channel();
        let edits = console::is_interactive();
        let reader = thread::spawn(move || {
            if edits {
                edit_lines(&asked, &answers);
            } else {
                read_lines(&asked, &answers);
            }
        });
        Keyboard { prompts, lines, reader, stale: false }
    }

    /// Ends the reader, so that another part can use the terminal.
    pub(crate) fn close(self) {
        let Keyboard { prompts, reader, .. } = self;
        drop(prompts);
        let _ = reader.join();
    }

    /// Prints the prompt and waits for a line; `None` when the time is up first.
    pub(crate) fn ask(
        &mut self,
        prompt: &str,
        patience: Option<Duration>,
    ) -> Result<Option<KeyboardEvent>, Stop> {
        if console::is_interactive() {
            self.discard_late_line()?;
            self.request(prompt.to_owned());
        } else {
            console::say(prompt)?;
            if !self.stale {
                self.request(String::new());
            }
        }
        let event = self.await_line(patience);
        self.stale = event.is_none();
        if self.stale {
            terminal::restore();
            console::say("\n")?;
        } else if !console::is_interactive() {
            let echo = match &event {
                Some(KeyboardEvent::Line(line)) => shown(line),
                _ => String::new(),
            };
            console::say(&format!("{echo}\n"))?;
        }
        Ok(event)
    }

    /// Prints the prompt and waits for a line; one over the limit is refused, and asked for again.
    pub(crate) fn ask_line(&mut self, prompt: &str, at_end: Stop) -> Result<String, Stop> {
        loop {
            match self.ask(prompt, None)? {
                Some(KeyboardEvent::Line(line)) => return Ok(line),
                Some(KeyboardEvent::TooLong) => console::refuse(&format!(
                    "That line is too long: at most {LONGEST} characters are read."
                )),
                Some(KeyboardEvent::Interrupted) => return Err(Stop::Interrupted),
                None | Some(KeyboardEvent::End) => return Err(at_end),
            }
        }
    }

    /// Discards a line that was being typed when the time was up. Between two games this is done
    /// before the next clock starts.
    pub(crate) fn discard_late_line(&mut self) -> Result<(), Stop> {
        if self.stale && console::is_interactive() {
            console::say("Press Enter to go on.\n")?;
            self.await_line(None);
            self.stale = false;
        }
        Ok(())
    }

    fn request(&self, prompt: String) {
        // If the reader has ended, `await_line` returns the end of input.
        let _ = self.prompts.send(prompt);
    }

    fn await_line(&mut self, patience: Option<Duration>) -> Option<KeyboardEvent> {
        match patience {
            None => Some(self.lines.recv().unwrap_or(KeyboardEvent::End)),
            Some(patience) => match self.lines.recv_timeout(patience) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Disconnected) => Some(KeyboardEvent::End),
                Err(RecvTimeoutError::Timeout) => None,
            },
        }
    }
}

fn edit_lines(asked: &Receiver<String>, answers: &Sender<KeyboardEvent>) {
    let config = Config::builder()
        .auto_add_history(true)
        // It would have to be switched off when a signal or the clock ends a line.
        .bracketed_paste(false)
        .max_history_size(200);
    let editor =
        config.and_then(|config| Editor::<(), _>::with_history(config.build(), MemHistory::new()));
    let Ok(mut editor) = editor else { return };
    for prompt in asked {
        let event = match editor.readline(&prompt) {
            Ok(line) if line.len() > LONGEST => KeyboardEvent::TooLong,
            Ok(line) => KeyboardEvent::Line(line),
            Err(ReadlineError::Interrupted) => KeyboardEvent::Interrupted,
            Err(_) => KeyboardEvent::End,
        };
        if answers.send(event).is_err() {
            return;
        }
    }
}

fn read_lines(asked: &Receiver<String>, answers: &Sender<KeyboardEvent>) {
    let mut input = io::stdin().lock();
    for _ in asked {
        let event = match lines::read_line(&mut input, LONGEST) {
            InputLine::Text(line) => KeyboardEvent::Line(line),
            InputLine::TooLong => KeyboardEvent::TooLong,
            InputLine::End => KeyboardEvent::End,
        };
        if answers.send(event).is_err() {
            return;
        }
    }
}
