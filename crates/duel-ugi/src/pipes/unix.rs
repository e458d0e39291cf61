//! Our ends without a thread: what is sent is buffered and written by the next [`Ends::poll`], as far
//! as there is room, which also reads one chunk; so a move costs two trips through the pipes and
//! nothing else.

use std::{
    io::{self, Read as _, Write as _},
    process::{ChildStdin, ChildStdout},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::ioctl_fionbio,
};

use super::{CHUNK, ReadStatus, UNREAD};

/// Our ends of the pipes.
pub(super) struct Ends {
    input: Option<ChildStdin>,
    output: ChildStdout,
    outgoing: Vec<u8>,
    chunk: Box<[u8]>,
}

impl Ends {
    pub(super) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Ends> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Ends { input: Some(input), output, outgoing: Vec::new(), chunk: vec![0; CHUNK].into() })
    }

    pub(super) fn send(&mut self, line: &str) {
        if self.outgoing.len() + line.len() < UNREAD {
            self.outgoing.extend_from_slice(line.as_bytes());
            self.outgoing.push(b'\n');
        }
    }

    pub(super) fn close_input(&mut self) {
        self.flush();
        self.input = None;
    }

    /// Writes what there is room for, and reads a chunk; waits for it at most so long.
    pub(super) fn poll(&mut self, time: Duration, take: impl FnOnce(&[u8], Instant)) -> ReadStatus {
        self.flush();
        let (out, idle) = (
            PollFd::new(&self.output, PollFlags::IN),
            PollFd::new(&self.output, PollFlags::empty()),
        );
        let time = Timespec::try_from(time).ok();
        let input = self.input.as_ref().filter(|_| !self.outgoing.is_empty());
        let mut ends = [out, input.map_or(idle, |input| PollFd::new(input, PollFlags::OUT))];
        let ends = if input.is_some() { &mut ends[..] } else { &mut ends[..1] };
        if poll(ends, time.as_ref()).is_err() || ends[0].revents().is_empty() {
            return ReadStatus::Idle;
        }
        match self.output.read(&mut self.chunk) {
            Ok(0) => ReadStatus::Closed,
            Ok(count) => {
                take(&self.chunk[..count], Instant::now());
                ReadStatus::Data
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => ReadStatus::Idle,
                _ => ReadStatus::Closed,
            },
        }
    }

    /// Writes what there is room for.
    fn flush(&mut self) {
        let Some(input) = &mut self.input else { return };
        while !self.outgoing.is_empty() {
            match input.write(&self.outgoing) {
                Ok(count) => drop(self.outgoing.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The reader reports a program that has exited.
                Err(_) => self.outgoing.clear(),
            }
        }
    }
}
