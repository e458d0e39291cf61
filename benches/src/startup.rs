//! How long the program takes to start, against a C program that does nothing.
//!
//! The programs take turns, so that whatever else the machine does falls on all of them alike. A
//! time runs from asking the system for a process until that process has ended.

use std::{
    error::Error,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::{comparison::Comparison, options::Options};

/// How often each program is run.
const ROUNDS: usize = 400;
/// How many rounds come before, to fill the caches.
const WARM_UP: usize = 20;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/nothing.c");

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    let folder = std::env::current_exe()?.parent().map(Path::to_owned).unwrap_or_default();
    let (nothing, duel) = (compile(&folder)?, folder.join("duel"));
    let programs: [(&str, &Path, &[&str]); 3] = [
        ("a C program that does nothing", &nothing, &[]),
        ("duel books", &duel, &["books"]),
        ("duel play divide:7 --no-save", &duel, &["play", "divide:7", "--no-save"]),
    ];
    let mut times = vec![Vec::with_capacity(ROUNDS); programs.len()];
    for round in 0..WARM_UP + ROUNDS {
        for turn in 0..programs.len() {
            // Nobody always runs behind the same one.
            let place = (round + turn) % programs.len();
            let (_, program, arguments) = programs[place];
            let took = time(program, arguments)?;
            if round >= WARM_UP {
                times[place].push(took);
            }
        }
    }
    let comparison = Comparison {
        how: format!("start to end of a process, {ROUNDS} runs each, taking turns"),
        candidates: programs.map(|(name, ..)| name.to_owned()).into_iter().zip(times).collect(),
    };
    Ok(comparison.to_string())
}

/// Compiles the C program into this folder.
fn compile(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let program = folder.join("nothing");
    let status = Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(SOURCE).status()?;
    if status.success() { Ok(program) } else { Err("cc could not compile nothing.c".into()) }
}

fn time(program: &Path, arguments: &[&str]) -> Result<Duration, Box<dyn Error>> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    let status = command.status()?;
    let took = began.elapsed();
    if status.success() {
        Ok(took)
    } else {
        Err(format!("{} {}: {status}", program.display(), arguments.join(" ")).into())
    }
}
