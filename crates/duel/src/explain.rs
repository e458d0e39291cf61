//! `duel explain`: why a position is won or lost, as a text, as JSON, and as an argument.

use std::time::Duration;

use duel_books::{explain, listing};
use duel_core::{Move, Position};
use duel_json::ExplanationForm;
use duel_play::{Event, Session};
use duel_solver::{
    Depth, Explanation, Limits, Reason, Solver, Strategy, Value, certificate::prove_by_play,
};
use duel_teach::Argument;

use crate::{
    busy::Busy,
    cli::Effort,
    console,
    keyboard::Keyboard,
    solve::{MORE_TIME, advice, answer_lines, facts, read_position, to_line, verdict},
    stop::Stop,
};

/// Certificates that are longer are not printed with a reason.
const LONGEST_CERTIFICATE: usize = 64 << 10;

pub(crate) fn run(text: &str, json: bool, tries: bool, effort: &Effort) -> Result<(), Stop> {
    let time = effort.time()?;
    let mut solver = Solver::default();
    let mut form = |position: &Position| {
        let limits = Limits::time(time);
        let explanation = explain_fully(&mut solver, position, limits);
        let mut form = ExplanationForm::of(position, &explanation);
        if let Some(certificate) = certificate(&mut solver, position, &explanation, limits) {
            form.proof = format!("{}\n{certificate}", form.proof);
        }
        to_line(&form)
    };
    if text == "-" && !tries {
        return answer_lines(form);
    }
    let position = read_position(text)?;
    if json {
        return console::say_exactly(&format!("{}\n", form(&position)?));
    }
    if tries {
        return argue(&mut Keyboard::new(), &position, time, effort.depth());
    }
    let limits = Limits::time(time);
    let explanation = explain_fully(&mut solver, &position, limits);
    let depth = effort.depth();
    let reason = explanation.reason.words(&position, depth);
    let facts = match depth {
        Depth::Student | Depth::Proof if explanation.reason != Reason::Over => {
            format!(" {}", facts(&explanation.known, longest(&explanation)))
        }
        _ => String::new(),
    };
    console::say_abbreviated(&format!("{}{facts}\n{reason}\n", headline(&explanation)))?;
    if depth == Depth::Proof
        && let Some(text) = certificate(&mut solver, &position, &explanation, limits)
    {
        console::say_exactly(&text)?;
        console::note("`duel verify -` checks such a certificate.");
    }
    match (&explanation.reason, explanation.strategy()) {
        (Reason::Unknown, _) => console::note(advice(&limits)),
        (Reason::Searched { .. }, Some(strategy))
            if depth == Depth::Child && !strategy.entries.is_empty() =>
        {
            let plan = if strategy.complete { "the whole plan" } else { "a part of the plan" };
            console::note(&format!("--why student tells {plan}; --try lets you argue with it."));
        }
        _ => {}
    }
    Ok(())
}

/// The explanation, with the distance if it is found within the same limits.
fn explain_fully(solver: &mut Solver, position: &Position, limits: Limits<'_>) -> Explanation {
    let busy = Busy::new("Searching", "positions");
    let progress = |visited| busy.set(visited);
    let limits = Limits { progress: Some(&progress), ..limits };
    let mut explanation = solver.explain(position, limits);
    if explanation.known.value.is_some() && explanation.known.plies.is_none() {
        explanation.known = explanation.known.or(solver.solve_fully(position, limits));
    }
    explanation
}

fn headline(explanation: &Explanation) -> String {
    verdict(&explanation.known, longest(explanation))
}

/// How many moves there are at most if the plan that is told is followed.
fn longest(explanation: &Explanation) -> Option<u32> {
    explanation.strategy().and_then(Strategy::longest)
}

/// The certificate of a value that was found by search, if it is found in time and not too long.
fn certificate(
    solver: &mut Solver,
    position: &Position,
    explanation: &Explanation,
    limits: Limits<'_>,
) -> Option<String> {
    let won = matches!(explanation.known.value, Some(Value::Win | Value::Loss));
    if !won || !matches!(explanation.reason, Reason::Searched { .. }) {
        return None;
    }
    let certificate = prove_by_play(solver, position, limits).ok();
    let text = certificate.map(|certificate| certificate.to_string());
    text.filter(|text| text.len() <= LONGEST_CERTIFICATE)
}

const HELP: &str = "\
Type any move, and you are shown what answers it. Or one of:
  moves         the moves that you can try
  why           why this is lost, with a line of play
  back          take your last try back
  again         begin again
  quit          leave
";

/// Lets a person try to refute a reason.
pub(crate) fn argue(
    keyboard: &mut Keyboard,
    position: &Position,
    time: Duration,
    depth: Depth,
) -> Result<(), Stop> {
    let mut solver = Solver::default();
    let explanation = explain_fully(&mut solver, position, Limits::time(time));
    console::say(&format!("{}\n", headline(&explanation)))?;
    // What was found for the reason is known already.
    let limits = Limits::time(time);
    let Some(mut argument) = Argument::new(position, &mut solver, limits) else {
        let reason = explanation.reason.words(position, depth);
        console::say(&format!("{reason}\n"))?;
        if explanation.reason == Reason::Unknown {
            console::note(advice(&limits));
        } else if limits.is_spent() {
            console::note(&format!("No plan to argue with was found in time. {MORE_TIME}"));
        } else {
            console::note("There is nothing to try against that.");
        }
        return Ok(());
    };
    if let Some(opening) = &argument.opening {
        console::say(&format!("The winner begins. {opening}\n"))?;
    }
    console::note("You are the one who should lose. Try anything; help lists the commands.");
    let mut is_told = false;
    loop {
        let session = Session::between(["You", "You"], argument.position().clone());
        if !is_told {
            console::say(&format!("\n{}\n", argument.why()))?;
            is_told = true;
        }
        let number = listing::numbers(session.position());
        let line = keyboard.ask_line(&format!("{number} > "), Stop::Left)?;
        match line.trim().to_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(()),
            "help" | "h" | "?" => console::say(HELP)?,
            "why" => {
                let at = session.position();
                let reason = solver.explain(at, Limits::time(time)).reason;
                console::say_abbreviated(&format!("{}\n", reason.words(at, Depth::Child)))?;
            }
            "back" | "undo" => {
                is_told = !argument.back();
                if is_told {
                    console::refuse("This is where it began.");
                }
            }
            "again" => {
                argument.again();
                is_told = false;
            }
            "moves" => console::say(&format!("{}\n", explain::valid(&session.view())))?,
            _ => match tried(&session, &line) {
                Err(why) => console::refuse(&why),
                Ok(tried) => {
                    let limits = Limits::time(time);
                    match argument.answer(&tried, &mut solver, limits) {
                        Ok(Some(answered)) => {
                            console::say(&format!("{}\n", answered.words))?;
                            is_told = false;
                            if answered.is_over {
                                console::note("Try something else, or quit.");
                            }
                        }
                        _ => console::refuse(&format!("No answer was found. {}", advice(&limits))),
                    }
                }
            },
        }
    }
}

/// The move that a person has typed, or why it is none.
fn tried(session: &Session, line: &str) -> Result<Move, String> {
    let (command, unclear) = session.entered(line);
    match session.decide(&command, Duration::ZERO) {
        Ok(Some(Event::Moved { made, .. })) => Ok(made),
        Ok(_) => Err("Type a move, or quit.".to_owned()),
        Err(refusal) => Err(session.explain(&refusal, unclear.as_ref())),
    }
}
