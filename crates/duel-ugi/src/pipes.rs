//! The two pipes to a program, without a thread at either end.
//!
//! Our ends never block. What is sent is buffered and written by the next [`Pipes::poll`], as far as
//! there is room, which also reads one chunk; so a move costs two trips through the pipes and nothing
//! else. Memory is bounded in both directions: lines that are too long are dropped, and so is what is
//! sent to a program that does not read.

use std::{
    io::{self, Read as _, Write as _},
    process::{ChildStdin, ChildStdout},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::ioctl_fionbio,
};

/// The longest line that is read from a program, in bytes; longer ones are dropped whole.
pub const LONGEST: usize = 64 << 10;

/// How many bytes may be buffered for the program.
const UNREAD: usize = 1 << 20;

/// How many bytes are read at once.
const CHUNK: usize = 16 << 10;

/// The result of [`Pipes::poll`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadStatus {
    /// Bytes were read; perhaps not yet a whole line.
    Data,
    /// Nothing came in time.
    Idle,
    /// The program has closed its output.
    Closed,
}

/// Our ends of the pipes.
pub(crate) struct Pipes {
    input: Option<ChildStdin>,
    output: ChildStdout,
    outgoing: Vec<u8>,
    incoming: LineBuffer,
    chunk: Box<[u8]>,
    /// When something was last read.
    read_at: Instant,
}

impl Pipes {
    pub(crate) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Pipes> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Pipes {
            input: Some(input),
            output,
            outgoing: Vec::new(),
            incoming: LineBuffer::default(),
            chunk: vec![0; CHUNK].into(),
            read_at: Instant::now(),
        })
    }

    /// Buffers a line for the next [`Pipes::poll`] or [`Pipes::flush`].
    pub(crate) fn send(&mut self, line: &str) {
        if self.outgoing.len() + line.len() < UNREAD {
            self.outgoing.extend_from_slice(line.as_bytes());
            self.outgoing.push(b'\n');
        }
    }

    /// Writes what there is room for.
    pub(crate) fn flush(&mut self) {
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

    /// Closes the standard input of the program.
    pub(crate) fn close_input(&mut self) {
        self.flush();
        self.input = None;
    }

    /// The next whole line without its end, and when it was read; invalid UTF-8 is replaced.
    pub(crate) fn line(&mut self) -> Option<(String, Instant)> {
        self.incoming.next().map(|line| (line, self.read_at))
    }

    /// The last line, if the output ended without a line end.
    pub(crate) fn rest(&mut self) -> Option<(String, Instant)> {
        self.incoming.rest().map(|line| (line, self.read_at))
    }

    /// Writes what is buffered, and reads a chunk; waits for it at most so long.
    pub(crate) fn poll(&mut self, time: Duration) -> ReadStatus {
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
                self.read_at = Instant::now();
                self.incoming.add(&self.chunk[..count]);
                ReadStatus::Data
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => ReadStatus::Idle,
                _ => ReadStatus::Closed,
            },
        }
    }

    /// Writes and reads without waiting, and drops what was read: a full pipe would keep a program
    /// from exiting.
    pub(crate) fn discard_output(&mut self) {
        self.poll(Duration::ZERO);
        self.incoming = LineBuffer::default();
    }
}

/// Splits chunks of bytes into lines.
#[derive(Default)]
struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the first line begins that was not taken yet.
    start: usize,
    /// Whether that line was too long, and its end is still to come.
    skipping: bool,
}

impl LineBuffer {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn next(&mut self) -> Option<String> {
        while let Some(length) = self.bytes[self.start..].iter().position(|byte| *byte == b'\n') {
            let line = &self.bytes[self.start..self.start + length];
            self.start += length + 1;
            if !std::mem::take(&mut self.skipping) && length <= LONGEST {
                return Some(text(line));
            }
        }
        self.bytes.drain(..self.start);
        self.start = 0;
        if self.bytes.len() > LONGEST {
            self.bytes.clear();
            self.skipping = true;
        }
        None
    }

    fn rest(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.bytes);
        let skipping = std::mem::take(&mut self.skipping);
        (!skipping && !line.is_empty()).then(|| text(&line))
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_pieces_and_long_ones_are_dropped() {
        let mut lines = LineBuffer::default();
        lines.add(b"one\r\ntw");
        assert_eq!(lines.next().as_deref(), Some("one"));
        assert_eq!(lines.next(), None);
        lines.add(b"o\n\n\xff\n");
        assert_eq!(lines.next().as_deref(), Some("two"));
        assert_eq!(lines.next().as_deref(), Some(""));
        assert_eq!(lines.next().as_deref(), Some("\u{fffd}"));
        for _ in 0..100 {
            lines.add(&[b'x'; 4096]);
            assert_eq!(lines.next(), None);
            assert!(lines.bytes.len() <= LONGEST + 4096);
        }
        lines.add(b"end\nafter\nlast");
        assert_eq!(lines.next().as_deref(), Some("after"));
        assert_eq!(lines.next(), None);
        assert_eq!(lines.rest().as_deref(), Some("last"));
        assert_eq!(lines.rest(), None);
        lines.add(&vec![b'x'; LONGEST]);
        lines.add(b"\n");
        assert_eq!(lines.next().map(|line| line.len()), Some(LONGEST));
    }
}
