//! One search: a thinker, and a supervisor that answers for it.
//!
//! The thinker is a built-in opponent with limits. The supervisor waits for its thought, for `stop` or
//! for the deadline, whichever comes first, and writes `bestmove` exactly once. A thinker that does
//! not stop in time (a primality test of ten thousand digits cannot be interrupted) is abandoned, and
//! a move that needs no search is played.

use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use duel_core::{Position, Seat};
use duel_play::{
    Bot,
    bot::{Horizon, PATIENCE, Thought, any_move},
};
use duel_solver::{Limits, Value};

use crate::{
    engine::Output,
    message::{Go, NO_MOVE, Reply},
};

/// How long a thinker may take to stop after it was cancelled.
const GRACE: Duration = Duration::from_millis(30);

/// How long a command waits for a search that is about to end.
const SETTLE_TIMEOUT: Duration = Duration::from_millis(300);

/// How often a long search reports its progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// The position to search, its limits, and the bot that does it.
pub(crate) struct SearchJob {
    pub(crate) bot: Bot,
    pub(crate) position: Arc<Position>,
    pub(crate) go: Go,
}

enum Event {
    Stop,
    Found(Box<(Bot, Thought)>),
}

/// A search that is running, or has just ended.
pub(crate) struct Search {
    events: Sender<Event>,
    stopped: bool,
    answered: Arc<AtomicBool>,
    supervisor: JoinHandle<Option<Bot>>,
}

impl Search {
    pub(crate) fn start(job: SearchJob, output: &Arc<Output>) -> Search {
        let (events, received) = mpsc::channel();
        let answered = Arc::new(AtomicBool::new(false));
        let supervisor = {
            let context = SearchContext {
                began: Instant::now(),
                position: Arc::clone(&job.position),
                go: job.go,
                output: Arc::clone(output),
                cancel: Arc::new(AtomicBool::new(false)),
                answered: Arc::clone(&answered),
            };
            let events = events.clone();
            thread::spawn(move || context.supervise(job.bot, events, &received))
        };
        Search { events, stopped: false, answered, supervisor }
    }

    /// Makes it reply.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
        // A supervisor that has ended has replied.
        let _ = self.events.send(Event::Stop);
    }

    /// Whether it has ended; waits briefly for one that is about to.
    pub(crate) fn settle(&mut self) -> bool {
        let until = Instant::now() + SETTLE_TIMEOUT;
        let ends = self.stopped || self.answered.load(Ordering::Acquire);
        while ends && !self.supervisor.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_micros(200));
        }
        self.supervisor.is_finished()
    }

    /// The opponent, unless it was abandoned.
    pub(crate) fn finish(self) -> Option<Bot> {
        self.supervisor.join().ok().flatten()
    }
}

/// What thinker and supervisor share.
#[derive(Clone)]
struct SearchContext {
    began: Instant,
    position: Arc<Position>,
    go: Go,
    output: Arc<Output>,
    cancel: Arc<AtomicBool>,
    answered: Arc<AtomicBool>,
}

impl SearchContext {
    fn supervise(self, bot: Bot, events: Sender<Event>, received: &Receiver<Event>) -> Option<Bot> {
        let deadline = self.deadline();
        let thinker = self.clone();
        thread::spawn(move || {
            let found = thinker.think(bot, deadline);
            let _ = events.send(Event::Found(Box::new(found)));
        });
        let mut infinite = self.go.infinite;
        let mut until = deadline;
        let mut found: Option<Box<(Bot, Thought)>> = None;
        while found.is_none() || infinite {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let event = match left {
                None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(left) => received.recv_timeout(left),
            };
            match event {
                Ok(Event::Found(thought)) => {
                    self.report(&thought.1);
                    found = Some(thought);
                    until = None;
                }
                Ok(Event::Stop) => {
                    infinite = false;
                    self.cancel.store(true, Ordering::Relaxed);
                    until = Some(Instant::now() + GRACE);
                }
                Err(RecvTimeoutError::Timeout) if self.cancel.swap(true, Ordering::Relaxed) => {
                    // Cancelled, and still running.
                    if let Some(made) = any_move(&self.position) {
                        self.answer(&self.position.write_move(&made));
                        return None;
                    }
                    until = None;
                }
                Err(RecvTimeoutError::Timeout) => until = Some(Instant::now() + GRACE),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let (bot, thought) = found.map(|found| *found)?;
        let made = thought.made.map(|made| self.position.write_move(&made));
        if made.is_none() {
            self.output.note("no move: the game is over, or no divisor could be found");
        }
        self.answer(made.as_deref().unwrap_or(NO_MOVE));
        Some(bot)
    }

    fn answer(&self, made: &str) {
        self.answered.store(true, Ordering::Release);
        self.output.send(&[Reply::BestMove(made.to_owned())]);
    }

    fn think(&self, mut bot: Bot, deadline: Option<Instant>) -> (Bot, Thought) {
        let last = Cell::new(self.began);
        let progress = |nodes: u64| {
            if last.get().elapsed() >= REPORT_INTERVAL && !self.answered.load(Ordering::Acquire) {
                last.set(Instant::now());
                self.output.send(&[Reply::Info(self.effort(nodes))]);
            }
        };
        let limits = Limits {
            deadline,
            nodes: if self.go.infinite { Some(u64::MAX) } else { self.go.nodes },
            cancel: Some(&*self.cancel),
            progress: Some(&progress),
            ..Limits::NONE
        };
        let horizon = Horizon { plies: self.go.depth, positions: self.go.nodes };
        let thought = bot.think(&self.position, horizon, limits);
        (bot, thought)
    }

    /// When to stop thinking. Most of the time the opponent's own budget is spent long before.
    fn deadline(&self) -> Option<Instant> {
        if self.go.infinite {
            return None;
        }
        let (left, increment) = match self.position.turn() {
            Seat::First => (self.go.p1time, self.go.p1inc),
            Seat::Second => (self.go.p2time, self.go.p2inc),
        };
        let on_clock = left.map(|left| {
            let share = left / 10 + increment.unwrap_or_default() * 3 / 4;
            share.min(left / 2)
        });
        // Some time is reserved for sending the move.
        let for_move = self.go.movetime.map(|time| time.saturating_sub((time / 10).min(GRACE)));
        let time = on_clock.into_iter().chain(for_move).min();
        let is_bounded = self.go.depth.is_some() || self.go.nodes.is_some();
        let patience = (!is_bounded).then_some(PATIENCE);
        self.began.checked_add(time.or(patience)?)
    }

    /// Writes the result of the search as `info`.
    fn report(&self, thought: &Thought) {
        let mut info = format!("depth {} {}", thought.depth, self.effort(thought.nodes));
        let known = &thought.known;
        let score = match (known.value, known.plies) {
            (Some(Value::Win), Some(plies)) => Some(format!("mate {plies}")),
            (Some(Value::Loss), Some(plies)) => Some(format!("mate {}", -i64::from(plies))),
            (Some(Value::Win), None) => Some(format!("cp {WON}")),
            (Some(Value::Loss), None) => Some(format!("cp -{WON}")),
            (Some(Value::Draw | Value::Endless), _) => Some("cp 0".to_owned()),
            (None, _) => None,
        };
        if let Some(score) = score {
            info.push_str(&format!(" score {score}"));
        }
        if let Some(made) = &thought.made {
            info.push_str(&format!(" pv {}", self.position.write_move(made)));
        }
        self.output.send(&[Reply::Info(info)]);
    }

    fn effort(&self, nodes: u64) -> String {
        let time = self.began.elapsed();
        let per_second = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        format!("nodes {nodes} time {} nps {per_second}", time.as_millis())
    }
}

/// The score of a win whose distance is not known.
const WON: u32 = 10_000;
