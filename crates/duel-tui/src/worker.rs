//! A thread that does jobs one after the other, in the order in which they were asked for.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// A thread with jobs to do.
pub(crate) struct Worker<J> {
    jobs: Sender<(J, Arc<AtomicBool>)>,
    thread: thread::JoinHandle<()>,
    /// Whether the next job makes the result of this one useless. Such a job may end early, and its
    /// result is dropped; every other job is done and answered, whatever comes after it.
    is_replaceable: fn(&J) -> bool,
    /// Cancels the last job that can be replaced.
    cancel: Arc<AtomicBool>,
}

impl<J: Send + 'static> Worker<J> {
    /// Starts the thread. What `set_up` returns there does the jobs, and may end one early once the
    /// flag is set; `deliver` takes the results.
    pub(crate) fn start<R, W: FnMut(J, &AtomicBool) -> Option<R>>(
        is_replaceable: fn(&J) -> bool,
        set_up: impl FnOnce() -> W + Send + 'static,
        deliver: impl Fn(R) + Send + 'static,
    ) -> Worker<J> {
        let (jobs, asked) = mpsc::channel::<(J, Arc<AtomicBool>)>();
        let thread = thread::spawn(move || {
            let mut work = set_up();
            for (job, cancel) in asked {
                if cancel.load(Ordering::Relaxed) {
                    continue;
                }
                let result = work(job, &cancel);
                if let (Some(result), false) = (result, cancel.load(Ordering::Relaxed)) {
                    deliver(result);
                }
            }
        });
        Worker { jobs, thread, is_replaceable, cancel: Arc::default() }
    }

    /// Asks for a job, which replaces the one before if that can be replaced.
    pub(crate) fn ask(&mut self, job: J) {
        self.cancel();
        let cancel = Arc::default();
        if (self.is_replaceable)(&job) {
            self.cancel = Arc::clone(&cancel);
        }
        // A thread that has ended sends no results, which the caller handles.
        let _ = self.jobs.send((job, cancel));
    }

    /// Cancels the last job, if it can be replaced.
    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Waits until all jobs are done, but no longer than this.
    pub(crate) fn finish(self, limit: Duration) {
        drop(self.jobs);
        let began = Instant::now();
        while !self.thread.is_finished() && began.elapsed() < limit {
            thread::sleep(Duration::from_millis(2));
        }
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

    #[test]
    fn only_a_replaceable_job_is_replaced() {
        let (begun, beginning) = mpsc::channel();
        let (go_on, gate) = mpsc::channel::<()>();
        let (done, results) = mpsc::channel();
        let work = move |Named(name, _): Named, _: &AtomicBool| {
            let _ = begun.send(());
            let _ = gate.recv();
            Some(name)
        };
        let mut worker =
            Worker::start(|job: &Named| job.1, || work, move |name| done.send(name).unwrap());
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
