//! Games that somebody looks at: in memory, in step with the database.
//!
//! A command is decided on the game in memory, kept in the database, and only then takes effect. If
//! another node was first, the game catches up and the command is decided again. A change is told by
//! its number; whoever watches reads the game when they are ready, so a slow reader costs nothing
//! and misses nothing.

mod opponents;
mod picture;
mod table;
mod upkeep;

use std::{
    collections::HashMap,
    panic::resume_unwind,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::Ending;
use duel_play::{Command, Event, store::date_now};
use thiserror::Error;
use tokio::{
    sync::{MutexGuard, watch},
    time::timeout,
};

pub use self::table::{Guest, Presence, Table};
use self::{
    table::{Deadline, State},
    upkeep::{follow, tidy},
};
use crate::{
    forms::{self, Answer},
    game::{Decision, Entry, Game, GameRequest, Head, Offer, Refused, ReplayError, VERSION},
    metrics::Metrics,
    secret,
    store::{Key, Place, Store, StoreError},
    thinking::{Busy, Thinker},
};

/// How often a command is decided again because somebody else was first.
const RETRIES: usize = 8;

/// How many rematches of one game are followed.
const MOST_REMATCHES: usize = 100;

/// Of how many games that are not in memory the time of the last event is remembered.
const HEARD: usize = 100_000;

/// How long a command waits for those before it, at a table where the database is slow. Whoever gave
/// up waiting should not find much later that it was granted.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// It is not allowed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database does not do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was kept is not a game.
    #[error(transparent)]
    ReplayError(#[from] ReplayError),
    /// There is no such game.
    #[error("there is no such game; games are forgotten after a while")]
    Unknown,
    /// Too many wanted the same at once.
    #[error("too many want the same at once; try again")]
    Contended,
    /// There is too much to think about.
    #[error("the server has too much to think about; try again in a moment")]
    Busy,
}

impl From<Busy> for Failure {
    fn from(_: Busy) -> Failure {
        Failure::Busy
    }
}

/// All games that are open.
#[derive(Clone)]
pub struct Tables {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    opponents: Thinker,
    listings: Thinker,
    metrics: Metrics,
    open: Mutex<Open>,
    began: Instant,
}

#[derive(Default)]
struct Open {
    by_id: HashMap<String, Arc<Table>>,
    by_key: HashMap<Key, Weak<Table>>,
    /// When an event of a game was heard of that is not in memory: its clock runs from then.
    heard: HashMap<Key, (u64, Instant)>,
}

impl Open {
    /// Remembers when a game that is not in memory had its last event.
    fn remember(&mut self, key: Key, seq: u64, at: Instant) {
        if self.heard.len() >= HEARD {
            self.heard.retain(|_, (_, at)| at.elapsed() < Duration::from_hours(1));
        }
        if self.heard.len() < HEARD {
            self.heard.insert(key, (seq, at));
        }
    }
}

impl Tables {
    /// Tables whose games are kept in this store. Must be called within a runtime.
    pub fn new(store: Store, opponents: Thinker, listings: Thinker, metrics: Metrics) -> Tables {
        let news = store.news();
        let (open, began) = (Mutex::default(), Instant::now());
        let shared = Shared { store, opponents, listings, metrics, open, began };
        let tables = Tables { shared: Arc::new(shared) };
        tokio::spawn(follow(Arc::downgrade(&tables.shared), news));
        tokio::spawn(tidy(Arc::downgrade(&tables.shared)));
        tables
    }

    /// The store behind them.
    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    /// How many games are in memory.
    pub fn count(&self) -> usize {
        self.open().by_id.len()
    }

    /// Begins a game under a new name, or finds the one that has it.
    pub async fn begin(&self, id: &str, head: Head) -> Result<Arc<Table>, Failure> {
        let game = Game::begin(id, head)?;
        let text = serde_json::to_string(game.head()).unwrap_or_default();
        match self.shared.store.begin(id.to_owned(), text).await? {
            Some(key) => {
                self.shared.metrics.games.inc();
                let (table, _) = self.seat_at(key, game);
                self.after(&table, &mut *table.state.lock().await);
                Ok(table)
            }
            None => self.find(id).await,
        }
    }

    /// The game of this name.
    pub async fn find(&self, id: &str) -> Result<Arc<Table>, Failure> {
        if !secret::is_game_id(id) {
            return Err(Failure::Unknown);
        }
        let open = self.open().by_id.get(id).cloned();
        if let Some(table) = open {
            self.touch(&table);
            return Ok(table);
        }
        Box::pin(self.read(id)).await
    }

    /// The last game of the same players that began with this one.
    pub async fn latest(&self, id: &str) -> Result<Arc<Table>, Failure> {
        let mut table = self.find(id).await?;
        for _ in 0..MOST_REMATCHES {
            let Some(next) = table.look(|game| game.rematch().map(str::to_owned)).await else {
                break;
            };
            table = self.find(&next).await?;
        }
        Ok(table)
    }

    /// Reads a game that is not in memory.
    async fn read(&self, id: &str) -> Result<Arc<Table>, Failure> {
        let stream = self.shared.store.load(id).await?.ok_or(Failure::Unknown)?;
        let events = stream.events.iter().map(|kept| kept.body.as_str());
        let game = Game::replay(id, &stream.head, events)?;
        let (table, fresh) = self.seat_at(stream.key, game);
        if fresh {
            let mut state = table.state.lock().await;
            if !state.stale {
                self.after(&table, &mut state);
            } else if let Err(error) = self.catch_up(&table, &mut state).await {
                self.recover(&table);
                return Err(error);
            }
        }
        Ok(table)
    }

    /// Puts a game on a table, unless it is on one already; whether it was not.
    fn seat_at(&self, key: Key, game: Game) -> (Arc<Table>, bool) {
        let id = game.id().to_owned();
        let mut open = self.open();
        if let Some(there) = open.by_id.get(&id) {
            return (Arc::clone(there), false);
        }
        // Whoever hears of another event from now on finds the table.
        let heard = open.heard.remove(&key);
        // Whoever was to move when the server stopped is given the time that it was away.
        let last = heard.filter(|(seq, _)| *seq == game.seq()).map(|(_, at)| at);
        let turn_began = before(last.unwrap_or_else(Instant::now), game.turn_spent());
        let stale = heard.is_some_and(|(seq, _)| seq > game.seq());
        let table = Arc::new(Table {
            id: id.clone(),
            key,
            changed: watch::channel(game.seq()).0,
            presence: watch::channel(Presence::default()).0,
            state: tokio::sync::Mutex::new(State {
                game,
                turn_began,
                stale,
                history: None,
                deadline: None,
            }),
            used: AtomicU64::new(0),
            sockets: AtomicUsize::new(0),
            recovering: AtomicBool::new(false),
            listing: tokio::sync::Mutex::default(),
        });
        self.touch(&table);
        open.by_key.insert(key, Arc::downgrade(&table));
        open.by_id.insert(id, Arc::clone(&table));
        (table, true)
    }

    /// Does what somebody wants, if the rules allow it. Once begun it is finished, whether or not
    /// anybody waits for the answer: it is a task of its own.
    pub async fn execute(
        &self,
        table: &Arc<Table>,
        request: GameRequest,
    ) -> Result<Answer, Failure> {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let task = tokio::spawn(async move { tables.decide_and_keep(&table, request).await });
        task.await.unwrap_or_else(|error| match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(_) => Err(StoreError::Closed.into()),
        })
    }

    /// Every move is one of these, so what is rare is put into a box of its own.
    async fn decide_and_keep(
        &self,
        table: &Arc<Table>,
        request: GameRequest,
    ) -> Result<Answer, Failure> {
        let mut state = match table.state.try_lock() {
            Ok(state) => state,
            Err(_) => Box::pin(timeout(LOCK_TIMEOUT, table.state.lock())).await.map_err(|_| {
                StoreError::Unavailable("others wait at this table for the database".to_owned())
            })?,
        };
        if state.stale {
            Box::pin(self.catch_up(table, &mut state)).await?;
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
            if self.keep(table, &mut state, &entry).await? == Place::Ours {
                let late = matches!(entry.event, Event::Ended(Ending::TimedOut(_)));
                let is_move = matches!(request, GameRequest::Move { .. });
                if late && !is_move && !matches!(request, GameRequest::Other(Command::CheckTime)) {
                    continue;
                }
                return Ok(forms::answer(&state.game));
            }
            Box::pin(self.catch_up(table, &mut state)).await?;
        }
        Err(Failure::Contended)
    }

    /// Keeps what happens, and lets it take effect.
    async fn keep(
        &self,
        table: &Arc<Table>,
        state: &mut MutexGuard<'_, State>,
        entry: &Entry,
    ) -> Result<Place, Failure> {
        let seq = state.game.seq() + 1;
        let started = Instant::now();
        let place = match self.shared.store.append(table.key, seq, state.game.row(entry)).await {
            Ok(place) => place,
            Err(error) => {
                state.stale = true;
                self.recover(table);
                return Err(error.into());
            }
        };
        if place == Place::Ours {
            self.shared.metrics.kept(started.elapsed());
            if let Err(error) = state.game.apply(entry) {
                // It was decided on this very game, so it fits; reading it again will tell.
                state.stale = true;
                return Err(error.into());
            }
            if !entry.event.keeps_turn() {
                state.turn_began = Instant::now();
            }
            self.after(table, state);
        }
        Ok(place)
    }

    /// Takes in what others have written.
    async fn catch_up(
        &self,
        table: &Arc<Table>,
        state: &mut MutexGuard<'_, State>,
    ) -> Result<(), Failure> {
        let later = self.shared.store.since(table.key, state.game.seq()).await?;
        let turn_from = state.game.turn_from();
        for kept in &later {
            state.game.apply_row(&kept.body)?;
        }
        state.stale = false;
        if state.game.turn_from() != turn_from {
            state.turn_began = before(Instant::now(), state.game.turn_spent());
        }
        if !later.is_empty() {
            self.after(table, state);
        }
        Ok(())
    }

    /// Finds out what became of a write that was not answered, as soon as the database answers.
    fn recover(&self, table: &Arc<Table>) {
        if table.recovering.swap(true, Ordering::Relaxed) {
            return;
        }
        let (shared, table) = (Arc::downgrade(&self.shared), Arc::downgrade(table));
        tokio::spawn(async move {
            for attempt in 0.. {
                tokio::time::sleep(backoff(attempt)).await;
                // A table without watchers is soon forgotten, and read anew when it is asked for.
                let (Some(shared), Some(table)) = (shared.upgrade(), table.upgrade()) else {
                    return;
                };
                // A write that fails from now on starts a task of its own.
                table.recovering.store(false, Ordering::Relaxed);
                if (Tables { shared }).refresh(&table).await.is_ok() {
                    return;
                }
                if table.recovering.swap(true, Ordering::Relaxed) {
                    return;
                }
            }
        });
    }

    /// Catches up with what another node has written.
    pub async fn refresh(&self, table: &Arc<Table>) -> Result<(), Failure> {
        let mut state = table.state.lock().await;
        self.catch_up(table, &mut state).await
    }

    /// Tells everybody, and sees to what comes next: the clock, and the computer's turn.
    fn after(&self, table: &Arc<Table>, state: &mut State) {
        state.deadline = None;
        let spent = state.spent();
        let game = &state.game;
        table.changed.send_replace(game.seq());
        if let Some(turn) = game.turn() {
            if let Some(level) = game.level(turn) {
                self.let_think(table, game, turn, level);
            } else if let Some(allowance) = game.allowance(turn) {
                let left = allowance.saturating_sub(spent);
                state.deadline = Some(self.watch_clock(table, left));
            }
        }
        let game = &state.game;
        let asked = game.offered(Offer::Abandon);
        if let Some(asked) = asked
            && game.level(asked.other()).is_some()
        {
            self.let_consider(table, game, asked.other());
        }
    }

    /// Ends the game when the time of the player to move has run out.
    fn watch_clock(&self, table: &Arc<Table>, left: Duration) -> Deadline {
        let (shared, table) = (Arc::downgrade(&self.shared), Arc::downgrade(table));
        Deadline(tokio::spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            for attempt in 0.. {
                let (Some(shared), Some(table)) = (shared.upgrade(), table.upgrade()) else {
                    return;
                };
                // Time has run out also while the database is away; that is kept as soon as it can be.
                match (Tables { shared })
                    .execute(&table, GameRequest::Other(Command::CheckTime))
                    .await
                {
                    Err(Failure::Store(StoreError::Unavailable(_)) | Failure::Contended) => {}
                    _ => return,
                }
                drop(table);
                tokio::time::sleep(backoff(attempt)).await;
            }
        }))
    }

    /// The next game of the same players, which begins with the seats swapped.
    async fn next_game(&self, game: &Game) -> Result<String, Failure> {
        let id = secret::next_id(game.id());
        let head = game.head();
        let [first, second] = head.chairs.clone();
        let mut scoreboard = game.session().of_match().scoreboard.clone();
        scoreboard.next_round();
        let (round, score) = (scoreboard.round(), scoreboard.seated_score());
        let mut next = Head {
            v: VERSION,
            start: head.start.clone(),
            clock: head.clock.clone(),
            chairs: [second, first],
            seed: head.seed,
            dealt: head.dealt,
            round,
            score: [score.first, score.second],
            date: date_now(),
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

    fn touch(&self, table: &Table) {
        let now = u64::try_from(self.shared.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        table.used.store(now, Ordering::Relaxed);
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long to wait before trying again what the database did not do.
fn backoff(attempt: u32) -> Duration {
    Duration::from_millis(100 << attempt.min(6))
}

/// So long before that moment.
fn before(moment: Instant, time: Duration) -> Instant {
    moment.checked_sub(time).unwrap_or(moment)
}
