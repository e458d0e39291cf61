//! One queue for everything that is written: while the disk is busy with a transaction, the next
//! one gathers. So each move waits for at most two of them, however many come at once; and when
//! many come at once, a transaction waits until half of them are there.

use std::sync::Arc;

use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot,
    },
    task::yield_now,
};

use super::{Backend, StoreError, Write, Written};

/// The most that goes into one transaction.
pub(super) const BATCH: usize = 512;

/// How often others are let go first before a transaction begins.
const TURNS: usize = 8;

/// How many writes may wait before whoever brings another has to wait for a place.
const WAITING: usize = 4096;

enum Job {
    Write(Write, oneshot::Sender<Result<Written, StoreError>>),
    Close(oneshot::Sender<()>),
}

/// The end of the queue where writes are brought.
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
        match self.jobs.try_send(Job::Write(write, answer)) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => {
                Box::pin(self.jobs.send(job)).await.map_err(|_| StoreError::Closed)?;
            }
            Err(TrySendError::Closed(_)) => return Err(StoreError::Closed),
        }
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns when everything that was brought before is written; later writes are refused.
    pub(super) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.jobs.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

/// Answers all that has gathered while the database did not answer: each would otherwise wait for
/// as long again. Returns whoever waits for the queue to close, if that was among it.
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

/// Gathers writes for one transaction, which costs almost the same for one write and for a hundred.
/// It waits for half of the recent concurrent writers; the other half goes on meanwhile. A single
/// writer does not wait, and the wait is never for time to pass, only for tasks that are ready to
/// run.
async fn gather(
    jobs: &mut mpsc::Receiver<Job>,
    gathered: &mut Vec<Job>,
    recent_writers: &mut usize,
) {
    // Those who have gone are forgotten after some dozens of transactions.
    *recent_writers = recent_writers.saturating_sub(*recent_writers / 16 + 1);
    for _ in 0..TURNS {
        *recent_writers = (*recent_writers).max(gathered.len());
        if gathered.len() >= (*recent_writers / 2).min(BATCH) {
            break;
        }
        yield_now().await;
        if jobs.is_empty() {
            break;
        }
        jobs.recv_many(gathered, BATCH - gathered.len()).await;
    }
    *recent_writers = (*recent_writers).max(gathered.len() + jobs.len());
}

async fn run(backend: Arc<dyn Backend>, mut jobs: mpsc::Receiver<Job>) {
    let mut gathered = Vec::with_capacity(BATCH);
    let mut recent_writers = 0;
    while jobs.recv_many(&mut gathered, BATCH).await > 0 {
        gather(&mut jobs, &mut gathered, &mut recent_writers).await;
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
                        // Whoever asked may have gone; the write stands.
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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::store::Key;

    fn job() -> Job {
        Job::Write(Write::Append { key: Key(1), seq: 1, body: String::new() }, oneshot::channel().0)
    }

    #[tokio::test]
    async fn whoever_writes_alone_does_not_wait() {
        let (_jobs, mut waiting) = mpsc::channel(WAITING);
        for mut recent_writers in 0..3 {
            let mut gathered = vec![job()];
            let done = gather(&mut waiting, &mut gathered, &mut recent_writers).now_or_never();
            assert_eq!((done, gathered.len(), recent_writers), (Some(()), 1, 1));
        }
    }

    #[tokio::test]
    async fn a_transaction_waits_for_half_of_a_crowd() {
        let (jobs, mut waiting) = mpsc::channel(WAITING);
        tokio::spawn(async move {
            for _ in 0..10 {
                for _ in 0..5 {
                    jobs.send(job()).await.ok();
                }
                yield_now().await;
            }
        });
        let (mut gathered, mut recent_writers) = (vec![job()], 42);
        gather(&mut waiting, &mut gathered, &mut recent_writers).await;
        assert!((19..30).contains(&gathered.len()), "{} of {recent_writers}", gathered.len());
    }

    #[tokio::test]
    async fn those_who_have_gone_are_forgotten() {
        let (_jobs, mut waiting) = mpsc::channel(WAITING);
        let mut recent_writers = 4000;
        for _ in 0..200 {
            gather(&mut waiting, &mut vec![job()], &mut recent_writers).await;
        }
        assert_eq!(recent_writers, 1);
    }
}
