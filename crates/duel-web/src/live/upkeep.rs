//! Background tasks: following other nodes, and dropping idle games.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use super::{LiveGame, LiveGames, Shared};
use crate::store::{Key, Notification};

/// How long an unused game stays in memory.
const IDLE: Duration = Duration::from_mins(5);

/// Follows the events of other nodes.
pub(super) async fn follow(shared: Weak<Shared>, mut notifications: mpsc::Receiver<Notification>) {
    while let Some(item) = notifications.recv().await {
        let Some(shared) = shared.upgrade() else { return };
        let games = LiveGames { shared };
        let outdated: Vec<Arc<LiveGame>> = match item {
            Notification::Event(key, seq) => games.on_remote_event(key, seq).into_iter().collect(),
            Notification::Missed => games.open().by_id.values().cloned().collect(),
        };
        for live in outdated {
            if let Err(error) = games.refresh(&live).await {
                tracing::warn!(%error, "cannot update a game from the database");
                live.state.lock().await.stale = true;
                games.recover(&live);
            }
        }
    }
}

impl LiveGames {
    /// Notes an event of another node; the game that has to catch up, if it is in memory.
    fn on_remote_event(&self, key: Key, seq: u64) -> Option<Arc<LiveGame>> {
        let mut open = self.open();
        if let Some(live) = open.by_key.get(&key).and_then(Weak::upgrade) {
            return (*live.changed.borrow() < seq).then(|| Arc::clone(&live));
        }
        open.remember(key, seq, Instant::now());
        None
    }
}

/// Drops idle games.
pub(super) async fn tidy(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(IDLE / 10).await;
        let Some(shared) = shared.upgrade() else { return };
        let games = LiveGames { shared };
        let now = u64::try_from(games.shared.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let idle = u64::try_from(IDLE.as_millis()).unwrap_or(u64::MAX);
        games.drop_unused(|live| now.saturating_sub(live.used.load(Ordering::Relaxed)) > idle);
    }
}

impl LiveGames {
    /// Drops the games that were used least recently, if all together take too much memory.
    pub(super) fn make_room(&self) {
        let excess = self.shared.bytes.load(Ordering::Relaxed).checked_sub(self.shared.most_bytes);
        let Some(excess) = excess else { return };
        // More than is needed now, so that it is not needed again at once.
        let mut wanted = excess + self.shared.most_bytes / 4;
        let open = self.open();
        let used = |live: &Arc<LiveGame>| live.used.load(Ordering::Relaxed);
        let mut games: Vec<(u64, usize)> = open
            .by_id
            .values()
            .filter(|live| is_unused(live))
            .map(|live| (used(live), live.bytes.load(Ordering::Relaxed)))
            .collect();
        drop(open);
        games.sort_unstable();
        let mut last_used = 0;
        for (used, bytes) in games {
            if wanted == 0 {
                break;
            }
            wanted = wanted.saturating_sub(bytes);
            last_used = used;
        }
        self.drop_unused(|live| live.used.load(Ordering::Relaxed) <= last_used);
    }

    /// Drops those of the games that nobody uses now for which this holds; they are read again when
    /// they are requested.
    fn drop_unused(&self, may_go: impl Fn(&LiveGame) -> bool) {
        let mut open = self.open();
        let (mut timed, mut dropped) = (Vec::new(), Vec::new());
        open.by_id.retain(|_, live| {
            if !is_unused(live) || !may_go(live) {
                return true;
            }
            let Ok(state) = live.state.try_lock() else { return true };
            // A running clock must not restart when the game is loaded again.
            let game = &state.game;
            if game.turn().is_some_and(|turn| game.allowance(turn).is_some()) {
                let last = state.turn_began + game.turn_spent();
                timed.push((live.key, game.seq(), last));
            }
            dropped.push(live.key);
            false
        });
        for (key, seq, last) in timed {
            open.remember(key, seq, last);
        }
        for key in dropped {
            open.by_key.remove(&key);
        }
    }
}

/// Whether no connection and no request uses a game.
fn is_unused(live: &Arc<LiveGame>) -> bool {
    live.sockets.load(Ordering::Relaxed) == 0 && Arc::strong_count(live) == 1
}
