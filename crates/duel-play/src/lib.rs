//! Everything around a single game that is not its rules: what the players agree on before it
//! ([`terms`]), starts drawn by lot ([`deal`]), matches of several rounds ([`contest`]), and games
//! kept on disk ([`journal`], [`store`]).
//!
//! Front ends (the prompt, the full-screen terminal, the web) stand on this crate; it draws
//! nothing and asks nothing itself.

pub mod contest;
pub mod deal;
pub mod dice;
pub mod journal;
pub mod store;
pub mod terms;

pub use contest::{Contest, Person, Verdict};
pub use dice::Dice;
pub use journal::{Journal, JournalError, Recovery};
pub use store::{Store, StoreError, StoredGame};
pub use terms::{Agreed, Start, Terms, TermsError};
