//! Why the program stops before its work is done, and the exit code that tells.

use std::{fmt::Display, io, process::ExitCode};

use crate::console;

/// Why the program stops.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It failed: exit code 1.
    Failed(String),
    /// It failed in part, and said so on the way: exit code 1.
    Told,
    /// It was asked for something that makes no sense: exit code 2.
    Usage(String),
    /// Somebody pressed Ctrl-C: exit code 130.
    Interrupted,
    /// A signal, or a terminal that is gone: this exit code.
    Signalled(u8),
    /// Somebody left the game on purpose, or stopped reading: exit code 0.
    Left,
}

impl Stop {
    pub(crate) fn failed(error: impl Display) -> Stop {
        Stop::Failed(error.to_string())
    }

    pub(crate) fn usage(error: impl Display) -> Stop {
        Stop::Usage(error.to_string())
    }

    /// Says why, and gives the exit code.
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
            Stop::Told => ExitCode::from(1),
            Stop::Interrupted => ExitCode::from(130),
            Stop::Signalled(code) => ExitCode::from(code),
            Stop::Left => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Stop {
    /// Nobody reading any more is no failure.
    fn from(error: io::Error) -> Stop {
        if error.kind() == io::ErrorKind::BrokenPipe { Stop::Left } else { Stop::failed(error) }
    }
}
