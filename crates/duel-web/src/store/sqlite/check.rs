//! Whether everything in a file fits its checksums.

use rusqlite::Connection;

use super::{Reader, threads::Threads};
use crate::store::{
    StoreError,
    chain::{Chain, Damaged},
};

/// How many streams are read in one statement: a longer one would keep the write-ahead log growing.
const AT_ONCE: i64 = 200;

/// A stream with one of its events, or with none.
type StreamRow = (String, String, Option<i64>, Option<String>);

/// The names of streams, and what is wrong with each.
type Damage = Vec<(String, Damaged)>;

/// Reads all streams, and gives those in which something was changed or lost.
pub(super) async fn check(reading: &Threads<Reader>) -> Result<Damage, StoreError> {
    let (mut damaged, mut after) = (Vec::new(), 0);
    // Other reads come between two.
    while let Some((last, found)) =
        reading.run(move |reader| reader.read(|connection| check_some(connection, after))).await?
    {
        damaged.extend(found);
        after = last;
    }
    Ok(damaged)
}

/// Reads the next streams after a key: the last of their keys, and the damaged ones.
fn check_some(connection: &Connection, after: i64) -> rusqlite::Result<Option<(i64, Damage)>> {
    let last: Option<i64> = connection.query_one(
        "SELECT max(key) FROM (SELECT key FROM streams WHERE key > ? ORDER BY key LIMIT ?)",
        (after, AT_ONCE),
        |row| row.get(0),
    )?;
    let Some(last) = last else { return Ok(None) };
    let mut select = connection.prepare(
        "SELECT id, head, seq, body FROM streams LEFT JOIN events ON stream = key \
         WHERE key > ? AND key <= ? ORDER BY key, seq",
    )?;
    let rows = select.query_map((after, last), |row| row.try_into())?;
    let rows: Vec<StreamRow> = rows.collect::<rusqlite::Result<_>>()?;
    let damaged = rows
        .chunk_by(|one, next| one.0 == next.0)
        .filter_map(|stream| Some((stream[0].0.clone(), check_stream(stream).err()?)));
    Ok(Some((last, damaged.collect())))
}

fn check_stream(rows: &[StreamRow]) -> Result<(), Damaged> {
    let Some((id, head, ..)) = rows.first() else { return Ok(()) };
    let mut chain = Chain::new(id);
    chain.open(0, head)?;
    let events = rows.iter().filter_map(|(_, _, seq, body)| Some(((*seq)?, body.as_deref()?)));
    for (expected, (seq, body)) in (1_u64..).zip(events) {
        if seq.cast_unsigned() != expected {
            return Err(Damaged { seq: expected });
        }
        chain.open(expected, body)?;
    }
    Ok(())
}
