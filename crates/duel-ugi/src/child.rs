//! An external program as a [`Player`].
//!
//! It is started once and plays any number of games. Before every `go` it is sent `isready`, and
//! everything before `readyok` is dropped: a second reply, a reply out of turn or one for an earlier
//! game never counts. After a fault the next [`Player::begin`] restarts it if need be.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use duel_books::explain;
use duel_core::{Failure, Fault, Move, Position, clean_name, shown};
use duel_play::{
    BotChoice, Player, PlayerFault, TimeLeft, Turn,
    bot::{PATIENCE, is_endless},
    command_line::CommandLine,
};

use crate::{
    message::{Command, Go, NO_MOVE, Reply},
    process::{Process, WaitError, reap_orphans},
};

/// How long a program may take from its start to `ugiok`.
pub const HANDSHAKE: Duration = Duration::from_secs(10);

/// How long a program may take to answer `isready`, or a query of the check.
pub const READINESS: Duration = Duration::from_secs(5);

/// How long a program that was too late may take to answer `stop`, before it is restarted.
pub const STOPPING: Duration = Duration::from_secs(1);

/// How long a program may take beyond the `movetime` that it was given.
pub const MARGIN: Duration = Duration::from_secs(1);

/// The most that is subtracted from a clock for each turn, for the latency of the reply.
const LATENCY: Duration = Duration::from_millis(100);

/// How long to wait for a program to exit after it has closed its output.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// How many characters of a reply are quoted.
const QUOTED: usize = 60;

/// An option that a program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotOption {
    /// Its name.
    pub name: String,
    /// Its type, default and range, as the program writes them.
    pub about: String,
}

/// What a program sends between `ugi` and `ugiok`.
#[derive(Default)]
pub(crate) struct Introduction {
    pub(crate) name: Option<String>,
    pub(crate) options: Vec<BotOption>,
}

impl Introduction {
    /// Adds a reply; `Some` at `ugiok`.
    pub(crate) fn read(&mut self, reply: Reply) -> Option<()> {
        match reply {
            Reply::UgiOk => return Some(()),
            Reply::Name(name) => self.name = clean_name(&name),
            Reply::Option { name, about } if self.options.len() < MOST_OPTIONS => {
                self.options.push(BotOption { name: shown(&name), about: shown(&about) });
            }
            _ => {}
        }
        None
    }
}

/// An external program.
pub struct ChildBot {
    command: CommandLine,
    name: String,
    settings: Vec<(String, String)>,
    process: Option<Process>,
    /// Whether `go` was sent and `bestmove` is outstanding.
    thinking: bool,
    took: Option<Duration>,
}

impl ChildBot {
    /// Starts a program and shakes hands with it.
    pub fn start(command: &CommandLine) -> Result<ChildBot, PlayerFault> {
        ChildBot::start_with(command, Vec::new())
    }

    /// Starts a program and sets some of its options, by name, here and whenever it is started
    /// again.
    pub fn start_with(
        command: &CommandLine,
        settings: Vec<(String, String)>,
    ) -> Result<ChildBot, PlayerFault> {
        let mut bot = ChildBot {
            command: command.clone(),
            name: clean_name(&command.to_string()).unwrap_or_else(|| "Bot".to_owned()),
            settings,
            process: None,
            thinking: false,
            took: None,
        };
        bot.shake_hands()?;
        Ok(bot)
    }

    /// The same program under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> ChildBot {
        ChildBot { name: name.into(), ..self }
    }

    /// Its name: what it calls itself, or else its command, unless it was given another.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether its process is running. After a crash it is not, until the next game begins.
    pub fn is_running(&self) -> bool {
        self.process.as_ref().is_some_and(|process| !process.has_ended())
    }

    /// The end of what it wrote to standard error, fit to be shown.
    pub fn remarks(&self) -> String {
        self.process.as_ref().map(Process::remarks).unwrap_or_default()
    }

    fn shake_hands(&mut self) -> Result<(), PlayerFault> {
        self.process = None;
        self.thinking = false;
        let process = Process::start(&self.command).map_err(|error| {
            PlayerFault::new(Failure::Crash, format!("{} cannot be started: {error}", self.command))
        })?;
        self.process = Some(process);
        self.send(&Command::Ugi);
        let mut introduction = Introduction::default();
        self.wait("ugi", HANDSHAKE, |reply| introduction.read(reply))?;
        self.name = introduction.name.unwrap_or_else(|| self.name.clone());
        for (name, value) in self.settings.clone() {
            self.send(&Command::SetOption { name, value });
        }
        self.barrier()
    }

    fn send(&self, command: &Command) {
        if let Some(process) = &self.process {
            process.send(&command.to_string());
        }
    }

    /// Waits until everything that was sent before has been handled.
    fn barrier(&mut self) -> Result<(), PlayerFault> {
        self.send(&Command::IsReady);
        self.wait("isready", READINESS, |answer| (answer == Reply::ReadyOk).then_some(()))?;
        Ok(())
    }

    /// Waits for a reply. A program that has ended is dropped.
    fn wait<T>(
        &mut self,
        asked: &str,
        patience: Duration,
        accept: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(T, Instant), PlayerFault> {
        let silence = match &self.process {
            None => WaitError::Ended,
            Some(process) => match process.wait_for(Instant::now() + patience, accept) {
                Ok(found) => return Ok(found),
                Err(silence) => silence,
            },
        };
        Err(match silence {
            WaitError::TimedOut => PlayerFault::new(
                Failure::Time,
                format!("{} has not answered `{asked}` in {patience:?}", self.name),
            ),
            WaitError::Ended => self.crashed(asked),
        })
    }

    fn crashed(&mut self, asked: &str) -> PlayerFault {
        // A program that crashes closes its output shortly before it exits.
        let exited = self.process.as_ref().is_some_and(|process| process.ends_within(EXIT_GRACE));
        let remarks = self.process.as_ref().map(Process::last_remarks).unwrap_or_default();
        self.process = None;
        self.thinking = false;
        let what = if exited { "has ended" } else { "has closed its output" };
        let remarks = if remarks.is_empty() { remarks } else { format!("; it said: {remarks}") };
        let why = format!("{} {what} instead of answering `{asked}`{remarks}", self.name);
        PlayerFault::new(Failure::Crash, why)
    }

    /// Stops a search of an earlier turn; whether the program is ready for a new one.
    fn stop_thinking(&mut self) -> bool {
        if self.thinking {
            self.send(&Command::Stop);
            let answered = self.wait("stop", STOPPING, Reply::best_move);
            self.thinking = false;
            return answered.is_ok();
        }
        self.process.is_some()
    }

    /// Waits for the move; sends `stop` once if the caller cancels the turn.
    fn await_move(
        &mut self,
        limit: Duration,
        turn: &Turn<'_>,
    ) -> Result<(String, Duration), PlayerFault> {
        /// How often to check whether the turn was cancelled.
        const SLICE: Duration = Duration::from_millis(20);
        let began = Instant::now();
        let until = began + limit;
        let mut stopped = false;
        loop {
            let cancelled = turn.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if cancelled && !stopped {
                stopped = true;
                self.send(&Command::Stop);
            }
            let slice = until.min(Instant::now() + SLICE);
            let Some(process) = &self.process else { return Err(self.crashed("go")) };
            match process.next(slice) {
                Ok((line, at)) if at <= until => {
                    if let Some(made) = Reply::parse(&line).and_then(Reply::best_move) {
                        return Ok((made, at.saturating_duration_since(began)));
                    }
                }
                Err(WaitError::Ended) => return Err(self.crashed("go")),
                Err(WaitError::TimedOut) if Instant::now() < until => {}
                Ok(_) | Err(WaitError::TimedOut) => {
                    let why = format!("{} has not moved in {limit:.1?}", self.name);
                    return Err(PlayerFault::new(Failure::Time, why));
                }
            }
        }
    }

    fn judge(&self, position: &Position, answer: &str) -> Result<BotChoice, PlayerFault> {
        if matches!(answer, NO_MOVE | "none") {
            return Ok(BotChoice::Resign);
        }
        if answer.is_empty() {
            let why = format!("{} has said `bestmove` without a move", self.name);
            return Err(PlayerFault::new(Failure::Protocol, why));
        }
        let (made, _) = legal(position, answer).map_err(|(fault, why)| {
            let quoted: String = shown(answer).chars().take(QUOTED).collect();
            let why = format!("{} has answered `bestmove {quoted}`: {why}", self.name);
            PlayerFault::new(Failure::Entry(fault), why)
        })?;
        Ok(BotChoice::Move(made))
    }
}

/// The most options that are remembered.
const MOST_OPTIONS: usize = 200;

impl Player for ChildBot {
    fn begin(&mut self) -> Result<(), PlayerFault> {
        self.took = None;
        reap_orphans();
        if self.stop_thinking() {
            self.send(&Command::NewGame);
            if self.barrier().is_ok() {
                return Ok(());
            }
        }
        let name = self.name.clone();
        self.shake_hands()?;
        self.name = name;
        self.send(&Command::NewGame);
        self.barrier()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<BotChoice, PlayerFault> {
        self.took = None;
        if is_endless(turn) {
            return Ok(BotChoice::Abandon);
        }
        let text = Some(turn.position.to_string());
        self.send(&Command::Position { text, moves: Vec::new() });
        self.barrier()?;
        let (go, limit) = time_to_think(turn);
        self.thinking = true;
        self.send(&Command::Go(go));
        let (answer, took) = self.await_move(limit, turn)?;
        self.thinking = false;
        self.took = Some(took);
        self.judge(turn.position, &answer)
    }

    fn took(&self) -> Option<Duration> {
        self.took
    }
}

/// The limits to send to a program, and the time after which it has lost.
fn time_to_think(turn: &Turn<'_>) -> (Go, Duration) {
    let for_move = |movetime| Go { movetime: Some(movetime), ..Go::default() };
    match turn.time {
        Some(TimeLeft::Turn(time)) => {
            (for_move(time.saturating_sub((time / 10).min(LATENCY))), time)
        }
        Some(TimeLeft::Game { left, increment }) => {
            let go = Go {
                p1time: Some(left.first),
                p2time: Some(left.second),
                p1inc: Some(increment),
                p2inc: Some(increment),
                ..Go::default()
            };
            (go, left[turn.position.turn()])
        }
        None => {
            let until = turn.limits.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let time = until.unwrap_or(PATIENCE);
            match turn.limits.nodes {
                Some(nodes) => (Go { nodes: Some(nodes), ..Go::default() }, time + MARGIN),
                None => (for_move(time), time + MARGIN),
            }
        }
    }
}

/// A move as the protocol writes it and the position that it leads to; or what is wrong with it, for
/// the record and for people.
pub(crate) fn legal(position: &Position, text: &str) -> Result<(Move, Position), (Fault, String)> {
    let made = position.read_move(text).map_err(|error| (Fault::Garbled, error.to_string()))?;
    match position.after(&made) {
        Ok(after) => Ok((made, after)),
        Err(illegal) => {
            let fault = Fault::Illegal(made, illegal);
            let why = explain::fault(position, &fault);
            Err((fault, why))
        }
    }
}
