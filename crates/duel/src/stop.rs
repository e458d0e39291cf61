//! Why the program stops early, and its exit code.

use std::{fmt::Display, io, process::ExitCode};

use crate::console;

/// Why the program stops.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It failed: exit code 1.
    Failed(String),
    /// It failed in part, and has reported that: exit code 1.
    Reported,
    /// The command line is wrong: exit code 2.
    Usage(String),
    /// Ctrl-C: exit code 130.
    Interrupted,
    /// A signal, or a terminal that is gone: this exit code.
    Signalled(u8),
    /// The player quit, or standard output was closed: exit code 0.
    Left,
}

impl Stop {
    pub(crate) fn failed(error: impl Display) -> Stop {
        Stop::Failed(error.to_string())
    }

    pub(crate) fn usage(error: impl Display) -> Stop {
        Stop::Usage(error.to_string())
    }

    /// Prints the reason, and returns the exit code.
    pub(crate) fn exit(self) -> ExitCode {
        match self {
            Stop::Failed(why) => {
                console::error(&why);
                ExitCode::from(1)
            }
            Stop::Usage(why) => {
                console::error(&why);
                ExitCode::from(2)
            }
            Stop::Reported => ExitCode::from(1),
            Stop::Interrupted => ExitCode::from(130),
            Stop::Signalled(code) => ExitCode::from(code),
            Stop::Left => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Stop {
    /// A closed pipe is not an error.
    fn from(error: io::Error) -> Stop {
        /// What Windows may say instead.
        const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
        let is_closed = error.kind() == io::ErrorKind::BrokenPipe
            || cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
        if is_closed { Stop::Left } else { Stop::failed(error) }
    }
}
