//! The same questions to memory, a file and PostgreSQL.

use std::{collections::HashMap, time::Duration};

use duel_web::store::{
    Backend, Key, Place, Store, StoreError, Stream, StreamEvent, Write, Written, memory::Memory,
    postgres::Postgres, sqlite::Sqlite,
};
use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::time::sleep;

use super::postgres::{Cluster, Disk};

#[tokio::test]
async fn memory_keeps_the_contract() {
    contract(&Store::open("memory:").await.unwrap()).await;
    follows_the_model(&Memory::default()).await;
}

#[tokio::test]
async fn a_file_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    contract(&Store::open(path.to_str().unwrap()).await.unwrap()).await;
    follows_the_model(&Sqlite::open(&folder.path().join("model.db")).await.unwrap()).await;
    survives_reopening(&format!("sqlite:{}", folder.path().join("again.db").display())).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn postgres_keeps_the_contract() {
    let cluster = Cluster::start(Disk::Lax);
    contract(&Store::open(&cluster.database().await).await.unwrap()).await;
    follows_the_model(&Postgres::open(&cluster.database().await).await.unwrap()).await;
    survives_reopening(&cluster.database().await).await;
}

async fn contract(store: &Store) {
    names(store).await;
    numbers(store).await;
    any_text(store).await;
    one_of_many(store).await;
    many_at_once(store).await;
    forgetting(store).await;
    store.ping().await.unwrap();
    let key = begin(store, "closing").await;
    store.close().await;
    assert_eq!(store.append(key, 1, "late".into()).await, Err(StoreError::Closed));
}

async fn begin(store: &Store, id: &str) -> Key {
    store.begin(id.into(), "head".into()).await.unwrap().expect("a new name")
}

async fn append(store: &Store, key: Key, seq: u64, body: &str) -> Place {
    store.append(key, seq, body.into()).await.unwrap()
}

fn kept(events: &[(u64, &str)]) -> Vec<StreamEvent> {
    events.iter().map(|(seq, body)| StreamEvent { seq: *seq, body: (*body).to_owned() }).collect()
}

async fn names(store: &Store) {
    let key = begin(store, "first").await;
    assert_ne!(begin(store, "second").await, key);
    assert_eq!(store.begin("first".into(), "other head".into()).await, Ok(None));
    assert!(store.begin("First".into(), String::new()).await.unwrap().is_some());
    let stream = store.load("first").await.unwrap().unwrap();
    assert_eq!(stream, Stream { key, head: "head".into(), events: vec![] });
    assert_eq!(store.load("third").await, Ok(None));
    assert_eq!(store.load("fir\0st").await, Ok(None));
    let long = store.begin("x".repeat(201), String::new()).await;
    assert!(matches!(long, Err(StoreError::Refused(_))), "{long:?}");
}

async fn numbers(store: &Store) {
    let key = begin(store, "numbers").await;
    assert_eq!(append(store, key, 2, "too early").await, Place::Taken);
    assert_eq!(append(store, key, 0, "none").await, Place::Taken);
    assert_eq!(append(store, key, 1, "one").await, Place::Ours);
    assert_eq!(append(store, key, 1, "another").await, Place::Taken);
    assert_eq!(append(store, key, 2, "two").await, Place::Ours);
    assert_eq!(append(store, key, 4, "a hole").await, Place::Taken);
    assert_eq!(append(store, key, u64::MAX, "the end").await, Place::Taken);
    assert_eq!(append(store, key, 3, "three").await, Place::Ours);
    let all = [(1, "one"), (2, "two"), (3, "three")];
    assert_eq!(store.load("numbers").await.unwrap().unwrap().events, kept(&all));
    assert_eq!(store.since(key, 0).await.unwrap(), kept(&all));
    assert_eq!(store.since(key, 2).await.unwrap(), kept(&all[2..]));
    assert_eq!(store.since(key, 3).await.unwrap(), []);
    assert_eq!(store.since(key, u64::MAX).await.unwrap(), []);
    let nobody = Key(key.0 + 1_000_000);
    assert_eq!(append(store, nobody, 1, "nowhere").await, Place::Taken);
    assert_eq!(append(store, nobody, 2, "nowhere").await, Place::Taken);
    assert_eq!(store.since(nobody, 0).await.unwrap(), []);
}

async fn any_text(store: &Store) {
    let texts = ["", "'; DROP TABLE events; --", "\"\\{}", "Zoë ♞ \u{202e}", "%s ? $1 :a"];
    let large = "x".repeat(1 << 20);
    for (place, text) in texts.into_iter().chain([large.as_str()]).enumerate() {
        let id = format!("text {place} {}", text.chars().take(20).collect::<String>());
        let key = store.begin(id.clone(), text.into()).await.unwrap().unwrap();
        assert_eq!(append(store, key, 1, text).await, Place::Ours);
        let stream = store.load(&id).await.unwrap().unwrap();
        assert_eq!(stream, Stream { key, head: text.into(), events: kept(&[(1, text)]) });
    }
    let key = begin(store, "zero").await;
    let refused = store.append(key, 1, "a\0b".into()).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(store.since(key, 0).await.unwrap(), []);
}

async fn one_of_many(store: &Store) {
    let key = begin(store, "wanted").await;
    for seq in 1..=5 {
        let bodies: Vec<String> = (0..100).map(|who| format!("{who}")).collect();
        let places = join_all(bodies.iter().map(|body| append(store, key, seq, body))).await;
        let ours: Vec<&String> = bodies
            .iter()
            .zip(places)
            .filter_map(|(body, place)| (place == Place::Ours).then_some(body))
            .collect();
        assert_eq!(ours.len(), 1);
        assert_eq!(store.since(key, seq - 1).await.unwrap(), kept(&[(seq, ours[0])]));
    }
    let all = join_all((0..100).map(|_| store.begin("popular".into(), String::new()))).await;
    assert_eq!(all.into_iter().filter(|key| matches!(key, Ok(Some(_)))).count(), 1);
}

/// More than fit into a batch, so that every size of batch comes up.
async fn many_at_once(store: &Store) {
    let play = async |game: usize| {
        let id = format!("game {game}");
        let key = begin(store, &id).await;
        for seq in 1..=4 {
            assert_eq!(append(store, key, seq, &format!("{game}.{seq}")).await, Place::Ours);
        }
        let events = store.load(&id).await.unwrap().unwrap().events;
        let bodies: Vec<String> = events.into_iter().map(|event| event.body).collect();
        assert_eq!(bodies, [1, 2, 3, 4].map(|seq| format!("{game}.{seq}")));
    };
    join_all((0..700).map(play)).await;
}

async fn forgetting(store: &Store) {
    let old = begin(store, "old").await;
    assert_eq!(append(store, old, 1, "long ago").await, Place::Ours);
    sleep(Duration::from_millis(1200)).await;
    assert_eq!(store.forget(Duration::from_mins(1)).await, Ok(0));
    let young = begin(store, "young").await;
    assert!(store.forget(Duration::from_secs(1)).await.unwrap() > 700);
    assert_eq!(store.load("old").await, Ok(None));
    assert_eq!(store.since(old, 0).await.unwrap(), []);
    assert_eq!(append(store, old, 2, "too late").await, Place::Taken);
    assert_eq!(append(store, old, 1, "too late").await, Place::Taken);
    assert_eq!(append(store, young, 1, "on time").await, Place::Ours);
    assert_eq!(store.load("young").await.unwrap().unwrap().events, kept(&[(1, "on time")]));
    let again = begin(store, "old").await;
    assert_ne!(again, old);
    assert_eq!(store.load("old").await.unwrap().unwrap().events, []);
}

/// Batches of anything, against the simplest thing that could be right.
async fn follows_the_model(backend: &impl Backend) {
    for seed in 0..8 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut streams: Vec<(String, Key, Vec<String>)> = Vec::new();
        for round in 0..30 {
            let size = random.random_range(1..40);
            let batch: Vec<Write> = (0..size)
                .map(|place| {
                    let text = format!("{round}.{place}");
                    if streams.is_empty() || random.random_ratio(1, 5) {
                        let id = format!("{seed}-{}", random.random_range(0..40));
                        return Write::Begin { id, head: text };
                    }
                    let (_, key, events) = &streams[random.random_range(0..streams.len())];
                    let seq = events.len() as u64 + random.random_range(0..4) - 1;
                    Write::Append { key: *key, seq, body: text }
                })
                .collect();
            let written = backend.write(batch.clone()).await.unwrap();
            assert_eq!(written.len(), batch.len());
            for (write, written) in batch.into_iter().zip(written) {
                expect(&mut streams, write, written);
            }
        }
        let mut total = 0;
        for (id, key, bodies) in streams {
            let stream = backend.load(&id).await.unwrap().unwrap();
            assert_eq!(stream.key, key);
            let expected = bodies.iter().skip(1).zip(1..);
            let expected: Vec<StreamEvent> =
                expected.map(|(body, seq)| StreamEvent { seq, body: body.clone() }).collect();
            assert_eq!((stream.head, stream.events), (bodies[0].clone(), expected));
            total += bodies.len();
        }
        assert!(total > 100, "the batches hardly did anything");
    }
    backend.close().await;
}

/// A stream in the model is its head and its events; so its length is its next number.
fn expect(streams: &mut Vec<(String, Key, Vec<String>)>, write: Write, written: Written) {
    match write {
        Write::Begin { id, head } => {
            if streams.iter().any(|(name, ..)| *name == id) {
                assert_eq!(written, Written::Taken, "{id}");
            } else {
                let Written::Begun(key) = written else { panic!("{id} is {written:?}") };
                assert!(streams.iter().all(|(_, other, _)| *other != key));
                streams.push((id, key, vec![head]));
            }
        }
        Write::Append { key, seq, body } => {
            let (_, _, bodies) = streams.iter_mut().find(|(_, other, _)| *other == key).unwrap();
            if bodies.len() as u64 == seq {
                assert_eq!(written, Written::Appended, "{seq} of {key:?}");
                bodies.push(body);
            } else {
                assert_eq!(written, Written::Taken, "{seq} of {key:?}");
            }
        }
    }
}

/// What was written is there when the database is opened again.
async fn survives_reopening(address: &str) {
    let store = Store::open(address).await.unwrap();
    let mut expected = HashMap::new();
    for game in 0..20_usize {
        let id = format!("game {game}");
        let key = begin(&store, &id).await;
        for seq in 1..=game as u64 {
            assert_eq!(append(&store, key, seq, &format!("{game}.{seq}")).await, Place::Ours);
        }
        expected.insert(id.clone(), store.load(&id).await.unwrap().unwrap());
    }
    store.close().await;
    let store = Store::open(address).await.unwrap();
    for (id, stream) in &expected {
        assert_eq!(store.load(id).await.unwrap().as_ref(), Some(stream));
        let next = stream.events.len() as u64 + 1;
        assert_eq!(append(&store, stream.key, next - 1, "again").await, Place::Taken);
        assert_eq!(append(&store, stream.key, next, "more").await, Place::Ours);
    }
    let key = begin(&store, "new").await;
    assert!(expected.values().all(|stream| stream.key != key));
    store.close().await;
}
