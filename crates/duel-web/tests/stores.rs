//! What every store promises, asked of each of them, and what each does when things go wrong.

#[path = "stores/contract.rs"]
mod contract;
#[path = "stores/files.rs"]
mod files;
#[path = "stores/nodes.rs"]
mod nodes;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "stores/tls.rs"]
mod tls;
#[path = "stores/versions.rs"]
mod versions;

use std::{future::Future, time::Duration};

use tokio::time::{sleep, timeout};

/// The limit that ends a hang; nothing takes as long.
const PATIENCE: Duration = Duration::from_mins(2);

/// Tries until it is so.
async fn until<T, F: Future<Output = Option<T>>>(what: &str, attempt: impl Fn() -> F) -> T {
    let tried = timeout(PATIENCE, async {
        loop {
            if let Some(result) = attempt().await {
                return result;
            }
            sleep(Duration::from_millis(20)).await;
        }
    });
    tried.await.unwrap_or_else(|_| panic!("never: {what}"))
}
