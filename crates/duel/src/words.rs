//! Numbers given as arguments, or as words of standard input of any length.
//!
//! Output is buffered while input is available and flushed before a blocking read, so that a dialogue
//! through a pipe works and a million numbers are fast.

use std::io::{
    self, BufRead as _, BufReader, BufWriter, IsTerminal as _, Read, StdoutLock, Write as _,
};

use duel_books::hear::cut_short;
use duel_numbers::{MAX_DIGITS, Natural, ParseNaturalError};

use crate::{console, stop::Stop};

/// How much is read or written at once.
const BLOCK: usize = 1 << 16;
/// How much of a word is kept: enough to see that it is too long.
const KEPT: usize = MAX_DIGITS + 1;

/// Where answers go.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

/// A word that is no number.
#[derive(Debug)]
pub(crate) struct BadWord {
    /// The word, escaped and shortened.
    pub(crate) word: String,
    pub(crate) error: ParseNaturalError,
}

impl BadWord {
    /// The message about it.
    pub(crate) fn message(&self) -> String {
        format!("\"{}\" is not a number: {}", self.word, self.error)
    }
}

/// Calls `answer` for every number in order: the arguments, with standard input in the place of `-`,
/// or standard input alone where there are no arguments.
pub(crate) fn each(
    arguments: &[String],
    mut answer: impl FnMut(Result<Natural, BadWord>, &mut Out) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut out = BufWriter::with_capacity(BLOCK, io::stdout().lock());
    if arguments.is_empty() {
        if io::stdin().is_terminal() {
            console::note("Type numbers; Ctrl-D ends. (Games are played with `duel play`.)");
        }
        each_of_input(&mut out, &mut answer)?;
    }
    for argument in arguments {
        if argument == "-" {
            each_of_input(&mut out, &mut answer)?;
        } else {
            answer(parse(argument.as_bytes(), argument.len()), &mut out)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn each_of_input(
    out: &mut Out,
    answer: &mut impl FnMut(Result<Natural, BadWord>, &mut Out) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut input = BufReader::with_capacity(BLOCK, io::stdin().lock());
    let mut word = Vec::new();
    while let Some(length) = next_word(&mut input, &mut word, || out.flush())? {
        answer(parse(&word, length), out)?;
    }
    Ok(())
}

/// Reads the beginning of a word into `word`, and returns its whole length; calls `waits` before
/// every blocking read.
fn next_word(
    input: &mut BufReader<impl Read>,
    word: &mut Vec<u8>,
    mut waits: impl FnMut() -> io::Result<()>,
) -> io::Result<Option<usize>> {
    word.clear();
    let mut length = 0;
    loop {
        if input.buffer().is_empty() {
            waits()?;
        }
        let block = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            block => block?,
        };
        if block.is_empty() {
            return Ok((length > 0).then_some(length));
        }
        let gap = if length > 0 { 0 } else { block.iter().take_while(|b| is_space(**b)).count() };
        let part = &block[gap..];
        let end = part.iter().position(|byte| is_space(*byte));
        let part = &part[..end.unwrap_or(part.len())];
        word.extend_from_slice(&part[..part.len().min(KEPT - word.len())]);
        length += part.len();
        let used = gap + part.len();
        input.consume(used);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Parses a word of this length, given at least its beginning.
fn parse(beginning: &[u8], length: usize) -> Result<Natural, BadWord> {
    let text = String::from_utf8_lossy(beginning);
    Natural::parse(&text).map_err(|error| BadWord {
        word: cut_short(&text),
        error: match error {
            ParseNaturalError::TooLong { .. } => ParseNaturalError::TooLong { digits: length },
            error => error,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All words, read a few bytes at a time.
    fn words(text: &[u8], block: usize) -> Vec<(Vec<u8>, usize)> {
        let mut input = BufReader::with_capacity(block, text);
        let (mut word, mut words) = (Vec::new(), Vec::new());
        while let Some(length) = next_word(&mut input, &mut word, || Ok(())).unwrap() {
            words.push((word.clone(), length));
        }
        words
    }

    #[test]
    fn words_do_not_depend_on_blocks() {
        let text = b" 12\t345\n\n6\r\n\x0b789 0";
        for block in 1..20 {
            let found = words(text, block);
            let found: Vec<&[u8]> = found.iter().map(|(word, _)| &word[..]).collect();
            assert_eq!(found, [b"12".as_slice(), b"345", b"6", b"789", b"0"], "{block}");
        }
        assert_eq!(words(b" \n ", 3), []);
    }

    #[test]
    fn of_a_very_long_word_only_the_beginning_is_kept() {
        let text = [b"7".repeat(1_000_000), b" 8".to_vec()].concat();
        let found = words(&text, 4096);
        assert_eq!((found[0].0.len(), found[0].1), (KEPT, 1_000_000));
        assert_eq!(found[1], (b"8".to_vec(), 1));
        let error = parse(&found[0].0, found[0].1).unwrap_err();
        assert_eq!(error.error, ParseNaturalError::TooLong { digits: 1_000_000 });
        assert!(error.message().len() < 200, "{}", error.message());
    }
}
