//! The five games on a full screen.
//!
//! [`App`] is everything that is on the screen, as plain state: [`Msg`]s change it, drawing reads it,
//! and what has to be done outside it asks for as [`Job`]s, which come back as messages when they are
//! done. The [`session_worker`] changes the game and stores it, the [`analysis_worker`] asks the
//! solver, the [`bot_worker`] plays, the [`lesson_worker`] teaches, the [`puzzle_worker`] sets puzzles,
//! the [`training_worker`] brings thrown-away wins back, and the [`argument_worker`] answers the tries of
//! an argument, each on threads of its own, so that a key is answered at once whatever else is going on:
//! the [`workers`]. [`run`] puts them together at a real terminal.
//!
//! ```
//! use std::time::Duration;
//!
//! use crossterm::event::{KeyCode, KeyEvent};
//! use duel_tui::{App, Choice, Job, Look, Msg};
//! use ratatui_core::{backend::TestBackend, terminal::Terminal};
//!
//! let mut app = App::new(Choice::default(), Look::default(), None, (80, 24));
//! // At first the screen wants to know what is kept; help needs nothing.
//! assert!(matches!(app.begin()[..], [Job::Session(_), Job::Session(_), ..]));
//! let jobs = app.update(Duration::ZERO, Msg::Key(KeyEvent::from(KeyCode::F(1))));
//! assert!(jobs.is_empty());
//! let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
//! terminal.draw(|frame| app.draw(frame)).unwrap();
//! ```

pub mod analysis_worker;
pub mod argument_worker;
pub mod backend;
pub mod bot_worker;
pub mod choice;
pub mod daily_record;
pub mod exercise_screen;
pub mod game_file;
pub mod kept_games;
pub mod lesson_worker;
pub mod look;
pub mod message;
pub mod paragraphs;
pub mod puzzle_worker;
pub mod screen;
pub mod session_worker;
pub mod signals;
pub mod training_worker;
pub mod workers;

mod app;
mod argument_screen;
mod chart;
mod dots;
mod game_screen;
mod games_screen;
mod help;
mod home;
mod mark;
mod move_list;
mod number;
mod opponents;
mod paint;
mod picture;
mod review_screen;
mod runtime;
mod worker;

pub use app::App;
pub use choice::Choice;
pub use look::{Look, Theme};
pub use message::{ExitReason, Job, Msg};
pub use runtime::{Ended, InitialGame, Options, RunError, run};
pub use worker::lower_priority;
