//! How long pages take in a real browser.

use std::{
    error::Error,
    process::{Command, Stdio},
};

use super::{
    load::Line,
    server::{Folder, Server},
};
use crate::{chromium, table::Table};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pages.mjs");

/// Opens the front page, a table and the solver, each cold and warm.
pub(super) async fn run(rounds: usize) -> Result<Table, Box<dyn Error>> {
    let how = format!("pages in Chromium, the middle one of {rounds} visits; cold: nothing cached");
    let mut table =
        Table::new(how, ["", "", "DOM ready", "scripts in", "loaded", "requests", "bytes"]);
    let browser = match chromium::find() {
        Ok(browser) => browser,
        Err(missing) => {
            table.notes.push(missing.to_owned());
            return Ok(table);
        }
    };
    let folder = Folder::new("web-pages")?;
    let server = Server::duel(&folder.file("games.db"))?;
    let game = Line::open(server.address).await?.prepare().await?;
    let run = Command::new("node")
        .arg(SCRIPT)
        .arg(&browser.driver)
        .arg(&browser.program)
        .arg(format!("http://{}", server.address))
        .arg(rounds.to_string())
        .args(["front=/".to_owned(), format!("table=/g/{}", game.id())])
        .arg("solver=/solve/subtract:60")
        .stderr(Stdio::inherit())
        .output()?;
    if !run.status.success() {
        return Err(format!("node: {}", run.status).into());
    }
    for line in String::from_utf8_lossy(&run.stdout).lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, how, ready, loaded, scripts, requests, bytes] = cells[..] else { continue };
        let ms = |time: &str| format!("{time} ms");
        table.row([
            name.to_owned(),
            how.to_owned(),
            ms(ready),
            ms(scripts),
            ms(loaded),
            requests.to_owned(),
            bytes.to_owned(),
        ]);
    }
    Ok(table)
}
