//! How well a player played, by the only exact measure there is: how often a won position was
//! thrown away.
//!
//! Every position of a game is asked for its value, as `duel review` does, but for the value alone.
//! The effort is counted in positions and each game is judged by itself, so that judgements do not
//! depend on the machine, nor on what was judged before.

use duel_core::{Ending, Record, Seat, Seats};
use duel_solver::{Limits, Solver, Value};

/// How many positions may be visited for each question.
const NODES: u64 = 100_000;

/// How many bytes each table of the solver may take.
const MEMORY: usize = 64 << 20;

/// What became of the positions in which a player was to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// How many were won.
    pub won: u32,
    /// How many of these were not won any more after the move.
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use duel_play::{Bot, Event, Level, Player, Session, opponent};

    use super::*;

    /// A game of the moves that are given, first seat first.
    fn judged(start: &str, moves: &str) -> [Judged; 2] {
        let lines: String = (1..)
            .zip(moves.split_whitespace())
            .map(|(n, it)| format!("{n}. {it} {{0.000}}\n"))
            .collect();
        let resigned = if start == "subtract:60" { "result 0-1 resigned\n" } else { "" };
        let text = format!(
            "[Record \"1\"]\n[Start \"{start}\"]\n[First \"A\"]\n[Second \"B\"]\n\n{lines}{resigned}"
        );
        let Seats { first, second } =
            judge(&duel_books::record(text.as_bytes()).expect("a record"));
        [first, second]
    }

    fn of(won: u32, thrown: u32) -> Judged {
        Judged { won, thrown, undecided: 0 }
    }

    #[test]
    fn every_won_position_is_kept_or_thrown_away() {
        // Even numbers are won in subtraction: by leaving an odd one.
        assert_eq!(judged("subtract:12", "3 3 3"), [of(2, 0), of(0, 0)]);
        // 12 - 6 leaves an even number; then the other side wins it.
        assert_eq!(judged("subtract:12", "6 3"), [of(1, 1), of(1, 0)]);
        // One who gives up a won position has thrown it away too.
        assert_eq!(judged("subtract:60", ""), [of(1, 1), of(0, 0)]);
    }

    #[test]
    fn judgements_agree_with_the_review() {
        for start in ["divide:360,84", "subtract:60", "factor+no-whole:60", "digits+cap-draw=6:7:"]
        {
            for seed in 0..5 {
                let record = random_game(start, seed);
                let review = duel_play::review(&record, &mut Solver::default(), || Limits::NONE);
                let judged = judge(&record);
                for seat in Seat::BOTH {
                    let of_seat = review.moves.iter().filter(|line| line.seat == seat);
                    let won = of_seat.filter(|line| line.value_before == Some(Value::Win));
                    let thrown = won.clone().filter(|line| line.label.is_mistake()).count();
                    let ours = (judged[seat].won as usize, judged[seat].thrown as usize);
                    assert_eq!(ours, (won.count(), thrown), "{}", record.to_text());
                    assert_eq!(judged[seat].undecided, 0);
                }
            }
        }
    }

    fn random_game(start: &str, seed: u64) -> Record {
        let mut session = Session::between(["A", "B"], duel_books::position(start).unwrap());
        let [mut one, mut two] = [seed, !seed].map(|seed| Bot::new(Level::Random, seed));
        let players = Seats::new(&mut one as &mut dyn Player, &mut two as &mut dyn Player);
        let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
        opponent::play(&mut session, players, || Limits::NONE, store).unwrap();
        session.record().clone()
    }
}
