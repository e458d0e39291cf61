//! Puzzles solved in a row, and days in a row on which one was solved.

use duel_play::Date;
use serde::{Deserialize, Serialize};

use crate::text_form;

/// What is going on in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// How many puzzles were solved since the last that was not.
    pub current: u32,
    /// The most there ever were.
    pub best: u32,
    /// How many days in a row up to `last_day` had a solved puzzle.
    pub days: u32,
    /// The most there ever were.
    pub best_days: u32,
    /// The last day on which a puzzle was solved.
    #[serde(with = "text_form::optional")]
    pub last_day: Option<Date>,
}

impl Streak {
    /// What it is after a rated puzzle. A day counts once, and a clock that was set back changes no
    /// day.
    #[must_use]
    pub fn after(self, solved: bool, today: Date) -> Streak {
        if !solved {
            return Streak { current: 0, ..self };
        }
        let current = self.current.saturating_add(1);
        let (days, last_day) = match self.last_day {
            Some(last) if last >= today => (self.days, last),
            Some(last) if last.number() + 1 == today.number() => {
                (self.days.saturating_add(1), today)
            }
            _ => (1, today),
        };
        Streak {
            current,
            best: self.best.max(current),
            days,
            best_days: self.best_days.max(days),
            last_day: Some(last_day),
        }
    }

    /// How many days in a row, seen from this day: none once a whole day was missed.
    pub fn days_on(self, today: Date) -> u32 {
        let is_fresh = self.last_day.is_some_and(|last| last.number() + 1 >= today.number());
        if is_fresh { self.days } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: u64) -> Date {
        Date::of_number(Date::new(2026, 2, 27).number() + number)
    }

    #[test]
    fn puzzles_in_a_row_end_with_one_that_was_not_solved() {
        let mut streak = Streak::default();
        for solved in [true, true, true, false, true] {
            streak = streak.after(solved, day(0));
        }
        assert_eq!((streak.current, streak.best), (1, 3));
    }

    #[test]
    fn a_day_counts_once_and_a_missed_day_ends_the_row() {
        let mut streak = Streak::default();
        for (number, solved, days) in [
            (0, true, 1),
            (0, true, 1),
            (1, true, 2),
            // 1 March, after a February of 28 days; nothing was solved, then something.
            (2, false, 2),
            (2, true, 3),
            // The clock was set back.
            (1, true, 3),
            (3, true, 4),
            (5, true, 1),
        ] {
            streak = streak.after(solved, day(number));
            assert_eq!(streak.days, days, "day {number}");
        }
        assert_eq!(streak.best_days, 4);
        assert_eq!([day(5), day(6), day(7)].map(|day| streak.days_on(day)), [1, 1, 0]);
    }

    #[test]
    fn a_day_is_kept_as_text() {
        let streak = Streak::default().after(true, day(0));
        let text = serde_json::to_string(&streak).unwrap();
        assert!(text.contains(r#""last_day":"2026-02-27""#), "{text}");
        assert_eq!(serde_json::from_str::<Streak>(&text).unwrap(), streak);
        assert!(serde_json::from_str::<Streak>(r#"{"last_day":"yesterday"}"#).is_err());
    }
}
