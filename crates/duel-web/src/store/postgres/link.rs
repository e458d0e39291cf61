//! Connections, with timeouts, and made again after an error.
//!
//! Several queries may be under way on a connection: each is sent without waiting for the answers to
//! those before it.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{sync::mpsc, task::JoinSet, time::timeout};
use tokio_postgres::{AsyncMessage, Client, Error, Row, Statement, types::ToSql};

use super::{PATIENCE, options::Options};
use crate::store::StoreError;

/// How many notifications may wait; the rest waits in PostgreSQL.
const NOTIFICATIONS: usize = 256;

/// The values of a query.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Adds the timeout to an operation.
pub(super) async fn in_time<T, E: Into<StoreError>>(
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    match timeout(PATIENCE, answer).await {
        Ok(answer) => answer.map_err(Into::into),
        Err(_) => Err(silent()),
    }
}

fn silent() -> StoreError {
    StoreError::Unavailable(format!("no answer within {} seconds", PATIENCE.as_secs()))
}

/// A connection. It is closed when this is dropped, also if nothing can be sent any more.
pub(super) struct Connection {
    pub(super) client: Client,
    /// The notifications that it receives; ends with the connection.
    pub(super) notifications: mpsc::Receiver<String>,
    prepared: Mutex<HashMap<&'static str, Statement>>,
    _driver: JoinSet<()>,
}

impl Connection {
    pub(super) async fn open(options: &Options) -> Result<Connection, StoreError> {
        let connect = Box::pin(options.config.connect(options.tls.clone()));
        let (client, mut connection) = in_time(connect).await?;
        let (send, notifications) = mpsc::channel(NOTIFICATIONS);
        let mut driver = JoinSet::new();
        driver.spawn(async move {
            while let Some(Ok(message)) = poll_fn(|task| connection.poll_message(task)).await {
                if let AsyncMessage::Notification(notification) = message
                    && send.send(notification.payload().to_owned()).await.is_err()
                {
                    return;
                }
            }
        });
        Ok(Connection { client, notifications, prepared: Mutex::default(), _driver: driver })
    }

    async fn query(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let prepared = || self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = prepared().get(sql).cloned();
        let statement = if let Some(known) = known {
            known
        } else {
            let new = self.client.prepare(sql).await?;
            prepared().insert(sql, new.clone());
            new
        };
        self.client.query(&statement, values).await
    }
}

/// A connection that is made when it is needed, and again after an error.
pub(super) struct Link {
    options: Options,
    /// `Err` once it is closed.
    connection: tokio::sync::Mutex<Result<Option<Arc<Connection>>, StoreError>>,
}

impl Link {
    pub(super) fn new(options: Options, open: Option<Connection>) -> Link {
        Link { options, connection: tokio::sync::Mutex::new(Ok(open.map(Arc::new))) }
    }

    /// The result of a statement, which after an error may or may not have been executed.
    pub(super) async fn query_once(
        &self,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let (connection, _) = self.connection().await?;
        let rows = in_time(connection.query(sql, values)).await;
        if rows.is_err() {
            self.discard(&connection).await;
        }
        rows
    }

    /// The result of a statement that may be executed twice: a connection can have been broken
    /// before it. After a timeout there is no second attempt.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        loop {
            let (connection, is_new) = self.connection().await?;
            match timeout(PATIENCE, connection.query(sql, values)).await {
                Ok(Ok(rows)) => return Ok(rows),
                failed => {
                    self.discard(&connection).await;
                    match failed {
                        Ok(Err(error)) if is_new => return Err(error.into()),
                        Err(_) => return Err(silent()),
                        Ok(_) => {}
                    }
                }
            }
        }
    }

    /// The connection, and whether it is new.
    async fn connection(&self) -> Result<(Arc<Connection>, bool), StoreError> {
        in_time(async {
            let mut slot = self.connection.lock().await;
            let known = slot.as_mut().map_err(|error| error.clone())?;
            if let Some(known) = &*known {
                return Ok::<_, StoreError>((Arc::clone(known), false));
            }
            let new = Arc::new(Connection::open(&self.options).await?);
            *known = Some(Arc::clone(&new));
            Ok((new, true))
        })
        .await
    }

    async fn discard(&self, broken: &Arc<Connection>) {
        if let Ok(slot) = &mut *self.connection.lock().await {
            slot.take_if(|known| Arc::ptr_eq(known, broken));
        }
    }

    /// Closes the connection, and refuses further queries.
    pub(super) async fn close(&self) {
        *self.connection.lock().await = Err(StoreError::Closed);
    }
}
