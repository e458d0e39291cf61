//! Files that appear whole or not at all.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
};

/// Writes a file, or replaces it, so that readers see the old text or the new one and never
/// a part, even after a power cut. Afterwards it is on the disk.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    name.push(".part");
    let part = path.with_file_name(name);
    let written = File::create(&part)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.and_then(|()| sync_folder(path))
}

/// Makes sure that the name of a new file survives a crash too.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}
