//! The Universal Game Interface: how programs that play talk to programs that let them play.
//!
//! Both ends are here. [`engine`] puts our opponents behind the protocol, for whatever tournament
//! program asks for them. [`child`] starts somebody's program and makes a `Player` of it; whatever
//! that program does, it can lose a game, but not disturb us. [`mod@check`] tells whether a program
//! keeps to the protocol. The lines that go to and fro are in [`message`]; `docs/bot-protocol.md`
//! explains them to people who write a bot.
//!
//! ```no_run
//! use std::convert::Infallible;
//!
//! use duel_core::Seats;
//! use duel_play::{Bot, Event, Level, Player, Session, opponent};
//! use duel_solver::Limits;
//! use duel_ugi::ChildBot;
//!
//! let mut theirs = ChildBot::start(&"python3 mybot.py".parse().unwrap()).unwrap();
//! let mut ours = Bot::new(Level::Hard, 7);
//! for start in ["subtract:60", "divide:36,84,7"] {
//!     let start = duel_books::position(start).unwrap();
//!     let mut session = Session::between(["theirs", "ours"], start);
//!     let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
//!     let players: Seats<&mut dyn Player> = Seats::new(&mut theirs, &mut ours);
//!     let fault = opponent::play(&mut session, players, || Limits::NONE, store);
//!     println!("{:?} {fault:?}", session.game().ending());
//! }
//! ```
//!
//! This crate starts and ends processes, which the rest of the game needs nothing of.

pub mod check;
pub mod child;
pub mod engine;
pub mod message;
pub mod options;

mod process;
mod search;
mod wire;

pub use check::check;
pub use child::ChildBot;
pub use engine::serve;
pub use process::{end_all, is_leaving};
pub use wire::LONGEST as LONGEST_LINE;
