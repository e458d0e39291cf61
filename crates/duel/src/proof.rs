//! `duel prove` and `duel verify`: certificates, written by the solver and checked by a program
//! that shares nothing with it but the rules.

use std::{
    fs::File,
    io::{self, BufReader},
    path::Path,
};

use duel_play::atomic_file::{Readers, write_whole};
use duel_solver::{
    Limits, Solver,
    certificate::{self, ProveError},
};
use duel_verify::{Method, Verified};

use crate::{
    busy::Busy,
    console,
    solve::{advice, budget, read_position},
    stop::Stop,
};

/// `duel prove`.
pub(crate) fn prove(text: &str, emit: Option<&Path>, time: &str) -> Result<(), Stop> {
    let position = read_position(text)?;
    let busy = Busy::new("Proving", "positions");
    let progress = |visited| busy.set(visited);
    let limits = Limits { progress: Some(&progress), ..Limits::time(budget(time)?) };
    let unproved = |error: ProveError| match error {
        ProveError::NotSettled => Stop::failed(format!("{error}. {}", advice(&limits))),
        ProveError::TooLarge => Stop::failed(error),
    };
    let certificate =
        certificate::prove(&mut Solver::default(), &position, limits).map_err(unproved)?;
    let text = certificate.to_string();
    drop(busy);
    let Some(path) = emit else { return console::say_exactly(&text) };
    if path.exists() {
        let path = path.display();
        return Err(Stop::Usage(format!("{path} exists already; choose another name")));
    }
    // A part of a certificate proves nothing.
    write_whole(path, &text, Readers::Usual)
        .map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))?;
    let position = console::abbreviated(&position.to_string());
    console::note(&format!(
        "{position} is {}: {} positions with replies, {} bytes. Check it with: duel verify {}",
        with_article(certificate.value().name()),
        certificate.entries(),
        text.len(),
        path.display()
    ));
    Ok(())
}

/// `duel verify`.
pub(crate) fn verify(path: &Path) -> Result<(), Stop> {
    let busy = Busy::new("Verifying", "positions");
    let checked = if path == Path::new("-") {
        duel_verify::verify(io::stdin().lock(), duel_books::catalogue)
    } else {
        let file = File::open(path)
            .map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))?;
        duel_verify::verify(BufReader::new(file), duel_books::catalogue)
    };
    drop(busy);
    let verified = checked
        .map_err(|error| Stop::Failed(format!("{}: not proved: {error}", path.display())))?;
    console::say_abbreviated(&format!("{}\n", in_words(&verified)))
}

fn in_words(verified: &Verified) -> String {
    let plies = match verified.plies {
        None => String::new(),
        Some(1) => " within 1 ply".to_owned(),
        Some(plies) => format!(" within {plies} plies"),
    };
    let method = match verified.method {
        Method::Strategy => format!("a strategy of {} replies", verified.entries),
        Method::Stay => format!("{} replies with which neither side loses", verified.entries),
        Method::Argument(name) => format!("the argument `{name}`"),
    };
    let value = with_article(&verified.value.to_string());
    format!("proved: {} is {value}{plies}, by {method}", verified.position)
}

/// "a win", "a loss", "a draw", but just "endless".
fn with_article(value: &str) -> String {
    if value == "endless" { value.to_owned() } else { format!("a {value}") }
}
