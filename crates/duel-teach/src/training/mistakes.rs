//! What there is to train in a record: the moves of people that threw a win away.

use std::{cell::Cell, fmt};

use duel_core::{Ending, Position, Record};
use duel_play::{Date, dice::fingerprint, review, review::GivenAway};
use duel_solver::{Limits, Solver, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::moves::NODES;

/// How much work looking at one game may be, in units of [`duel_solver::Meter::work`]. Moves for which
/// nothing is left of it are not judged.
pub const WORK: u64 = 10_000_000;

/// How many bytes a table may take.
const MEMORY: usize = 64 << 20;

/// The longest text of a position that is trained; a person could not solve a longer one.
const LONGEST: usize = 200;

/// What a game is known by: the same for its file, a copy of it, and after further moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey(u64);

impl GameKey {
    #[cfg(test)]
    pub(crate) fn new(number: u64) -> GameKey {
        GameKey(number)
    }

    /// The key of a recorded game: its start, players, time and seed; also its moves, if it does not
    /// say when it was played.
    pub fn of(record: &Record) -> GameKey {
        let Record { names, date, seed, game, .. } = record;
        let moves = if date.is_none() { record.to_text() } else { String::new() };
        let start = game.start();
        GameKey(fingerprint(&format!(
            "{start}\n{}\n{}\n{date:?}\n{seed:?}\n{moves}",
            names.first, names.second
        )))
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for GameKey {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<GameKey, D::Error> {
        let text = String::deserialize(from)?;
        let key = u64::from_str_radix(&text, 16).map(GameKey).map_err(D::Error::custom)?;
        if key.to_string() == text { Ok(key) } else { Err(D::Error::custom("not a key")) }
    }
}

/// How many entries of a game there are to look at: its moves, and a resignation.
pub fn entries(record: &Record) -> usize {
    let resigned = matches!(record.game.ending(), Some(Ending::Resigned(_)));
    record.game.played().len() + usize::from(resigned)
}

/// A move of a person that threw a win away, or a resignation that did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The position before it.
    pub position: Position,
    /// The move, or `resign`.
    pub made: String,
    /// Which move of the game it was, from 1.
    pub ply: usize,
    /// The day of the game, if the record says.
    pub day: Option<Date>,
}

/// The mistakes of people in a game, from the entry after so many that have been looked at before.
///
/// A seat is a person's if the record names nothing that plays there. Between two people both sides
/// count: the record does not say who of them trains.
pub fn mistakes(record: &Record, looked_at: usize) -> Vec<Mistake> {
    if record.game.start().to_string().len() > LONGEST {
        return Vec::new();
    }
    let work = Cell::new(0);
    let limits = || Limits {
        work: Some(WORK.saturating_sub(work.get())),
        work_done: Some(&work),
        ..Limits::nodes(NODES)
    };
    let day = record.date.as_deref().and_then(|date| date.get(..10)?.parse().ok());
    let reviewed = review(record, &mut Solver::new(MEMORY), limits);
    let thrown_away = reviewed.moves.into_iter().filter(|line| {
        line.ply > looked_at
            && record.kinds[line.seat].is_none()
            && line.value_before == Some(Value::Win)
            && line.label.is_mistake()
    });
    let mistake = |line: duel_play::ReviewedMove| Mistake {
        made: line.before.write_move(&line.made),
        position: line.before,
        ply: line.ply,
        day,
    };
    let last = record.game.position();
    let resigned = reviewed.resigned.filter(|resigned| {
        resigned.how == GivenAway::Resigned
            && resigned.value == Some(Value::Win)
            && resigned.seat == last.turn()
            && record.kinds[resigned.seat].is_none()
            && entries(record) > looked_at
    });
    let resigned = resigned.map(|_| Mistake {
        position: last.clone(),
        made: "resign".to_owned(),
        ply: entries(record),
        day,
    });
    let found = thrown_away.map(mistake).chain(resigned);
    found.filter(|found| found.position.to_string().len() <= LONGEST).collect()
}
