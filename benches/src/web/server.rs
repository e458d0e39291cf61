//! Servers in processes of their own, which end with the benchmark.

use std::{
    error::Error,
    fs,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    os::unix::{
        fs::{MetadataExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Limits that a load generator on one address does not meet.
const LIMITS: [&str; 6] = [
    "requests=1000000",
    "games=10000000",
    "analyses=1000000",
    "connections=30000",
    "connections-in-all=30000",
    "stored=100000",
];

/// How the system counts processor time, in a second.
const TICKS: u64 = 100;

/// A server that runs.
pub(super) struct Server {
    process: Child,
    /// Where it listens.
    pub(super) address: SocketAddr,
}

impl Server {
    /// `duel serve` with its games in this database.
    pub(super) fn duel(database: &str) -> Result<Server, Box<dyn Error>> {
        Server::start_duel(database, &LIMITS)
    }

    /// `duel serve` with its games in this database, and these limits.
    pub(super) fn start_duel(database: &str, limits: &[&str]) -> Result<Server, Box<dyn Error>> {
        let duel = std::env::current_exe()?.with_file_name("duel");
        let mut command = Command::new(duel);
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", database]);
        for limit in limits {
            command.args(["--limit", limit]);
        }
        Server::start(command)
    }

    /// The handler that does nothing.
    pub(super) fn bare() -> Result<Server, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(super::bare::NAME);
        Server::start(command)
    }

    fn start(mut command: Command) -> Result<Server, Box<dyn Error>> {
        let mut process =
            command.stdin(Stdio::null()).stderr(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim().rsplit_once("http://").map(|(_, address)| address.parse());
        let Some(Ok(address)) = address else {
            let _ = process.kill();
            let _ = process.wait();
            return Err("a server did not say where it listens".into());
        };
        Ok(Server { process, address })
    }

    /// The processor time that it has used so far.
    pub(super) fn processor_time(&self) -> Result<Duration, Box<dyn Error>> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let ticks =
            fields.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok());
        Ok(Duration::from_millis(ticks.sum::<u64>() * 1000 / TICKS))
    }

    /// How much of the machine's memory it holds, in bytes.
    pub(super) fn memory(&self) -> Result<u64, Box<dyn Error>> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kilobytes.ok_or("the system does not tell how much memory is used")? << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A folder for databases, on the disk where everything is built; it goes when this is dropped.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Result<Folder, Box<dyn Error>> {
        let path =
            std::env::current_exe()?.with_file_name(format!("{name}.{}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL server of our own.
pub(super) struct Postgres {
    programs: PathBuf,
    /// Whom it runs as, if not as ourselves: it refuses to be root.
    owner: Option<(u32, u32)>,
    folder: Folder,
}

impl Postgres {
    /// Starts one, with the settings it comes with; `None` where it is not installed.
    pub(super) fn start() -> Result<Option<Postgres>, Box<dyn Error>> {
        let Some(programs) = programs() else { return Ok(None) };
        let folder = Folder::new("web-postgres")?;
        let owner = if fs::metadata("/proc/self")?.uid() == 0 {
            let Some((user, group)) = user("postgres") else { return Ok(None) };
            chown(folder.path(), Some(user), Some(group))?;
            Some((user, group))
        } else {
            None
        };
        let postgres = Postgres { programs, owner, folder };
        let data = postgres.folder.file("data");
        let made = ["--no-sync", "-A", "trust", "-U", "duel", "-E", "UTF8", "--locale=C", "-D"];
        postgres.call("initdb", &[&made[..], &[&data]].concat())?;
        let settings = format!("-k {} -c listen_addresses=", postgres.folder.path().display());
        let log = postgres.folder.file("log");
        postgres
            .call("pg_ctl", &["start", "-w", "-s", "-o", &settings, "-l", &log, "-D", &data])?;
        Ok(Some(postgres))
    }

    /// The address of a database in it.
    pub(super) fn address(&self) -> String {
        format!("postgres://duel@localhost/postgres?host={}", self.folder.path().display())
    }

    fn call(&self, program: &str, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        let status = command.status()?;
        if status.success() { Ok(()) } else { Err(format!("{program}: {status}").into()) }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.file("data");
        let _ = self.call("pg_ctl", &["stop", "-w", "-s", "-m", "fast", "-D", &data]);
    }
}

/// Where the programs of PostgreSQL are.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let debian = debian.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian
        .chain(std::env::split_paths(&path))
        .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}

/// The user and group of this name.
fn user(name: &str) -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
