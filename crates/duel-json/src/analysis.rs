//! Who wins, why, and what helps the player to move.

use duel_core::{Move, Position};
use duel_play::Hint;
use duel_solver::{Analysis, Assessment, Depth, MoveValue, Value};
use serde::Serialize;

use crate::written;

/// How many moves an analysis lists from the start.
const LISTED: usize = 200;

/// How many more winning moves are listed after those.
const FURTHER: usize = 50;

/// What is known about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisForm {
    /// The position.
    pub position: String,
    /// Who is to move, 1 or 2.
    pub turn: u8,
    /// Who wins with best play, for the player to move: `win`, `loss`, `draw`, `endless` or
    /// `unknown`.
    pub value: &'static str,
    /// After how many plies.
    pub plies: Option<u32>,
    /// The size of the Nim heap that it is worth, in normal play.
    pub nimber: Option<u32>,
    /// How that is known: `theorem`, `search` or `unknown`.
    pub basis: &'static str,
    /// Moves that win, at most 200 of those that were found.
    pub winning: Vec<String>,
    /// How many winning moves were found.
    pub winning_found: usize,
    /// Whether every move was judged, so that no other move wins.
    pub all_judged: bool,
    /// How many moves there are, if that is known.
    pub total: Option<String>,
    /// The moves, or the first of them and winning ones from further down.
    pub moves: Vec<MoveForm>,
    /// Why, at three depths.
    pub reasons: ReasonsForm,
}

/// A move and what it is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveForm {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position after it.
    pub to: String,
    /// What it is worth to the player who makes it.
    pub value: &'static str,
    /// After how many more plies the game ends with best play.
    pub plies: Option<u32>,
}

/// Why a position has its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReasonsForm {
    /// For a child.
    pub child: String,
    /// For a student.
    pub student: String,
    /// As a proof.
    pub proof: String,
}

/// Advice for the player to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintForm {
    /// What to look for. It names neither the move nor how many win.
    pub nudge: String,
    /// How many moves win.
    pub count: String,
    /// What to do, and why.
    pub advice: String,
    /// The move, if there is one to recommend.
    pub best: Option<String>,
}

/// The name of a value, or `unknown`.
pub fn value_name(value: Option<Value>) -> &'static str {
    value.map_or("unknown", Value::name)
}

impl AnalysisForm {
    /// The analysis of this position.
    pub fn of(position: &Position, analysis: &Analysis) -> AnalysisForm {
        let Assessment { value, plies, nimber, basis } = analysis.known;
        let move_form = |line: &MoveValue| MoveForm {
            made: position.write_move(&line.made),
            to: line.to.to_string(),
            value: value_name(line.known.value.map(Value::for_opponent)),
            plies: line.known.plies,
        };
        let words = |depth| analysis.reason.words(position, depth);
        let mut moves: Vec<MoveForm> = analysis.moves.iter().take(LISTED).map(move_form).collect();
        let is_listed =
            |made: &Move| analysis.moves.iter().take(LISTED).any(|line| line.made == *made);
        let further = analysis.winning.iter().filter(|made| !is_listed(made)).take(FURTHER);
        moves.extend(further.filter_map(|made| {
            let to = position.after(made).ok()?;
            Some(MoveForm {
                made: position.write_move(made),
                to: to.to_string(),
                value: value_name(Some(Value::Win)),
                plies: None,
            })
        }));
        AnalysisForm {
            position: position.to_string(),
            turn: position.turn().number(),
            value: value_name(value),
            plies,
            nimber,
            basis: basis.name(),
            winning: written(position, &analysis.winning[..analysis.winning.len().min(LISTED)]),
            winning_found: analysis.winning.len(),
            all_judged: analysis.all_judged,
            total: analysis.total.as_ref().map(ToString::to_string),
            moves,
            reasons: ReasonsForm {
                child: words(Depth::Child),
                student: words(Depth::Student),
                proof: words(Depth::Proof),
            },
        }
    }
}

impl HintForm {
    /// Advice in this position.
    pub fn of(position: &Position, hint: Hint) -> HintForm {
        let best = hint.best.as_ref().map(|best| position.write_move(best));
        HintForm { nudge: hint.nudge, count: hint.count.words(), advice: hint.advice, best }
    }
}
