//! A program of somebody's, in a process group of its own, at the other end of three pipes.
//!
//! Nothing that it does can make us wait or grow: its lines arrive through a bounded queue with the
//! time they came, a line may have [`LONGEST`] bytes, of what it writes to standard error only the
//! end is kept, and what we write waits on a thread of its own. Its end is the end of its whole
//! group: asked to quit, then told to terminate, then killed, and only then forgotten, so that the
//! group's number cannot have gone to somebody else in the meantime.

use std::{
    collections::VecDeque,
    io::{self, BufReader, Read, Write as _},
    os::unix::process::CommandExt as _,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use duel_core::shown;
use duel_play::{
    command::CommandLine,
    lines::{Line, read_line},
};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::message::Answer;

/// The longest line that is read from a program, in bytes; longer ones are dropped whole.
pub const LONGEST: usize = 64 << 10;

/// How many lines may wait to be read by us; then the program waits.
const WAITING: usize = 64;

/// How many commands may wait to be read by the program.
const UNREAD: usize = 256;

/// How much of standard error is kept.
const TAIL: usize = 2 << 10;

/// How long a program has to end by itself after `quit`, and then after being told to terminate.
const PARTING: Duration = Duration::from_millis(500);

/// How often to look whether the program is still there.
const GLANCE: Duration = Duration::from_millis(20);

/// How long after the end of a program something that it said may still arrive.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// The groups that are running, for the case that we have to leave in a hurry.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Kills every program that was started here and has not ended. For those who are about to end
/// this process without looking back.
pub fn end_all() {
    for group in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A line, and when it came.
pub(crate) struct Heard {
    pub(crate) line: String,
    pub(crate) at: Instant,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Time is up.
    Late,
    /// The program has ended, or has closed its output.
    Ended,
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    group: Pid,
    lines: Receiver<Heard>,
    commands: Option<SyncSender<String>>,
    remarks: Arc<Mutex<VecDeque<u8>>>,
    eavesdropper: Option<JoinHandle<()>>,
}

impl Process {
    pub(crate) fn start(command: &CommandLine) -> io::Result<Process> {
        let mut child = Command::new(command.program())
            .args(command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&child);
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(group);
        let (sender, lines) = mpsc::sync_channel(WAITING);
        let (commands, queue) = mpsc::sync_channel(UNREAD);
        let remarks = Arc::default();
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || hear(out, &sender));
        }
        let eavesdropper = child.stderr.take().map(|err| {
            let remarks = Arc::clone(&remarks);
            thread::spawn(move || overhear(err, &remarks))
        });
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || tell(input, &queue));
        }
        Ok(Process { child, group, lines, commands: Some(commands), remarks, eavesdropper })
    }

    /// Says a line. A program that does not listen will be late, and one that is gone will show as
    /// ended; so what cannot be said is dropped.
    pub(crate) fn say(&self, line: &str) {
        if let Some(commands) = &self.commands {
            let _ = commands.try_send(format!("{line}\n"));
        }
    }

    /// Says nothing any more: the program sees the end of its input.
    pub(crate) fn hang_up(&mut self) {
        self.commands = None;
    }

    /// The next line.
    pub(crate) fn next(&self, until: Instant) -> Result<Heard, Silence> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    // What it said last may still be on its way.
                    return self.lines.recv_timeout(LAST_WORDS).map_err(|_| Silence::Ended);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for an answer that `wanted` takes; others are ignored, as the protocol says.
    pub(crate) fn wait_for<T>(
        &self,
        until: Instant,
        mut wanted: impl FnMut(Answer) -> Option<T>,
    ) -> Result<(T, Instant), Silence> {
        loop {
            // Also one who never stops talking runs out of time.
            let Heard { line, at } = self.next(until)?;
            if let Some(found) = Answer::parse(&line).and_then(&mut wanted)
                && at <= until
            {
                return Ok((found, at));
            }
            if at > until {
                return Err(Silence::Late);
            }
        }
    }

    /// Whether the program itself has ended, whatever it has left behind.
    pub(crate) fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// The end of what it wrote to standard error, on one line.
    pub(crate) fn remarks(&self) -> String {
        let tail = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(|line| shown(line.trim())).collect();
        lines.join(" ").trim().to_owned()
    }

    /// The same for a program that is about to end, or has just ended: its last remark is waited for.
    pub(crate) fn last_remarks(&self) -> String {
        let until = Instant::now() + LAST_WORDS;
        let listens = || self.eavesdropper.as_ref().is_some_and(|thread| !thread.is_finished());
        while listens() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.remarks()
    }

    /// Whether the program ends by itself within this time.
    pub(crate) fn ends_within(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.hang_up();
        if !self.ends_within(PARTING) {
            let _ = kill_process_group(self.group, Signal::TERM);
            self.ends_within(PARTING);
        }
        // The program itself, if it is still there, and whatever it has started.
        let _ = kill_process_group(self.group, Signal::KILL);
        let group = self.group;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != group);
        let _ = self.child.wait();
    }
}

fn hear(out: ChildStdout, lines: &SyncSender<Heard>) {
    let mut out = BufReader::new(out);
    loop {
        let line = match read_line(&mut out, LONGEST) {
            Line::Text(line) => line,
            Line::TooLong => continue,
            Line::End => return,
        };
        if lines.send(Heard { line, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn overhear(mut err: ChildStderr, remarks: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1 << 10];
    while let Ok(count) = err.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut tail = remarks.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..count]);
        let excess = tail.len().saturating_sub(TAIL);
        tail.drain(..excess);
    }
}

fn tell(mut input: ChildStdin, queue: &Receiver<String>) {
    for line in queue {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}
