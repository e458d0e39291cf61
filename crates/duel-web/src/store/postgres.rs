//! PostgreSQL: several servers ("nodes") on one database.
//!
//! A batch is one statement, and so one transaction and one round trip: it stores the events whose
//! number is free, and notifies the other nodes (`news`). Every wait has a timeout on both sides,
//! because a connection can fail without a reset; a connection with an error is never used again.

mod news;
mod read_pool;

use std::{
    collections::{HashMap, hash_map::Entry},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use futures_util::future::BoxFuture;
use sqlx::{
    ConnectOptions, Connection, PgConnection, Row,
    postgres::{PgConnectOptions, PgRow},
    query, query_as, query_scalar, raw_sql,
};
use tokio::{
    sync::{Mutex, mpsc},
    task::JoinHandle,
    time::Instant,
};

use self::read_pool::{ReadPool, in_time};
use super::{
    Backend, Key, News, PAGE, StoreError, Stream, StreamEvent, Write, Written, parts, schema,
};

/// The timeout of each operation.
const PATIENCE: Duration = Duration::from_secs(3);

/// The same as a setting of the database, in milliseconds.
const PATIENCE_THERE: &str = "3000";

/// How many streams are deleted in one transaction, during which the writes of all nodes wait.
const FORGOTTEN_AT_ONCE: i64 = 200;

/// One row: the keys and names that were begun, the streams that were appended to, and how many
/// notifications were sent. Sorted against deadlocks between nodes. An event needs the one before it,
/// and the first its stream. `150` pairs of the longest numbers fit the 8000 bytes of a notification.
const WRITE: &str = "
    WITH begun AS (
        INSERT INTO streams (id, head)
        SELECT id, head FROM unnest($1::text[], $2::text[]) AS new (id, head) ORDER BY id
        ON CONFLICT (id) DO NOTHING
        RETURNING key, id
    ), put AS (
        INSERT INTO events (stream, seq, body)
        SELECT stream, seq, body
        FROM unnest($3::bigint[], $4::bigint[], $5::text[]) AS new (stream, seq, body)
        WHERE CASE seq
            WHEN 1 THEN EXISTS (SELECT FROM streams WHERE key = new.stream)
            ELSE EXISTS (
                SELECT FROM events AS old WHERE old.stream = new.stream AND old.seq = new.seq - 1
            )
        END
        ORDER BY stream
        ON CONFLICT (stream, seq) DO NOTHING
        RETURNING stream, seq
    ), parts AS (
        SELECT (row_number() OVER () - 1) / 150 AS part, stream, seq FROM put
    ), notified AS (
        SELECT pg_notify(
            'duel_events',
            $6::text || ' ' || ($7::bigint + part) || ' ' || string_agg(stream || '.' || seq, ' ')
        ) FROM parts GROUP BY part ORDER BY part
    )
    SELECT
        (SELECT coalesce(array_agg(key ORDER BY key), '{}') FROM begun),
        (SELECT coalesce(array_agg(id ORDER BY key), '{}') FROM begun),
        (SELECT coalesce(array_agg(stream), '{}') FROM put),
        (SELECT count(*) FROM notified)";

const NOTIFY: &str = "SELECT pg_notify('duel_events', $1::text || ' ' || $2::bigint)";

/// One statement, so that the stream cannot be deleted between head and events.
const LOAD: &str = "
    SELECT key, 0::bigint, head FROM streams WHERE id = $1 UNION ALL
    SELECT stream, seq, body FROM events WHERE stream = (SELECT key FROM streams WHERE id = $1)
    ORDER BY 2";

const SINCE: &str =
    "SELECT seq, body FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3";

/// A PostgreSQL database, which other nodes may share.
pub struct Postgres {
    options: PgConnectOptions,
    readers: ReadPool,
    node: Arc<str>,
    writing: Arc<Mutex<Writer>>,
    tasks: std::sync::Mutex<Vec<JoinHandle<()>>>,
}

/// The one connection that writes, and the count of its notifications.
struct Writer {
    options: PgConnectOptions,
    node: Arc<str>,
    /// `None` after an error.
    connection: Option<PgConnection>,
    /// The number of this node's last notification.
    notified: i64,
    notified_at: Instant,
    closed: bool,
}

impl Postgres {
    /// Connects to a database, and migrates it to the current version.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        let options = options(address)?;
        let place = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let unreachable = |error: StoreError| match error {
            StoreError::Unavailable(why) => {
                StoreError::Unavailable(format!("PostgreSQL at {place}: {why}"))
            }
            other => other,
        };
        let mut connection = in_time(options.connect()).await.map_err(unreachable)?;
        schema::postgres(&mut connection, schema::POSTGRES).await.map_err(unreachable)?;
        let node: Arc<str> = format!("{:016x}", rand::random::<u64>()).into();
        let writing = Arc::new(Mutex::new(Writer {
            options: options.clone(),
            node: Arc::clone(&node),
            connection: Some(connection),
            notified: 0,
            notified_at: Instant::now(),
            closed: false,
        }));
        let heartbeat = tokio::spawn(news::heartbeat(Arc::clone(&writing)));
        let readers = ReadPool::new(options.clone());
        let tasks = std::sync::Mutex::new(vec![heartbeat]);
        Ok(Postgres { options, readers, node, writing, tasks })
    }

    fn tasks(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.tasks().drain(..).for_each(|task| task.abort());
    }
}

fn options(address: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(address).map_err(|error| {
        StoreError::Refused(format!("this is not an address of a PostgreSQL database: {error}"))
    })?;
    Ok(options
        .application_name("duel serve")
        .options([
            ("synchronous_commit", "on"),
            ("statement_timeout", PATIENCE_THERE),
            ("lock_timeout", PATIENCE_THERE),
            ("idle_in_transaction_session_timeout", "10000"),
        ])
        .disable_statement_logging())
}

impl Writer {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, StoreError> {
        let mut written = vec![Written::Taken; batch.len()];
        for part in parts(batch) {
            let mut connection = self.take().await?;
            // If the write fails, the gap in the numbers makes the other nodes read again.
            let first = self.notified + 1;
            self.notified += 1;
            let notified =
                in_time(write(&mut connection, &self.node, first, batch, &part, &mut written))
                    .await?;
            self.notified = first + notified - 1;
            self.put_back(connection, notified > 0);
        }
        Ok(written)
    }

    /// Sends a notification without events, which also tests the connection.
    async fn beat(&mut self) -> Result<(), StoreError> {
        let mut connection = self.take().await?;
        self.notified += 1;
        let notify = query(NOTIFY).bind(&*self.node).bind(self.notified);
        in_time(notify.execute(&mut connection)).await?;
        self.put_back(connection, true);
        Ok(())
    }

    /// The connection, or a new one after an error. It is put back only on success.
    async fn take(&mut self) -> Result<PgConnection, StoreError> {
        if self.closed {
            return Err(StoreError::Closed);
        }
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => in_time(self.options.connect()).await,
        }
    }

    fn put_back(&mut self, connection: PgConnection, notified: bool) {
        self.connection = Some(connection);
        if notified {
            self.notified_at = Instant::now();
        }
    }
}

/// Writes one part of a batch, and returns how many notifications were sent.
async fn write(
    connection: &mut PgConnection,
    node: &str,
    notified: i64,
    batch: &[Write],
    part: &[usize],
    written: &mut [Written],
) -> Result<i64, sqlx::Error> {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut streams: HashMap<i64, usize> = HashMap::with_capacity(part.len());
    let (mut ids, mut heads) = (Vec::new(), Vec::new());
    let (mut keys, mut seqs, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for &place in part {
        match &batch[place] {
            Write::Begin { id, head } => {
                if let Entry::Vacant(first) = names.entry(id) {
                    first.insert(place);
                    ids.push(id.as_str());
                    heads.push(head.as_str());
                }
            }
            Write::Append { key, seq, body } => {
                if let Ok(seq) = i64::try_from(*seq) {
                    streams.insert(key.0, place);
                    keys.push(key.0);
                    seqs.push(seq);
                    bodies.push(body.as_str());
                }
            }
        }
    }
    let row = query(WRITE)
        .bind(ids)
        .bind(heads)
        .bind(keys)
        .bind(seqs)
        .bind(bodies)
        .bind(node)
        .bind(notified)
        .fetch_one(connection)
        .await?;
    let begun = row.try_get::<Vec<i64>, _>(0)?.into_iter();
    for (key, name) in begun.zip(row.try_get::<Vec<String>, _>(1)?) {
        if let Some(place) = names.get(name.as_str()) {
            written[*place] = Written::Begun(Key(key));
        }
    }
    for stream in row.try_get::<Vec<i64>, _>(2)? {
        if let Some(place) = streams.get(&stream) {
            written[*place] = Written::Appended;
        }
    }
    row.try_get(3)
}

async fn load(connection: &mut PgConnection, id: &str) -> Result<Option<Stream>, sqlx::Error> {
    let mut rows = query(LOAD).bind(id).fetch_all(connection).await?.into_iter();
    let Some(first) = rows.next() else { return Ok(None) };
    let kept = |row: PgRow| {
        let seq = row.try_get::<i64, _>(1)?.cast_unsigned();
        Ok::<_, sqlx::Error>(StreamEvent { seq, body: row.try_get(2)? })
    };
    let events = rows.map(kept).collect::<Result<_, _>>()?;
    Ok(Some(Stream { key: Key(first.try_get(0)?), head: first.try_get(2)?, events }))
}

async fn since(
    connection: &mut PgConnection,
    key: Key,
    after: i64,
) -> Result<Vec<StreamEvent>, sqlx::Error> {
    let later = query_as::<_, (i64, String)>(SINCE).bind(key.0).bind(after).bind(i64::from(PAGE));
    let kept = |(seq, body): (i64, String)| StreamEvent { seq: seq.cast_unsigned(), body };
    Ok(later.fetch_all(connection).await?.into_iter().map(kept).collect())
}

/// The time this many seconds ago, by the database's clock.
async fn moment_before(connection: &mut PgConnection, seconds: f64) -> Result<f64, sqlx::Error> {
    let moment = query_scalar("SELECT extract(epoch FROM now())::float8 - $1::float8");
    moment.bind(seconds).fetch_one(connection).await
}

/// Deletes some streams, locked against new events of any node.
async fn forget(connection: &mut PgConnection, before: f64) -> Result<u64, sqlx::Error> {
    let mut both = connection.begin().await?;
    raw_sql("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE").execute(&mut *both).await?;
    let forgotten = query(
        "WITH old AS (
            DELETE FROM streams WHERE key IN (
                SELECT key FROM streams WHERE begun < to_timestamp($1)
                ORDER BY begun, key LIMIT $2
            ) RETURNING key
        ), gone AS (
            DELETE FROM events WHERE stream IN (SELECT key FROM old)
        )
        SELECT key FROM old",
    )
    .bind(before)
    .bind(FORGOTTEN_AT_ONCE)
    .fetch_all(&mut *both)
    .await?;
    both.commit().await?;
    Ok(forgotten.len() as u64)
}

impl Backend for Postgres {
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>> {
        Box::pin(async move { self.writing.lock().await.write(&batch).await })
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>> {
        let id = id.to_owned();
        Box::pin(self.readers.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { load(connection, &id).await })
        }))
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        Box::pin(self.readers.read(move |connection| Box::pin(since(connection, key, after))))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.readers.read(|connection| {
            let same = query("UPDATE schema SET version = version");
            Box::pin(async { same.execute(connection).await.map(|_| ()) })
        }))
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        let age = older_than.as_secs_f64();
        Box::pin(async move {
            // Read once, so that the loop ends.
            let before = self.readers.read(move |link| Box::pin(moment_before(link, age))).await?;
            let mut all = 0;
            loop {
                // Deleting is idempotent, so it may be retried like a read.
                let some = self.readers.read(move |link| Box::pin(forget(link, before))).await?;
                all += some;
                if some < FORGOTTEN_AT_ONCE.cast_unsigned() {
                    return Ok(all);
                }
            }
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn listen(&self, news: mpsc::Sender<News>) {
        let listening = news::listen(self.options.clone(), Arc::clone(&self.node), news);
        self.tasks().push(tokio::spawn(listening));
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.tasks().drain(..).for_each(|task| task.abort());
            self.readers.close();
            let mut writing = self.writing.lock().await;
            writing.closed = true;
            if let Some(connection) = writing.connection.take() {
                let _ = in_time(connection.close()).await;
            }
        })
    }
}
