//! The lines of a certificate, read one by one and never more than allowed.

use std::io::{BufRead, Take};

use crate::fault::{Fault, VerifyError};

/// The longest certificate that is read.
pub const MAX_BYTES: u64 = 64 << 20;

/// Lines being read.
pub(crate) struct Lines<R> {
    text: Take<R>,
    line: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(text: R) -> Lines<R> {
        Lines { text: text.take(MAX_BYTES + 1), line: 0 }
    }

    /// How many lines have been read.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Something wrong with the line that was read last.
    pub(crate) fn fault(&self, fault: Fault) -> VerifyError {
        VerifyError { line: self.line, fault }
    }

    /// The next line without its end, or `None` at the end of the text.
    pub(crate) fn next(&mut self) -> Result<Option<String>, VerifyError> {
        let mut bytes = Vec::new();
        let read = self.text.read_until(b'\n', &mut bytes);
        self.line += 1;
        if let Err(error) = read {
            return Err(self.fault(Fault::Read(error)));
        }
        if self.text.limit() == 0 {
            return Err(self.fault(Fault::TooLong));
        }
        match bytes.pop() {
            None => Ok(None),
            Some(b'\n') => match String::from_utf8(bytes) {
                Ok(line) => Ok(Some(line)),
                Err(_) => Err(self.fault(Fault::NotText)),
            },
            Some(_) => Err(self.fault(Fault::CutOff)),
        }
    }

    /// The next line, which must be there.
    pub(crate) fn required(&mut self) -> Result<String, VerifyError> {
        self.next()?.ok_or_else(|| self.fault(Fault::Missing))
    }

    /// What follows `name` and a space in the next line.
    pub(crate) fn field(&mut self, name: &'static str) -> Result<String, VerifyError> {
        let line = self.required()?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.map(str::to_owned).ok_or_else(|| self.fault(Fault::Field(name)))
    }

    /// Nothing may follow.
    pub(crate) fn end(&mut self) -> Result<(), VerifyError> {
        match self.next()? {
            None => Ok(()),
            Some(_) => Err(self.fault(Fault::Surplus)),
        }
    }
}

/// A number written as numbers are: digits only, no leading zeros.
pub(crate) fn number(text: &str) -> Option<u32> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}
