//! What happened in a lesson, in words: the arithmetic of a move, and why a game is over.
//!
//! The learner is "you", the other player is "your opponent".

use duel_books::{explain::capital, listing};
use duel_core::{Board, Echo, LastMover, Move, Op, Outcome, Position, Step, TakeStep};
use duel_numbers::{Budget, Natural, is_prime};

/// One of the two players of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The person who learns.
    Learner,
    /// The computer.
    Opponent,
}

impl Who {
    /// As the subject of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Who::Learner => "you",
            Who::Opponent => "your opponent",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Who {
        match self {
            Who::Learner => Who::Opponent,
            Who::Opponent => Who::Learner,
        }
    }
}

/// The arithmetic of a move: `12 - 3 = 9`, `60 / 6 = 10`, `35 = 7 x 5`; a number of digits that is no
/// multiple stands alone.
pub fn arithmetic(step: &Step) -> String {
    match &step.played {
        Move::Take { op, divisor, .. } => {
            let sign = match op {
                Op::Divide => '/',
                Op::Subtract => '-',
            };
            let (before, left) = (listing::chosen_number(step), listing::number_left(step));
            format!("{before} {sign} {divisor} = {left}")
        }
        Move::Append(_) => multiple(&step.after).unwrap_or_else(|| listing::numbers(&step.after)),
        Move::Pass => format!("{} stays", listing::numbers(&step.after)),
    }
}

/// What a move of the learner leaves, as a sentence.
pub fn left(step: &Step) -> String {
    match &step.played {
        Move::Append(_) if !step.after.board().is_complete() => {
            format!("Now the number is {}.", arithmetic(step))
        }
        Move::Append(_) | Move::Take { .. } | Move::Pass => format!("{}.", arithmetic(step)),
    }
}

/// A number of digits as a multiple of the first target that divides it.
fn multiple(position: &Position) -> Option<String> {
    let Board::Digits { targets, residues, .. } = position.board() else { return None };
    let target = targets.iter().zip(residues).find(|(_, residue)| residue.is_zero())?.0;
    let text = listing::numbers(position);
    let number = Natural::parse(&text).unwrap_or_default();
    Some(format!("{text} = {target} x {}", &number / target))
}

/// What was done, with its arithmetic: `Your opponent takes 6: 54 - 6 = 48.`
pub fn did(step: &Step, who: Who) -> String {
    let s = if who == Who::Learner { "" } else { "s" };
    let done = match &step.played {
        Move::Take { op: Op::Divide, divisor, .. } => format!("divide{s} by {divisor}"),
        Move::Take { op: Op::Subtract, divisor, .. } => format!("take{s} {divisor}"),
        Move::Append(digit) => format!("append{s} {}", digit.to_char()),
        Move::Pass => format!("divide{s} by 1"),
    };
    format!("{} {done}: {}.", capital(who.name()), arithmetic(step))
}

/// What a forced move does: `You can only take 1: 7 - 1 = 6.`
pub fn can_only(step: &Step, who: Who) -> String {
    let done = did(step, Who::Learner);
    format!("{} can only {}", capital(who.name()), done.trim_start_matches("You "))
}

/// Why the game is over, when this player would be to move.
pub fn ending(position: &Position, to_move: Who) -> String {
    let Board::Numbers { numbers, take, barred } = position.board() else {
        return match position.outcome() {
            Some(Outcome::Won(seat)) => {
                let winner = if seat == position.turn() { to_move } else { to_move.other() };
                let s = if winner == Who::Learner { "" } else { "s" };
                let why = match position.board() {
                    Board::Digits { digits, .. } if !position.board().is_complete() => {
                        format!("That makes {} digits without a multiple", digits.len())
                    }
                    _ => "That is a multiple".to_owned(),
                };
                format!("{why}, so {} win{s} the game.", winner.name())
            }
            _ => "That ends the game without a winner.".to_owned(),
        };
    };
    let is_proper = |step: TakeStep| !step.choice.includes_one();
    let is_plain = is_proper(take.step) && take.or_step.is_none_or(is_proper);
    let why = match numbers.as_slice() {
        [number] if number.is_zero() => "Nothing is left".to_owned(),
        [number] if number.is_one() => "Only 1 is left".to_owned(),
        [number] if is_plain && is_prime(number) => format!("{number} is a prime"),
        [number] => match barred.as_slice() {
            [only] if take.echo == Echo::Barred => {
                format!("Only {only} could be taken from {number}, and it was just used")
            }
            [] => format!("Nothing may be taken from {number}"),
            _ => format!("Every number that could be taken from {number} is used"),
        },
        all if is_plain && all.iter().all(is_prime) => "Only primes are left".to_owned(),
        _ => "Nothing may be chosen any more".to_owned(),
    };
    let here = match position.rules().last_mover() {
        LastMover::Wins => "",
        LastMover::Loses => " Here that wins.",
    };
    format!("{why}, so {} cannot move.{here}", to_move.name())
}

/// A list in a sentence: `2, 3 and 5`.
pub fn and(items: &[String]) -> String {
    listed(items, "and")
}

/// A list to choose from in a sentence: `2, 3 or 5`.
pub fn or(items: &[String]) -> String {
    listed(items, "or")
}

fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// The moves that may be entered here.
pub fn choices(position: &Position) -> String {
    /// The most that are listed.
    const MOST: usize = 40;
    let moves = position.moves(Budget::PROMPT);
    let mut texts: Vec<String> =
        moves.iter().take(MOST + 1).map(|made| position.write_move(&made)).collect();
    if texts.len() > MOST {
        texts.truncate(MOST);
        texts.push("...".to_owned());
    }
    texts.join(", ")
}
