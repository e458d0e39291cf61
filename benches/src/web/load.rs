//! Players by the hundred: raw HTTP over connections that stay open, with as little work as possible
//! between an answer and the next question.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
};

/// What every game starts from. Taking 2 away from an even number is always a move.
const START: &str = "subtract:720720";

/// How many moves are made in one game.
const PLIES: u32 = 64;

/// How many games a player prepares for a round.
const GAMES: usize = 6;

/// A connection that stays open.
pub(super) struct Line {
    stream: TcpStream,
    read: Vec<u8>,
}

/// A game with both its seats.
#[derive(Clone)]
pub(super) struct Prepared {
    id: String,
    tokens: [String; 2],
}

/// What one round has brought.
#[derive(Default)]
pub(super) struct Round {
    /// How long each move took, from sending it to having the whole answer.
    pub(super) times: Vec<Duration>,
    /// How long it went on.
    pub(super) took: Duration,
}

impl Line {
    pub(super) async fn open(to: SocketAddr) -> io::Result<Line> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        Ok(Line { stream, read: Vec::with_capacity(8 << 10) })
    }

    /// Sends a request and returns the body of the answer, which must be of success.
    async fn ask(&mut self, request: &[u8]) -> io::Result<&[u8]> {
        self.stream.write_all(request).await?;
        self.read.clear();
        let broken = |what: String| Err(io::Error::other(what));
        loop {
            if self.stream.read_buf(&mut self.read).await? == 0 {
                return broken("the server has hung up".to_owned());
            }
            let Some(head) = self.read.windows(4).position(|four| four == b"\r\n\r\n") else {
                continue;
            };
            let (head, body) = (&self.read[..head], &self.read[head + 4..]);
            let Some(length) = content_length(head) else {
                return broken(format!("no length: {}", String::from_utf8_lossy(head)));
            };
            if body.len() < length {
                continue;
            }
            if !head.starts_with(b"HTTP/1.1 20") {
                return broken(String::from_utf8_lossy(&self.read).into_owned());
            }
            let start = head.len() + 4;
            return Ok(&self.read[start..]);
        }
    }

    /// Sends JSON, and picks members of the answer that are strings.
    async fn post<const N: usize>(
        &mut self,
        path: &str,
        body: &str,
        members: [&str; N],
    ) -> io::Result<[String; N]> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = self.ask(request.as_bytes()).await?;
        let answer = String::from_utf8_lossy(answer);
        Ok(members.map(|member| {
            let text = answer.split_once(&format!("\"{member}\":\"")).map(|(_, rest)| rest);
            text.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
        }))
    }

    /// Begins a game and sits down on both sides.
    pub(super) async fn prepare(&mut self) -> io::Result<Prepared> {
        let begin = format!("{{\"position\":\"{START}\"}}");
        let [id, first] = self.post("/api/v1/games", &begin, ["id", "token"]).await?;
        let [second] = self.post(&format!("/api/v1/games/{id}/join"), "{}", ["token"]).await?;
        Ok(Prepared { id, tokens: [first, second] })
    }
}

impl Prepared {
    /// A game that a server without games can be asked about.
    fn pretended() -> Prepared {
        Prepared { id: "abcdefghijkm".to_owned(), tokens: ["x".repeat(32), "y".repeat(32)] }
    }

    /// The name of the game.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Writes the request that makes the next move.
    fn ask(&self, ply: u32, request: &mut Vec<u8>) -> io::Result<()> {
        let digits = ply.checked_ilog10().unwrap_or(0) + 1;
        request.clear();
        write!(
            request,
            "POST /api/v1/games/{}/moves HTTP/1.1\r\nhost: localhost\r\n\
             authorization: Bearer {}\r\nidempotency-key: {:016x}{ply:016x}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n\
             {{\"move\":\"2\",\"ply\":{ply}}}",
            self.id,
            self.tokens[ply as usize % 2],
            PLIES,
            19 + digits
        )
    }
}

fn content_length(head: &[u8]) -> Option<usize> {
    let name = b"content-length: ";
    let at = head.windows(name.len()).position(|part| part.eq_ignore_ascii_case(name))?;
    let digits = head[at + name.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0')))
}

/// Players with their connections, and games to play.
pub(super) struct Crowd {
    to: SocketAddr,
    size: usize,
    lines: Vec<(Line, Vec<Prepared>)>,
    /// Whether the server has games; if not, it answers any move.
    has_games: bool,
}

impl Crowd {
    pub(super) fn new(to: SocketAddr, size: usize, has_games: bool) -> Crowd {
        Crowd { to, size, lines: Vec::new(), has_games }
    }

    /// All come, and begin the games that they are going to play.
    pub(super) async fn prepare(&mut self) -> io::Result<()> {
        let mut preparing = JoinSet::new();
        let (to, has_games) = (self.to, self.has_games);
        for _ in 0..self.size {
            preparing.spawn(async move {
                let mut line = Line::open(to).await?;
                let mut games = vec![Prepared::pretended(); GAMES];
                if has_games {
                    for game in &mut games {
                        *game = line.prepare().await?;
                    }
                }
                Ok::<_, io::Error>((line, games))
            });
        }
        while let Some(prepared) = preparing.join_next().await {
            self.lines.push(prepared??);
        }
        Ok(())
    }

    /// All play as fast as they are answered, for so long, and go.
    pub(super) async fn play(&mut self, time: Duration) -> io::Result<Round> {
        let began = Instant::now();
        let mut playing = JoinSet::new();
        for (line, games) in self.lines.drain(..) {
            playing.spawn(play(line, games, began + time));
        }
        let mut round = Round::default();
        while let Some(played) = playing.join_next().await {
            round.times.extend(played??);
        }
        round.took = began.elapsed();
        Ok(round)
    }
}

async fn play(mut line: Line, games: Vec<Prepared>, until: Instant) -> io::Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(1 << 10);
    let mut request = Vec::with_capacity(1 << 10);
    let plies = games.iter().flat_map(|game| (0..PLIES).map(move |ply| (game, ply)));
    let mut now = Instant::now();
    for (game, ply) in plies {
        game.ask(ply, &mut request)?;
        line.ask(&request).await?;
        let answered = Instant::now();
        times.push(answered - now);
        now = answered;
        if now >= until {
            break;
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_a_whole_request() {
        let mut request = Vec::new();
        for ply in [0, 9, 10, 4321] {
            Prepared::pretended().ask(ply, &mut request).unwrap();
            let text = String::from_utf8(request.clone()).unwrap();
            let (head, body) = text.split_once("\r\n\r\n").unwrap();
            assert_eq!(content_length(head.as_bytes()), Some(body.len()), "{text}");
        }
    }
}
