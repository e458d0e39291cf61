//! Questions that judge and explain.

mod argue;
mod discover;
mod lesson;
mod puzzle;
mod training;

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
};

use duel_core::{Play, Position, Reuse, Seat, Take};
use duel_json::{AnalysisForm, ExplanationForm, HintForm, ReviewForm};
use duel_play::review::about;
use duel_solver::{Limits, certificate as proofs};

use crate::{Request, game, no_such_question, position, problem::Problem, to_json};

/// How much work one request may be, all its searches together, in units of
/// [`duel_solver::Meter::work`]: some seconds in a browser.
const WORK: u64 = 2_000_000;

/// The same for games in which what was used counts: a unit costs several times as much there.
const WORK_WITH_USED: u64 = WORK / 5;

/// How many times the work of other requests a review may be.
const REVIEW: u64 = 4;

/// How many positions a proof may be made of.
const PROOF_NODES: u64 = 400_000;

/// Thinks about a position, and stops when that was enough work.
fn within_limits<T>(position: &Position, times: u64, think: impl FnOnce(Limits<'_>) -> T) -> T {
    let uses_up = matches!(position.rules().play(), Play::Take(Take { reuse: Reuse::Once, .. }));
    let most = times * if uses_up { WORK_WITH_USED } else { WORK };
    let stop = AtomicBool::new(false);
    let done = Cell::new(0);
    let progress = |_| {
        done.set(done.get() + Limits::CHECK_EVERY);
        stop.fetch_or(done.get() >= most, Ordering::Relaxed);
    };
    let (cancel, progress) = (Some(&stop), Some(&progress as &dyn Fn(u64)));
    think(Limits { work: Some(most), cancel, progress, ..Limits::NONE })
}

/// Answers a question that playing does not need.
pub(crate) fn ask(r: &Request) -> Result<String, Problem> {
    match r.ask.as_str() {
        "hint" => to_json(&hint(r.position()?)?),
        "analysis" => to_json(&analysis(r.position()?, r.name.as_deref())?),
        "review" => to_json(&review(r)?),
        "explain" => explain(r.position()?),
        "certificate" => to_json(&certificate(r.position()?)?),
        "courses" => to_json(&lesson::courses()),
        "lesson" => to_json(&lesson::lesson(r)?),
        "argue" => to_json(&argue::argue(r)?),
        "puzzle" => to_json(&puzzle::draw(r)?),
        "attempt" => to_json(&puzzle::attempt(r)?),
        "rate" => to_json(&puzzle::rate(r)?),
        "standing" => to_json(&puzzle::standing(r)?),
        "puzzle-sets" => to_json(&puzzle::list_sets(r)?),
        "mistakes" => to_json(&training::find_mistakes(r)?),
        "training" => to_json(&training::show(r)?),
        "train" => to_json(&training::train(r)?),
        "lost-numbers" => discover::lost_numbers(r),
        "conjecture" => discover::conjecture(r),
        _ => Err(no_such_question()),
    }
}

fn hint(text: &str) -> Result<HintForm, Problem> {
    let position = position::read(text)?;
    let hint = within_limits(&position, 1, |limits| {
        duel_play::hint(&position, &mut position::solver(), limits)
    });
    Ok(HintForm::of(&position, hint))
}

/// What is known about a position. The reasons are said to the player to move, or, if that is not the
/// one who reads them, about the player of this name.
fn analysis(text: &str, name: Option<&str>) -> Result<AnalysisForm, Problem> {
    let position = position::read(text)?;
    let analysis =
        within_limits(&position, 1, |limits| position::solver().analyse_moves(&position, limits));
    let mut form = AnalysisForm::of(&position, &analysis);
    if let Some(name) = name {
        let reasons = &mut form.reasons;
        for words in [&mut reasons.child, &mut reasons.student, &mut reasons.proof] {
            *words = about(words, name);
        }
    }
    Ok(form)
}

/// Judges the game of a `record` move by move; the player at this `seat` (`1` or `2`) reads it.
fn review(r: &Request) -> Result<ReviewForm, Problem> {
    let record = game::read_record(r.record()?)?;
    let reader = Seat::BOTH.into_iter().find(|seat| r.seat == Some(seat.number().to_string()));
    let review = within_limits(record.game.start(), REVIEW, |limits| {
        duel_play::review(&record, &mut position::solver(), || limits)
    });
    Ok(ReviewForm::of(&record, review, reader))
}

/// Why a position has its value, with the plan.
fn explain(text: &str) -> Result<String, Problem> {
    let position = position::read(text)?;
    let explain = |limits: Limits<'_>| position::solver().explain(&position, limits);
    let explanation = within_limits(&position, 1, explain);
    to_json(&ExplanationForm::of(&position, &explanation))
}

fn certificate(text: &str) -> Result<position::TextForm, Problem> {
    let position = position::read(text)?;
    let proof = within_limits(&position, 1, |limits| {
        let limits = Limits { nodes: Some(PROOF_NODES), ..limits };
        proofs::prove(&mut position::solver(), &position, limits)
    });
    let proof = proof.map_err(|error| {
        Problem::new("unproved", &format!("there is no certificate within the limits: {error}"))
    })?;
    Ok(position::TextForm { text: proof.to_string() })
}
