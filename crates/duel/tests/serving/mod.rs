//! What tests of the running server share: a server to start, kill and stop, and clients that do
//! as they are told.

#![allow(dead_code, reason = "each file of tests uses its part of this")]

pub(crate) mod http;
pub(crate) mod players;
#[path = "../../../duel-web/tests/support/postgres.rs"]
pub(crate) mod postgres;
pub(crate) mod socket;

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use http::{Answer, Http};
use tempfile::TempDir;

/// Limits that no honest test meets.
pub(crate) const GENEROUS: &[&str] = &[
    "requests=1000000",
    "games=1000000",
    "analyses=1000000",
    "connections=10000",
    "stored=100000",
];

/// How a server is started.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) database: String,
    pub(crate) limits: Vec<String>,
    pub(crate) options: Vec<String>,
    pub(crate) log: PathBuf,
}

impl Plan {
    /// A server with a SQLite file in this folder.
    pub(crate) fn in_folder(folder: &Path, limits: &[&str]) -> Plan {
        let database = folder.join("games.db").display().to_string();
        Plan::on(folder, &database, limits)
    }

    /// A server with this database, which writes its log into this folder.
    pub(crate) fn on(folder: &Path, database: &str, limits: &[&str]) -> Plan {
        Plan {
            database: database.to_owned(),
            limits: limits.iter().map(|&limit| limit.to_owned()).collect(),
            options: Vec::new(),
            log: folder.join("log"),
        }
    }

    /// Starts the server, and returns when it listens.
    pub(crate) fn start(&self) -> Server {
        let log = File::options().create(true).append(true).open(&self.log).expect("a log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_duel"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", &self.database]);
        command.args(&self.options);
        for limit in &self.limits {
            command.args(["--limit", limit]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().expect("the program starts");
        let mut said = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut said).expect("a line");
        let place = said.trim().rsplit("http://").next().and_then(|place| place.parse().ok());
        let Some(address) = place else {
            let _ = child.kill();
            let status = child.wait();
            panic!("no server ({said:?}, {status:?}): {}", self.written());
        };
        Server { child, address }
    }

    /// What the servers have written into the log.
    pub(crate) fn written(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }
}

/// A running server; it is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn http(&self) -> Http {
        Http::new(self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.http().get(path).expect("an answer")
    }

    /// The value of a metric.
    #[track_caller]
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.unwrap_or_else(|| panic!("no {name} in {text}"))
    }

    /// Kills it as nothing can prevent.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("a child of this process");
        self.child.wait().expect("a child of this process");
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to stop.
    pub(crate) fn ask_to_stop(&self) {
        let status =
            Command::new("kill").args(["-TERM", &self.id().to_string()]).status().expect("kill");
        assert!(status.success());
    }

    /// Waits for its end, and gives how it ended.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let ended = || self.child.try_wait().expect("a child of this process");
        duel_testing::wait_for(|| "the server does not stop".to_owned(), ended)
    }

    /// How many kilobytes of memory it has, and the most that it ever had.
    pub(crate) fn memory(&self) -> (u64, u64) {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).expect("/proc");
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).expect("a field");
            line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).expect("kilobytes")
        };
        (field("VmRSS:"), field("VmHWM:"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder that lasts as long as the test.
pub(crate) fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// Tries until it comes true.
#[track_caller]
pub(crate) fn until<T>(what: &str, attempt: impl FnMut() -> Option<T>) -> T {
    duel_testing::wait_for(|| format!("never: {what}"), attempt)
}

/// A number that the environment may set.
pub(crate) fn setting(name: &str, default: u32) -> u32 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Waits for something asynchronous.
pub(crate) fn wait_for<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future)
}
