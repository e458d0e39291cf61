//! Futures that are finished even if nobody waits for them any more.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;

/// A future that goes on in a task of its own if it is dropped before its end. Nearly none is, so a
/// task for each would cost more.
pub(super) struct Finished<F: Future<Output: Send> + Send + 'static> {
    /// `None` while it is polled, and after its end or a panic.
    future: Option<Pin<Box<F>>>,
}

impl<F: Future<Output: Send> + Send + 'static> Finished<F> {
    pub(super) fn new(future: F) -> Finished<F> {
        Finished { future: Some(Box::pin(future)) }
    }
}

impl<F: Future<Output: Send> + Send + 'static> Future for Finished<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(mut future) = self.future.take() else { return Poll::Pending };
        let polled = future.as_mut().poll(context);
        if polled.is_pending() {
            self.future = Some(future);
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for Finished<F> {
    fn drop(&mut self) {
        if let Some(future) = self.future.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(future);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_dropped_future_is_finished() {
        let (go, gone) = oneshot::channel::<()>();
        let (done, finished) = oneshot::channel();
        let mut future = Box::pin(Finished::new(async move {
            let _ = gone.await;
            let _ = done.send(7);
        }));
        assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(future);
        go.send(()).unwrap();
        assert_eq!(finished.await, Ok(7));
    }
}
