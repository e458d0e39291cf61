//! How nodes hear of each other's events.
//!
//! Each transaction notifies the others of its events: `NODE COUNT KEY.SEQ KEY.SEQ …`. A node counts
//! its notifications and, when there is nothing to tell, says so every second or two. Whoever misses a
//! count, or had to connect again, has [`News::Missed`] something. A node hears itself as well: when
//! it does not, its connection has fallen silent.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
    time::Duration,
};

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::{
    sync::{Mutex, mpsc},
    time::{Instant, interval, sleep, timeout},
};

use super::{PATIENCE, Writing};
use crate::store::{Key, News, StoreError};

/// How often a node that has nothing to tell is heard at least.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// How long a connection may be silent: three heartbeats and a little.
const SILENCE: Duration = Duration::from_millis(6500);

/// How long to wait before connecting again.
const PAUSE: Duration = Duration::from_millis(250);

/// How long a node that is no longer heard is remembered.
const GONE: Duration = Duration::from_mins(10);

/// Tells the others that this node is there and how far it has counted, whenever it had nothing
/// else to tell them. So it also finds out, and connects again, before the next move comes.
pub(super) async fn heartbeat(writing: Arc<Mutex<Writing>>) {
    let mut beats = interval(HEARTBEAT / 2);
    loop {
        beats.tick().await;
        // Whoever is writing now will tell them.
        if let Ok(mut writing) = writing.try_lock()
            && writing.told_at.elapsed() >= HEARTBEAT / 2
            && let Err(error) = writing.beat().await
        {
            tracing::warn!(%error, "the other servers cannot be told anything");
        }
    }
}

/// Tells what the other nodes write, until nobody wants to hear it.
pub(super) async fn listen(options: PgConnectOptions, node: Arc<str>, news: mpsc::Sender<News>) {
    let mut nodes = Nodes::new(node);
    while !news.is_closed() {
        if let Err(error) = session(&options, &mut nodes, &news).await {
            tracing::warn!(%error, "the other servers are not heard");
        }
        sleep(PAUSE).await;
    }
}

/// Listens for as long as one connection lasts.
async fn session(
    options: &PgConnectOptions,
    nodes: &mut Nodes,
    news: &mpsc::Sender<News>,
) -> Result<(), StoreError> {
    let one = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(PATIENCE)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_lazy_with(options.clone());
    let silent = |_| StoreError::Unavailable("nothing is heard any more".to_owned());
    let connect = async {
        let mut listener = PgListener::connect_with(&one).await?;
        listener.eager_reconnect(false);
        listener.listen("duel_events").await?;
        Ok::<_, sqlx::Error>(listener)
    };
    let mut listener = timeout(PATIENCE, connect).await.map_err(silent)??;
    // Whatever was written until now was not heard.
    if news.send(News::Missed).await.is_err() {
        return Ok(());
    }
    loop {
        let heard = tokio::select! {
            heard = timeout(SILENCE, listener.try_recv()) => heard.map_err(silent)??,
            () = news.closed() => return Ok(()),
        };
        let Some(heard) = heard else {
            return Err(StoreError::Unavailable("the connection has ended".to_owned()));
        };
        for item in nodes.hear(heard.payload()) {
            if news.send(item).await.is_err() {
                return Ok(());
            }
        }
    }
}

/// How far the other nodes have counted.
struct Nodes {
    own: Arc<str>,
    counts: HashMap<String, (i64, Instant)>,
}

impl Nodes {
    fn new(own: Arc<str>) -> Nodes {
        Nodes { own, counts: HashMap::new() }
    }

    /// What a notification tells.
    fn hear(&mut self, payload: &str) -> Vec<News> {
        let mut words = payload.split(' ');
        let node = words.next().unwrap_or_default();
        if node == &*self.own {
            return Vec::new();
        }
        let Some(count) = words.next().and_then(|count| count.parse::<i64>().ok()) else {
            return vec![News::Missed];
        };
        let now = Instant::now();
        let before = match self.counts.entry(node.to_owned()) {
            Entry::Occupied(mut entry) => entry.insert((count, now)).0,
            Entry::Vacant(entry) => {
                entry.insert((count, now));
                self.counts.retain(|_, (_, heard)| now.duration_since(*heard) < GONE);
                0
            }
        };
        let gap = (count != before + 1).then_some(News::Missed);
        gap.into_iter().chain(words.map(|word| event(word).unwrap_or(News::Missed))).collect()
    }
}

fn event(word: &str) -> Option<News> {
    let (key, seq) = word.split_once('.')?;
    Some(News::Event(Key(key.parse().ok()?), seq.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_in_a_nodes_count_is_noticed() {
        let mut nodes = Nodes::new("me".into());
        let event = |key, seq| News::Event(Key(key), seq);
        assert_eq!(nodes.hear("a 1 7.1"), [event(7, 1)]);
        assert_eq!(nodes.hear("a 2"), []);
        assert_eq!(nodes.hear("b 1 8.4"), [event(8, 4)]);
        assert_eq!(nodes.hear("a 3 7.2 9.1"), [event(7, 2), event(9, 1)]);
        assert_eq!(nodes.hear("a 5 7.4"), [News::Missed, event(7, 4)]);
        assert_eq!(nodes.hear("a 6 7.5"), [event(7, 5)]);
    }

    #[test]
    fn a_node_that_had_begun_before_us_was_missed() {
        assert_eq!(Nodes::new("me".into()).hear("a 12"), [News::Missed]);
    }

    #[test]
    fn a_node_does_not_hear_itself() {
        assert_eq!(Nodes::new("me".into()).hear("me 3 1.1"), []);
    }

    #[test]
    fn what_cannot_be_read_was_missed() {
        let mut nodes = Nodes::new("me".into());
        for strange in ["", "a", "a b", "a 1 7", "a 2 x.1", "a 3 7.-1"] {
            assert_eq!(nodes.hear(strange), [News::Missed], "{strange}");
        }
    }
}
