//! The threads that do the jobs of the screen, and send the results as messages. Nothing here knows
//! of a terminal.

use std::time::{Duration, Instant};

use duel_play::Store;
use duel_solver::Solver;

use crate::{
    analysis_worker::{self, AnalysisJob},
    argument_worker::{self, ArgumentJob},
    bot_worker::{BotJob, BotWorker},
    lesson_worker::{LessonJob, LessonWorker},
    message::{ExitReason, Job, Msg},
    puzzle_worker::{PuzzleJob, PuzzleWorker},
    session_worker::{SessionJob, SessionWorker},
    training_worker::{TrainingJob, TrainingWorker},
    worker::{Worker, lower_priority},
};

/// How long writes in progress may take when the program exits.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// The worker threads of the screen.
pub struct Workers {
    began: Instant,
    session: Worker<SessionJob>,
    lister: Worker<(u64, AnalysisJob)>,
    analyst: Worker<(u64, AnalysisJob)>,
    reviewer: Worker<(u64, AnalysisJob)>,
    bots: Worker<(u64, BotJob)>,
    lessons: Worker<LessonJob>,
    puzzles: Worker<PuzzleJob>,
    training: Worker<TrainingJob>,
    arguer: Worker<(u64, ArgumentJob)>,
    leaving: Option<ExitReason>,
    redraw: bool,
}

impl Workers {
    /// Starts them; games are kept in this store, and results go to `send`.
    pub fn start(store: Option<Store>, send: impl Fn(Msg) + Clone + Send + 'static) -> Workers {
        let kept = store.clone();
        let lessons = move || {
            let mut worker = LessonWorker::new(kept.as_ref());
            move |job, _: &_| worker.run(job)
        };
        let kept = store.clone();
        let puzzles = move || {
            lower_priority();
            let mut worker = PuzzleWorker::new(kept.as_ref());
            move |job, _: &_| worker.run(job)
        };
        let kept = store.clone();
        let training = move || {
            lower_priority();
            let mut worker = TrainingWorker::new(kept.as_ref());
            move |job, _: &_| worker.run(job)
        };
        let session = || {
            let mut worker = SessionWorker::new(store);
            move |job, _: &_| worker.run(job)
        };
        let analysis = || {
            lower_priority();
            let mut solver = Solver::default();
            move |(ticket, job), cancel: &_| {
                Some(analysis_worker::run(ticket, job, &mut solver, cancel))
            }
        };
        let arguer = || {
            lower_priority();
            let mut solver = Solver::default();
            move |(ticket, job), cancel: &_| {
                Some(argument_worker::run(ticket, job, &mut solver, cancel))
            }
        };
        let bots = || {
            lower_priority();
            let mut worker = BotWorker::default();
            move |(ticket, job), cancel: &_| Some(Msg::Bot(ticket, worker.run(job, cancel)?))
        };
        let analyst = || Worker::start(|_| true, analysis, send.clone());
        Workers {
            began: Instant::now(),
            session: Worker::start(|_| false, session, send.clone()),
            lister: analyst(),
            analyst: analyst(),
            reviewer: analyst(),
            bots: Worker::start(|(_, job)| job.is_replaceable(), bots, send.clone()),
            lessons: Worker::start(|_| false, lessons, send.clone()),
            puzzles: Worker::start(|_| false, puzzles, send.clone()),
            training: Worker::start(|_| false, training, send.clone()),
            arguer: Worker::start(|_| true, arguer, send.clone()),
            leaving: None,
            redraw: false,
        }
    }

    /// The time on the clock of all messages.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Why the program is to be left, once it is.
    pub fn leaving(&self) -> Option<ExitReason> {
        self.leaving
    }

    /// Whether everything is to be drawn anew; asked once for each time.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.redraw)
    }

    /// Hands out jobs.
    pub fn perform(&mut self, jobs: Vec<Job>) {
        for job in jobs {
            match job {
                Job::Session(job) => self.session.ask(job),
                Job::Analysis(ticket, job) => match job {
                    AnalysisJob::Moves(_) => self.lister.ask((ticket, job)),
                    AnalysisJob::Value(_) => self.analyst.ask((ticket, job)),
                    AnalysisJob::Review(_) => self.reviewer.ask((ticket, job)),
                },
                Job::StopAnalysis => {
                    self.analyst.cancel();
                    self.reviewer.cancel();
                }
                Job::Bots(ticket, job) => self.bots.ask((ticket, job)),
                Job::StopBots => self.bots.cancel(),
                Job::Lesson(job) => self.lessons.ask(job),
                Job::Puzzle(job) => self.puzzles.ask(job),
                Job::Training(job) => self.training.ask(job),
                Job::Argument(ticket, job) => self.arguer.ask((ticket, job)),
                Job::StopArgument => self.arguer.cancel(),
                Job::Redraw => self.redraw = true,
                Job::Leave(leaving) => self.leaving = Some(leaving),
            }
        }
    }

    /// Lets what is being written get there, and ends the programs that play.
    pub fn close(self) {
        self.session.finish(GRACE);
        self.lessons.finish(GRACE);
        self.puzzles.finish(GRACE);
        self.training.finish(GRACE);
        duel_ugi::end_all();
    }
}
