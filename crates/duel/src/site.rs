//! `duel site`: the pages that need no server, as files.

use std::{fs, io, path::Path};

use crate::{console, stop::Stop};

pub(crate) fn write(out: &Path) -> Result<(), Stop> {
    let about =
        |path: &Path, error: &io::Error| Stop::Failed(format!("{}: {error}", path.display()));
    fs::create_dir_all(out).map_err(|error| about(out, &error))?;
    let mut entries = fs::read_dir(out).map_err(|error| about(out, &error))?;
    if entries.next().is_some() {
        return Err(Stop::usage(format!(
            "{} is not empty; choose a new folder, so that no file of yours is overwritten",
            out.display()
        )));
    }
    let files = duel_web::pages::site().map_err(Stop::failed)?;
    for (path, bytes) in &files {
        let path = out.join(path);
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        fs::write(&path, bytes).map_err(|error| about(&path, &error))?;
    }
    console::note(&format!(
        "{} files are in {}. Serve that folder with any web server.",
        files.len(),
        out.display()
    ));
    Ok(())
}
