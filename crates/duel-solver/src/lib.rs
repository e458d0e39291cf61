//! Who wins, how fast, and why.
//!
//! A [`Solver`] answers three questions about a position, each dearer than the one before:
//!
//! - [`Solver::solve_value`]: who wins;
//! - [`Solver::solve_fully`]: also after how many plies, the nimber, and whether that is a theorem
//!   or the result of a search;
//! - [`Solver::analyse_moves`]: also what each move leads to, and the [`Reason`].
//!
//! [`Solver::explain`] gives the reason without judging each move, and [`Solver::strategy`] the winner's
//! answer to everything that the loser can do: the [`Strategy`] is what reasons are made of where no
//! theorem covers a position.
//!
//! Theorems ([`closed`]) cover numbers of any size; the rest is searched exactly, within
//! [`Limits`]: games of divisors as a graph without loops, games in which divisors are used up with
//! a method of their own ([`used`]), digits by their remainders. What is not settled within the
//! limits is left open, never guessed. [`certificate::prove`] writes a proof of a value that
//! `duel-verify` checks.
//!
//! ```
//! use duel_solver::{Limits, Solver, Value};
//!
//! let position = duel_books::position("subtract:12").unwrap();
//! let known = Solver::default().solve_fully(&position, Limits::NONE);
//! assert_eq!(known.value, Some(Value::Win));
//! assert_eq!(known.plies, Some(3));
//! assert_eq!(known.nimber, Some(3));
//! ```

pub mod analysis;
pub mod certificate;
pub mod claim;
pub mod closed;
pub mod explanation;
pub mod limits;
pub mod reason;
pub mod solver;
pub mod strategy;
pub mod used;
pub mod value;

mod acyclic;
mod explain;
mod nim;
mod plan_words;
mod residues;
mod take_graph;
mod theorem_words;
mod why_words;
mod words;

pub use analysis::{Analysis, MoveValue};
pub use claim::Claim;
pub use explanation::Explanation;
pub use limits::{Limits, Meter};
pub use reason::{Depth, Reason};
pub use solver::Solver;
pub use strategy::Strategy;
pub use value::{Assessment, Basis, Value};
pub use words::{doing, lower};
