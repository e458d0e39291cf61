//! Where each stream ends, as far as the one writer of a SQLite file knows.

use std::num::NonZeroUsize;

use lru::LruCache;
use sqlx::{Row, SqliteConnection, query, query_scalar};

use crate::store::{Key, Write};

/// How many streams are remembered: far more than one batch can name.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(1 << 16).expect("not zero");

/// The last number of streams that were written to lately, and the next free key.
pub(super) struct Tails {
    last: LruCache<Key, u64>,
    next: i64,
}

impl Tails {
    pub(super) fn new() -> Tails {
        Tails { last: LruCache::new(REMEMBERED), next: 1 }
    }

    /// Forgets where streams end; keys that were given stay given.
    pub(super) fn forget_all(&mut self) {
        self.last.clear();
    }

    /// Learns from the file which keys are free. A key is not given twice while the process runs,
    /// even if its stream was forgotten, because somebody may still hold it.
    pub(super) async fn next_key(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let next = query_scalar("SELECT coalesce(max(key), 0) + 1 FROM streams");
        self.next = self.next.max(next.fetch_one(connection).await?);
        Ok(())
    }

    /// Learns where the streams of a batch end, if that is not known yet.
    pub(super) async fn learn(
        &mut self,
        connection: &mut SqliteConnection,
        batch: &[Write],
    ) -> Result<(), sqlx::Error> {
        let unknown: Vec<i64> = batch
            .iter()
            .filter_map(|write| match write {
                // Also keeps it from being dropped for a stream of the same batch.
                Write::Append { key, .. } if self.last.get(key).is_none() => Some(key.0),
                _ => None,
            })
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let found = query(
            "SELECT key, coalesce((SELECT max(seq) FROM events WHERE stream = key), 0) \
             FROM streams WHERE key IN (SELECT value FROM json_each(?))",
        )
        .bind(format!("{unknown:?}"))
        .fetch_all(connection)
        .await?;
        for row in found {
            self.last.put(Key(row.try_get(0)?), row.try_get::<i64, _>(1)?.cast_unsigned());
        }
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn learn_wrongly(&mut self, last: &[(Key, u64)]) {
        for (key, seq) in last {
            self.last.put(*key, *seq);
        }
    }

    /// Gives the next key to a stream that begins.
    pub(super) fn begin(&mut self) -> Key {
        let key = Key(self.next);
        self.next += 1;
        self.last.put(key, 0);
        key
    }

    /// Whether this number is the next of its stream, which it then is no longer.
    pub(super) fn append(&mut self, key: Key, seq: u64) -> bool {
        match self.last.get_mut(&key) {
            Some(last) if last.checked_add(1) == Some(seq) && i64::try_from(seq).is_ok() => {
                *last = seq;
                true
            }
            _ => false,
        }
    }
}
