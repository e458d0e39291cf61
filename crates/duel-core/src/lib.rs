//! The rules of the divisor duels, and nothing else.
//!
//! Five rule books, and every house rule, are values of one small vocabulary ([`rules`]). A
//! [`Position`] holds such a value and the state of a game; [`Position::play`] is the only way on.
//! The [`Referee`] adds what surrounds the moves: whose turn it is, clocks, resignation, forfeits,
//! and a [`Record`] remembers a game so that it can be replayed.
//!
//! This crate is pure: it reads no clock, draws no random number, touches no file and contains no
//! book's wording. Time arrives as an argument, and the words live in `duel-books`.
//!
//! ```
//! use duel_core::{Choice, Move, Op, Play, Position, Rules, Seat, Take};
//! use duel_numbers::Natural;
//!
//! // Book 000 in one line: divide by a proper divisor.
//! let rules = Rules::new("divide", Play::Take(Take::one(Op::Divide, Choice::Proper)));
//! let position = Position::numbers(rules, vec![Natural::from(60_u64)], Seat::First).unwrap();
//! let step = position.play(&Move::take(Op::Divide, 6_u64)).unwrap();
//! assert_eq!(step.after.to_string(), "divide:10/2");
//! ```

pub mod clock;
pub mod house;
pub mod moves;
pub mod notation;
pub mod position;
pub mod record;
pub mod referee;
pub mod rules;

mod board;
mod name;
mod record_json;
mod record_text;
mod seat;
mod setup;
mod step;
mod take;
mod view;
mod work;

pub use board::Board;
pub use clock::{Clock, ClockError};
pub use house::{HouseRule, HouseRuleError};
pub use moves::{Group, LeftOut, Moves};
pub use name::{MAX_NAME, clean_name, is_shown, shortened, shown};
pub use notation::{MoveError, NotationError, WrittenMove};
pub use position::Position;
pub use record::{MatchTags, Record, RecordError};
pub use referee::{
    Announcement, Conduct, Ending, Failure, Fault, GameEvent, Input, OnIllegal, Played, Referee,
    Refusal,
};
#[cfg(feature = "recipes")]
pub use rules::Half;
pub use rules::{
    Append, Cap, Choice, Echo, LastMover, LeadingZero, Op, Pass, Play, Reach, Reuse, Rules, Take,
    TakeStep,
};
pub use seat::{Seat, Seats};
pub use setup::{MAX_NUMBERS, SetupError};
pub use step::{Digit, Illegal, Move, Outcome, Step};
pub use view::View;
