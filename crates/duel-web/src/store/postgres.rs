//! PostgreSQL: several servers ("nodes") on one database.
//!
//! A batch is one statement, and so one transaction and one round trip: it stores the events whose
//! number is free, and notifies the other nodes (`notifications`). Every wait has a timeout on both sides,
//! because a connection can fail without a reset; a connection with an error is never used again.

mod link;
mod notifications;
mod options;
mod tls;

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
    time::Duration,
};

use futures_util::future::BoxFuture;
use tokio::{
    sync::{Mutex, mpsc},
    task::JoinSet,
    time::Instant,
};
use tokio_postgres::{Client, Error, Row};

use self::{
    link::{Connection, Link, in_time},
    options::Options,
};
use super::{
    Backend, Key, Notification, PAGE, StoreError, Stream, StreamEvent, Write, Written, parts,
    schema,
};

/// The timeout of each operation, here and in the database.
const PATIENCE: Duration = Duration::from_secs(3);

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
    options: Options,
    reading: Link,
    /// Apart from reads, which must not wait for a lock.
    pinging: Link,
    node: Arc<str>,
    writing: Arc<Mutex<Writer>>,
    tasks: std::sync::Mutex<JoinSet<()>>,
}

/// The one connection that writes, and the count of its notifications.
struct Writer {
    link: Link,
    node: Arc<str>,
    /// The number of this node's last notification.
    notified: i64,
    notified_at: Instant,
}

impl Postgres {
    /// Connects to a database, and migrates it to the current version.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        let options = Options::read(address)?;
        let unreachable = |error: StoreError| match error {
            StoreError::Unavailable(why) => {
                StoreError::Unavailable(format!("PostgreSQL at {}: {why}", options.place()))
            }
            other => other,
        };
        let mut first = Connection::open(&options).await.map_err(unreachable)?;
        schema::postgres(&mut first.client, schema::POSTGRES).await.map_err(unreachable)?;
        let node: Arc<str> = format!("{:016x}", rand::random::<u64>()).into();
        let writing = Arc::new(Mutex::new(Writer {
            link: Link::new(options.clone(), Some(first)),
            node: Arc::clone(&node),
            notified: 0,
            notified_at: Instant::now(),
        }));
        let mut tasks = JoinSet::new();
        tasks.spawn(notifications::heartbeat(Arc::clone(&writing)));
        Ok(Postgres {
            reading: Link::new(options.clone(), None),
            pinging: Link::new(options.clone(), None),
            options,
            node,
            writing,
            tasks: std::sync::Mutex::new(tasks),
        })
    }

    fn tasks(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Writer {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, StoreError> {
        let mut written = vec![Written::Taken; batch.len()];
        for part in parts(batch) {
            self.write_part(batch, &part, &mut written).await?;
        }
        Ok(written)
    }

    async fn write_part(
        &mut self,
        batch: &[Write],
        part: &[usize],
        written: &mut [Written],
    ) -> Result<(), StoreError> {
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
        // If the write fails, the gap in the numbers makes the other nodes read again.
        let first = self.notified + 1;
        self.notified = first;
        let node = &*self.node;
        let values: link::Values<'_> = &[&ids, &heads, &keys, &seqs, &bodies, &node, &first];
        let rows = self.link.query_once(WRITE, values).await?;
        let row = rows.first().ok_or_else(|| StoreError::Unavailable("no row".to_owned()))?;
        for (key, name) in
            row.try_get::<_, Vec<i64>>(0)?.into_iter().zip(row.try_get::<_, Vec<&str>>(1)?)
        {
            if let Some(place) = names.get(name) {
                written[*place] = Written::Begun(Key(key));
            }
        }
        for stream in row.try_get::<_, Vec<i64>>(2)? {
            if let Some(place) = streams.get(&stream) {
                written[*place] = Written::Appended;
            }
        }
        let notified: i64 = row.try_get(3)?;
        self.notified = first + notified - 1;
        if notified > 0 {
            self.notified_at = Instant::now();
        }
        Ok(())
    }

    /// Sends a notification without events, which also tests the connection.
    async fn beat(&mut self) -> Result<(), StoreError> {
        self.notified += 1;
        self.link.query_once(NOTIFY, &[&&*self.node, &self.notified]).await?;
        self.notified_at = Instant::now();
        Ok(())
    }
}

/// The event in two columns of a row, from this one on.
fn event(row: &Row, from: usize) -> Result<StreamEvent, Error> {
    Ok(StreamEvent {
        seq: row.try_get::<_, i64>(from)?.cast_unsigned(),
        body: row.try_get(from + 1)?,
    })
}

/// The time this many seconds ago, by the database's clock.
async fn moment_before(client: &Client, seconds: f64) -> Result<f64, Error> {
    let moment = "SELECT extract(epoch FROM now())::float8 - $1::float8";
    client.query_one(moment, &[&seconds]).await?.try_get(0)
}

/// Deletes some streams, locked against new events of any node.
async fn forget(client: &mut Client, before: f64) -> Result<u64, Error> {
    let both = client.transaction().await?;
    both.batch_execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE").await?;
    let forgotten = both
        .query(
            "WITH old AS (
                DELETE FROM streams WHERE key IN (
                    SELECT key FROM streams WHERE begun < to_timestamp($1)
                    ORDER BY begun, key LIMIT $2
                ) RETURNING key
            ), gone AS (
                DELETE FROM events WHERE stream IN (SELECT key FROM old)
            )
            SELECT key FROM old",
            &[&before, &FORGOTTEN_AT_ONCE],
        )
        .await?;
    both.commit().await?;
    Ok(forgotten.len() as u64)
}

impl Backend for Postgres {
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>> {
        Box::pin(async move { self.writing.lock().await.write(&batch).await })
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>> {
        Box::pin(async move {
            let rows = self.reading.query(LOAD, &[&id]).await?;
            let Some((first, events)) = rows.split_first() else { return Ok(None) };
            let events = events.iter().map(|row| event(row, 1)).collect::<Result<_, _>>()?;
            Ok(Some(Stream { key: Key(first.try_get(0)?), head: first.try_get(2)?, events }))
        })
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>> {
        Box::pin(async move {
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let rows = self.reading.query(SINCE, &[&key.0, &after, &i64::from(PAGE)]).await?;
            Ok(rows.iter().map(|row| event(row, 0)).collect::<Result<_, _>>()?)
        })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            self.pinging.query("UPDATE schema SET version = version", &[]).await.map(|_| ())
        })
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let mut connection = Connection::open(&self.options).await?;
            let client = &mut connection.client;
            // Read once, so that the loop ends.
            let before = in_time(moment_before(client, older_than.as_secs_f64())).await?;
            let mut all = 0;
            loop {
                let some = in_time(forget(client, before)).await?;
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

    fn listen(&self, notifications: mpsc::Sender<Notification>) {
        self.tasks().spawn(notifications::listen(
            self.options.clone(),
            Arc::clone(&self.node),
            notifications,
        ));
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.tasks().abort_all();
            self.reading.close().await;
            self.pinging.close().await;
            self.writing.lock().await.link.close().await;
        })
    }
}
