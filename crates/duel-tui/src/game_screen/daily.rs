//! The duel of the day: its result to share, and playing it once more.

use duel_play::daily::Score;

use super::GameScreen;
use crate::{
    daily_record::DayPurpose,
    look::Look,
    message::Job,
    session_worker::{DayGame, SessionJob},
};

impl GameScreen {
    /// Whether this is a duel of the day.
    pub(super) fn is_daily(&self) -> bool {
        self.day.is_some()
    }

    /// Whether it is played for practice, so that nothing is to be kept.
    pub(crate) fn is_practice(&self) -> bool {
        self.day.as_ref().is_some_and(|day| day.purpose == DayPurpose::Practice)
    }

    /// Once more from its start, where the person can win; the result of the day stays.
    pub(super) fn practise_day(&mut self) -> Vec<Job> {
        let Some(DayGame { date, .. }) = self.day else { return Vec::new() };
        let name = self.names().first.clone();
        let purpose = DayPurpose::Practice;
        self.begin_in_place(SessionJob::BeginDaily { date: Some(date), name, purpose })
    }

    /// The result to share.
    pub(super) fn score_in_words(&self, look: Look) -> Option<String> {
        Some(score_in_words(self.day.as_ref()?.score.as_ref()?, look))
    }
}

/// A result to share, in signs that the terminal can show.
pub(crate) fn score_in_words(score: &Score, look: Look) -> String {
    let score = score.to_string();
    if !look.ascii {
        return score;
    }
    let sign = |c: char| match c {
        '\u{1f7e9}' => '+',
        '\u{274c}' => 'x',
        c if c.is_ascii() => c,
        '\u{b7}' => '-',
        _ => 'o',
    };
    score.chars().map(sign).collect()
}
