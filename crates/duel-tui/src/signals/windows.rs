use std::{io, thread};

use tokio::{
    runtime, select,
    signal::windows::{ctrl_break, ctrl_c, ctrl_close},
};

/// The numbers that other systems give to the same requests: the exit code is made of them.
const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;

/// Hears Ctrl-C, Ctrl-Break, and that the window is closed, from now on.
pub fn watch(mut hear: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().build()?;
    let (mut interrupt, mut end, mut close) = (ctrl_c()?, ctrl_break()?, ctrl_close()?);
    thread::spawn(move || {
        runtime.block_on(async {
            loop {
                let signal = select! {
                    _ = interrupt.recv() => SIGINT,
                    _ = end.recv() => SIGINT,
                    _ = close.recv() => SIGHUP,
                };
                hear(signal);
            }
        });
    });
    Ok(())
}
