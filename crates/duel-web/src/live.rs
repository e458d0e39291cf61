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
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::{Ending, Seat};
use duel_play::{Command, Event, date::time_now};
use thiserror::Error;
use tokio::{
    sync::{MutexGuard, watch},
    time::timeout,
};

pub use self::live_game::{LiveGame, Presence, PresenceGuard};
use self::{
    finished::Finished,
    live_game::{State, Task},
    upkeep::{follow, tidy},
};
use crate::{
    forms::{self, Answer},
    game::{Decision, Entry, Game, GameHead, GameRequest, Offer, Refused, ReplayError, VERSION},
    metrics::Metrics,
    secret::{self, Token},
    store::{Key, PAGE, Place, Store, StoreError},
    worker_pool::{Busy, Workers},
};

/// How often a request is decided again because another node was first.
const RETRIES: usize = 8;

/// How many rematches of one game are followed.
const MOST_REMATCHES: usize = 100;

/// The most entries of [`OpenGames::last_events`].
const MOST_LAST_EVENTS: usize = 100_000;

/// How long a clock that is not up waits at least before it is looked at again.
const LEAST_WAIT: Duration = Duration::from_millis(100);

/// How long a request waits for others to the same game, when the database is slow: it should not
/// take effect long after its client gave up.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the player who begins an open game has to connect to it.
const TIME_TO_CONNECT: Duration = Duration::from_secs(20);

/// The client of what the server does by itself.
pub const SERVER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

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
    workers: Workers,
    metrics: Metrics,
    open: Mutex<OpenGames>,
    /// How much memory the games take, about, and how much they may.
    bytes: Arc<AtomicUsize>,
    most_bytes: usize,
    began: Instant,
}

#[derive(Default)]
struct OpenGames {
    by_id: HashMap<String, Arc<LiveGame>>,
    by_key: HashMap<Key, Weak<LiveGame>>,
    /// Number and time of the last event of games that are not in memory: their clocks run from then.
    last_events: HashMap<Key, (u64, Instant)>,
    /// The games of the lobby, and when those were begun that were begun here.
    listed: Vec<(Weak<LiveGame>, Option<Instant>)>,
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
    pub fn new(store: Store, workers: Workers, metrics: Metrics, most_bytes: usize) -> LiveGames {
        let notifications = store.notifications();
        let (open, began) = (Mutex::default(), Instant::now());
        let shared =
            Shared { store, workers, metrics, open, bytes: Arc::default(), most_bytes, began };
        let games = LiveGames { shared: Arc::new(shared) };
        tokio::spawn(follow(Arc::downgrade(&games.shared), notifications));
        tokio::spawn(tidy(Arc::downgrade(&games.shared)));
        games
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    /// How much memory the games take, about.
    pub fn bytes(&self) -> usize {
        self.shared.bytes.load(Ordering::Relaxed)
    }

    /// How many games are in memory.
    pub fn count(&self) -> usize {
        self.open().by_id.len()
    }

    /// Begins a game for a client under a new name, or finds the one that has it.
    pub async fn begin(
        &self,
        id: &str,
        head: GameHead,
        client: IpAddr,
    ) -> Result<Arc<LiveGame>, Failure> {
        let (game, text) = Game::begin(id, head)?;
        match self.shared.store.begin(id.to_owned(), text).await? {
            Some(key) => {
                self.shared.metrics.games.inc();
                let is_open = game.head().open;
                let (live, _) = self.insert(key, game, client);
                if is_open {
                    self.list(&live, Some(Instant::now()));
                }
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

    /// The seat of this token. Perhaps another node knows that it was taken.
    pub async fn seat_of(
        &self,
        live: &Arc<LiveGame>,
        token: &Token,
    ) -> Result<Option<Seat>, Failure> {
        let seat = live.read(|game| game.seat_of(token)).await;
        if seat.is_some() || !self.shared.store.is_shared() {
            return Ok(seat);
        }
        Box::pin(self.refresh(live)).await?;
        Ok(live.read(|game| game.seat_of(token)).await)
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
        let is_listed = game.head().open && !game.is_over();
        let (live, fresh) = self.insert(stream.key, game, SERVER);
        if fresh {
            if is_listed {
                self.list(&live, None);
            }
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

    /// The games of the lobby that are in memory, the oldest first, and whether each was begun just now.
    pub fn listed(&self) -> Vec<(Arc<LiveGame>, bool)> {
        let is_new =
            |begun: Option<Instant>| begun.is_some_and(|at| at.elapsed() < TIME_TO_CONNECT);
        let open = self.open();
        let listed = open.listed.iter();
        listed.filter_map(|(live, begun)| Some((live.upgrade()?, is_new(*begun)))).collect()
    }

    fn list(&self, live: &Arc<LiveGame>, begun: Option<Instant>) {
        let listed = &mut self.open().listed;
        listed.retain(|(other, _)| other.strong_count() > 0);
        listed.push((Arc::downgrade(live), begun));
    }

    /// Adds a game, unless it is in memory already; whether it was added.
    fn insert(&self, key: Key, game: Game, client: IpAddr) -> (Arc<LiveGame>, bool) {
        let id = game.id().to_owned();
        self.make_room();
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
                downtime_before: self.shared.store.downtime(),
                stale,
                history: None,
                log: None,
                client,
                tasks: Vec::new(),
            }),
            bytes: AtomicUsize::new(0),
            listing_bytes: AtomicUsize::new(0),
            bytes_in_all: Arc::clone(&self.shared.bytes),
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

    /// Executes a request of a client, which is finished even if the client disconnects.
    pub fn execute(
        &self,
        live: &Arc<LiveGame>,
        request: GameRequest,
        client: IpAddr,
    ) -> impl Future<Output = Result<Answer, Failure>> + Send + use<> {
        let (games, live) = (self.clone(), Arc::clone(live));
        Finished::new(async move { games.decide_and_keep(&live, &request, client).await })
    }

    /// How long the turn in progress had lasted at this moment. Time in which nothing could be
    /// written is not the player's.
    fn spent(&self, state: &State, at: Instant) -> Duration {
        let downtime = self.shared.store.downtime().saturating_sub(state.downtime_before);
        at.saturating_duration_since(state.turn_began).saturating_sub(downtime)
    }

    /// The future of every move, kept small: rare branches are boxed.
    async fn decide_and_keep(
        &self,
        live: &Arc<LiveGame>,
        request: &GameRequest,
        client: IpAddr,
    ) -> Result<Answer, Failure> {
        // Waiting for the database is not the player's time.
        let arrived = Instant::now();
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
        if client != SERVER {
            state.client = client;
        }
        let mut may_lag = self.shared.store.is_shared();
        for _ in 0..RETRIES {
            let decision = match state.game.decide(request, self.spent(&state, arrived)) {
                // Perhaps another node knows more, which would change the answer.
                Err(_) if may_lag => {
                    may_lag = false;
                    Box::pin(self.catch_up(live, &mut state)).await?;
                    continue;
                }
                decision => decision?,
            };
            let mut entry = match decision {
                Decision::Happens(entry) => entry,
                Decision::Already(seq) => return Ok(forms::answer_at(&state.game, seq)),
                Decision::Nothing => return Ok(forms::answer(&state.game)),
            };
            if entry.event == Event::Rematched {
                entry.next_game = Some(Box::pin(self.next_game(&state.game, client)).await?);
            }
            let late = matches!(entry.event, Event::Ended(Ending::TimedOut(_)));
            if self.keep(live, &mut state, entry).await? == Place::Ours {
                let is_move = matches!(request, GameRequest::Move { .. });
                if late && !is_move && !request.is(&Command::CheckTime) {
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
            match (LiveGames { shared }).execute(&live, request.clone(), SERVER).await {
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
        entry: Box<Entry>,
    ) -> Result<Place, Failure> {
        let seq = state.game.seq() + 1;
        let started = Instant::now();
        let (row, chain) = state.game.row(&entry);
        let place = match self.shared.store.append(live.key, seq, row).await {
            Ok(place) => place,
            Err(error) => {
                state.stale = true;
                self.recover(live);
                return Err(error.into());
            }
        };
        if place == Place::Ours {
            self.shared.metrics.kept(started.elapsed());
            let keeps_turn = entry.event.keeps_turn();
            if let Err(error) = state.game.apply_stored(*entry, chain) {
                // Cannot happen, since it was decided on this game; reload to be safe.
                state.stale = true;
                return Err(error.into());
            }
            if !keeps_turn {
                self.begin_turn(state, Duration::ZERO);
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
        let (seq, turn_from) = (state.game.seq(), state.game.turn_from());
        loop {
            let later = self.shared.store.since(live.key, state.game.seq()).await?;
            for kept in &later {
                state.game.apply_row(&kept.body)?;
            }
            if later.len() < usize::from(PAGE) {
                break;
            }
        }
        state.stale = false;
        if state.game.turn_from() != turn_from {
            let spent = state.game.turn_spent();
            self.begin_turn(state, spent);
        }
        if state.game.seq() > seq {
            self.on_change(live, state);
        }
        Ok(())
    }

    /// Notes that a turn has just begun, or has lasted this long.
    fn begin_turn(&self, state: &mut State, spent: Duration) {
        state.turn_began = before(Instant::now(), spent);
        state.downtime_before = self.shared.store.downtime();
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
        live.set_bytes(state.bytes());
        // What was thought about before is outdated.
        state.tasks.clear();
        let (game, client) = (&state.game, state.client);
        live.changed.send_replace(game.seq());
        let mut tasks = Vec::new();
        if let Some(turn) = game.turn() {
            if let Some(level) = game.level(turn) {
                tasks.push(self.start_bot(live, game, turn, level, client));
            } else if let Some(left) = self.time_left(state) {
                tasks.push(self.watch_clock(live, left));
            }
        }
        let asked = game.offered(Offer::Abandon);
        if let Some(asked) = asked
            && game.level(asked.other()).is_some()
        {
            tasks.push(self.start_draw_reply(live, game, asked.other(), client));
        }
        state.tasks = tasks;
    }

    /// What the player to move has left, where there is a clock.
    fn time_left(&self, state: &State) -> Option<Duration> {
        let allowance = state.game.allowance(state.game.turn()?)?;
        Some(allowance.saturating_sub(self.spent(state, Instant::now())))
    }

    /// Ends the game when the time of the player to move has run out.
    fn watch_clock(&self, live: &Arc<LiveGame>, mut left: Duration) -> Task {
        let (shared, live) = (Arc::downgrade(&self.shared), Arc::downgrade(live));
        Task(tokio::spawn(async move {
            loop {
                tokio::time::sleep(left + Duration::from_millis(1)).await;
                let check = GameRequest::other(Command::CheckTime);
                let (games, game) = (Weak::clone(&shared), Weak::clone(&live));
                LiveGames::execute_until_stored(games, game, check, |_| true).await;
                // The time was not up if nothing could be written for a while.
                let (Some(shared), Some(live)) = (shared.upgrade(), live.upgrade()) else { return };
                let games = LiveGames { shared };
                match games.time_left(&*live.state.lock().await) {
                    Some(more) => left = more.max(LEAST_WAIT),
                    None => return,
                }
            }
        }))
    }

    /// The next game of the same players, which begins with the seats swapped.
    async fn next_game(&self, game: &Game, client: IpAddr) -> Result<String, Failure> {
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
            numbers: head.numbers.clone(),
            round,
            score: [score.first, score.second],
            date: time_now(),
            room: head.room.clone(),
            open: head.open,
        };
        if head.dealt {
            let (rules, seed) = (*game.record().game.start().rules(), head.seed);
            let size = head.numbers();
            let deal = move |_: &AtomicBool| crate::deals::start(&rules, seed, round, size);
            if let Some(start) = self.shared.workers.deals.run(client, deal).await? {
                next.start = start.to_string();
            }
        }
        self.begin(&id, next, client).await?;
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
