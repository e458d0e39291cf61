use std::io;

use tokio::{
    select,
    signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown},
};

/// Hears from now on what asks the server to end; what is returned waits for it.
pub(super) fn stop() -> io::Result<impl Future<Output = ()>> {
    let (mut interrupt, mut end) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut shut_down) = (ctrl_close()?, ctrl_shutdown()?);
    Ok(async move {
        select! {
            _ = interrupt.recv() => {}
            _ = end.recv() => {}
            _ = close.recv() => {}
            _ = shut_down.recv() => {}
        }
    })
}

/// Nothing: connections are not counted as open files.
pub(super) fn raise_open_files() {}
