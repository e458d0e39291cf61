//! Brute force that knows only the rules: what the solver is compared with.

use std::collections::HashMap;

use duel_core::{LastMover, Outcome, Position};
use duel_numbers::Budget;
use duel_solver::Value;

/// A position solved by trying everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Brute {
    /// Who wins.
    pub(crate) value: Value,
    /// How long it takes.
    pub(crate) plies: Option<u32>,
    /// The nimber, where the last mover wins and the game ends by itself.
    pub(crate) nimber: Option<u32>,
}

/// Everything that has been tried.
#[derive(Default)]
pub(crate) struct Memo(HashMap<String, Brute>);

impl Memo {
    /// Solves a position of a game that must end.
    pub(crate) fn solve(&mut self, position: &Position) -> Brute {
        let text = position.to_string();
        if let Some(brute) = self.0.get(&text) {
            return *brute;
        }
        let normal = position.rules().last_mover() == LastMover::Wins;
        let brute = if let Some(outcome) = position.outcome() {
            let value = worth(outcome, position);
            let nimber = (normal && value == Value::Loss).then_some(0);
            Brute { value, plies: Some(0), nimber }
        } else {
            let children: Vec<Brute> = position
                .moves(Budget::PROMPT)
                .iter()
                .map(|made| self.solve(&position.after(&made).unwrap()))
                .collect();
            combine(&children)
        };
        self.0.insert(text, brute);
        brute
    }
}

fn worth(outcome: Outcome, position: &Position) -> Value {
    match outcome {
        Outcome::Won(seat) if seat == position.turn() => Value::Win,
        Outcome::Won(_) => Value::Loss,
        Outcome::Nobody => Value::Draw,
    }
}

fn combine(children: &[Brute]) -> Brute {
    let wins = children.iter().filter(|child| child.value == Value::Loss);
    let value = if wins.clone().next().is_some() {
        Value::Win
    } else if children.iter().any(|child| child.value == Value::Draw) {
        Value::Draw
    } else {
        Value::Loss
    };
    let plies = match value {
        Value::Win => wins.filter_map(|child| child.plies).min().map(|plies| plies + 1),
        Value::Loss => children.iter().filter_map(|child| child.plies).max().map(|plies| plies + 1),
        _ => None,
    };
    let nimbers: Option<Vec<u32>> = children.iter().map(|child| child.nimber).collect();
    let nimber = nimbers.and_then(|nimbers| (0..=1_000).find(|nimber| !nimbers.contains(nimber)));
    Brute { value, plies, nimber }
}
