//! What helps people to understand the games, and what they have learnt so far.
//!
//! Everything here is made of positions, and what it says about them is checked with the solver. It
//! draws nothing and asks nothing itself: the prompt, the full screen and the pages do that. What a
//! person has reached is kept in a [`user_file`], and leaves the machine nowhere.
//!
//! ```
//! use duel_solver::{Limits, Solver};
//! use duel_teach::{FIRST_COURSE, Lesson, Verdict};
//!
//! let place = FIRST_COURSE.place("last-move").unwrap();
//! let mut lesson = Lesson::open(FIRST_COURSE, place).unwrap();
//! assert_eq!(lesson.form().position, "subtract:6");
//! let judgement = lesson.answer("2", &mut Solver::default(), Limits::NONE);
//! assert_eq!(judgement.verdict, Verdict::Wrong);
//! assert!(judgement.words.ends_with("2 is a prime, so you cannot move."));
//! ```

pub mod argue;
pub mod course;
pub mod courses;
pub mod days;
pub mod discover;
pub mod judgement;
pub mod kept_progress;
pub mod lesson;
pub mod lesson_progress;
pub mod mistake;
pub mod moves;
pub mod progress;
pub mod puzzle;
pub mod rating;
pub mod streak;
pub mod telling;
pub mod text_picture;
pub mod training;
pub mod user_file;

mod text_form;

pub use argue::{Answered, Argument, exchange};
pub use course::{Course, Fact, Goal, LessonOption, LessonStep, Remark, Task};
pub use courses::{COURSES, FIRST_COURSE, course};
pub use days::{DailyProgress, DailyStatistics};
pub use judgement::{Judgement, Verdict};
pub use kept_progress::{KeptProgress, Progress};
pub use lesson::{Lesson, StepForm};
pub use lesson_progress::{CourseProgress, LessonProgress};
pub use progress::PuzzleProgress;
pub use puzzle::{Attempt, Kind, Puzzle};
pub use rating::Rating;
pub use streak::Streak;
pub use training::Training;
pub use user_file::{UserFile, UserFileError};
