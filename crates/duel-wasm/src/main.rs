//! Answers requests, one a line, until standard input ends. This is what the browser runs.

use std::io::{BufRead as _, Write as _};

fn main() -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(output, "{}", duel_wasm::answer(&line?))?;
    }
    Ok(())
}
