//! The record of daily duels, which prompt and full screen share: how a kept game is known as that of
//! a day, and how its moves are judged and its result is kept.

use duel_core::{Outcome, Record, Seat, Step};
use duel_play::{
    Date, Store,
    daily::{Daily, Mark, Score, daily},
};
use duel_solver::{Limits, Solver};
use duel_teach::{DailyProgress, KeptProgress};

/// The opponent of every day.
pub const OPPONENT: &str = "bot:perfect";

/// How many positions may be visited to judge a move; far more than a dealt game has.
const NODES: u64 = 1_000_000;

/// How a day stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayStanding {
    /// It was not played.
    #[default]
    New,
    /// It was left in the middle.
    Begun,
    /// It was won.
    Won,
    /// It was lost.
    Lost,
}

impl DayStanding {
    pub(crate) fn is_over(self) -> bool {
        matches!(self, DayStanding::Won | DayStanding::Lost)
    }
}

/// What a duel of a day is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayPurpose {
    /// For the record: once.
    Record,
    /// For practice: nothing of it is kept.
    Practice,
}

/// What a move of the person did.
pub fn mark(step: &Step, solver: &mut Solver) -> Mark {
    Mark::of(step, solver, Limits::nodes(NODES))
}

/// What the moves of the person that stand did. The person begins.
pub fn marks(record: &Record, solver: &mut Solver) -> Vec<Mark> {
    let own = record.game.steps().filter(|step| step.before.turn() == Seat::First);
    own.map(|step| mark(&step, solver)).collect()
}

/// Whether the person has won a game that is over; `None` for one that is not.
pub fn is_won(record: &Record) -> Option<bool> {
    record.game.ending().map(|ending| ending.outcome() == Outcome::Won(Seat::First))
}

/// Whether a record may be that of a day with this start.
pub fn is_daily(record: &Record, start: &str) -> bool {
    record.game.start().to_string() == start
        && record.kinds.first.is_none()
        && record.kinds.second.as_deref() == Some(OPPONENT)
}

/// The kept game of a day, by its name: the first that began there.
pub fn kept_game(store: &Store, day: &Daily) -> Option<(String, Record)> {
    let start = day.start.to_string();
    store.games().ok()?.into_iter().rev().find_map(|game| {
        let (record, _) = game.record.ok()?;
        is_daily(&record, &start).then_some((game.id, record))
    })
}

/// The days of a person, as they are kept.
#[derive(Debug, Default)]
pub(crate) struct DayRecord(KeptProgress<DailyProgress>);

impl DayRecord {
    /// The days that are kept beside the games of this store.
    pub(crate) fn beside(store: Option<&Store>) -> DayRecord {
        DayRecord(KeptProgress::beside(store))
    }

    pub(crate) fn standing(&self, date: Date) -> DayStanding {
        match self.0.value().day(date).map(|day| day.result) {
            None => DayStanding::New,
            Some(None) => DayStanding::Begun,
            Some(Some(result)) if result.won => DayStanding::Won,
            Some(Some(_)) => DayStanding::Lost,
        }
    }

    pub(crate) fn score(&self, day: &Daily) -> Option<Score> {
        self.0.value().score(day)
    }

    /// The day that this game was begun for and that is not over, if there is one.
    pub(crate) fn open_day(&self, record: &Record) -> Option<Daily> {
        let start = record.game.start().to_string();
        let date = self.0.value().open_day(&start).filter(|_| is_daily(record, &start))?;
        daily(date).ok()
    }

    /// Keeps what a move of the person did. The first one begins the day.
    pub(crate) fn try_move(&mut self, day: &Daily, mark: Mark) {
        self.0.change(|progress| {
            progress.begin(day.date, &day.start.to_string());
            progress.try_move(day.date, mark);
        });
    }

    /// Keeps how a day ended; the first result stands.
    pub(crate) fn finish(&mut self, day: &Daily, won: bool, marks: &[Mark]) {
        self.0.change(|progress| {
            progress.begin(day.date, &day.start.to_string());
            progress.finish(day.date, won, marks, Date::today());
        });
    }

    /// What was wrong with the file, once.
    pub(crate) fn take_untold(&mut self) -> Option<String> {
        self.0.take_untold()
    }
}
