//! A played game, move by move: what was the position worth before and after, and which move was
//! best.
//!
//! Judgements follow from values alone, and from distances where they are known: a move that keeps
//! the win is never called a mistake, only slower.

mod person;
mod summary;
mod telling;

use std::fmt;

use duel_books::explain::capital;
use duel_core::{Ending, Move, Position, Record, Seat, Seats};
use duel_numbers::Natural;
use duel_solver::{
    Analysis, Assessment, Basis, Limits, Reason, Solver, Value, analysis::best_move, closed,
};

pub use person::about;
pub use summary::{Ahead, Lost, Mistake, Summary, TurningPoint};
pub use telling::ReasonTeller;

/// What a move did to the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// It was won and still is. No move would have won more quickly, as far as that is known.
    KeptTheWin,
    /// It was won and still is, but takes this many plies longer than necessary.
    Slower(u32),
    /// It was won and is lost now.
    ThrewItAway,
    /// It was won and is not any more, or it was even and is lost now.
    LetItSlip,
    /// It was lost before; every move loses.
    AlreadyLost {
        /// By how many plies the end came nearer than necessary; `None` if that is not known.
        sooner: Option<u32>,
    },
    /// Neither side could force a win before it, nor after it, and nothing ends the game.
    Endless,
    /// Neither side could force a win before it, nor after it, and the game ends without a winner.
    Drawn,
    /// The values could not be settled.
    Unknown,
}

impl Label {
    /// The word that text forms use: the kind of the label without its numbers.
    pub fn name(self) -> &'static str {
        match self {
            Label::KeptTheWin => "kept the win",
            Label::Slower(_) => "slower",
            Label::ThrewItAway => "threw it away",
            Label::LetItSlip => "let it slip",
            Label::AlreadyLost { .. } => "already lost",
            Label::Endless => "endless",
            Label::Drawn => "drawn",
            Label::Unknown => "unknown",
        }
    }

    /// Whether the move made the value of the position worse for the player who made it.
    pub fn is_mistake(self) -> bool {
        matches!(self, Label::ThrewItAway | Label::LetItSlip)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |n: u32| if n == 1 { "1 move".to_owned() } else { format!("{n} moves") };
        match self {
            Label::Slower(longer) => {
                write!(f, "kept the win, {} slower than necessary", moves(*longer))
            }
            Label::AlreadyLost { sooner: Some(0) } => {
                f.write_str("already lost; resisted as long as possible")
            }
            Label::AlreadyLost { sooner: Some(sooner) } => {
                write!(f, "already lost; {} sooner than necessary", moves(*sooner))
            }
            other => f.write_str(other.name()),
        }
    }
}

/// One move of a reviewed game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Which move it is, from 1.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub made: Move,
    /// The position in which it was made.
    pub before: Position,
    /// What that was worth to the player who made it.
    pub value_before: Option<Value>,
    /// What the position after it was worth to the same player.
    pub value_after: Option<Value>,
    /// How many plies were left before it, with best play.
    pub plies_before: Option<u32>,
    /// How many plies were left after it, with best play.
    pub plies_after: Option<u32>,
    /// What the move did.
    pub label: Label,
    /// Whether there was no other move.
    pub forced: bool,
    /// A best move: the move itself, if none is better; `None` if that is not known.
    pub best: Option<Move>,
    /// How the value before it is known.
    pub basis: Basis,
    /// Why the position before it had its value.
    pub why: Reason,
}

/// A reviewed game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The moves, in order.
    pub moves: Vec<ReviewedMove>,
    /// The balance of the game, one character for each position from the start to the last: `+` if
    /// the first seat is winning, `-` if the second is, `=` if neither can force a win, `?` where
    /// that is not known.
    pub balance: String,
    /// Who gave the game away without a move, if it ended so: by resigning, by the clock, or by an
    /// entry that was agreed to lose.
    pub resigned: Option<Resignation>,
}

/// How a game was given away without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GivenAway {
    /// By resigning.
    Resigned,
    /// By running out of time.
    TimedOut,
    /// By an entry that was agreed to lose.
    Forfeited,
}

/// A resignation, or what ends a game like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resignation {
    /// Who lost by it.
    pub seat: Seat,
    /// How.
    pub how: GivenAway,
    /// What the position was worth to that player.
    pub value: Option<Value>,
}

impl Resignation {
    /// How a game ended, if it was given away; `value` is that of the last position to the player to
    /// move there.
    fn of(ending: &Ending, last: &Position, value: Option<Value>) -> Option<Resignation> {
        let (seat, how) = match ending {
            Ending::Resigned(seat) => (*seat, GivenAway::Resigned),
            Ending::TimedOut(seat) => (*seat, GivenAway::TimedOut),
            Ending::Forfeited(seat, _) => (*seat, GivenAway::Forfeited),
            Ending::Played(_) | Ending::Failed(..) | Ending::Abandoned => return None,
        };
        let value = if seat == last.turn() { value } else { value.map(Value::for_opponent) };
        Some(Resignation { seat, how, value })
    }

    /// What is to be said about it: nothing where the position was lost, or may have been.
    pub fn words(self, names: &Seats<String>) -> Option<String> {
        let what = match self.value? {
            Value::Loss => return None,
            Value::Win => "a position that was won",
            Value::Draw | Value::Endless => "a position that was not lost",
        };
        let did = match self.how {
            GivenAway::Resigned => "resigned",
            GivenAway::TimedOut => "ran out of time in",
            GivenAway::Forfeited => "forfeited",
        };
        Some(capital(&format!("{} {did} {what}.", names[self.seat])))
    }
}

/// Reviews a game. `limits` is asked anew for every move, so that it can set a deadline for each.
///
/// The game is read backwards: what comes later is simpler, and once it is settled it helps to
/// settle what came before. A move for which no time is left is judged by what can be said at sight.
pub fn review<'a>(record: &Record, solver: &mut Solver, limits: impl Fn() -> Limits<'a>) -> Review {
    let steps: Vec<_> = record.game.steps().collect();
    let last = record.game.position();
    let mut after = solver.solve_fully(last, limits());
    let ending = record.game.ending();
    let resigned = ending.and_then(|ending| Resignation::of(ending, last, after.value));
    let mut balance = vec![symbol(last, after.value)];
    let mut moves = Vec::with_capacity(steps.len());
    for (index, step) in steps.into_iter().enumerate().rev() {
        let limits = limits();
        let analysis = if limits.is_spent() {
            at_sight(&step.before)
        } else {
            solver.analyse_moves(&step.before, limits)
        };
        let known = deduced(analysis.known, after);
        let label = label(&known, &after);
        let forced = analysis.total.as_ref().is_some_and(Natural::is_one);
        let why = analysis.reason.clone();
        let best = best(solver, &step.played, &known, &after, analysis, limits);
        balance.push(symbol(&step.before, known.value));
        moves.push(ReviewedMove {
            ply: index + 1,
            seat: step.before.turn(),
            made: step.played,
            value_before: known.value,
            value_after: after.value.map(Value::for_opponent),
            plies_before: known.plies,
            plies_after: after.plies,
            label,
            forced,
            best,
            basis: known.basis,
            why,
            before: step.before,
        });
        after = known;
    }
    moves.reverse();
    Review { moves, balance: balance.iter().rev().collect(), resigned }
}

/// What a theorem says of a position that is not over without any work.
fn at_sight(position: &Position) -> Analysis {
    let (known, reason) = match closed::at_sight(position) {
        Some(closed) => (closed.assessment, closed.reason),
        None => (Assessment::UNKNOWN, Reason::Unknown),
    };
    Analysis {
        known,
        moves: Vec::new(),
        total: None,
        winning: reason.winning_move().into_iter().collect(),
        all_judged: false,
        reason,
    }
}

/// What is known of a position, once it is known where a move led: a move that wins proves a win.
fn deduced(known: Assessment, after: Assessment) -> Assessment {
    match (known.value, after.value) {
        (None, Some(Value::Loss)) => {
            // Whether a quicker win exists is not known, unless this one is as quick as can be.
            let plies = after.plies.filter(|plies| *plies == 0).map(|plies| plies + 1);
            Assessment { value: Some(Value::Win), plies, nimber: None, basis: after.basis }
        }
        _ => known,
    }
}

fn label(before: &Assessment, after: &Assessment) -> Label {
    let even = |value| matches!(value, Value::Draw | Value::Endless);
    // How much longer the game lasts now than it had to; negative if shorter.
    let change = match (before.plies, after.plies) {
        (Some(before), Some(after)) => Some(i64::from(after) + 1 - i64::from(before)),
        _ => None,
    };
    let size = |change: i64| u32::try_from(change.unsigned_abs()).unwrap_or(u32::MAX);
    match (before.value, after.value.map(Value::for_opponent)) {
        (Some(Value::Loss), _) => Label::AlreadyLost { sooner: change.map(|c| size(c.min(0))) },
        (Some(Value::Win), Some(Value::Win)) => match change {
            Some(longer) if longer > 0 => Label::Slower(size(longer)),
            _ => Label::KeptTheWin,
        },
        (Some(Value::Win), Some(Value::Loss)) => Label::ThrewItAway,
        (Some(Value::Win), Some(_)) => Label::LetItSlip,
        (Some(value), Some(Value::Loss)) if even(value) => Label::LetItSlip,
        (Some(Value::Draw), Some(_)) => Label::Drawn,
        (Some(Value::Endless), Some(_)) => Label::Endless,
        _ => Label::Unknown,
    }
}

/// A move that should have been made: the one that was, if none is better. Where a move kept the win but
/// was slower, that is the quickest one.
fn best(
    solver: &mut Solver,
    made: &Move,
    before: &Assessment,
    after: &Assessment,
    mut analysis: Analysis,
    limits: Limits<'_>,
) -> Option<Move> {
    let value = before.value?;
    let keeps = after.value.map(Value::for_opponent) == Some(value);
    let in_time = before.plies == after.plies.map(|plies| plies + 1);
    if keeps && (in_time || before.plies.is_none()) {
        return Some(made.clone());
    }
    // Where a win was thrown away, any move that keeps it would have done: the one that the reason
    // explains.
    let explained = analysis.reason.winning_move();
    if !keeps && explained.is_some() {
        return explained;
    }
    // Where a theorem gave the values, the distances of the moves are still missing.
    for line in analysis.moves.iter_mut().take_while(|_| !limits.is_spent()) {
        if line.known.value == Some(value.for_opponent()) && line.known.plies.is_none() {
            line.known = line.known.or(solver.solve_fully(&line.to, limits));
        }
    }
    let best = best_move(value, &analysis.moves);
    // Among moves that are equally quick, the one that the reason explains.
    let same = analysis.moves.iter().find(|line| {
        Some(&line.made) == explained.as_ref()
            && best.is_some_and(|best| best.known.plies == line.known.plies)
    });
    same.or(best).map(|line| line.made.clone()).or_else(|| analysis.winning.first().cloned())
}

/// A value for the player to move, as seen from the first seat.
fn symbol(position: &Position, value: Option<Value>) -> char {
    match (value, position.turn()) {
        (None, _) => '?',
        (Some(Value::Draw | Value::Endless), _) => '=',
        (Some(Value::Win), Seat::First) | (Some(Value::Loss), Seat::Second) => '+',
        (Some(Value::Win), Seat::Second) | (Some(Value::Loss), Seat::First) => '-',
    }
}
