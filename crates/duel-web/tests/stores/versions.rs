//! Older and newer programs, and steps from one version to the next that are cut short.

use duel_web::store::{Place, Store, StoreError, schema};
use futures_util::future::join_all;
use rusqlite::Connection;
use tokio_postgres::Client;

use super::{
    postgres::{Cluster, Disk, connect},
    until,
};

const FIRST: &str = "CREATE TABLE one (n INTEGER)";
const SECOND: &str = "CREATE TABLE half (n INTEGER); CREATE TABLE whole (n INTEGER)";
const SECOND_FAILING: &str = "CREATE TABLE half (n INTEGER); CREATE TABLE whole (";
const SECOND_ENDLESS: &str = "CREATE TABLE half (n INTEGER); SELECT pg_sleep(60)";

fn number(file: &Connection, sql: &str) -> i64 {
    file.query_one(sql, (), |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    Store::open(path.to_str().unwrap()).await.unwrap().close().await;
    let direct = Connection::open(&path).unwrap();
    direct.execute("UPDATE schema SET version = 99", ()).unwrap();
    drop(direct);
    let known = i64::try_from(schema::SQLITE.len()).unwrap();
    for _ in 0..2 {
        let refused = Store::open(path.to_str().unwrap()).await.err().unwrap();
        assert_eq!(refused, StoreError::TooNew { found: 99, known });
        assert!(refused.to_string().contains("version 99"), "{refused}");
    }
}

#[tokio::test]
async fn a_file_of_an_older_program_is_brought_forward_with_what_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut old = Connection::open(&path).unwrap();
    schema::sqlite(&mut old, &schema::SQLITE[..1]).unwrap();
    old.execute_batch(
        "INSERT INTO streams VALUES (7, 'game', 'head', 0); \
         INSERT INTO events VALUES (7, 1, 'one')",
    )
    .unwrap();
    drop(old);
    let store = Store::open(path.to_str().unwrap()).await.unwrap();
    let stream = store.load("game").await.unwrap().unwrap();
    assert_eq!((stream.key.0, stream.events.len()), (7, 1));
    assert_eq!(store.append(stream.key, 2, "two".into()).await, Ok(Place::Ours));
    store.close().await;
    let new = Connection::open(&path).unwrap();
    let indexes = "SELECT count(*) FROM sqlite_schema WHERE name = 'streams_begun'";
    assert_eq!(number(&new, indexes), 1);
}

#[test]
fn a_step_of_a_file_that_fails_halfway_has_not_happened() {
    let folder = tempfile::tempdir().unwrap();
    let mut direct = Connection::open(folder.path().join("steps.db")).unwrap();
    let failed = schema::sqlite(&mut direct, &[FIRST, SECOND_FAILING]);
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    let version = "SELECT version FROM schema";
    assert_eq!(number(&direct, version), 1);
    let halves = "SELECT count(*) FROM sqlite_schema WHERE name = 'half'";
    assert_eq!(number(&direct, halves), 0);
    schema::sqlite(&mut direct, &[FIRST, SECOND]).unwrap();
    schema::sqlite(&mut direct, &[FIRST, SECOND]).unwrap();
    assert_eq!(number(&direct, version), 2);
    direct.execute("INSERT INTO whole SELECT 1 FROM half", ()).unwrap();
    let too_new = schema::sqlite(&mut direct, &[FIRST]);
    assert_eq!(too_new, Err(StoreError::TooNew { found: 2, known: 1 }));
}

/// One server for all that concerns it, because it takes a second or two to start.
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn postgres_changes_versions_safely() {
    let cluster = Cluster::start(Disk::Lax);
    a_postgres_of_a_newer_program_is_refused_and_left_alone(&cluster.database().await).await;
    a_step_of_postgres_that_is_killed_halfway_is_made_again(&cluster.database().await).await;
    nodes_that_start_together_make_the_tables_once(&cluster.database().await).await;
}

async fn a_postgres_of_a_newer_program_is_refused_and_left_alone(address: &str) {
    Store::open(address).await.unwrap().close().await;
    connect(address).await.batch_execute("UPDATE schema SET version = 99").await.unwrap();
    let known = i64::try_from(schema::POSTGRES.len()).unwrap();
    let refused = Store::open(address).await.err().unwrap();
    assert_eq!(refused, StoreError::TooNew { found: 99, known });
}

async fn a_step_of_postgres_that_is_killed_halfway_is_made_again(address: &str) {
    let [mut killed, mut direct] = [connect(address).await, connect(address).await];
    let process = killed.query_one("SELECT pg_backend_pid()", &[]).await.unwrap();
    let process: i32 = process.get(0);
    let migrating =
        tokio::spawn(async move { schema::postgres(&mut killed, &[FIRST, SECOND_ENDLESS]).await });
    // It sleeps with half of its step made.
    until("the step begins", async || {
        let sleeping = "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'";
        let found = direct.query(sleeping, &[&process]).await.unwrap();
        (found.len() == 1).then_some(())
    })
    .await;
    direct.query("SELECT pg_terminate_backend($1)", &[&process]).await.unwrap();
    let failed = migrating.await.unwrap();
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert_eq!(version(&direct).await, 1);
    schema::postgres(&mut direct, &[FIRST, SECOND]).await.unwrap();
    assert_eq!(version(&direct).await, 2);
    direct.batch_execute("INSERT INTO whole SELECT 1 FROM half").await.unwrap();
}

async fn version(direct: &Client) -> i64 {
    direct.query_one("SELECT version FROM schema", &[]).await.unwrap().get(0)
}

async fn nodes_that_start_together_make_the_tables_once(address: &str) {
    let stores = join_all((0..6).map(|_| Store::open(address))).await;
    for store in stores {
        let store = store.unwrap();
        store.ping().await.unwrap();
        store.close().await;
    }
}
