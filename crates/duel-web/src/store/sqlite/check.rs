//! Whether everything in a file fits its checksums.

use sqlx::{SqlitePool, query_as};

use crate::store::{
    StoreError,
    chain::{Chain, Damaged},
};

/// How many streams are read in one statement: a longer one would keep the write-ahead log growing.
const AT_ONCE: i64 = 200;

/// A stream with one of its events, or with none.
type StreamRow = (String, String, Option<i64>, Option<String>);

/// Reads all streams, and gives those in which something was changed or lost.
pub(super) async fn check(reading: &SqlitePool) -> Result<Vec<(String, Damaged)>, StoreError> {
    let (mut damaged, mut after) = (Vec::new(), 0);
    loop {
        let last: (Option<i64>,) = query_as(
            "SELECT max(key) FROM (SELECT key FROM streams WHERE key > ? ORDER BY key LIMIT ?)",
        )
        .bind(after)
        .bind(AT_ONCE)
        .fetch_one(reading)
        .await?;
        let Some(last) = last.0 else { return Ok(damaged) };
        let rows: Vec<StreamRow> = query_as(
            "SELECT id, head, seq, body FROM streams LEFT JOIN events ON stream = key \
             WHERE key > ? AND key <= ? ORDER BY key, seq",
        )
        .bind(after)
        .bind(last)
        .fetch_all(reading)
        .await?;
        for stream in rows.chunk_by(|one, next| one.0 == next.0) {
            if let Err(damage) = check_stream(stream) {
                damaged.push((stream[0].0.clone(), damage));
            }
        }
        after = last;
    }
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
