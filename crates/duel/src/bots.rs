//! `duel check-bot`: checks whether a program keeps to the protocol.

use duel_books::{BOOKS, Book};
use duel_play::command_line::CommandLine;
use duel_ugi::check::{CheckReport, CheckStep, Finding, Problem, check};
use serde::Serialize;

use crate::{console, interrupt, options::usage, pages::find_book, stop::Stop};

#[derive(Serialize)]
struct ReportForm<'a> {
    command: String,
    name: Option<&'a str>,
    ok: bool,
    steps: Vec<StepForm<'a>>,
}

#[derive(Serialize)]
struct StepForm<'a> {
    step: &'a str,
    ok: bool,
    /// `false` where the program lacks an optional feature.
    supported: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    came: Option<&'a str>,
}

pub(crate) fn check_bot(command: &str, books: Option<&str>, json: bool) -> Result<(), Stop> {
    let command = command.strip_prefix("cmd:").unwrap_or(command);
    let command: CommandLine = command.parse().map_err(Stop::usage)?;
    let books: Vec<&Book> = match books {
        None => BOOKS.to_vec(),
        Some(names) => names
            .split(',')
            .map(|name| {
                find_book(name).map_err(|_| usage("--books", "divide,subtract for example"))
            })
            .collect::<Result<_, _>>()?,
    };
    interrupt::watch()?;
    let mut broken = None;
    let report = check(&command, &books, |step| {
        if !json && let Err(stop) = console::say(&format!("{step}\n")) {
            broken = Some(stop);
        }
    });
    if let Some(stop) = broken {
        return Err(stop);
    }
    if json {
        console::say_json(&form(&command, &report))?;
    }
    let failed = report.steps.iter().filter(|step| step.found.is_err()).count();
    let name = report.bot.unwrap_or_else(|| command.to_string());
    if failed > 0 {
        return Err(Stop::failed(format!("{name} fails {failed} of {} steps", report.steps.len())));
    }
    if !json {
        console::say(&format!("\n{name} keeps to the protocol.\n"))?;
    }
    Ok(())
}

fn form<'a>(command: &CommandLine, report: &'a CheckReport) -> ReportForm<'a> {
    let step = |CheckStep { name, found }: &'a CheckStep| {
        let (seen, problem) = match found {
            Ok(Finding::Passed(seen) | Finding::Unsupported(seen)) => (Some(seen.as_str()), None),
            Err(problem) => (None, Some(problem)),
        };
        StepForm {
            step: name,
            ok: problem.is_none(),
            supported: !matches!(found, Ok(Finding::Unsupported(_))),
            seen,
            expected: problem.map(|Problem { expected, .. }| expected.as_str()),
            came: problem.map(|Problem { came, .. }| came.as_str()),
        }
    };
    ReportForm {
        command: command.to_string(),
        name: report.bot.as_deref(),
        ok: report.is_fine(),
        steps: report.steps.iter().map(step).collect(),
    }
}
