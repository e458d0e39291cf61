//! What surrounds the screen at a real terminal: keys and signals come in, effects go out, and
//! between two drawings every message that is there is heard.

use std::{
    fs, io,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use duel_play::{Sitting, Store};
use ratatui::crossterm::event::{self, Event};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

use crate::{
    app::App,
    choice::Choice,
    desk::Request,
    look::{Look, Theme},
    message::{Effect, Leaving, Message},
    screen,
    workers::{GRACE, Workers, choice_file},
};

/// How often the screen changes by itself, where it does.
const TICK: Duration = Duration::from_millis(100);

/// What to begin with.
#[derive(Debug)]
pub enum Game {
    /// A kept game, by its name or file.
    Kept(String),
    /// A new one.
    New(Box<Sitting>),
}

/// How the screen is wanted.
#[derive(Debug, Default)]
pub struct Options {
    /// How it looks, as the terminal allows.
    pub look: Look,
    /// The theme that was asked for; without one, the theme that was chosen the last time.
    pub theme: Option<Theme>,
    /// What to begin with; `None` for the first screen.
    pub game: Option<Game>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code that tells.
    pub code: u8,
    /// How to go on with a game that was left in the middle.
    pub farewell: Option<String>,
}

/// Something that comes in.
enum Heard {
    Message(Message),
    Signal(i32),
    /// The keyboard is gone.
    End,
}

/// Plays on the whole terminal until somebody leaves.
pub fn run(options: Options) -> io::Result<Ended> {
    let store = Store::of_user().ok();
    let choice = choice_file(store.as_ref()).and_then(|file| fs::read_to_string(file).ok());
    let choice = choice.map(|text| Choice::from_text(&text)).unwrap_or_default();
    let (heard, coming) = mpsc::channel();
    watch_signals(heard.clone())?;
    let mut terminal = screen::take()?;
    let size = terminal.size()?;
    let mut app = App::new(choice, options.look, options.theme, (size.width, size.height));
    let tell = heard.clone();
    let mut workers = Workers::start(store, move |message| {
        let _ = tell.send(Heard::Message(message));
    });
    watch_keys(heard);
    workers.perform(app.begin());
    match options.game {
        None => {}
        Some(Game::Kept(game)) => workers.perform(vec![Effect::Desk(Request::Resume(game))]),
        Some(Game::New(sitting)) => {
            workers.perform(vec![Effect::Desk(Request::Begin { sitting, toss: false })]);
        }
    }
    let ended = loop {
        if workers.take_redraw() {
            terminal.clear()?;
        }
        terminal.draw(|frame| app.draw(frame))?;
        if let Some(code) = hear(&mut app, &mut workers, &coming) {
            break Ended { code, farewell: app.farewell().map(str::to_owned) };
        }
    };
    screen::give_back();
    workers.close();
    Ok(ended)
}

/// Waits for something to come, and lets the screen hear all that has; the exit code, once it is
/// time to leave.
fn hear(app: &mut App, workers: &mut Workers, coming: &Receiver<Heard>) -> Option<u8> {
    let first = if app.is_ticking() {
        match coming.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) => Heard::Message(Message::Tick),
            Err(RecvTimeoutError::Disconnected) => Heard::End,
            Ok(heard) => heard,
        }
    } else {
        coming.recv().unwrap_or(Heard::End)
    };
    let mut next = Some(first);
    while let Some(heard) = next {
        match heard {
            Heard::Message(message) => workers.perform(app.update(workers.now(), message)),
            Heard::Signal(signal) => return Some(u8::try_from(128 + signal).unwrap_or(1)),
            Heard::End => return Some(1),
        }
        match workers.leaving() {
            Some(Leaving::Quit) => return Some(0),
            Some(Leaving::Interrupted) => return Some(130),
            None => next = coming.try_recv().ok(),
        }
    }
    None
}

fn watch_keys(heard: Sender<Heard>) {
    thread::spawn(move || {
        loop {
            let message = match event::read() {
                Ok(Event::Key(key)) => Message::Key(key),
                Ok(Event::Mouse(mouse)) => Message::Mouse(mouse),
                Ok(Event::Paste(text)) => Message::Paste(text),
                Ok(Event::Resize(width, height)) => Message::Resize(width, height),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Err(_) => {
                    let _ = heard.send(Heard::End);
                    return;
                }
            };
            if heard.send(Heard::Message(message)).is_err() {
                return;
            }
        }
    });
}

fn watch_signals(heard: Sender<Heard>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _ = heard.send(Heard::Signal(signal));
            // Should the screen be stuck, it is put right from here.
            thread::sleep(2 * GRACE);
            screen::give_back();
            duel_ugi::end_all();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}
