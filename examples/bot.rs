//! A bot in Rust, with this repository's own rules.
//!
//! `choose` is the one thing to change; below it is the conversation with the host, which
//! `docs/bot-protocol.md` explains.
//!
//! ```sh
//! cargo build -p duel-ugi --example bot
//! duel check-bot target/debug/examples/bot
//! ```
#![allow(clippy::print_stdout, reason = "a bot talks")]

use std::io::{BufRead as _, stdin};

use duel_core::{Move, Outcome, Position, Seat};
use duel_numbers::Budget;

/// The move to make, if any is found: one that wins at once, or else the first of the list.
fn choose(position: &Position) -> Option<Move> {
    // Numbers may have millions of divisors; the first thousand are enough for this bot.
    let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().take(1_000).collect();
    let won = Some(Outcome::Won(position.turn()));
    let wins = |made: &&Move| position.after(made).is_ok_and(|after| after.outcome() == won);
    moves.iter().find(wins).or(moves.first()).cloned()
}

/// Answers the host, line by line, until it says `quit` or its input ends.
fn main() {
    let mut position = duel_books::position("divide:60").expect("the book's own start");
    let mut is_waiting = false;
    for line in stdin().lock().split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => {
                println!("id name Rust example");
                println!("id author the authors of Divisor Duel");
                println!("ugiok");
            }
            ["isready"] => println!("readyok"),
            ["position", words @ ..] => {
                if let Some(told) = set_up(words) {
                    position = told;
                }
            }
            ["go", "infinite"] => is_waiting = true,
            ["go", ..] => println!("bestmove {}", best_move(&position)),
            ["stop"] if is_waiting => {
                is_waiting = false;
                println!("bestmove {}", best_move(&position));
            }
            ["query", "gameover"] => println!("response {}", position.is_over()),
            ["query", "p1turn"] => println!("response {}", position.turn() == Seat::First),
            ["query", "result"] => println!("response {}", result(&position)),
            ["quit"] => return,
            _ => {}
        }
    }
}

/// The position of `fen TEXT [moves MOVE...]` or `startpos [moves MOVE...]`.
fn set_up(words: &[&str]) -> Option<Position> {
    let text = match words {
        ["fen", text, ..] => text,
        ["startpos", ..] => "divide:60",
        _ => return None,
    };
    let mut position = duel_books::position(text).ok()?;
    for word in words.iter().skip_while(|word| **word != "moves").skip(1) {
        position.advance(&position.read_move(word).ok()?).ok()?;
    }
    Some(position)
}

fn best_move(position: &Position) -> String {
    match choose(position) {
        Some(made) => position.write_move(&made),
        None => "(none)".to_owned(),
    }
}

fn result(position: &Position) -> String {
    match position.outcome() {
        None => "none".to_owned(),
        Some(Outcome::Won(seat)) => format!("p{}win", seat.number()),
        Some(Outcome::Nobody) => "draw".to_owned(),
    }
}
