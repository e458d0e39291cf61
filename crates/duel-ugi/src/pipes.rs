//! The two pipes to a program, of which our ends never block.
//!
//! Memory is bounded in both directions: lines that are too long are dropped, and so is what is
//! sent to a program that does not read.

use std::{
    io,
    process::{ChildStdin, ChildStdout},
    time::{Duration, Instant},
};

#[cfg_attr(unix, path = "pipes/unix.rs")]
#[cfg_attr(windows, path = "pipes/windows.rs")]
mod ends;

use ends::Ends;

/// The longest line that is read from a program, in bytes; longer ones are dropped whole.
pub const LONGEST: usize = 64 << 10;

/// How many bytes may be waiting to be sent to the program.
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

/// Our ends of the pipes, and what was read.
pub(crate) struct Pipes {
    ends: Ends,
    incoming: LineBuffer,
    /// When something was last read.
    read_at: Instant,
}

impl Pipes {
    pub(crate) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Pipes> {
        let ends = Ends::new(input, output)?;
        Ok(Pipes { ends, incoming: LineBuffer::default(), read_at: Instant::now() })
    }

    /// Sends a line, at the next [`Pipes::poll`] or before; or drops it, if too much is waiting.
    pub(crate) fn send(&mut self, line: &str) {
        self.ends.send(line);
    }

    /// Closes the standard input of the program.
    pub(crate) fn close_input(&mut self) {
        self.ends.close_input();
    }

    /// The next whole line without its end, and when it was read; invalid UTF-8 is replaced.
    pub(crate) fn line(&mut self) -> Option<(String, Instant)> {
        self.incoming.next().map(|line| (line, self.read_at))
    }

    /// The last line, if the output ended without a line end.
    pub(crate) fn rest(&mut self) -> Option<(String, Instant)> {
        self.incoming.rest().map(|line| (line, self.read_at))
    }

    /// Sends what is waiting, and reads a chunk; waits for it at most so long.
    pub(crate) fn poll(&mut self, time: Duration) -> ReadStatus {
        self.ends.poll(time, |chunk, at| {
            self.read_at = at;
            self.incoming.add(chunk);
        })
    }

    /// Sends and reads without waiting, and drops what was read: a full pipe would keep a program
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
