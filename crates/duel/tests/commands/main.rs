//! The commands as a user runs them: exit codes, what goes where, and what is refused. One file a
//! command, and one program for all of them, which is linked once.

mod about;
mod configuration;
mod deal;
mod discover;
mod documentation;
mod explain;
mod games;
mod hint;
mod learn;
mod output;
mod play;
mod play_entries;
mod play_numbers;
mod play_starts;
mod prove;
mod puzzle;
mod review;
#[path = "../sitting/mod.rs"]
mod sitting;
mod solve;
mod solve_brute_force;
mod stats;
mod train;

use sitting::{Home, Run};

const BOOKS: [&str; 5] = ["divide", "dilemma", "subtract", "digits", "factor"];

fn duel(arguments: &str, input: &str) -> Run {
    Home::new().run(arguments, input)
}

fn play(arguments: &str, input: &str) -> Run {
    Home::new().run(&format!("play {arguments}"), input)
}
