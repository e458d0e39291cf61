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
use serde_json::Value;
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
        Ok(UserFile::named(folder, name))
    }

    /// The file of this name in a folder.
    pub fn named(folder: &Path, name: &str) -> UserFile<T> {
        UserFile::at(&folder.join(format!("{name}.json")))
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
        if let Some(value) = read_whole(&bytes) {
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

/// Reads a value that is written as it would be kept. A list in place of an object is none, although
/// it could be read: its elements would be taken for fields, and those that are missing for new ones.
fn read_whole<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let written: Value = serde_json::from_slice(bytes).ok()?;
    let value: T = T::deserialize(&written).ok()?;
    has_shape(&written, &serde_json::to_value(&value).ok()?).then_some(value)
}

/// Whether objects and lists stand in the same places, as far as both have these.
fn has_shape(written: &Value, kept: &Value) -> bool {
    match (written, kept) {
        (Value::Object(written), Value::Object(kept)) => written
            .iter()
            .all(|(name, value)| kept.get(name).is_none_or(|kept| has_shape(value, kept))),
        (Value::Array(written), Value::Array(kept)) => {
            written.iter().zip(kept).all(|(value, kept)| has_shape(value, kept))
        }
        (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => false,
        _ => true,
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
    fn a_list_in_place_of_an_object_is_damage() {
        let folder = tempfile::tempdir().unwrap();
        let file = UserFile::<crate::LessonProgress>::at(&folder.path().join("lessons.json"));
        for damage in ["[]", "null", r#"{"courses":{"subtract":[]}}"#, r#"{"courses":[]}"#] {
            fs::write(file.path(), damage).unwrap();
            let aside = file.load().unwrap().set_aside.expect(damage);
            assert_eq!(fs::read_to_string(aside).unwrap(), damage);
        }
        let good = r#"{"last":"subtract","courses":{"subtract":{"next":null,"done":["rules"]}}}"#;
        fs::write(file.path(), good).unwrap();
        let loaded = file.load().unwrap();
        assert_eq!((loaded.set_aside, loaded.value.courses.len()), (None, 1));
    }

    #[test]
    fn what_is_no_file_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = UserFile::<Vec<u32>>::at(folder.path());
        assert!(file.load().unwrap_err().to_string().contains("not a file"));
        assert!(file.save(&vec![1]).is_err());
    }
}
