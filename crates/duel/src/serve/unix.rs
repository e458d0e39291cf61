use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    select,
    signal::unix::{SignalKind, signal},
};

/// Hears from now on what asks the server to end; what is returned waits for it.
pub(super) fn stop() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Lets this process open as many files as the system allows: every connection is one, and what a
/// shell allows by default is little.
pub(super) fn raise_open_files() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let in_words =
        |limit: Option<u64>| limit.map_or_else(|| "no limit".to_owned(), |it| it.to_string());
    let (before, now) = (in_words(current), in_words(maximum));
    match raised {
        Ok(()) => tracing::info!(before, now, "open files"),
        Err(error) => tracing::warn!(before, wanted = now, %error, "open files not raised"),
    }
}
