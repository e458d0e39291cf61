//! What the tests of several crates share: waiting for an event, looking at processes, [`golden`] files,
//! and [`picture`]s for the documentation.
//!
//! No test asserts how long something took. A test waits for what has to happen, and [`PATIENCE`] is
//! the one limit that turns a hang into a failure with a message. A test that hangs elsewhere is
//! ended by the limit in `.config/nextest.toml`, which is longer.
//!
//! ```
//! use std::{sync::mpsc, thread};
//!
//! let (sender, receiver) = mpsc::channel();
//! thread::spawn(move || sender.send(42));
//! let answer = duel_testing::wait_for(|| "no answer".to_owned(), || receiver.try_recv().ok());
//! assert_eq!(answer, 42);
//! ```

pub mod golden;
pub mod picture;

use std::{
    fs, process,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// After this an awaited event counts as one that never comes. Not a measure of speed: it is far
/// longer than anything takes on a machine with all cores busy.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// How often to look.
const INTERVAL: Duration = Duration::from_millis(10);

/// Waits until `find` finds something. `describe` says what the world looks like if it never does.
#[track_caller]
pub fn wait_for<T>(describe: impl Fn() -> String, mut find: impl FnMut() -> Option<T>) -> T {
    let limit = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(Instant::now() < limit, "waited in vain: {}", describe());
        thread::sleep(INTERVAL);
    }
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(describe: impl Fn() -> String, mut is_so: impl FnMut() -> bool) {
    wait_for(describe, || is_so().then_some(()));
}

/// How many processes have this in their command line.
pub fn count_processes(part: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a list of processes").filter_map(Result::ok);
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(part)).count()
}

/// Waits until no process has this in its command line. A killed process takes a moment to
/// disappear.
#[track_caller]
pub fn wait_until_gone(part: &str) {
    wait_until(|| format!("`{part}` is still running"), || count_processes(part) == 0);
}

/// A word that no other command line on this machine has: several runs of the tests, at the same
/// time or ended halfway, must not count each other's processes.
pub fn unique_word() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // A number, so that it can be an argument of `sleep` as well.
    let number = 10_000 * u64::from(process::id()) + NEXT.fetch_add(1, Ordering::Relaxed);
    format!("1{number:012}")
}

/// How much processor time a process has used, in ticks of the system (a hundredth of a second on
/// Linux). Unlike the time of day it says that work was done, however busy the machine is.
pub fn processor_ticks(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, in parentheses, may hold blanks; user and system time are fields 14 and 15.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
    fields.take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_counted_by_its_own_word_alone() {
        let (word, other) = (unique_word(), unique_word());
        let mut child = process::Command::new("sleep").arg(&word).spawn().expect("a child");
        wait_until(|| "no process".to_owned(), || count_processes(&word) == 1);
        assert_eq!(count_processes(&other), 0);
        child.kill().expect("a child of this process");
        // Not waited for yet: a process that has ended has no command line.
        wait_until_gone(&word);
        child.wait().expect("a child of this process");
    }

    #[test]
    fn processor_time_grows_with_work() {
        let before = processor_ticks(process::id());
        let mut sum = 0_u64;
        wait_until(
            || "no tick was counted".to_owned(),
            || {
                sum = (0..1_000_000_u64).fold(sum, |sum, n| sum.wrapping_mul(31) ^ n);
                processor_ticks(process::id()) > before
            },
        );
        assert_ne!(sum, 0);
    }
}
