//! Games in memory, synchronised with the database.
//!
//! A request is decided on the game in memory, its event stored, and only then applied. If another
//! node was first, the game catches up and the request is decided again. Watchers are notified of the
//! number of the last event and read the game when they are ready, so a slow client costs nothing and
//! misses nothing.

mod finished;
mod live_game;
mod opponents;
mod snapshot;
mod upkeep;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::Ending;
use duel_play::{Command, Event, date::time_now};
use thiserror::Error;
use tokio::{
    sync::{MutexGuard, watch},
    time::timeout,
};

pub use self::live_game::{LiveGame, Presence, PresenceGuard};
use self::{
    finished::Finished,
    live_game::{Deadline, State},
    upkeep::{follow, tidy},
};
use crate::{
    forms::{self, Answer},
    game::{Decision, Entry, Game, GameHead, GameRequest, Offer, Refused, ReplayError, VERSION},
    metrics::Metrics,
    secret,
    store::{Key, Place, Store, StoreError},
    worker_pool::{Busy, WorkerPool},
};

/// How often a request is decided again because another node was first.
const RETRIES: usize = 8;

/// How many rematches of one game are followed.
const MOST_REMATCHES: usize = 100;

/// The most entries of [`OpenGames::last_events`].
const MOST_LAST_EVENTS: usize = 100_000;

/// How long a request waits for others to the same game, when the database is slow: it should not
/// take effect long after its client gave up.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// It is not allowed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored game cannot be replayed.
    #[error(transparent)]
    ReplayError(#[from] ReplayError),
    /// There is no such game.
    #[error("there is no such game; games are forgotten after a while")]
    Unknown,
    /// Another node was first in every attempt.
    #[error("too many want the same at once; try again")]
    Contended,
    /// The queue of the workers is full.
    #[error("the server has too much to think about; try again in a moment")]
    Busy,
}

impl From<Busy> for Failure {
    fn from(_: Busy) -> Failure {
        Failure::Busy
    }
}

/// All games in memory.
#[derive(Clone)]
pub struct LiveGames {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    opponents: WorkerPool,
    listings: WorkerPool,
    metrics: Metrics,
    open: Mutex<OpenGames>,
    began: Instant,
}

#[derive(Default)]
struct OpenGames {
    by_id: HashMap<String, Arc<LiveGame>>,
    by_key: HashMap<Key, Weak<LiveGame>>,
    /// Number and time of the last event of games that are not in memory: their clocks run from then.
    last_events: HashMap<Key, (u64, Instant)>,
}

impl OpenGames {
    /// Notes the last event of a game that is not in memory.
    fn remember(&mut self, key: Key, seq: u64, at: Instant) {
        if self.last_events.len() >= MOST_LAST_EVENTS {
            self.last_events.retain(|_, (_, at)| at.elapsed() < Duration::from_hours(1));
        }
        if self.last_events.len() < MOST_LAST_EVENTS {
            self.last_events.insert(key, (seq, at));
        }
    }
}

impl LiveGames {
    /// Games of this store. Must be called within a runtime.
    pub fn new(
        store: Store,
        opponents: WorkerPool,
        listings: WorkerPool,
        metrics: Metrics,
    ) -> LiveGames {
        let news = store.news();
        let (open, began) = (Mutex::default(), Instant::now());
        let shared = Shared { store, opponents, listings, metrics, open, began };
        let games = LiveGames { shared: Arc::new(shared) };
        tokio::spawn(follow(Arc::downgrade(&games.shared), news));
        tokio::spawn(tidy(Arc::downgrade(&games.shared)));
        games
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    /// How many games are in memory.
    pub fn count(&self) -> usize {
        self.open().by_id.len()
    }

    /// Begins a game under a new name, or finds the one that has it.
    pub async fn begin(&self, id: &str, head: GameHead) -> Result<Arc<LiveGame>, Failure> {
        let game = Game::begin(id, head)?;
        let text = serde_json::to_string(game.head()).unwrap_or_default();
        match self.shared.store.begin(id.to_owned(), text).await? {
            Some(key) => {
                self.shared.metrics.games.inc();
                let (live, _) = self.insert(key, game);
                self.on_change(&live, &mut *live.state.lock().await);
                Ok(live)
            }
            None => self.find(id).await,
        }
    }

    /// The game of this name.
    pub async fn find(&self, id: &str) -> Result<Arc<LiveGame>, Failure> {
        if !secret::is_game_id(id) {
            return Err(Failure::Unknown);
        }
        let open = self.open().by_id.get(id).cloned();
        if let Some(live) = open {
            self.touch(&live);
            return Ok(live);
        }
        Box::pin(self.load(id)).await
    }

    /// The last game of the same players that began with this one.
    pub async fn latest(&self, id: &str) -> Result<Arc<LiveGame>, Failure> {
        let mut live = self.find(id).await?;
        for _ in 0..MOST_REMATCHES {
            let Some(next) = live.read(|game| game.rematch().map(str::to_owned)).await else {
                break;
            };
            live = self.find(&next).await?;
        }
        Ok(live)
    }

    /// Reads a game from the store.
    async fn load(&self, id: &str) -> Result<Arc<LiveGame>, Failure> {
        let stream = self.shared.store.load(id).await?.ok_or(Failure::Unknown)?;
        let events = stream.events.iter().map(|kept| kept.body.as_str());
        let game = Game::replay(id, &stream.head, events)?;
        let (live, fresh) = self.insert(stream.key, game);
        if fresh {
            let mut state = live.state.lock().await;
            if !state.stale {
                self.on_change(&live, &mut state);
            } else if let Err(error) = self.catch_up(&live, &mut state).await {
                self.recover(&live);
                return Err(error);
            }
        }
        Ok(live)
    }

    /// Adds a game, unless it is in memory already; whether it was added.
    fn insert(&self, key: Key, game: Game) -> (Arc<LiveGame>, bool) {
        let id = game.id().to_owned();
        let mut open = self.open();
        if let Some(there) = open.by_id.get(&id) {
            return (Arc::clone(there), false);
        }
        let last_event = open.last_events.remove(&key);
        // The time while no server ran is not charged to the player to move.
        let last = last_event.filter(|(seq, _)| *seq == game.seq()).map(|(_, at)| at);
        let turn_began = before(last.unwrap_or_else(Instant::now), game.turn_spent());
        let stale = last_event.is_some_and(|(seq, _)| seq > game.seq());
        let live = Arc::new(LiveGame {
            id: id.clone(),
            key,
            changed: watch::channel(game.seq()).0,
            presence: watch::channel(Presence::default()).0,
            state: tokio::sync::Mutex::new(State {
                game,
                turn_began,
                stale,
                history: None,
                log: None,
                deadline: None,
            }),
            used: AtomicU64::new(0),
            sockets: AtomicUsize::new(0),
            recovering: AtomicBool::new(false),
            listing: tokio::sync::Mutex::default(),
        });
        self.touch(&live);
        open.by_key.insert(key, Arc::downgrade(&live));
        open.by_id.insert(id, Arc::clone(&live));
        (live, true)
    }

    /// Executes a request, which is finished even if the client disconnects.
    pub fn execute(
        &self,
        live: &Arc<LiveGame>,
        request: GameRequest,
    ) -> impl Future<Output = Result<Answer, Failure>> + Send + use<> {
        let (games, live) = (self.clone(), Arc::clone(live));
        Finished::new(async move { games.decide_and_keep(&live, request).await })
    }

    /// The future of every move, kept small: rare branches are boxed.
    async fn decide_and_keep(
        &self,
        live: &Arc<LiveGame>,
        request: GameRequest,
    ) -> Result<Answer, Failure> {
        let mut state = match live.state.try_lock() {
            Ok(state) => state,
            Err(_) => Box::pin(timeout(LOCK_TIMEOUT, live.state.lock())).await.map_err(|_| {
                StoreError::Unavailable(
                    "earlier requests to this game still wait for the database".to_owned(),
                )
            })?,
        };
        if state.stale {
            Box::pin(self.catch_up(live, &mut state)).await?;
        }
        for _ in 0..RETRIES {
            let mut entry = match state.game.decide(&request, state.spent())? {
                Decision::Happens(entry) => entry,
                Decision::Already(seq) => return Ok(forms::answer_at(&state.game, seq)),
                Decision::Nothing => return Ok(forms::answer(&state.game)),
            };
            if entry.event == Event::Rematched {
                entry.next_game = Some(Box::pin(self.next_game(&state.game)).await?);
            }
            if self.keep(live, &mut state, &entry).await? == Place::Ours {
                let late = matches!(entry.event, Event::Ended(Ending::TimedOut(_)));
                let is_move = matches!(request, GameRequest::Move { .. });
                if late && !is_move && !matches!(request, GameRequest::Other(Command::CheckTime)) {
                    continue;
                }
                return Ok(forms::answer(&state.game));
            }
            Box::pin(self.catch_up(live, &mut state)).await?;
        }
        Err(Failure::Contended)
    }

    /// Executes a request, with retries while the database fails and the request `applies`.
    async fn execute_until_stored(
        shared: Weak<Shared>,
        live: Weak<LiveGame>,
        request: GameRequest,
        applies: impl Fn(&Game) -> bool,
    ) {
        for attempt in 0.. {
            let (Some(shared), Some(live)) = (shared.upgrade(), live.upgrade()) else { return };
            if !live.read(&applies).await {
                return;
            }
            match (LiveGames { shared }).execute(&live, request.clone()).await {
                Err(Failure::Store(StoreError::Unavailable(_)) | Failure::Contended) => {}
                _ => return,
            }
            drop(live);
            tokio::time::sleep(backoff(attempt)).await;
        }
    }

    /// Stores an event, and applies it if its number was free.
    async fn keep(
        &self,
        live: &Arc<LiveGame>,
        state: &mut MutexGuard<'_, State>,
        entry: &Entry,
    ) -> Result<Place, Failure> {
        let seq = state.game.seq() + 1;
        let started = Instant::now();
        let place = match self.shared.store.append(live.key, seq, state.game.row(entry)).await {
            Ok(place) => place,
            Err(error) => {
                state.stale = true;
                self.recover(live);
                return Err(error.into());
            }
        };
        if place == Place::Ours {
            self.shared.metrics.kept(started.elapsed());
            if let Err(error) = state.game.apply(entry) {
                // Cannot happen, since it was decided on this game; reload to be safe.
                state.stale = true;
                return Err(error.into());
            }
            if !entry.event.keeps_turn() {
                state.turn_began = Instant::now();
            }
            self.on_change(live, state);
        }
        Ok(place)
    }

    /// Applies events that other nodes have stored.
    async fn catch_up(
        &self,
        live: &Arc<LiveGame>,
        state: &mut MutexGuard<'_, State>,
    ) -> Result<(), Failure> {
        let later = self.shared.store.since(live.key, state.game.seq()).await?;
        let turn_from = state.game.turn_from();
        for kept in &later {
            state.game.apply_row(&kept.body)?;
        }
        state.stale = false;
        if state.game.turn_from() != turn_from {
            state.turn_began = before(Instant::now(), state.game.turn_spent());
        }
        if !later.is_empty() {
            self.on_change(live, state);
        }
        Ok(())
    }

    /// Retries until the database says whether a failed write was stored.
    fn recover(&self, live: &Arc<LiveGame>) {
        if live.recovering.swap(true, Ordering::Relaxed) {
            return;
        }
        let (shared, live) = (Arc::downgrade(&self.shared), Arc::downgrade(live));
        tokio::spawn(async move {
            for attempt in 0.. {
                tokio::time::sleep(backoff(attempt)).await;
                // An unwatched game is soon dropped, and read again when it is requested.
                let (Some(shared), Some(live)) = (shared.upgrade(), live.upgrade()) else {
                    return;
                };
                // A write that fails from now on starts a task of its own.
                live.recovering.store(false, Ordering::Relaxed);
                if (LiveGames { shared }).refresh(&live).await.is_ok() {
                    return;
                }
                if live.recovering.swap(true, Ordering::Relaxed) {
                    return;
                }
            }
        });
    }

    /// Catches up with other nodes.
    pub async fn refresh(&self, live: &Arc<LiveGame>) -> Result<(), Failure> {
        let mut state = live.state.lock().await;
        self.catch_up(live, &mut state).await
    }

    /// Notifies watchers, restarts the clock, and starts the computer's turn.
    fn on_change(&self, live: &Arc<LiveGame>, state: &mut State) {
        state.deadline = None;
        let spent = state.spent();
        let game = &state.game;
        live.changed.send_replace(game.seq());
        if let Some(turn) = game.turn() {
            if let Some(level) = game.level(turn) {
                self.start_bot(live, game, turn, level);
            } else if let Some(allowance) = game.allowance(turn) {
                let left = allowance.saturating_sub(spent);
                state.deadline = Some(self.watch_clock(live, left));
            }
        }
        let game = &state.game;
        let asked = game.offered(Offer::Abandon);
        if let Some(asked) = asked
            && game.level(asked.other()).is_some()
        {
            self.start_draw_reply(live, game, asked.other());
        }
    }

    /// Ends the game when the time of the player to move has run out.
    fn watch_clock(&self, live: &Arc<LiveGame>, left: Duration) -> Deadline {
        let (shared, live) = (Arc::downgrade(&self.shared), Arc::downgrade(live));
        Deadline(tokio::spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            let check = GameRequest::Other(Command::CheckTime);
            LiveGames::execute_until_stored(shared, live, check, |_| true).await;
        }))
    }

    /// The next game of the same players, which begins with the seats swapped.
    async fn next_game(&self, game: &Game) -> Result<String, Failure> {
        let id = secret::next_id(game.id());
        let head = game.head();
        let [first, second] = game.chairs().clone();
        let mut scoreboard = game.session().of_match().scoreboard.clone();
        scoreboard.next_round();
        let (round, score) = (scoreboard.round(), scoreboard.seated_score());
        let mut next = GameHead {
            v: VERSION,
            start: head.start.clone(),
            moves: Vec::new(),
            clock: head.clock.clone(),
            chairs: [second, first],
            seed: head.seed,
            dealt: head.dealt,
            round,
            score: [score.first, score.second],
            date: time_now(),
            room: head.room.clone(),
        };
        if head.dealt {
            let (rules, seed) = (*game.record().game.start().rules(), head.seed);
            let deal = move || crate::deals::start(&rules, seed, round);
            if let Some(start) = self.shared.opponents.run(deal).await? {
                next.start = start.to_string();
            }
        }
        self.begin(&id, next).await?;
        Ok(id)
    }

    fn touch(&self, live: &LiveGame) {
        let now = u64::try_from(self.shared.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        live.used.store(now, Ordering::Relaxed);
    }

    fn open(&self) -> std::sync::MutexGuard<'_, OpenGames> {
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long to wait before a retry.
fn backoff(attempt: u32) -> Duration {
    Duration::from_millis(100 << attempt.min(6))
}

/// `moment - time`, or `moment` where that cannot be represented.
fn before(moment: Instant, time: Duration) -> Instant {
    moment.checked_sub(time).unwrap_or(moment)
}
