//! The versions of the database schema, and the migrations between them.
//!
//! A step and its version number are one transaction: after a crash, the next start repeats it. A
//! database with more steps than are known here was written by a newer program, and is refused.

use sqlx::{Connection, PgConnection, SqliteConnection, query, query_scalar, raw_sql};

use super::StoreError;

/// The steps of a SQLite database, from nothing to the version of this program.
pub const SQLITE: &[&str] =
    &[include_str!("schema/sqlite-1.sql"), include_str!("schema/sqlite-2.sql")];

/// The steps of a PostgreSQL database, from nothing to the version of this program.
pub const POSTGRES: &[&str] =
    &[include_str!("schema/postgres-1.sql"), include_str!("schema/postgres-2.sql")];

/// The advisory lock that a migrating node holds.
const CHANGING_TABLES: i64 = 0x6475_656C;

/// The state of a database.
enum Stage {
    /// All steps were made.
    Current,
    /// Only this many steps were made.
    Outdated(usize),
}

fn stage(version: i64, steps: usize) -> Result<Stage, StoreError> {
    match usize::try_from(version) {
        Ok(made) if made == steps => Ok(Stage::Current),
        Ok(made) if made < steps => Ok(Stage::Outdated(made)),
        _ => {
            let known = i64::try_from(steps).unwrap_or(i64::MAX);
            Err(StoreError::TooNew { found: version, known })
        }
    }
}

/// Migrates a SQLite database to the last of these steps.
pub async fn sqlite(
    connection: &mut SqliteConnection,
    steps: &[&'static str],
) -> Result<(), StoreError> {
    loop {
        let mut step = connection.begin_with("BEGIN IMMEDIATE").await?;
        let known = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema'";
        let version: i64 = if query_scalar::<_, i64>(known).fetch_one(&mut *step).await? == 0 {
            raw_sql(
                "CREATE TABLE schema (version INTEGER NOT NULL); INSERT INTO schema VALUES (0)",
            )
            .execute(&mut *step)
            .await?;
            0
        } else {
            query_scalar("SELECT max(version) FROM schema").fetch_one(&mut *step).await?
        };
        let Stage::Outdated(made) = stage(version, steps.len())? else {
            return Ok(step.rollback().await?);
        };
        raw_sql(steps[made]).execute(&mut *step).await?;
        query("UPDATE schema SET version = ?").bind(version + 1).execute(&mut *step).await?;
        step.commit().await?;
    }
}

/// Migrates a PostgreSQL database to the last of these steps, one node at a time.
pub async fn postgres(
    connection: &mut PgConnection,
    steps: &[&'static str],
) -> Result<(), StoreError> {
    loop {
        let mut step = connection.begin().await?;
        // No timeout: a step over many games, or another node's step, may take long.
        raw_sql("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            .execute(&mut *step)
            .await?;
        query("SELECT pg_advisory_xact_lock($1)").bind(CHANGING_TABLES).execute(&mut *step).await?;
        let known = "SELECT to_regclass('schema') IS NOT NULL";
        let version: i64 = if query_scalar(known).fetch_one(&mut *step).await? {
            query_scalar("SELECT max(version) FROM schema").fetch_one(&mut *step).await?
        } else {
            raw_sql("CREATE TABLE schema (version BIGINT NOT NULL); INSERT INTO schema VALUES (0)")
                .execute(&mut *step)
                .await?;
            0
        };
        let Stage::Outdated(made) = stage(version, steps.len())? else {
            return Ok(step.rollback().await?);
        };
        raw_sql(steps[made]).execute(&mut *step).await?;
        query("UPDATE schema SET version = $1").bind(version + 1).execute(&mut *step).await?;
        step.commit().await?;
    }
}
