//! Book 000, "Divisor Duel": divide the shared number by a proper divisor.

use duel_core::{Board, Choice, Move, Op, Play, Rules, Seats, Step, Take, View};
use duel_numbers::is_prime;

use crate::{
    Book, Fair, Picture, Reader, Stuck, Voice,
    listing::{self, list, numbers, why_none},
    rulings::Ruling,
};

/// The book.
pub(crate) const BOOK: Book = Book {
    slug: "divide",
    title: "Divisor Duel: Division",
    short: "Divide",
    example: "divide:60,84",
    trials: &[
        "divide:60",
        "divide:36,84,7",
        "divide+one:30",
        "divide+either:36",
        "divide+prime-steps:48",
        "divide+no-echo:96",
        "divide+misere+once:720",
        "divide+one+no-echo+root:360",
    ],
    picture: Picture::Lattice,
    rules: Rules::new("divide", Play::Take(Take::one(Op::Divide, Choice::Proper))),
    start: 60,
    least: 2,
    fair: Fair { house: &[], count: 3, from: 30, to: 1_000, length: None },
    stuck: Stuck::Announced,
    text: "\
Two players share one number N, at first 60 or any number above 1 that they agree on.
On your turn choose a proper divisor of N: a number greater than 1 and less than N that divides
it without a remainder. N is divided by it, and the other player goes on with what is left.
When N is a prime (or 1) there is no proper divisor: whoever is to move then loses.

What you type: the divisor (6), or the phrase (divide by 6).",
    rulings: &[
        Ruling {
            id: "B1",
            text: "The start is greater than 1. A prime may be agreed on; it is lost at once for whoever begins, and that is said before the game.",
        },
        Ruling { id: "B2", text: "The sample game from 60 comes out as the book prints it." },
    ],
    voice: Voice { opening, turn, prompt, moved, stuck, result, wins },
};

fn opening(view: &View<'_>) -> String {
    format!("Game Start! Initial N is {}.\n", numbers(view.position))
}

pub(crate) fn turn(view: &View<'_>) -> String {
    format!("{}{}", heading(view), list("Proper Divisors", view))
}

fn heading(view: &View<'_>) -> String {
    format!("\n{}'s Turn:\nCurrent N: {}\n", view.mover(), numbers(view.position))
}

fn prompt(view: &View<'_>) -> String {
    format!("Enter your chosen divisor{}: ", listing::how_to_choose(view.position))
}

fn moved(step: &Step, names: &Seats<String>, reader: Reader) -> String {
    let mover = match reader {
        Reader::Mover => "You",
        Reader::Anyone => &names[step.before.turn()],
    };
    match &step.played {
        Move::Take { op, divisor, .. } => {
            let before = listing::chosen_number(step);
            let done = match op {
                Op::Divide => format!("divided {before} by {divisor}"),
                Op::Subtract => format!("subtracted {divisor} from {before}"),
            };
            format!("{mover} {done}. New N is {}.\n", numbers(&step.after))
        }
        _ => format!("{mover} divided by 1. N stays {}.\n", numbers(&step.after)),
    }
}

fn stuck(view: &View<'_>) -> String {
    let all = numbers(view.position);
    let reason = match view.position.board() {
        Board::Numbers { numbers, barred, .. } => match numbers.as_slice() {
            // Where nothing is barred, a number without a move is prime or 1.
            [number] if !number.is_one() && (barred.is_empty() || is_prime(number)) => {
                format!("{all} is prime.")
            }
            [_] => format!("{all} has no divisor that may be chosen."),
            _ => format!("{all} have no divisor that may be chosen."),
        },
        Board::Digits { .. } => String::new(),
    };
    format!("{}{reason} No valid moves{}.\n", heading(view), why_none(view))
}

fn result(view: &View<'_>, winner: Option<&str>) -> String {
    let wins = winner.map(wins).unwrap_or_default();
    format!("{} cannot make a move. {wins}\n", view.mover())
}

pub(crate) fn wins(name: &str) -> String {
    format!("{name} wins!")
}
