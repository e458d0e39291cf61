//! A job object, and the five functions of Windows that it needs.

use std::{
    io,
    os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle},
    process::Child,
    ptr,
};

use windows_sys::Win32::{
    Foundation::HANDLE,
    System::{
        JobObjects::{
            AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
            JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
            SetInformationJobObject, TerminateJobObject,
        },
        Threading::GetCurrentProcess,
    },
};

/// A set of processes. What a process in it starts is in it too. All of them end when it is dropped,
/// or when this process ends, however it ends.
#[derive(Debug)]
pub struct Job {
    handle: OwnedHandle,
}

impl Job {
    /// An empty set.
    pub fn new() -> io::Result<Job> {
        // SAFETY: both arguments may be null: no security attributes, and no name.
        let handle = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle is valid, was just made, and nothing else closes it.
        let handle = unsafe { OwnedHandle::from_raw_handle(handle) };
        let job = Job { handle };
        job.end_with_handle()?;
        Ok(job)
    }

    /// Adds a program, and whatever it starts from now on.
    pub fn add(&self, child: &Child) -> io::Result<()> {
        // SAFETY: both handles are open as long as what they are borrowed from.
        succeeded(unsafe { AssignProcessToJobObject(self.raw(), child.as_raw_handle()) })
    }

    /// Adds this process, and whatever it starts from now on.
    pub fn add_this_process(&self) -> io::Result<()> {
        // SAFETY: it takes nothing; its result stands for this process, and need not be closed.
        let this = unsafe { GetCurrentProcess() };
        // SAFETY: the handle of the job is open, and the other one is always valid.
        succeeded(unsafe { AssignProcessToJobObject(self.raw(), this) })
    }

    /// Ends all processes in it, at once.
    pub fn terminate(&self) -> io::Result<()> {
        /// The exit code that they get.
        const KILLED: u32 = 1;
        // SAFETY: the handle is open as long as `self`.
        succeeded(unsafe { TerminateJobObject(self.raw(), KILLED) })
    }

    /// Lets all processes in it end with its last handle.
    fn end_with_handle(&self) -> io::Result<()> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>();
        // SAFETY: the handle is open, and the pointer leads to a value of the type that this class of
        // information asks for, of this size, which is only read and only during the call.
        succeeded(unsafe {
            SetInformationJobObject(
                self.raw(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                u32::try_from(size).map_err(io::Error::other)?,
            )
        })
    }

    fn raw(&self) -> HANDLE {
        self.handle.as_raw_handle()
    }
}

fn succeeded(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
