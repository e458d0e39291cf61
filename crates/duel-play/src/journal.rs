//! A game on disk while it is played.
//!
//! A journal is a record that grows by whole lines. [`Journal::append`] returns once the line has
//! reached the disk, so a move that is announced afterwards cannot be lost. The file is locked as
//! long as the journal is open: two programs cannot write to the same game.

use std::{
    fs::{File, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use duel_core::{Ending, Played, Record, RecordError, record::MAX_BYTES};
use thiserror::Error;

use crate::{
    atomic_file::sync_folder,
    plain_file,
    session::{Event, Session},
};

/// Why a journal cannot be opened.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is a file of this name.
    #[error("{} exists already; choose another name, or go on with it by `duel resume`", .0.display())]
    Exists(PathBuf),
    /// Another program is playing this game.
    #[error("{} is in use: another program is playing this game", .0.display())]
    InUse(PathBuf),
    /// The file is not a record.
    #[error("{}: {error}", path.display())]
    Record {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        error: RecordError,
    },
}

/// Whether a record was found whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// It was.
    Whole,
    /// The last line had been cut off while it was written, and is left out.
    DroppedLastLine,
}

/// A game that is being kept.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Journal {
    /// Begins a new file, which must not exist, with the record so far.
    pub fn create(path: &Path, record: &Record) -> Result<Journal, JournalError> {
        let io = |error| JournalError::Io { path: path.to_owned(), error };
        let file = match plain_file::create(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(JournalError::Exists(path.to_owned()));
            }
            created => locked(path, created)?,
        };
        let mut journal = Journal { file, path: path.to_owned(), length: 0 };
        let written = journal.append(&record.to_text()).and_then(|()| sync_folder(path));
        if let Err(error) = written {
            // A file without a beginning is useless.
            let _ = std::fs::remove_file(path);
            return Err(io(error));
        }
        Ok(journal)
    }

    /// Opens a kept game to go on with it.
    pub fn open(path: &Path) -> Result<(Journal, Record, Recovery), JournalError> {
        let io = |error| JournalError::Io { path: path.to_owned(), error };
        let mut file = locked(path, plain_file::open_to_change(path))?;
        let mut text = read_bounded(&mut file).map_err(io)?;
        let cut = drop_cut_line(&mut text);
        // Only the text form can grow, so a JSON record is refused here.
        let record = Record::parse(&text, duel_books::catalogue)
            .map_err(|error| JournalError::Record { path: path.to_owned(), error })?;
        // Older programs have left it readable to others.
        plain_file::make_private(path);
        let length = text.len() as u64;
        let mut journal = Journal { file, path: path.to_owned(), length };
        if cut {
            journal.cut_back().map_err(io)?;
        }
        journal.file.seek(SeekFrom::Start(length)).map_err(io)?;
        Ok((journal, record, if cut { Recovery::DroppedLastLine } else { Recovery::Whole }))
    }

    /// Where the game is kept.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds whole lines and waits until they are on the disk. If that fails, none of them is kept.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += lines.len() as u64;
                Ok(())
            }
            Err(error) => {
                let _ = self.cut_back();
                Err(error)
            }
        }
    }

    /// Stores an event that was decided in this session, and waits until it is on the disk.
    pub fn store(&mut self, session: &Session, event: &Event) -> io::Result<()> {
        let lines = lines_of(session, event);
        if lines.is_empty() { Ok(()) } else { self.append(&lines) }
    }

    /// Removes what comes after the last whole line.
    fn cut_back(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.sync_data()
    }
}

/// The lines that store what is about to happen in a game. Offers are not stored: both players sit
/// at the same table, and are asked again.
pub fn lines_of(session: &Session, event: &Event) -> String {
    let (game, position) = (session.game(), session.position());
    let count = game.played().len();
    match event {
        Event::Moved { made, took } => {
            let played = Played { made: made.clone(), took: *took };
            let mut lines = Record::move_line(count + 1, position, &played);
            let after = position.after(made).ok();
            if let Some((after, outcome)) = after.and_then(|it| it.outcome().map(|end| (it, end))) {
                lines.push_str(&Record::result_line(&Ending::Played(outcome), &after));
            }
            lines
        }
        Event::TookBack { plies, .. } => {
            (0..(*plies).min(count)).map(|place| Record::undo_line(count - place)).collect()
        }
        Event::Ended(ending) => Record::result_line(ending, position),
        Event::Joined { .. }
        | Event::Offered { .. }
        | Event::Declined { .. }
        | Event::Rematched => String::new(),
    }
}

/// Reads a record that was written whole, in either form.
pub fn read(path: &Path) -> Result<Record, JournalError> {
    duel_books::record(&bytes_of(path)?)
        .map_err(|error| JournalError::Record { path: path.to_owned(), error })
}

/// Reads a record in either form, without a last line that was cut off while it was written, and
/// changes nothing. [`Journal::open`] goes on with what this returns.
pub fn recover(path: &Path) -> Result<(Record, Recovery), JournalError> {
    recovered(bytes_of(path)?)
        .map_err(|error| JournalError::Record { path: path.to_owned(), error })
}

/// Removes the file of a game, unless another program is playing it.
pub fn remove(path: &Path) -> Result<(), JournalError> {
    let io = |error| JournalError::Io { path: path.to_owned(), error };
    let _locked = locked(path, plain_file::open_to_lock(path))?;
    std::fs::remove_file(path).and_then(|()| sync_folder(path)).map_err(io)
}

/// Whether [`Journal::open`] would go on with this file: a game that is not over, in the form that
/// can grow.
pub fn is_unfinished(path: &Path) -> bool {
    bytes_of(path).is_ok_and(|text| {
        !duel_books::is_json(&text)
            && recovered(text).is_ok_and(|(record, _)| record.game.ending().is_none())
    })
}

fn recovered(mut text: Vec<u8>) -> Result<(Record, Recovery), RecordError> {
    let cut = !duel_books::is_json(&text) && drop_cut_line(&mut text);
    let record = duel_books::record(&text)?;
    Ok((record, if cut { Recovery::DroppedLastLine } else { Recovery::Whole }))
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, JournalError> {
    plain_file::open(path)
        .and_then(|mut file| read_bounded(&mut file))
        .map_err(|error| JournalError::Io { path: path.to_owned(), error })
}

/// Drops a last line that has no end; whether there was one. In a file that is too large to be read
/// whole its last line is unknown, so it stays too large, and is refused.
fn drop_cut_line(text: &mut Vec<u8>) -> bool {
    if text.len() > MAX_BYTES {
        return false;
    }
    let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let cut = whole < text.len();
    text.truncate(whole);
    cut
}

/// Reads a little more than the largest record, so that a larger one is noticed.
fn read_bounded(file: &mut File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// A file that was just opened or made, locked.
fn locked(path: &Path, file: io::Result<File>) -> Result<File, JournalError> {
    let io = |error| JournalError::Io { path: path.to_owned(), error };
    let in_use = || JournalError::InUse(path.to_owned());
    let file =
        file.map_err(|error| if plain_file::is_locked(&error) { in_use() } else { io(error) })?;
    match plain_file::lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(in_use()),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}
