//! What every test sits down with: a home of its own, the program, and the lines to type.

#![allow(dead_code, reason = "each file of tests uses its part of this")]

use std::{
    ffi::OsStr,
    fs,
    io::{Read, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use duel_testing::PATIENCE;
use tempfile::TempDir;

/// The program under test.
pub(crate) const DUEL: &str = env!("CARGO_BIN_EXE_duel");

/// A home directory that exists as long as the test.
pub(crate) struct Home {
    folder: TempDir,
}

/// What came of running the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home { folder: TempDir::new().expect("a temporary folder") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file in the home directory.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// A file in the home directory, with this in it.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let file = self.file(name);
        fs::write(&file, text).expect("a file in the temporary folder");
        file
    }

    /// Where the program keeps games.
    pub(crate) fn games(&self) -> PathBuf {
        self.path().join("data").join("divisor-duel").join("games")
    }

    /// The kept games, oldest first.
    pub(crate) fn kept(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.games()) else { return Vec::new() };
        let mut files: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort_unstable();
        files
    }

    /// Any command, with this home and no preferences.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        for variable in
            ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "DUEL_CONFIG"]
        {
            command.env_remove(variable);
        }
        command
            .current_dir(self.path())
            .env("HOME", self.path())
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("TERM", "xterm");
        command
    }

    /// The program with these arguments.
    pub(crate) fn duel<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.command(DUEL);
        command.args(arguments);
        command
    }

    /// Runs the program with the words of `arguments`, and types `input`.
    pub(crate) fn run(&self, arguments: &str, input: &str) -> Run {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>(), input)
    }

    /// Runs the program with arguments that may hold spaces.
    pub(crate) fn run_with<A: AsRef<OsStr>>(&self, arguments: &[A], input: &str) -> Run {
        finish(&mut self.duel(arguments), input)
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn expect_code(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Every line appears on standard output, in this order.
    #[track_caller]
    pub(crate) fn expect_lines(&self, lines: &[&str]) {
        let mut rest = self.out.lines();
        for line in lines {
            assert!(rest.any(|other| other.trim_end() == *line), "no {line:?} in {}", self.out);
        }
    }

    #[track_caller]
    pub(crate) fn expect_out(&self, part: &str) {
        assert!(self.out.contains(part), "no {part:?} on standard output: {self:#?}");
    }

    #[track_caller]
    pub(crate) fn expect_err(&self, part: &str) {
        assert!(self.err.contains(part), "no {part:?} on standard error: {self:#?}");
    }

    #[track_caller]
    pub(crate) fn expect_no_panic(&self) {
        assert!(!self.err.contains("panicked"), "{self:#?}");
    }
}

/// Runs a command to its end.
#[track_caller]
pub(crate) fn finish(command: &mut Command, input: &str) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A program that stops reading is no failure of the test.
    let typing = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let out = collect(child.stdout.take().expect("a pipe"));
    let err = collect(child.stderr.take().expect("a pipe"));
    let code = wait(&mut child);
    typing.join().expect("the typing thread");
    let run = Run { code, out: out.join().expect("a reader"), err: err.join().expect("a reader") };
    run.expect_no_panic();
    run
}

/// Waits for the end of a program, but not for ever.
#[track_caller]
pub(crate) fn wait(child: &mut Child) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child of this process") {
            return status.code();
        }
        if began.elapsed() > PATIENCE {
            child.kill().expect("a child of this process");
            panic!("the program hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn collect(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).expect("a readable pipe");
        String::from_utf8(bytes).expect("the program writes UTF-8")
    })
}

/// Sends a signal to one process.
pub(crate) fn signal(name: &str, process: u32) {
    let status = Command::new("sh")
        .arg("-c")
        .arg(format!("kill -{name} {process}"))
        .status()
        .expect("a shell");
    assert!(status.success(), "signal {name} was not sent");
}
