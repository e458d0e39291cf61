//! What a host sends to an engine, and what an engine replies: the lines of the protocol as data.
//!
//! Both ends read these: our engine reads [`Command`]s, our host reads [`Reply`]s. As the protocol
//! asks, what is not understood is ignored, so reading gives an `Option` and never an error.

use std::{fmt, time::Duration};

use duel_core::{Outcome, Position, Seat};

/// What is printed for a move where there is none to make.
pub const NO_MOVE: &str = "(none)";

/// A line from the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: who are you?
    Ugi,
    /// `isready`: are you still there?
    IsReady,
    /// `uginewgame`: what follows belongs to another game.
    NewGame,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// The name, which may hold spaces.
        name: String,
        /// The value, which may hold spaces or be empty.
        value: String,
    },
    /// `position startpos|fen TEXT [moves MOVE...]`.
    Position {
        /// The text of the position; `None` for `startpos`.
        text: Option<String>,
        /// The moves to play from there.
        moves: Vec<String>,
    },
    /// `go ...`: think.
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `query WHAT`.
    Query(Query),
    /// `quit`.
    Quit,
}

/// How long to think. What is left out is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// What the first seat has left.
    pub p1time: Option<Duration>,
    /// What the second seat has left.
    pub p2time: Option<Duration>,
    /// What the first seat is given for each move.
    pub p1inc: Option<Duration>,
    /// What the second seat is given for each move.
    pub p2inc: Option<Duration>,
    /// How long this move may take.
    pub movetime: Option<Duration>,
    /// How many plies to look ahead.
    pub depth: Option<u32>,
    /// How many positions to look at.
    pub nodes: Option<u64>,
    /// Think until `stop`.
    pub infinite: bool,
}

/// What a host can ask about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is the first seat to move?
    FirstTurn,
    /// Who has won?
    Result,
}

impl Query {
    /// The right answer in this position.
    pub fn answer(self, position: &Position) -> &'static str {
        let word = |yes: bool| if yes { "true" } else { "false" };
        match self {
            Query::FirstTurn => word(position.turn() == Seat::First),
            Query::GameOver => word(position.is_over()),
            Query::Result => match position.outcome() {
                None => "none",
                Some(Outcome::Won(Seat::First)) => "p1win",
                Some(Outcome::Won(Seat::Second)) => "p2win",
                Some(Outcome::Nobody) => "draw",
            },
        }
    }
}

impl Command {
    /// Reads a line; `None` for what the protocol does not know.
    ///
    /// ```
    /// use duel_ugi::message::Command;
    ///
    /// let command = Command::parse("position fen subtract:12 moves 3 2");
    /// let moves = vec!["3".to_owned(), "2".to_owned()];
    /// assert_eq!(command, Some(Command::Position { text: Some("subtract:12".to_owned()), moves }));
    /// assert_eq!(Command::parse("xyzzy"), None);
    /// ```
    pub fn parse(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let rest: Vec<&str> = words.collect();
        Some(match (first, rest.as_slice()) {
            ("ugi", []) => Command::Ugi,
            ("isready", []) => Command::IsReady,
            ("uginewgame", []) => Command::NewGame,
            ("stop", []) => Command::Stop,
            ("quit", []) => Command::Quit,
            ("setoption", ["name", rest @ ..]) => set_option(rest)?,
            ("position", words @ ["startpos" | "fen", ..]) => position(words),
            ("go", rest) => Command::Go(Go::parse(rest)),
            ("query", ["gameover"]) => Command::Query(Query::GameOver),
            ("query", ["p1turn"]) => Command::Query(Query::FirstTurn),
            ("query", ["result"]) => Command::Query(Query::Result),
            _ => return None,
        })
    }
}

fn set_option(words: &[&str]) -> Option<Command> {
    let place = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let (name, value) = words.split_at(place);
    if name.is_empty() {
        return None;
    }
    let value = value.get(1..).unwrap_or_default();
    Some(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

/// Everything up to `moves` is the text, so that one with spaces in it is refused and not mistaken.
fn position(words: &[&str]) -> Command {
    let place = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (text, moves) = words.split_at(place);
    let text = match text {
        ["startpos"] => None,
        ["fen", text @ ..] | text => Some(text.join(" ")),
    };
    Command::Position { text, moves: moves.iter().skip(1).map(|&word| word.to_owned()).collect() }
}

impl Go {
    /// A word that is not known is passed over, and so is one without its number: a host waits for
    /// an answer in any case.
    fn parse(words: &[&str]) -> Go {
        let mut go = Go::default();
        for (place, word) in words.iter().enumerate() {
            let number = words.get(place + 1).copied().unwrap_or_default();
            let time = milliseconds(number);
            match *word {
                "p1time" => go.p1time = time,
                "p2time" => go.p2time = time,
                "p1inc" => go.p1inc = time,
                "p2inc" => go.p2inc = time,
                "movetime" => go.movetime = time,
                "depth" => go.depth = number.parse().ok(),
                "nodes" => go.nodes = number.parse().ok(),
                "infinite" => go.infinite = true,
                _ => {}
            }
        }
        go
    }
}

/// A time. Hosts let clocks run below zero; then there is none left.
fn milliseconds(text: &str) -> Option<Duration> {
    match text.parse::<i64>().ok()? {
        negative if negative < 0 => Some(Duration::ZERO),
        left => Some(Duration::from_millis(left.unsigned_abs())),
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value } => {
                f.write_str(format!("setoption name {name} value {value}").trim_end())
            }
            Command::Position { text, moves } => {
                match text {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => f.write_str("stop"),
            Command::Query(query) => write!(f, "query {query}"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    /// The words after `go`, each with a space in front.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = [
            ("p1time", self.p1time),
            ("p2time", self.p2time),
            ("p1inc", self.p1inc),
            ("p2inc", self.p2inc),
            ("movetime", self.movetime),
        ];
        for (word, time) in times {
            if let Some(time) = time {
                write!(f, " {word} {}", time.as_millis())?;
            }
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Query::GameOver => "gameover",
            Query::FirstTurn => "p1turn",
            Query::Result => "result",
        })
    }
}

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name NAME`.
    Name(String),
    /// `id author AUTHOR`.
    Author(String),
    /// `option name NAME type ...`.
    Option {
        /// The name.
        name: String,
        /// From `type` on.
        about: String,
    },
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `response ANSWER`.
    Response(String),
    /// `info ...`.
    Info(String),
    /// `bestmove MOVE`; empty if the engine left out the move.
    BestMove(String),
}

impl Reply {
    /// The move, if it is one.
    pub(crate) fn best_move(self) -> Option<String> {
        match self {
            Reply::BestMove(made) => Some(made),
            _ => None,
        }
    }

    /// Reads a line; `None` for what the protocol does not know.
    pub fn parse(line: &str) -> Option<Reply> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let rest: Vec<&str> = words.collect();
        Some(match (first, rest.as_slice()) {
            ("ugiok", []) => Reply::UgiOk,
            ("readyok", []) => Reply::ReadyOk,
            ("id", ["name", name @ ..]) if !name.is_empty() => Reply::Name(name.join(" ")),
            ("id", ["author", name @ ..]) if !name.is_empty() => Reply::Author(name.join(" ")),
            ("option", ["name", rest @ ..]) => {
                let place = rest.iter().position(|word| *word == "type")?;
                let (name, about) = rest.split_at(place);
                Reply::Option { name: name.join(" "), about: about.join(" ") }
            }
            ("response", [answer]) => Reply::Response((*answer).to_owned()),
            ("bestmove", rest) => Reply::BestMove(rest.first().map_or("", |made| made).to_owned()),
            ("info", rest) => Reply::Info(rest.join(" ")),
            _ => return None,
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(name) => write!(f, "id author {name}"),
            Reply::Option { name, about } => write!(f, "option name {name} {about}"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Response(answer) => write!(f, "response {answer}"),
            Reply::Info(info) => write!(f, "info {info}"),
            Reply::BestMove(made) => write!(f, "bestmove {made}"),
        }
    }
}
