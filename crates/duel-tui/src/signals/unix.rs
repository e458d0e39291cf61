use std::{io, thread};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    iterator::Signals,
};

/// Hears every signal that asks this program to leave, by its number, from now on.
pub fn watch(hear: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
    thread::spawn(move || signals.forever().for_each(hear));
    Ok(())
}
