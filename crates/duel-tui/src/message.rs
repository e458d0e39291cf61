//! The loop of the full screen: state ([`App`](crate::App)), [`Msg`]s in, [`Job`]s out. A job that is
//! done comes back as a message. Both are plain data, so tests play whole games without a terminal.

use crossterm::event::{KeyEvent, MouseEvent};
use duel_play::{Review, daily::Score, opponent::BotDecision};
use duel_solver::Analysis;

use crate::{
    analysis_worker::{AnalysisJob, Listing},
    argument_worker::{ArgumentAnswer, ArgumentJob},
    bot_worker::BotJob,
    daily_record::DayStanding,
    exercise_screen::ExerciseSnapshot,
    kept_games::KeptGame,
    lesson_worker::{CourseCount, LessonJob},
    puzzle_worker::PuzzleJob,
    session_worker::{SessionJob, Snapshot},
    training_worker::{TrainingCount, TrainingJob},
};

/// Something that the screen reacts to. Numbers are the tickets of the jobs that are answered.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has so many columns and rows now.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// The kept games, newest first.
    Games(Vec<KeptGame>),
    /// A game could not be deleted, for this reason.
    NotDeleted(String),
    /// A game is open.
    Opened(Box<Snapshot>),
    /// A kept game, only to be looked at.
    Shown(Box<Snapshot>),
    /// No game could be opened, for this reason.
    NotOpened(String),
    /// Something has happened in the game, and is stored.
    Changed(Box<Snapshot>),
    /// Something has happened, but could not be stored, for this reason.
    NotStored(Box<Snapshot>, String),
    /// Nothing happened, for this reason.
    Refused(String),
    /// The moves of a position.
    Moves(u64, Box<Listing>),
    /// The value of a position.
    Analysis(u64, Box<Analysis>),
    /// A game move by move.
    Review(u64, Box<Review>),
    /// How today's duel stands.
    Day(DayStanding),
    /// Today's duel is over, with this result, and is not opened.
    DayOver(Box<Score>),
    /// The decision of a player that is not a person.
    Bot(u64, BotDecision),
    /// How far the courses have come, in the order of the books.
    Lessons(Vec<CourseCount>),
    /// A lesson, after something has happened in it.
    Lesson(Box<ExerciseSnapshot>),
    /// A puzzle, after something has happened in it.
    Puzzle(Box<ExerciseSnapshot>),
    /// The rating of puzzles; `None` if none was rated yet.
    PuzzleRating(Option<String>),
    /// A position of the training, after something has happened there.
    Training(Box<ExerciseSnapshot>),
    /// How much there is to train.
    TrainingCount(TrainingCount),
    /// An argument, after something was asked in it; `None` if there is nothing to argue about.
    Argument(u64, ArgumentAnswer),
}

/// Something that the screen requests. The tickets come back with the results.
#[derive(Clone, Debug)]
pub enum Job {
    /// On the session and on the disk.
    Session(SessionJob),
    /// By the solver.
    Analysis(u64, AnalysisJob),
    /// Cancel values and reviews.
    StopAnalysis,
    /// By the players that are not people.
    Bots(u64, BotJob),
    /// Cancel what they were asked.
    StopBots,
    /// On the lesson.
    Lesson(LessonJob),
    /// On the puzzle.
    Puzzle(PuzzleJob),
    /// On the training.
    Training(TrainingJob),
    /// In an argument with a reason.
    Argument(u64, ArgumentJob),
    /// Cancel what was asked there.
    StopArgument,
    /// Draw everything anew.
    Redraw,
    /// Leave the program.
    Leave(ExitReason),
}

/// Why the program is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// By the key for it.
    Quit,
    /// Ctrl-C.
    Interrupted,
}
