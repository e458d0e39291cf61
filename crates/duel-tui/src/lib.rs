//! The five games on a full screen.
//!
//! [`App`] is everything that is on the screen, as plain state: [`Message`]s change it, drawing
//! reads it, and what has to be done outside it asks for as [`Effect`]s. The [`desk`] changes the
//! game and keeps it, [`mind`] thinks, [`guests`] plays, each on a thread of its own, so that a key
//! is answered at once whatever else is going on: the [`workers`]. [`run`] puts them together at a
//! real terminal.

pub mod choice;
pub mod desk;
pub mod guests;
pub mod look;
pub mod message;
pub mod mind;
pub mod screen;
pub mod workers;

mod app;
mod chart;
mod dots;
mod help;
mod home;
mod ink;
mod mark;
mod number;
mod picture;
mod roll;
mod runtime;
mod table;
mod verdicts;
mod worker;

pub use app::App;
pub use choice::Choice;
pub use look::{Look, Theme};
pub use message::{Effect, Leaving, Message};
pub use runtime::{Ended, Game, Options, run};
pub use worker::lower_priority;
