//! The user's files: plain files, readable by their owner alone, and who may change one.
//!
//! To open a pipe can take for ever, to open a device can do something, and to read one may never
//! end. So what is no plain file is refused, before it is opened and once more afterwards, as it may
//! have been replaced meanwhile.

use std::{
    fs::{self, DirBuilder, File, FileType, Metadata, OpenOptions, TryLockError},
    io::{self, Read as _},
    path::Path,
};

/// Opens a file to read it.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path)
}

/// Opens a file to read and to change it, alone: see [`lock`].
pub fn open_to_change(path: &Path) -> io::Result<File> {
    open_with(to_change(&mut OpenOptions::new()).read(true), path)
}

/// Opens a file only to [`lock`] it, before it is removed.
pub fn open_to_lock(path: &Path) -> io::Result<File> {
    // A file that must not be changed can be removed all the same, and can be locked if it is read.
    if cfg!(windows) { open_to_change(path) } else { open(path) }
}

/// Opens a file to change it, or makes it, for its owner alone.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    match create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open_to_change(path),
        created => created,
    }
}

/// Makes a file, which must not exist, for its owner alone.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    to_change(&mut options).create_new(true).open(path)
}

/// Makes a file, which must not exist, for whom the system lets.
pub fn create_for_all(path: &Path) -> io::Result<File> {
    to_change(&mut OpenOptions::new()).create_new(true).open(path)
}

/// Locks a file that was opened to change it, so that no other program changes it meanwhile; others
/// may read it. Some file systems have no locks, which changes nothing.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    // On Windows a lock would keep readers off, so there it is opened alone, see `to_change`.
    if cfg!(windows) {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        locked => locked,
    }
}

/// Whether a file could not be opened to change it because another program has locked it.
pub fn is_locked(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

fn to_change(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(windows)]
    {
        /// Meanwhile others may read a file, move and remove it, but not open it to change it.
        const FILE_SHARE_READ_DELETE: u32 = 1 | 4;
        std::os::windows::fs::OpenOptionsExt::share_mode(options, FILE_SHARE_READ_DELETE);
    }
    options.write(true)
}

/// Reads a whole file, which may be so many bytes long.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("the file is larger than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// Makes a folder and those above it, if they are missing, for their owner alone.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Takes the rights on a file or folder from everybody but its owner. Where that is impossible, as
/// on a file system without rights, nothing happens.
pub fn make_private(path: &Path) {
    #[cfg(unix)]
    if let Ok(metadata) = fs::metadata(path) {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = metadata.permissions().mode() & 0o7777;
        if mode & 0o077 != 0 {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Refuses what is no plain file, and says what it is instead.
pub fn check(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let why = format!("this is {}, not a file", kind(metadata.file_type()));
    Err(io::Error::new(io::ErrorKind::InvalidInput, why))
}

fn open_with(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    check(&fs::metadata(path)?)?;
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn kind(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a folder" } else { "something else" }
}
