//! Storage: streams of numbered events, in a database.
//!
//! A stream (a game, a classroom) has a name, a head that never changes, and events with numbers
//! that begin with 1. The unique key on stream and number decides conflicts, not timing: of two
//! writers with the same number, one gets [`Place::Taken`]. So does one whose number does not follow
//! the last, and one whose stream does not exist (any more): a stream has no holes. Nothing is
//! acknowledged before it is on disk.
//!
//! All writes go through one queue (`writer.rs`), which puts those that arrived during a transaction
//! into the next. Nothing here knows what a game is.

mod address;
pub mod chain;
mod downtime;
pub mod memory;
pub mod postgres;
pub mod schema;
pub mod sqlite;
mod writer;

use std::{collections::HashMap, error::Error as _, sync::Arc, time::Duration};

use futures_util::future::BoxFuture;
use thiserror::Error;
use tokio::sync::mpsc;

use self::{chain::Damaged, downtime::Downtime, writer::Queue};

/// The database's key of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub i64);

/// One event of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamEvent {
    /// Its number, from 1.
    pub seq: u64,
    /// What happened.
    pub body: String,
}

/// A stream as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Its key.
    pub key: Key,
    /// Its head.
    pub head: String,
    /// Its events, in order.
    pub events: Vec<StreamEvent>,
}

/// A write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new stream.
    Begin {
        /// Its name.
        id: String,
        /// Its head.
        head: String,
    },
    /// One more event.
    Append {
        /// Of which stream.
        key: Key,
        /// Its number: one more than the last that the writer knows of.
        seq: u64,
        /// What happened.
        body: String,
    },
}

/// The result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The stream exists now, under this key.
    Begun(Key),
    /// The event is kept.
    Appended,
    /// The name or number is taken, or the event does not follow the last.
    Taken,
}

/// Whether an event was stored under its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It was.
    Ours,
    /// It was not: another event has the number, or it does not follow the last.
    Taken,
}

/// A notification of another node's writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notification {
    /// An event of this stream, up to this number.
    Event(Key, u64),
    /// Notifications may have been lost: everything has to be read again.
    Missed,
}

/// Why the database could not do something.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// It cannot be reached, or fails. A write may or may not have been stored.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// It was written by a newer program.
    #[error(
        "the database has version {found}, and this program knows version {known}: \
         a newer program is needed"
    )]
    TooNew {
        /// Its version.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// It cannot be used like this: a wrong address, a file that another server uses.
    #[error("{0}")]
    Refused(String),
    /// The server is stopping.
    #[error("the server is stopping")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Unavailable(error.to_string())
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        let cause = error.source().map(|cause| format!(": {cause}"));
        StoreError::Unavailable(format!("{error}{}", cause.unwrap_or_default()))
    }
}

/// How many events are read at once.
pub const PAGE: u16 = 1_000;

/// The longest name of a stream, in bytes: safe for every index.
const LONGEST_NAME: usize = 200;

/// PostgreSQL stores no text with a zero byte, and would fail the whole batch.
fn keepable(text: &str) -> Result<(), StoreError> {
    match text.find('\0') {
        None => Ok(()),
        Some(at) => {
            Err(StoreError::Refused(format!("text with a zero byte (at {at}) cannot be kept")))
        }
    }
}

/// A database.
pub trait Backend: Send + Sync + 'static {
    /// Writes these in order; results are in the same order. After an error each of them may or may
    /// not have been stored.
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>>;

    /// The stream of this name, with all its events.
    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>>;

    /// The next events of a stream after this number, in order, at most [`PAGE`].
    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>>;

    /// Whether something can be written.
    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Deletes streams that were begun longer ago than this; how many there were.
    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Whether other nodes can write, too.
    fn is_shared(&self) -> bool {
        false
    }

    /// Sends notifications of other nodes from now on, where there can be any.
    fn listen(&self, _news: mpsc::Sender<Notification>) {}

    /// Reads everything, and gives the streams in which something was changed or lost; nothing where
    /// the database checks by itself what it reads.
    fn check(&self) -> BoxFuture<'_, Result<Vec<(String, Damaged)>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// Closes the database.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// Parts of a batch that one statement can write: in each, a stream has at most one event, which
/// the next part can then follow. Nearly always there is only one part.
fn parts(batch: &[Write]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut seen: HashMap<Key, usize> = HashMap::with_capacity(batch.len());
    for (place, write) in batch.iter().enumerate() {
        let part = match write {
            Write::Begin { .. } => 0,
            Write::Append { key, .. } => {
                let times = seen.entry(*key).or_default();
                *times += 1;
                *times - 1
            }
        };
        if part == parts.len() {
            parts.push(Vec::with_capacity(batch.len()));
        }
        parts[part].push(place);
    }
    parts
}

/// The database with its write queue.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    queue: Queue,
    downtime: Arc<Downtime>,
}

/// How often a write is tried while none succeeds.
const RETRY: Duration = Duration::from_millis(500);

/// Notes the end of a downtime, also if nobody writes: clocks of games wait for it.
async fn wait_for_end(backend: Arc<dyn Backend>, downtime: Arc<Downtime>) {
    while downtime.goes_on() {
        tokio::time::sleep(RETRY).await;
        match backend.ping().await {
            Ok(()) => {
                downtime.note(true);
            }
            Err(StoreError::Unavailable(_)) => {}
            Err(_) => return,
        }
    }
}

impl Store {
    /// Starts the write queue of a database. Must be called within a runtime.
    pub fn new(backend: impl Backend) -> Store {
        let backend: Arc<dyn Backend> = Arc::new(backend);
        let queue = Queue::start(Arc::clone(&backend));
        Store { backend, queue, downtime: Arc::default() }
    }

    /// Whether other nodes can write, too.
    pub fn is_shared(&self) -> bool {
        self.backend.is_shared()
    }

    /// For how long nothing could be written, in all.
    pub fn downtime(&self) -> Duration {
        self.downtime.total()
    }

    async fn write(&self, write: Write) -> Result<Written, StoreError> {
        let written = self.queue.write(write).await;
        if self.downtime.note(!matches!(written, Err(StoreError::Unavailable(_)))) {
            tokio::spawn(wait_for_end(Arc::clone(&self.backend), Arc::clone(&self.downtime)));
        }
        written
    }

    /// Begins a stream; `None` if there is one of this name.
    pub async fn begin(&self, id: String, head: String) -> Result<Option<Key>, StoreError> {
        keepable(&id)?;
        keepable(&head)?;
        if id.len() > LONGEST_NAME {
            return Err(StoreError::Refused(format!("a name has at most {LONGEST_NAME} bytes")));
        }
        match self.write(Write::Begin { id, head }).await? {
            Written::Begun(key) => Ok(Some(key)),
            Written::Appended | Written::Taken => Ok(None),
        }
    }

    /// Adds an event to a stream, and returns when it is on disk.
    pub async fn append(&self, key: Key, seq: u64, body: String) -> Result<Place, StoreError> {
        keepable(&body)?;
        match self.write(Write::Append { key, seq, body }).await? {
            Written::Appended => Ok(Place::Ours),
            Written::Begun(_) | Written::Taken => Ok(Place::Taken),
        }
    }

    /// The stream of this name, with all its events.
    pub async fn load(&self, id: &str) -> Result<Option<Stream>, StoreError> {
        if keepable(id).is_err() {
            return Ok(None);
        }
        self.backend.load(id).await
    }

    /// The next events of a stream after this number, in order, at most [`PAGE`].
    pub async fn since(&self, key: Key, after: u64) -> Result<Vec<StreamEvent>, StoreError> {
        self.backend.since(key, after).await
    }

    /// Whether something can be written.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.backend.ping().await
    }

    /// Reads everything, and gives the streams in which something was changed or lost.
    pub async fn check(&self) -> Result<Vec<(String, Damaged)>, StoreError> {
        self.backend.check().await
    }

    /// Deletes streams that were begun longer ago than this; how many there were.
    pub async fn forget(&self, older_than: Duration) -> Result<u64, StoreError> {
        self.backend.forget(older_than).await
    }

    /// Notifications of other nodes. The first after each connect is [`Notification::Missed`]; the channel
    /// closes with the store.
    pub fn notifications(&self) -> mpsc::Receiver<Notification> {
        let (notifications, received) = mpsc::channel(1024);
        self.backend.listen(notifications);
        received
    }

    /// Writes what is queued, and closes the database.
    pub async fn close(&self) {
        self.queue.close().await;
        self.backend.close().await;
    }
}
