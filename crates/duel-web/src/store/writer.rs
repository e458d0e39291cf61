//! One queue for all writes (group commit): those that arrive during a transaction form the next. So
//! each write waits for at most two transactions, however many arrive at once.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::{Backend, StoreError, Write, Written};

/// The most writes of one transaction.
const BATCH: usize = 512;

/// The capacity of the queue; further writers wait.
const WAITING: usize = 4096;

enum Job {
    Write(Write, oneshot::Sender<Result<Written, StoreError>>),
    Close(oneshot::Sender<()>),
}

/// The sending end of the queue.
#[derive(Clone)]
pub(super) struct Queue {
    jobs: mpsc::Sender<Job>,
}

impl Queue {
    pub(super) fn start(backend: Arc<dyn Backend>) -> Queue {
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(run(backend, waiting));
        Queue { jobs }
    }

    pub(super) async fn write(&self, write: Write) -> Result<Written, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job::Write(write, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns when everything queued before is written; later writes are refused.
    pub(super) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.jobs.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

/// Fails all queued writes after a database error: each would otherwise wait for another timeout.
/// Returns the sender of a queued [`Job::Close`].
fn refuse_waiting(
    jobs: &mut mpsc::Receiver<Job>,
    error: &StoreError,
) -> Option<oneshot::Sender<()>> {
    let mut closing = None;
    for _ in 0..jobs.len() {
        match jobs.try_recv() {
            Ok(Job::Write(_, answer)) => {
                let _ = answer.send(Err(error.clone()));
            }
            Ok(Job::Close(done)) => {
                jobs.close();
                closing = Some(done);
            }
            Err(_) => break,
        }
    }
    closing
}

async fn run(backend: Arc<dyn Backend>, mut jobs: mpsc::Receiver<Job>) {
    let mut gathered = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut gathered, BATCH).await > 0 {
        let mut batch = Vec::with_capacity(gathered.len());
        let mut answers = Vec::with_capacity(gathered.len());
        let mut closing = None;
        for job in gathered.drain(..) {
            match job {
                Job::Write(write, answer) => {
                    batch.push(write);
                    answers.push(answer);
                }
                Job::Close(done) => {
                    jobs.close();
                    closing = Some(done);
                }
            }
        }
        if !batch.is_empty() {
            match backend.write(batch).await {
                Ok(written) => {
                    for (answer, written) in answers.into_iter().zip(written) {
                        // The receiver may be gone; the write is stored all the same.
                        let _ = answer.send(Ok(written));
                    }
                }
                Err(error) => {
                    for answer in answers {
                        let _ = answer.send(Err(error.clone()));
                    }
                    closing = closing.or(refuse_waiting(&mut jobs, &error));
                }
            }
        }
        if let Some(done) = closing {
            let _ = done.send(());
        }
    }
}
