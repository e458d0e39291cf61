//! Files that appear whole or not at all.
//!
//! A file is written beside its place, as `.NAME.part`, and then moved there. The part is removed
//! after an error, and whoever leaves waits for a write with [`finish`]. One that a killed program has
//! left is removed by the next write of the same file, or by [`clean`].

use std::{
    borrow::Cow,
    ffi::OsString,
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::plain_file;

/// Held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Its owner alone.
    Owner,
    /// Whoever could read the file before; of a new one, whom the system lets.
    Usual,
}

/// Writes a file, or replaces it, so that readers see the old text or the new one and never
/// a part, even after a power cut. Afterwards it is on the disk. What is no plain file is not
/// replaced, and a link stays: what it leads to is replaced.
pub fn write_whole(path: &Path, text: &str, readers: Readers) -> io::Result<()> {
    let _writing = writing();
    let path = match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => Cow::Owned(fs::canonicalize(path)?),
        _ => Cow::Borrowed(path),
    };
    let before = match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        metadata => Some(metadata?),
    };
    before.as_ref().map_or(Ok(()), plain_file::check)?;
    let part = part_of(&path)?;
    remove_left(&part)?;
    let file = match readers {
        Readers::Owner => plain_file::create(&part),
        Readers::Usual => plain_file::create_for_all(&part),
    };
    let written = file.and_then(|mut file| {
        // Tells others that it was not left.
        let _ = plain_file::lock(&file);
        if let (Readers::Usual, Some(before)) = (readers, before) {
            file.set_permissions(before.permissions())?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.and_then(|()| sync_folder(&path))
}

/// Removes the parts in a folder that a killed program has left.
pub fn clean(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for entry in entries {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(b".") && name.ends_with(b".part") {
            let _ = remove_left(&entry.path());
        }
    }
}

/// Waits for a write to end, and lets no other begin. To be called before this process exits while
/// other threads are running.
pub fn finish() {
    mem::forget(writing());
}

fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn part_of(path: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    name.push(".part");
    Ok(path.with_file_name(name))
}

/// Removes a part, unless another program is writing it.
fn remove_left(part: &Path) -> io::Result<()> {
    let busy = || {
        let why = "another program is writing this file";
        Err(io::Error::new(io::ErrorKind::ResourceBusy, why))
    };
    let file = match plain_file::open_to_lock(part) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if plain_file::is_locked(&error) => return busy(),
        file => file?,
    };
    match plain_file::lock(&file) {
        Err(TryLockError::WouldBlock) => busy(),
        _ => fs::remove_file(part),
    }
}

/// Makes sure that the name of a new file survives a crash too. Windows does so by itself, and has no
/// way to ask for it.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}
