//! Book 001, "Divider's Dilemma": the same moves as book 000, in other words.

use duel_core::{Choice, HouseRule, Move, Op, Play, Rules, Seats, Step, Take, View};

use crate::{
    Book, Fair, Picture, Reader, Stuck, Voice,
    listing::{self, numbers, why_none},
    rulings::Ruling,
};

/// The book.
pub(crate) const BOOK: Book = Book {
    slug: "dilemma",
    title: "Divider's Dilemma",
    short: "Dilemma",
    example: "dilemma+prime-steps:154",
    trials: &["dilemma:210", "dilemma+prime-steps:97", "dilemma+either+once:60,12"],
    picture: Picture::Tiles,
    rules: Rules::new("dilemma", Play::Take(Take::one(Op::Divide, Choice::Proper))),
    start: 16,
    least: 1,
    fair: Fair { house: &[HouseRule::PrimeSteps], count: 1, from: 50, to: 500, length: None },
    stuck: Stuck::Declared,
    text: "\
Two players share one number, at first 16 or any other that they agree on. On your turn divide it
by one of its proper divisors: greater than 1, less than the number, and without a remainder. The
result is the number for the other player. Whoever has no proper divisor to divide by says so and
has lost. Every move makes the number smaller, so no position can come back and no game is drawn.

What you type: the phrase (Divide by 15) or the divisor (15), and, when you are stuck,
\"I have no valid moves.\"",
    rulings: &[
        Ruling {
            id: "C1",
            text: "At the prompt a player without a move is asked to say so. The game is decided all the same, and records hold no such entry. Any positive start is allowed; 1 and primes are lost at once.",
        },
        Ruling {
            id: "C2",
            text: "Nothing can repeat, because every move makes the number smaller.",
        },
    ],
    voice: Voice { opening, turn, prompt, moved, stuck, result, wins },
};

fn opening(view: &View<'_>) -> String {
    let noun = if view.position.has_several_numbers() { "numbers" } else { "number" };
    format!("The game begins with the {noun} {}.\n", numbers(view.position))
}

fn turn(view: &View<'_>) -> String {
    if view.ply == 0 { format!("{}, it's your turn.\n", view.mover()) } else { later_turn(view) }
}

fn later_turn(view: &View<'_>) -> String {
    let subject = if view.position.has_several_numbers() { "numbers are" } else { "number is" };
    format!("\n{}, it's your turn. Current {subject} {}.\n", view.mover(), numbers(view.position))
}

fn prompt(view: &View<'_>) -> String {
    format!("{} Input{}: ", view.mover(), listing::how_to_choose(view.position))
}

fn moved(step: &Step, names: &Seats<String>, _reader: Reader) -> String {
    let name = &names[step.before.turn()];
    let several = step.before.has_several_numbers();
    let done = match &step.played {
        Move::Take { op: Op::Divide, divisor, .. } if several => {
            format!("divides {} by {divisor}", listing::chosen_number(step))
        }
        Move::Take { op: Op::Divide, divisor, .. } => format!("divides by {divisor}"),
        Move::Take { op: Op::Subtract, divisor, .. } if several => {
            format!("subtracts {divisor} from {}", listing::chosen_number(step))
        }
        Move::Take { op: Op::Subtract, divisor, .. } => format!("subtracts {divisor}"),
        _ => "divides by 1".to_owned(),
    };
    let subject = if several { "numbers are" } else { "number is" };
    format!("{name} {done}. The new {subject} {}.\n", numbers(&step.after))
}

fn stuck(view: &View<'_>) -> String {
    format!("{}No valid divisors available{}.\n", later_turn(view), why_none(view))
}

fn result(view: &View<'_>, winner: Option<&str>) -> String {
    let wins = winner.map(wins).unwrap_or_default();
    format!("{} cannot make a move. {wins}\n", view.mover())
}

pub(crate) fn wins(name: &str) -> String {
    format!("{name} wins the game!")
}
