//! What is stored of a game: its head, and a row for each event. Moves are text here and nowhere
//! else.

use std::{borrow::Cow, time::Duration};

use duel_core::{Ending, Position, Seat};
use duel_play::session::{self, Event};
use serde::{Deserialize, Serialize};

/// The version of what is stored.
pub const VERSION: u32 = 1;

/// What a game begins with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameHead {
    /// The version of the form.
    pub v: u32,
    /// The first position.
    pub start: String,
    /// Moves that were made elsewhere before the game came here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
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
    /// How large the numbers of such a start are, where they are not the book's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<String>,
    /// Which game of a row of rematches it is, from 1.
    pub round: u32,
    /// The score before it.
    pub score: [u32; 2],
    /// When it began, in UTC.
    pub date: String,
    /// The classroom it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Whether the lobby lists it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// The name that the player chose.
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

impl From<Offer> for session::Offer {
    fn from(offer: Offer) -> session::Offer {
        match offer {
            Offer::TakeBack => session::Offer::TakeBack,
            Offer::Abandon => session::Offer::Abandon,
            Offer::Rematch => session::Offer::Rematch,
        }
    }
}

impl From<session::Offer> for Offer {
    fn from(offer: session::Offer) -> Offer {
        match offer {
            session::Offer::TakeBack => Offer::TakeBack,
            session::Offer::Abandon => Offer::Abandon,
            session::Offer::Rematch => Offer::Rematch,
        }
    }
}

/// An event of the session, with what the server stores beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// The request that led to it, if a repetition of that is to be recognised.
    pub request: Option<KeyedRequest>,
    /// The hash of the token of the player who joined, as it is written.
    pub token: Option<String>,
    /// The next game of the players who agreed on a rematch.
    pub next_game: Option<String>,
}

impl From<Event> for Entry {
    fn from(event: Event) -> Entry {
        Entry { event, request: None, token: None, next_game: None }
    }
}

/// A request with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyedRequest {
    /// Whose it is.
    pub by: u8,
    /// What the player asked for: the text of a move, or the name of something else.
    pub said: String,
    /// The key.
    pub key: String,
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventRow<'a> {
    /// A player took the free seat.
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
        /// The text that the player sent, where it differs from the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<Cow<'a, str>>,
        /// How long it took, in milliseconds.
        ms: u64,
        /// The key by which a repetition is recognised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Cow<'a, str>>,
    },
    /// A player resigned.
    Resigned {
        /// Who.
        by: u8,
        /// The request, if it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<Cow<'a, KeyedRequest>>,
    },
    /// A player ran out of time.
    TimedOut {
        /// Who.
        by: u8,
    },
    /// A player made an offer.
    Offered {
        /// Who.
        by: u8,
        /// What.
        offer: Offer,
        /// How long the turn had lasted, in milliseconds: it goes on.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
        /// The request, if it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<Cow<'a, KeyedRequest>>,
    },
    /// Offers are withdrawn or declined.
    Declined {
        /// By whom.
        by: u8,
        /// How long the turn had lasted, in milliseconds: it goes on.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
        /// The request, if it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<Cow<'a, KeyedRequest>>,
    },
    /// So many moves are taken back, by agreement.
    TookBack {
        /// How many.
        plies: u32,
        /// Who asked for it.
        by: u8,
        /// The request, if it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<Cow<'a, KeyedRequest>>,
    },
    /// Both agree to stop.
    Abandoned {
        /// The request, if it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<Cow<'a, KeyedRequest>>,
    },
    /// The next game of these players.
    Rematched {
        /// Its name.
        id: String,
        /// The request, if it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<Cow<'a, KeyedRequest>>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "so it is called")]
fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl<'a> EventRow<'a> {
    /// The row of an entry that was decided in this position.
    pub fn of(entry: &'a Entry, position: &Position) -> EventRow<'a> {
        let request = entry.request.as_ref().map(Cow::Borrowed);
        match &entry.event {
            Event::Joined { by, name } => EventRow::Seated {
                by: by.number(),
                name: name.clone(),
                hash: entry.token.clone().unwrap_or_default(),
            },
            Event::Moved { made, took } => {
                let made = position.write_move(made);
                let request = entry.request.as_ref();
                let said = request.map(|request| &request.said).filter(|said| **said != made);
                EventRow::Moved {
                    by: position.turn().number(),
                    said: said.map(Cow::from),
                    made,
                    ms: milliseconds(*took),
                    key: request.map(|request| Cow::from(&request.key)),
                }
            }
            Event::TookBack { by, plies } => EventRow::TookBack {
                plies: u32::try_from(*plies).unwrap_or(u32::MAX),
                by: by.number(),
                request,
            },
            Event::Offered { by, offer, spent } => EventRow::Offered {
                by: by.number(),
                offer: (*offer).into(),
                ms: milliseconds(*spent),
                request,
            },
            Event::Declined { by, spent } => {
                EventRow::Declined { by: by.number(), ms: milliseconds(*spent), request }
            }
            Event::Rematched => {
                EventRow::Rematched { id: entry.next_game.clone().unwrap_or_default(), request }
            }
            Event::Ended(Ending::Resigned(by)) => EventRow::Resigned { by: by.number(), request },
            Event::Ended(Ending::TimedOut(by)) => EventRow::TimedOut { by: by.number() },
            Event::Ended(Ending::Abandoned) => EventRow::Abandoned { request },
            Event::Ended(
                ending @ (Ending::Played(_) | Ending::Forfeited(..) | Ending::Failed(..)),
            ) => {
                unreachable!("at the server no game ends by a fault: {ending:?}")
            }
        }
    }

    /// The entry that was stored, if it can be read in this position.
    pub fn entry(self, position: &Position) -> Option<Entry> {
        let seat = Seat::from_number;
        let spent = Duration::from_millis;
        let mut entry = Entry::from(Event::Rematched);
        entry.event = match self {
            EventRow::Seated { by, name, hash } => {
                entry.token = Some(hash);
                Event::Joined { by: seat(by)?, name }
            }
            EventRow::Moved { by, made, said, ms, key } => {
                if seat(by)? != position.turn() {
                    return None;
                }
                let typed = position.read_move(&made).ok()?;
                let said = said.map_or(made, Cow::into_owned);
                entry.request = key.map(|key| KeyedRequest { by, said, key: key.into_owned() });
                Event::Moved { made: typed, took: spent(ms) }
            }
            EventRow::Resigned { by, request } => {
                entry.request = request.map(Cow::into_owned);
                Event::Ended(Ending::Resigned(seat(by)?))
            }
            EventRow::TimedOut { by } => Event::Ended(Ending::TimedOut(seat(by)?)),
            EventRow::Offered { by, offer, ms, request } => {
                entry.request = request.map(Cow::into_owned);
                Event::Offered { by: seat(by)?, offer: offer.into(), spent: spent(ms) }
            }
            EventRow::Declined { by, ms, request } => {
                entry.request = request.map(Cow::into_owned);
                Event::Declined { by: seat(by)?, spent: spent(ms) }
            }
            EventRow::TookBack { plies, by, request } => {
                entry.request = request.map(Cow::into_owned);
                Event::TookBack { by: seat(by)?, plies: usize::try_from(plies).ok()? }
            }
            EventRow::Abandoned { request } => {
                entry.request = request.map(Cow::into_owned);
                Event::Ended(Ending::Abandoned)
            }
            EventRow::Rematched { id, request } => {
                entry.request = request.map(Cow::into_owned);
                entry.next_game = Some(id);
                Event::Rematched
            }
        };
        Some(entry)
    }

    /// The row as text.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
