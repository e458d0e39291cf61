//! Why a move loses: the opponent's answer, the numbers it leaves, and a reason that can be seen there.
//!
//! A [`Mistake`] is data first and words second; the tests evaluate it with the solver.

use duel_books::{explain::capital, listing};
use duel_core::{Board, Choice, Echo, LastMover, Move, Op, Position, Step, Take};
use duel_numbers::{Budget, Factorization, Natural};
use duel_solver::{Limits, Solver, Value};

use crate::telling::{self, Who};

/// How many forced moves of the learner are told one after the other.
const FORCED: usize = 3;

/// How many moves with their answers are listed.
const ANSWERED: usize = 4;

/// A move that loses, and why.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The move, the opponent's answer, and then forced moves of the learner, each with its answer.
    pub steps: Vec<Step>,
    /// Why the position after them is lost for the learner.
    pub why: WhyLost,
}

/// Why a position is lost for the learner, who is to move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyLost {
    /// The game is over.
    Over,
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
    /// Numbers that can be divided equally often, in pairs: whatever is done can be copied.
    Pairs(Vec<[Natural; 2]>),
    /// How often the numbers can be divided, which balances as in Nim.
    Balance(Vec<u64>),
    /// Whatever is played, the opponent ends the game with the next move.
    LosesNext,
    /// The numbers that can be reached, each with the number that the opponent answers with; `None` if
    /// the game is over there.
    Answers(Vec<(Natural, Option<Natural>)>),
    /// So many moves, each of which loses.
    EveryMove(usize),
}

/// Why this legal move loses; `None` if it does not, or if that could not be settled.
pub fn mistake(
    position: &Position,
    made: &Move,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Option<Mistake> {
    let mut steps = vec![position.play(made).ok()?];
    let mut at = steps[0].after.clone();
    if solver.solve_value(&at, limits)? != Value::Win {
        return None;
    }
    // Where the last mover loses, the move may have ended the game.
    if at.is_over() {
        return Some(Mistake { steps, why: WhyLost::Over });
    }
    for forced in 0..=FORCED {
        let answer = quickest_win(&at, solver, limits)?;
        at = answer.after.clone();
        steps.push(answer);
        let why = why_lost(&at, solver, limits)?;
        let moves: Vec<Move> = at.moves(Budget::PROMPT).iter().take(2).collect();
        match (why, moves.as_slice()) {
            (WhyLost::Answers(_) | WhyLost::EveryMove(_) | WhyLost::LosesNext, [only])
                if forced < FORCED =>
            {
                let step = at.play(only).ok()?;
                at = step.after.clone();
                steps.push(step);
                if at.is_over() {
                    return Some(Mistake { steps, why: WhyLost::Over });
                }
            }
            (why, _) => return Some(Mistake { steps, why }),
        }
    }
    None
}

/// The move that wins this position soonest.
pub fn quickest_win(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<Step> {
    let steps = steps(position);
    let winning = steps.into_iter().filter_map(|step| {
        let known = solver.solve_fully(&step.after, limits);
        (known.value == Some(Value::Loss)).then(|| (known.plies.unwrap_or(u32::MAX), step))
    });
    winning.min_by_key(|(plies, _)| *plies).map(|(_, step)| step)
}

/// The move that delays the end of a lost position longest.
pub fn slowest_loss(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<Step> {
    let steps = steps(position);
    let rated = steps.into_iter().map(|step| (solver.solve_fully(&step.after, limits).plies, step));
    // Of several, the first one.
    let longest = rated.min_by_key(|(plies, _)| std::cmp::Reverse(plies.unwrap_or(0)));
    longest.map(|(_, step)| step)
}

/// Every legal move of a position.
pub fn steps(position: &Position) -> Vec<Step> {
    let moves = position.moves(Budget::PROMPT);
    moves.iter().filter_map(|made| position.play(&made).ok()).collect()
}

fn why_lost(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<WhyLost> {
    if position.is_over() {
        return Some(WhyLost::Over);
    }
    if let Some(why) = plain_reason(position) {
        return Some(why);
    }
    if let Some(why) = key_used(position, solver, limits) {
        return Some(why);
    }
    let steps = steps(position);
    let mut answers = Vec::new();
    for step in &steps {
        let answer = if step.after.is_over() {
            None
        } else {
            Some(quickest_win(&step.after, solver, limits)?)
        };
        answers.push((step, answer));
    }
    if answers.iter().all(|(_, answer)| answer.as_ref().is_none_or(|step| step.after.is_over())) {
        return Some(WhyLost::LosesNext);
    }
    let is_number =
        matches!(position.board(), Board::Numbers { numbers, .. } if numbers.len() == 1);
    if is_number && steps.len() <= ANSWERED {
        let line = |(step, answer): &(&Step, Option<Step>)| {
            (listing::number_left(step), answer.as_ref().map(listing::number_left))
        };
        return Some(WhyLost::Answers(answers.iter().map(line).collect()));
    }
    Some(WhyLost::EveryMove(steps.len()))
}

/// What the general statements about the plain games say.
fn plain_reason(position: &Position) -> Option<WhyLost> {
    let Board::Numbers { take, numbers, .. } = position.board() else { return None };
    if position.rules().last_mover() != LastMover::Wins {
        return None;
    }
    match numbers.as_slice() {
        [number] if *take == Take::one(Op::Subtract, Choice::Proper) => Some(if number.is_even() {
            WhyLost::PowerOfTwo(number.clone())
        } else {
            WhyLost::Odd(number.clone())
        }),
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
            let balance = || WhyLost::Balance(counted.iter().map(|(count, _)| *count).collect());
            Some(pairs.map_or_else(balance, WhyLost::Pairs))
        }
        _ => None,
    }
}

/// Where only the divisor just chosen is barred: whether it was the only good one.
fn key_used(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<WhyLost> {
    let Board::Numbers { take, numbers, barred } = position.board() else { return None };
    let ([number], [key], Echo::Barred) = (numbers.as_slice(), barred.as_slice(), take.echo) else {
        return None;
    };
    let free = Position::numbers(*position.rules(), numbers.clone(), position.turn()).ok()?;
    // The position is lost, so that with the bar gone the barred divisor alone can win.
    let wins = solver.solve_value(&free, limits)? == Value::Win;
    wins.then(|| WhyLost::KeyUsed { number: number.clone(), key: key.clone() })
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
        let mut sentences = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            sentences.push(match place {
                0 => telling::left(step),
                place if place % 2 == 1 => telling::did(step, Who::Opponent),
                _ => telling::can_only(step, Who::Learner),
            });
        }
        let to_move = if self.steps.len() % 2 == 1 { Who::Opponent } else { Who::Learner };
        if let Some(end) = self.end() {
            sentences.push(self.why.words(end, to_move));
        }
        sentences.join(" ")
    }
}

impl WhyLost {
    /// The reason in words.
    fn words(&self, position: &Position, to_move: Who) -> String {
        match self {
            WhyLost::Over => telling::ending(position, to_move),
            WhyLost::Odd(number) => {
                format!(
                    "{number} is odd. Your opponent can give you odd numbers until one is a prime."
                )
            }
            WhyLost::PowerOfTwo(number) => {
                format!("{number} is one of the unlucky numbers 2, 8, 32 and so on.")
            }
            WhyLost::KeyUsed { number, key } => {
                format!("From {number} only {key} would win, and {key} was just used.")
            }
            WhyLost::Pairs(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|[one, other]| format!("{one} and {other}")).collect();
                format!(
                    "Now {} can be divided equally often. Your opponent can copy whatever you do.",
                    pairs.join(", and ")
                )
            }
            WhyLost::Balance(counts) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                format!(
                    "Now the numbers can be divided {} times. That loses for whoever moves.",
                    telling::and(&counts)
                )
            }
            WhyLost::LosesNext => {
                "Whatever you do there, your opponent wins with the next move.".to_owned()
            }
            WhyLost::Answers(lines) => {
                let lines: Vec<String> = lines
                    .iter()
                    .map(|(reached, answer)| match answer {
                        Some(answer) => format!("{reached} is answered by {answer}"),
                        None => format!("{reached} loses at once"),
                    })
                    .collect();
                format!("Nothing helps: {}.", telling::and(&lines))
            }
            WhyLost::EveryMove(count) => {
                capital(&format!("you have {count} moves there, and each of them loses."))
            }
        }
    }
}
