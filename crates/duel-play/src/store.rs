//! The user's kept games: one record each, in one folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use duel_core::Record;
use etcetera::BaseStrategy;
use thiserror::Error;

use crate::{
    atomic_file,
    date::{time_stamp, time_stamp_now},
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
    /// Part of the names of several games.
    #[error("\"{asked}\" may be any of {}; more letters tell them apart", listed(candidates))]
    Ambiguous {
        /// What was asked for.
        asked: String,
        /// The names of all games that it may be.
        candidates: Vec<String>,
    },
    /// No game of this name, where a file elsewhere will not do.
    #[error("there is no kept game \"{0}\"; `duel games` lists the kept games")]
    NotKept(String),
    /// Nothing to look at.
    #[error("no game is kept yet; `duel play BOOK` begins one")]
    None,
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

/// What became of a game from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It is kept under this name now.
    As(String),
    /// The same game was kept already, under this name.
    KeptAlready(String),
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
        self.create_folder()?;
        let mut dice = Dice::seeded(Dice::fresh_seed());
        loop {
            let id = name(&mut dice, &time_stamp_now());
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

    /// The file of a kept game, or of a game kept elsewhere. A game is named as in
    /// [`Store::find_kept`]; the name of a file comes before the beginning of a game's name.
    pub fn find(&self, id_or_file: &str) -> Result<PathBuf, StoreError> {
        let found = self.find_kept(id_or_file);
        let whole = found.as_ref().is_ok_and(|id| id == id_or_file || short(id) == id_or_file);
        let file = PathBuf::from(id_or_file);
        if !whole && file.exists() {
            return Ok(file);
        }
        match found {
            Err(StoreError::NotKept(asked)) => Err(StoreError::NotFound(asked)),
            found => found.map(|id| self.path(&id)),
        }
    }

    /// The whole name of a kept game, by that name, by its letters alone, by the beginning of either,
    /// or as `last`.
    pub fn find_kept(&self, asked: &str) -> Result<String, StoreError> {
        let not_kept = || StoreError::NotKept(asked.to_owned());
        if !is_id(asked) {
            return Err(not_kept());
        }
        if self.path(asked).exists() {
            return Ok(asked.to_owned());
        }
        let mut ids = self.ids()?;
        let same_letters = ids.iter().filter(|id| short(id) == asked).count();
        if same_letters > 0 {
            ids.retain(|id| short(id) == asked);
        } else if asked == "last" {
            return self.latest();
        } else {
            ids.retain(|id| id.starts_with(asked) || short(id).starts_with(asked));
        }
        match ids.len() {
            0 => Err(not_kept()),
            1 => Ok(ids.remove(0)),
            _ => Err(StoreError::Ambiguous { asked: asked.to_owned(), candidates: ids }),
        }
    }

    /// The newest game that can be read.
    pub fn latest(&self) -> Result<String, StoreError> {
        let readable = |id: &String| journal::recover(&self.path(id)).is_ok();
        self.ids()?.into_iter().find(readable).ok_or(StoreError::None)
    }

    /// Removes a kept game, by its whole name. One that another program is playing stays.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        if !is_id(id) {
            return Err(StoreError::NotKept(id.to_owned()));
        }
        Ok(journal::remove(&self.path(id))?)
    }

    /// Keeps a game that was played elsewhere, under a name made of the time when it began.
    pub fn import(&self, record: &Record) -> Result<Imported, StoreError> {
        let ids = self.ids()?;
        let same =
            |id: &&String| journal::recover(&self.path(id)).is_ok_and(|(kept, _)| kept == *record);
        if let Some(id) = ids.iter().find(same) {
            return Ok(Imported::KeptAlready(id.clone()));
        }
        self.create_folder()?;
        let began = record.date.as_deref().map_or_else(time_stamp_now, time_stamp);
        let mut dice = Dice::seeded(Dice::fresh_seed());
        let id = loop {
            let id = name(&mut dice, &began);
            if !self.path(&id).exists() {
                break id;
            }
        };
        let (path, text) = (self.path(&id), record.to_text());
        match atomic_file::write_whole(&path, &text, atomic_file::Readers::Owner) {
            Ok(()) => Ok(Imported::As(id)),
            Err(error) => Err(JournalError::Io { path, error }.into()),
        }
    }

    /// The newest game that is not over.
    pub fn latest_unfinished(&self) -> Result<PathBuf, StoreError> {
        let unfinished = |id: &String| journal::is_unfinished(&self.path(id));
        let id = self.ids()?.into_iter().find(unfinished).ok_or(StoreError::NoneUnfinished)?;
        Ok(self.path(&id))
    }

    fn create_folder(&self) -> Result<(), StoreError> {
        plain_file::create_folder(&self.folder).map_err(|error| self.folder_error(error))?;
        if let Some(home) = &self.home {
            // Older programs have left them readable to others.
            plain_file::make_private(home);
            plain_file::make_private(&self.folder);
        }
        Ok(())
    }

    /// The names of all kept games, newest first.
    pub fn ids(&self) -> Result<Vec<String>, StoreError> {
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

/// The letters at the end of a name, which are enough to find a game.
fn short(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(_, letters)| letters)
}

/// The shortest name that [`Store::find`] takes for this game among all of these: its letters or, if
/// another game has the same, its whole name.
pub fn short_id<'a>(id: &'a str, ids: &[String]) -> &'a str {
    let letters = short(id);
    let is_unique = ids.iter().filter(|other| short(other) == letters).count() == 1;
    if is_unique && letters != "last" { letters } else { id }
}

fn listed(candidates: &[String]) -> String {
    const SHOWN: usize = 8;
    let more = candidates.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown: Vec<&str> = candidates.iter().take(SHOWN).map(String::as_str).collect();
    format!("{}{more}", shown.join(", "))
}

/// Names sort by the time of their making, to the millisecond.
fn name(dice: &mut Dice, began: &str) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let tail: String = (0..3).map(|_| char::from(LETTERS[(dice.bits() % 32) as usize])).collect();
    format!("{began}-{tail}")
}
