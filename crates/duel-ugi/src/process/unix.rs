//! A program and what it has started, as a process group, and what has left that group as far as
//! [`descendants`] are known.

use std::{
    io,
    os::unix::process::CommandExt as _,
    process::{Child, Command},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::descendants;
pub(super) use crate::descendants::{adopt_orphans, kill_orphans};

/// A program that has not been reaped: its process group, and the variable that marks what descends
/// from it.
pub(super) struct Group {
    leader: Pid,
    marker: String,
}

impl Group {
    /// Starts a program in a group of its own.
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
        descendants::adopt();
        let marker = marker();
        let child = command.env(&marker, "1").process_group(0).spawn()?;
        let leader = Pid::from_child(&child);
        Ok((child, Group { leader, marker }))
    }

    /// Whether the program itself has ended. It is not reaped, so that its number stays taken.
    pub(super) fn has_ended(&self, _: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.leader), options), Ok(None))
    }

    /// Asks the group to end; whether that is possible here.
    pub(super) fn ask_to_end(&self) -> bool {
        kill_process_group(self.leader, Signal::TERM).is_ok()
    }

    /// Kills the group, and waits until the program has ended.
    pub(super) fn end(&self) {
        let _ = kill_process_group(self.leader, Signal::KILL);
        let _ = waitid(WaitId::Pid(self.leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    }

    /// Kills the group, and what has left it.
    pub(super) fn kill(&self) {
        let _ = kill_process_group(self.leader, Signal::KILL);
        descendants::kill_marked(&self.marker);
    }
}

/// Removes processes that were adopted and have ended; these programs are none of them.
pub(super) fn reap_orphans(running: &[Arc<Group>]) {
    descendants::reap_orphans(|child| running.iter().any(|group| group.leader == child));
}

/// A name that no other program has in its environment: of this process, of one that had its number
/// before, or of one that started it.
fn marker() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("DUEL_BOT_{}_{now}_{number}", std::process::id())
}
