//! Threads that own connections: SQLite waits for the disk, and other requests must not wait with it.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use tokio::sync::{oneshot, watch};

use crate::store::StoreError;

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Threads with one queue of jobs; each owns a `T`.
pub(super) struct Threads<T> {
    /// `None` once it is closed.
    jobs: Mutex<Option<mpsc::Sender<Job<T>>>>,
    /// Each thread has a receiver, so this is closed when all have ended.
    ended: watch::Sender<()>,
}

impl<T: Send + 'static> Threads<T> {
    pub(super) fn start(name: &str, owned: impl IntoIterator<Item = T>) -> io::Result<Threads<T>> {
        let (jobs, queue) = mpsc::channel::<Job<T>>();
        let queue = Arc::new(Mutex::new(queue));
        let (ended, running) = watch::channel(());
        for mut own in owned {
            let (queue, running) = (Arc::clone(&queue), running.clone());
            let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                while let Ok(job) = next() {
                    job(&mut own);
                }
                drop(own);
                drop(running);
            })?;
        }
        Ok(Threads { jobs: Mutex::new(Some(jobs)), ended })
    }

    /// Does something on one of the threads, after what was queued before.
    pub(super) async fn run<R: Send + 'static>(
        &self,
        job: impl FnOnce(&mut T) -> Result<R, StoreError> + Send + 'static,
    ) -> Result<R, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Job<T> = Box::new(move |own| {
            let _ = answer.send(job(own));
        });
        let is_queued = match &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(jobs) => jobs.send(job).is_ok(),
            None => false,
        };
        if is_queued {
            answered.await.map_err(|_| StoreError::Closed)?
        } else {
            Err(StoreError::Closed)
        }
    }

    /// Refuses further jobs, and returns when all threads have ended, with what they own.
    pub(super) async fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.ended.closed().await;
    }
}
