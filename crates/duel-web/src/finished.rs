//! Work that is finished once it was begun.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    thread,
};

use futures_util::FutureExt as _;
use tokio::runtime::Handle;

/// Does its work within the task of whoever waits for it. If nobody waits any more, because a client
/// hung up, the rest of it becomes a task of its own; so a task for each piece of work, which costs
/// some microseconds, is made only where it is needed.
pub(crate) struct Finished<T: Send + 'static>(Option<Pin<Box<dyn Future<Output = T> + Send>>>);

impl<T: Send + 'static> Finished<T> {
    pub(crate) fn new(work: impl Future<Output = T> + Send + 'static) -> Finished<T> {
        Finished(Some(Box::pin(work)))
    }
}

impl<T: Send + 'static> Future for Finished<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let Some(work) = &mut self.0 else { return Poll::Pending };
        let done = work.poll_unpin(context);
        if done.is_ready() {
            self.0 = None;
        }
        done
    }
}

impl<T: Send + 'static> Drop for Finished<T> {
    fn drop(&mut self) {
        // Work that panicked is over, and without a runtime nothing goes on.
        if let Some(work) = self.0.take()
            && !thread::panicking()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::{sync::oneshot, time::timeout};

    use super::*;

    #[tokio::test]
    async fn whoever_waits_is_answered() {
        assert_eq!(Finished::new(async { 7 }).await, 7);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_finished_all_the_same() {
        let (begin, beginning) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let work = Finished::new(async move {
            beginning.await.unwrap();
            end.send(()).unwrap();
        });
        assert!(timeout(Duration::from_millis(10), work).await.is_err(), "it waits");
        begin.send(()).unwrap();
        timeout(Duration::from_secs(10), ended).await.expect("it goes on").unwrap();
    }

    #[tokio::test]
    async fn what_nobody_has_looked_at_is_done_too() {
        let (end, ended) = oneshot::channel();
        drop(Finished::new(async move { end.send(()).unwrap() }));
        timeout(Duration::from_secs(10), ended).await.expect("it is done").unwrap();
    }
}
