//! How much memory the server holds for WebSockets on which nothing happens.

use std::{
    error::Error,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::sleep,
};

use super::{
    load::Line,
    server::{Folder, Server},
};
use crate::table::{Table, rounded};

/// The most memory that the server may hold.
const GOAL: u64 = 512 << 20;

/// How many connections come from one address, which has only so many ports.
const FROM_ONE: usize = 5_000;

/// How many connections are made at the same time.
const AT_ONCE: usize = 64;

/// How long nothing happens before the memory is looked at.
const QUIET: Duration = Duration::from_secs(3);

/// A pong that nobody asked for, with a mask of zeros: it says that somebody is there.
const PONG: [u8; 6] = [0x8A, 0x80, 0, 0, 0, 0];

/// Opens so many WebSockets, each on its own game and then all on one.
pub(super) async fn run(wanted: usize) -> Result<Table, Box<dyn Error>> {
    let sockets = wanted.min(room_for_files()?);
    let mut table = Table::new(
        format!("memory of the server (VmRSS) with {} idle WebSockets", rounded_count(sockets)),
        ["", "sockets", "before", "after", "a socket"],
    );
    for (name, games) in [("each on its own game", sockets), ("all on one game", 1)] {
        let folder = Folder::new("web-sockets")?;
        let server = Server::duel(&folder.file("games.db"))?;
        let ids = begin(server.address, games).await?;
        let before = server.memory()?;
        let open = open_all(server.address, &ids, sockets).await?;
        sleep(QUIET).await;
        let after = server.memory()?;
        table.row([
            name.to_owned(),
            rounded_count(open.len()),
            megabytes(before),
            megabytes(after),
            format!("{} KB", (after.saturating_sub(before) / (open.len() as u64).max(1)) >> 10),
        ]);
        let within = if after <= GOAL { "within" } else { "beyond" };
        table.notes.push(format!("{name}: {within} the goal of {}", megabytes(GOAL)));
    }
    Ok(table)
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes >> 20)
}

fn rounded_count(count: usize) -> String {
    rounded(f64::from(u32::try_from(count).unwrap_or(u32::MAX)))
}

/// Asks for as many open files as the system allows, here and in the server; how many sockets fit.
fn room_for_files() -> Result<usize, Box<dyn Error>> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    let most = maximum.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    Ok(most.saturating_sub(500))
}

/// Begins so many games, in which both seats are taken, on several connections at once.
async fn begin(to: SocketAddr, games: usize) -> io::Result<Vec<String>> {
    let mut beginning = JoinSet::new();
    for line in 0..AT_ONCE.min(games) {
        beginning.spawn(async move {
            let mine = (line..games).step_by(AT_ONCE).len();
            let mut line = Line::open(to).await?;
            let mut ids = Vec::with_capacity(mine);
            for _ in 0..mine {
                ids.push(line.prepare().await?.id().to_owned());
            }
            Ok::<_, io::Error>(ids)
        });
    }
    let mut all = Vec::with_capacity(games);
    while let Some(ids) = beginning.join_next().await {
        all.extend(ids??);
    }
    Ok(all)
}

/// Opens sockets on these games in turn. Each has its task, which reads whatever comes.
async fn open_all(to: SocketAddr, ids: &[String], sockets: usize) -> io::Result<JoinSet<()>> {
    let mut reading = JoinSet::new();
    let mut opening = JoinSet::new();
    for place in 0..sockets {
        if opening.len() >= AT_ONCE
            && let Some(opened) = opening.join_next().await
        {
            reading.spawn(read(opened??));
        }
        opening.spawn(open(to, place, ids[place % ids.len()].clone()));
    }
    while let Some(opened) = opening.join_next().await {
        reading.spawn(read(opened??));
    }
    Ok(reading)
}

async fn open(to: SocketAddr, place: usize, id: String) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let last = u8::try_from(2 + place / FROM_ONE).unwrap_or(u8::MAX);
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)), 0))?;
    let mut stream = socket.connect(to).await?;
    let request = format!(
        "GET /api/v1/games/{id}/live HTTP/1.1\r\nhost: {to}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).await?;
    if start.starts_with(b"HTTP/1.1 101") {
        Ok(stream)
    } else {
        Err(io::Error::other(String::from_utf8_lossy(&start).into_owned()))
    }
}

/// Reads whatever comes, and says now and then that somebody is there.
async fn read(mut stream: TcpStream) {
    let mut bytes = [0; 512];
    loop {
        tokio::select! {
            read = stream.read(&mut bytes) => if !matches!(read, Ok(1..)) { return },
            () = sleep(Duration::from_secs(30)) => {
                if stream.write_all(&PONG).await.is_err() {
                    return;
                }
            }
        }
    }
}
