//! Files that hold what is expected.

use std::{env, fs, path::Path};

/// Compares what was found with a kept file. With `UPDATE_GOLDEN=1` the file is written anew: read the
/// difference before it is committed.
#[track_caller]
pub fn compare(file: &Path, found: &str) {
    if env::var_os("UPDATE_GOLDEN").is_some() {
        let folder = file.parent().expect("a file in a folder");
        fs::create_dir_all(folder).expect("a folder that can be made");
        fs::write(file, found).expect("a file that can be written");
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    if found == expected {
        return;
    }
    let line = found.lines().zip(expected.lines()).take_while(|(one, other)| one == other).count();
    panic!(
        "{} differs from what was found, first in line {} (UPDATE_GOLDEN=1 writes it anew)\n\
         --- expected\n{expected}\n--- found\n{found}",
        file.display(),
        line + 1,
    );
}
