//! What every store promises, asked of each of them, and what each does when things go wrong.

#[path = "stores/contract.rs"]
mod contract;
#[path = "stores/files.rs"]
mod files;
#[path = "stores/nodes.rs"]
mod nodes;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "stores/versions.rs"]
mod versions;

use std::{future::Future, time::Duration};

use tokio::time::{Instant, sleep};

/// Tries until it is so, and fails if that takes too long.
async fn until<T, F: Future<Output = Option<T>>>(what: &str, attempt: impl Fn() -> F) -> T {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(15) {
        if let Some(result) = attempt().await {
            return result;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{what}: not within 15 seconds");
}
