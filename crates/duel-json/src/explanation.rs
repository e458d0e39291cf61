//! Why a position has its value, with a plan that can be followed to the end.

use duel_core::Position;
use duel_numbers::Budget;
use duel_solver::{
    Depth, Explanation, Strategy, Value,
    strategy::{Entry, Then},
};
use serde::Serialize;

use crate::analysis::value_name;

/// Why a position has its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplanationForm {
    /// The position.
    pub position: String,
    /// Who wins with best play, for the player to move: `win`, `loss`, `draw`, `endless` or
    /// `unknown`.
    pub value: &'static str,
    /// After how many moves of both players, if that was found.
    pub plies: Option<u32>,
    /// How that is known: `theorem`, `search` or `unknown`.
    pub basis: &'static str,
    /// For a child.
    pub child: String,
    /// What a student is told beside that.
    pub student: String,
    /// What a proof adds.
    pub proof: String,
    /// The winner's first move, where the winner is to move.
    pub first: Option<String>,
    /// The entry of the plan that play comes to, by its position.
    pub root: Option<String>,
    /// The positions in which the loser may have to move, each with an answer to every move.
    pub plan: Vec<EntryForm>,
    /// Whether the plan leaves nothing out.
    pub complete: bool,
    /// How many entries the plan has.
    pub statements: usize,
}

/// A position in which the loser is to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EntryForm {
    /// The position.
    pub position: String,
    /// The name of the reason why it is lost.
    pub why: &'static str,
    /// That reason in words.
    pub say: String,
    /// Every move, and what is answered.
    pub replies: Vec<ReplyForm>,
}

/// A move of the loser, and what is answered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReplyForm {
    /// The move.
    #[serde(rename = "move")]
    pub tried: String,
    /// The answer; `null` if the move has ended the game.
    pub answer: Option<String>,
    /// The entry that follows, by its position.
    pub to: Option<String>,
    /// Why no entry follows: `over` or `theorem`, or `left-out` in a plan that is not complete.
    pub end: Option<&'static str>,
}

impl ExplanationForm {
    /// The explanation of this position.
    pub fn of(position: &Position, explanation: &Explanation) -> ExplanationForm {
        let words = |depth| explanation.reason.added_words(position, depth, Budget::PROMPT);
        let known = explanation.known;
        let strategy = explanation.strategy();
        let entries: &[Entry] = strategy.map_or(&[], |strategy| &strategy.entries);
        let complete = match known.value {
            Some(Value::Win | Value::Loss) => strategy.is_some_and(|strategy| strategy.complete),
            Some(Value::Draw | Value::Endless) => true,
            None => false,
        };
        ExplanationForm {
            position: position.to_string(),
            value: value_name(known.value),
            plies: known.plies,
            basis: known.basis.name(),
            child: words(Depth::Child),
            student: words(Depth::Student),
            proof: words(Depth::Proof),
            first: strategy
                .and_then(|strategy| strategy.first.as_ref())
                .map(|first| position.write_move(first)),
            root: entries.first().map(|entry| entry.position.to_string()),
            plan: strategy.map_or(Vec::new(), |strategy| plan(position, explanation, strategy)),
            complete,
            statements: entries.len(),
        }
    }
}

fn plan(position: &Position, explanation: &Explanation, strategy: &Strategy) -> Vec<EntryForm> {
    let entry_form = |entry: &Entry| {
        let replies = entry.replies.iter().map(|reply| {
            let between = entry.position.after(&reply.tried).ok();
            let answer = reply.answer.as_ref();
            ReplyForm {
                tried: entry.position.write_move(&reply.tried),
                answer: answer.and_then(|answer| Some(between.as_ref()?.write_move(answer))),
                to: match reply.then {
                    Then::Entry(next) => Some(strategy.entries[next].position.to_string()),
                    Then::Over | Then::Theorem | Then::Untold => None,
                },
                end: match reply.then {
                    Then::Over => Some("over"),
                    Then::Theorem => Some("theorem"),
                    Then::Untold => Some("left-out"),
                    Then::Entry(_) => None,
                },
            }
        });
        EntryForm {
            position: entry.position.to_string(),
            why: entry.why.name(),
            say: explanation.say(position, entry).words(position),
            replies: replies.collect(),
        }
    };
    strategy.entries.iter().map(entry_form).collect()
}
