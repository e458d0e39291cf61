//! What surrounds the screen at a real terminal: keys and signals come in, effects go out, and
//! between two drawings every message that is there is heard.

use std::{
    fs, io,
    path::PathBuf,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

use duel_play::{Sitting, Store};
use duel_solver::Solver;
use ratatui::crossterm::event::{self, Event};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

use crate::{
    app::App,
    choice::Choice,
    desk::{Desk, Request},
    guests::{Ask, Guests},
    look::Look,
    message::{Effect, Leaving, Message},
    mind::{self, Question, Task},
    screen,
    worker::Worker,
};

/// How often the screen changes by itself, where it does.
const TICK: Duration = Duration::from_millis(100);

/// How long whatever is being written has to get there when the program is left.
const GRACE: Duration = Duration::from_secs(1);

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
    /// How it looks.
    pub look: Look,
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

/// Something to be done where files are.
enum Errand {
    Request(Request),
    Remember(Choice),
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
    let mut app = App::new(choice, options.look, (size.width, size.height));
    let mut outside = Outside::new(store, &heard);
    watch_keys(heard);
    outside.perform(app.begin());
    match options.game {
        None => {}
        Some(Game::Kept(game)) => outside.perform(vec![Effect::Desk(Request::Resume(game))]),
        Some(Game::New(sitting)) => {
            outside.perform(vec![Effect::Desk(Request::Begin { sitting, toss: false })]);
        }
    }
    let ended = loop {
        if outside.redraw {
            terminal.clear()?;
            outside.redraw = false;
        }
        terminal.draw(|frame| app.draw(frame))?;
        if let Some(code) = outside.hear(&mut app, &coming) {
            break Ended { code, farewell: app.farewell().map(str::to_owned) };
        }
    };
    screen::give_back();
    outside.close();
    Ok(ended)
}

/// Everything that is not the screen.
struct Outside {
    began: Instant,
    errands: Option<Sender<Errand>>,
    desk: thread::JoinHandle<()>,
    lister: Worker<Task>,
    thinker: Worker<Task>,
    reviewer: Worker<Task>,
    guests: Worker<Ask>,
    leaving: Option<Leaving>,
    redraw: bool,
}

impl Outside {
    fn new(store: Option<Store>, heard: &Sender<Heard>) -> Outside {
        let began = Instant::now();
        let (errands, asked) = mpsc::channel();
        let tell = heard.clone();
        let desk = thread::spawn(move || keep_desk(store, began, &asked, &tell));
        let thinker = || {
            let tell = heard.clone();
            let mut solver = Solver::default();
            Worker::start(move |Task { ticket, question }: Task, cancel| {
                let answer = mind::answer(question, &mut solver, cancel);
                let _ = tell.send(Heard::Message(Message::Mind(ticket, answer)));
            })
        };
        let tell = heard.clone();
        let mut players = Guests::default();
        let guests = Worker::start(move |ask, cancel| {
            for said in players.ask(ask, cancel) {
                let _ = tell.send(Heard::Message(Message::Guest(said)));
            }
        });
        Outside {
            began,
            errands: Some(errands),
            desk,
            lister: thinker(),
            thinker: thinker(),
            reviewer: thinker(),
            guests,
            leaving: None,
            redraw: false,
        }
    }

    /// Waits for something to come, and lets the screen hear all that has; the exit code, once it
    /// is time to leave.
    fn hear(&mut self, app: &mut App, coming: &Receiver<Heard>) -> Option<u8> {
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
                Heard::Message(message) => {
                    let effects = app.update(self.began.elapsed(), message);
                    self.perform(effects);
                }
                Heard::Signal(signal) => return Some(u8::try_from(128 + signal).unwrap_or(1)),
                Heard::End => return Some(1),
            }
            match self.leaving {
                Some(Leaving::Quit) => return Some(0),
                Some(Leaving::Interrupted) => return Some(130),
                None => next = coming.try_recv().ok(),
            }
        }
        None
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Desk(request) => self.run_errand(Errand::Request(request)),
                Effect::Remember(choice) => self.run_errand(Errand::Remember(choice)),
                Effect::Think(task) => match task.question {
                    Question::Moves(_) => self.lister.ask(task),
                    Question::Value(_) => self.thinker.ask(task),
                    Question::Review(_) => self.reviewer.ask(task),
                },
                Effect::StopThinking => {
                    self.thinker.cancel();
                    self.reviewer.cancel();
                }
                Effect::Ask(ask) => self.guests.ask(ask),
                Effect::StopAsking => self.guests.cancel(),
                Effect::Redraw => self.redraw = true,
                Effect::Leave(leaving) => self.leaving = Some(leaving),
            }
        }
    }

    fn run_errand(&self, errand: Errand) {
        if let Some(errands) = &self.errands {
            let _ = errands.send(errand);
        }
    }

    /// Lets what is being written get there, and ends the programs that play.
    fn close(mut self) {
        self.errands = None;
        let began = Instant::now();
        while !self.desk.is_finished() && began.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(2));
        }
        duel_ugi::end_all();
    }
}

fn keep_desk(store: Option<Store>, began: Instant, asked: &Receiver<Errand>, tell: &Sender<Heard>) {
    let file = choice_file(store.as_ref());
    let mut desk = Desk::new(store);
    for errand in asked {
        match errand {
            Errand::Request(request) => {
                if let Some(reply) = desk.answer(request, || began.elapsed()) {
                    let _ = tell.send(Heard::Message(Message::Desk(reply)));
                }
            }
            Errand::Remember(choice) => {
                // What cannot be remembered is chosen again the next time.
                if let Some(file) = &file {
                    let _ = file.parent().map(fs::create_dir_all);
                    let _ = fs::write(file, choice.to_text());
                }
            }
        }
    }
}

/// Where the last choice is remembered: beside the games.
fn choice_file(store: Option<&Store>) -> Option<PathBuf> {
    Some(store?.folder().parent()?.join("last-choice"))
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
