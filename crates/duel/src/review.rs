//! `duel review`: a kept game, judged move by move.

use std::{cell::Cell, time::Duration};

use duel_books::closing::{closing, reason};
use duel_core::{Ending, Position, Record, View, shortened};
use duel_json::{SummaryForm, value_name};
use duel_numbers::Budget;
use duel_play::{Label, ReasonTeller, Review, ReviewedMove, Summary, review::about};
use duel_solver::{Depth, Limits, Solver};
use serde::Serialize;

use crate::{
    busy::Busy,
    cli::Effort,
    console::{self, Tone},
    games::load,
    stop::Stop,
};

/// The longest position that is named in a command to type.
const LONGEST_NAMED: usize = 60;

#[derive(Serialize)]
struct ReviewForm {
    start: String,
    first: String,
    second: String,
    summary: SummaryForm,
    balance: String,
    moves: Vec<MoveForm>,
    /// How it ended, in words; `null` if it has not.
    result: Option<String>,
}

#[derive(Serialize)]
struct MoveForm {
    ply: usize,
    seat: u8,
    position: String,
    #[serde(rename = "move")]
    made: String,
    label: String,
    forced: bool,
    /// What the position was worth to the player who moved, before and after.
    before: &'static str,
    after: &'static str,
    plies_before: Option<u32>,
    plies_after: Option<u32>,
    best: Option<String>,
    basis: &'static str,
    reason: String,
}

pub(crate) fn review(game: Option<&str>, json: bool, effort: &Effort) -> Result<(), Stop> {
    let record = load(game)?;
    let time = effort.time()?;
    if json {
        let review = judged(&record, time);
        let form = ReviewForm {
            start: record.game.start().to_string(),
            first: record.names.first.clone(),
            second: record.names.second.clone(),
            summary: SummaryForm::of(&Summary::of(&review), &record.names),
            balance: review.balance.clone(),
            moves: review
                .moves
                .iter()
                .map(|line| MoveForm::of(line, effort.depth(), &record.names[line.seat]))
                .collect(),
            result: result(&record, &review),
        };
        return console::say_json(&form);
    }
    show(&record, time, effort.depth())
}

/// Judges a game and prints that, with so much time for each move.
pub(crate) fn show(record: &Record, time: Duration, depth: Depth) -> Result<(), Stop> {
    let review = judged(record, time);
    console::say_abbreviated(&readable(record, &review, depth))?;
    let turn = Summary::of(&review).turning_point.and_then(|turn| before(&review, turn.ply));
    if let Some(position) = turn.map(|line| line.before.to_string())
        && position.len() <= LONGEST_NAMED
    {
        console::note(&format!(
            "`duel explain {position} --try` lets you argue about the turning point."
        ));
    }
    Ok(())
}

/// The position before the move that decided the game, or its start where none did, and a line that
/// says which it is.
pub(crate) fn turning_point(record: &Record, time: Duration) -> (Position, String) {
    let review = judged(record, time);
    let turn = Summary::of(&review).turning_point.and_then(|turn| before(&review, turn.ply));
    let Some(line) = turn else {
        let remark = "No move changed who wins, so this is about the start.".to_owned();
        return (record.game.start().clone(), remark);
    };
    let (name, made) = (&record.names[line.seat], line.before.write_move(&line.made));
    let remark =
        format!("It was decided at move {}, when {name} played {made}. Before it:", line.ply);
    (line.before.clone(), remark)
}

/// The move of this number, from 1.
fn before(review: &Review, ply: usize) -> Option<&ReviewedMove> {
    review.moves.get(ply.checked_sub(1)?)
}

fn judged(record: &Record, time: Duration) -> Review {
    let busy = Busy::new("Judging", "questions");
    let asked = Cell::new(0);
    duel_play::review(record, &mut Solver::default(), || {
        asked.set(asked.get() + 1);
        busy.set(asked.get());
        Limits::time(time)
    })
}

impl MoveForm {
    fn of(line: &ReviewedMove, depth: Depth, name: &str) -> MoveForm {
        MoveForm {
            ply: line.ply,
            seat: line.seat.number(),
            position: line.before.to_string(),
            made: line.before.write_move(&line.made),
            label: line.label.name().to_owned(),
            forced: line.forced,
            before: value_name(line.value_before),
            after: value_name(line.value_after),
            plies_before: line.plies_before,
            plies_after: line.plies_after,
            best: line.best.as_ref().map(|best| line.before.write_move(best)),
            basis: line.basis.name(),
            reason: about(&line.why.words(&line.before, depth), name),
        }
    }
}

fn readable(record: &Record, review: &Review, depth: Depth) -> String {
    let mut text = format!(
        "{}: {} and {}\n{}\nBalance: {}   (+ {} is winning, - {} is, = nobody, ? not known)\n\n",
        record.game.start(),
        record.names.first,
        record.names.second,
        Summary::of(review).words(&record.names),
        review.balance,
        record.names.first,
        record.names.second
    );
    let mut teller = ReasonTeller::default();
    for line in &review.moves {
        let made = line.before.write_move(&line.made);
        let name = &record.names[line.seat];
        let forced = if line.forced { " (the only move)" } else { "" };
        let label = line.label.to_string();
        let label = match line.label {
            Label::ThrewItAway | Label::LetItSlip => console::painted(&label, Tone::Bad),
            Label::KeptTheWin => console::painted(&label, Tone::Good),
            _ => label,
        };
        text.push_str(&format!(
            "{:>3}. {:<24} {name}: {made}: {label}{forced}\n",
            line.ply,
            number_shown(&line.before),
        ));
        let better = line.best.as_ref().filter(|best| **best != line.made);
        let is_slower = matches!(line.label, Label::Slower(_));
        if let (Some(best), true) = (better, line.label.is_mistake() || is_slower) {
            text.push_str(&format!("     better: {}\n", line.before.write_move(best)));
        }
        if line.label.is_mistake() {
            let why = about(&teller.tell(line, depth, Budget::PROMPT), name);
            text.push_str(&indented(&why));
        }
    }
    let end = result(record, review).unwrap_or_else(|| "The game is not finished.".to_owned());
    text.push_str(&format!("\n{end}\n"));
    text
}

/// How the game ended, and whether a game was resigned that was not lost.
fn result(record: &Record, review: &Review) -> Option<String> {
    let ending = record.game.ending()?;
    let book = duel_books::of(record.game.start().rules());
    let view = View::new(&record.game, &record.names, Budget::PROMPT);
    let mut words = match ending {
        // What the book says to a player who is stuck is not said here.
        Ending::Played(_) => reason(record.game.position(), &record.names, ending, None),
        _ => closing(book, &view, ending).trim().to_owned(),
    };
    if let Some(mistake) = review.resigned.and_then(|resigned| resigned.words(&record.names)) {
        words.push_str(&format!(" {mistake}"));
    }
    Some(words)
}

/// The lines of a text below a move.
fn indented(text: &str) -> String {
    let line = |line: &str| {
        if line.is_empty() { "\n".to_owned() } else { format!("     {line}\n") }
    };
    text.lines().map(line).collect()
}

/// A position without its rules, short enough for a line.
fn number_shown(position: &Position) -> String {
    let text = position.to_string();
    let state = text.split_once(':').map_or(text.as_str(), |(_, state)| state);
    let state = state.strip_suffix("/2").unwrap_or(state);
    shortened(state, 24)
}
