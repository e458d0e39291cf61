//! The two pipes to a program, without a thread at either end.
//!
//! Nobody waits for the program longer than wanted: our ends never block. What we say is written
//! when we next listen, all at once, as far as there is room; what the program says is read while
//! we listen, and a program that goes on talking has to wait. So a move costs two trips through the
//! pipes and nothing else. Memory is bounded on both ways: a line that is too long is dropped, and
//! so is what we say to a program that does not read.

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

/// How much may wait to be read by the program.
const UNREAD: usize = 1 << 20;

/// How much is read at once.
const CHUNK: usize = 16 << 10;

/// What came of listening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sound {
    /// Something was said; perhaps not yet a whole line.
    Some,
    /// Nothing, for as long as we listened.
    None,
    /// Nothing will be said any more.
    Closed,
}

/// Our ends of the pipes.
pub(crate) struct Wire {
    input: Option<ChildStdin>,
    output: ChildStdout,
    outgoing: Vec<u8>,
    incoming: Lines,
    chunk: Box<[u8]>,
    /// When something was last read.
    heard: Instant,
}

impl Wire {
    pub(crate) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Wire> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Wire {
            input: Some(input),
            output,
            outgoing: Vec::new(),
            incoming: Lines::default(),
            chunk: vec![0; CHUNK].into(),
            heard: Instant::now(),
        })
    }

    /// Says a line, as soon as somebody listens or [`Wire::flush`] is called.
    pub(crate) fn say(&mut self, line: &str) {
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
                // A program that is gone will show as ended.
                Err(_) => self.outgoing.clear(),
            }
        }
    }

    /// Says nothing any more: the program sees the end of its input.
    pub(crate) fn hang_up(&mut self) {
        self.flush();
        self.input = None;
    }

    /// A line that has been heard, and when; without its end, and what is no UTF-8 replaced.
    pub(crate) fn line(&mut self) -> Option<(String, Instant)> {
        self.incoming.next().map(|line| (line, self.heard))
    }

    /// What was said last, without the end of the line.
    pub(crate) fn rest(&mut self) -> Option<(String, Instant)> {
        self.incoming.rest().map(|line| (line, self.heard))
    }

    /// Speaks, and listens for so long.
    pub(crate) fn listen(&mut self, time: Duration) -> Sound {
        self.flush();
        let (out, idle) = (
            PollFd::new(&self.output, PollFlags::IN),
            PollFd::new(&self.output, PollFlags::empty()),
        );
        let time = Timespec::try_from(time).ok();
        // Room to write matters only while something is left to be written.
        let input = self.input.as_ref().filter(|_| !self.outgoing.is_empty());
        let mut ends = [out, input.map_or(idle, |input| PollFd::new(input, PollFlags::OUT))];
        let ends = if input.is_some() { &mut ends[..] } else { &mut ends[..1] };
        if poll(ends, time.as_ref()).is_err() || ends[0].revents().is_empty() {
            return Sound::None;
        }
        match self.output.read(&mut self.chunk) {
            Ok(0) => Sound::Closed,
            Ok(count) => {
                self.heard = Instant::now();
                self.incoming.add(&self.chunk[..count]);
                Sound::Some
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Sound::None,
                _ => Sound::Closed,
            },
        }
    }

    /// Speaks, and forgets what is said, so that nobody has to wait for us in order to end.
    pub(crate) fn ignore(&mut self) {
        self.listen(Duration::ZERO);
        self.incoming = Lines::default();
    }
}

/// Lines as they come, in pieces.
#[derive(Default)]
struct Lines {
    bytes: Vec<u8>,
    /// Where the first line begins that nobody has taken.
    start: usize,
    /// Whether that line was too long, and its end is still to come.
    skipping: bool,
}

impl Lines {
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
        let mut lines = Lines::default();
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
