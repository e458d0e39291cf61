//! Games that somebody looks at: in memory, in step with the database.
//!
//! A wish is decided on the game in memory, kept in the database, and only then takes effect. If
//! another node was first, the game catches up and the wish is decided again. A change is told by
//! its number; whoever watches reads the game when they are ready, so a slow reader costs nothing
//! and misses nothing.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::{Board, Position, Seat, Seats};
use duel_play::{Bot, Level, bot::accepts_draw, store::date_now};
use duel_solver::{Limits, Solver};
use thiserror::Error;
use tokio::sync::{MutexGuard, mpsc, watch};

use crate::{
    forms::{self, Answer, GameForm, Listing},
    game::{Decision, Game, Happening, Head, Offer, Refused, Spoiled, VERSION, Wish},
    metrics::Metrics,
    secret,
    store::{Key, News, Place, Store, StoreError},
    thinking::{Busy, Thinker},
};

/// How often a wish is decided again because somebody else was first.
const RETRIES: usize = 8;

/// How long a game stays in memory that nobody looks at.
const IDLE: Duration = Duration::from_mins(5);

/// Of how many games that are not in memory the time of the last event is remembered.
const HEARD: usize = 100_000;

/// How much memory the tables of an opponent's solver may take.
const BOT_MEMORY: usize = 16 << 20;

/// The longest that an opponent thinks.
const BOT_PATIENCE: Duration = Duration::from_secs(3);

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
    Spoiled(#[from] Spoiled),
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
    id: String,
    key: Key,
    state: tokio::sync::Mutex<State>,
    changed: watch::Sender<u64>,
    presence: watch::Sender<Presence>,
    /// Milliseconds since the tables were set up, when it was last used.
    used: AtomicU64,
    sockets: AtomicUsize,
}

struct State {
    game: Game,
    turn_began: Instant,
    /// Whether a write may have been kept without our knowing.
    stale: bool,
    listing: Option<(u64, Arc<Listing>)>,
}

impl State {
    fn spent(&self) -> Duration {
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
    pub fn comings(&self) -> watch::Receiver<Presence> {
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

impl Tables {
    /// Tables whose games are kept in this store. Must be called within a runtime.
    pub fn new(store: Store, opponents: Thinker, metrics: Metrics) -> Tables {
        let news = store.news();
        let shared =
            Shared { store, opponents, metrics, open: Mutex::default(), began: Instant::now() };
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
                let table = self.seat_at(key, game, Instant::now());
                self.after(&table, &*table.state.lock().await);
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
        let stream = self.shared.store.load(id).await?.ok_or(Failure::Unknown)?;
        let events = stream.events.iter().map(|kept| kept.body.as_str());
        let game = Game::replay(id, &stream.head, events)?;
        let heard = self.open().heard.get(&stream.key).copied();
        // Whoever was to move when the server stopped is given the time that it was away.
        let began = heard.filter(|(seq, _)| *seq == game.seq()).map(|(_, at)| at);
        let table = self.seat_at(stream.key, game, began.unwrap_or_else(Instant::now));
        let mut state = table.state.lock().await;
        if heard.is_some_and(|(seq, _)| seq > state.game.seq()) {
            self.catch_up(&table, &mut state).await?;
        } else {
            self.after(&table, &state);
        }
        drop(state);
        Ok(table)
    }

    /// Puts a game on a table, unless it is on one already.
    fn seat_at(&self, key: Key, game: Game, turn_began: Instant) -> Arc<Table> {
        let id = game.id().to_owned();
        let (changed, _) = watch::channel(game.seq());
        let (presence, _) = watch::channel(Presence::default());
        let state = State { game, turn_began, stale: false, listing: None };
        let table = Arc::new(Table {
            id: id.clone(),
            key,
            state: tokio::sync::Mutex::new(state),
            changed,
            presence,
            used: AtomicU64::new(0),
            sockets: AtomicUsize::new(0),
        });
        self.touch(&table);
        let mut open = self.open();
        if let Some(there) = open.by_id.get(&id) {
            return Arc::clone(there);
        }
        open.by_key.insert(key, Arc::downgrade(&table));
        open.by_id.insert(id, Arc::clone(&table));
        table
    }

    /// Does what somebody wants, if the rules allow it. Once begun it is finished, whether or not
    /// anybody waits for the answer.
    pub async fn wish(&self, table: &Arc<Table>, wish: Wish) -> Result<Answer, Failure> {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let granted = tokio::spawn(async move { tables.grant(&table, wish).await });
        granted.await.unwrap_or(Err(Failure::Contended))
    }

    async fn grant(&self, table: &Arc<Table>, wish: Wish) -> Result<Answer, Failure> {
        let mut state = table.state.lock().await;
        if state.stale {
            self.catch_up(table, &mut state).await?;
        }
        for _ in 0..RETRIES {
            let happening = match state.game.decide(&wish, state.spent())? {
                Decision::Happens(happening) => happening,
                Decision::Already(seq) => return Ok(forms::answer_at(&state.game, seq)),
                Decision::Nothing => return Ok(forms::answer(&state.game)),
                Decision::Rematch => {
                    Happening::Rematched { id: self.next_game(&state.game).await? }
                }
            };
            if self.keep(table, &mut state, &happening).await? == Place::Ours {
                let late = matches!(happening, Happening::TimedOut { .. });
                if late && !matches!(wish, Wish::CheckTime | Wish::Move { .. }) {
                    continue;
                }
                return Ok(forms::answer(&state.game));
            }
            self.catch_up(table, &mut state).await?;
        }
        Err(Failure::Contended)
    }

    /// Keeps what happens, and lets it take effect.
    async fn keep(
        &self,
        table: &Arc<Table>,
        state: &mut MutexGuard<'_, State>,
        happening: &Happening,
    ) -> Result<Place, Failure> {
        let seq = state.game.seq() + 1;
        let started = Instant::now();
        let place = match self.shared.store.append(table.key, seq, happening.written()).await {
            Ok(place) => place,
            Err(error) => {
                state.stale = true;
                self.recover(table);
                return Err(error.into());
            }
        };
        if place == Place::Ours {
            self.shared.metrics.kept(started.elapsed());
            if let Err(spoiled) = state.game.apply(happening) {
                // It was decided on this very game, so it fits; reading it again will tell.
                state.stale = true;
                return Err(spoiled.into());
            }
            state.turn_began = turn_began(state.turn_began, happening);
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
        for kept in &later {
            state.game.take_in(&kept.body)?;
        }
        state.stale = false;
        if !later.is_empty() {
            state.turn_began = Instant::now();
            self.after(table, state);
        }
        Ok(())
    }

    /// Finds out what became of a write that was not answered, as soon as the database answers.
    fn recover(&self, table: &Arc<Table>) {
        let (tables, table) = (self.clone(), Arc::downgrade(table));
        tokio::spawn(async move {
            for attempt in 0..100 {
                tokio::time::sleep(Duration::from_millis(100 << attempt.min(6))).await;
                let Some(table) = table.upgrade() else { return };
                if tables.refresh(&table).await.is_ok() {
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
    fn after(&self, table: &Arc<Table>, state: &State) {
        let game = &state.game;
        table.changed.send_replace(game.seq());
        if let Some(turn) = game.turn() {
            if let Some(level) = game.level(turn) {
                self.let_think(table, game, turn, level);
            } else if let Some(allowance) = game.allowance(turn) {
                let left = allowance.saturating_sub(state.spent());
                self.watch_clock(table, game.seq(), left);
            }
        }
        let asked = game.offered(Offer::Abandon);
        if let Some(asked) = asked
            && game.level(asked.other()).is_some()
        {
            self.let_consider(table, game, asked.other());
        }
    }

    fn watch_clock(&self, table: &Arc<Table>, seq: u64, left: Duration) {
        let (tables, table) = (self.clone(), Arc::downgrade(table));
        tokio::spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            if let Some(table) = table.upgrade()
                && *table.changed.borrow() == seq
            {
                // Whoever cannot write now finds the time run out when they next look.
                let _ = tables.wish(&table, Wish::CheckTime).await;
            }
        });
    }

    fn let_think(&self, table: &Arc<Table>, game: &Game, seat: Seat, level: Level) {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let (position, seed) = (game.position().clone(), game.head().seed);
        let (ply, allowance) = (game.ply(), game.allowance(seat));
        tokio::spawn(async move {
            let patience = allowance.map_or(BOT_PATIENCE, |left| BOT_PATIENCE.min(left / 4));
            let wish = loop {
                let asked = position.clone();
                let think = move || choose(level, seed, &asked, patience);
                match tables.shared.opponents.run(think).await {
                    Ok(Some(made)) => {
                        break Wish::Move { by: seat, text: made, ply: Some(ply), key: None };
                    }
                    Ok(None) => break Wish::Resign(seat),
                    Err(Busy) => tokio::time::sleep(Duration::from_millis(200)).await,
                }
            };
            // A database that is away comes back; until then nothing can be kept.
            for attempt in 0..60 {
                match tables.wish(&table, wish.clone()).await {
                    Err(Failure::Store(StoreError::Unavailable(_))) => {
                        tokio::time::sleep(Duration::from_millis(250 << attempt.min(5))).await;
                    }
                    _ => break,
                }
            }
        });
    }

    fn let_consider(&self, table: &Arc<Table>, game: &Game, seat: Seat) {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let referee = game.record().game.clone();
        tokio::spawn(async move {
            let consider = move || accepts_draw(&referee, &mut Solver::new(BOT_MEMORY));
            let wish = match tables.shared.opponents.run(consider).await {
                Ok(true) => Wish::Offer(seat, Offer::Abandon),
                Ok(false) | Err(Busy) => Wish::Decline(seat),
            };
            let _ = tables.wish(&table, wish).await;
        });
    }

    /// The next game of the same players, which begins with the seats swapped.
    async fn next_game(&self, game: &Game) -> Result<String, Failure> {
        let id = secret::next_id(game.id());
        let head = game.head();
        let [first, second] = head.chairs.clone();
        let [won, lost] = game.score();
        let round = head.round + 1;
        let mut next = Head {
            v: VERSION,
            start: head.start.clone(),
            clock: head.clock.clone(),
            chairs: [second, first],
            seed: head.seed,
            dealt: head.dealt,
            round,
            score: [lost, won],
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

    /// The game as everybody sees it.
    pub async fn form(&self, table: &Arc<Table>) -> Result<GameForm, Failure> {
        loop {
            let (seq, position, listing) = {
                let state = table.state.lock().await;
                let seq = state.game.seq();
                let known = state.listing.as_ref().filter(|(at, _)| *at == seq);
                (seq, state.game.position().clone(), known.map(|(_, listing)| Arc::clone(listing)))
            };
            let listing = match listing {
                Some(listing) => listing,
                None if is_quick(&position) => Arc::new(Listing::of(&position)),
                None => Arc::new(self.shared.opponents.run(move || Listing::of(&position)).await?),
            };
            let mut state = table.state.lock().await;
            if state.game.seq() == seq {
                state.listing = Some((seq, Arc::clone(&listing)));
                let presence = *table.presence.borrow();
                let spent = state.spent();
                return Ok(forms::game(&state.game, &listing, presence, spent));
            }
        }
    }

    fn touch(&self, table: &Table) {
        let now = u64::try_from(self.shared.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        table.used.store(now, Ordering::Relaxed);
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the turn in progress began, after this.
fn turn_began(before: Instant, happening: &Happening) -> Instant {
    match happening {
        Happening::Offered { .. } | Happening::Declined { .. } | Happening::Rematched { .. } => {
            before
        }
        _ => Instant::now(),
    }
}

/// Whether the moves are listed in no time.
fn is_quick(position: &Position) -> bool {
    match position.board() {
        Board::Numbers { numbers, .. } => numbers.iter().all(|number| number.to_u64().is_some()),
        Board::Digits { .. } => true,
    }
}

/// The move of an opponent, as text; `None` if it knows none.
fn choose(level: Level, seed: u64, position: &Position, patience: Duration) -> Option<String> {
    let mut bot = Bot::with_memory(level, seed, BOT_MEMORY);
    let made = bot.pick(position, Limits::time(patience))?;
    Some(position.write_move(&made))
}

/// Listens to what other nodes write.
async fn follow(shared: Weak<Shared>, mut news: mpsc::Receiver<News>) {
    while let Some(item) = news.recv().await {
        let Some(shared) = shared.upgrade() else { return };
        let tables = Tables { shared };
        let behind: Vec<Arc<Table>> = match item {
            News::Event(key, seq) => tables.heard(key, seq).into_iter().collect(),
            News::Missed => tables.open().by_id.values().cloned().collect(),
        };
        for table in behind {
            if let Err(error) = tables.refresh(&table).await {
                tracing::warn!(%error, "a game could not catch up");
                table.state.lock().await.stale = true;
            }
        }
    }
}

impl Tables {
    /// Notes an event of another node; the table that has to catch up, if it is in memory.
    fn heard(&self, key: Key, seq: u64) -> Option<Arc<Table>> {
        let mut open = self.open();
        if let Some(table) = open.by_key.get(&key).and_then(Weak::upgrade) {
            return (*table.changed.borrow() < seq).then(|| Arc::clone(&table));
        }
        if open.heard.len() >= HEARD {
            open.heard.retain(|_, (_, at)| at.elapsed() < Duration::from_hours(1));
        }
        if open.heard.len() < HEARD {
            open.heard.insert(key, (seq, Instant::now()));
        }
        None
    }
}

/// Forgets the games that nobody looks at.
async fn tidy(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(IDLE / 10).await;
        let Some(shared) = shared.upgrade() else { return };
        let tables = Tables { shared };
        let now = u64::try_from(tables.shared.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let idle = u64::try_from(IDLE.as_millis()).unwrap_or(u64::MAX);
        let mut open = tables.open();
        open.by_id.retain(|_, table| {
            let quiet = now.saturating_sub(table.used.load(Ordering::Relaxed)) > idle;
            let unwatched = table.sockets.load(Ordering::Relaxed) == 0;
            // A running clock must not begin anew because nobody looked.
            let timed = table.state.try_lock().map_or(true, |state| {
                state.game.turn().is_some_and(|turn| state.game.allowance(turn).is_some())
            });
            !(quiet && unwatched && !timed && Arc::strong_count(table) == 1)
        });
        open.by_key.retain(|_, table| table.strong_count() > 0);
    }
}
