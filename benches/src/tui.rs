//! How soon a key is on the screen, while nothing else goes on and while a search runs.
//!
//! A key goes through all of the program that stands between the terminal and the eye: the message
//! changes the state, the screen is drawn anew, and what differs is written (to nowhere). The
//! search is a real one, on a thread of its own as in the program, that goes on for the whole
//! measurement.

use std::{
    error::Error,
    fmt::Write as _,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use duel_solver::{Limits, Solver};
use duel_tui::{
    App, Choice, Effect, Look, Message,
    desk::{Desk, Request},
    mind::{self, Question},
};
use ratatui::{
    Terminal, TerminalOptions, Viewport,
    backend::CrosstermBackend,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
};

use crate::options::Options;

/// How many keys are pressed for each line of the table.
const KEYS: usize = 4_000;

/// How many of them come before, to fill the caches.
const WARM_UP: usize = 200;

/// A frame, at sixty in a second.
const FRAME: Duration = Duration::from_micros(16_667);

const SIZE: (u16, u16) = (120, 40);

/// A hard question: nobody settles it while the keys are pressed.
const HARD: &str = "factor+no-whole:1441440";

const POSITIONS: [(&str, &str); 4] = [
    ("divide:60", "a lattice"),
    ("divide:18401055938125660800", "184,318 moves"),
    ("subtract:720720", "a number line"),
    ("digits:22,25,28,31:", "four targets"),
];

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    let mut text = format!(
        "  from a key to the screen, {}x{}, {KEYS} keys each, alone and beside a search\n  \
         {:<30}{:>10}{:>10}{:>10}{:>10}{:>8}\n",
        SIZE.0, SIZE.1, "", "median", "99 %", "median", "99 %", "ratio"
    );
    let mut worst = Duration::ZERO;
    for (position, about) in POSITIONS {
        // Taking turns, so that whatever else the machine does falls on both alike.
        let mut alone = Vec::new();
        let mut beside = Vec::new();
        for _ in 0..4 {
            alone.extend(measure(position, KEYS / 4)?);
            let search = Search::start()?;
            beside.extend(measure(position, KEYS / 4)?);
            search.stop();
        }
        let [alone, beside] = [alone, beside].map(|mut times| {
            times.sort_unstable();
            (times[times.len() / 2], times[times.len() * 99 / 100])
        });
        worst = worst.max(alone.1).max(beside.1);
        let ratio = beside.1.as_secs_f64() / alone.1.as_secs_f64();
        writeln!(
            text,
            "  {about:<30}{:>10}{:>10}{:>10}{:>10}{ratio:>8.2}",
            shown(alone.0),
            shown(alone.1),
            shown(beside.0),
            shown(beside.1)
        )?;
    }
    let within = if worst <= FRAME { "within" } else { "beyond" };
    writeln!(text, "  the slowest 99 % line is {within} a frame of 16.7 ms: {}", shown(worst))?;
    Ok(text)
}

fn shown(time: Duration) -> String {
    format!("{:.0} us", time.as_secs_f64() * 1e6)
}

/// Presses keys and measures each of them.
fn measure(position: &str, keys: usize) -> Result<Vec<Duration>, Box<dyn Error>> {
    let players = ["Ann".to_owned(), "Ben".to_owned()];
    let choice = Choice { start: position.to_owned(), players, ..Choice::default() };
    let (sitting, toss) = choice.sitting()?;
    let mut app = App::new(choice, Look::default(), SIZE);
    let mut desk = Desk::new(None);
    let begin = Request::Begin { sitting: Box::new(sitting), toss };
    let mut effects = vec![Effect::Desk(begin)];
    let mut solver = Solver::default();
    // What the game needs to begin is done at once.
    while let Some(effect) = effects.pop() {
        let message = match effect {
            Effect::Desk(request) => desk.answer(request, || Duration::ZERO).map(Message::Desk),
            Effect::Think(task) if matches!(task.question, Question::Moves(_)) => {
                let never = AtomicBool::new(false);
                let answer = mind::answer(task.question, &mut solver, &never);
                Some(Message::Mind(task.ticket, answer))
            }
            _ => None,
        };
        if let Some(message) = message {
            effects.extend(app.update(Duration::ZERO, message));
        }
    }
    let area = Rect::new(0, 0, SIZE.0, SIZE.1);
    let viewport = TerminalOptions { viewport: Viewport::Fixed(area) };
    let mut terminal = Terminal::with_options(CrosstermBackend::new(io::sink()), viewport)?;
    let pattern = [
        KeyCode::Down,
        KeyCode::Down,
        KeyCode::PageDown,
        KeyCode::Up,
        KeyCode::Char('1'),
        KeyCode::Char('2'),
        KeyCode::Down,
        KeyCode::Esc,
        KeyCode::End,
        KeyCode::Home,
        KeyCode::Char('?'),
        KeyCode::Esc,
    ];
    let mut times = Vec::with_capacity(keys);
    for (place, code) in pattern.iter().cycle().take(keys + WARM_UP).enumerate() {
        let began = Instant::now();
        app.update(Duration::ZERO, Message::Key(KeyEvent::from(*code)));
        terminal.draw(|frame| app.draw(frame))?;
        if place >= WARM_UP {
            times.push(began.elapsed());
        }
    }
    Ok(times)
}

/// A search that goes on until it is told to stop.
struct Search {
    stop: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl Search {
    fn start() -> Result<Search, Box<dyn Error>> {
        let position = duel_books::position(HARD)?;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            while !flag.load(Ordering::Relaxed) {
                let limits = Limits { cancel: Some(&flag), ..Limits::NONE };
                Solver::default().analyse(&position, limits);
            }
        });
        Ok(Search { stop, thread })
    }

    fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}
