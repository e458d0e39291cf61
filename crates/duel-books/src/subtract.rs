//! Book 002, "Divisor Duel": subtract a proper divisor from the shared number.

use duel_core::{Choice, HouseRule, Move, Op, Play, Rules, Seats, Step, Take, View};

use crate::{
    Book, Fair, Picture, Reader, Stuck, Voice,
    dilemma::wins,
    divide::turn,
    listing::{self, numbers},
    rulings::Ruling,
};

/// The book.
pub(crate) const BOOK: Book = Book {
    slug: "subtract",
    title: "Divisor Duel: Subtraction",
    short: "Subtract",
    example: "subtract:60",
    trials: &[
        "subtract:48",
        "subtract+no-echo:60",
        "subtract+misere+root:100",
        "subtract+either+no-echo:30,12",
        "subtract+once:97",
    ],
    picture: Picture::Line,
    rules: Rules::new("subtract", Play::Take(Take::one(Op::Subtract, Choice::Proper))),
    start: 12,
    least: 1,
    fair: Fair { house: &[HouseRule::NoEcho], count: 1, from: 40, to: 200, length: None },
    stuck: Stuck::Announced,
    text: "\
Two players share one number N, at first 12; any composite number above 3 makes a game. On your
turn choose a proper divisor of N, neither 1 nor N itself, and subtract it. What is left is the
number for the other player, and it is always positive. When N has no proper divisor, because it
is prime or less than 4, whoever is to move has lost: the last move wins. You may agree on a time
limit for each turn.

What you type: the phrase (Subtract 5) or the divisor (5).",
    rulings: &[
        Ruling {
            id: "D1",
            text: "Proper divisors leave out 1 and the number itself. Any positive start is allowed; primes and 1 are lost at once.",
        },
        Ruling { id: "D2", text: "A move is typed as Subtract 5 or just 5." },
        Ruling { id: "D3", text: "The book's time limit per turn is the clock of A9." },
    ],
    voice: Voice { opening, turn, prompt, moved, stuck: turn, result, wins },
};

fn opening(view: &View<'_>) -> String {
    format!("Initial N: {}\nTurn Order: {} goes first.\n", numbers(view.position), view.mover())
}

fn prompt(view: &View<'_>) -> String {
    format!("Input{}: ", listing::how_to_choose(view.position))
}

fn moved(step: &Step, names: &Seats<String>, _reader: Reader) -> String {
    let name = &names[step.before.turn()];
    let after = numbers(&step.after);
    match &step.played {
        Move::Take { op, divisor, .. } => {
            let before = listing::chosen_number(step);
            let (sign, done) = match op {
                Op::Subtract => ('-', format!("subtracts {divisor}")),
                Op::Divide => ('/', format!("divides by {divisor}")),
            };
            let left = listing::number_left(step);
            format!("New N: {before} {sign} {divisor} = {left}\n{name} {done}. New N is {after}.\n")
        }
        _ => format!("{name} divides by 1. N stays {after}.\n"),
    }
}

fn result(view: &View<'_>, winner: Option<&str>) -> String {
    let wins = winner.map(wins).unwrap_or_default();
    format!("{} cannot make a valid move. {wins}\n", view.mover())
}
