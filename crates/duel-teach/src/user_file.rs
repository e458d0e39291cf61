//! What a person has reached, kept as JSON: one small file for each kind of progress.
//!
//! A file that cannot be read as what it should hold is never overwritten: it is set aside under
//! another name, the person is told, and a new one begins.

use std::{
    fs, io,
    marker::PhantomData,
    path::{Path, PathBuf},
};

use duel_play::{Store, atomic_file, plain_file};
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

/// The largest file that is read.
const MOST_BYTES: u64 = 16 << 20;

/// Why progress cannot be kept.
#[derive(Debug, Error)]
pub enum UserFileError {
    /// There is no home to keep it in.
    #[error("there is no home directory to keep progress in")]
    NoHome,
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// A file that holds a `T`.
#[derive(Clone, Debug)]
pub struct UserFile<T> {
    path: PathBuf,
    holds: PhantomData<fn() -> T>,
}

/// What a file held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded<T> {
    /// What was kept, or the beginning.
    pub value: T,
    /// The name under which a damaged file was set aside.
    pub set_aside: Option<PathBuf>,
}

impl<T: Default + Serialize + DeserializeOwned> UserFile<T> {
    /// The file of this name, such as `lessons`, beside the user's kept games.
    pub fn of_user(name: &str) -> Result<UserFile<T>, UserFileError> {
        let store = Store::of_user().map_err(|_| UserFileError::NoHome)?;
        let folder = store.folder().parent().ok_or(UserFileError::NoHome)?;
        Ok(UserFile::at(&folder.join(format!("{name}.json"))))
    }

    /// A file elsewhere.
    pub fn at(path: &Path) -> UserFile<T> {
        UserFile { path: path.to_owned(), holds: PhantomData }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was kept; the default if there is no file yet, or if it was damaged.
    pub fn load(&self) -> Result<Loaded<T>, UserFileError> {
        let bytes = match plain_file::read(&self.path, MOST_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Loaded { value: T::default(), set_aside: None });
            }
            bytes => bytes.map_err(|error| self.error(error))?,
        };
        if let Ok(value) = serde_json::from_slice(&bytes) {
            Ok(Loaded { value, set_aside: None })
        } else {
            let set_aside = self.set_aside().map_err(|error| self.error(error))?;
            Ok(Loaded { value: T::default(), set_aside: Some(set_aside) })
        }
    }

    /// Keeps a value: the file holds the old one or the new one, never a part.
    pub fn save(&self, value: &T) -> Result<(), UserFileError> {
        let text = serde_json::to_string(value).map_err(|error| self.error(error.into()))?;
        let folder = self.path.parent().unwrap_or(Path::new("."));
        plain_file::create_folder(folder)
            .and_then(|()| {
                let text = format!("{text}\n");
                atomic_file::write_whole(&self.path, &text, atomic_file::Readers::Owner)
            })
            .map_err(|error| self.error(error))
    }

    /// Moves a damaged file to a name that is free.
    fn set_aside(&self) -> io::Result<PathBuf> {
        for number in 1_u32.. {
            let path = self.path.with_extension(format!("damaged-{number}.json"));
            if !path.try_exists()? {
                fs::rename(&self.path, &path)?;
                return Ok(path);
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn error(&self, error: io::Error) -> UserFileError {
        UserFileError::File { path: self.path.clone(), error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = UserFile::<Vec<u32>>::at(&folder.path().join("deep/steps.json"));
        assert_eq!(file.load().unwrap(), Loaded { value: vec![], set_aside: None });
        file.save(&vec![1, 2]).unwrap();
        assert_eq!(file.load().unwrap(), Loaded { value: vec![1, 2], set_aside: None });
    }

    #[test]
    fn a_damaged_file_is_set_aside_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = UserFile::<Vec<u32>>::at(&folder.path().join("steps.json"));
        for (number, damage) in ["[1, 2", "{}", "\u{0}"].into_iter().enumerate() {
            fs::write(file.path(), damage).unwrap();
            let loaded = file.load().unwrap();
            assert_eq!(loaded.value, Vec::<u32>::new());
            let aside = loaded.set_aside.unwrap();
            assert!(aside.ends_with(format!("steps.damaged-{}.json", number + 1)), "{aside:?}");
            assert_eq!(fs::read_to_string(aside).unwrap(), damage);
            file.save(&vec![7]).unwrap();
        }
    }

    #[test]
    fn what_is_no_file_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = UserFile::<Vec<u32>>::at(folder.path());
        assert!(file.load().unwrap_err().to_string().contains("not a file"));
        assert!(file.save(&vec![1]).is_err());
    }
}
