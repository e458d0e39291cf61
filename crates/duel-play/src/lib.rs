//! Everything around a single game that is not its rules: what the players agree on before it
//! ([`terms`]), starts drawn by lot ([`mod@deal`]) and one for each day ([`mod@daily`]), matches
//! ([`mod@matches`]) and their score ([`scoreboard`]), the game while it is played ([`session`]), who can
//! play ([`player`]), built-in opponents ([`bot`]) and how opponents are asked ([`opponent`]), advice
//! during a game ([`mod@hint`]) and judgement after it ([`mod@review`]), and games kept on disk
//! ([`journal`], [`store`], [`atomic_file`], [`plain_file`]).
//!
//! All front ends use this crate; it draws nothing and asks nothing itself.
//!
//! ```
//! use duel_play::{Bot, Level, Terms, hint};
//! use duel_solver::{Limits, Solver};
//!
//! // A fair start of `subtract`, drawn by lot: the same seed draws the same one.
//! let terms = Terms { fair: true, ..Terms::default() };
//! let agreed = terms.agree(duel_books::find("subtract").unwrap()).unwrap();
//! let start = agreed.first_position(agreed.deal(7, 1).numbers).unwrap();
//!
//! // An opponent's move, and advice for the player who has to answer it.
//! let made = Bot::new(Level::Hard, 7).pick(&start, Limits::NONE).unwrap();
//! let after = start.after(&made).unwrap();
//! let advice = hint(&after, &mut Solver::default(), Limits::NONE);
//! assert!(!advice.nudge.is_empty());
//! ```

pub mod atomic_file;
pub mod bot;
pub mod command_line;
pub mod daily;
pub mod date;
pub mod deal;
pub mod dice;
pub mod hint;
pub mod journal;
pub mod lines;
pub mod matches;
pub mod opponent;
pub mod plain_file;
pub mod player;
pub mod review;
pub mod scoreboard;
pub mod session;
pub mod store;
pub mod terms;

pub use bot::{Bot, Level, PlayerKind, PlayerSpec};
pub use daily::{Daily, daily};
pub use date::Date;
pub use deal::{Deal, Difficulty, Fairness, NumberSize};
pub use dice::Dice;
pub use hint::{Hint, HintStep, hint};
pub use journal::{Journal, JournalError, Recovery};
pub use matches::{Match, Opening, ResumeError};
pub use player::{BotChoice, Draw, Player, PlayerFault, TimeLeft, Turn};
pub use review::{Label, ReasonTeller, Resignation, Review, ReviewedMove, Summary, review};
pub use scoreboard::{Person, Scoreboard, Standing, Verdict};
pub use session::{Announcement, Command, Event, Offer, Refusal, ReplayError, Session};
pub use store::{Imported, Store, StoreError, StoredGame};
pub use terms::{Agreed, Start, Terms, TermsError};
