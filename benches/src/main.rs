//! Benchmarks that print ratios against a named peer, measured in the same run.
//!
//! Times of one machine say little on another; a ratio says more. `./bench` builds what is needed
//! and runs this program. A benchmark is one file here and one line in [`BENCHMARKS`].

mod atlas;
mod chromium;
mod closed;
mod comparison;
mod costs;
mod engine;
mod events;
mod explain;
mod factor;
mod levels;
mod numbers;
mod options;
mod peer_output;
mod selfplay;
mod startup;
mod table;
mod tui;
mod web;

use std::{
    error::Error,
    io::{self, Write as _},
    process::ExitCode,
};

use crate::options::Options;

type Benchmark = fn(&Options) -> Result<String, Box<dyn Error>>;

const BENCHMARKS: [(&str, Benchmark); 13] = [
    ("startup", startup::run),
    ("closed", closed::run),
    ("factor", factor::run),
    ("selfplay", selfplay::run),
    ("levels", levels::run),
    ("numbers", numbers::run),
    ("match", events::run),
    ("tui", tui::run),
    ("web", web::run),
    ("abuse", web::abuse::run),
    ("engine", engine::run),
    ("costs", costs::run),
    ("explain", explain::run),
];

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the benchmark that is asked for, or all.
fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    if options.name.as_deref() == Some(web::bare::NAME) {
        return web::bare::run();
    }
    let is_wanted = |name: &str| options.name.as_ref().is_none_or(|wanted| wanted == name);
    if !BENCHMARKS.iter().any(|(name, _)| is_wanted(name)) {
        let names = BENCHMARKS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no such benchmark; there are: {names}").into());
    }
    for (name, benchmark) in BENCHMARKS.iter().filter(|(name, _)| is_wanted(name)) {
        write!(io::stdout(), "{name}\n{}\n", benchmark(options)?)?;
    }
    Ok(())
}
