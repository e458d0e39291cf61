//! Job objects of Windows: sets of processes that end together, with whatever they have started.
//!
//! The only crate with unsafe code, as Windows is asked for them in no other way. Elsewhere nothing
//! is in it.

#[cfg(windows)]
#[allow(unsafe_code, reason = "job objects have no safe interface")]
mod job;

#[cfg(windows)]
pub use job::Job;
