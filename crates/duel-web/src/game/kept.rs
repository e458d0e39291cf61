//! What is kept of a game: its head, and what happens in it.

use serde::{Deserialize, Serialize};

/// The version of what is kept.
pub const VERSION: u32 = 1;

/// What a game begins with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the form.
    pub v: u32,
    /// The first position.
    pub start: String,
    /// The time control, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Who sits where, as far as that is known.
    pub chairs: [Chair; 2],
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Whether the start was drawn by lot; a rematch draws another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dealt: bool,
    /// Which game of a row of rematches it is, from 1.
    pub round: u32,
    /// The score before it.
    pub score: [u32; 2],
    /// When it began, in UTC.
    pub date: String,
    /// The classroom it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// The name that somebody chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The hash of the token that may move here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The level, where the computer plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// What two players can agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To take the last move back.
    TakeBack,
    /// To stop without a winner.
    Abandon,
    /// To play again, with the seats swapped.
    Rematch,
}

/// Something that has happened; what is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameEvent {
    /// Somebody took the free seat.
    Seated {
        /// The seat, 1 or 2.
        by: u8,
        /// The name that they chose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The hash of their token.
        hash: String,
    },
    /// A move was made.
    Moved {
        /// Who made it.
        by: u8,
        /// The move.
        #[serde(rename = "move")]
        made: String,
        /// What the player said, where that was not the move itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// How long it took, in milliseconds.
        ms: u64,
        /// The key by which a repetition is recognised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        by: u8,
    },
    /// Somebody ran out of time.
    TimedOut {
        /// Who.
        by: u8,
    },
    /// Somebody offers something.
    Offered {
        /// Who.
        by: u8,
        /// What.
        offer: Offer,
        /// How long the turn had lasted, in milliseconds: it goes on.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
    },
    /// Offers are withdrawn or declined.
    Declined {
        /// By whom.
        by: u8,
        /// How long the turn had lasted, in milliseconds: it goes on.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
    },
    /// So many moves are taken back, by agreement.
    TookBack {
        /// How many.
        plies: u32,
        /// Who asked for it.
        by: u8,
    },
    /// Both agree to stop.
    Abandoned,
    /// The next game of these players.
    Rematched {
        /// Its name.
        id: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "so it is called")]
fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

impl GameEvent {
    /// The event as it is kept.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
