//! How soon a key is on the screen, while nothing else goes on and while a search runs.
//!
//! A key goes through all of the program that stands between the terminal and the eye: somebody
//! presses it, the thread of the screen wakes, the message changes the state, the screen is drawn
//! anew, and what differs is written (to nowhere). The search is a real one, on a thread of its own
//! as in the program, that goes on for the whole measurement.

use std::{
    error::Error,
    fmt::Write as _,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use crossterm::event::{KeyCode, KeyEvent};
use duel_solver::{Limits, Solver};
use duel_tui::{
    App, Choice, Job, Look, Msg,
    analysis_worker::{self, AnalysisJob},
    backend::CrosstermBackend,
    session_worker::{SessionJob, SessionWorker},
};
use ratatui_core::{
    layout::Rect,
    terminal::{Terminal, TerminalOptions, Viewport},
};

use crate::options::Options;

/// How many keys are pressed in one round.
const KEYS: usize = 200;

/// How many rounds there are of either kind, taking turns.
const ROUNDS: usize = 11;

/// How many of them come before, to fill the caches.
const WARM_UP: usize = 50;

/// How long after one key the next one comes: faster than anybody types, but with a pause.
const PACE: Duration = Duration::from_millis(2);

/// A frame, at sixty in a second.
const FRAME: Duration = Duration::from_micros(16_667);

const SIZE: (u16, u16) = (120, 40);

/// A hard question: nobody settles it while the keys are pressed.
const HARD: &str = "factor+no-whole:1441440";

const POSITIONS: [(&str, &str); 5] = [
    ("divide:60", "a lattice"),
    ("divide:18401055938125660800", "184,318 moves"),
    ("divide:475271287409334551539567363200", "11,796,478 moves"),
    ("subtract:720720", "a number line"),
    ("digits:22,25,28,31:", "four targets"),
];

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    let mut text = format!(
        "  from a key to the screen, {}x{}, alone and beside a search; {KEYS} keys a round,\n  \
         the middle one of {ROUNDS} rounds each, taking turns\n  \
         {:<30}{:>10}{:>10}{:>10}{:>10}{:>8}\n",
        SIZE.0, SIZE.1, "", "median", "99 %", "median", "99 %", "ratio"
    );
    let mut worst = Duration::ZERO;
    for (position, about) in POSITIONS {
        // Taking turns, so that whatever else the machine does falls on both alike.
        let mut rounds = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            rounds[0].push(lines(measure(position)?));
            let search = Search::start()?;
            rounds[1].push(lines(measure(position)?));
            search.stop();
        }
        let [alone, beside] = rounds.map(|rounds| {
            let (halves, ends) = rounds.into_iter().unzip();
            (middle(halves), middle(ends))
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

/// The median of the times of a round, and its 99 % line.
fn lines(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// The round in the middle: what happened to the machine in one of them does not count.
fn middle(mut rounds: Vec<Duration>) -> Duration {
    rounds.sort_unstable();
    rounds[rounds.len() / 2]
}

fn shown(time: Duration) -> String {
    format!("{:.0} us", time.as_secs_f64() * 1e6)
}

/// Presses keys and measures each of them.
fn measure(position: &str) -> Result<Vec<Duration>, Box<dyn Error>> {
    let players = ["Ann".to_owned(), "Ben".to_owned()];
    let choice = Choice { start: position.to_owned(), players, ..Choice::default() };
    let (of, toss) = choice.game()?;
    let mut app = App::new(choice, Look::default(), None, SIZE);
    let mut session = SessionWorker::new(None);
    let mut jobs = vec![Job::Session(SessionJob::Begin { of: Box::new(of), toss })];
    let mut solver = Solver::default();
    // What the game needs to begin is done at once.
    while let Some(job) = jobs.pop() {
        let done = match job {
            Job::Session(job) => session.run(job),
            Job::Analysis(ticket, job @ AnalysisJob::Moves(_)) => {
                Some(analysis_worker::run(ticket, job, &mut solver, &AtomicBool::new(false)))
            }
            _ => None,
        };
        jobs.extend(done.into_iter().flat_map(|msg| app.update(Duration::ZERO, msg)));
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
    let (press, pressed) = mpsc::channel();
    let typist = thread::spawn(move || {
        for code in pattern.iter().cycle().take(KEYS + WARM_UP) {
            thread::sleep(PACE);
            if press.send((Instant::now(), *code)).is_err() {
                return;
            }
        }
    });
    let mut times = Vec::with_capacity(KEYS + WARM_UP);
    for (began, code) in pressed {
        app.update(Duration::ZERO, Msg::Key(KeyEvent::from(code)));
        terminal.draw(|frame| app.draw(frame))?;
        times.push(began.elapsed());
    }
    typist.join().map_err(|_| "the typist has stopped")?;
    Ok(times.split_off(WARM_UP))
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
            duel_tui::lower_priority();
            while !flag.load(Ordering::Relaxed) {
                let limits = Limits { cancel: Some(&flag), ..Limits::NONE };
                Solver::default().analyse_moves(&position, limits);
            }
        });
        Ok(Search { stop, thread })
    }

    fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}
