//! Two-player number games about divisors, as a library: positions and their moves, games, the
//! solver, the rule books, proofs and opponents.
//!
//! ```
//! use divisor_duel::prelude::*;
//!
//! // The book `subtract`, from 12: subtract a proper divisor; a player who cannot move loses.
//! let start = books::position("subtract:12")?;
//! let moves = start.moves(Budget::PROMPT);
//! let moves: Vec<String> = moves.iter().map(|made| start.write_move(&made)).collect();
//! assert_eq!(moves, ["2", "3", "4", "6"]);
//!
//! // Who wins, and by which moves?
//! let analysis = Solver::default().analyse_moves(&start, Limits::NONE);
//! assert_eq!(analysis.known.value, Some(Value::Win));
//!
//! // A game: the referee knows whose turn it is, and refuses what the rules do not allow.
//! let mut game = Referee::new(start, Conduct::default());
//! game.submit(Seat::First, Input::Move(analysis.winning[0].clone()), Duration::ZERO)?;
//! assert_eq!(game.position().to_string(), "subtract:9/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate has no code of its own. Each module is one of the crates behind it, whose front page
//! says more; [`prelude`] has the names that most programs need.

#![forbid(unsafe_code)]

pub use duel_books as books;
pub use duel_core as rules;
pub use duel_numbers as numbers;
pub use duel_play as play;
pub use duel_solver as solver;
pub use duel_verify as verify;

/// What most programs need: `use divisor_duel::prelude::*`.
pub mod prelude {
    pub use std::time::Duration;

    pub use duel_books::{self as books, Book};
    pub use duel_core::{
        Announcement, Conduct, Digit, Ending, GameEvent, HouseRule, Illegal, Input, Move, Op,
        Outcome, Position, Record, Referee, Refusal, Rules, Seat, Seats, Step,
    };
    pub use duel_numbers::{Budget, Natural};
    pub use duel_play::{Bot, Level};
    pub use duel_solver::{Analysis, Assessment, Limits, Solver, Value};
}
