//! The limits of the server, each with its name and default, and the rate limits.

use std::{
    collections::HashMap,
    fmt,
    net::{IpAddr, Ipv6Addr},
    ops::RangeInclusive,
    str::FromStr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use thiserror::Error;

use crate::rate::Rate;

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Limit {
    /// Bytes of a request's body.
    Body,
    /// Digits of a number in a game.
    Digits,
    /// Requests a second from one address.
    Requests,
    /// Games and classrooms a minute from one address.
    Games,
    /// Analyses a minute from one address.
    Analyses,
    /// Connections from one address at a time.
    Connections,
    /// Connections in all at a time.
    ConnectionsInAll,
    /// Analyses that are worked on at a time.
    Thinking,
    /// Analyses that may wait for their turn.
    Waiting,
    /// Seconds within which a request must have arrived.
    Arrival,
    /// Seconds that a stopping server waits for what is under way.
    Drain,
    /// Days that a game is kept.
    Keep,
    /// Megabytes of memory that games take.
    Memory,
    /// Megabytes a day that one address may send to be kept.
    Stored,
    /// Codes of classrooms a minute that one address may try in vain.
    Codes,
}

impl Limit {
    /// All of them.
    pub const ALL: [Limit; 15] = [
        Limit::Body,
        Limit::Digits,
        Limit::Requests,
        Limit::Games,
        Limit::Analyses,
        Limit::Connections,
        Limit::ConnectionsInAll,
        Limit::Thinking,
        Limit::Waiting,
        Limit::Arrival,
        Limit::Drain,
        Limit::Keep,
        Limit::Memory,
        Limit::Stored,
        Limit::Codes,
    ];

    /// Name, default, meaning.
    fn entry(self) -> (&'static str, u32, &'static str) {
        match self {
            Limit::Body => ("body", 16_384, "bytes of a request's body"),
            Limit::Digits => ("digits", 400, "digits of a number in a game"),
            Limit::Requests => ("requests", 50, "requests a second from one address"),
            Limit::Games => ("games", 60, "games and classrooms a minute from one address"),
            Limit::Analyses => ("analyses", 120, "analyses a minute from one address"),
            Limit::Connections => ("connections", 256, "connections from one address at a time"),
            Limit::ConnectionsInAll => ("connections-in-all", 20_000, "connections at a time"),
            Limit::Thinking => ("thinking", 2, "analyses that are worked on at a time"),
            Limit::Waiting => ("waiting", 64, "analyses that may wait for their turn"),
            Limit::Arrival => ("arrival", 10, "seconds within which a request must have arrived"),
            Limit::Drain => {
                ("drain", 10, "seconds that a stopping server waits for work under way")
            }
            Limit::Keep => ("keep", 365, "days that a game is kept"),
            Limit::Memory => ("memory", 128, "megabytes of memory that games take, about"),
            Limit::Stored => ("stored", 32, "megabytes a day that one address may send to be kept"),
            Limit::Codes => ("codes", 30, "wrong codes of classrooms a minute from one address"),
        }
    }

    /// The name that the option uses.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// What it limits, in words.
    pub fn meaning(self) -> &'static str {
        self.entry().2
    }

    /// The values that it can be set to.
    pub fn range(self) -> RangeInclusive<u32> {
        match self {
            // Fair deals draw numbers to 1,000, and a longer position is not read.
            Limit::Digits => 4..=7_500,
            Limit::Memory | Limit::Stored => 1..=100_000,
            _ => 1..=4_000_000_000,
        }
    }

    /// Its default value.
    pub fn default(self) -> u32 {
        self.entry().1
    }
}

/// A value for each limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits([u32; Limit::ALL.len()]);

impl Default for Limits {
    fn default() -> Limits {
        Limits(Limit::ALL.map(Limit::default))
    }
}

/// Why a text does not set a limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// There is no limit of that name.
    #[error("there is no limit of that name; there are {}", names())]
    Unknown,
    /// The value is none.
    #[error(
        "a limit is set as {}=NUMBER, with a number from {} to {}",
        .0.name(), .0.range().start(), .0.range().end()
    )]
    Value(Limit),
}

fn names() -> String {
    Limit::ALL.map(Limit::name).join(", ")
}

/// A limit and its value, as an option sets it: `games=100`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting(Limit, u32);

impl FromStr for Setting {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Setting, LimitError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let limit =
            Limit::ALL.into_iter().find(|limit| limit.name() == name).ok_or(LimitError::Unknown)?;
        match value.parse() {
            Ok(number) if limit.range().contains(&number) => Ok(Setting(limit, number)),
            _ => Err(LimitError::Value(limit)),
        }
    }
}

impl Limits {
    /// The value of a limit.
    pub fn of(&self, limit: Limit) -> u32 {
        self.0[limit as usize]
    }

    /// The value of a limit that counts things in memory.
    pub fn size(&self, limit: Limit) -> usize {
        self.of(limit) as usize
    }

    /// The value of a limit in seconds.
    pub fn seconds(&self, limit: Limit) -> Duration {
        Duration::from_secs(u64::from(self.of(limit)))
    }

    /// Changes one.
    pub fn set(&mut self, Setting(limit, value): Setting) {
        self.0[limit as usize] = value;
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for limit in Limit::ALL {
            writeln!(f, "{:20}{:>8}  {}", limit.name(), self.of(limit), limit.meaning())?;
        }
        Ok(())
    }
}

/// What is counted for each address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Any request.
    Request,
    /// A new game or classroom.
    Game,
    /// An analysis.
    Analysis,
    /// A code of a classroom that does not exist.
    WrongCode,
}

/// The unit in which bytes to be kept are counted.
const UNIT: u32 = 64;

/// What is kept of every request beside its body, in bytes.
const OVERHEAD: usize = 128;

/// The rate limits of all addresses, and their connections.
#[derive(Clone)]
pub struct Counts(Arc<Inner>);

struct Inner {
    requests: Rate,
    games: Rate,
    analyses: Rate,
    codes: Rate,
    /// In units of [`UNIT`] bytes.
    stored: Rate,
    /// Until when an address may try no code.
    pauses: Mutex<HashMap<IpAddr, Instant>>,
    connections: Mutex<HashMap<IpAddr, usize>>,
    in_all: usize,
    from_one: usize,
}

impl Counts {
    /// Starts with nothing counted.
    pub fn new(limits: &Limits) -> Counts {
        let a_minute = |limit| Rate::new(limits.of(limit), MINUTE);
        let requests = Rate::new(limits.of(Limit::Requests), SECOND).with_burst(4 * SECOND);
        let units = limits.of(Limit::Stored).saturating_mul(UNITS_OF_A_MEGABYTE);
        Counts(Arc::new(Inner {
            requests,
            games: a_minute(Limit::Games),
            analyses: a_minute(Limit::Analyses),
            codes: a_minute(Limit::Codes),
            stored: Rate::new(units, DAY),
            pauses: Mutex::default(),
            connections: Mutex::default(),
            in_all: limits.size(Limit::ConnectionsInAll),
            from_one: limits.size(Limit::Connections),
        }))
    }

    /// Counts one more; the time to wait if the limit is reached.
    pub fn count(&self, from: IpAddr, what: Counted) -> Result<(), Duration> {
        let rate = match what {
            Counted::Request => &self.0.requests,
            Counted::Game => &self.0.games,
            Counted::Analysis => &self.0.analyses,
            Counted::WrongCode => &self.0.codes,
        };
        rate.count(rate_limit_key(from), 1)
    }

    /// Counts a code that was tried in vain. When the limit is reached, no code is tried for this
    /// address for a while: the right one would be told apart from the others.
    pub fn count_wrong_code(&self, from: IpAddr) -> Result<(), Duration> {
        self.count(from, Counted::WrongCode).inspect_err(|wait| {
            let until = Instant::now() + (*wait).max(LEAST_PAUSE);
            self.pauses().insert(rate_limit_key(from), until);
        })
    }

    /// Whether an address may try a code; if not, the time to wait.
    pub fn may_try_code(&self, from: IpAddr) -> Result<(), Duration> {
        let until = self.pauses().get(&rate_limit_key(from)).copied();
        match until.map(|until| until.saturating_duration_since(Instant::now())) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => Ok(()),
        }
    }

    fn pauses(&self) -> MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.0.pauses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the body of a request that may have to be kept; the time to wait if the limit is
    /// reached.
    pub fn count_stored(&self, from: IpAddr, bytes: usize) -> Result<(), Duration> {
        let bytes = u32::try_from(bytes + OVERHEAD).unwrap_or(u32::MAX);
        self.0.stored.count(rate_limit_key(from), bytes.div_ceil(UNIT))
    }

    /// Counts a connection, unless there are too many: in all or, unless the peer is a trusted proxy,
    /// from its address.
    pub fn admit(&self, from: IpAddr, proxy: bool) -> Option<Admitted> {
        let mut open = self.0.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let in_all: usize = open.values().sum();
        let mine = open.get(&rate_limit_key(from)).copied().unwrap_or(0);
        if in_all >= self.0.in_all || !proxy && mine >= self.0.from_one {
            return None;
        }
        open.insert(rate_limit_key(from), mine + 1);
        Some(Admitted {
            counts: self.clone(),
            from,
            proxy,
            allowance: AtomicUsize::new(usize::MAX),
        })
    }

    /// Drops the state of idle addresses.
    pub fn tidy(&self) {
        self.0.requests.tidy();
        self.0.games.tidy();
        self.0.analyses.tidy();
        self.0.codes.tidy();
        self.0.stored.tidy();
        let now = Instant::now();
        self.pauses().retain(|_, until| *until > now);
    }
}

/// For how long an address that tried too many codes may try none, at least.
const LEAST_PAUSE: Duration = Duration::from_secs(10);

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);

const UNITS_OF_A_MEGABYTE: u32 = (1 << 20) / UNIT;

/// A connection, counted until this is dropped. A WebSocket outlives the task that served its
/// request, so its handler holds this as well.
pub struct Admitted {
    counts: Counts,
    from: IpAddr,
    proxy: bool,
    /// How many bytes may still be received.
    allowance: AtomicUsize,
}

impl Admitted {
    /// The address at the other end.
    pub fn from(&self) -> IpAddr {
        self.from
    }

    /// Whether a trusted proxy is at the other end, which connects for many clients.
    pub fn is_proxy(&self) -> bool {
        self.proxy
    }

    /// Lets this many more bytes be received, instead of any number.
    pub fn allow(&self, bytes: usize) {
        self.allowance.store(bytes, Ordering::Relaxed);
    }

    /// Counts received bytes; whether there may be so many.
    pub fn may_receive(&self, bytes: usize) -> bool {
        let less = |left: usize| left.checked_sub(bytes);
        self.allowance.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let connections = &self.counts.0.connections;
        let mut open = connections.lock().unwrap_or_else(PoisonError::into_inner);
        let from = rate_limit_key(self.from);
        match open.get_mut(&from) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                open.remove(&from);
            }
        }
    }
}

/// The key of an address: of IPv6 its /64 prefix.
pub(crate) fn rate_limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let half = u128::from(long) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(half))
        }
        short @ IpAddr::V4(_) => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::default();
        limits.set("games=100".parse().unwrap());
        assert_eq!(limits.of(Limit::Games), 100);
        assert_eq!(limits.of(Limit::Body), 16_384);
        assert_eq!("gaems=1".parse::<Setting>(), Err(LimitError::Unknown));
        for wrong in ["games", "games=", "games=0", "games=-1", "games=5000000000"] {
            assert_eq!(wrong.parse::<Setting>(), Err(LimitError::Value(Limit::Games)), "{wrong}");
        }
        for wrong in ["digits=0", "digits=3", "digits=7501"] {
            let error = wrong.parse::<Setting>().unwrap_err().to_string();
            assert!(error.contains("digits=NUMBER, with a number from 4 to 7500"), "{error}");
        }
        for (place, limit) in Limit::ALL.into_iter().enumerate() {
            assert_eq!(limit as usize, place);
            assert!(limit.range().contains(&limit.default()), "{}", limit.name());
        }
    }

    #[test]
    fn one_too_many_gets_the_time_to_wait() {
        let mut limits = Limits::default();
        limits.set("games=2".parse().unwrap());
        let counts = Counts::new(&limits);
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert!(counts.count(one, Counted::Game).is_ok());
        assert!(counts.count(one, Counted::Game).is_ok());
        let wait = counts.count(one, Counted::Game).unwrap_err();
        assert!(wait > Duration::from_secs(20) && wait <= Duration::from_secs(30));
        assert!(counts.count(other, Counted::Game).is_ok());
        assert!(counts.count(one, Counted::Analysis).is_ok());
    }

    #[test]
    fn connections_come_and_go() {
        let mut limits = Limits::default();
        limits.set("connections=2".parse().unwrap());
        limits.set("connections-in-all=3".parse().unwrap());
        let counts = Counts::new(&limits);
        let home: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::ffff".parse().unwrap();
        let away: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let first = counts.admit(home, false).unwrap();
        let _second = counts.admit(neighbour, false).unwrap();
        assert!(counts.admit(home, false).is_none(), "one site");
        let _third = counts.admit(away, false).unwrap();
        assert!(counts.admit(away, false).is_none(), "all in all");
        drop(first);
        assert!(counts.admit(home, false).is_some());
    }
}
