//! A program and what it has started, as a job object. A process cannot leave its job.
//!
//! A program is added to its job as soon as it has started. Should it have started another by then,
//! which would take it less time than its own start, that one is in the job of this process alone,
//! and ends with it; see [`adopt_orphans`].

use std::{
    io,
    os::windows::process::CommandExt as _,
    process::{Child, Command},
    sync::{Arc, OnceLock},
};

use duel_job::Job;

/// Ctrl-C at our terminal is not for the program.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// A program that has not ended, with whatever it has started.
pub(super) struct Group {
    job: Job,
}

impl Group {
    /// Starts a program in a job of its own.
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
        let job = Job::new()?;
        let mut child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        match job.add(&child) {
            Ok(()) => {}
            // It has ended already.
            Err(_) if matches!(child.try_wait(), Ok(Some(_))) => {}
            Err(error) => {
                let _ = child.kill();
                return Err(error);
            }
        }
        Ok((child, Group { job }))
    }

    /// Whether the program itself has ended.
    #[expect(clippy::unused_self, reason = "a group of Unix knows its leader")]
    pub(super) fn has_ended(&self, child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Asks the programs in the job to end; whether that is possible here.
    #[expect(clippy::unused_self, reason = "a group of Unix can be asked")]
    pub(super) fn ask_to_end(&self) -> bool {
        false
    }

    /// Kills what is in the job.
    pub(super) fn end(&self) {
        self.kill();
    }

    /// Kills what is in the job.
    pub(super) fn kill(&self) {
        let _ = self.job.terminate();
    }
}

/// Puts this process into a job of its own, for as long as it runs: whatever it starts from now on
/// ends with it.
pub(super) fn adopt_orphans() {
    static OURS: OnceLock<Option<Job>> = OnceLock::new();
    OURS.get_or_init(|| {
        let job = Job::new().ok()?;
        job.add_this_process().ok()?;
        Some(job)
    });
}

/// Nothing: they end with this process.
pub(super) fn kill_orphans() {}

/// Nothing: processes need not be reaped.
pub(super) fn reap_orphans(_: &[Arc<Group>]) {}
