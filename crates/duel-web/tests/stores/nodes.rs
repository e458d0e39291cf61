//! Several servers on one PostgreSQL, and a PostgreSQL that goes away.

use std::time::Duration;

use duel_web::store::{Key, Notification, Place, Store, StoreError};
use futures_util::future::join_all;
use tokio::{
    sync::mpsc::Receiver,
    time::{sleep, timeout},
};

use super::{
    PATIENCE,
    postgres::{Cluster, Disk, connect},
    until,
};

async fn begin(store: &Store, id: &str) -> Key {
    store.begin(id.into(), "head".into()).await.unwrap().expect("a new name")
}

/// What a node has to say for itself once it is listening: before that it may have missed anything.
async fn listening(store: &Store) -> Receiver<Notification> {
    let mut notifications = store.notifications();
    assert_eq!(next_news(&mut notifications).await, Notification::Missed);
    notifications
}

async fn next_news(notifications: &mut Receiver<Notification>) -> Notification {
    let item = timeout(PATIENCE, notifications.recv()).await;
    item.expect("notifications").expect("the listener goes on")
}

/// One server for all of it, because it takes a second or two to start.
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn nodes_share_a_database() {
    let cluster = Cluster::start(Disk::Lax);
    two_nodes_never_get_the_same_number_and_notify_each_other(&cluster.database().await).await;
    a_large_batch_is_notified_in_parts_without_a_gap(&cluster.database().await).await;
    a_notification_that_was_lost_is_noticed(&cluster.database().await).await;
}

async fn two_nodes_never_get_the_same_number_and_notify_each_other(address: &str) {
    const GAMES: usize = 20;
    const MOVES: u64 = 15;
    let nodes = [Store::open(address).await.unwrap(), Store::open(address).await.unwrap()];
    let mut notifications = [listening(&nodes[0]).await, listening(&nodes[1]).await];
    let keys = join_all((0..GAMES).map(async |game| begin(&nodes[0], &format!("{game}")).await));
    let keys = keys.await;

    // Both try every number of every game; the one that is refused goes on with the next.
    let play = async |node: usize, key: Key| {
        let mut won = Vec::new();
        for seq in 1..=MOVES {
            let place = nodes[node].append(key, seq, format!("node {node}")).await.unwrap();
            if place == Place::Ours {
                won.push(seq);
            }
        }
        won
    };
    let all = (0..2).flat_map(|node| keys.iter().map(move |key| (node, *key)));
    let won = join_all(all.map(async |(node, key)| (node, key, play(node, key).await))).await;

    let mut total = [0, 0];
    for (game, key) in keys.iter().enumerate() {
        let events = nodes[1].load(&format!("{game}")).await.unwrap().unwrap().events;
        let numbers: Vec<u64> = events.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=MOVES).collect::<Vec<_>>(), "each number once, none left out");
        for (node, _, seqs) in won.iter().filter(|(_, other, _)| other == key) {
            let body = format!("node {node}");
            let theirs = events.iter().filter(|event| event.body == body).map(|event| event.seq);
            assert_eq!(*seqs, theirs.collect::<Vec<_>>(), "winners and events agree");
            total[*node] += seqs.len();
        }
    }
    assert_eq!(total[0] + total[1], GAMES * usize::try_from(MOVES).unwrap());

    for (node, notifications) in notifications.iter_mut().enumerate() {
        let mut pending: Vec<(Key, u64)> = won
            .iter()
            .filter(|(winner, ..)| *winner != node)
            .flat_map(|(_, key, seqs)| seqs.iter().map(|seq| (*key, *seq)))
            .collect();
        let own = |key: Key, seq: u64| {
            won.iter()
                .any(|(who, other, seqs)| *who == node && *other == key && seqs.contains(&seq))
        };
        while !pending.is_empty() {
            match next_news(notifications).await {
                Notification::Event(key, seq) => {
                    assert!(!own(key, seq), "its own events are no notifications");
                    pending.retain(|event| *event != (key, seq));
                }
                // A node that began to listen after the other had begun to count.
                Notification::Missed => {}
            }
        }
    }
    join_all(nodes.iter().map(Store::close)).await;
}

/// Many events at once, which do not fit into one notification.
async fn a_large_batch_is_notified_in_parts_without_a_gap(address: &str) {
    let [one, two] = [Store::open(address).await.unwrap(), Store::open(address).await.unwrap()];
    let mut notifications = listening(&two).await;
    let keys = join_all((0..2000).map(async |game| begin(&one, &format!("{game}")).await)).await;
    // The first notification of a node may report a gap.
    assert_eq!(one.append(keys[0], 1, "first".into()).await, Ok(Place::Ours));
    while next_news(&mut notifications).await != Notification::Event(keys[0], 1) {}
    let moves = keys[1..].iter().map(|key| one.append(*key, 1, "move".into()));
    assert!(join_all(moves).await.into_iter().all(|place| place == Ok(Place::Ours)));
    let mut pending: std::collections::HashSet<Key> = keys[1..].iter().copied().collect();
    while !pending.is_empty() {
        match next_news(&mut notifications).await {
            Notification::Event(key, 1) => assert!(pending.remove(&key), "{key:?} twice"),
            other => panic!("{other:?}"),
        }
    }
    join_all([one.close(), two.close()]).await;
}

async fn a_notification_that_was_lost_is_noticed(address: &str) {
    let [one, two] = [Store::open(address).await.unwrap(), Store::open(address).await.unwrap()];
    let mut notifications = listening(&two).await;
    let key = begin(&one, "game").await;
    let direct = connect(address).await;
    for round in 0..3 {
        let first = round * 10 + 1;
        assert_eq!(one.append(key, first, "heard".into()).await, Ok(Place::Ours));
        while next_news(&mut notifications).await != Notification::Event(key, first) {}
        let ended = direct.query_one(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE query LIKE 'LISTEN%' AND datname = current_database()",
            &[],
        );
        let ended: i64 = ended.await.unwrap().get(0);
        assert_eq!(ended, 1, "one node listens");
        for seq in first + 1..first + 10 {
            assert_eq!(one.append(key, seq, "lost?".into()).await, Ok(Place::Ours));
        }
        let mut last = first;
        while last < first + 9 {
            match next_news(&mut notifications).await {
                Notification::Missed => last = two.since(key, 0).await.unwrap().len() as u64,
                Notification::Event(_, seq) => last = last.max(seq),
            }
        }
    }
    join_all([one.close(), two.close()]).await;
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_without_the_password() {
    let nowhere = "postgres://duel:hunter2@127.0.0.1:1/duel";
    let error = Store::open(nowhere).await.err().unwrap();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    let said = format!("{error} {error:?}");
    assert!(said.contains("127.0.0.1:1") && !said.contains("hunter2"), "{said}");
    for wrong in ["postgres://duel:hunter2@host:port/duel", "postgres://duel:hunter2@:1:2"] {
        let error = Store::open(wrong).await.err().unwrap();
        assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
        assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
    }
}

/// Appends until it is stopped; what was acknowledged, and how often that failed.
async fn play(store: &Store, id: &str, stop: &tokio::sync::Notify) -> (Vec<u64>, usize) {
    let key = begin(store, id).await;
    let (mut kept, mut failed, mut seq) = (Vec::new(), 0, 1);
    let stopped = stop.notified();
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            biased;
            () = &mut stopped => return (kept, failed),
            place = store.append(key, seq, format!("{id} {seq}")) => match place {
                Ok(Place::Ours) => {
                    kept.push(seq);
                    seq += 1;
                }
                // It had been stored, though the answer was lost.
                Ok(Place::Taken) => seq += 1,
                Err(StoreError::Unavailable(_)) => {
                    failed += 1;
                    sleep(Duration::from_millis(20)).await;
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL"]
async fn a_postgres_that_crashes_in_the_middle_loses_nothing_and_is_found_again() {
    let cluster = Cluster::start(Disk::Real);
    let address = cluster.database().await;
    let [one, two] = [Store::open(&address).await.unwrap(), Store::open(&address).await.unwrap()];
    let mut notifications = listening(&two).await;
    let stop = tokio::sync::Notify::new();
    let games: Vec<String> = (0..8).map(|game| format!("{game}")).collect();
    let playing = join_all(games.iter().map(|id| play(&one, id, &stop)));
    let trouble = async {
        sleep(Duration::from_millis(300)).await;
        tokio::task::block_in_place(|| cluster.end());
        until("the store notices", async || one.ping().await.is_err().then_some(())).await;
        sleep(Duration::from_millis(200)).await;
        tokio::task::block_in_place(|| cluster.begin());
        until("the store recovers", async || one.ping().await.ok()).await;
        sleep(Duration::from_millis(500)).await;
        stop.notify_waiters();
    };
    let (played, ()) = tokio::join!(playing, trouble);
    for (id, (kept, failed)) in games.iter().zip(played) {
        assert!(failed > 0, "nobody noticed");
        let stream = two.load(id).await.unwrap().unwrap();
        assert!(kept.len() > 4 && stream.events.len() >= kept.len());
        for (event, seq) in stream.events.iter().zip(1..) {
            assert_eq!((event.seq, &event.body), (seq, &format!("{id} {seq}")));
        }
        assert!(kept.last().is_some_and(|last| *last <= stream.events.len() as u64));
    }
    // The other node's listener, too, is back: it says that it may have missed something, and then
    // hears what comes.
    let key = begin(&one, "afterwards").await;
    while next_news(&mut notifications).await != Notification::Missed {}
    assert_eq!(one.append(key, 1, "heard".into()).await, Ok(Place::Ours));
    while next_news(&mut notifications).await != Notification::Event(key, 1) {}
    join_all([one.close(), two.close()]).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_node_that_is_cut_off_stops_acknowledging_and_recovers() {
    let cluster = Cluster::start(Disk::Lax);
    let address = cluster.database().await;
    let line = cluster.line(&address);
    let far = Store::open(&line.address).await.unwrap();
    let near = Store::open(&address).await.unwrap();
    let mut notifications = listening(&far).await;
    let key = begin(&far, "game").await;
    assert_eq!(far.append(key, 1, "far".into()).await, Ok(Place::Ours));
    assert_eq!(far.load("game").await.unwrap().unwrap().events.len(), 1);

    line.cut();
    let attempts = (0..600).map(|_| far.append(key, 2, "cut off".into()));
    let answers = async { tokio::join!(join_all(attempts), far.load("game")) };
    let (written, read) = timeout(PATIENCE, answers).await.expect("it gives up");
    for failed in written {
        assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    }
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    // What passed before the line was cut.
    while notifications.try_recv().is_ok() {}
    assert_eq!(near.append(key, 2, "near".into()).await, Ok(Place::Ours));

    line.mend();
    let place = until("the node recovers", async || far.append(key, 2, "far".into()).await.ok());
    assert_eq!(place.await, Place::Taken);
    assert_eq!(far.append(key, 3, "far".into()).await, Ok(Place::Ours));
    let bodies = far.since(key, 0).await.unwrap().into_iter().map(|event| event.body);
    assert_eq!(bodies.collect::<Vec<_>>(), ["far", "near", "far"]);
    // The listener got no reset: it noticed the silence.
    assert_eq!(next_news(&mut notifications).await, Notification::Missed);
    assert_eq!(near.append(key, 4, "near".into()).await, Ok(Place::Ours));
    while next_news(&mut notifications).await != Notification::Event(key, 4) {}
    join_all([far.close(), near.close()]).await;
}
