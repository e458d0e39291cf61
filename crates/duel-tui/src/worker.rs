//! A thread that does jobs one after the other, in the order in which they were asked for.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread,
};

/// Something for a [`Worker`] to do.
pub(crate) trait Job: Send + 'static {
    /// Whether the next job makes the result of this one useless. Such a job may end early, and its
    /// result is dropped; every other job is done and answered, whatever comes after it.
    fn is_replaceable(&self) -> bool;
}

/// A thread with jobs to do.
pub(crate) struct Worker<J> {
    jobs: Sender<(J, Arc<AtomicBool>)>,
    /// Cancels the last job that can be replaced.
    cancel: Arc<AtomicBool>,
}

impl<J: Job> Worker<J> {
    /// Starts the thread. `work` does a job, and may end early once the flag is set; `deliver` takes
    /// its results.
    pub(crate) fn start<R>(
        mut work: impl FnMut(J, &AtomicBool) -> R + Send + 'static,
        deliver: impl Fn(R) + Send + 'static,
    ) -> Worker<J> {
        let (jobs, asked) = mpsc::channel::<(J, Arc<AtomicBool>)>();
        thread::spawn(move || {
            lower_priority();
            for (job, cancel) in asked {
                if cancel.load(Ordering::Relaxed) {
                    continue;
                }
                let result = work(job, &cancel);
                if !cancel.load(Ordering::Relaxed) {
                    deliver(result);
                }
            }
        });
        Worker { jobs, cancel: Arc::default() }
    }

    /// Asks for a job, which replaces the one before if that can be replaced.
    pub(crate) fn ask(&mut self, job: J) {
        self.cancel();
        let cancel = Arc::default();
        if job.is_replaceable() {
            self.cancel = Arc::clone(&cancel);
        }
        // A thread that is gone answers nothing, which is what its end looks like from here.
        let _ = self.jobs.send((job, cancel));
    }

    /// Cancels the last job, if it can be replaced.
    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Lets this thread give way to the one that answers keys, where threads have priorities.
pub fn lower_priority() {
    /// Nineteen steps exist; this many leave a search most of an idle core and none of a busy one.
    #[cfg(target_os = "linux")]
    const STEPS: i32 = 10;
    // Where that is not allowed, the thread works like any other.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, STEPS);
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Named(u32, bool);

    impl Job for Named {
        fn is_replaceable(&self) -> bool {
            self.1
        }
    }

    #[test]
    fn only_a_replaceable_job_is_replaced() {
        let (begun, beginning) = mpsc::channel();
        let (go_on, gate) = mpsc::channel::<()>();
        let (done, results) = mpsc::channel();
        let work = move |Named(name, _): Named, _: &AtomicBool| {
            let _ = begun.send(());
            let _ = gate.recv();
            name
        };
        let mut worker = Worker::start(work, move |name| done.send(name).unwrap());
        worker.ask(Named(1, false));
        beginning.recv().unwrap();
        for (name, replaceable) in [(2, true), (3, false), (4, true), (5, true), (6, false)] {
            worker.ask(Named(name, replaceable));
        }
        worker.cancel();
        drop(go_on);
        drop(worker);
        assert_eq!(results.iter().collect::<Vec<u32>>(), [1, 3, 6]);
    }
}
