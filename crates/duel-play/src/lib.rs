//! Everything around a single game that is not its rules: what the players agree on before it
//! ([`terms`]), starts drawn by lot ([`mod@deal`]) and one for each day ([`mod@daily`]), who can play
//! ([`player`]), opponents ([`bot`]), games between them ([`bout`]), matches of several rounds ([`contest`]) and how front ends share them ([`sitting`], [`entry`]), advice during a game
//! ([`mod@hint`]) and judgement after it ([`mod@review`]), and games kept on disk ([`journal`],
//! [`store`], [`atomic_file`]).
//!
//! Front ends (the prompt, the full-screen terminal, the web) stand on this crate; it draws
//! nothing and asks nothing itself.
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
//! assert!(!advice.words().is_empty());
//! ```

pub mod atomic_file;
pub mod bot;
pub mod bout;
pub mod command;
pub mod contest;
pub mod daily;
pub mod deal;
pub mod dice;
pub mod entry;
pub mod hint;
pub mod journal;
pub mod lines;
pub mod player;
pub mod review;
pub mod sitting;
pub mod store;
pub mod terms;

pub use bot::{Bot, Level, PlayerKind, PlayerSpec};
pub use contest::{Contest, Person, Verdict};
pub use daily::{Daily, daily};
pub use deal::{Deal, Difficulty, Fairness};
pub use dice::Dice;
pub use hint::{Hint, hint};
pub use journal::{Journal, JournalError, Recovery};
pub use player::{BotChoice, Draw, Player, PlayerFault, TimeLeft, Turn};
pub use review::{Label, Resignation, Review, ReviewedMove, review};
pub use sitting::{ResumeError, Sitting};
pub use store::{Store, StoreError, StoredGame};
pub use terms::{Agreed, Start, Terms, TermsError};
