//! A consistent copy of a SQLite file, also while a server writes to it.

use std::{
    error::Error,
    ffi::OsString,
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use duel_play::atomic_file::sync_folder;

use super::{blocking, connect_to_read};
use crate::store::StoreError;

/// Copies a database to a new file, which gets its name when it is complete and on disk. An existing
/// file is refused.
pub async fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    let (from, to) = (from.to_owned(), to.to_owned());
    let copied = move || {
        copy(&from, &to).map_err(|error| {
            let (from, to) = (from.display(), to.display());
            StoreError::Refused(format!("cannot copy the database {from} to {to}: {error}"))
        })
    };
    blocking(copied).await
}

fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    if to.try_exists()? {
        return Err("there is a file of that name, which is not overwritten".into());
    }
    let part = PartialCopy::new(to)?;
    connect_to_read(from)?.execute("VACUUM INTO ?", [part.0.to_string_lossy()])?;
    Ok(part.become_file(to)?)
}

/// The unfinished copy; removed on drop.
struct PartialCopy(PathBuf);

impl PartialCopy {
    fn new(to: &Path) -> io::Result<PartialCopy> {
        let mut name = OsString::from(".");
        name.push(to.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        name.push(format!(".{}.part", std::process::id()));
        let path = to.with_file_name(name);
        if path.to_str().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidFilename, "the name is not text"));
        }
        let mut new = OpenOptions::new();
        new.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
        new.open(&path)?;
        Ok(PartialCopy(path))
    }

    /// Prefers a hard link, which fails for an existing file where renaming would replace it; not
    /// every file system has links.
    fn become_file(&self, to: &Path) -> io::Result<()> {
        OpenOptions::new().write(true).open(&self.0)?.sync_all()?;
        match fs::hard_link(&self.0, to) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(&self.0, to)?,
            linked => linked?,
        }
        sync_folder(to)
    }
}

impl Drop for PartialCopy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
