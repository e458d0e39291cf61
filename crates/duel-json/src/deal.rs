//! Starts drawn by lot, and the duel of a day.

use duel_core::{Position, Seat};
use duel_play::{Daily, Deal};
use serde::Serialize;

/// A start drawn by lot.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DealForm {
    /// The start.
    pub position: String,
    /// The seed that draws it again.
    pub seed: String,
    /// The seat that can win, if that is known.
    pub winner: Option<u8>,
    /// After how many plies, with best play.
    pub plies: Option<u32>,
    /// Whether the start is proven to be what a deal promises: `proven`, `relaxed` or `unknown`.
    pub fairness: &'static str,
}

impl DealForm {
    /// A deal whose first position is this one.
    pub fn of(position: &Position, seed: u64, deal: &Deal) -> DealForm {
        DealForm {
            position: position.to_string(),
            seed: seed.to_string(),
            winner: deal.winner.map(Seat::number),
            plies: deal.plies,
            fairness: deal.fairness.name(),
        }
    }
}

/// Starts drawn by lot.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DealsForm {
    /// The seed that draws them again.
    pub seed: String,
    /// The starts.
    pub starts: Vec<String>,
}

/// The duel of a day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DailyForm {
    /// The day.
    pub date: String,
    /// Its seed.
    pub seed: String,
    /// The position.
    pub position: String,
    /// The book.
    pub book: &'static str,
    /// How hard it is.
    pub difficulty: &'static str,
    /// Who begins: always `you`, who can win.
    pub first: &'static str,
}

impl DailyForm {
    /// This day.
    pub fn of(daily: &Daily) -> DailyForm {
        DailyForm {
            date: daily.date.to_string(),
            seed: daily.seed.to_string(),
            position: daily.start.to_string(),
            book: daily.book.slug,
            difficulty: daily.difficulty.name(),
            first: "you",
        }
    }
}
