//! A SQLite file: one server, one process, nothing to install.
//!
//! One thread writes and a few read, each with a connection of its own. A lock beside the file keeps
//! other processes from writing. A batch is one transaction, and unique keys decide which events are
//! stored.

mod backup;
mod check;
mod files;
mod threads;

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use futures_util::future::BoxFuture;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row, TransactionBehavior};
use tokio::{task::spawn_blocking, time::timeout};

pub use self::backup::backup;
use self::{
    files::{EventCount, OpenFiles},
    threads::Threads,
};
use super::{
    Backend, Key, PAGE, StoreError, Stream, StreamEvent, Write, Written, chain::Damaged, schema,
};

/// The timeout for locks and reads.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server with less free disk than this, in bytes, is not ready.
const LEAST_FREE: u64 = 1 << 20;

/// How many threads read.
const READERS: usize = 4;

/// How many streams are deleted in one transaction, during which other writes wait.
const FORGOTTEN_AT_ONCE: i64 = 200;

/// Settings of a connection that writes. A checkpoint comes when the write-ahead log has so many
/// pages that those of running games, which are written again and again, are copied once.
const WRITING: &str = "
    PRAGMA journal_mode = wal;
    PRAGMA synchronous = full;
    PRAGMA foreign_keys = off;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA temp_store = memory";

/// The first value is the last key: no key is used twice while the process runs, even if its stream
/// was deleted, because a request may still hold it.
const BEGIN: &str = "
    INSERT INTO streams (key, id, head, begun)
    VALUES (max(?, (SELECT coalesce(max(key), 0) FROM streams)) + 1, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING RETURNING key";

/// Appends an event or nothing: a number that is taken breaks the unique key, and an event that does
/// not follow has no body. It needs the one before it, and the first its stream. (A `SELECT` in the
/// place of `VALUES` would go through a temporary table.)
const APPEND: &str = "
    INSERT OR IGNORE INTO events (stream, seq, body) VALUES (?1, ?2, CASE
        WHEN CASE ?2
            WHEN 1 THEN EXISTS (SELECT 1 FROM streams WHERE key = ?1)
            ELSE EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND seq = ?2 - 1)
        END THEN ?3
    END)";

/// A SQLite file, for this process alone.
pub struct Sqlite {
    writing: Threads<Writer>,
    reading: Threads<Reader>,
}

/// The one connection that writes.
struct Writer {
    path: PathBuf,
    /// `None` after an error: closing a connection rolls back its transaction.
    connection: Option<(Connection, OpenFiles)>,
    /// The last key that was given to a stream.
    last_key: i64,
    replaced: Replaced,
    /// In the lock file, which is held while the database is in use.
    events: EventCount,
}

/// A connection that reads.
struct Reader {
    path: PathBuf,
    /// `None` before the first use, and after an error.
    connection: Option<Connection>,
    replaced: Replaced,
}

/// The file that was removed or replaced while it was in use. What was written into it since then
/// could still be read, but is lost.
#[derive(Clone, Default)]
struct Replaced(Arc<OnceLock<PathBuf>>);

impl Replaced {
    fn check(&self) -> Result<(), StoreError> {
        match self.0.get() {
            Some(path) => Err(StoreError::Unavailable(format!(
                "{} was removed or replaced while it was in use",
                path.display()
            ))),
            None => Ok(()),
        }
    }
}

impl Sqlite {
    /// Opens a file, creates it with its folder if there is none, and migrates it to the current
    /// version. Refuses a file that another process has open for writing.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let given = path.to_owned();
        let writer = blocking(move || Writer::open(&given)).await?;
        let reader = || Reader {
            path: writer.path.clone(),
            connection: None,
            replaced: writer.replaced.clone(),
        };
        let readers: Vec<Reader> = (0..READERS).map(|_| reader()).collect();
        let refused = |error| StoreError::Refused(format!("cannot start a thread: {error}"));
        let writing = Threads::start("sqlite-writer", [writer]).map_err(refused)?;
        let reading = Threads::start("sqlite-reader", readers).map_err(refused)?;
        Ok(Sqlite { writing, reading })
    }

    async fn read<R: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let found = self.reading.run(move |reader| reader.read(read));
        timeout(PATIENCE, found).await.unwrap_or_else(|_| {
            let seconds = PATIENCE.as_secs();
            Err(StoreError::Unavailable(format!("no answer within {seconds} seconds")))
        })
    }
}

/// Does something that may wait for the disk.
async fn blocking<R: Send + 'static>(
    job: impl FnOnce() -> Result<R, StoreError> + Send + 'static,
) -> Result<R, StoreError> {
    spawn_blocking(job).await.map_err(|_| StoreError::Closed)?
}

/// How many bytes can still be written to the disk of a file, where the system says so.
fn free_bytes(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::statvfs(path).ok().map(|disk| disk.f_bavail * disk.f_frsize);
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// A connection to a file that exists.
fn connect(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn connect_to_read(path: &Path) -> rusqlite::Result<Connection> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn connect_to_write(path: &Path) -> Result<(Connection, OpenFiles), StoreError> {
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.execute_batch(WRITING)?;
    // A transaction opens the write-ahead log.
    connection.transaction_with_behavior(TransactionBehavior::Immediate)?.rollback()?;
    let files = OpenFiles::of(path).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok((connection, files))
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
        _ => Ok(usual_form(fs::canonicalize(path)?)),
    }
}

/// Windows puts a prefix before the one true path, which is typed and shown without it.
fn usual_form(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    match plain.filter(|plain| plain.as_bytes().get(1) == Some(&b':')) {
        Some(plain) => PathBuf::from(plain),
        None => path,
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
    fn open(path: &Path) -> Result<Writer, StoreError> {
        let refused = |what: &str, error: &dyn std::fmt::Display| {
            StoreError::Refused(format!("{what} {}: {error}", path.display()))
        };
        let made = prepare(path).map_err(|error| refused("cannot make the database", &error))?;
        let (mut events, is_known) = EventCount::read(lock(&made)?);
        let cannot_open = |error: StoreError| match error {
            StoreError::Unavailable(why) => refused("cannot open the database", &why),
            other => other,
        };
        let (mut connection, files) = connect_to_write(&made).map_err(cannot_open)?;
        schema::sqlite(&mut connection, schema::SQLITE).map_err(cannot_open)?;
        let count = count_events(&connection)?;
        if is_known && count < events.get() {
            tracing::error!(
                acknowledged = events.get(),
                found = count,
                "the database has lost events: its write-ahead log was removed or cut, or an older \
                 copy was put in its place; games go on from what is left"
            );
        }
        events.set(count);
        let (connection, replaced) = (Some((connection, files)), Replaced::default());
        Ok(Writer { path: made, connection, last_key: 0, replaced, events })
    }

    /// Uses the connection, or a new one after an error. It is kept only on success, so that one with
    /// an unfinished transaction is never used again. What was written into files that are not those
    /// of the database any more is an error, too, and the last: games in memory are ahead of what is
    /// in the files now.
    fn with<R>(
        &mut self,
        write: impl FnOnce(&mut Connection) -> rusqlite::Result<R>,
    ) -> Result<R, StoreError> {
        self.replaced.check()?;
        let (mut connection, files) = match self.connection.take() {
            Some(open) => open,
            None => connect_to_write(&self.path)?,
        };
        let done = write(&mut connection);
        if let Some(path) = files.replaced() {
            let _ = self.replaced.0.set(path.to_owned());
            self.replaced.check().inspect_err(|error| {
                tracing::error!(%error, "nothing is acknowledged any more; restart the server");
            })?;
        }
        let done = done?;
        self.connection = Some((connection, files));
        Ok(done)
    }

    fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, StoreError> {
        let mut last_key = self.last_key;
        let written = self.with(|connection| write(connection, &mut last_key, batch))?;
        self.last_key = last_key;
        let appended = written.iter().filter(|written| **written == Written::Appended).count();
        self.events.set(self.events.get() + appended as u64);
        Ok(written)
    }

    /// Writes something that changes nothing. That may fit into what the write-ahead log has already,
    /// so there must also be room for more.
    fn try_to_write(&mut self) -> Result<(), StoreError> {
        if free_bytes(&self.path).is_some_and(|free| free < LEAST_FREE) {
            return Err(StoreError::Unavailable("the disk is full".to_owned()));
        }
        self.with(|connection| {
            connection.execute("UPDATE schema SET version = version", ()).map(|_| ())
        })
    }

    fn forget(&mut self, before: i64) -> Result<u64, StoreError> {
        let (streams, events) = self.with(|connection| forget(connection, before))?;
        self.events.set(self.events.get().saturating_sub(events));
        Ok(streams)
    }
}

impl Reader {
    fn read<R>(
        &mut self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<R>,
    ) -> Result<R, StoreError> {
        self.replaced.check()?;
        let connection = match self.connection.take() {
            Some(open) => open,
            None => connect_to_read(&self.path)?,
        };
        let found = read(&connection)?;
        self.connection = Some(connection);
        Ok(found)
    }
}

fn count_events(connection: &Connection) -> rusqlite::Result<u64> {
    let count = connection.query_one("SELECT count(*) FROM events", (), |row| row.get::<_, i64>(0));
    count.map(i64::cast_unsigned)
}

fn write(
    connection: &mut Connection,
    last_key: &mut i64,
    batch: &[Write],
) -> rusqlite::Result<Vec<Written>> {
    let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut append = all.prepare(APPEND)?;
    let mut written = Vec::with_capacity(batch.len());
    for write in batch {
        written.push(match write {
            Write::Begin { id, head } => {
                let begun = (*last_key, id, head, now());
                match all.query_one(BEGIN, begun, |row| row.get(0)).optional()? {
                    Some(key) => {
                        *last_key = key;
                        Written::Begun(Key(key))
                    }
                    None => Written::Taken,
                }
            }
            Write::Append { key, seq, body } => match i64::try_from(*seq) {
                Ok(seq) if append.execute((key.0, seq, body))? == 1 => Written::Appended,
                _ => Written::Taken,
            },
        });
    }
    drop(append);
    all.commit()?;
    Ok(written)
}

/// Deletes some streams; how many, and how many events they had.
fn forget(connection: &mut Connection, before: i64) -> rusqlite::Result<(u64, u64)> {
    let both = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let some = (before, FORGOTTEN_AT_ONCE);
    let events = both.execute(
        "DELETE FROM events WHERE stream IN \
         (SELECT key FROM streams WHERE begun < ? ORDER BY begun, key LIMIT ?)",
        some,
    )?;
    let streams = both.execute(
        "DELETE FROM streams WHERE key IN \
         (SELECT key FROM streams WHERE begun < ? ORDER BY begun, key LIMIT ?)",
        some,
    )?;
    both.commit()?;
    Ok((streams as u64, events as u64))
}

fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<Stream>> {
    // One statement, so that the stream cannot be deleted between head and events.
    let mut select = connection.prepare(
        "SELECT key, 0, head FROM streams WHERE id = ?1 UNION ALL \
         SELECT stream, seq, body FROM events \
         WHERE stream = (SELECT key FROM streams WHERE id = ?1) ORDER BY 2",
    )?;
    let mut rows = select.query([id])?;
    let Some(first) = rows.next()? else { return Ok(None) };
    let (key, head) = (Key(first.get(0)?), first.get(2)?);
    let kept = |row: &Row<'_>| {
        Ok(StreamEvent { seq: row.get::<_, i64>(1)?.cast_unsigned(), body: row.get(2)? })
    };
    let events = rows.mapped(kept).collect::<rusqlite::Result<_>>()?;
    Ok(Some(Stream { key, head, events }))
}

fn since(connection: &Connection, key: Key, after: i64) -> rusqlite::Result<Vec<StreamEvent>> {
    let mut select = connection.prepare(
        "SELECT seq, body FROM events WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?",
    )?;
    let kept = |row: &Row<'_>| {
        Ok(StreamEvent { seq: row.get::<_, i64>(0)?.cast_unsigned(), body: row.get(1)? })
    };
    select.query_map((key.0, after, PAGE), kept)?.collect()
}

impl Backend for Sqlite {
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>> {
        Box::pin(self.writing.run(move |writer| writer.write(&batch)))
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>> {
        let id = id.to_owned();
        Box::pin(self.read(move |connection| load(connection, &id)))
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        Box::pin(self.read(move |connection| since(connection, key, after)))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writing.run(Writer::try_to_write))
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let age = i64::try_from(older_than.as_millis()).unwrap_or(i64::MAX);
            let before = now().saturating_sub(age);
            let mut all = 0;
            loop {
                // Other writes come between two batches.
                let some = self.writing.run(move |writer| writer.forget(before)).await?;
                all += some;
                if some < FORGOTTEN_AT_ONCE.cast_unsigned() {
                    return Ok(all);
                }
            }
        })
    }

    fn check(&self) -> BoxFuture<'_, Result<Vec<(String, Damaged)>, StoreError>> {
        Box::pin(check::check(&self.reading))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.reading.close().await;
            // Closing the last connection makes the checkpoint.
            self.writing.close().await;
        })
    }
}

#[cfg(test)]
mod tests;
