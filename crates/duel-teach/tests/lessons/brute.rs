//! Who wins, by trying everything, with the rules alone.

use std::collections::HashMap;

use duel_core::{Outcome, Position};
use duel_numbers::Budget;

/// Whether the player to move wins.
pub(crate) fn wins(position: &Position, known: &mut HashMap<String, bool>) -> bool {
    if let Some(wins) = known.get(&position.to_string()) {
        return *wins;
    }
    let wins = match position.outcome() {
        Some(outcome) => outcome == Outcome::Won(position.turn()),
        None => position
            .moves(Budget::PROMPT)
            .iter()
            .any(|made| !wins(&position.after(&made).unwrap(), known)),
    };
    known.insert(position.to_string(), wins);
    wins
}
