//! A SQLite file: one server, one process, nothing to install.
//!
//! One connection writes and a few read. A lock beside the file keeps other processes from writing.
//! A batch is one transaction, and unique keys decide which events are stored.

mod backup;
mod check;
mod files;

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use futures_util::future::BoxFuture;
use sqlx::{
    ConnectOptions, Connection, Row, SqliteConnection, SqlitePool,
    error::ErrorKind,
    query, query_scalar,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tokio::sync::Mutex;

pub use self::backup::backup;
use self::files::{EventCount, OpenFiles};
use super::{
    Backend, Key, PAGE, StoreError, Stream, StreamEvent, Write, Written, chain::Damaged, schema,
};

/// The timeout for locks and connections.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server with less free disk than this, in bytes, is not ready.
const LEAST_FREE: u64 = 1 << 20;

/// How many connections read.
const READERS: u32 = 4;

/// How many streams are deleted in one transaction, during which other writes wait.
const FORGOTTEN_AT_ONCE: i64 = 200;

/// How many pages the WAL may have before a checkpoint: pages of running games, which are written
/// again and again, are then copied once.
const LOG_PAGES: &str = "4000";

/// The first value is the last key: no key is used twice while the process runs, even if its stream
/// was deleted, because a request may still hold it.
const BEGIN: &str = "
    INSERT INTO streams (key, id, head, begun)
    VALUES (max(?, (SELECT coalesce(max(key), 0) FROM streams)) + 1, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING RETURNING key";

/// Appends a list of events, all or none: a number that is taken breaks the unique key, and an event
/// that does not follow has no body. It needs the one before it, and the first its stream.
const APPEND: &str = "
    WITH new (stream, seq, body) AS (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
    )
    INSERT INTO events (stream, seq, body) SELECT stream, seq, CASE
        WHEN CASE seq
            WHEN 1 THEN EXISTS (SELECT 1 FROM streams WHERE key = new.stream)
            ELSE EXISTS (
                SELECT 1 FROM events AS old WHERE old.stream = new.stream AND old.seq = new.seq - 1
            )
        END THEN body
    END FROM new";

/// A SQLite file, for this process alone.
pub struct Sqlite {
    writing: Mutex<Writer>,
    reading: SqlitePool,
    /// The file that was removed or replaced while it was in use. What was written into it since then
    /// could still be read, but is lost.
    replaced: Arc<OnceLock<PathBuf>>,
}

impl Sqlite {
    /// The connections that read, while what they read is what is kept.
    fn reading(&self) -> Result<&SqlitePool, StoreError> {
        match self.replaced.get() {
            Some(replaced) => Err(unusable(replaced)),
            None => Ok(&self.reading),
        }
    }
}

/// The one connection that writes.
struct Writer {
    path: PathBuf,
    options: SqliteConnectOptions,
    /// `None` after an error: closing a connection rolls back its transaction.
    connection: Option<(SqliteConnection, OpenFiles)>,
    /// The last key that was given to a stream.
    last_key: i64,
    replaced: Arc<OnceLock<PathBuf>>,
    /// In the lock file, which is held while the database is in use; `None` once it is closed.
    events: Option<EventCount>,
}

impl Sqlite {
    /// Opens a file, creates it with its folder if there is none, and migrates it to the current
    /// version. Refuses a file that another process has open for writing.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let refused = |what: &str, error: &dyn std::fmt::Display| {
            StoreError::Refused(format!("{what} {}: {error}", path.display()))
        };
        let path = prepare(path).map_err(|error| refused("cannot make the database", &error))?;
        let (events, is_known) = EventCount::read(lock(&path)?);
        let options = options(&path);
        let replaced = Arc::default();
        let mut writing = Writer {
            path,
            options,
            connection: None,
            last_key: 0,
            replaced: Arc::clone(&replaced),
            events: Some(events),
        };
        let (mut connection, _) =
            writing.connect().await.map_err(|error| refused("cannot open the database", &error))?;
        schema::sqlite(&mut connection, schema::SQLITE).await.map_err(|error| match error {
            StoreError::Unavailable(why) => refused("cannot prepare the database", &why),
            other => other,
        })?;
        writing.count_events(&mut connection, is_known).await?;
        let files = OpenFiles::of(&writing.path)
            .map_err(|error| refused("cannot find the files of the database", &error))?;
        writing.connection = Some((connection, files));
        let reading = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .connect_lazy_with(writing.options.clone().read_only(true));
        Ok(Sqlite { writing: Mutex::new(writing), reading, replaced })
    }
}

/// How many bytes can still be written to the disk of a file, where the system says so.
fn free_bytes(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::statvfs(path).ok().map(|disk| disk.f_bavail * disk.f_frsize);
    #[cfg(not(unix))]
    return None;
}

fn unusable(replaced: &Path) -> StoreError {
    let replaced = replaced.display();
    StoreError::Unavailable(format!("{replaced} was removed or replaced while it was in use"))
}

/// The options of the writer.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(false)
        .busy_timeout(PATIENCE)
        .pragma("wal_autocheckpoint", LOG_PAGES)
        .pragma("temp_store", "memory")
        .disable_statement_logging()
}

/// Makes the folder and an empty file that only its owner can read, unless they are there, and
/// returns the one true path of the file.
fn prepare(path: &Path) -> io::Result<PathBuf> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    match new.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => fs::canonicalize(path),
    }
}

/// Takes the lock beside the file, which the system takes back when the process ends, however it
/// ends. It cannot be on the file itself: closing that would drop SQLite's own locks.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-lock");
    let refused = |error: &dyn std::fmt::Display| {
        StoreError::Refused(format!("cannot lock the database {}: {error}", path.display()))
    };
    let mut open = OpenOptions::new();
    open.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    let file = open.open(&beside).map_err(|error| refused(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Refused(format!(
            "another server is using the database {}; stop it first, or give this one a database \
             of its own",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(refused(&error)),
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Writer {
    async fn connect(&self) -> Result<(SqliteConnection, OpenFiles), sqlx::Error> {
        let mut connection = self.options.connect().await?;
        // A transaction opens the write-ahead log.
        connection.begin_with("BEGIN IMMEDIATE").await?.rollback().await?;
        let files = OpenFiles::of(&self.path)?;
        Ok((connection, files))
    }

    /// Compares the events that are there with those that were acknowledged, and says what is lost.
    async fn count_events(
        &mut self,
        connection: &mut SqliteConnection,
        is_known: bool,
    ) -> Result<(), StoreError> {
        let count: i64 = query_scalar("SELECT count(*) FROM events").fetch_one(connection).await?;
        let Some(events) = &mut self.events else { return Ok(()) };
        let count = count.cast_unsigned();
        if is_known && count < events.get() {
            tracing::error!(
                acknowledged = events.get(),
                found = count,
                "the database has lost events: its write-ahead log was removed or cut, or an older \
                 copy was put in its place; games go on from what is left"
            );
        }
        events.set(count);
        Ok(())
    }

    /// The connection, or a new one after an error. It is put back only on success, so that one with
    /// an unfinished transaction is never used again.
    async fn take(&mut self) -> Result<(SqliteConnection, OpenFiles), StoreError> {
        if self.events.is_none() {
            return Err(StoreError::Closed);
        }
        if let Some(replaced) = self.replaced.get() {
            return Err(unusable(replaced));
        }
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => Ok(self.connect().await?),
        }
    }

    /// Puts the connection back, or closes it after an error. What was written into files that are
    /// not those of the database any more is an error, too, and the last: games in memory are ahead
    /// of what is in the files now.
    async fn put_back<T>(
        &mut self,
        (connection, files): (SqliteConnection, OpenFiles),
        done: Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        if let Some(replaced) = files.replaced() {
            let error = unusable(replaced);
            tracing::error!(%error, "nothing is acknowledged any more; restart the server");
            let _ = self.replaced.set(replaced.to_owned());
            let _ = connection.close().await;
            return Err(error);
        }
        match done {
            Ok(value) => {
                self.connection = Some((connection, files));
                Ok(value)
            }
            Err(error) => {
                let _ = connection.close().await;
                Err(error.into())
            }
        }
    }

    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, StoreError> {
        let mut connection = self.take().await?;
        let done = write(&mut connection.0, &mut self.last_key, batch).await;
        let written = self.put_back(connection, done).await?;
        let appended = written.iter().filter(|written| **written == Written::Appended).count();
        if let Some(events) = &mut self.events {
            events.set(events.get() + appended as u64);
        }
        Ok(written)
    }

    /// Writes something that changes nothing. That may fit into what the write-ahead log has already,
    /// so there must also be room for more.
    async fn try_to_write(&mut self) -> Result<(), StoreError> {
        if free_bytes(&self.path).is_some_and(|free| free < LEAST_FREE) {
            return Err(StoreError::Unavailable("the disk is full".to_owned()));
        }
        let mut connection = self.take().await?;
        let same = query("UPDATE schema SET version = version");
        let done = same.execute(&mut connection.0).await.map(|_| ());
        self.put_back(connection, done).await
    }

    async fn forget(&mut self, before: i64) -> Result<u64, StoreError> {
        let mut connection = self.take().await?;
        let done = forget(&mut connection.0, before).await;
        let (streams, removed) = self.put_back(connection, done).await?;
        if let Some(events) = &mut self.events {
            events.set(events.get().saturating_sub(removed));
        }
        Ok(streams)
    }
}

async fn write(
    connection: &mut SqliteConnection,
    last_key: &mut i64,
    batch: &[Write],
) -> Result<Vec<Written>, sqlx::Error> {
    let mut events = Vec::with_capacity(batch.len());
    for write in batch {
        if let Write::Append { key, seq, body } = write {
            events.push((key.0, *seq, body));
        }
    }
    // Nearly always there are only events, and all of them follow: then one statement is the whole
    // transaction. Each statement is a message to the connection's thread and back.
    if events.len() == batch.len() && append(connection, &events).await? {
        return Ok(vec![Written::Appended; batch.len()]);
    }
    let mut all = connection.begin_with("BEGIN IMMEDIATE").await?;
    let all_follow = append(&mut all, &events).await?;
    let mut written = Vec::with_capacity(batch.len());
    for write in batch {
        written.push(match write {
            Write::Begin { id, head } => {
                let begin = query_scalar(BEGIN).bind(*last_key).bind(id).bind(head).bind(now());
                match begin.fetch_optional(&mut *all).await? {
                    Some(key) => {
                        *last_key = key;
                        Written::Begun(Key(key))
                    }
                    None => Written::Taken,
                }
            }
            Write::Append { .. } if all_follow => Written::Appended,
            Write::Append { key, seq, body } => {
                let follows = append(&mut all, &[(key.0, *seq, body)]).await?;
                if follows { Written::Appended } else { Written::Taken }
            }
        });
    }
    all.commit().await?;
    Ok(written)
}

/// Whether all these events could be appended; if not, none was.
async fn append(
    connection: &mut SqliteConnection,
    events: &[(i64, u64, &String)],
) -> Result<bool, sqlx::Error> {
    let events =
        serde_json::to_string(events).map_err(|error| sqlx::Error::Encode(error.into()))?;
    match query(APPEND).bind(events).execute(connection).await {
        Ok(_) => Ok(true),
        Err(sqlx::Error::Database(error))
            if matches!(error.kind(), ErrorKind::UniqueViolation | ErrorKind::NotNullViolation) =>
        {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Deletes some streams; how many, and how many events they had.
async fn forget(connection: &mut SqliteConnection, before: i64) -> Result<(u64, u64), sqlx::Error> {
    let mut both = connection.begin_with("BEGIN IMMEDIATE").await?;
    let events = query(
        "DELETE FROM events WHERE stream IN \
         (SELECT key FROM streams WHERE begun < ? ORDER BY begun, key LIMIT ?)",
    )
    .bind(before)
    .bind(FORGOTTEN_AT_ONCE)
    .execute(&mut *both)
    .await?;
    let forgotten = query(
        "DELETE FROM streams WHERE key IN \
         (SELECT key FROM streams WHERE begun < ? ORDER BY begun, key LIMIT ?)",
    )
    .bind(before)
    .bind(FORGOTTEN_AT_ONCE)
    .execute(&mut *both)
    .await?;
    both.commit().await?;
    Ok((forgotten.rows_affected(), events.rows_affected()))
}

impl Backend for Sqlite {
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>> {
        Box::pin(async move { self.writing.lock().await.write(&batch).await })
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>> {
        Box::pin(async move {
            // One statement, so that the stream cannot be deleted between head and events.
            let rows = query(
                "SELECT key, 0, head FROM streams WHERE id = ? UNION ALL \
                 SELECT stream, seq, body FROM events \
                 WHERE stream = (SELECT key FROM streams WHERE id = ?) ORDER BY 2",
            )
            .bind(id)
            .bind(id)
            .fetch_all(self.reading()?)
            .await?;
            let mut rows = rows.into_iter();
            let Some(first) = rows.next() else { return Ok(None) };
            let (key, head) = (Key(first.try_get(0)?), first.try_get(2)?);
            let kept = |row: sqlx::sqlite::SqliteRow| {
                Ok::<_, sqlx::Error>(StreamEvent {
                    seq: row.try_get::<i64, _>(1)?.cast_unsigned(),
                    body: row.try_get(2)?,
                })
            };
            Ok(Some(Stream { key, head, events: rows.map(kept).collect::<Result<_, _>>()? }))
        })
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>> {
        Box::pin(async move {
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let rows: Vec<(i64, String)> = sqlx::query_as(
                "SELECT seq, body FROM events WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?",
            )
            .bind(key.0)
            .bind(after)
            .bind(i64::from(PAGE))
            .fetch_all(self.reading()?)
            .await?;
            let kept = |(seq, body): (i64, String)| StreamEvent { seq: seq.cast_unsigned(), body };
            Ok(rows.into_iter().map(kept).collect())
        })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { self.writing.lock().await.try_to_write().await })
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let age = i64::try_from(older_than.as_millis()).unwrap_or(i64::MAX);
            let before = now().saturating_sub(age);
            let mut all = 0;
            loop {
                // Other writes get the lock between two batches.
                let some = self.writing.lock().await.forget(before).await?;
                all += some;
                if some < FORGOTTEN_AT_ONCE.cast_unsigned() {
                    return Ok(all);
                }
            }
        })
    }

    fn check(&self) -> BoxFuture<'_, Result<Vec<(String, Damaged)>, StoreError>> {
        Box::pin(async { check::check(self.reading()?).await })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.reading.close().await;
            let mut writing = self.writing.lock().await;
            // Closing the last connection makes the checkpoint.
            if let Some((connection, _)) = writing.connection.take() {
                let _ = connection.close().await;
            }
            writing.events = None;
        })
    }
}

#[cfg(test)]
mod tests;
