//! Lists the files of `static/`, which are compiled into the program.

use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=static");
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("static");
    let mut files = Vec::new();
    find(&folder, &mut files)?;
    files.sort_unstable();
    let mut list = String::from("&[\n");
    for file in &files {
        let path = file.strip_prefix(&folder).map_err(io::Error::other)?;
        // With `/` on every system: these are parts of addresses.
        let path: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        let file = file.to_str().ok_or(io::ErrorKind::InvalidData)?;
        let _ = writeln!(list, "    ({:?}, include_bytes!({file:?})),", path.join("/"));
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("static_files.rs"), list)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            find(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
