//! What helps people to understand the games, and what they have learnt so far.
//!
//! Everything here is made of positions, and what it says about them is checked with the solver. It
//! draws nothing and asks nothing itself: the prompt, the full screen and the pages do that. What a
//! person has reached is kept in a [`user_file`], and leaves the machine nowhere.

pub mod judge;
pub mod progress;
pub mod puzzle;
pub mod rating;
pub mod streak;
pub mod training;
pub mod user_file;

mod text_form;

pub use progress::PuzzleProgress;
pub use puzzle::{Attempt, Kind, Puzzle};
pub use rating::Rating;
pub use streak::Streak;
pub use training::Training;
pub use user_file::{UserFile, UserFileError};
