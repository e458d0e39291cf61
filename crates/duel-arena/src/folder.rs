//! An event on disk: its plan, and the record of every game that is over.
//!
//! ```text
//! FOLDER/event.json         the plan
//! FOLDER/games/000001.duel  one record for each finished game
//! FOLDER/results.json       the results, for programs
//! FOLDER/table.txt          the results, for people
//! ```
//!
//! Every file appears whole or not at all, and is on the disk before it is reported; so an event
//! that was killed goes on with exactly the games that are there. A lock keeps two programs from
//! playing the same event. The files are readable by their owner alone.

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use duel_core::Record;
use duel_play::{
    atomic_file::{self, Readers, write_whole},
    journal::{self, JournalError},
    plain_file,
};
use thiserror::Error;

use crate::plan::{PlanForm, VERSION};

/// The largest plan that is read, in bytes.
const LARGEST_PLAN: u64 = 256 << 20;

/// Why an event on disk cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another program is playing it.
    #[error("{} is in use: another program is playing this event", .0.display())]
    InUse(PathBuf),
    /// The plan is invalid.
    #[error("{}: this is not the plan of an event: {error}", path.display())]
    Plan {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
    /// The plan was written by a newer program.
    #[error(
        "{}: this event has version {version}; this program reads version {VERSION}, a newer one \
         is needed", path.display()
    )]
    Version {
        /// Which file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// A game is damaged.
    #[error("{0}; without this file, the game will be played again")]
    Game(JournalError),
    /// A game belongs to another event.
    #[error("{} is no game of this event; without this file, the game will be played again", .0.display())]
    Foreign(PathBuf),
}

/// The folder of an event, locked as long as this exists.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held, not read.
    _lock: File,
}

impl Folder {
    /// Takes a folder for an event, and makes it if need be. If there is an event in it already,
    /// its plan comes too.
    pub fn take(path: &Path) -> Result<(Folder, Option<PlanForm>), FolderError> {
        let games = path.join("games");
        plain_file::create_folder(&games)
            .map_err(|error| FolderError::Io { path: games.clone(), error })?;
        plain_file::make_private(&games);
        let file = path.join("event.lock");
        let io = |error| FolderError::Io { path: file.clone(), error };
        let in_use = || FolderError::InUse(path.to_owned());
        let lock = plain_file::open_or_create(&file)
            .map_err(|error| if plain_file::is_locked(&error) { in_use() } else { io(error) })?;
        plain_file::lock(&lock).map_err(|error| match error {
            TryLockError::WouldBlock => in_use(),
            TryLockError::Error(error) => io(error),
        })?;
        // What a program left that was killed while it wrote.
        atomic_file::clean(path);
        atomic_file::clean(&games);
        let plan = Folder::stored(path)?;
        Ok((Folder { path: path.to_owned(), _lock: lock }, plan))
    }

    /// The plan of the event in this folder, if there is one. This takes nothing and makes nothing.
    pub fn stored(folder: &Path) -> Result<Option<PlanForm>, FolderError> {
        let path = folder.join("event.json");
        let text = match plain_file::read(&path, LARGEST_PLAN) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| FolderError::Io { path: path.clone(), error })?,
        };
        let wrong = |error| FolderError::Plan { path: path.clone(), error };
        let value: serde_json::Value = serde_json::from_slice(&text).map_err(wrong)?;
        match value.get("event").and_then(serde_json::Value::as_u64) {
            Some(version) if version > u64::from(VERSION) => {
                Err(FolderError::Version { path, version })
            }
            _ => serde_json::from_value(value).map(Some).map_err(wrong),
        }
    }

    /// Begins an event.
    pub fn begin(&self, plan: &PlanForm) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(plan).unwrap_or_default();
        self.write("event.json", &format!("{text}\n"))
    }

    /// Writes a file of this folder.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        write_whole(&path, text, Readers::Owner).map_err(|error| FolderError::Io { path, error })
    }

    /// Keeps a game that is over; afterwards it is on the disk.
    pub fn keep(&self, number: usize, record: &Record) -> Result<(), FolderError> {
        self.write(&name(number), &record.to_text())
    }

    /// The games that are over, up to this number.
    pub fn games(&self, most: usize) -> Result<BTreeMap<usize, Record>, FolderError> {
        let path = self.path.join("games");
        let io = |error| FolderError::Io { path: path.clone(), error };
        let mut games = BTreeMap::new();
        for entry in fs::read_dir(&path).map_err(io)? {
            let file = entry.map_err(io)?.file_name();
            let number = file.to_str().and_then(|name| name.strip_suffix(".duel")?.parse().ok());
            let Some(number) = number else { continue };
            if number == 0 || number > most || name(number) != format!("games/{}", file.display()) {
                return Err(FolderError::Foreign(path.join(file)));
            }
            let record = journal::read(&path.join(file)).map_err(FolderError::Game)?;
            games.insert(number, record);
        }
        Ok(games)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a game is kept.
    pub fn file(&self, number: usize) -> PathBuf {
        self.path.join(name(number))
    }
}

fn name(number: usize) -> String {
    format!("games/{number:06}.duel")
}
