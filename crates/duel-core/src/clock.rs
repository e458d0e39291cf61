//! Time controls, as data. Nothing here knows what time it is.

use std::{fmt, str::FromStr, time::Duration};

use duel_numbers::Natural;
use thiserror::Error;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// So much for every turn.
    PerTurn(Duration),
    /// So much for the whole game, and a little more after each move.
    Total {
        /// At the start.
        total: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

impl Clock {
    /// What a player may still use who has made `moves` moves and has spent `spent` on them.
    pub fn allowance(self, moves: u32, spent: Duration) -> Duration {
        match self {
            Clock::PerTurn(limit) => limit,
            Clock::Total { total, increment } => {
                (total + increment.saturating_mul(moves)).saturating_sub(spent)
            }
        }
    }
}

/// The longest time that a clock may show.
const LONGEST: Duration = Duration::from_hours(7 * 24);

/// Why a text is not a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a clock is a time per turn such as 30s, or a total with an increment such as 5m+3s \
     (units h, m, s; from 1s to 168h)"
)]
pub struct ClockError;

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Clock, ClockError> {
        let in_range = |time: Duration| !time.is_zero() && time <= LONGEST;
        match text.split_once('+') {
            None => parse_time(text).filter(|time| in_range(*time)).map(Clock::PerTurn),
            Some((total, increment)) => parse_time(total)
                .filter(|total| in_range(*total))
                .zip(parse_time(increment).filter(|increment| *increment <= LONGEST))
                .map(|(total, increment)| Clock::Total { total, increment }),
        }
        .ok_or(ClockError)
    }
}

/// Reads `1h30m`, `5m`, `30s`, `0s`: units in falling order, each at most once.
fn parse_time(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut seconds = 0_u64;
    for (unit, length) in [('h', 3600), ('m', 60), ('s', 1)] {
        if let Some((number, after)) = rest.split_once(unit) {
            let count = if number == "0" { 0 } else { Natural::parse(number).ok()?.to_u64()? };
            seconds = seconds.checked_add(count.checked_mul(length)?)?;
            rest = after;
        }
    }
    (rest.is_empty() && !text.is_empty()).then_some(Duration::from_secs(seconds))
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::PerTurn(limit) => write_time(f, *limit),
            Clock::Total { total, increment } => {
                write_time(f, *total)?;
                f.write_str("+")?;
                write_time(f, *increment)
            }
        }
    }
}

fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, 'h'), (seconds / 60 % 60, 'm'), (seconds % 60, 's')];
    if seconds == 0 {
        return f.write_str("0s");
    }
    parts.iter().filter(|(count, _)| *count > 0).try_for_each(|(n, unit)| write!(f, "{n}{unit}"))
}
