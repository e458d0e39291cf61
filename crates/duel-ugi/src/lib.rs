//! The Universal Game Interface: the protocol between programs that play and their hosts.
//!
//! Both ends are here. [`engine`] offers the built-in opponents to tournament programs. [`child`]
//! runs an external program as a `Player`; a program that misbehaves loses its game and nothing else.
//! [`mod@check`] checks whether a program keeps to the protocol. The lines of the protocol are in
//! [`message`]; `docs/bot-protocol.md` explains them to people who write a bot.
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
//! No other crate of the game starts processes.

pub mod check;
pub mod child;
pub mod engine;
pub mod message;
pub mod options;

#[cfg(unix)]
mod descendants;
mod pipes;
mod process;
mod search;

pub use check::check;
pub use child::ChildBot;
pub use engine::serve;
pub use pipes::LONGEST as LONGEST_LINE;
pub use process::{adopt_orphans, end_all, is_leaving};
