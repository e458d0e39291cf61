//! A pool of connections for reading, with timeouts.
//!
//! The pool of sqlx tests returned connections without a timeout: after a network failure all its
//! permits would be taken for a long time.

use std::{
    future::Future,
    sync::{Mutex, MutexGuard, PoisonError},
};

use futures_util::future::BoxFuture;
use sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions};
use tokio::{sync::Semaphore, time::timeout};

use super::PATIENCE;
use crate::store::StoreError;

/// The most concurrent reads.
const READERS: usize = 4;

/// Adds the timeout to an operation.
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

/// Connections for reading.
pub(super) struct ReadPool {
    options: PgConnectOptions,
    places: Semaphore,
    idle: Mutex<Vec<PgConnection>>,
}

impl ReadPool {
    pub(super) fn new(options: PgConnectOptions) -> ReadPool {
        ReadPool { options, places: Semaphore::new(READERS), idle: Mutex::default() }
    }

    /// Reads something. If an idle connection turns out to be broken, all idle ones are dropped and a
    /// new one is tried; after a timeout there is no second attempt.
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

    /// Closes idle connections, and refuses further reads.
    pub(super) fn close(&self) {
        self.places.close();
        self.idle().clear();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<PgConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
