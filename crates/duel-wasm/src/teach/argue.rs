//! Arguing with a reason: what a try and its answer come to. The answers are those of the plan that
//! `explain` gives.

use duel_core::{Illegal, Move, MoveError, Position};
use duel_json::PositionForm;
use duel_solver::Claim;
use duel_teach::exchange;
use serde::Serialize;

use crate::{Request, position::read, problem::Problem};

/// Where the argument has come to.
#[derive(Debug, Serialize)]
pub(crate) struct ArgueForm {
    /// What was played, with the numbers that arise.
    words: String,
    /// Whether the game is over: the loser has lost.
    over: bool,
    /// The position after it; the loser is to move.
    place: PositionForm,
}

/// The loser tries the `move` in this `position`, and the winner gives the `answer`, unless the try has
/// ended the game. Without a `move` the `answer` is the winner's first move.
pub(crate) fn argue(r: &Request) -> Result<ArgueForm, Problem> {
    let position = read(r.position()?)?;
    let illegal = |_: Illegal| Problem::new("illegal", "the rules do not allow this move here");
    let Some(tried) = &r.made else {
        let first = read_move(&position, r.answer.as_deref().unwrap_or_default())?;
        let after = position.after(&first).map_err(illegal)?;
        let words = Claim::plays(first, &after).words(&position);
        return Ok(ArgueForm { words, over: after.is_over(), place: PositionForm::of(&after) });
    };
    let tried = read_move(&position, tried)?;
    let between = position.after(&tried).map_err(illegal)?;
    let answer = r.answer.as_ref().map(|text| read_move(&between, text)).transpose()?;
    let (answered, after) = exchange(&position, &tried, answer.as_ref()).map_err(illegal)?;
    Ok(ArgueForm { words: answered.words, over: answered.is_over, place: PositionForm::of(&after) })
}

fn read_move(position: &Position, text: &str) -> Result<Move, Problem> {
    let unclear =
        |error: MoveError| Problem::new("illegal", &format!("that is not a move: {error}"));
    position.read_move(text).map_err(unclear)
}
