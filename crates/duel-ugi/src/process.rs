//! An external program and what it has started, connected by three pipes.
//!
//! It can neither block this process nor make it grow: the [`pipes`](crate::pipes) do not block, and
//! only the end of its standard error is kept. Dropping a [`Process`] ends its whole [`Group`]: `quit`,
//! then, where the system knows that, a request to end, then it is killed. The program is reaped last,
//! so that the number of its group is not reused before.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::{self, Read as _},
    process::{Child, ChildStderr, Command, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use duel_core::shown;
use duel_play::command_line::CommandLine;

use crate::{
    message::Reply,
    pipes::{Pipes, ReadStatus},
};

#[cfg_attr(unix, path = "process/unix.rs")]
#[cfg_attr(windows, path = "process/windows.rs")]
mod group;

use group::Group;

/// How many bytes of standard error are kept.
const STDERR_KEPT: usize = 2 << 10;

/// How long a program may take to exit after `quit`, and again after a request to end.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How often to check whether the program is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The running programs, for [`end_all`].
static RUNNING: Mutex<Vec<Arc<Group>>> = Mutex::new(Vec::new());

/// Whether [`end_all`] was called.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Lets what programs leave behind end with this process, or with the last program; how, is in
/// `process/unix.rs` and `process/windows.rs`. Only for processes that start no other children than programs.
pub fn adopt_orphans() {
    group::adopt_orphans();
}

/// Kills every program that was started here and has not ended, and lets no other start. To be
/// called before this process exits without dropping its bots.
pub fn end_all() {
    let mut running = running();
    LEAVING.store(true, Ordering::SeqCst);
    for program in running.drain(..) {
        program.kill();
    }
    group::kill_orphans();
}

/// Whether [`end_all`] was called: a program that ends from then on has not crashed.
pub fn is_leaving() -> bool {
    LEAVING.load(Ordering::SeqCst)
}

/// Removes processes that were adopted and have ended.
pub(crate) fn reap_orphans() {
    group::reap_orphans(&running());
}

fn running() -> MutexGuard<'static, Vec<Arc<Group>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitError {
    /// The time limit was reached.
    TimedOut,
    /// The program has ended, or has closed its output.
    Ended,
}

/// A running program.
pub(crate) struct Process {
    child: RefCell<Child>,
    group: Arc<Group>,
    pipes: RefCell<Pipes>,
    remarks: Arc<Mutex<VecDeque<u8>>>,
    stderr_reader: Option<thread::JoinHandle<()>>,
}

impl Process {
    pub(crate) fn start(command: &CommandLine) -> io::Result<Process> {
        // Under the lock, so that nothing is started while `end_all` runs.
        let mut running = running();
        if is_leaving() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (mut child, group) = Group::start(
            Command::new(command.program())
                .args(command.arguments())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped()),
        )?;
        let group = Arc::new(group);
        running.push(Arc::clone(&group));
        drop(running);
        let remarks = Arc::default();
        let stderr_reader = child.stderr.take().map(|err| {
            let remarks = Arc::clone(&remarks);
            thread::spawn(move || read_stderr(err, &remarks))
        });
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let pipes = RefCell::new(Pipes::new(input, output)?);
        Ok(Process { child: RefCell::new(child), group, pipes, remarks, stderr_reader })
    }

    /// Sends a line, or drops it if it cannot be sent: a program that does not read will time out,
    /// and one that has exited will be reported as ended.
    pub(crate) fn send(&self, line: &str) {
        self.pipes.borrow_mut().send(line);
    }

    /// Closes the standard input of the program.
    pub(crate) fn close_input(&mut self) {
        self.pipes.borrow_mut().close_input();
    }

    /// The next line, and when it was read.
    pub(crate) fn next(&self, until: Instant) -> Result<(String, Instant), WaitError> {
        let mut pipes = self.pipes.borrow_mut();
        let mut ended = false;
        loop {
            if let Some(line) = pipes.line() {
                return Ok(line);
            }
            let left = until.saturating_duration_since(Instant::now());
            match pipes.poll(left.min(POLL_INTERVAL)) {
                ReadStatus::Closed => return pipes.rest().ok_or(WaitError::Ended),
                ReadStatus::Data if left.is_zero() => {
                    return pipes.line().ok_or(WaitError::TimedOut);
                }
                ReadStatus::Data => {}
                ReadStatus::Idle if ended => return Err(WaitError::Ended),
                ReadStatus::Idle if left.is_zero() => return Err(WaitError::TimedOut),
                // Its last output may still be in the pipe, so that is read once more.
                ReadStatus::Idle => ended = self.has_ended(),
            }
        }
    }

    /// Waits for a reply that `accept` takes; others are ignored, as the protocol says.
    pub(crate) fn wait_for<T>(
        &self,
        until: Instant,
        mut accept: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(T, Instant), WaitError> {
        loop {
            let (line, at) = self.next(until)?;
            if at > until {
                return Err(WaitError::TimedOut);
            }
            if let Some(found) = Reply::parse(&line).and_then(&mut accept) {
                return Ok((found, at));
            }
        }
    }

    /// Whether the program itself has ended, even if processes that it started have not.
    pub(crate) fn has_ended(&self) -> bool {
        self.group.has_ended(&mut self.child.borrow_mut())
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
            self.pipes.borrow_mut().discard_output();
            self.has_ended()
        })
    }

    /// The same as [`remarks`](Self::remarks) for a program that has just ended, with what it wrote
    /// last.
    pub(crate) fn last_remarks(&self) -> String {
        /// Only reached where a child of the program holds its standard error open.
        const STDERR_TIMEOUT: Duration = Duration::from_secs(1);

        within(STDERR_TIMEOUT, || {
            self.stderr_reader.as_ref().is_none_or(thread::JoinHandle::is_finished)
        });
        self.remarks()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.close_input();
        if !self.ends_within(EXIT_TIMEOUT) && self.group.ask_to_end() {
            self.ends_within(EXIT_TIMEOUT);
        }
        // The program itself, if it is still there, and whatever it has started.
        self.group.end();
        let mut running = running();
        if let Some(place) = running.iter().position(|group| Arc::ptr_eq(group, &self.group)) {
            running.swap_remove(place).kill();
        }
        let _ = self.child.get_mut().wait();
        if running.is_empty() {
            group::kill_orphans();
        }
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

fn read_stderr(mut err: ChildStderr, remarks: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1 << 10];
    while let Ok(count) = err.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut tail = remarks.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..count]);
        let excess = tail.len().saturating_sub(STDERR_KEPT);
        tail.drain(..excess);
    }
}
