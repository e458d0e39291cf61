//! A bot in Rust, with this repository's own rules: it wins at once where it can, and else takes
//! the first move of the list.
#![allow(clippy::print_stdout, reason = "a bot talks")]

use std::io::{BufRead as _, stdin};

use duel_core::{Move, Outcome, Position, Seat};
use duel_numbers::Budget;

fn main() {
    let mut position = duel_books::position("divide:60").expect("the book's own start");
    let mut waiting = false;
    for line in stdin().lock().split(b'\n').map_while(Result::ok) {
        match String::from_utf8_lossy(&line).split_whitespace().collect::<Vec<_>>().as_slice() {
            ["ugi"] => println!("id name Rust example\nid author Divisor Duel\nugiok"),
            ["isready"] => println!("readyok"),
            ["position", words @ ..] => position = set_up(words).unwrap_or(position),
            ["go", "infinite"] => waiting = true,
            ["stop"] if !waiting => {}
            ["go", ..] | ["stop"] => {
                waiting = false;
                println!("bestmove {}", choose(&position));
            }
            ["query", "gameover"] => println!("response {}", position.is_over()),
            ["query", "p1turn"] => println!("response {}", position.turn() == Seat::First),
            ["query", "result"] => println!("response {}", result(&position)),
            ["quit"] => return,
            _ => {}
        }
    }
}

/// `startpos|fen TEXT [moves MOVE...]`
fn set_up(words: &[&str]) -> Option<Position> {
    let text = if *words.first()? == "fen" { words.get(1)? } else { "divide:60" };
    let mut position = duel_books::position(text).ok()?;
    for word in words.iter().skip_while(|word| **word != "moves").skip(1) {
        position.advance(&position.read_move(word).ok()?).ok()?;
    }
    Some(position)
}

fn choose(position: &Position) -> String {
    let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().take(1_000).collect();
    let won = Some(Outcome::Won(position.turn()));
    let wins = |made: &&Move| position.after(made).is_ok_and(|after| after.outcome() == won);
    let chosen = moves.iter().find(wins).or(moves.first());
    chosen.map_or("(none)".to_owned(), |made| position.write_move(made))
}

fn result(position: &Position) -> String {
    match position.outcome() {
        None => "none".to_owned(),
        Some(Outcome::Won(seat)) => format!("p{}win", seat.number()),
        Some(Outcome::Nobody) => "draw".to_owned(),
    }
}
