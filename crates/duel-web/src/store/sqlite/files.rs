//! The files of a database: whether they are still those that were opened, and how many events they
//! should hold.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// What identifies a file, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    #[cfg(unix)]
    fn of(path: &Path) -> io::Result<FileId> {
        use std::os::unix::fs::MetadataExt as _;
        let found = fs::metadata(path)?;
        Ok(FileId { device: found.dev(), inode: found.ino() })
    }

    /// Where files have no such numbers, only that there is one.
    #[cfg(not(unix))]
    fn of(path: &Path) -> io::Result<FileId> {
        fs::metadata(path).map(|_| FileId { device: 0, inode: 0 })
    }
}

/// The database file and its write-ahead log, as a connection has opened them. Writes into a file
/// that was removed or replaced would be lost without an error.
#[derive(Debug)]
pub(super) struct OpenFiles {
    paths: [PathBuf; 2],
    ids: [FileId; 2],
}

impl OpenFiles {
    pub(super) fn of(database: &Path) -> io::Result<OpenFiles> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let paths = [database.to_owned(), PathBuf::from(log)];
        let ids = [FileId::of(&paths[0])?, FileId::of(&paths[1])?];
        Ok(OpenFiles { paths, ids })
    }

    /// Which of the files was removed or replaced.
    pub(super) fn replaced(&self) -> Option<&Path> {
        let is_there =
            |(path, id): &(&PathBuf, &FileId)| FileId::of(path).is_ok_and(|found| found == **id);
        self.paths
            .iter()
            .zip(&self.ids)
            .find(|file| !is_there(file))
            .map(|(path, _)| path.as_path())
    }
}

/// How many events were acknowledged, written into the lock file after every transaction. So a
/// database that has lost some is noticed at the next start.
#[derive(Debug)]
pub(super) struct EventCount {
    file: File,
    count: u64,
}

impl EventCount {
    /// The count in a file, and whether there is one.
    pub(super) fn read(file: File) -> (EventCount, bool) {
        let text = io::read_to_string(&file).unwrap_or_default();
        let count = text.trim().parse().ok();
        (EventCount { file, count: count.unwrap_or(0) }, count.is_some())
    }

    pub(super) fn get(&self) -> u64 {
        self.count
    }

    /// Changes it. What cannot be written is not noticed at the next start, and harms nothing else.
    pub(super) fn set(&mut self, count: u64) {
        self.count = count;
        // Always as long, so that it is never cut in the middle.
        let text = format!("{count:020}\n");
        #[cfg(unix)]
        let _ = std::os::unix::fs::FileExt::write_all_at(&self.file, text.as_bytes(), 0);
        #[cfg(not(unix))]
        let _ = std::os::windows::fs::FileExt::seek_write(&self.file, text.as_bytes(), 0);
    }
}
