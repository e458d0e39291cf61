//! One game in memory, and who is at its table.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::{Position, Seat, Seats};
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    forms::{Listing, PastForm},
    game::Game,
    store::Key,
};

/// Who is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Connections of each player.
    pub players: Seats<u32>,
    /// Connections of everybody else.
    pub watching: u32,
}

/// One game in memory.
pub struct Table {
    pub(super) id: String,
    pub(super) key: Key,
    pub(super) state: tokio::sync::Mutex<State>,
    pub(super) changed: watch::Sender<u64>,
    pub(super) presence: watch::Sender<Presence>,
    /// Milliseconds since the tables were set up, when it was last used.
    pub(super) used: AtomicU64,
    pub(super) sockets: AtomicUsize,
    /// Whether somebody is finding out what became of a write.
    pub(super) recovering: AtomicBool,
    /// What may be done, worked out once for everybody who looks.
    pub(super) listing: tokio::sync::Mutex<Option<(Position, Arc<Listing>)>>,
}

pub(super) struct State {
    pub(super) game: Game,
    pub(super) turn_began: Instant,
    /// Whether a write may have been kept without our knowing.
    pub(super) stale: bool,
    /// The last moves, worked out once for everybody who looks after this event.
    pub(super) history: Option<(u64, Vec<PastForm>)>,
    /// The one task that waits for the clock of the turn in progress.
    pub(super) deadline: Option<Deadline>,
}

/// A task that ends when this is dropped: when the game moves on, or its table is forgotten.
pub(super) struct Deadline(pub(super) JoinHandle<()>);

impl Drop for Deadline {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl State {
    pub(super) fn spent(&self) -> Duration {
        self.turn_began.elapsed()
    }
}

impl Table {
    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The short name of its stream.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Tells the number of each event.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells who is here.
    pub fn presence_changes(&self) -> watch::Receiver<Presence> {
        self.presence.subscribe()
    }

    /// Looks at the game.
    pub async fn look<T>(&self, at: impl FnOnce(&Game) -> T) -> T {
        at(&self.state.lock().await.game)
    }

    /// Takes a place at the table, as a player or to watch, until the guest is dropped.
    pub fn attend(self: &Arc<Table>) -> Guest {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        self.presence.send_modify(|presence| presence.watching += 1);
        Guest { table: Arc::clone(self), seat: None }
    }
}

/// Somebody at a table.
pub struct Guest {
    table: Arc<Table>,
    seat: Option<Seat>,
}

impl Guest {
    /// Shows that the guest is the player in this seat.
    pub fn sit(&mut self, seat: Seat) {
        if self.seat.is_none() {
            self.seat = Some(seat);
            self.table.presence.send_modify(|presence| {
                presence.watching -= 1;
                presence.players[seat] += 1;
            });
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.table.sockets.fetch_sub(1, Ordering::Relaxed);
        self.table.presence.send_modify(|presence| match self.seat {
            Some(seat) => presence.players[seat] -= 1,
            None => presence.watching -= 1,
        });
    }
}
