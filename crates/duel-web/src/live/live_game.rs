//! One game in memory, and its connections.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::{Position, Seat, Seats};
use tokio::{sync::watch, task::JoinHandle};

use duel_json::{LineForm, Listing, PastForm};
use duel_play::session::Telling;

use crate::{game::Game, store::Key};

/// The connections to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Connections of each player.
    pub players: Seats<u32>,
    /// Other connections.
    pub watching: u32,
}

/// One game in memory.
pub struct LiveGame {
    pub(super) id: String,
    pub(super) key: Key,
    pub(super) state: tokio::sync::Mutex<State>,
    pub(super) changed: watch::Sender<u64>,
    pub(super) presence: watch::Sender<Presence>,
    /// When it was last used, in milliseconds since the server started.
    pub(super) used: AtomicU64,
    pub(super) sockets: AtomicUsize,
    /// Whether a task is running that resolves a failed write.
    pub(super) recovering: AtomicBool,
    /// How much memory it takes, about, and all games together.
    pub(super) bytes: AtomicUsize,
    pub(super) listing_bytes: AtomicUsize,
    pub(super) bytes_in_all: Arc<AtomicUsize>,
    /// The moves of a position, cached for all clients.
    pub(super) listing: tokio::sync::Mutex<Option<(Position, Arc<Listing>)>>,
}

pub(super) struct State {
    pub(super) game: Game,
    pub(super) turn_began: Instant,
    /// The downtime of the database before the turn in progress.
    pub(super) downtime_before: Duration,
    /// Whether the database may have events that are not applied here.
    pub(super) stale: bool,
    /// The last moves as of this event, cached for all clients.
    pub(super) history: Option<(u64, Vec<PastForm>)>,
    /// How far the log was read, and its last lines, cached for all clients.
    pub(super) log: Option<(Telling, VecDeque<LineForm>)>,
    /// The client whose request was the last: the computer thinks for it.
    pub(super) client: IpAddr,
    /// What was begun at the last event: the computer's thinking, the wait for the clock.
    pub(super) tasks: Vec<Task>,
}

/// A task that is aborted when this is dropped: at the next event, or with the game.
pub(super) struct Task(pub(super) JoinHandle<()>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl State {
    /// How much memory it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let history = self.history.iter().flat_map(|(_, past)| past).map(PastForm::bytes);
        let log = self.log.iter().flat_map(|(_, lines)| lines).map(|line| line.text.len() + 64);
        self.game.bytes() + history.sum::<usize>() + log.sum::<usize>()
    }
}

impl LiveGame {
    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The short name of its stream.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Notifies of the number of the last event.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Notifies of connections.
    pub fn presence_changes(&self) -> watch::Receiver<Presence> {
        self.presence.subscribe()
    }

    /// Reads the game under its lock.
    pub async fn read<T>(&self, at: impl FnOnce(&Game) -> T) -> T {
        at(&self.state.lock().await.game)
    }

    /// Counts a connection, at first as a watcher, until the guard is dropped.
    pub fn connect(self: &Arc<LiveGame>) -> PresenceGuard {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        self.presence.send_modify(|presence| presence.watching += 1);
        PresenceGuard { live: Arc::clone(self), seat: None }
    }
}

impl LiveGame {
    /// Notes how much memory its state takes.
    pub(super) fn set_bytes(&self, state: usize) {
        let bytes = state + self.listing_bytes.load(Ordering::Relaxed);
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        self.bytes_in_all.fetch_add(bytes, Ordering::Relaxed);
        self.bytes_in_all.fetch_sub(before, Ordering::Relaxed);
    }
}

impl Drop for LiveGame {
    fn drop(&mut self) {
        self.listing_bytes.store(0, Ordering::Relaxed);
        self.set_bytes(0);
    }
}

/// A counted connection to a game.
pub struct PresenceGuard {
    live: Arc<LiveGame>,
    seat: Option<Seat>,
}

impl PresenceGuard {
    /// Counts the connection as one of the player in this seat.
    pub fn set_seat(&mut self, seat: Seat) {
        if self.seat.is_none() {
            self.seat = Some(seat);
            self.live.presence.send_modify(|presence| {
                presence.watching -= 1;
                presence.players[seat] += 1;
            });
        }
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.live.sockets.fetch_sub(1, Ordering::Relaxed);
        self.live.presence.send_modify(|presence| match self.seat {
            Some(seat) => presence.players[seat] -= 1,
            None => presence.watching -= 1,
        });
    }
}
