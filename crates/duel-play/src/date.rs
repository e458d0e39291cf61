//! Days of the calendar and times of the day, in UTC, as records and the duel of the day write them.

use std::{
    fmt,
    str::FromStr,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use thiserror::Error;

const SECONDS_A_DAY: u64 = 86_400;

/// The number of 1 January 1970.
const EPOCH: u64 = 719_162;

/// A day of the years 1 to 9999. As text it is `2026-11-16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Why a text is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DateError {
    /// It is not written like one.
    #[error("a day is written YYYY-MM-DD, for example 2026-11-16")]
    Form,
    /// It is written like one, but the calendar has none of this name.
    #[error("there is no such day in the calendar")]
    NoSuchDay,
}

impl Date {
    /// A day that exists; any other is a mistake of the program.
    pub const fn new(year: u16, month: u8, day: u8) -> Date {
        assert!(1 <= year && 1 <= month && month <= 12);
        assert!(1 <= day && day <= days_in_month(year, month));
        Date { year, month, day }
    }

    /// The day that it is now, everywhere at once: days change at midnight UTC.
    pub fn today() -> Date {
        Date::of_number(EPOCH + since_epoch().as_secs() / SECONDS_A_DAY)
    }

    /// The day of this number, see [`Date::number`].
    pub fn of_number(mut days: u64) -> Date {
        let Date { mut year, mut month, .. } = Date::new(1, 1, 1);
        while days >= days_in_year(year) {
            days -= days_in_year(year);
            year += 1;
        }
        while days >= u64::from(days_in_month(year, month)) {
            days -= u64::from(days_in_month(year, month));
            month += 1;
        }
        Date { year, month, day: u8::try_from(days + 1).unwrap_or(1) }
    }

    /// How many days it is after 1 January of the year 1.
    pub fn number(self) -> u64 {
        let years: u64 = (1..self.year).map(days_in_year).sum();
        let months: u64 =
            (1..self.month).map(|month| u64::from(days_in_month(self.year, month))).sum();
        years + months + u64::from(self.day) - 1
    }

    /// The day of the week, from 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> u64 {
        // The first day of the year 1 is a Monday.
        self.number() % 7
    }

    /// The date as a number of eight digits: 20261116.
    pub fn as_number(self) -> u64 {
        u64::from(self.year) * 10_000 + u64::from(self.month) * 100 + u64::from(self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = DateError;

    /// Reads a day, in exactly the form `2026-11-16`.
    fn from_str(text: &str) -> Result<Date, DateError> {
        let number = |part: Option<&str>| part?.parse::<u16>().ok();
        let mut parts = text.splitn(3, '-');
        let year = number(parts.next());
        let month = number(parts.next()).and_then(|month| u8::try_from(month).ok());
        let day = number(parts.next()).and_then(|day| u8::try_from(day).ok());
        let (Some(year), Some(month), Some(day)) = (year, month, day) else {
            return Err(DateError::Form);
        };
        let date = Date { year, month, day };
        // Written again it differs if there were signs, or zeros too many or too few.
        if date.to_string() != text || year > 9999 {
            return Err(DateError::Form);
        }
        let exists = year >= 1
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        exists.then_some(date).ok_or(DateError::NoSuchDay)
    }
}

const fn is_leap_year(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_in_year(year: u16) -> u64 {
    if is_leap_year(year) { 366 } else { 365 }
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The time now, as records write it: `2026-01-31T12:00:00Z`.
pub fn time_now() -> String {
    time(since_epoch())
}

/// The time now as digits that sort by time, to the millisecond: `20260131-120000123`.
pub fn time_stamp_now() -> String {
    let now = since_epoch();
    format!("{}{:03}", digits(&time(now)), now.subsec_millis())
}

/// A time as records write it, in the form of [`time_stamp_now`].
pub fn time_stamp(time: &str) -> String {
    format!("{}000", digits(time))
}

fn digits(time: &str) -> String {
    time.replace(['-', ':', 'Z'], "").replace('T', "-")
}

/// A time since 1 January 1970, to the second.
fn time(since_epoch: Duration) -> String {
    let (days, seconds) =
        (since_epoch.as_secs() / SECONDS_A_DAY, since_epoch.as_secs() % SECONDS_A_DAY);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{}T{hours:02}:{minutes:02}:{:02}Z", Date::of_number(EPOCH + days), seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        // Days after 1 January 1970, as `date -u -d @SECONDS` has them; 2100 has no leap day.
        assert_eq!(Date::new(1970, 1, 1).number(), EPOCH);
        assert_eq!(Date::of_number(EPOCH + 11_016).to_string(), "2000-02-29");
        assert_eq!(Date::of_number(EPOCH + 47_541).to_string(), "2100-03-01");
        assert_eq!(Date::new(2026, 11, 16).weekday(), 0);
        let mut before = Date::new(1969, 12, 31);
        for number in EPOCH..EPOCH + 60_000 {
            let date = Date::of_number(number);
            assert!(date > before, "{date}");
            assert_eq!(date.number(), number);
            assert_eq!(date.to_string().parse(), Ok(date));
            before = date;
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026-11",
            "2026-1-01",
            "+2026-11-16",
            "2026-11-16T00",
            "12026-11-16",
            "2026-11-0x",
        ] {
            assert_eq!(text.parse::<Date>(), Err(DateError::Form), "{text}");
        }
        for text in ["2026-11-31", "2025-02-29", "2026-00-10", "2026-13-01", "0000-12-31"] {
            assert_eq!(text.parse::<Date>(), Err(DateError::NoSuchDay), "{text}");
        }
    }

    #[test]
    fn times_are_written_to_the_second() {
        let seconds = 1_769_860_805;
        assert_eq!(time(Duration::from_secs(seconds)), "2026-01-31T12:00:05Z");
    }
}
