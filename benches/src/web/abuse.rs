//! What honest players feel while one address takes as much as it can, beside what they feel in
//! peace.
//!
//! The server has its default limits. Everybody has an address of the loopback network of their own.

use std::{
    error::Error,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};

use super::server::{Folder, Server};
use crate::{options::Options, table::Table};

/// How long each kind of abuse goes on.
const ROUND: Duration = Duration::from_secs(12);

/// How long it has gone on before anything is measured.
const WARM_UP: Duration = Duration::from_secs(3);

/// The pause after a refusal: the benchmark and the server share a machine.
const REFUSED: Duration = Duration::from_millis(40);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A position about which the computer thinks for as long as it may.
const HARD: &str = "factor+no-whole:50040";

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let round = if options.is_quick { ROUND / 2 } else { ROUND };
    runtime.block_on(measure(round)).map(|table| table.to_string())
}

/// Somebody at an address of their own.
#[derive(Clone, Copy)]
struct Place {
    server: SocketAddr,
    from: Ipv4Addr,
}

/// An answer: its status and its body.
type Answer = (u16, String);

impl Place {
    async fn connect(self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn client(self) -> Client {
        Client { place: self, stream: None }
    }
}

/// A connection that is opened again where it is closed.
struct Client {
    place: Place,
    stream: Option<TcpStream>,
}

impl Client {
    async fn send(&mut self, request: &str) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.place.connect().await?,
        };
        let exchange = async {
            stream.write_all(request.as_bytes()).await?;
            let mut read = Vec::with_capacity(4 << 10);
            loop {
                if stream.read_buf(&mut read).await? == 0 {
                    return Err(io::Error::other("the server has hung up"));
                }
                let Some(head) = read.windows(4).position(|four| four == b"\r\n\r\n") else {
                    continue;
                };
                let text = String::from_utf8_lossy(&read[..head]).to_ascii_lowercase();
                let length = text.split("content-length: ").nth(1);
                let length = length.and_then(|rest| rest.lines().next()?.trim().parse().ok());
                if read.len() - head - 4 < length.unwrap_or(0_usize) {
                    continue;
                }
                let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
                let body = String::from_utf8_lossy(&read[head + 4..]).into_owned();
                return Ok((status.unwrap_or(0), body, text.contains("connection: close")));
            }
        };
        let (status, body, closes) =
            timeout(PATIENCE, exchange).await.map_err(|_| io::ErrorKind::TimedOut)??;
        if !closes {
            self.stream = Some(stream);
        }
        Ok((status, body))
    }

    async fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")).await
    }

    async fn post(&mut self, path: &str, token: &str, body: &str) -> io::Result<Answer> {
        let bearer = if token.is_empty() {
            String::new()
        } else {
            format!("authorization: Bearer {token}\r\n")
        };
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\n{bearer}content-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        ))
        .await
    }

    /// Begins a game; its path and the token of the first seat.
    async fn begin(&mut self, terms: &str) -> io::Result<Option<(String, String)>> {
        let (status, body) = self.post("/api/v1/games", "", terms).await?;
        let member = |name: &str| {
            let text = body.split_once(&format!("\"{name}\":\"")).map(|(_, rest)| rest)?;
            Some(text.split('"').next()?.to_owned())
        };
        let seat = || Some((format!("/api/v1/games/{}", member("id")?), member("token")?));
        Ok(if status == 201 { seat() } else { None })
    }
}

/// How many moves have been made, as an answer says.
fn ply(body: &str) -> Option<u64> {
    let rest = body.split_once("\"ply\":")?.1;
    rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// What honest players have felt.
#[derive(Default)]
struct Felt {
    moves: Vec<Duration>,
    replies: Vec<Duration>,
    begins: Vec<Duration>,
    refused: u32,
}

impl Felt {
    fn end(times: &mut [Duration], percent: usize) -> Option<Duration> {
        times.sort_unstable();
        times.get((times.len() * percent / 100).min(times.len().checked_sub(1)?)).copied()
    }
}

/// Two people play, as fast as people who know their next move.
async fn play(place: Place, until: Instant, felt: &mut Felt) -> io::Result<()> {
    let mut http = place.client();
    let seat = http.begin("{\"position\":\"digits:1000003:\"}").await?;
    let (game, first) = seat.ok_or_else(|| io::Error::other("no game"))?;
    let (_, joined) = http.post(&format!("{game}/join"), "", "{}").await?;
    let second = joined.split_once("\"token\":\"").map_or("", |(_, rest)| rest);
    let second = second.split('"').next().unwrap_or_default().to_owned();
    let mut made = 0;
    while Instant::now() < until {
        let token = if made % 2 == 0 { &first } else { &second };
        let began = Instant::now();
        let (status, _) = http.post(&format!("{game}/moves"), token, "{\"move\":\"7\"}").await?;
        felt.moves.push(began.elapsed());
        if status == 200 {
            made += 1;
        } else {
            felt.refused += 1;
        }
        sleep(Duration::from_millis(25)).await;
    }
    Ok(())
}

/// Somebody plays the computer.
async fn play_computer(place: Place, until: Instant, felt: &mut Felt) -> io::Result<()> {
    let mut http = place.client();
    let terms = "{\"position\":\"digits:1000003:\",\"opponent\":\"computer\",\"level\":\"medium\"}";
    let (game, token) = http.begin(terms).await?.ok_or_else(|| io::Error::other("no game"))?;
    let mut made = 0;
    while Instant::now() < until {
        let began = Instant::now();
        http.post(&format!("{game}/moves"), &token, "{\"move\":\"7\"}").await?;
        made += 2;
        while ply(&http.get(&game).await?.1).is_none_or(|ply| ply < made) {
            if began.elapsed() > PATIENCE {
                return Err(io::Error::other("the computer does not move"));
            }
            sleep(Duration::from_millis(40)).await;
        }
        felt.replies.push(began.elapsed());
        sleep(Duration::from_millis(150)).await;
    }
    Ok(())
}

/// Somebody begins fair games.
async fn begin(place: Place, until: Instant, felt: &mut Felt) -> io::Result<()> {
    let mut http = place.client();
    while Instant::now() < until {
        let began = Instant::now();
        let terms = "{\"book\":\"subtract\",\"fair\":true,\"opponent\":\"computer\"}";
        if http.begin(terms).await?.is_none() {
            felt.refused += 1;
        }
        felt.begins.push(began.elapsed());
        sleep(Duration::from_millis(1_100)).await;
    }
    Ok(())
}

/// A way to take as much as one can.
#[derive(Clone, Copy)]
enum Abuse {
    Peace,
    Requests,
    TakeBacks,
    ComputerGames,
    Analyses,
    Certificates,
    Reviews,
    Listings,
    Deals,
    LongGames,
    Connections,
    Sockets,
}

impl Abuse {
    const ALL: [Abuse; 12] = [
        Abuse::Peace,
        Abuse::Requests,
        Abuse::TakeBacks,
        Abuse::ComputerGames,
        Abuse::Analyses,
        Abuse::Certificates,
        Abuse::Reviews,
        Abuse::Listings,
        Abuse::Deals,
        Abuse::LongGames,
        Abuse::Connections,
        Abuse::Sockets,
    ];

    fn name(self) -> &'static str {
        match self {
            Abuse::Peace => "peace",
            Abuse::Requests => "requests",
            Abuse::TakeBacks => "moves and take-backs against the computer",
            Abuse::ComputerGames => "many hard games against the computer",
            Abuse::Analyses => "analyses of hard numbers",
            Abuse::Certificates => "certificates of hard numbers",
            Abuse::Reviews => "reviews of games of hard numbers",
            Abuse::Listings => "moves of hard positions",
            Abuse::Deals => "fair starts of digits",
            Abuse::LongGames => "games of long numbers",
            Abuse::Connections => "connections that say nothing",
            Abuse::Sockets => "WebSockets that are not read",
        }
    }

    /// How many try at once.
    fn crowd(self) -> u64 {
        match self {
            Abuse::Peace => 0,
            Abuse::Connections | Abuse::Sockets => 300,
            _ => 24,
        }
    }

    /// Does it once; whether that was refused.
    async fn once(self, http: &mut Client, held: &mut Held, number: u64) -> io::Result<bool> {
        let get = async |http: &mut Client, path: String| http.get(&path).await;
        let (status, _) = match self {
            Abuse::Peace => return Ok(true),
            Abuse::Requests => get(http, "/rules".to_owned()).await?,
            Abuse::TakeBacks | Abuse::ComputerGames => {
                let terms = format!(
                    "{{\"position\":\"{HARD}\",\"opponent\":\"computer\",\"level\":\"perfect\"}}"
                );
                let fresh = matches!(self, Abuse::ComputerGames) || held.game.is_none();
                if fresh {
                    held.game = http.begin(&terms).await?;
                }
                let Some((game, token)) = &held.game else { return Ok(true) };
                let moved = http.post(&format!("{game}/moves"), token, "{\"move\":\"1\"}").await?;
                if matches!(self, Abuse::TakeBacks) {
                    let back = "{\"offer\":\"take-back\"}";
                    http.post(&format!("{game}/offers"), token, back).await?
                } else {
                    moved
                }
            }
            Abuse::Analyses => {
                get(http, format!("/api/v1/positions/{}/analysis", hard(number))).await?
            }
            Abuse::Certificates => {
                get(http, format!("/api/v1/positions/{}/certificate", hard(number))).await?
            }
            Abuse::Reviews => {
                if held.game.is_none() {
                    let terms = format!(
                        "{{\"position\":\"{}\",\"opponent\":\"computer\",\"level\":\"random\"}}",
                        hard(number)
                    );
                    held.game = http.begin(&terms).await?;
                }
                let Some((game, _)) = &held.game else { return Ok(true) };
                get(http, format!("{game}/review")).await?
            }
            Abuse::Listings => get(http, format!("/api/v1/positions/{}", hard(number))).await?,
            Abuse::Deals => get(http, "/api/v1/deals?book=digits&count=4".to_owned()).await?,
            Abuse::LongGames => {
                if held.game.is_none() || number.is_multiple_of(8) {
                    held.game =
                        http.begin(&format!("{{\"position\":\"{}\"}}", long(number))).await?;
                }
                let Some((game, _)) = &held.game else { return Ok(true) };
                get(http, game.clone()).await?
            }
            Abuse::Connections => {
                let mut stream = http.place.connect().await?;
                stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await?;
                held.streams.push(stream);
                return Ok(true);
            }
            Abuse::Sockets => {
                if held.game.is_none() {
                    held.game = http.begin("{\"position\":\"digits:1000003:\"}").await?;
                }
                let Some((game, _)) = &held.game else { return Ok(true) };
                let mut stream = http.place.connect().await?;
                let upgrade = format!(
                    "GET {game}/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                     upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                     sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                );
                stream.write_all(upgrade.as_bytes()).await?;
                held.streams.push(stream);
                return Ok(true);
            }
        };
        Ok(status >= 400)
    }
}

/// What an abuser holds on to.
#[derive(Default)]
struct Held {
    game: Option<(String, String)>,
    streams: Vec<TcpStream>,
}

/// A position of numbers without small factors, one of many.
fn hard(number: u64) -> String {
    let one =
        |n: u64| format!("{}1", (123_456_789 + 7_919 * (97 * number + n)).to_string().repeat(6));
    format!("divide:{}", (0..60).map(one).collect::<Vec<_>>().join(","))
}

/// A position of long numbers, one of many.
fn long(number: u64) -> String {
    let one = |n: u64| format!("{}{}", 18 * number + n + 1, "0".repeat(390));
    format!("subtract:{}", (0..18).map(one).collect::<Vec<_>>().join(","))
}

async fn abuse(place: Place, kind: Abuse, is_over: Arc<AtomicBool>, granted: Arc<AtomicU64>) {
    let mut crowd = JoinSet::new();
    for one in 0..kind.crowd() {
        let (is_over, granted) = (Arc::clone(&is_over), Arc::clone(&granted));
        crowd.spawn(async move {
            let (mut http, mut held) = (place.client(), Held::default());
            let mut number = one << 32;
            while !is_over.load(Ordering::Relaxed) {
                number += 1;
                match kind.once(&mut http, &mut held, number).await {
                    Ok(false) => {
                        granted.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(true) => sleep(REFUSED).await,
                    Err(_) => {
                        http.stream = None;
                        sleep(REFUSED).await;
                    }
                }
                held.streams.truncate(4);
            }
        });
    }
    crowd.join_all().await;
}

async fn measure(round: Duration) -> Result<Table, Box<dyn Error>> {
    let how = format!(
        "what honest players feel while one address does its worst, {} s of each kind, default limits",
        round.as_secs()
    );
    let heading = [
        "",
        "move, 99 %",
        "ratio",
        "computer",
        "slowest",
        "fair game",
        "refused",
        "granted",
        "memory",
    ];
    let mut table = Table::new(how, heading);
    let mut peace = None;
    let mut worst: f64 = 0.0;
    for (round_number, kind) in (0_u8..).zip(Abuse::ALL) {
        // A server for each kind, so that none inherits the memory of another.
        let folder = Folder::new("abuse-bench")?;
        let server = Server::start_duel(&folder.file("games.db"), &[])?;
        let at = |last: u8| Place {
            server: server.address,
            from: Ipv4Addr::new(127, 1, round_number, last),
        };
        let is_over = Arc::new(AtomicBool::new(false));
        let granted = Arc::new(AtomicU64::new(0));
        let abuser = tokio::spawn(abuse(at(1), kind, Arc::clone(&is_over), Arc::clone(&granted)));
        sleep(WARM_UP).await;
        let until = Instant::now() + round;
        let [mut one, mut two, mut three] =
            [const { None }; 3].map(|_: Option<()>| Felt::default());
        let (playing, computer, beginning) = tokio::join!(
            play(at(2), until, &mut one),
            play_computer(at(3), until, &mut two),
            begin(at(4), until, &mut three),
        );
        is_over.store(true, Ordering::Relaxed);
        let memory = server.memory()?;
        for felt in [playing, computer, beginning] {
            felt.map_err(|error| format!("{}: {error}", kind.name()))?;
        }
        drop(server);
        abuser.await?;
        let last = Felt::end(&mut one.moves, 99).unwrap_or_default();
        let usual = *peace.get_or_insert(last);
        let ratio = last.as_secs_f64() / usual.as_secs_f64();
        worst = worst.max(ratio);
        let shown = |time: Option<Duration>| {
            time.map_or("-".to_owned(), |time| format!("{:.0} ms", time.as_secs_f64() * 1e3))
        };
        table.row([
            kind.name().to_owned(),
            format!("{:.1} ms", last.as_secs_f64() * 1e3),
            format!("{ratio:.1}"),
            shown(Felt::end(&mut two.replies, 50)),
            shown(Felt::end(&mut two.replies, 100)),
            shown(Felt::end(&mut three.begins, 100)),
            (one.refused + three.refused).to_string(),
            granted.load(Ordering::Relaxed).to_string(),
            format!("{} MB", memory >> 20),
        ]);
    }
    table.notes.push(format!("the worst ratio is {worst:.1}; goal 3"));
    table.notes.push(
        "the goal for the computer is its usual time and a second; fair games are never refused"
            .to_owned(),
    );
    Ok(table)
}
