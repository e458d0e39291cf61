//! No database: for tests, and to measure what a database costs.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use futures_util::future::BoxFuture;

use super::{Backend, Key, PAGE, StoreError, Stream, StreamEvent, Write, Written};

/// Streams in memory; they end with the process.
#[derive(Default)]
pub struct Memory {
    streams: Mutex<Streams>,
}

#[derive(Default)]
struct Streams {
    names: HashMap<String, usize>,
    /// By key; `None` where a stream was deleted.
    kept: Vec<Option<(Instant, Stream)>>,
}

impl Streams {
    fn begin(&mut self, id: String, head: String) -> Written {
        if self.names.contains_key(&id) {
            return Written::Taken;
        }
        let key = Key(i64::try_from(self.kept.len()).unwrap_or(i64::MAX));
        self.names.insert(id, self.kept.len());
        let stream = Stream { key, head, events: Vec::new() };
        self.kept.push(Some((Instant::now(), stream)));
        Written::Begun(key)
    }

    fn append(&mut self, key: Key, seq: u64, body: String) -> Written {
        match self.at(key) {
            Some(stream) if stream.events.len() as u64 + 1 == seq => {
                stream.events.push(StreamEvent { seq, body });
                Written::Appended
            }
            _ => Written::Taken,
        }
    }

    fn at(&mut self, key: Key) -> Option<&mut Stream> {
        let (_, stream) = self.kept.get_mut(usize::try_from(key.0).ok()?)?.as_mut()?;
        Some(stream)
    }
}

impl Memory {
    fn with<T>(&self, act: impl FnOnce(&mut Streams) -> T) -> T {
        act(&mut self.streams.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Backend for Memory {
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>> {
        let written = self.with(|streams| {
            let one = |write| match write {
                Write::Begin { id, head } => streams.begin(id, head),
                Write::Append { key, seq, body } => streams.append(key, seq, body),
            };
            batch.into_iter().map(one).collect()
        });
        Box::pin(async { Ok(written) })
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>> {
        let found = self.with(|streams| {
            streams
                .names
                .get(id)
                .and_then(|place| streams.kept.get(*place)?.as_ref())
                .map(|(_, stream)| stream.clone())
        });
        Box::pin(async { Ok(found) })
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>> {
        let later = self.with(|streams| {
            let events = streams.at(key).map(|stream| stream.events.iter());
            events
                .into_iter()
                .flatten()
                .filter(|kept| kept.seq > after)
                .take(usize::from(PAGE))
                .cloned()
                .collect()
        });
        Box::pin(async { Ok(later) })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        let forgotten = self.with(|streams| {
            let Streams { names, kept } = streams;
            let before = names.len();
            names.retain(|_, place| {
                let old = |(begun, _): &(Instant, Stream)| begun.elapsed() > older_than;
                let stays = kept[*place].as_ref().is_some_and(|stream| !old(stream));
                if !stays {
                    kept[*place] = None;
                }
                stays
            });
            (before - names.len()) as u64
        });
        Box::pin(async move { Ok(forgotten) })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}
