//! What a move is worth to the player who makes it: a sign and a colour, never the colour alone.

use duel_core::Move;
use duel_solver::{Analysis, Value};

use crate::look::{Look, Role};

/// What a move is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// No player wins by force.
    Even,
    /// That is not known.
    Open,
}

impl Mark {
    /// The mark of a move, as far as an analysis knows it.
    pub(crate) fn of(analysis: &Analysis, made: &Move) -> (Mark, Option<u32>) {
        let Some(line) = analysis.moves.iter().find(|line| line.made == *made) else {
            let wins = analysis.winning.contains(made);
            return (if wins { Mark::Wins } else { Mark::Open }, None);
        };
        // What the move leads to is the opponent's.
        let mark = match line.known.value {
            Some(Value::Loss) => Mark::Wins,
            Some(Value::Win) => Mark::Loses,
            Some(Value::Draw | Value::Endless) => Mark::Even,
            None => Mark::Open,
        };
        (mark, line.known.plies.map(|plies| plies + 1))
    }

    /// The place of a move in a list with the best first: wins by the quickest, losses by the longest.
    pub(crate) fn order(self, plies: Option<u32>) -> (u8, i64) {
        let plies = i64::from(plies.unwrap_or(u32::MAX));
        match self {
            Mark::Wins => (0, plies),
            Mark::Even => (1, 0),
            Mark::Open => (2, 0),
            Mark::Loses => (3, -plies),
        }
    }

    pub(crate) fn sign(self, look: Look) -> &'static str {
        match (self, look.ascii) {
            (Mark::Wins, false) => "▲",
            (Mark::Wins, true) => "+",
            (Mark::Loses, false) => "▽",
            (Mark::Loses, true) => "!",
            (Mark::Even, _) => "=",
            (Mark::Open, _) => "?",
        }
    }

    pub(crate) fn role(self) -> Role {
        match self {
            Mark::Wins => Role::Good,
            Mark::Loses => Role::Bad,
            Mark::Even => Role::Even,
            Mark::Open => Role::Quiet,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Mark::Wins => "wins",
            Mark::Loses => "loses",
            Mark::Even => "even",
            Mark::Open => "not known",
        }
    }
}
