//! A database that goes away, and clocks that wait: what the games in memory do meanwhile.

#[path = "support/client.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod client;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use client::Client;
use duel_web::{
    Config,
    store::{Backend, Key, Store, StoreError, Stream, StreamEvent, Write, Written, memory::Memory},
};
use futures_util::future::BoxFuture;
use http_body_util::BodyExt as _;
use tokio::{
    runtime::Handle,
    sync::{RwLock, mpsc},
    task::yield_now,
    time::timeout,
};
use tower::ServiceExt as _;

/// A database that can be away: writes wait, or are kept but not acknowledged, and reads fail for a
/// while.
#[derive(Clone, Default)]
struct Faulty {
    memory: Arc<Memory>,
    writes_wait: Arc<RwLock<()>>,
    loses_answers: Arc<AtomicBool>,
    failing_reads: Arc<AtomicU32>,
}

fn away() -> StoreError {
    StoreError::Unavailable("it is away".to_owned())
}

impl Backend for Faulty {
    fn write(&self, batch: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StoreError>> {
        Box::pin(async {
            let _writes = self.writes_wait.read().await;
            let written = self.memory.write(batch).await;
            if self.loses_answers.load(Ordering::Relaxed) { Err(away()) } else { written }
        })
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Stream>, StoreError>> {
        self.memory.load(id)
    }

    fn since(&self, key: Key, after: u64) -> BoxFuture<'_, Result<Vec<StreamEvent>, StoreError>> {
        let left = self.failing_reads.load(Ordering::Relaxed);
        if left == 0 {
            return self.memory.since(key, after);
        }
        self.failing_reads.store(left - 1, Ordering::Relaxed);
        Box::pin(async { Err(away()) })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.memory.ping()
    }

    fn forget(&self, older_than: Duration) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.memory.forget(older_than)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.memory.close()
    }
}

/// Lets all other tasks go on until they wait.
async fn settle() {
    for _ in 0..1_000 {
        yield_now().await;
    }
}

/// Time is simulated: a day passes at once when there is nothing to do.
#[tokio::test(start_paused = true)]
async fn watchers_see_a_move_after_a_long_outage() {
    let database = Faulty::default();
    let client = Client::on(Store::new(database.clone()), Config::default());
    let [first, _] = client.pair(r#"{"position":"divide:360"}"#).await;
    let request = Request::get(format!("/api/v1/games/{}/events", first.id))
        .header(header::ACCEPT, "text/event-stream")
        .body(Body::empty())
        .unwrap();
    let mut body = client.router.clone().oneshot(request).await.unwrap().into_body();
    let (shown, mut watched) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(frame)) = body.frame().await {
            let text = String::from_utf8_lossy(frame.data_ref().unwrap()).into_owned();
            shown.send(text).unwrap();
        }
    });
    assert!(watched.recv().await.unwrap().contains("seated"));
    settle().await;

    database.failing_reads.store(500, Ordering::Relaxed);
    database.loses_answers.store(true, Ordering::Relaxed);
    assert_eq!(client.play(&first, "6").await.status, StatusCode::SERVICE_UNAVAILABLE);
    database.loses_answers.store(false, Ordering::Relaxed);

    let seen = timeout(Duration::from_hours(24), async {
        loop {
            if watched.recv().await.expect("the stream goes on").contains("moved") {
                return;
            }
        }
    });
    assert!(seen.await.is_ok(), "the move is never shown");
}

#[tokio::test]
async fn a_move_is_finished_when_its_client_has_hung_up() {
    let database = Faulty::default();
    let client = Client::on(Store::new(database.clone()), Config::default());
    let [first, second] = client.pair(r#"{"position":"divide:360"}"#).await;
    let waiting = database.writes_wait.write().await;
    tokio::select! {
        biased;
        answer = client.play(&first, "6") => panic!("{}", answer.text()),
        () = settle() => {}
    }
    drop(waiting);
    settle().await;
    let answer = client.play(&second, "2").await;
    assert_eq!((answer.status, &answer.json()["ply"]), (StatusCode::OK, &2.into()));
}

#[tokio::test]
async fn a_game_with_a_clock_has_one_task_that_waits_for_it() {
    let client = Client::new();
    let alive = || Handle::current().metrics().num_alive_tasks();
    let pair = client.pair(r#"{"position":"digits:1000003:","clock":"60m"}"#).await;
    settle().await;
    let with_one = alive();
    for ply in 0..20 {
        let answer = client.play(&pair[ply % 2], "7").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
    settle().await;
    assert!(alive() <= with_one, "{} tasks instead of {with_one}", alive());
    client.act(&pair[0], "resign", "{}").await;
    settle().await;
    assert!(alive() < with_one, "{} tasks wait for a game that is over", alive());
}
