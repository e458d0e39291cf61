//! Lines from outside, with a limit on their length: memory stays bounded whatever comes.

use std::io::{BufRead, Read as _};

/// What came of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line, without its end; what is no UTF-8 has been replaced.
    Text(String),
    /// A line that was longer than allowed, and was dropped whole.
    TooLong,
    /// There will be no more lines.
    End,
}

/// Reads a line of at most so many bytes.
///
/// ```
/// use duel_play::lines::{InputLine, read_line};
///
/// let mut input = &b"6\r\nfar too long\n7"[..];
/// let mut next = || read_line(&mut input, 5);
/// assert_eq!(next(), InputLine::Text("6".to_owned()));
/// assert_eq!(next(), InputLine::TooLong);
/// assert_eq!(next(), InputLine::Text("7".to_owned()));
/// assert_eq!(next(), InputLine::End);
/// ```
pub fn read_line(input: &mut impl BufRead, longest: usize) -> InputLine {
    let mut line = Vec::new();
    match input.take(longest as u64 + 1).read_until(b'\n', &mut line) {
        Err(_) | Ok(0) => return InputLine::End,
        Ok(_) => {}
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > longest {
        skip_line(input);
        return InputLine::TooLong;
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    InputLine::Text(String::from_utf8_lossy(&line).into_owned())
}

fn skip_line(input: &mut impl BufRead) {
    loop {
        let (used, done) = match input.fill_buf() {
            Err(_) | Ok([]) => return,
            Ok(buffer) => match buffer.iter().position(|byte| *byte == b'\n') {
                Some(end) => (end + 1, true),
                None => (buffer.len(), false),
            },
        };
        input.consume(used);
        if done {
            return;
        }
    }
}
