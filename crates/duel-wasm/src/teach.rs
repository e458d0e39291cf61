//! Questions of the pages that teach.

mod argue;
mod discover;
mod lesson;
mod puzzle;
mod training;

use duel_json::ExplanationForm;
use duel_solver::{Limits, certificate as proofs};

use crate::{Request, no_such_question, position, problem::Problem, to_json};

/// How many positions a proof may be made of.
const PROOF_NODES: u64 = 400_000;

/// Answers a question that playing does not need.
pub(crate) fn ask(r: &Request) -> Result<String, Problem> {
    match r.ask.as_str() {
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

/// Why a position has its value, with the plan.
fn explain(text: &str) -> Result<String, Problem> {
    let position = position::read(text)?;
    let explain = |limits: Limits<'_>| position::solver().explain(&position, limits);
    let explanation = position::within_limits(&position, 1, explain);
    to_json(&ExplanationForm::of(&position, &explanation))
}

fn certificate(text: &str) -> Result<position::TextForm, Problem> {
    let position = position::read(text)?;
    let proof = position::within_limits(&position, 1, |limits| {
        let limits = Limits { nodes: Some(PROOF_NODES), ..limits };
        proofs::prove(&mut position::solver(), &position, limits)
    });
    let proof = proof.map_err(|error| {
        Problem::new("unproved", &format!("there is no certificate within the limits: {error}"))
    })?;
    Ok(position::TextForm { text: proof.to_string() })
}
