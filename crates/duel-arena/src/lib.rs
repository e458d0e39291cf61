//! Events between programs: matches, round robins and gauntlets, with whatever plays.
//!
//! A [`Plan`] says who plays what; [`mod@schedule`] makes encounters of it; [`runner`] plays them,
//! several at a time; [`folder`] keeps each game whole as soon as it is over, so that an event that
//! was interrupted goes on where it was. Results are counted in [`tally`], judged by the solver in
//! [`blunders`], evaluated in [`statistics`], [`sprt`] and [`ratings`], and written by [`table`] for
//! people and [`report`] for programs.
//!
//! Every report follows from the plan and the kept games alone, never from when or in how many
//! pieces an event was played. `docs/tournaments.md` is the manual.
//!
//! ```
//! use duel_arena::{Format, Pairs, schedule::schedule};
//!
//! // Three entrants and two starts: each two meet on each start, with sides changed.
//! let encounters = schedule(Format::RoundRobin, 3, 2);
//! assert_eq!(encounters.iter().flat_map(|encounter| encounter.games()).count(), 12);
//!
//! // Half points of the stronger one in pairs of games, and how sure that makes us.
//! let mut pairs = Pairs::default();
//! [4, 3, 2, 3, 4, 3].into_iter().for_each(|half_points| pairs.add(half_points));
//! assert!(pairs.superiority().unwrap() > 0.95);
//! ```

pub mod blunders;
pub mod folder;
pub mod plan;
pub mod programs;
pub mod ratings;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod starts;
pub mod statistics;
pub mod table;
pub mod tally;

pub use folder::{Folder, FolderError};
pub use plan::{Entrant, Entry, Pace, Plan};
pub use runner::{GameReport, GameSummary, RunError, Runner};
pub use schedule::{Encounter, Format, PlannedGame};
pub use sprt::Sprt;
pub use statistics::{Elo, Pairs};
pub use tally::{Score, Tally};
