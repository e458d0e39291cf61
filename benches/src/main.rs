//! Benchmarks that print ratios against a named peer, measured in the same run.
//!
//! Times of one machine say little on another; a ratio says more. `./bench` builds what is needed
//! and runs this program. A benchmark is one file here and one line in [`BENCHMARKS`].

mod comparison;
mod startup;

use std::{
    error::Error,
    io::{self, Write as _},
    process::ExitCode,
};

use crate::comparison::Comparison;

type Benchmark = fn() -> Result<Comparison, Box<dyn Error>>;

const BENCHMARKS: [(&str, Benchmark); 1] = [("startup", startup::run)];

fn main() -> ExitCode {
    match run(std::env::args().nth(1).as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the benchmark of this name, or all.
fn run(wanted: Option<&str>) -> Result<(), Box<dyn Error>> {
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted == name);
    if !BENCHMARKS.iter().any(|(name, _)| is_wanted(name)) {
        let names = BENCHMARKS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no such benchmark; there are: {names}").into());
    }
    for (name, benchmark) in BENCHMARKS.iter().filter(|(name, _)| is_wanted(name)) {
        write!(io::stdout(), "{name}\n{}\n", benchmark()?)?;
    }
    Ok(())
}
