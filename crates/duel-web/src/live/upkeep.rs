//! Keeping tables in step with other nodes, and forgetting those that nobody looks at.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use super::{Shared, Table, Tables};
use crate::store::{Key, News};

/// How long a game stays in memory that nobody looks at.
const IDLE: Duration = Duration::from_mins(5);

/// Listens to what other nodes write.
pub(super) async fn follow(shared: Weak<Shared>, mut news: mpsc::Receiver<News>) {
    while let Some(item) = news.recv().await {
        let Some(shared) = shared.upgrade() else { return };
        let tables = Tables { shared };
        let behind: Vec<Arc<Table>> = match item {
            News::Event(key, seq) => tables.heard(key, seq).into_iter().collect(),
            News::Missed => tables.open().by_id.values().cloned().collect(),
        };
        for table in behind {
            if let Err(error) = tables.refresh(&table).await {
                tracing::warn!(%error, "a game could not catch up");
                table.state.lock().await.stale = true;
                tables.recover(&table);
            }
        }
    }
}

impl Tables {
    /// Notes an event of another node; the table that has to catch up, if it is in memory.
    fn heard(&self, key: Key, seq: u64) -> Option<Arc<Table>> {
        let mut open = self.open();
        if let Some(table) = open.by_key.get(&key).and_then(Weak::upgrade) {
            return (*table.changed.borrow() < seq).then(|| Arc::clone(&table));
        }
        open.remember(key, seq, Instant::now());
        None
    }
}

/// Forgets the games that nobody looks at.
pub(super) async fn tidy(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(IDLE / 10).await;
        let Some(shared) = shared.upgrade() else { return };
        let tables = Tables { shared };
        let now = u64::try_from(tables.shared.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let idle = u64::try_from(IDLE.as_millis()).unwrap_or(u64::MAX);
        let mut open = tables.open();
        let mut timed = Vec::new();
        open.by_id.retain(|_, table| {
            let quiet = now.saturating_sub(table.used.load(Ordering::Relaxed)) > idle;
            let unwatched = table.sockets.load(Ordering::Relaxed) == 0;
            if !quiet || !unwatched || Arc::strong_count(table) > 1 {
                return true;
            }
            let Ok(state) = table.state.try_lock() else { return true };
            // A running clock must not begin anew because nobody looked.
            let game = &state.game;
            if game.turn().is_some_and(|turn| game.allowance(turn).is_some()) {
                let last = state.turn_began + game.turn_spent();
                timed.push((table.key, game.seq(), last));
            }
            false
        });
        for (key, seq, last) in timed {
            open.remember(key, seq, last);
        }
        open.by_key.retain(|_, table| table.strong_count() > 0);
    }
}
