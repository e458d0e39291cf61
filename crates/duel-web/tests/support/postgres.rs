//! A PostgreSQL server of the test's own, in a temporary folder, and a line to it that can be cut.

use std::{
    fs,
    io::{Read, Write},
    net::{Ipv4Addr, Shutdown},
    os::unix::{
        fs::{MetadataExt, chown},
        net::{UnixListener, UnixStream},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// Whether a server has to survive a kill.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disk {
    /// It waits for the disk, like a real one.
    Real,
    /// It does not wait: quicker.
    Lax,
}

/// A server; it ends and its folder goes when this is dropped, also while panicking.
pub(crate) struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    /// Whom the server runs as, if not as ourselves: it refuses to be root.
    owner: Option<(u32, u32)>,
    disk: Disk,
    /// Further settings, for its command line.
    settings: String,
    databases: AtomicUsize,
}

impl Cluster {
    /// A server for one test.
    pub(crate) fn start(disk: Disk) -> Cluster {
        let folder = tempfile::Builder::new().prefix("duel-pg-").tempdir().unwrap();
        let root = fs::metadata("/proc/self").unwrap().uid() == 0;
        let owner = root.then(unprivileged);
        if let Some((user, group)) = owner {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let programs = programs();
        let (settings, databases) = (String::new(), AtomicUsize::new(0));
        let cluster = Cluster { folder, programs, owner, disk, settings, databases };
        let made = cluster
            .command("initdb")
            .args(["--no-sync", "-A", "trust", "-U", "duel", "-E", "UTF8", "--locale=C", "-D"])
            .arg(cluster.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        cluster.begin();
        cluster
    }

    /// A new database, and its address.
    pub(crate) async fn database(&self) -> String {
        let name = format!("d{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let postgres = connect(&self.address("postgres")).await;
        postgres.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
        self.address(&name)
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://duel@localhost/{database}?host={}", self.folder.path().display())
    }

    /// Starts the server, and returns when it answers.
    pub(crate) fn begin(&self) {
        let fsync = if self.disk == Disk::Real { "on" } else { "off" };
        let folder = self.folder.path().display();
        let others = &self.settings;
        let settings = format!("-k {folder} -c listen_addresses= -c fsync={fsync} {others}");
        let log = self.folder.path().join("log");
        let mut start = self.command("pg_ctl");
        start.args(["start", "-w", "-s", "-o", &settings, "-l"]).arg(&log);
        let status = start.arg("-D").arg(self.data()).status().unwrap();
        let said = || fs::read_to_string(&log).unwrap_or_default();
        assert!(status.success(), "PostgreSQL did not start: {}", said());
    }

    /// Stops it as if the power had failed.
    pub(crate) fn end(&self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "-w", "-s", "-m", "immediate", "-D"]).arg(self.data());
        let _ = stop.status();
    }

    #[allow(dead_code, reason = "not every file of tests goes that far")]
    /// Sends SIGKILL to the main process only, and returns when its children are gone too.
    pub(crate) fn kill(&self) {
        let lock = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let process = lock.lines().next().unwrap();
        let children = || {
            let of = format!("/proc/{process}/task/{process}/children");
            let list = fs::read_to_string(of).unwrap_or_default();
            list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        let mut all = children();
        all.push(process.to_owned());
        assert!(Command::new("kill").args(["-KILL", process]).status().unwrap().success());
        while all.iter().any(|process| is_alive(process)) {
            thread::sleep(Duration::from_millis(10));
        }
        // One that has ended but was not looked after would be taken for a living one.
        fs::remove_file(self.data().join("postmaster.pid")).unwrap();
        let _ = fs::remove_file(self.folder.path().join(".s.PGSQL.5432.lock"));
    }

    #[allow(dead_code, reason = "not every file of tests goes that far")]
    /// Lets it listen at these addresses, too, and encrypt, with a certificate for the first of them;
    /// the authority that has signed it.
    pub(crate) fn encrypt(&mut self, addresses: [Ipv4Addr; 2]) -> PathBuf {
        let [named, other] = addresses;
        let config = format!(
            "[req]\ndistinguished_name=name\n[name]\n[authority]\nbasicConstraints=CA:TRUE\n\
             [server]\nbasicConstraints=CA:FALSE\nsubjectAltName=IP:{named}\n"
        );
        fs::write(self.folder.path().join("config"), config).unwrap();
        for (name, signer) in
            [("authority", ""), ("server", "-CA authority.pem -CAkey authority.key")]
        {
            let arguments = format!(
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                 -config config -extensions {name} -subj /CN={name} -keyout {name}.key \
                 -out {name}.pem {signer}"
            );
            let made =
                self.command("/usr/bin/env").args(arguments.split_whitespace()).output().unwrap();
            assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
        }
        let folder = self.folder.path().display();
        self.settings = format!(
            "-c listen_addresses={named},{other} -c ssl=on -c ssl_cert_file={folder}/server.pem \
             -c ssl_key_file={folder}/server.key"
        );
        self.end();
        self.begin();
        self.folder.path().join("authority.pem")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        command
    }

    /// A way to the server that can be made to fail.
    pub(crate) fn line(&self, address: &str) -> Line {
        Line::new(self.folder.path(), address)
    }
}

#[allow(dead_code, reason = "for `kill`")]
/// Whether a process runs; one that has ended may still wait to be looked after.
fn is_alive(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    state.is_some_and(|state| state != 'Z')
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.end();
    }
}

/// A connection of the test's own.
pub(crate) async fn connect(address: &str) -> Client {
    // This driver would try the host before the socket.
    let address = address.replace("@localhost/", "@/");
    let (client, connection) = tokio_postgres::connect(&address, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// The newest of Debian's packages, or what is on the path.
fn programs() -> PathBuf {
    let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let newest = versions.filter_map(|entry| Some(entry.ok()?.path())).max_by_key(version);
    let debian = newest.map(|version| version.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian
        .into_iter()
        .chain(std::env::split_paths(&path))
        .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
        .expect("these tests need a PostgreSQL server: install the package `postgresql`")
}

/// The user and group of an account that may run a server.
fn unprivileged() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    ids("postgres").or_else(|| ids("nobody")).expect("a user `postgres` or `nobody`")
}

/// A way to the server that can fall silent, as a network does when a cable is pulled.
pub(crate) struct Line {
    /// The address of the database by this way.
    pub(crate) address: String,
    silent: Arc<AtomicBool>,
}

impl Line {
    fn new(folder: &Path, address: &str) -> Line {
        let near = folder.join("line");
        fs::create_dir(&near).unwrap();
        let listener = UnixListener::bind(near.join(".s.PGSQL.5432")).unwrap();
        let far = folder.join(".s.PGSQL.5432");
        let silent = Arc::new(AtomicBool::new(false));
        let cut = Arc::clone(&silent);
        thread::spawn(move || {
            for here in listener.incoming().map_while(Result::ok) {
                let Ok(there) = UnixStream::connect(&far) else { continue };
                let back = (there.try_clone().unwrap(), here.try_clone().unwrap());
                for (from, to) in [(here, there), back] {
                    let cut = Arc::clone(&cut);
                    thread::spawn(move || carry(from, to, &cut));
                }
            }
        });
        let folder = folder.display().to_string();
        Line { address: address.replace(&folder, &near.display().to_string()), silent }
    }

    /// From now on nothing passes, without a reset.
    pub(crate) fn cut(&self) {
        self.silent.store(true, Ordering::SeqCst);
    }

    /// Connections made from now on work; those that were cut stay silent for ever.
    pub(crate) fn mend(&self) {
        self.silent.store(false, Ordering::SeqCst);
    }
}

fn carry(mut from: UnixStream, mut to: UnixStream, cut: &AtomicBool) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        if cut.load(Ordering::SeqCst) {
            loop {
                thread::sleep(Duration::from_mins(1));
            }
        }
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
