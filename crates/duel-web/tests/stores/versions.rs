//! Older and newer programs, and steps from one version to the next that are cut short.

use duel_web::store::{Place, Store, StoreError, schema};
use futures_util::future::join_all;
use sqlx::{
    ConnectOptions, Connection, PgConnection, SqliteConnection, query, query_scalar, raw_sql,
    sqlite::SqliteConnectOptions,
};

use super::{
    postgres::{Cluster, Disk},
    until,
};

const FIRST: &str = "CREATE TABLE one (n INTEGER)";
const SECOND: &str = "CREATE TABLE half (n INTEGER); CREATE TABLE whole (n INTEGER)";
const SECOND_FAILING: &str = "CREATE TABLE half (n INTEGER); CREATE TABLE whole (";
const SECOND_ENDLESS: &str = "CREATE TABLE half (n INTEGER); SELECT pg_sleep(60)";

async fn file(path: &std::path::Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap()
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    Store::open(path.to_str().unwrap()).await.unwrap().close().await;
    let mut direct = file(&path).await;
    query("UPDATE schema SET version = 99").execute(&mut direct).await.unwrap();
    direct.close().await.unwrap();
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
    let mut old = file(&path).await;
    schema::sqlite(&mut old, &schema::SQLITE[..1]).await.unwrap();
    raw_sql(
        "INSERT INTO streams VALUES (7, 'game', 'head', 0); \
         INSERT INTO events VALUES (7, 1, 'one')",
    )
    .execute(&mut old)
    .await
    .unwrap();
    old.close().await.unwrap();
    let store = Store::open(path.to_str().unwrap()).await.unwrap();
    let stream = store.load("game").await.unwrap().unwrap();
    assert_eq!((stream.key.0, stream.events.len()), (7, 1));
    assert_eq!(store.append(stream.key, 2, "two".into()).await, Ok(Place::Ours));
    store.close().await;
    let mut new = file(&path).await;
    let indexes =
        query_scalar::<_, i64>("SELECT count(*) FROM sqlite_schema WHERE name = 'streams_begun'");
    assert_eq!(indexes.fetch_one(&mut new).await.unwrap(), 1);
}

#[tokio::test]
async fn a_step_of_a_file_that_fails_halfway_has_not_happened() {
    let folder = tempfile::tempdir().unwrap();
    let mut direct = file(&folder.path().join("steps.db")).await;
    let failed = schema::sqlite(&mut direct, &[FIRST, SECOND_FAILING]).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    let version = || query_scalar::<_, i64>("SELECT version FROM schema");
    assert_eq!(version().fetch_one(&mut direct).await.unwrap(), 1);
    let halves = query_scalar::<_, i64>("SELECT count(*) FROM sqlite_schema WHERE name = 'half'");
    assert_eq!(halves.fetch_one(&mut direct).await.unwrap(), 0);
    schema::sqlite(&mut direct, &[FIRST, SECOND]).await.unwrap();
    schema::sqlite(&mut direct, &[FIRST, SECOND]).await.unwrap();
    assert_eq!(version().fetch_one(&mut direct).await.unwrap(), 2);
    query("INSERT INTO whole SELECT 1 FROM half").execute(&mut direct).await.unwrap();
    let too_new = schema::sqlite(&mut direct, &[FIRST]).await;
    assert_eq!(too_new, Err(StoreError::TooNew { found: 2, known: 1 }));
}

/// One server for all that concerns it, because it takes a second or two to start.
#[tokio::test]
async fn postgres_changes_versions_safely() {
    let cluster = Cluster::start(Disk::Lax);
    a_postgres_of_a_newer_program_is_refused_and_left_alone(&cluster.database().await).await;
    a_step_of_postgres_that_is_killed_halfway_is_made_again(&cluster.database().await).await;
    nodes_that_start_together_make_the_tables_once(&cluster.database().await).await;
}

async fn a_postgres_of_a_newer_program_is_refused_and_left_alone(address: &str) {
    Store::open(address).await.unwrap().close().await;
    let mut direct = PgConnection::connect(address).await.unwrap();
    query("UPDATE schema SET version = 99").execute(&mut direct).await.unwrap();
    let known = i64::try_from(schema::POSTGRES.len()).unwrap();
    let refused = Store::open(address).await.err().unwrap();
    assert_eq!(refused, StoreError::TooNew { found: 99, known });
}

async fn a_step_of_postgres_that_is_killed_halfway_is_made_again(address: &str) {
    let mut killed = PgConnection::connect(address).await.unwrap();
    let mut direct = PgConnection::connect(address).await.unwrap();
    let process: i32 =
        query_scalar("SELECT pg_backend_pid()").fetch_one(&mut killed).await.unwrap();
    let migrating =
        tokio::spawn(async move { schema::postgres(&mut killed, &[FIRST, SECOND_ENDLESS]).await });
    // It sleeps with half of its step made.
    let watcher = tokio::sync::Mutex::new(&mut direct);
    until("the step begins", async || {
        let sleeping = query_scalar::<_, i64>(
            "SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'",
        );
        let found = sleeping.bind(process).fetch_one(&mut **watcher.lock().await).await.unwrap();
        (found == 1).then_some(())
    })
    .await;
    query("SELECT pg_terminate_backend($1)").bind(process).execute(&mut direct).await.unwrap();
    let failed = migrating.await.unwrap();
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    let version = || query_scalar::<_, i64>("SELECT version FROM schema");
    assert_eq!(version().fetch_one(&mut direct).await.unwrap(), 1);
    schema::postgres(&mut direct, &[FIRST, SECOND]).await.unwrap();
    assert_eq!(version().fetch_one(&mut direct).await.unwrap(), 2);
    query("INSERT INTO whole SELECT 1 FROM half").execute(&mut direct).await.unwrap();
}

async fn nodes_that_start_together_make_the_tables_once(address: &str) {
    let stores = join_all((0..6).map(|_| Store::open(address))).await;
    for store in stores {
        let store = store.unwrap();
        store.ping().await.unwrap();
        store.close().await;
    }
}
