//! What surrounds the screen at a real terminal: keys and signals come in, jobs go out, and
//! between two drawings every message that is there is handled.

use std::{
    io::{self, Stdout},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use crossterm::event::{self, Event};
use duel_play::{Match, Store, atomic_file};
use ratatui_core::{layout::Size, terminal::Terminal};
use thiserror::Error;

use crate::{
    app::App,
    backend::CrosstermBackend,
    choice::Choice,
    look::{Look, Theme},
    message::{ExitReason, Job, Msg},
    screen,
    session_worker::SessionJob,
    signals,
    workers::{GRACE, Workers},
};

/// How often the screen changes by itself, where it does.
const TICK: Duration = Duration::from_millis(100);

/// The game to begin with.
#[derive(Debug)]
pub enum InitialGame {
    /// A kept game, by its name or file.
    Kept(String),
    /// A new one.
    New(Box<Match>),
}

/// How to open the screen.
#[derive(Debug, Default)]
pub struct Options {
    /// How it looks, as the terminal allows.
    pub look: Look,
    /// The theme that was asked for; without one, the theme that was chosen the last time.
    pub theme: Option<Theme>,
    /// The players that were asked for; without one, the player that was chosen the last time.
    pub players: [Option<String>; 2],
    /// What to begin with; `None` for the first screen.
    pub game: Option<InitialGame>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code.
    pub code: u8,
    /// How to go on with a game that was left in the middle.
    pub farewell: Option<String>,
}

/// Why there is no full screen.
#[derive(Debug, Error)]
pub enum RunError {
    /// The terminal cannot show one, and is as it was; nothing was begun.
    #[error("this terminal cannot show the full screen ({0})")]
    NoScreen(io::Error),
    /// The terminal failed later on.
    #[error(transparent)]
    Lost(#[from] io::Error),
}

/// Something that comes in.
enum Incoming {
    Msg(Msg),
    Signal(i32),
    /// The keyboard was closed.
    End,
}

/// Plays on the whole terminal until the user leaves. However it ends, the terminal is as it was.
pub fn run(options: Options) -> Result<Ended, RunError> {
    let (incoming, receiver) = mpsc::channel();
    let ours = Arc::new(AtomicBool::new(true));
    watch_signals(incoming.clone(), Arc::clone(&ours))?;
    let opened = screen::take().and_then(|terminal| Ok((terminal.size()?, terminal)));
    let ended = match opened {
        Err(error) => Err(RunError::NoScreen(error)),
        Ok((size, terminal)) => {
            run_on(terminal, size, options, incoming, &receiver).map_err(RunError::Lost)
        }
    };
    screen::give_back();
    if ended.is_err() {
        // Another front end may go on, and hears signals itself.
        ours.store(false, SeqCst);
    }
    ended
}

fn run_on(
    mut terminal: Terminal<CrosstermBackend<Stdout>>,
    size: Size,
    options: Options,
    incoming: Sender<Incoming>,
    receiver: &Receiver<Incoming>,
) -> io::Result<Ended> {
    let store = Store::of_user().ok();
    let choice = store.as_ref().and_then(Choice::remembered).unwrap_or_else(Choice::of_newcomer);
    let mut app = App::new(choice, options.look, options.theme, (size.width, size.height))
        .with_players(options.players);
    let send = incoming.clone();
    let mut workers = Workers::start(store, move |msg| {
        let _ = send.send(Incoming::Msg(msg));
    });
    watch_keys(incoming);
    workers.perform(app.begin());
    let game = options.game.map(|game| match game {
        InitialGame::Kept(game) => SessionJob::Resume(game),
        InitialGame::New(of) => SessionJob::Begin { of, toss: false },
    });
    workers.perform(game.map(Job::Session).into_iter().collect());
    let mut ticked = workers.now();
    let ended = loop {
        if workers.take_redraw() {
            terminal.clear()?;
        }
        terminal.draw(|frame| app.draw(frame))?;
        if let Some(code) = handle_incoming(&mut app, &mut workers, receiver, &mut ticked) {
            break Ended { code, farewell: app.farewell().map(str::to_owned) };
        }
    };
    screen::give_back();
    workers.close();
    Ok(ended)
}

/// Waits for something to come, and lets the screen handle all that has; the exit code, once it is
/// time to leave.
fn handle_incoming(
    app: &mut App,
    workers: &mut Workers,
    receiver: &Receiver<Incoming>,
    ticked: &mut Duration,
) -> Option<u8> {
    let first = if app.is_ticking() {
        // Keys that come faster than ticks do not keep them off.
        let left = TICK.saturating_sub(workers.now().saturating_sub(*ticked));
        let incoming = if left.is_zero() {
            Err(RecvTimeoutError::Timeout)
        } else {
            receiver.recv_timeout(left)
        };
        match incoming {
            Err(RecvTimeoutError::Timeout) => {
                *ticked = workers.now();
                Incoming::Msg(Msg::Tick)
            }
            Err(RecvTimeoutError::Disconnected) => Incoming::End,
            Ok(incoming) => incoming,
        }
    } else {
        receiver.recv().unwrap_or(Incoming::End)
    };
    let mut next = Some(first);
    while let Some(incoming) = next {
        match incoming {
            Incoming::Msg(msg) => workers.perform(app.update(workers.now(), msg)),
            Incoming::Signal(signal) => return Some(u8::try_from(128 + signal).unwrap_or(1)),
            Incoming::End => return Some(1),
        }
        match workers.leaving() {
            Some(ExitReason::Quit) => return Some(0),
            Some(ExitReason::Interrupted) => return Some(130),
            None => next = receiver.try_recv().ok(),
        }
    }
    None
}

fn watch_keys(incoming: Sender<Incoming>) {
    thread::spawn(move || {
        loop {
            let msg = match event::read() {
                Ok(Event::Key(key)) => Msg::Key(key),
                Ok(Event::Mouse(mouse)) => Msg::Mouse(mouse),
                Ok(Event::Paste(text)) => Msg::Paste(text),
                Ok(Event::Resize(width, height)) => Msg::Resize(width, height),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Err(_) => {
                    let _ = incoming.send(Incoming::End);
                    return;
                }
            };
            if incoming.send(Incoming::Msg(msg)).is_err() {
                return;
            }
        }
    });
}

/// Hears signals as long as they are `ours`.
fn watch_signals(incoming: Sender<Incoming>, ours: Arc<AtomicBool>) -> io::Result<()> {
    signals::watch(move |signal| {
        if !ours.load(SeqCst) {
            return;
        }
        let _ = incoming.send(Incoming::Signal(signal));
        // Should the screen be stuck, it is put right from here.
        thread::sleep(2 * GRACE);
        screen::give_back();
        duel_ugi::end_all();
        atomic_file::finish();
        std::process::exit(128 + signal);
    })
}
