//! CPU-bound work outside the async threads, shared fairly between clients.
//!
//! A pool has threads of its own: analyses cannot take those of the computer's moves. In a pool
//! clients take turns, and one of its threads is always left to the other clients. The queue is
//! bounded; beyond that, work is refused at once and the client may retry. Work whose client has left
//! is not begun, and told to end if it was.

mod fair_queue;

use std::{
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::sync::oneshot;

use self::fair_queue::{Bounds, FairQueue};
use crate::limits::rate_limit_key;

/// The queue is full, or the work panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// When a refused client should retry.
pub const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Which part of the queue one client may fill.
const SHARE: usize = 4;

/// The pools of the server, each for a kind of work that the others must not hold up.
#[derive(Clone)]
pub struct Workers {
    /// The computer's moves.
    pub moves: WorkerPool,
    /// Starts drawn by lot.
    pub deals: WorkerPool,
    /// The moves of large positions, and what was said.
    pub listings: WorkerPool,
    /// Analyses, reviews and certificates.
    pub analyses: WorkerPool,
}

impl Workers {
    /// Pools of this many threads each, with queues of this length.
    pub fn new(threads: usize, waiting: usize) -> Workers {
        Workers {
            // Never refused: a game has at most one of them in the queue.
            moves: WorkerPool::new(threads, usize::MAX),
            deals: WorkerPool::new(threads, waiting),
            listings: WorkerPool::new(threads, waiting),
            analyses: WorkerPool::new(threads, waiting),
        }
    }
}

/// Threads with a fair, bounded queue. They end with the last clone of this.
#[derive(Clone)]
pub struct WorkerPool(Arc<Owner>);

struct Owner(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Notified when there may be work for a thread.
    work: Condvar,
    last_id: AtomicU64,
}

struct State {
    queue: FairQueue<Job>,
    is_closed: bool,
}

struct Job {
    id: u64,
    run: Box<dyn FnOnce() + Send>,
}

impl WorkerPool {
    /// A pool of this many threads, with a queue of this length.
    pub fn new(threads: usize, waiting: usize) -> WorkerPool {
        let threads = threads.max(1);
        let bounds = Bounds {
            waiting,
            waiting_of_one: waiting.div_ceil(SHARE),
            running_of_one: (threads - 1).max(1),
        };
        let state = State { queue: FairQueue::new(bounds), is_closed: false };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            work: Condvar::new(),
            last_id: AtomicU64::new(0),
        });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.serve());
        }
        WorkerPool(Arc::new(Owner(shared)))
    }

    /// The length of the queue.
    pub fn waiting(&self) -> usize {
        self.0.0.state().queue.waiting()
    }

    /// Runs work for a client when it is its turn. When the returned future is dropped, work that
    /// waits is removed, and the flag of work in progress is set.
    pub async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let shared = &self.0.0;
        let client = rate_limit_key(client);
        let id = shared.last_id.fetch_add(1, Ordering::Relaxed);
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_cancelled);
        let (answer, answered) = oneshot::channel();
        let run = Box::new(move || {
            let _ = answer.send(work(&flag));
        });
        shared.state().queue.push(client, Job { id, run }).map_err(|_| Busy)?;
        shared.work.notify_one();
        let _ticket = Ticket { shared, client, id, is_cancelled };
        answered.await.map_err(|_| Busy)
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.work.notify_all();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the pool is closed.
    fn serve(&self) {
        lower_priority();
        let mut state = self.state();
        while !state.is_closed {
            if let Some((client, job)) = state.queue.next() {
                drop(state);
                // A panic drops the sender of the answer, and leaves nothing else behind.
                let _ = catch_unwind(AssertUnwindSafe(job.run));
                state = self.state();
                state.queue.done(client);
                // Now another item of this client may run.
                self.work.notify_one();
            } else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// A client that waits for its work.
struct Ticket<'a> {
    shared: &'a Shared,
    client: IpAddr,
    id: u64,
    is_cancelled: Arc<AtomicBool>,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        let removed = self.shared.state().queue.remove(self.client, |job| job.id == self.id);
        drop(removed);
    }
}

/// Lets this thread give way to all that answer requests, where threads have priorities.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 19);
}

#[cfg(test)]
mod tests {
    use std::{net::Ipv4Addr, sync::mpsc};

    use super::*;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

    /// Waits without a clock of its own: the test as a whole has a limit.
    async fn until(holds: impl Fn() -> bool) {
        while !holds() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn what_waits_is_bounded_and_whoever_leaves_is_not_worked_for() {
        let pool = WorkerPool::new(1, 1);
        let (go, gate) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move {
                let work = move |_: &AtomicBool| {
                    let _ = begun.send(());
                    gate.recv().is_ok()
                };
                pool.run(ONE, work).await
            }
        });
        begins.await.unwrap();
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(ONE, |_| 2).await }
        });
        until(|| pool.waiting() == 1).await;
        assert_eq!(pool.run(OTHER, |_| 3).await, Err(Busy));
        second.abort();
        assert!(second.await.is_err());
        assert_eq!(pool.waiting(), 0);
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        assert_eq!(pool.run(ONE, |_| 4).await, Ok(4));
    }

    #[tokio::test]
    async fn work_in_progress_is_told_to_end_when_its_client_leaves() {
        let pool = WorkerPool::new(1, 1);
        let (begun, begins) = oneshot::channel();
        let (ended, ends) = oneshot::channel();
        let work = tokio::spawn({
            let pool = pool.clone();
            async move {
                let work = |is_cancelled: &AtomicBool| {
                    let _ = begun.send(());
                    while !is_cancelled.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                    let _ = ended.send(());
                };
                pool.run(ONE, work).await
            }
        });
        begins.await.unwrap();
        work.abort();
        ends.await.unwrap();
        assert_eq!(pool.run(ONE, |_| 5).await, Ok(5));
    }

    #[tokio::test]
    async fn one_client_does_not_take_all_threads_and_a_panic_takes_none() {
        let pool = WorkerPool::new(2, 8);
        let (go, gate) = mpsc::channel::<()>();
        let busy: Vec<_> = [Some(gate), None]
            .into_iter()
            .map(|gate| {
                let pool = pool.clone();
                tokio::spawn(async move {
                    pool.run(ONE, move |_| gate.is_none_or(|gate| gate.recv().is_ok())).await
                })
            })
            .collect();
        until(|| pool.waiting() == 1).await;
        assert_eq!(pool.run(OTHER, |_| panic!("a search that fails")).await, Err::<(), _>(Busy));
        assert_eq!(pool.run(OTHER, |_| 6).await, Ok(6));
        assert_eq!(pool.waiting(), 1, "the second work of the first client waits for its first");
        go.send(()).unwrap();
        for work in busy {
            assert_eq!(work.await.unwrap(), Ok(true));
        }
    }
}
