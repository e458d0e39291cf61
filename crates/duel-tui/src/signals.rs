//! What asks this program to leave: signals, or what a console of Windows does instead.

#[cfg_attr(unix, path = "signals/unix.rs")]
#[cfg_attr(windows, path = "signals/windows.rs")]
mod system;

pub use system::watch;
