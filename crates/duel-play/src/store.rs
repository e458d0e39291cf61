//! The user's kept games: one record each, in one folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use duel_core::Record;
use etcetera::BaseStrategy;
use thiserror::Error;

use crate::{
    date::time_stamp_now,
    dice::Dice,
    journal::{self, Journal, JournalError, Recovery},
    matches::Match,
    plain_file,
};

/// The ending of the names of kept games.
const SUFFIX: &str = ".duel";

/// Why the kept games cannot be reached.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no home to keep them in.
    #[error("there is no home directory to keep games in; use --save FILE or --no-save")]
    NoHome,
    /// The folder cannot be made or read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// No game of this name.
    #[error(
        "there is no kept game \"{0}\", nor a file of that name; `duel games` lists the kept games"
    )]
    NotFound(String),
    /// Nothing to go on with.
    #[error("no unfinished game is kept; `duel play BOOK` begins one")]
    NoneUnfinished,
    /// The game itself cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// A kept game.
#[derive(Debug)]
pub struct StoredGame {
    /// Its name.
    pub id: String,
    /// What it holds and whether it is whole, if it can be read.
    pub record: Result<(Record, Recovery), JournalError>,
}

/// The folder of kept games.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// The folder in the user's data directory that holds it and is ours alone, if it is there.
    home: Option<PathBuf>,
}

impl Store {
    /// The folder in the user's data directory.
    pub fn of_user() -> Result<Store, StoreError> {
        let strategy = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
        let home = strategy.data_dir().join("divisor-duel");
        Ok(Store { folder: home.join("games"), home: Some(home) })
    }

    /// Games kept in this folder.
    pub fn at(folder: &Path) -> Store {
        Store { folder: folder.to_owned(), home: None }
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Begins to keep a game, under a name made of its time and a few random letters.
    pub fn create(&self, record: &Record) -> Result<(String, Journal), StoreError> {
        plain_file::create_folder(&self.folder).map_err(|error| self.folder_error(error))?;
        if let Some(home) = &self.home {
            // Older programs have left them readable to others.
            plain_file::make_private(home);
            plain_file::make_private(&self.folder);
        }
        let mut dice = Dice::seeded(Dice::fresh_seed());
        loop {
            let id = name(&mut dice);
            match Journal::create(&self.path(&id), record) {
                Err(JournalError::Exists(_)) => {}
                created => return Ok((id, created?)),
            }
        }
    }

    /// All kept games, newest first.
    pub fn games(&self) -> Result<Vec<StoredGame>, StoreError> {
        let games = self.ids()?.into_iter().map(|id| {
            let record = journal::recover(&self.path(&id));
            StoredGame { id, record }
        });
        Ok(games.collect())
    }

    /// The file of a kept game, or of a game kept elsewhere.
    pub fn find(&self, id_or_file: &str) -> Result<PathBuf, StoreError> {
        let kept = self.path(id_or_file);
        if is_id(id_or_file) && kept.exists() {
            return Ok(kept);
        }
        let file = PathBuf::from(id_or_file);
        if file.exists() { Ok(file) } else { Err(StoreError::NotFound(id_or_file.to_owned())) }
    }

    /// The newest game that is not over.
    pub fn latest_unfinished(&self) -> Result<PathBuf, StoreError> {
        let unfinished = |id: &String| journal::is_unfinished(&self.path(id));
        let id = self.ids()?.into_iter().find(unfinished).ok_or(StoreError::NoneUnfinished)?;
        Ok(self.path(&id))
    }

    fn ids(&self) -> Result<Vec<String>, StoreError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| self.folder_error(error))?,
        };
        let mut ids: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(SUFFIX).map(str::to_owned))
            .filter(|id| is_id(id))
            .collect();
        ids.sort_unstable_by(|one, other| other.cmp(one));
        Ok(ids)
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}{SUFFIX}"))
    }

    fn folder_error(&self, error: io::Error) -> StoreError {
        StoreError::Folder { path: self.folder.clone(), error }
    }
}

/// How to go on with a game that is kept in this store, or in a file elsewhere; or how to look at it,
/// if it cannot be resumed.
pub fn farewell(store: Option<&Store>, path: &Path, record: &Record) -> String {
    let kept = store.is_some_and(|store| path.starts_with(&store.folder));
    let name = path.file_stem().filter(|_| kept).map_or(path, Path::new);
    let name = quoted(&name.to_string_lossy());
    if Match::resumed(record).is_err() {
        return format!("The game is saved. Look at it with: duel replay {name}");
    }
    format!("The game is saved. Go on with: duel resume {name}")
}

/// A name as a shell takes it.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if name.chars().all(plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}

/// Names of kept games never lead out of their folder.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Names sort by the time of their making, to the millisecond.
fn name(dice: &mut Dice) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let tail: String = (0..3).map(|_| char::from(LETTERS[(dice.bits() % 32) as usize])).collect();
    format!("{}-{tail}", time_stamp_now())
}
