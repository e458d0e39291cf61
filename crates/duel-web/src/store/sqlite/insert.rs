//! A whole batch in one statement, which costs a few microseconds an event.
//!
//! A statement is a message to the connection's thread and back, so a row of its own for each event
//! would cost five times as much (and passing them as JSON twice as much). A statement has room for
//! a power of two of rows, and leaves out those that nothing is bound to. It rolls back when a row
//! cannot be added, because to undo only itself it would have to keep a journal.

use std::{collections::HashSet, sync::LazyLock, vec::Drain};

use sqlx::{
    Arguments as _, Connection, Sqlite, SqliteConnection, query::Query, query_scalar,
    sqlite::SqliteArguments,
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
    batch: Vec<Write>,
) -> Result<Vec<Written>, sqlx::Error> {
    tails.learn(connection, &batch).await?;
    let mut names = names_taken(connection, &batch).await?;
    let mut begun: Vec<(Key, String, String)> = Vec::new();
    let mut appended: Vec<(Key, u64, String)> = Vec::with_capacity(batch.len());
    let written = batch
        .into_iter()
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
                if !tails.append(key, seq) {
                    return Written::Taken;
                }
                appended.push((key, seq, body));
                Written::Appended
            }
        })
        .collect();

    let at = now();
    let mut statements: Vec<Statement> = Vec::new();
    while !begun.is_empty() {
        statements.push(streams(begun.drain(..begun.len().min(BATCH)), at));
    }
    while !appended.is_empty() {
        statements.push(events(appended.drain(..appended.len().min(BATCH))));
    }
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

fn streams(rows: Drain<'_, (Key, String, String)>, at: i64) -> Statement {
    let statement = with_room(STREAMS.for_rows(rows.len()), 4 * rows.len());
    rows.fold(statement, |statement, (key, id, head)| {
        statement.bind(key.0).bind(id).bind(head).bind(at)
    })
}

fn events(rows: Drain<'_, (Key, u64, String)>) -> Statement {
    let statement = with_room(EVENTS.for_rows(rows.len()), 3 * rows.len());
    rows.fold(statement, |statement, (key, seq, body)| {
        statement.bind(key.0).bind(seq.cast_signed()).bind(body)
    })
}

/// A statement to which so many values are going to be bound.
fn with_room(text: &'static str, values: usize) -> Statement {
    let mut room = SqliteArguments::default();
    room.reserve(values, 0);
    sqlx::query_with(text, room)
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
