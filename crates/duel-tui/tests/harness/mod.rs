//! The screen without a terminal: keys go in, whatever it asks for is done at once, and what it
//! shows can be read.

#![allow(dead_code, reason = "each file of tests uses its part of this")]

use std::{collections::VecDeque, sync::atomic::AtomicBool, time::Duration};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use duel_play::{Session, Store};
use duel_solver::Solver;
use duel_tui::{
    App, Choice, ExitReason, Job, Look, Msg,
    analysis_worker::{self, AnalysisJob},
    argument_worker,
    bot_worker::BotWorker,
    lesson_worker::LessonWorker,
    puzzle_worker::PuzzleWorker,
    session_worker::{SessionJob, SessionWorker},
    training_worker::TrainingWorker,
};
use ratatui_core::{backend::TestBackend, buffer::Buffer, terminal::Terminal};
use tempfile::TempDir;

/// A sitting in front of the screen.
pub(crate) struct Sitting {
    pub(crate) app: App,
    pub(crate) folder: TempDir,
    session: SessionWorker,
    bots: BotWorker,
    lessons: LessonWorker,
    puzzles: PuzzleWorker,
    training: TrainingWorker,
    solver: Solver,
    /// Whether thinking is cut short at once.
    pub(crate) hurried: bool,
    pub(crate) now: Duration,
    pub(crate) size: (u16, u16),
    pub(crate) left: Option<ExitReason>,
}

impl Sitting {
    pub(crate) fn new(choice: Choice, look: Look, size: (u16, u16)) -> Sitting {
        let folder = TempDir::new().expect("a temporary folder");
        let store = Store::at(&folder.path().join("games"));
        let mut sitting = Sitting {
            app: App::new(choice, look, None, size),
            lessons: LessonWorker::new(Some(&store)),
            puzzles: PuzzleWorker::seeded(Some(&store), 7),
            training: TrainingWorker::new(Some(&store)),
            session: SessionWorker::new(Some(store)),
            folder,
            bots: BotWorker::default(),
            solver: Solver::default(),
            hurried: false,
            now: Duration::ZERO,
            size,
            left: None,
        };
        let jobs = sitting.app.begin();
        sitting.perform(jobs);
        sitting
    }

    /// Two people at this position.
    pub(crate) fn at(position: &str, look: Look, size: (u16, u16)) -> Sitting {
        let names = ["Ann", "Ben"].map(str::to_owned);
        let choice = Choice { start: position.to_owned(), players: names, ..Choice::default() };
        let mut sitting = Sitting::new(choice.clone(), look, size);
        let (of, toss) = choice.game().expect("a game");
        let begin = SessionJob::Begin { of: Box::new(of), toss };
        sitting.perform(vec![Job::Session(begin)]);
        sitting.let_opponents_move();
        sitting
    }

    pub(crate) fn store(&self) -> Store {
        Store::at(&self.folder.path().join("games"))
    }

    /// Keeps a game of these moves under this name, as if it had been played before.
    pub(crate) fn keep(&self, id: &str, names: [&str; 2], position: &str, moves: &str) {
        let start = duel_books::position(position).expect("a position");
        let mut session = Session::between(names, start);
        for line in moves.split_whitespace() {
            let (command, _) = session.entered(line);
            let event = session.decide(&command, Duration::from_secs(2)).expect("a legal move");
            session.apply(&event.expect("an event")).expect("a move");
        }
        let mut record = session.record().clone();
        record.date = Some("2026-01-31T12:00:00Z".to_owned());
        let folder = self.folder.path().join("games");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(format!("{id}.duel")), record.to_text()).expect("a file");
    }

    /// The record of the only kept game.
    pub(crate) fn kept(&self) -> String {
        let games = self.store().games().expect("a folder");
        assert_eq!(games.len(), 1);
        games[0].record.as_ref().expect("a record").0.to_text()
    }

    /// Hears a message. A person looks before pressing Enter again.
    pub(crate) fn hear(&mut self, msg: Msg) {
        if matches!(msg, Msg::Key(KeyEvent { code: KeyCode::Enter, .. })) {
            self.now += Duration::from_millis(500);
        }
        self.hear_at_once(msg);
        self.let_opponents_move();
    }

    /// Hears a message, without the time passing that opponents take.
    pub(crate) fn hear_at_once(&mut self, msg: Msg) {
        self.now += Duration::from_millis(10);
        let jobs = self.app.update(self.now, msg);
        self.perform(jobs);
    }

    /// Lets the time pass that opponents take for their moves.
    fn let_opponents_move(&mut self) {
        while let Some(time) = self.app.held_until() {
            self.now = self.now.max(time);
            let jobs = self.app.update(self.now, Msg::Tick);
            self.perform(jobs);
        }
    }

    /// Presses a key, and leaves what it asks for undone.
    pub(crate) fn ask(&mut self, code: KeyCode) -> Vec<Job> {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.app.update(self.now, Msg::Key(key))
    }

    pub(crate) fn perform(&mut self, jobs: Vec<Job>) {
        let mut left: VecDeque<Job> = jobs.into();
        while let Some(job) = left.pop_front() {
            let done = match job {
                Job::Redraw
                | Job::StopAnalysis
                | Job::StopBots
                | Job::StopArgument
                | Job::Session(SessionJob::Remember(_)) => None,
                Job::Session(job) => self.session.run(job),
                Job::Analysis(ticket, job) => {
                    let listing = matches!(job, AnalysisJob::Moves(_));
                    let cancel = AtomicBool::new(self.hurried && !listing);
                    Some(analysis_worker::run(ticket, job, &mut self.solver, &cancel))
                }
                Job::Bots(ticket, job) => {
                    let answer = self.bots.run(job, &AtomicBool::new(self.hurried));
                    answer.map(|answer| Msg::Bot(ticket, answer))
                }
                Job::Lesson(job) => self.lessons.run(job),
                Job::Puzzle(job) => self.puzzles.run(job),
                Job::Training(job) => self.training.run(job),
                Job::Argument(ticket, job) => {
                    let cancel = AtomicBool::new(self.hurried);
                    Some(argument_worker::run(ticket, job, &mut self.solver, &cancel))
                }
                Job::Leave(leaving) => {
                    self.left = Some(leaving);
                    None
                }
            };
            left.extend(done.into_iter().flat_map(|msg| self.app.update(self.now, msg)));
        }
    }

    pub(crate) fn press(&mut self, code: KeyCode) {
        self.hear(Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses letters one after the other; `\n` is Enter.
    pub(crate) fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.press(if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) });
        }
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
        self.hear(Msg::Resize(width, height));
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let backend = TestBackend::new(self.size.0, self.size.1);
        let mut terminal = Terminal::new(backend).expect("a test terminal");
        terminal.draw(|frame| self.app.draw(frame)).expect("a drawing");
        terminal.backend().buffer().clone()
    }

    /// What is on the screen, without what is empty at the ends of lines.
    pub(crate) fn screen(&self) -> String {
        let buffer = self.buffer();
        let rows = buffer.content.chunks(usize::from(self.size.0.max(1)));
        rows.map(|row| {
            let line: String = row.iter().map(ratatui_core::buffer::Cell::symbol).collect();
            format!("{}\n", line.trim_end())
        })
        .collect()
    }
}
