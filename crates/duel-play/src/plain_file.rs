//! The user's files: plain files, readable by their owner alone.
//!
//! To open a pipe can take for ever, to open a device can do something, and to read one may never
//! end. So what is no plain file is refused, before it is opened and once more afterwards, as it may
//! have been replaced meanwhile.

use std::{
    fs::{self, DirBuilder, File, FileType, Metadata, OpenOptions},
    io::{self, Read as _},
    path::Path,
};

/// Opens a file to read it.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path)
}

/// Opens a file to read and to change it.
pub fn open_to_change(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true).write(true), path)
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
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
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
