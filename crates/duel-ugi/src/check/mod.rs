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

use self::talk::{Shutdown, Talk};
use crate::child::BotOption;

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

/// How a program conforms in a step that found nothing wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The program does what it should.
    Passed(String),
    /// The program does without something that our host does not need; what that is.
    Unsupported(String),
}

/// One step of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckStep {
    /// What was tried.
    pub name: String,
    /// What was found, or what was wrong.
    pub found: StepResult,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// The name that the program gives itself, if any.
    pub bot: Option<String>,
    /// The steps, in order.
    pub steps: Vec<CheckStep>,
}

impl CheckReport {
    /// Whether nothing was wrong.
    pub fn is_fine(&self) -> bool {
        self.steps.iter().all(|step| step.found.is_ok())
    }
}

impl fmt::Display for CheckStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Ok(Finding::Passed(seen)) => write!(f, "ok      {}: {seen}", self.name),
            Ok(Finding::Unsupported(what)) => {
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

/// What a step found, or what was wrong.
pub type StepResult = Result<Finding, Problem>;

/// What is tried with a program after the handshake.
type Trial<'a> = dyn Fn(&Talk) -> StepResult + 'a;

/// Checks a program, with games of these books. `on_step` is called after every step.
pub fn check(
    command: &CommandLine,
    books: &[&Book],
    mut on_step: impl FnMut(&CheckStep),
) -> CheckReport {
    let mut report = CheckReport { bot: None, steps: Vec::new() };
    let mut done = |report: &mut CheckReport, name: &str, found: StepResult| {
        let step = CheckStep { name: name.to_owned(), found };
        on_step(&step);
        report.steps.push(step);
    };
    let (mut talk, hello, took) = match Talk::open(command) {
        Ok(opened) => opened,
        Err(problem) => {
            done(&mut report, "handshake", Err(problem));
            return report;
        }
    };
    report.bot.clone_from(&hello.name);
    done(&mut report, "handshake", Ok(steps::handshake(&hello, took)));
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
                Ok((again, ..)) => talk = again,
                Err(problem) => {
                    done(&mut report, "restart", Err(problem));
                    return report;
                }
            }
        }
    }
    done(&mut report, "quit", steps::leave(talk, Shutdown::Quit));
    let again = Talk::open(command);
    let found = again.and_then(|(talk, ..)| steps::leave(talk, Shutdown::CloseInput));
    done(&mut report, "restart, and the end of input", found);
    report
}

/// The steps in the middle, which can be tried in any order.
fn trials<'a>(options: &'a [BotOption], books: &[&'a Book]) -> Vec<(String, Box<Trial<'a>>)> {
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
