//! The versions of the database schema, and the migrations between them.
//!
//! A step and its version number are one transaction: after a crash, the next start repeats it. A
//! database with more steps than are known here was written by a newer program, and is refused.

use rusqlite::TransactionBehavior;
use tokio_postgres::Client;

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
pub fn sqlite(connection: &mut rusqlite::Connection, steps: &[&str]) -> Result<(), StoreError> {
    loop {
        let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 = if step.table_exists(None, "schema")? {
            step.query_one("SELECT max(version) FROM schema", (), |row| row.get(0))?
        } else {
            step.execute_batch(
                "CREATE TABLE schema (version INTEGER NOT NULL); INSERT INTO schema VALUES (0)",
            )?;
            0
        };
        let Stage::Outdated(made) = stage(version, steps.len())? else { return Ok(()) };
        step.execute_batch(steps[made])?;
        step.execute("UPDATE schema SET version = ?", [version + 1])?;
        step.commit()?;
    }
}

/// Migrates a PostgreSQL database to the last of these steps, one node at a time.
pub async fn postgres(client: &mut Client, steps: &[&str]) -> Result<(), StoreError> {
    loop {
        let step = client.transaction().await?;
        // No timeout: a step over many games, or another node's step, may take long.
        step.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
        step.execute("SELECT pg_advisory_xact_lock($1)", &[&CHANGING_TABLES]).await?;
        let is_known = step.query_one("SELECT to_regclass('schema') IS NOT NULL", &[]).await?;
        let version: i64 = if is_known.try_get(0)? {
            step.query_one("SELECT max(version) FROM schema", &[]).await?.try_get(0)?
        } else {
            let create =
                "CREATE TABLE schema (version BIGINT NOT NULL); INSERT INTO schema VALUES (0)";
            step.batch_execute(create).await?;
            0
        };
        let Stage::Outdated(made) = stage(version, steps.len())? else {
            return Ok(step.rollback().await?);
        };
        step.batch_execute(steps[made]).await?;
        step.execute("UPDATE schema SET version = $1", &[&(version + 1)]).await?;
        step.commit().await?;
    }
}
