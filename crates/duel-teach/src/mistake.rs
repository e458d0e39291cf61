//! Why a move does not win: the opponent's answer, the numbers it leaves, and a reason that can be seen
//! there; and in the same way why another move wins. Lessons, puzzles and training explain moves with it.
//!
//! A [`Mistake`] or [`Success`] is data first and words second; the tests evaluate it with the solver.

use duel_books::{explain::capital, listing};
use duel_core::{Board, Choice, Echo, LastMover, Move, Op, Outcome, Position, Step, Take};
use duel_numbers::{Budget, Factorization, Natural};
use duel_solver::{Limits, Solver, Value};

use crate::{
    moves::{self, best_step},
    telling::{self, Who},
};

/// How many forced moves of the learner are shown one after the other.
const FORCED: usize = 3;

/// How many moves with their answers are listed.
const ANSWERED: usize = 4;

/// How many of more moves are shown with their answers.
const SHOWN: usize = 2;

/// A move that wins, and why.
#[derive(Clone, Debug)]
pub struct Success {
    /// The move, and then forced moves of the opponent, each with the learner's answer.
    pub steps: Vec<Step>,
    /// Why the position after them is lost for the opponent.
    pub why: NotWon,
}

/// A move that does not win, and why.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The move, the opponent's answer, and then forced moves of the learner, each with its answer.
    pub steps: Vec<Step>,
    /// Why the position after them is not won for the learner.
    pub why: NotWon,
}

/// Why a position is not won for the player to move there: the learner after a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWon {
    /// The game is over.
    Over,
    /// Neither side can force a win any more.
    Even,
    /// An odd number, in the plain game of subtraction.
    Odd(Natural),
    /// 2, 8, 32 and so on, in the plain game of subtraction.
    PowerOfTwo(Natural),
    /// The only good move of this number was chosen just now and may not be repeated.
    KeyUsed {
        /// The number.
        number: Natural,
        /// The move.
        key: Natural,
    },
    /// Numbers that can be divided equally often, in pairs: after every move they can be again.
    Pairs(Vec<[Natural; 2]>),
    /// How often the numbers can be divided, which balances as in Nim.
    Balance(Vec<u64>),
    /// Whatever is played, the opponent ends the game with the next move.
    LosesNext,
    /// The numbers that can be reached, each with the number that the opponent answers with; `None` if
    /// the game is over there.
    Answers(Vec<(Natural, Option<Natural>)>),
    /// Many moves, each of which loses.
    EveryMove {
        /// How many they are.
        count: usize,
        /// A few of them, each with its answer: one that ends the game, where there is one.
        shown: Vec<[Move; 2]>,
    },
}

/// What a move does for the player who makes it.
#[derive(Clone, Debug)]
pub enum Worth {
    /// It wins.
    Wins,
    /// It does not, and this is why.
    Fails(Box<Mistake>),
    /// That could not be settled.
    Unknown,
}

/// Which general statements about the plain game of subtraction may be used as reasons: those that a
/// learner has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theory {
    /// That odd numbers are lost.
    pub odd: bool,
    /// That 2, 8, 32 and so on are lost.
    pub powers: bool,
}

impl Theory {
    /// All of them.
    pub const ALL: Theory = Theory { odd: true, powers: true };
}

/// Judges a move.
pub fn judge(step: &Step, solver: &mut Solver, limits: Limits<'_>) -> Worth {
    judge_with(step, Theory::ALL, solver, limits)
}

/// Judges a move, with no other theory than this.
pub fn judge_with(step: &Step, theory: Theory, solver: &mut Solver, limits: Limits<'_>) -> Worth {
    let mut steps = vec![step.clone()];
    let why = match step.after.outcome() {
        Some(Outcome::Won(winner)) if winner == step.before.turn() => return Worth::Wins,
        Some(_) => Some(NotWon::Over),
        None => match solver.solve_value(&step.after, limits) {
            None => None,
            Some(Value::Loss) => return Worth::Wins,
            Some(Value::Win) => lose(&mut steps, theory, solver, limits),
            Some(even) => {
                steps.extend(best_step(&step.after, even, solver, limits));
                Some(NotWon::Even)
            }
        },
    };
    why.map_or(Worth::Unknown, |why| Worth::Fails(Box::new(Mistake { steps, why })))
}

/// Answers a move that loses, and goes on until it is seen why.
fn lose(
    steps: &mut Vec<Step>,
    theory: Theory,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Option<NotWon> {
    steps.push(best_step(&steps.last()?.after, Value::Win, solver, limits)?);
    go_on_from_lost(steps, theory, solver, limits)
}

/// Goes on from a lost position until it is seen why, through the moves that are forced.
fn go_on_from_lost(
    steps: &mut Vec<Step>,
    theory: Theory,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Option<NotWon> {
    for forced in 0.. {
        let at = steps.last()?.after.clone();
        let why = why_lost(&at, theory, solver, limits);
        let is_seen =
            !matches!(why, NotWon::Answers(_) | NotWon::EveryMove { .. } | NotWon::LosesNext);
        match moves::steps(&at).as_slice() {
            [only] if !is_seen && forced < FORCED => {
                steps.push(only.clone());
                if only.after.is_over() {
                    return Some(NotWon::Over);
                }
                steps.push(best_step(&only.after, Value::Win, solver, limits)?);
            }
            _ => return Some(why),
        }
    }
    None
}

/// Why a move wins, which it does; `None` if nothing better can be said than that each of many moves
/// loses.
pub fn why_it_wins(step: &Step, solver: &mut Solver, limits: Limits<'_>) -> Option<Success> {
    let mut steps = vec![step.clone()];
    let why = go_on_from_lost(&mut steps, Theory::ALL, solver, limits)?;
    let is_reason = !matches!(why, NotWon::EveryMove { count: 2.., .. });
    is_reason.then_some(Success { steps, why })
}

fn why_lost(
    position: &Position,
    theory: Theory,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> NotWon {
    if position.is_over() {
        return NotWon::Over;
    }
    let general = plain_reason(position, theory)
        .or_else(|| key_used(position, solver, limits))
        .or_else(|| {
            // Trying every answer to every move needs no search.
            moves::loses_next(position).then_some(NotWon::LosesNext)
        });
    let steps = moves::steps(position);
    general.or_else(|| answers(&steps, solver, limits).map(NotWon::Answers)).unwrap_or_else(|| {
        let shown = some_answers(&steps, solver, limits);
        NotWon::EveryMove { count: steps.len(), shown }
    })
}

/// The number that each move leaves and the one that it is answered with, if these are few.
fn answers(
    steps: &[Step],
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Option<Vec<(Natural, Option<Natural>)>> {
    let has_number =
        |at: &Position| matches!(at.board(), Board::Numbers { numbers, .. } if numbers.len() == 1);
    if steps.len() > ANSWERED || !steps.iter().all(|step| has_number(&step.before)) {
        return None;
    }
    let line = |step: &Step| {
        let answer = if step.after.is_over() {
            None
        } else {
            let answer = best_step(&step.after, Value::Win, solver, limits)?;
            Some(listing::number_left(&answer))
        };
        Some((listing::number_left(step), answer))
    };
    steps.iter().map(line).collect()
}

/// A few moves with their answers: with those that end the game, as far as there are any.
fn some_answers(steps: &[Step], solver: &mut Solver, limits: Limits<'_>) -> Vec<[Move; 2]> {
    let pair = |step: &Step, answer: Step| [step.played.clone(), answer.played];
    let open = || steps.iter().filter(|step| !step.after.is_over());
    let at_once = open().filter_map(|step| {
        let wins = |answer: &Step| answer.after.outcome() == Some(Outcome::Won(step.after.turn()));
        Some(pair(step, moves::steps(&step.after).into_iter().find(wins)?))
    });
    let mut shown: Vec<[Move; 2]> = at_once.take(SHOWN).collect();
    if shown.is_empty() {
        let best = open().take(SHOWN).filter_map(|step| {
            Some(pair(step, best_step(&step.after, Value::Win, solver, limits)?))
        });
        shown.extend(best);
    }
    shown
}

/// What the general statements about the plain games say.
fn plain_reason(position: &Position, theory: Theory) -> Option<NotWon> {
    let Board::Numbers { take, numbers, .. } = position.board() else { return None };
    if position.rules().last_mover() != LastMover::Wins {
        return None;
    }
    match numbers.as_slice() {
        [number] if *take == Take::one(Op::Subtract, Choice::Proper) => match number.is_even() {
            true if theory.powers => Some(NotWon::PowerOfTwo(number.clone())),
            false if theory.odd => Some(NotWon::Odd(number.clone())),
            _ => None,
        },
        several if *take == Take::one(Op::Divide, Choice::Proper) && several.len() > 1 => {
            let counted: Option<Vec<(u64, Natural)>> = several
                .iter()
                .map(|number| {
                    let count = Factorization::of(number, Budget::PROMPT).big_omega()?;
                    Some((count.saturating_sub(1), number.clone()))
                })
                .collect();
            let mut counted = counted?;
            counted.retain(|(count, _)| *count > 0);
            counted.sort();
            let pairs: Option<Vec<[Natural; 2]>> = counted
                .chunks(2)
                .map(|pair| match pair {
                    [(one, first), (other, second)] if one == other => {
                        Some([first.clone(), second.clone()])
                    }
                    _ => None,
                })
                .collect();
            let balance = || NotWon::Balance(counted.iter().map(|(count, _)| *count).collect());
            Some(pairs.map_or_else(balance, NotWon::Pairs))
        }
        _ => None,
    }
}

/// Where only the divisor just chosen is barred: whether it was the only good one.
fn key_used(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<NotWon> {
    let Board::Numbers { take, numbers, barred } = position.board() else { return None };
    let ([number], [key], Echo::Barred) = (numbers.as_slice(), barred.as_slice(), take.echo) else {
        return None;
    };
    let free = Position::numbers(*position.rules(), numbers.clone(), position.turn()).ok()?;
    // The position is lost, so that with the bar gone the barred divisor alone can win.
    let wins = solver.solve_value(&free, limits)? == Value::Win;
    wins.then(|| NotWon::KeyUsed { number: number.clone(), key: key.clone() })
}

impl Mistake {
    /// The opponent's answer, unless the mistake itself ended the game.
    pub fn reply(&self) -> Option<&Step> {
        self.steps.get(1)
    }

    /// The position in which the reason is seen.
    pub fn end(&self) -> Option<&Position> {
        self.steps.last().map(|step| &step.after)
    }

    /// The mistake in words: what it leaves, the answer, and why that is lost.
    pub fn words(&self) -> String {
        in_words(&self.steps, &self.why, Who::Learner)
    }
}

impl Success {
    /// The success in words: what the move leaves, what is forced then, and why that is lost.
    pub fn words(&self) -> String {
        in_words(&self.steps, &self.why, Who::Opponent)
    }
}

/// Moves of both, the first of the learner, and why the last position is lost for this player.
fn in_words(steps: &[Step], why: &NotWon, loser: Who) -> String {
    let mut sentences = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let mover = if place % 2 == 1 { Who::Opponent } else { Who::Learner };
        sentences.push(match place {
            0 => telling::left(step),
            _ if mover == loser => telling::can_only(step, mover),
            _ => telling::did(step, mover),
        });
    }
    let to_move = if steps.len() % 2 == 1 { Who::Opponent } else { Who::Learner };
    if let Some(last) = steps.last() {
        sentences.push(why.words(&last.after, to_move));
    }
    sentences.join(" ")
}

impl NotWon {
    /// The reason in words, where this player is to move, and lost.
    fn words(&self, position: &Position, to_move: Who) -> String {
        let (loser, winner) = (to_move.name(), to_move.other().name());
        let (do_, have, make, win) = match to_move {
            Who::Learner => ("do", "have", "makes", "wins"),
            Who::Opponent => ("does", "has", "make", "win"),
        };
        let (leave, leave_then) = match to_move {
            Who::Learner => ("leave", "leaves"),
            Who::Opponent => ("leaves", "leave"),
        };
        match self {
            NotWon::Over => telling::ending(position, to_move),
            NotWon::Even => "Now neither of you can force a win.".to_owned(),
            NotWon::Odd(number) => {
                format!(
                    "{number} is odd. {} can give {loser} odd numbers until one is a prime.",
                    capital(winner)
                )
            }
            NotWon::PowerOfTwo(number) => {
                format!(
                    "{number} is one of the unlucky numbers 2, 8, 32 and so on: whoever gets one loses."
                )
            }
            NotWon::KeyUsed { number, key } => {
                format!("From {number} only {key} would win, and {key} was just used.")
            }
            NotWon::Pairs(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|[one, other]| format!("{one} and {other}")).collect();
                format!(
                    "Now {} can be divided equally often. Whatever {loser} {do_}, {winner} {make} that \
                     so again.",
                    pairs.join(", and ")
                )
            }
            NotWon::Balance(counts) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                format!(
                    "Now the numbers can be divided {} times. That loses for whoever moves.",
                    telling::and(&counts)
                )
            }
            NotWon::LosesNext => {
                format!("Whatever {loser} {do_} there, {winner} {win} with the next move.")
            }
            NotWon::Answers(lines) => {
                let at_once = lines.iter().filter(|(_, answer)| answer.is_none());
                let at_once: Vec<String> =
                    at_once.map(|(reached, _)| reached.to_string()).collect();
                let at_once = (!at_once.is_empty()).then(|| {
                    let numbers = telling::or(&at_once);
                    format!("If {loser} {leave} {numbers}, {winner} cannot move and {win}.")
                });
                let answered = lines.iter().filter_map(|(reached, answer)| {
                    let answer = answer.as_ref()?;
                    Some(format!("if {loser} {leave} {reached}, {winner} {leave_then} {answer}"))
                });
                let answered: Vec<String> = answered.collect();
                let answered =
                    (!answered.is_empty()).then(|| format!("{}.", capital(&answered.join("; "))));
                let all: Vec<String> = at_once.into_iter().chain(answered).collect();
                all.join(" ")
            }
            NotWon::EveryMove { count, shown } => {
                let each = match count {
                    1 => "only one move there, and it loses".to_owned(),
                    count => format!("{count} moves there, and each of them loses"),
                };
                let answer = |[tried, answer]: &[Move; 2]| {
                    let tried = position.play(tried).ok()?;
                    let answer = tried.after.play(answer).ok()?;
                    let (tried, answer) =
                        (telling::arithmetic(&tried), telling::arithmetic(&answer));
                    Some(format!("after {tried} comes {answer}"))
                };
                let answers: Vec<String> = shown.iter().filter_map(answer).collect();
                let example = match answers.len() {
                    0 => String::new(),
                    all if all == *count => format!(" {}.", capital(&telling::and(&answers))),
                    _ => format!(" For example, {}.", telling::and(&answers)),
                };
                format!("{} {have} {each}.{example}", capital(loser))
            }
        }
    }
}
