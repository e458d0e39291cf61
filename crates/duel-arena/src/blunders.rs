//! How well a player played, by the only exact measure there is: how often a won position was
//! thrown away.
//!
//! Every position of a game is asked for its value, as `duel review` does, but for the value alone.
//! The effort is counted in positions and each game is judged by itself, so that judgements do not
//! depend on the machine, nor on what was judged before.

use duel_core::{Ending, Record, Seat, Seats};
use duel_solver::{Limits, Solver, Value};
use serde::Serialize;

/// How many positions may be visited for each question.
const NODES: u64 = 100_000;

/// How many bytes each table of the solver may take.
const MEMORY: usize = 64 << 20;

/// What became of the positions in which a player was to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// How many were won.
    #[serde(rename = "won_positions")]
    pub won: u32,
    /// How many of these were not won any more after the move.
    #[serde(rename = "thrown_away")]
    pub thrown: u32,
    /// How many could not be settled.
    pub undecided: u32,
}

impl Judged {
    /// Counts those of another game too.
    pub fn add(&mut self, other: Judged) {
        self.won += other.won;
        self.thrown += other.thrown;
        self.undecided += other.undecided;
    }

    fn count(&mut self, before: Option<Value>, after: Option<Value>) {
        match (before, after) {
            (Some(Value::Win), Some(after)) => {
                self.won += 1;
                self.thrown += u32::from(after != Value::Win);
            }
            (None, _) | (Some(Value::Win), None) => self.undecided += 1,
            // Nothing was there to be thrown away.
            (Some(_), _) => {}
        }
    }
}

/// Judges a game that is over, from its end to its beginning. To give up counts as a move.
pub fn judge(record: &Record) -> Seats<Judged> {
    let mut solver = Solver::new(MEMORY);
    let mut judged = Seats::<Judged>::default();
    let mut value = |position: &_| solver.solve_value(position, Limits::nodes(NODES));
    let last = record.game.position();
    let mut after = value(last);
    if let Some(Ending::Resigned(seat)) = record.game.ending()
        && *seat == last.turn()
    {
        judged[*seat].count(after, Some(Value::Loss));
    }
    let steps: Vec<_> = record.game.steps().collect();
    for step in steps.iter().rev() {
        let mover: Seat = step.before.turn();
        let kept = after.map(Value::for_opponent);
        // A move that wins proves that there was one.
        let proven = kept.filter(|value| *value == Value::Win);
        let before = proven.or_else(|| value(&step.before));
        judged[mover].count(before, kept);
        after = before;
    }
    judged
}
