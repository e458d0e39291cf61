//! A bot that does one thing wrong, which its first argument names. Everything else it does right,
//! with the help of the rules, so that a test can tell what the wrong thing alone leads to.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bot talks")]

use std::{
    env,
    io::{self, BufRead as _, Write as _},
    process::{self, Command},
    thread,
    time::Duration,
};

use duel_core::{Outcome, Position, Seat};
use duel_numbers::Budget;

fn main() {
    let wrong = env::args().nth(1).unwrap_or_default();
    let wrong = wrong.as_str();
    let mut position: Option<Position> = None;
    let mut games = 0;
    let mut waiting = false;
    match wrong {
        "crash-at-start" => process::exit(3),
        "leave-child" => {
            let time = env::args().nth(2).unwrap_or_default();
            drop(Command::new("sleep").arg(time).spawn());
        }
        "deaf" => thread::sleep(Duration::from_mins(15)),
        "stderr-flood" => drop(thread::spawn(|| {
            loop {
                eprintln!("{}", "oh dear \u{1b}[31m".repeat(500));
            }
        })),
        "garbage" => shout(&[0xff, 0x00, 0x1b, b'\n', 0x80, b'\r', b'\n']),
        _ => {}
    }
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "ugi" if wrong == "silent" => {}
            "ugi" => {
                if wrong == "long-name" {
                    shout(format!("id name {}\n", "x\u{1b}[31m".repeat(200_000)).as_bytes());
                }
                if wrong != "no-name" {
                    println!("id name Wrong \u{1b}[31m{wrong}\u{202e}");
                }
                println!("ugiok");
                if wrong == "crash-after-handshake" {
                    process::exit(0);
                }
            }
            "isready" if wrong == "never-ready" && games > 0 => {}
            "isready" => println!("readyok"),
            "uginewgame" => {
                games += 1;
                if wrong == "last-game" {
                    println!("bestmove 59");
                }
            }
            "position" => {
                position = set_up(&line);
                if wrong == "out-of-turn" {
                    println!("bestmove 59");
                }
            }
            "go" if wrong == "patient" || wrong == "late" && games == 1 => waiting = true,
            "go" if wrong == "no-depth" && line.starts_with("go depth") => {}
            "go" if line == "go infinite" && wrong != "eager" => waiting = true,
            "stop" if !waiting => {}
            "go" | "stop" => {
                waiting = false;
                go(wrong, games, position.as_ref());
            }
            "query" if wrong == "no-query" => {}
            "query" if wrong == "mixed-up" => println!("response true"),
            "query" => answer(&line, position.as_ref()),
            "quit" if !matches!(wrong, "never-quits" | "leave-child") => return,
            _ => {}
        }
        let _ = io::stdout().flush();
    }
    if wrong == "never-quits" {
        thread::sleep(Duration::from_mins(15));
    }
}

fn set_up(line: &str) -> Option<Position> {
    let mut words = line.split(' ').skip(2);
    let mut position = duel_books::position(words.next()?).ok()?;
    for made in words.skip(1) {
        position.advance(&position.read_move(made).ok()?).ok()?;
    }
    Some(position)
}

fn answer(query: &str, position: Option<&Position>) {
    let Some(position) = position else { return };
    match query {
        "query gameover" => println!("response {}", position.is_over()),
        "query p1turn" => println!("response {}", position.turn() == Seat::First),
        "query result" => match position.outcome() {
            None => println!("response none"),
            Some(Outcome::Won(seat)) => println!("response p{}win", seat.number()),
            Some(Outcome::Nobody) => println!("response draw"),
        },
        _ => {}
    }
}

fn go(wrong: &str, games: u32, position: Option<&Position>) {
    let Some(position) = position else { return };
    let made = position.moves(Budget::PROMPT).iter().next();
    let made = made.map_or("(none)".to_owned(), |made| position.write_move(&made));
    match wrong {
        "illegal" => println!("bestmove 59"),
        "no-move" => println!("bestmove \u{1b}[31mbest\u{7}"),
        "empty-move" => println!("bestmove"),
        "gives-up" => println!("bestmove (none)"),
        "crash" if games == 1 => {
            eprintln!("oh dear");
            process::exit(1);
        }
        "mute" if games == 1 => {}
        "mute-and-deaf" if games == 1 => thread::sleep(Duration::from_mins(15)),
        "endless-line" => loop {
            shout(&[b'x'; 1 << 12]);
        },
        "chatter" => loop {
            println!("info string still thinking");
        },
        "twice" => println!("bestmove {made}\nbestmove 59"),
        "garbage" => {
            shout(&[0xff, 0xfe, 0x00, b'\n', 0x1b, b'[', b'2', b'J', b'\n']);
            println!("bestmove {made}");
        }
        _ => println!("info depth 1 pv {made}\nbestmove {made}"),
    }
}

/// Writes bytes that `println!` would not.
fn shout(bytes: &[u8]) {
    if io::stdout().lock().write_all(bytes).is_err() {
        process::exit(0);
    }
}
