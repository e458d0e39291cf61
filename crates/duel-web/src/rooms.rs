//! Classrooms: a code to join by, and tables at which players are paired in the order they join.
//!
//! A room is a stream of events like a game, so it outlives restarts and is the same on every node.
//! No names of students are stored.

use serde::{Deserialize, Serialize};

use crate::{
    game::ReplayError,
    live::Failure,
    secret::{Token, TokenHash},
    store::{Key, Place, Store, chain::Chain},
};

/// The version of what is stored.
const VERSION: u32 = 1;

/// The most tables of one round.
pub const MOST_TABLES: usize = 200;

/// What a room begins with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomHead {
    /// The version of the form.
    pub v: u32,
    /// The hash of the teacher's token.
    pub hash: String,
    /// The book or position, as games are begun with.
    pub book: Option<String>,
    /// Whether the fair variant is played.
    pub fair: bool,
    /// A position to begin from.
    pub position: Option<String>,
    /// The time control.
    pub clock: Option<String>,
    /// The seed of its deals.
    pub seed: u64,
}

impl RoomHead {
    /// The head of a new room.
    pub fn new(owner: &Token, seed: u64) -> RoomHead {
        RoomHead {
            v: VERSION,
            hash: owner.hash().written(),
            book: None,
            fair: false,
            position: None,
            clock: None,
            seed,
        }
    }
}

/// What happens in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoomEvent {
    /// One more table, with this game.
    Table {
        /// The name of the game.
        game: String,
    },
    /// A new round: all tables are cleared.
    Round,
}

/// A classroom as it was read.
#[derive(Clone, Debug)]
pub struct Room {
    /// The code to join by.
    pub code: String,
    /// What it began with.
    pub head: RoomHead,
    /// Which round is played, from 1.
    pub round: u32,
    /// The games of this round, in the order of their tables.
    pub games: Vec<String>,
    key: Key,
    seq: u64,
    chain: Chain,
}

fn stream_of(code: &str) -> String {
    format!("room:{code}")
}

impl Room {
    /// Opens a room. `None` if the code is in use.
    pub async fn open(store: &Store, code: &str, head: RoomHead) -> Result<Option<Room>, Failure> {
        let chain = Chain::new(&stream_of(code));
        let (text, chain) = chain.seal(0, serde_json::to_string(&head).unwrap_or_default());
        let key = store.begin(stream_of(code), text).await?;
        let code = code.to_owned();
        Ok(key.map(|key| Room { code, head, round: 1, games: Vec::new(), key, seq: 0, chain }))
    }

    /// The room with this code.
    pub async fn find(store: &Store, code: &str) -> Result<Room, Failure> {
        let stream = store.load(&stream_of(code)).await?.ok_or(Failure::Unknown)?;
        let unreadable = |error: serde_json::Error| {
            Failure::ReplayError(ReplayError::Unreadable(0, error.to_string()))
        };
        let mut chain = Chain::new(&stream_of(code));
        let head = chain.open(0, &stream.head).map_err(ReplayError::from)?;
        let mut room = Room {
            code: code.to_owned(),
            head: serde_json::from_str(head).map_err(unreadable)?,
            round: 1,
            games: Vec::new(),
            key: stream.key,
            seq: 0,
            chain,
        };
        if room.head.v > VERSION {
            return Err(Failure::ReplayError(ReplayError::Version(room.head.v)));
        }
        for kept in &stream.events {
            let body = room.chain.open(kept.seq, &kept.body).map_err(ReplayError::from)?;
            room.apply(serde_json::from_str(body).map_err(unreadable)?);
        }
        Ok(room)
    }

    fn apply(&mut self, event: RoomEvent) {
        self.seq += 1;
        match event {
            RoomEvent::Table { game } => self.games.push(game),
            RoomEvent::Round => {
                self.round += 1;
                self.games.clear();
            }
        }
    }

    /// Stores and applies an event, unless its number is taken.
    pub async fn append(&mut self, store: &Store, event: RoomEvent) -> Result<Place, Failure> {
        let seq = self.seq + 1;
        let body = serde_json::to_string(&event).unwrap_or_default();
        let (text, chain) = self.chain.seal(seq, body);
        let place = store.append(self.key, seq, text).await?;
        if place == Place::Ours {
            self.chain = chain;
            self.apply(event);
        }
        Ok(place)
    }

    /// Whether this token is the teacher's.
    pub fn is_owner(&self, token: &Token) -> bool {
        TokenHash::read(&self.head.hash).is_some_and(|hash| hash.fits(token))
    }
}
