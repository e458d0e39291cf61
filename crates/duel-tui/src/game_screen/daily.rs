//! The duel of the day: which moves were tried, and the result to share.

use duel_core::{Ending, Outcome, Seat, Step};
use duel_play::{Date, Session, daily::Score};

use super::GameScreen;
use crate::{
    analysis_worker::{AnalysisJob, DayPlayed},
    look::Look,
    message::Job,
};

/// What is counted in a duel of the day. The person begins.
#[derive(Clone, Debug)]
pub(super) struct DayGame {
    date: Date,
    /// The moves of the person, those included that were taken back.
    tried: Vec<Step>,
    pub(super) score: Option<Score>,
}

impl DayGame {
    pub(super) fn new(date: Date) -> DayGame {
        DayGame { date, tried: Vec::new(), score: None }
    }
}

impl GameScreen {
    /// Counts the moves of the person that are new.
    pub(super) fn count_tried(&mut self, before: &Session) {
        let Some(day) = &mut self.day else { return };
        let new = self.session.game().steps().skip(before.game().played().len());
        day.tried.extend(new.filter(|step| step.before.turn() == Seat::First));
    }

    /// Asks for the result, once the duel is over.
    pub(super) fn ask_score(&mut self) -> Option<Job> {
        let DayGame { date, tried, .. } = self.day.clone()?;
        let outcome = self.session.game().ending().map(Ending::outcome)?;
        let won = outcome == Outcome::Won(Seat::First);
        let made = self.played().div_ceil(2);
        self.tickets.score = self.ticket();
        let played = DayPlayed { date, book: self.session.book().slug, won, tried, made };
        Some(Job::Analysis(self.tickets.score, AnalysisJob::Score(Box::new(played))))
    }

    /// The result to share.
    pub(super) fn score_in_words(&self, look: Look) -> Option<String> {
        let score = self.day.as_ref()?.score.as_ref()?.to_string();
        if !look.ascii {
            return Some(score);
        }
        let sign = |c: char| match c {
            '\u{1f7e9}' => '+',
            '\u{274c}' => 'x',
            c if c.is_ascii() => c,
            '\u{b7}' => '-',
            _ => 'o',
        };
        Some(score.chars().map(sign).collect())
    }
}
