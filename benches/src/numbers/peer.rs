//! The others: installed if missing, and asked through a pipe or as a process for each turn.

use std::{
    error::Error,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use duel_numbers::Natural;

use super::{Task, Turn};
use crate::peer_output::output;

/// The folder with the peers' scripts.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../peers");
/// How often GNU `factor` is started with nothing to do, to learn what its start takes.
const STARTS: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pari,
    Flint,
    Factor,
    SymPy,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Pari, Kind::Flint, Kind::Factor, Kind::SymPy];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Pari => "PARI/GP",
            Kind::Flint => "FLINT",
            Kind::Factor => "GNU factor",
            Kind::SymPy => "SymPy",
        }
    }

    /// What `peers/install` and `peers/factor.py` know it as.
    const fn key(self) -> &'static str {
        match self {
            Kind::Pari => "pari",
            Kind::Flint => "flint",
            Kind::Factor => "factor",
            Kind::SymPy => "sympy",
        }
    }
}

/// Somebody else who can factor.
pub(super) struct Peer {
    pub(super) kind: Kind,
    pub(super) version: String,
    /// Where its numbers are written.
    file: PathBuf,
    way: Way,
}

/// How a peer is asked.
enum Way {
    /// A process that answers calls, a line each, and takes the time itself.
    Talk(Talk),
    /// A process for each turn, and the seconds that it takes to start.
    Filter { start: f64 },
}

impl Way {
    /// Starts a process that answers calls, and asks for its version.
    fn talk(command: &mut Command) -> Result<(String, Way), Box<dyn Error>> {
        let mut talk = Talk::start(command)?;
        Ok((talk.ask("about()")?, Way::Talk(talk)))
    }
}

impl Peer {
    /// Installs it, if it is not there yet, and starts it.
    pub(super) fn install(kind: Kind) -> Result<Peer, Box<dyn Error>> {
        let program = std::env::current_exe()?;
        let target = program.parent().and_then(Path::parent).ok_or("there is no target folder")?;
        let folder = Path::new(FOLDER);
        let mut install = Command::new(folder.join("install"));
        let program = output(install.arg(kind.key()).env("CARGO_TARGET_DIR", target))?;
        let mut command = Command::new(program.trim());
        let file = target.join(format!("{}.numbers", kind.key()));
        let (version, way) = match kind {
            Kind::Pari => {
                command.args(["-q", "-f"]).arg(folder.join("factor.gp"));
                Way::talk(&mut command)?
            }
            Kind::Flint | Kind::SymPy => {
                command.arg("-B").arg(folder.join("factor.py")).arg(kind.key());
                Way::talk(&mut command)?
            }
            Kind::Factor => {
                let about = output(command.arg("--version"))?;
                let version = about.lines().next().and_then(|line| line.split(' ').next_back());
                fs::write(&file, "1\n")?;
                let starts = (0..STARTS).map(|_| filtered(&file).map(|turn| turn.seconds));
                let start = starts.collect::<Result<Vec<_>, _>>()?.into_iter().fold(1.0, f64::min);
                (version.unwrap_or_default().to_owned(), Way::Filter { start })
            }
        };
        Ok(Peer { kind, version, file, way })
    }

    /// Lets it work through the numbers once.
    pub(super) fn turn(&mut self, task: Task, numbers: &[Natural]) -> Result<Turn, Box<dyn Error>> {
        let lines: String = numbers.iter().map(|n| format!("{n}\n")).collect();
        fs::write(&self.file, lines)?;
        match &mut self.way {
            Way::Talk(process) => {
                let call = match task {
                    Task::Factor => "time_factors",
                    Task::Divisors => "time_divisors",
                };
                let answer = process.ask(&format!("{call}(\"{}\")", self.file.display()))?;
                let read = || {
                    let (seconds, found) = answer.split_once(' ')?;
                    Some(Turn { seconds: seconds.parse().ok()?, found: found.parse().ok()? })
                };
                read().ok_or_else(|| format!("{}: {answer}", self.kind.name()).into())
            }
            Way::Filter { start } => {
                let turn = filtered(&self.file)?;
                Ok(Turn { seconds: (turn.seconds - *start).max(1e-6), ..turn })
            }
        }
    }
}

/// Runs GNU `factor` on a file, in a shell that tells the time of the processor.
fn filtered(file: &Path) -> Result<Turn, Box<dyn Error>> {
    let answers = file.with_extension("factors");
    let mut command = Command::new("bash");
    command.args(["-c", "TIMEFORMAT='%U %S'; { time factor <\"$1\" >\"$2\"; } 2>&1", "bash"]);
    let times = output(command.args([file, &answers]).env("LC_ALL", "C"))?;
    let times = times.split_whitespace().map(str::parse::<f64>).collect::<Result<Vec<_>, _>>()?;
    // A line is the number, a colon, and its primes as often as they divide it.
    let text = fs::read_to_string(answers)?;
    let found = text.lines().map(|line| line.split(' ').skip(1).count() as u64).sum();
    Ok(Turn { seconds: times.iter().sum(), found })
}

/// A process that answers a line with a line.
struct Talk {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Talk {
    fn start(command: &mut Command) -> Result<Talk, Box<dyn Error>> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let questions = process.stdin.take().ok_or("it does not listen")?;
        let answers = BufReader::new(process.stdout.take().ok_or("it does not speak")?);
        Ok(Talk { process, questions, answers })
    }

    fn ask(&mut self, question: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.questions, "{question}")?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer)? == 0 {
            return Err(format!("it ended instead of answering {question}").into());
        }
        Ok(answer.trim().to_owned())
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
