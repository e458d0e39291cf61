//! The threads that carry out what the screen asks for, and send the answers as messages. Nothing
//! here knows of a terminal.

use std::{
    fs,
    path::PathBuf,
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use duel_play::Store;
use duel_solver::Solver;

use crate::{
    choice::Choice,
    desk::{Desk, Request},
    guests::{Ask, Guests, Said},
    message::{Effect, Leaving, Message},
    mind::{self, Question, Task},
    worker::{Job, Worker},
};

/// How long whatever is being written has to get there when the program is left.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// Something to be done where files are.
enum DiskJob {
    Request(Request),
    Remember(Choice),
}

impl Job for Task {
    fn is_replaceable(&self) -> bool {
        true
    }
}

impl Job for Ask {
    fn is_replaceable(&self) -> bool {
        match self {
            // Later questions are put to the players who were seated by it.
            Ask::Sit { .. } => false,
            Ask::Choose { .. } | Ask::Draw { .. } => true,
        }
    }
}

/// The threads behind the screen.
pub struct Workers {
    began: Instant,
    disk_jobs: Option<Sender<DiskJob>>,
    desk: thread::JoinHandle<()>,
    lister: Worker<Task>,
    thinker: Worker<Task>,
    reviewer: Worker<Task>,
    guests: Worker<Ask>,
    leaving: Option<Leaving>,
    redraw: bool,
}

impl Workers {
    /// Starts them; games are kept in this store, and answers go to `tell`.
    pub fn start(store: Option<Store>, tell: impl Fn(Message) + Clone + Send + 'static) -> Workers {
        let began = Instant::now();
        let (disk_jobs, asked) = mpsc::channel();
        let told = tell.clone();
        let desk = thread::spawn(move || keep_desk(store, began, &asked, &told));
        let thinker = || {
            let tell = tell.clone();
            let mut solver = Solver::default();
            Worker::start(
                move |Task { ticket, question }, cancel| {
                    Message::Mind(ticket, mind::answer(question, &mut solver, cancel))
                },
                tell,
            )
        };
        let (lister, thinker, reviewer) = (thinker(), thinker(), thinker());
        let mut players = Guests::default();
        let guests = Worker::start(
            move |ask, cancel| players.ask(ask, cancel),
            move |said: Vec<Said>| said.into_iter().map(Message::Guest).for_each(&tell),
        );
        Workers {
            began,
            disk_jobs: Some(disk_jobs),
            desk,
            lister,
            thinker,
            reviewer,
            guests,
            leaving: None,
            redraw: false,
        }
    }

    /// The time on the clock of all messages.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Why the program is to be left, once it is.
    pub fn leaving(&self) -> Option<Leaving> {
        self.leaving
    }

    /// Whether everything is to be drawn anew; asked once for each time.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.redraw)
    }

    /// Carries out what the screen asks for.
    pub fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Desk(request) => self.send_to_disk(DiskJob::Request(request)),
                Effect::Remember(choice) => self.send_to_disk(DiskJob::Remember(choice)),
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

    fn send_to_disk(&self, job: DiskJob) {
        if let Some(disk_jobs) = &self.disk_jobs {
            let _ = disk_jobs.send(job);
        }
    }

    /// Lets what is being written get there, and ends the programs that play.
    pub fn close(mut self) {
        self.disk_jobs = None;
        let began = Instant::now();
        while !self.desk.is_finished() && began.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(2));
        }
        duel_ugi::end_all();
    }
}

fn keep_desk(
    store: Option<Store>,
    began: Instant,
    asked: &Receiver<DiskJob>,
    tell: &impl Fn(Message),
) {
    let file = choice_file(store.as_ref());
    let mut desk = Desk::new(store);
    for job in asked {
        match job {
            DiskJob::Request(request) => {
                if let Some(reply) = desk.answer(request, || began.elapsed()) {
                    tell(Message::Desk(reply));
                }
            }
            DiskJob::Remember(choice) => {
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
pub(crate) fn choice_file(store: Option<&Store>) -> Option<PathBuf> {
    Some(store?.folder().parent()?.join("last-choice"))
}
