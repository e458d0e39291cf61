//! Connections for reading, and the end of every wait.
//!
//! A ready-made pool asks a connection that comes back whether it still works, and waits for the
//! answer without end; after a cable was pulled, all its places would be taken for a long time.

use std::{
    future::Future,
    sync::{Mutex, MutexGuard, PoisonError},
};

use futures_util::future::BoxFuture;
use sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions};
use tokio::{sync::Semaphore, time::timeout};

use super::PATIENCE;
use crate::store::StoreError;

/// How many read at once.
const READERS: usize = 4;

/// What the database answers, if it does so in time.
pub(super) async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match timeout(PATIENCE, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(silent()),
    }
}

fn silent() -> StoreError {
    StoreError::Unavailable(format!("no answer within {} seconds", PATIENCE.as_secs()))
}

/// Connections that read.
pub(super) struct Links {
    options: PgConnectOptions,
    places: Semaphore,
    idle: Mutex<Vec<PgConnection>>,
}

impl Links {
    pub(super) fn new(options: PgConnectOptions) -> Links {
        Links { options, places: Semaphore::new(READERS), idle: Mutex::default() }
    }

    /// Reads something. If a connection that had been idle turns out to be broken, so are the
    /// others, and it is read again with a new one; silence has lasted long enough already.
    pub(super) async fn read<T>(
        &self,
        read: impl for<'c> Fn(&'c mut PgConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        let place = timeout(PATIENCE, self.places.acquire()).await.map_err(|_| silent())?;
        let _place = place.map_err(|_| StoreError::Closed)?;
        let known = self.idle().pop();
        if let Some(mut connection) = known {
            match timeout(PATIENCE, read(&mut connection)).await {
                Ok(Ok(answer)) => {
                    self.idle().push(connection);
                    return Ok(answer);
                }
                Ok(Err(_)) => self.idle().clear(),
                Err(_) => {
                    self.idle().clear();
                    return Err(silent());
                }
            }
        }
        let mut connection = in_time(self.options.connect()).await?;
        let answer = in_time(read(&mut connection)).await?;
        self.idle().push(connection);
        Ok(answer)
    }

    /// Ends the connections that are idle, and refuses to make more.
    pub(super) fn close(&self) {
        self.places.close();
        self.idle().clear();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<PgConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
