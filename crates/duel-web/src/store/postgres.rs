//! PostgreSQL: several servers ("nodes") on one database.
//!
//! A batch is one statement, and so one transaction and one round trip: it adds the events whose
//! place is free, and tells the other nodes which (`news`). Every wait has an end, here and not
//! only at the server, because a connection can also fall silent without being reset; a connection
//! on which anything went wrong is never used again.

mod links;
mod news;

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

use self::links::{Links, in_time};
use super::{Backend, Kept, Key, News, StoreError, Stream, Write, Written, schema};

/// How long the database may take for one thing before it counts as not answering.
const PATIENCE: Duration = Duration::from_secs(3);

/// The same for the database's own clock: it gives up what nobody waits for any more.
const PATIENCE_THERE: &str = "3000";

/// How many streams are forgotten in one transaction, while all nodes' moves wait.
const FORGOTTEN_AT_ONCE: i64 = 200;

/// One row: the keys and names that were begun, the streams that were appended to, and how many
/// notifications told of them. Sorted, so that two nodes cannot wait for each other in a circle. An
/// event follows the one before it, and the first follows its stream. `150` pairs of the longest
/// numbers stay under the 8000 bytes of a notification.
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
    ), told AS (
        SELECT pg_notify(
            'duel_events',
            $6::text || ' ' || ($7::bigint + part) || ' ' || string_agg(stream || '.' || seq, ' ')
        ) FROM parts GROUP BY part ORDER BY part
    )
    SELECT
        (SELECT coalesce(array_agg(key ORDER BY key), '{}') FROM begun),
        (SELECT coalesce(array_agg(id ORDER BY key), '{}') FROM begun),
        (SELECT coalesce(array_agg(stream), '{}') FROM put),
        (SELECT count(*) FROM told)";

const TELL: &str = "SELECT pg_notify('duel_events', $1::text || ' ' || $2::bigint)";

/// One statement, so that the stream cannot be forgotten between head and events.
const LOAD: &str = "
    SELECT key, 0::bigint, head FROM streams WHERE id = $1 UNION ALL
    SELECT stream, seq, body FROM events WHERE stream = (SELECT key FROM streams WHERE id = $1)
    ORDER BY 2";

const SINCE: &str = "SELECT seq, body FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq";

/// A PostgreSQL database, which other nodes may share.
pub struct Postgres {
    options: PgConnectOptions,
    links: Links,
    node: Arc<str>,
    writing: Arc<Mutex<Writing>>,
    tasks: std::sync::Mutex<Vec<JoinHandle<()>>>,
}

/// The one connection that writes, and what it has told the other nodes.
struct Writing {
    options: PgConnectOptions,
    node: Arc<str>,
    /// `None` at first and after anything went wrong.
    connection: Option<PgConnection>,
    /// The number of this node's last notification.
    told: i64,
    told_at: Instant,
    closed: bool,
}

impl Postgres {
    /// Reaches a database, and brings it to this program's version.
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
        let writing = Arc::new(Mutex::new(Writing {
            options: options.clone(),
            node: Arc::clone(&node),
            connection: Some(connection),
            told: 0,
            told_at: Instant::now(),
            closed: false,
        }));
        let heartbeat = tokio::spawn(news::heartbeat(Arc::clone(&writing)));
        let links = Links::new(options.clone());
        let tasks = std::sync::Mutex::new(vec![heartbeat]);
        Ok(Postgres { options, links, node, writing, tasks })
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

impl Writing {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, StoreError> {
        let mut written = vec![Written::Taken; batch.len()];
        for part in parts(batch) {
            let mut connection = self.take().await?;
            // In case it fails, the others hear of a number that is missing, and look.
            let first = self.told + 1;
            self.told += 1;
            let told =
                in_time(write(&mut connection, &self.node, first, batch, &part, &mut written))
                    .await?;
            self.told = first + told - 1;
            self.put_back(connection, told > 0);
        }
        Ok(written)
    }

    /// Tells the others, and finds out whether the connection still works.
    async fn beat(&mut self) -> Result<(), StoreError> {
        let mut connection = self.take().await?;
        self.told += 1;
        let tell = query(TELL).bind(&*self.node).bind(self.told);
        in_time(tell.execute(&mut connection)).await?;
        self.put_back(connection, true);
        Ok(())
    }

    /// The connection, made anew if the last one failed. It is put back when all went well.
    async fn take(&mut self) -> Result<PgConnection, StoreError> {
        if self.closed {
            return Err(StoreError::Closed);
        }
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => in_time(self.options.connect()).await,
        }
    }

    fn put_back(&mut self, connection: PgConnection, told: bool) {
        self.connection = Some(connection);
        if told {
            self.told_at = Instant::now();
        }
    }
}

/// Writes the places of a batch that are in this part, and returns how many notifications that made.
async fn write(
    connection: &mut PgConnection,
    node: &str,
    told: i64,
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
        .bind(told)
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
        Ok::<_, sqlx::Error>(Kept { seq, body: row.try_get(2)? })
    };
    let events = rows.map(kept).collect::<Result<_, _>>()?;
    Ok(Some(Stream { key: Key(first.try_get(0)?), head: first.try_get(2)?, events }))
}

async fn since(
    connection: &mut PgConnection,
    key: Key,
    after: i64,
) -> Result<Vec<Kept>, sqlx::Error> {
    let later = query_as::<_, (i64, String)>(SINCE).bind(key.0).bind(after);
    let kept = |(seq, body): (i64, String)| Kept { seq: seq.cast_unsigned(), body };
    Ok(later.fetch_all(connection).await?.into_iter().map(kept).collect())
}

/// The moment this many seconds ago, by the clock that streams are begun by.
async fn moment_before(connection: &mut PgConnection, seconds: f64) -> Result<f64, sqlx::Error> {
    let moment = query_scalar("SELECT extract(epoch FROM now())::float8 - $1::float8");
    moment.bind(seconds).fetch_one(connection).await
}

/// Forgets some streams. No event may be added to them meanwhile, by whichever node.
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
        Box::pin(self.links.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { load(connection, &id).await })
        }))
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<Kept>, StoreError>> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        Box::pin(self.links.read(move |connection| Box::pin(since(connection, key, after))))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.links.read(|connection| {
            Box::pin(async { query("SELECT 1").execute(connection).await.map(|_| ()) })
        }))
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        let age = older_than.as_secs_f64();
        Box::pin(async move {
            // Once, so that nothing grows old while others are being forgotten.
            let before = self.links.read(move |link| Box::pin(moment_before(link, age))).await?;
            let mut all = 0;
            loop {
                // To forget twice is to forget once more, so it may be tried again like reading.
                let some = self.links.read(move |link| Box::pin(forget(link, before))).await?;
                all += some;
                if some < FORGOTTEN_AT_ONCE.cast_unsigned() {
                    return Ok(all);
                }
            }
        })
    }

    fn listen(&self, news: mpsc::Sender<News>) {
        let listening = news::listen(self.options.clone(), Arc::clone(&self.node), news);
        self.tasks().push(tokio::spawn(listening));
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.tasks().drain(..).for_each(|task| task.abort());
            self.links.close();
            let mut writing = self.writing.lock().await;
            writing.closed = true;
            if let Some(connection) = writing.connection.take() {
                let _ = in_time(connection.close()).await;
            }
        })
    }
}
