//! The course of `classic`, which is there only while tests prove that a book is one file, and its
//! course another.

use crate::course::{Course, Fact, Goal, LessonStep, Task};

/// The course.
pub(crate) const COURSE: Course = Course {
    book: "classic",
    about: "even and odd",
    first: STEPS,
    small: "classic:12",
    steps: STEPS,
    ending: "Now try a real one: duel play classic",
};

const STEPS: &[LessonStep] = &[LessonStep {
    name: "even",
    title: "Even and odd",
    text: "From an even number take 1 and leave an odd one. Odd numbers lose.",
    position: "classic:6",
    task: Task::Move {
        ask: "You have 6. Make a move that wins.",
        goal: Goal::Win,
        remarks: &[],
        learnt: "Your opponent can only leave an even number again.",
    },
    facts: &[
        Fact::Won("classic:6"),
        Fact::LostUpTo { rules: "classic", to: 9, lost: &[1, 3, 5, 7, 9] },
    ],
}];
