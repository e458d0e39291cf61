//! Processes that a program has started and that have left its process group.
//!
//! On Linux every program is started with a variable in its environment that no other program has.
//! Its descendants inherit it, so they are found wherever they are; the number of a process alone
//! is never trusted. Those that wipe their environment are found only where [`adopt_orphans`] was
//! called: then a process whose parent has ended becomes a child of ours, and as nothing but
//! programs is started here, it descends from one of them. Which one is not known, so such
//! processes are killed after the last program has ended.
//!
//! Elsewhere the system offers neither, and only the process group is ended.

use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{adopt, kill_marked, kill_orphans, reap_orphans};
#[cfg(target_os = "linux")]
pub(crate) use linux::{adopt, kill_marked, kill_orphans, reap_orphans};

/// Whether [`adopt_orphans`] was called.
static MAY_ADOPT: AtomicBool = AtomicBool::new(false);

/// Lets this process become the parent of what its programs leave behind, from the first program on.
/// Only for processes that start no other children than programs: whatever else becomes a child of
/// this process is killed once no program is running. A process that has children already when the
/// first program starts adopts nothing.
pub(crate) fn adopt_orphans() {
    MAY_ADOPT.store(true, Ordering::SeqCst);
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        fs, process,
        sync::atomic::{AtomicBool, Ordering},
        thread,
        time::{Duration, Instant},
    };

    use rustix::{
        io::Errno,
        process::{
            Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process, pidfd_open,
            pidfd_send_signal, set_child_subreaper, waitid,
        },
    };

    use super::MAY_ADOPT;

    /// How long processes are hunted that start others as fast as they are killed.
    const HUNT: Duration = Duration::from_secs(5);

    static ADOPTING: AtomicBool = AtomicBool::new(false);

    /// Begins to adopt, if that was allowed. To be called before a program starts.
    pub(crate) fn adopt() {
        // Children from before may have descendants of their own, which are none of ours.
        if MAY_ADOPT.swap(false, Ordering::SeqCst)
            && children().is_empty()
            && set_child_subreaper(Some(rustix::process::getpid())).is_ok()
        {
            ADOPTING.store(true, Ordering::SeqCst);
        }
    }

    /// Kills all processes whose environment has this variable.
    pub(crate) fn kill_marked(variable: &str) {
        kill_all(|pid| is_marked(pid, variable));
    }

    /// Kills all adopted processes. To be called when no program is running or can be started.
    pub(crate) fn kill_orphans() {
        if ADOPTING.load(Ordering::SeqCst) {
            kill_all(|pid| {
                status(pid).is_some_and(|(state, parent)| is_ours(parent) && state != 'Z')
            });
            reap_orphans(|_| false);
        }
    }

    /// Removes the adopted processes that have ended; `is_program` knows our own children.
    pub(crate) fn reap_orphans(is_program: impl Fn(Pid) -> bool) {
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        // Most of the time nothing has ended, which is known without the list of all processes.
        if ADOPTING.load(Ordering::SeqCst)
            && matches!(waitid(WaitId::All, ended | WaitIdOptions::NOWAIT), Ok(Some(_)))
        {
            for child in children().into_iter().filter(|child| !is_program(*child)) {
                let _ = waitid(WaitId::Pid(child), ended);
            }
        }
    }

    /// Kills processes until there are none left that `is_wanted`.
    fn kill_all(is_wanted: impl Fn(Pid) -> bool) {
        let until = Instant::now() + HUNT;
        // A process that starts while the list is read may be missing in it, so that none is left
        // only if none is found twice.
        let mut misses = 0;
        while misses < 2 && Instant::now() < until {
            let found = processes().into_iter().filter(|pid| is_wanted(*pid)).collect::<Vec<_>>();
            if found.is_empty() {
                misses += 1;
                continue;
            }
            misses = 0;
            for pid in found {
                kill(pid, &is_wanted);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills a process. Its number may belong to another one by now, so it is looked at again
    /// through a handle that stays with it.
    fn kill(pid: Pid, is_wanted: impl Fn(Pid) -> bool) {
        match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(handle) if is_wanted(pid) => drop(pidfd_send_signal(handle, Signal::KILL)),
            // Linux before 5.3 has no handles.
            Err(Errno::NOSYS) if is_wanted(pid) => drop(kill_process(pid, Signal::KILL)),
            _ => {}
        }
    }

    fn processes() -> Vec<Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter_map(Pid::from_raw).collect()
    }

    fn children() -> Vec<Pid> {
        let mut all = processes();
        all.retain(|pid| status(*pid).is_some_and(|(_, parent)| is_ours(parent)));
        all
    }

    fn is_ours(parent: u32) -> bool {
        parent == process::id()
    }

    /// The state of a process, and its parent.
    fn status(pid: Pid) -> Option<(char, u32)> {
        let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let text = String::from_utf8_lossy(&text);
        // The name, in parentheses, may hold anything.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace();
        Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
    }

    fn is_marked(pid: Pid, variable: &str) -> bool {
        let Ok(environment) = fs::read(format!("/proc/{pid}/environ")) else { return false };
        let mut variables = environment.split(|byte| *byte == 0);
        variables.any(|it| it.strip_prefix(variable.as_bytes()).is_some_and(|it| it == b"=1"))
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use rustix::process::Pid;

    pub(crate) fn adopt() {}

    pub(crate) fn kill_marked(_: &str) {}

    pub(crate) fn kill_orphans() {}

    pub(crate) fn reap_orphans(_: impl Fn(Pid) -> bool) {}
}
