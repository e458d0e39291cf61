//! Notifications between nodes.
//!
//! Each transaction notifies the others of its events: `NODE COUNT KEY.SEQ KEY.SEQ …`. A node counts
//! its notifications and, without events, sends an empty one every second or two. A gap in the count,
//! or a new connection, is reported as [`Notification::Missed`]. A node receives its own notifications too: if
//! they stop, the connection is dead.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{Mutex, mpsc},
    time::{Instant, interval, sleep, timeout},
};

use super::{
    Options, Writer,
    link::{Connection, in_time},
};
use crate::store::{Key, Notification, StoreError};

/// The longest time between two notifications of a node.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// When a connection without notifications counts as dead: after three heartbeats and a little.
const LISTEN_TIMEOUT: Duration = Duration::from_millis(6500);

/// How long to wait before connecting again.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

/// How long the count of a silent node is remembered.
const NODE_EXPIRY: Duration = Duration::from_mins(10);

/// Sends an empty notification whenever there were no events, so that lost notifications and broken
/// connections are noticed before the next move.
pub(super) async fn heartbeat(writing: Arc<Mutex<Writer>>) {
    let mut beats = interval(HEARTBEAT / 2);
    loop {
        beats.tick().await;
        // A write in progress sends a notification itself.
        if let Ok(mut writing) = writing.try_lock()
            && writing.notified_at.elapsed() >= HEARTBEAT / 2
            && let Err(error) = writing.beat().await
        {
            tracing::warn!(%error, "cannot notify other nodes");
        }
    }
}

/// Forwards notifications of other nodes until the receiver is dropped.
pub(super) async fn listen(
    options: Options,
    node: Arc<str>,
    notifications: mpsc::Sender<Notification>,
) {
    let mut nodes = NodeCounts::new(node);
    while !notifications.is_closed() {
        if let Err(error) = session(&options, &mut nodes, &notifications).await {
            tracing::warn!(%error, "cannot receive notifications of other nodes");
        }
        sleep(RECONNECT_DELAY).await;
    }
}

/// Listens for as long as one connection lasts.
async fn session(
    options: &Options,
    nodes: &mut NodeCounts,
    notifications: &mpsc::Sender<Notification>,
) -> Result<(), StoreError> {
    let mut connection = Connection::open(options).await?;
    in_time(connection.client.batch_execute("LISTEN duel_events")).await?;
    // Earlier writes were not received.
    if notifications.send(Notification::Missed).await.is_err() {
        return Ok(());
    }
    loop {
        let received = tokio::select! {
            received = timeout(LISTEN_TIMEOUT, connection.notifications.recv()) => received,
            () = notifications.closed() => return Ok(()),
        };
        let ended = |why: &str| StoreError::Unavailable(why.to_owned());
        let received = received.map_err(|_| ended("no notification within the timeout"))?;
        for item in nodes.read(&received.ok_or_else(|| ended("the connection has ended"))?) {
            if notifications.send(item).await.is_err() {
                return Ok(());
            }
        }
    }
}

/// The last notification number of each other node.
struct NodeCounts {
    own: Arc<str>,
    counts: HashMap<String, (i64, Instant)>,
}

impl NodeCounts {
    fn new(own: Arc<str>) -> NodeCounts {
        NodeCounts { own, counts: HashMap::new() }
    }

    /// Reads a notification.
    fn read(&mut self, payload: &str) -> Vec<Notification> {
        let mut words = payload.split(' ');
        let node = words.next().unwrap_or_default();
        if node == &*self.own {
            return Vec::new();
        }
        let Some(count) = words.next().and_then(|count| count.parse::<i64>().ok()) else {
            return vec![Notification::Missed];
        };
        let now = Instant::now();
        let before = match self.counts.entry(node.to_owned()) {
            Entry::Occupied(mut entry) => entry.insert((count, now)).0,
            Entry::Vacant(entry) => {
                entry.insert((count, now));
                self.counts.retain(|_, (_, received)| now.duration_since(*received) < NODE_EXPIRY);
                0
            }
        };
        let gap = (count != before + 1).then_some(Notification::Missed);
        gap.into_iter()
            .chain(words.map(|word| event(word).unwrap_or(Notification::Missed)))
            .collect()
    }
}

fn event(word: &str) -> Option<Notification> {
    let (key, seq) = word.split_once('.')?;
    Some(Notification::Event(Key(key.parse().ok()?), seq.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_in_a_nodes_count_is_noticed() {
        let mut nodes = NodeCounts::new("me".into());
        let event = |key, seq| Notification::Event(Key(key), seq);
        assert_eq!(nodes.read("a 1 7.1"), [event(7, 1)]);
        assert_eq!(nodes.read("a 2"), []);
        assert_eq!(nodes.read("b 1 8.4"), [event(8, 4)]);
        assert_eq!(nodes.read("a 3 7.2 9.1"), [event(7, 2), event(9, 1)]);
        assert_eq!(nodes.read("a 5 7.4"), [Notification::Missed, event(7, 4)]);
        assert_eq!(nodes.read("a 6 7.5"), [event(7, 5)]);
    }

    #[test]
    fn a_node_that_had_begun_before_us_was_missed() {
        assert_eq!(NodeCounts::new("me".into()).read("a 12"), [Notification::Missed]);
    }

    #[test]
    fn a_node_ignores_its_own_notifications() {
        assert_eq!(NodeCounts::new("me".into()).read("me 3 1.1"), []);
    }

    #[test]
    fn what_cannot_be_read_was_missed() {
        let mut nodes = NodeCounts::new("me".into());
        for strange in ["", "a", "a b", "a 1 7", "a 2 x.1", "a 3 7.-1"] {
            assert_eq!(nodes.read(strange), [Notification::Missed], "{strange}");
        }
    }
}
