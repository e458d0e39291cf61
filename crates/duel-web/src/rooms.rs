//! Classrooms: a code to join by, pupils, and tables at which they are paired.
//!
//! A room is a stream of events like a game, so it outlives restarts and is the same on every node.
//! Pupils are known by the hash of a token and a number; a nickname is stored only where the teacher
//! allows it. Who is paired with whom is decided in [`pairing`]; this file keeps it. A seating is
//! stored before its game is created, and says all that the game begins with, so whichever node first
//! needs a game that does not exist yet can create it.

pub mod pairing;

use duel_core::Seat;
use serde::{Deserialize, Serialize};

use crate::{
    game::ReplayError,
    live::Failure,
    secret::{self, Token, TokenHash},
    store::{Key, Place, Store, chain::Chain},
};

/// The version of what is stored. Version 1 knew no pupils; its rooms are read, and their next round
/// seats everybody anew.
const VERSION: u32 = 2;

/// The most tables of one round.
pub const MOST_TABLES: usize = 200;

/// The most pupils of one room.
pub const MOST_PUPILS: usize = 2 * MOST_TABLES;

/// The most events of one room: a lesson has some hundreds.
pub const MOST_EVENTS: u64 = 10_000;

/// The longest nickname, in characters.
pub const LONGEST_NICKNAME: usize = 20;

/// What the computer is called.
pub const COMPUTER_LABEL: &str = "Computer";

/// What is played in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundTerms {
    /// The book, unless a position is given.
    pub book: Option<String>,
    /// Whether the fair variant is played.
    pub fair: bool,
    /// A position to begin from.
    pub position: Option<String>,
    /// The time control.
    pub clock: Option<String>,
    /// How large the numbers of fair starts are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<String>,
    /// The first position of every table; rooms of version 1 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

/// What a room begins with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoomHead {
    /// The version of the form.
    pub v: u32,
    /// The hash of the teacher's token.
    pub hash: String,
    /// What is played in the first round.
    #[serde(flatten)]
    pub terms: RoundTerms,
    /// The seed of its deals.
    pub seed: u64,
    /// Whether pupils may choose a nickname.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nicknames: bool,
}

impl RoomHead {
    /// The head of a new room.
    pub fn new(owner: &Token, terms: RoundTerms, seed: u64, nicknames: bool) -> RoomHead {
        RoomHead { v: VERSION, hash: owner.hash().written(), terms, seed, nicknames }
    }
}

/// Who sits at a table from now on, and which game they begin. Nobody in either seat clears it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// The table, from 1.
    pub table: usize,
    /// The name of the game; none at a table that is cleared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The numbers of the pupils in the first and second seat; none where the computer plays.
    pub pupils: [Option<u32>; 2],
}

impl Seating {
    /// A pupil who plays the computer from now on.
    pub fn alone(table: usize, pupil: u32) -> Seating {
        Seating { table, game: Some(secret::game_id()), pupils: [Some(pupil), None] }
    }

    /// The seat of a pupil.
    pub fn seat_of(&self, pupil: u32) -> Option<Seat> {
        let index = self.pupils.iter().position(|at| *at == Some(pupil))?;
        Some(Seat::BOTH[index])
    }

    /// The pupil who sits opposite this one.
    pub fn opposite(&self, pupil: u32) -> Option<u32> {
        self.seat_of(pupil).and_then(|seat| self.pupils[usize::from(seat.other().number()) - 1])
    }
}

/// What was played at a table by the same two, up to the end of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastTable {
    /// The table, from 1.
    pub table: usize,
    /// Who began the first game, and who was second; none is the computer.
    pub pupils: [Option<u32>; 2],
    /// How many games each of them won.
    pub wins: [u32; 2],
    /// How many games were finished.
    pub games: u32,
}

/// What happens in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoomEvent {
    /// One more table, with this game of unknown players: version 1 stored this.
    Table {
        /// The name of the game.
        game: String,
    },
    /// A new round: all tables are cleared, then these are seated.
    Round {
        /// What is played from now on, where that changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<RoundTerms>,
        /// The results of the round before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        past: Vec<PastTable>,
        /// Those who are paired at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tables: Vec<Seating>,
    },
    /// A pupil comes, for the first time or after having been removed.
    Joined {
        /// The hash of the pupil's token.
        hash: String,
        /// The nickname, if one was chosen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Who sits where because of that.
        tables: Vec<Seating>,
    },
    /// Pupils sit elsewhere.
    Seated {
        /// Where.
        tables: Vec<Seating>,
    },
    /// A pupil has another nickname, or none.
    Renamed {
        /// The pupil's number.
        pupil: u32,
        /// The nickname.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A pupil loses the seat.
    Removed {
        /// The pupil's number.
        pupil: u32,
        /// Who sits where because of that.
        tables: Vec<Seating>,
    },
    /// The settings of the room change.
    Set {
        /// Whether pupils may choose a nickname.
        nicknames: bool,
        /// Whether new pupils are refused.
        closed: bool,
    },
}

/// A pupil of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pupil {
    hash: String,
    /// The nickname.
    pub name: Option<String>,
    /// Whether the teacher has removed the pupil.
    pub removed: bool,
    /// The table, from 1, at which the pupil sits in this round.
    pub table: Option<usize>,
}

/// A table of the round that is played: its seatings, the last of which is in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// All seatings of this round.
    pub seatings: Vec<Seating>,
}

/// A classroom as it was read.
#[derive(Clone, Debug)]
pub struct Room {
    /// The code to join by.
    pub code: String,
    /// What it began with.
    pub head: RoomHead,
    /// What is played in this round.
    pub terms: RoundTerms,
    /// Whether pupils may choose a nickname.
    pub nicknames: bool,
    /// Whether new pupils are refused.
    pub closed: bool,
    /// Which round is played, from 1.
    pub round: u32,
    /// The tables of this round.
    pub tables: Vec<Table>,
    /// All pupils, in the order in which they came; their numbers count from 1.
    pub pupils: Vec<Pupil>,
    /// The results of the rounds before, with their numbers.
    pub past: Vec<(u32, PastTable)>,
    key: Key,
    seq: u64,
    chain: Chain,
}

/// Lets those who change a classroom on this node do so one after the other: thirty who join at the same
/// moment would otherwise take each other's number again and again. Other nodes are held back by the
/// number of the event alone.
#[derive(Default)]
pub struct RoomLocks([tokio::sync::Mutex<()>; 32]);

impl RoomLocks {
    /// Waits for the turn of whoever changes this room.
    pub async fn lock(&self, code: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let sum = code.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31) + usize::from(byte));
        self.0[sum % self.0.len()].lock().await
    }
}

fn stream_of(code: &str) -> String {
    format!("room:{code}")
}

impl Room {
    fn new(code: &str, head: RoomHead, key: Key, chain: Chain) -> Room {
        Room {
            code: code.to_owned(),
            terms: head.terms.clone(),
            nicknames: head.nicknames,
            head,
            closed: false,
            round: 1,
            tables: Vec::new(),
            pupils: Vec::new(),
            past: Vec::new(),
            key,
            seq: 0,
            chain,
        }
    }

    /// Opens a room. `None` if the code is in use.
    pub async fn open(store: &Store, code: &str, head: RoomHead) -> Result<Option<Room>, Failure> {
        let chain = Chain::new(&stream_of(code));
        let (text, chain) = chain.seal(0, serde_json::to_string(&head).unwrap_or_default());
        let key = store.begin(stream_of(code), text).await?;
        Ok(key.map(|key| Room::new(code, head, key, chain)))
    }

    /// The room with this code.
    pub async fn find(store: &Store, code: &str) -> Result<Room, Failure> {
        let stream = store.load(&stream_of(code)).await?.ok_or(Failure::Unknown)?;
        let unreadable = |seq: u64| {
            move |error: serde_json::Error| {
                Failure::ReplayError(ReplayError::Unreadable(seq, error.to_string()))
            }
        };
        let mut chain = Chain::new(&stream_of(code));
        let head = chain.open(0, &stream.head).map_err(ReplayError::from)?;
        let head: RoomHead = serde_json::from_str(head).map_err(unreadable(0))?;
        if head.v > VERSION {
            return Err(Failure::ReplayError(ReplayError::Version(head.v)));
        }
        let mut room = Room::new(code, head, stream.key, chain);
        for kept in &stream.events {
            let body = room.chain.open(kept.seq, &kept.body).map_err(ReplayError::from)?;
            room.apply(serde_json::from_str(body).map_err(unreadable(kept.seq))?);
        }
        Ok(room)
    }

    fn apply(&mut self, event: RoomEvent) {
        self.seq += 1;
        match event {
            RoomEvent::Table { game } => {
                let table = self.tables.len() + 1;
                self.seat(Seating { table, game: Some(game), pupils: [None, None] });
            }
            RoomEvent::Round { terms, past, tables } => {
                self.past.extend(past.into_iter().map(|table| (self.round, table)));
                self.round += 1;
                self.tables.clear();
                for pupil in &mut self.pupils {
                    pupil.table = None;
                }
                self.terms = terms.unwrap_or_else(|| self.terms.clone());
                self.seat_all(tables);
            }
            RoomEvent::Joined { hash, name, tables } => {
                if let Some(pupil) = self.pupils.iter_mut().find(|pupil| pupil.hash == hash) {
                    pupil.removed = false;
                    pupil.name = name.or_else(|| pupil.name.take());
                } else {
                    self.pupils.push(Pupil { hash, name, removed: false, table: None });
                }
                self.seat_all(tables);
            }
            RoomEvent::Seated { tables } => self.seat_all(tables),
            RoomEvent::Renamed { pupil, name } => {
                if let Some(pupil) = self.pupil_mut(pupil) {
                    pupil.name = name;
                }
            }
            RoomEvent::Removed { pupil, tables } => {
                if let Some(pupil) = self.pupil_mut(pupil) {
                    pupil.removed = true;
                    pupil.table = None;
                }
                self.seat_all(tables);
            }
            RoomEvent::Set { nicknames, closed } => {
                self.nicknames = nicknames;
                self.closed = closed;
            }
        }
    }

    fn seat_all(&mut self, tables: Vec<Seating>) {
        for seating in tables {
            self.seat(seating);
        }
    }

    fn seat(&mut self, seating: Seating) {
        // A stored number is bounded when it is written; what cannot be right is not followed.
        if seating.table == 0 || seating.table > MOST_TABLES {
            return;
        }
        for pupil in self.pupils.iter_mut().filter(|pupil| pupil.table == Some(seating.table)) {
            pupil.table = None;
        }
        for number in seating.pupils.into_iter().flatten() {
            if let Some(pupil) = self.pupil_mut(number) {
                pupil.table = Some(seating.table);
            }
        }
        if self.tables.len() < seating.table {
            self.tables.resize_with(seating.table, Table::default);
        }
        self.tables[seating.table - 1].seatings.push(seating);
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

    /// Whether nothing more can happen in it.
    pub fn is_full_of_events(&self) -> bool {
        self.seq >= MOST_EVENTS
    }

    /// Whether this token is the teacher's.
    pub fn is_owner(&self, token: &Token) -> bool {
        TokenHash::read(&self.head.hash).is_some_and(|hash| hash.fits(token))
    }

    /// The number of the pupil with this token.
    pub fn number_of(&self, token: &Token) -> Option<u32> {
        let shown = token.hash();
        let is_theirs =
            |pupil: &Pupil| TokenHash::read(&pupil.hash).is_some_and(|hash| hash.is(&shown));
        number(self.pupils.iter().position(is_theirs)?)
    }

    /// The pupil with this number.
    pub fn pupil(&self, number: u32) -> Option<&Pupil> {
        self.pupils.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    fn pupil_mut(&mut self, number: u32) -> Option<&mut Pupil> {
        self.pupils.get_mut(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// All pupils who have not been removed, with their numbers.
    pub fn active(&self) -> impl Iterator<Item = (u32, &Pupil)> {
        self.pupils
            .iter()
            .enumerate()
            .filter(|(_, pupil)| !pupil.removed)
            .filter_map(|(index, pupil)| Some((number(index)?, pupil)))
    }

    /// The hash of a pupil's token, as games store it.
    pub fn hash_of(&self, number: u32) -> Option<String> {
        self.pupil(number).map(|pupil| pupil.hash.clone())
    }

    /// What a pupil is called: the nickname, or a number.
    pub fn label(&self, number: u32) -> String {
        let name = self.pupil(number).and_then(|pupil| pupil.name.clone());
        name.unwrap_or_else(|| format!("Pupil {number}"))
    }

    /// Where a pupil sits in this round.
    pub fn seating_of(&self, pupil: u32) -> Option<&Seating> {
        let table = self.pupil(pupil)?.table?;
        self.tables.get(table - 1)?.seatings.last().filter(|last| last.seat_of(pupil).is_some())
    }

    /// A nickname as it is kept: cleaned, cut, and told apart from those of others.
    pub fn nickname(&self, wanted: &str, for_pupil: Option<u32>) -> Option<String> {
        let clean = duel_core::clean_name(wanted)?;
        let cut: String = clean.chars().take(LONGEST_NICKNAME).collect();
        let cut = cut.trim_end().to_owned();
        // Such a name would be that of a pupil without one.
        let number = cut.to_lowercase().strip_prefix("pupil ").map(str::to_owned);
        if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        let is_taken = |name: &str| {
            name.eq_ignore_ascii_case(COMPUTER_LABEL)
                || self.active().any(|(number, _)| {
                    for_pupil != Some(number)
                        && self.label(number).to_lowercase() == name.to_lowercase()
                })
        };
        let others = (2..=MOST_PUPILS + 1).map(|count| format!("{cut} {count}"));
        std::iter::once(cut.clone()).chain(others).find(|name| !is_taken(name))
    }
}

fn number(index: usize) -> Option<u32> {
    u32::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_of_version_1_are_read() {
        let head: RoomHead = serde_json::from_str(
            r#"{"v":1,"hash":"00","book":"divide","fair":true,"position":null,"clock":null,"seed":7}"#,
        )
        .unwrap();
        assert_eq!(head.terms.book.as_deref(), Some("divide"));
        assert!(!head.nicknames);
        let round: RoomEvent = serde_json::from_str(r#"{"k":"round"}"#).unwrap();
        assert_eq!(round, RoomEvent::Round { terms: None, past: vec![], tables: vec![] });
        let table: RoomEvent = serde_json::from_str(r#"{"k":"table","game":"abc"}"#).unwrap();
        assert_eq!(table, RoomEvent::Table { game: "abc".to_owned() });
    }
}
