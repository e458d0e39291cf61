//! The days of the daily duel: which were begun, what each try of a move did, how they ended, and what
//! the results amount to.

use std::collections::BTreeMap;

use duel_play::{
    Date,
    daily::{Daily, Mark, Score},
};
use serde::{Deserialize, Serialize};

use crate::kept_progress::Progress;

/// The days that a person has played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyProgress {
    /// By day, as it is written.
    #[serde(default)]
    days: BTreeMap<String, Day>,
}

/// The duel of one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// Where it began.
    pub start: String,
    /// What each move of the person did, those included that were taken back.
    tried: Vec<Deed>,
    /// How it ended, once it has.
    pub result: Option<DayResult>,
}

/// How a day ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayResult {
    /// Whether the person won.
    pub won: bool,
    /// How many of the moves stood at the end.
    pub moves: usize,
    /// Whether it ended on that very day, and not later.
    pub on_time: bool,
}

impl Day {
    /// Whether a move was made.
    pub fn has_moves(&self) -> bool {
        !self.tried.is_empty()
    }
}

/// A [`Mark`], as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Deed {
    Kept,
    Thrown,
    Late,
}

impl Deed {
    fn of(mark: Mark) -> Deed {
        match mark {
            Mark::Kept => Deed::Kept,
            Mark::Thrown => Deed::Thrown,
            Mark::Late => Deed::Late,
        }
    }

    fn mark(self) -> Mark {
        match self {
            Deed::Kept => Mark::Kept,
            Deed::Thrown => Mark::Thrown,
            Deed::Late => Mark::Late,
        }
    }
}

/// What the days amount to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyStatistics {
    /// How many days were played to their end.
    pub played: usize,
    /// How many of them were won.
    pub won: usize,
    /// How many days up to now were won in a row, each on its day. Today need not be won yet.
    pub current: u64,
    /// The most there ever were.
    pub longest: u64,
}

impl Progress for DailyProgress {
    const FILE: &'static str = "daily";
}

impl DailyProgress {
    /// What is kept of a day.
    pub fn day(&self, date: Date) -> Option<&Day> {
        self.days.get(&date.to_string())
    }

    /// A day begins; one that has begun before stays as it is.
    pub fn begin(&mut self, date: Date, start: &str) {
        let day = Day { start: start.to_owned(), tried: Vec::new(), result: None };
        self.days.entry(date.to_string()).or_insert(day);
    }

    /// A move was made; a day that is over does not change.
    pub fn try_move(&mut self, date: Date, mark: Mark) {
        if let Some(day) = self.days.get_mut(&date.to_string())
            && day.result.is_none()
        {
            day.tried.push(Deed::of(mark));
        }
    }

    /// A day is over; the first result stands. `marks` are those of the moves that were made, for a
    /// day of which not each was kept.
    pub fn finish(&mut self, date: Date, won: bool, marks: &[Mark], today: Date) {
        if let Some(day) = self.days.get_mut(&date.to_string())
            && day.result.is_none()
        {
            if day.tried.len() < marks.len() {
                day.tried = marks.iter().copied().map(Deed::of).collect();
            }
            day.result = Some(DayResult { won, moves: marks.len(), on_time: date == today });
        }
    }

    /// The day that began here and is not over.
    pub fn open_day(&self, start: &str) -> Option<Date> {
        let is_open = |day: &Day| day.result.is_none() && day.start == start;
        let mut open = self.days.iter().filter(|(_, day)| is_open(day));
        open.find_map(|(date, _)| date.parse().ok())
    }

    /// The result of a day to share, once it is over.
    pub fn score(&self, daily: &Daily) -> Option<Score> {
        let Day { tried, result, .. } = self.day(daily.date)?;
        let DayResult { won, moves, .. } = (*result)?;
        Some(Score {
            date: daily.date,
            book: daily.book.slug,
            won,
            marks: tried.iter().map(|deed| deed.mark()).collect(),
            taken_back: tried.len().saturating_sub(moves),
        })
    }

    /// What the days amount to, seen from today.
    pub fn statistics(&self, today: Date) -> DailyStatistics {
        let over = || {
            let days = self.days.iter();
            days.filter_map(|(date, day)| Some((date.parse::<Date>().ok()?, day.result?)))
        };
        // The days that count for a row, and how many of them in a row end with each.
        let mut rows: BTreeMap<u64, u64> = BTreeMap::new();
        for (date, result) in over() {
            if result.won && result.on_time {
                let before = date.number().checked_sub(1).and_then(|day| rows.get(&day));
                rows.insert(date.number(), before.copied().unwrap_or(0) + 1);
            }
        }
        let row_to = |day: u64| rows.get(&day).copied();
        let current = row_to(today.number()).or_else(|| row_to(today.number().saturating_sub(1)));
        DailyStatistics {
            played: over().count(),
            won: over().filter(|(_, result)| result.won).count(),
            current: current.unwrap_or(0),
            longest: rows.values().copied().max().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_of_days_won_on_their_day_and_today_may_be_open() {
        let day = |number: u8| Date::new(2026, 11, number);
        let mut progress = DailyProgress::default();
        for (number, won, on) in
            [(1, true, 1), (2, true, 2), (3, false, 3), (4, true, 9), (5, true, 5), (6, true, 6)]
        {
            progress.begin(day(number), "subtract:60");
            progress.finish(day(number), won, &[Mark::Kept], day(on));
        }
        let found = progress.statistics(day(7));
        assert_eq!(found, DailyStatistics { played: 6, won: 5, current: 2, longest: 2 });
        assert_eq!(progress.statistics(day(8)).current, 0);
    }

    #[test]
    fn the_first_result_of_a_day_stands_and_its_tries_are_kept() {
        let day = Date::new(2026, 1, 1);
        let mut progress = DailyProgress::default();
        progress.begin(day, "subtract:60");
        assert_eq!(progress.open_day("subtract:60"), Some(day));
        progress.try_move(day, Mark::Thrown);
        progress.try_move(day, Mark::Kept);
        progress.finish(day, false, &[Mark::Kept], day);
        progress.finish(day, true, &[Mark::Kept; 3], day);
        progress.try_move(day, Mark::Late);
        assert_eq!(progress.open_day("subtract:60"), None);
        let score = progress.score(&duel_play::daily::daily(day).unwrap()).unwrap();
        assert_eq!((score.won, score.taken_back), (false, 1));
        assert_eq!(score.marks, [Mark::Thrown, Mark::Kept]);
        let text = serde_json::to_string(&progress).unwrap();
        assert!(text.contains(r#""tried":["thrown","kept"]"#), "{text}");
        assert_eq!(serde_json::from_str::<DailyProgress>(&text).unwrap(), progress);
    }
}
