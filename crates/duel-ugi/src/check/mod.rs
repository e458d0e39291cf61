//! Does a program keep to the protocol? One step after the other, each with what was expected and
//! what came.
//!
//! A program that ends in the middle of a step is started again for the next one, so one mistake
//! hides no other.

mod steps;
mod talk;

use std::fmt;

use duel_books::{BOOKS, Book};
use duel_play::command_line::CommandLine;

use self::talk::{Leaving, Talk};

/// What was expected, and what came instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What was expected.
    pub expected: String,
    /// What came.
    pub came: String,
}

impl Problem {
    fn new(expected: impl Into<String>, came: impl Into<String>) -> Problem {
        Problem { expected: expected.into(), came: came.into() }
    }
}

/// What was seen where nothing was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The program does what it should.
    Passed(String),
    /// The program does without something that our host does not need; what that is.
    Unsupported(String),
}

/// One step of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was tried.
    pub name: String,
    /// What was seen, or what was wrong.
    pub found: Result<Seen, Problem>,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How the program calls itself, if it does.
    pub bot: Option<String>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Report {
    /// Whether nothing was wrong.
    pub fn is_fine(&self) -> bool {
        self.steps.iter().all(|step| step.found.is_ok())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Ok(Seen::Passed(seen)) => write!(f, "ok      {}: {seen}", self.name),
            Ok(Seen::Unsupported(what)) => {
                write!(f, "absent  {}: not supported: {what}", self.name)
            }
            Err(Problem { expected, came }) => {
                write!(
                    f,
                    "FAILED  {}\n        expected {expected}\n        came     {came}",
                    self.name
                )
            }
        }
    }
}

/// What is tried with a program that has shaken hands; what was seen, or what was wrong.
type Trial<'a> = dyn Fn(&Talk) -> Result<Seen, Problem> + 'a;

/// Checks a program, with games of these books. `told` hears of every step as it is done.
pub fn check(command: &CommandLine, books: &[&Book], mut told: impl FnMut(&Step)) -> Report {
    let mut report = Report { bot: None, steps: Vec::new() };
    let mut done = |report: &mut Report, name: &str, found: Result<Seen, Problem>| {
        let step = Step { name: name.to_owned(), found };
        told(&step);
        report.steps.push(step);
    };
    let (mut talk, hello) = match Talk::open(command) {
        Ok(opened) => opened,
        Err(problem) => {
            done(&mut report, "handshake", Err(problem));
            return report;
        }
    };
    report.bot.clone_from(&hello.name);
    done(&mut report, "handshake", Ok(steps::handshake(&hello)));
    let readiness = steps::readiness(&talk);
    let is_ready = readiness.is_ok();
    done(&mut report, "readiness", readiness);
    if !is_ready {
        // Every other step begins with this.
        return report;
    }
    for (name, trial) in trials(&hello.options, books) {
        let found = trial(&talk);
        let failed = found.is_err();
        done(&mut report, &name, found);
        if failed {
            // Whatever state it is in now, the next step is to begin like the first.
            match Talk::open(command) {
                Ok((again, _)) => talk = again,
                Err(problem) => {
                    done(&mut report, "restart", Err(problem));
                    return report;
                }
            }
        }
    }
    done(&mut report, "quit", steps::leave(talk, Leaving::Quit));
    let again = Talk::open(command);
    let found = again.and_then(|(talk, _)| steps::leave(talk, Leaving::HangUp));
    done(&mut report, "restart, and the end of input", found);
    report
}

/// The steps in the middle, which can be tried in any order.
fn trials<'a>(
    options: &'a [(String, String)],
    books: &[&'a Book],
) -> Vec<(String, Box<Trial<'a>>)> {
    let mut trials: Vec<(String, Box<Trial<'a>>)> =
        vec![("options".to_owned(), Box::new(move |talk| steps::options(talk, options)))];
    for &book in books {
        let slug = book.slug;
        trials.push((format!("{slug}: queries"), Box::new(move |talk| steps::queries(talk, book))));
        trials.push((format!("{slug}: moves"), Box::new(move |talk| steps::games(talk, book))));
    }
    let any = books.first().copied().unwrap_or(BOOKS[0]);
    trials.extend::<[(String, Box<Trial<'a>>); 7]>([
        ("time for a move".to_owned(), Box::new(move |talk| steps::movetime(talk, any))),
        ("time on a clock".to_owned(), Box::new(move |talk| steps::on_clock(talk, any))),
        ("nodes".to_owned(), Box::new(move |talk| steps::nodes(talk, any))),
        ("depth".to_owned(), Box::new(move |talk| steps::depth(talk, any))),
        ("go infinite and stop".to_owned(), Box::new(move |talk| steps::infinite(talk, any))),
        ("stop without a search".to_owned(), Box::new(steps::idle_stop)),
        ("garbage".to_owned(), Box::new(move |talk| steps::garbage(talk, any))),
    ]);
    trials
}
