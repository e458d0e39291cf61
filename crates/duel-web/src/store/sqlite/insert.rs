//! A whole batch in one statement, which costs a few microseconds an event.
//!
//! A statement is a message to the connection's thread and back, so a row of its own for each event
//! would cost five times as much (and passing them as JSON twice as much). A statement has room for
//! a power of two of rows, and leaves out those that nothing is bound to. It rolls back when a row
//! cannot be added, because to undo only itself it would have to keep a journal.

use std::{collections::HashSet, sync::LazyLock};

use sqlx::{
    Connection, Sqlite, SqliteConnection, query::Query, query_scalar, sqlite::SqliteArguments,
};

use super::{now, tails::Tails};
use crate::store::{Key, Write, Written, writer::BATCH};

/// Statements with room for 1, 2, 4, … rows.
struct Inserts(Vec<String>);

static STREAMS: LazyLock<Inserts> = LazyLock::new(|| {
    Inserts::new("INSERT OR ROLLBACK INTO streams (key, id, head, begun)", "(?, ?, ?, ?)")
});

static EVENTS: LazyLock<Inserts> = LazyLock::new(|| {
    Inserts::new("INSERT OR ROLLBACK INTO events (stream, seq, body)", "(?, ?, ?)")
});

impl Inserts {
    fn new(into: &str, row: &str) -> Inserts {
        let with_room = |rows: usize| {
            let rows = vec![row; rows].join(", ");
            format!("{into} SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL")
        };
        Inserts((0..=BATCH.ilog2()).map(|power| with_room(1 << power)).collect())
    }

    /// The smallest with room for this many, at most [`BATCH`].
    fn for_rows(&'static self, rows: usize) -> &'static str {
        &self.0[rows.next_power_of_two().ilog2() as usize]
    }
}

type Statement = Query<'static, Sqlite, SqliteArguments>;

/// Decides which of these writes get their place, and writes those.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    tails: &mut Tails,
    batch: &[Write],
) -> Result<Vec<Written>, sqlx::Error> {
    tails.learn(connection, batch).await?;
    let mut names = names_taken(connection, batch).await?;
    let mut begun: Vec<(Key, &str, &str)> = Vec::new();
    let mut appended: Vec<(Key, u64, &str)> = Vec::with_capacity(batch.len());
    let written = batch
        .iter()
        .map(|write| match write {
            Write::Begin { id, head } => {
                if !names.insert(id.clone()) {
                    return Written::Taken;
                }
                let key = tails.begin();
                begun.push((key, id, head));
                Written::Begun(key)
            }
            Write::Append { key, seq, body } => {
                if !tails.append(*key, *seq) {
                    return Written::Taken;
                }
                appended.push((*key, *seq, body));
                Written::Appended
            }
        })
        .collect();

    let at = now();
    let streams = begun.chunks(BATCH).map(|rows| streams(rows, at));
    let events = appended.chunks(BATCH).map(events);
    let mut statements: Vec<Statement> = streams.chain(events).collect();
    if statements.len() > 1 {
        let mut all = connection.begin_with("BEGIN IMMEDIATE").await?;
        for statement in statements {
            statement.execute(&mut *all).await?;
        }
        all.commit().await?;
    } else if let Some(only) = statements.pop() {
        only.execute(connection).await?;
    }
    Ok(written)
}

fn streams(rows: &[(Key, &str, &str)], at: i64) -> Statement {
    rows.iter().fold(sqlx::query(STREAMS.for_rows(rows.len())), |statement, (key, id, head)| {
        statement.bind(key.0).bind((*id).to_owned()).bind((*head).to_owned()).bind(at)
    })
}

fn events(rows: &[(Key, u64, &str)]) -> Statement {
    rows.iter().fold(sqlx::query(EVENTS.for_rows(rows.len())), |statement, (key, seq, body)| {
        statement.bind(key.0).bind(seq.cast_signed()).bind((*body).to_owned())
    })
}

/// Which names that this batch would begin are those of streams.
async fn names_taken(
    connection: &mut SqliteConnection,
    batch: &[Write],
) -> Result<HashSet<String>, sqlx::Error> {
    let wanted: Vec<&str> = batch
        .iter()
        .filter_map(|write| match write {
            Write::Begin { id, .. } => Some(id.as_str()),
            Write::Append { .. } => None,
        })
        .collect();
    if wanted.is_empty() {
        return Ok(HashSet::new());
    }
    let list = serde_json::to_string(&wanted).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let taken = query_scalar("SELECT id FROM streams WHERE id IN (SELECT value FROM json_each(?))");
    Ok(taken.bind(list).fetch_all(connection).await?.into_iter().collect())
}
