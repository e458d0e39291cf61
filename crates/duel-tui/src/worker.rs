//! A thread that works at one thing at a time. Whoever asks for something new ends what was asked
//! for before: nobody waits for an answer that nobody wants.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread,
};

/// A thread with work to do.
pub(crate) struct Worker<T> {
    tasks: Sender<(T, Arc<AtomicBool>)>,
    current: Arc<AtomicBool>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts the thread; `work` is told when to stop by the flag.
    pub(crate) fn start(mut work: impl FnMut(T, &AtomicBool) + Send + 'static) -> Worker<T> {
        let (tasks, asked) = mpsc::channel::<(T, Arc<AtomicBool>)>();
        thread::spawn(move || {
            stand_back();
            for (task, cancel) in asked {
                if !cancel.load(Ordering::Relaxed) {
                    work(task, &cancel);
                }
            }
        });
        Worker { tasks, current: Arc::default() }
    }

    /// Asks for something new, and ends what was asked for before.
    pub(crate) fn ask(&mut self, task: T) {
        self.cancel();
        self.current = Arc::default();
        // A thread that is gone answers nothing, which is what its end looks like from here.
        let _ = self.tasks.send((task, Arc::clone(&self.current)));
    }

    /// Ends what was asked for.
    pub(crate) fn cancel(&self) {
        self.current.store(true, Ordering::Relaxed);
    }
}

/// Lets this thread give way to whoever answers keys, where threads have priorities of their own.
pub fn stand_back() {
    /// Nineteen steps exist; this many leave a search most of an idle core and none of a busy one.
    #[cfg(target_os = "linux")]
    const STEPS: i32 = 10;
    // Where that is not allowed, the thread works like any other.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, STEPS);
}
