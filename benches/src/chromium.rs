//! The browser that pages are measured in.

use std::path::{Path, PathBuf};

/// Where the tests in a browser have what drives it.
const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/duel-web/browser");

/// A browser, and the folder of the package that drives it.
pub(crate) struct Chromium {
    pub(crate) program: PathBuf,
    pub(crate) driver: PathBuf,
}

/// The browser of this machine, or why it cannot be used.
pub(crate) fn find() -> Result<Chromium, &'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let Some(program) = names.into_iter().find_map(on_path) else {
        return Err("Chromium is not installed here, and is left out");
    };
    let driver = std::env::var_os("DUEL_BROWSER").map_or_else(|| DRIVER.into(), PathBuf::from);
    if !driver.join("node_modules/playwright-core").exists() || on_path("node").is_none() {
        return Err("playwright-core is not installed here, and Chromium is left out");
    }
    Ok(Chromium { program, driver })
}

/// Where a program is, if it is on the path.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder: PathBuf| Path::join(&folder, name))
        .find(|file| file.is_file())
}
