//! A program of somebody's, in a process group of its own, at the other end of three pipes.
//!
//! Nothing that it does can make us wait or grow: the [`wire`](crate::wire) never blocks, and of what
//! it writes to standard error only the end is kept. Its end is the end of its whole group: asked to quit, then told to terminate, then killed, and only then forgotten, so that the
//! group's number cannot have gone to somebody else in the meantime.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::{self, Read as _},
    os::unix::process::CommandExt as _,
    process::{Child, ChildStderr, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use duel_core::shown;
use duel_play::command_line::CommandLine;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::{
    message::Answer,
    wire::{Sound, Wire},
};

/// How much of standard error is kept.
const TAIL: usize = 2 << 10;

/// How long a program has to end by itself after `quit`, and then after being told to terminate.
const PARTING: Duration = Duration::from_millis(500);

/// How often to look whether the program is still there.
const GLANCE: Duration = Duration::from_millis(20);

/// The groups that are running, for the case that we have to leave in a hurry.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Whether we are leaving.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Kills every program that was started here and has not ended, and lets no other start. For those
/// who are about to end this process without looking back.
pub fn end_all() {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    LEAVING.store(true, Ordering::SeqCst);
    for group in running.drain(..) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Whether [`end_all`] was called: a program that ends from then on has not crashed.
pub fn is_leaving() -> bool {
    LEAVING.load(Ordering::SeqCst)
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
    wire: RefCell<Wire>,
    remarks: Arc<Mutex<VecDeque<u8>>>,
    overhearing: Option<thread::JoinHandle<()>>,
}

impl Process {
    pub(crate) fn start(command: &CommandLine) -> io::Result<Process> {
        // Under the lock, so that nobody is started behind the back of `end_all`.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if is_leaving() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut child = Command::new(command.program())
            .args(command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&child);
        running.push(group);
        drop(running);
        let remarks = Arc::default();
        let overhearing = child.stderr.take().map(|err| {
            let remarks = Arc::clone(&remarks);
            thread::spawn(move || overhear(err, &remarks))
        });
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let wire = RefCell::new(Wire::new(input, output)?);
        Ok(Process { child, group, wire, remarks, overhearing })
    }

    /// Says a line. A program that does not listen will be late, and one that is gone will show as
    /// ended; so what cannot be said is dropped.
    pub(crate) fn say(&self, line: &str) {
        self.wire.borrow_mut().say(line);
    }

    /// Says nothing any more: the program sees the end of its input.
    pub(crate) fn hang_up(&mut self) {
        self.wire.borrow_mut().hang_up();
    }

    /// The next line.
    pub(crate) fn next(&self, until: Instant) -> Result<Heard, Silence> {
        let mut wire = self.wire.borrow_mut();
        let heard = |(line, at)| Heard { line, at };
        let mut ended = false;
        loop {
            if let Some(line) = wire.line() {
                return Ok(heard(line));
            }
            let left = until.saturating_duration_since(Instant::now());
            match wire.listen(left.min(GLANCE)) {
                Sound::Closed => return wire.rest().map(heard).ok_or(Silence::Ended),
                // Also one whose line never ends runs out of time.
                Sound::Some if left.is_zero() => {
                    return wire.line().map(heard).ok_or(Silence::Late);
                }
                Sound::Some => {}
                Sound::None if ended => return Err(Silence::Ended),
                Sound::None if left.is_zero() => return Err(Silence::Late),
                // What it said last may still be on its way, so it is listened to once more.
                Sound::None => ended = self.has_ended(),
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

    /// Waits until it has ended, but not longer than this; whether it has.
    pub(crate) fn ends_within(&self, time: Duration) -> bool {
        within(time, || {
            self.wire.borrow_mut().ignore();
            self.has_ended()
        })
    }

    /// The same as [`remarks`](Self::remarks) for a program that has just ended: what it wrote last
    /// is the word that matters, and is waited for.
    pub(crate) fn last_remarks(&self) -> String {
        /// How long what was written may be on its way. Only where a child of the program holds its
        /// standard error open is it waited for so long.
        const LAST_WORDS: Duration = Duration::from_secs(1);

        within(LAST_WORDS, || {
            self.overhearing.as_ref().is_none_or(thread::JoinHandle::is_finished)
        });
        self.remarks()
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

fn within(time: Duration, is_so: impl Fn() -> bool) -> bool {
    let until = Instant::now() + time;
    while !is_so() {
        if Instant::now() >= until {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    true
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
