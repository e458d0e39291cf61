//! What somebody has reached in the courses.
//!
//! Steps are kept by name: a course may get new steps without anybody losing their place.

use std::collections::{BTreeMap, BTreeSet};

use duel_core::NotationError;
use serde::{Deserialize, Serialize};

use crate::{
    course::{Course, Task},
    kept_progress::Progress,
    lesson::Lesson,
};

/// What somebody has reached, course by course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonProgress {
    /// The book of the course that was opened last.
    #[serde(default)]
    pub last: Option<String>,
    /// By book. Books that this version does not know are kept.
    #[serde(default)]
    pub courses: BTreeMap<String, CourseProgress>,
}

/// What somebody has reached in one course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourseProgress {
    /// The step to go on with; `None` at the end.
    #[serde(default)]
    pub next: Option<String>,
    /// The steps that were done, and not just skipped.
    #[serde(default)]
    pub done: BTreeSet<String>,
    /// The position of a game that was left in its middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl Progress for LessonProgress {
    const FILE: &'static str = "lessons";
}

impl LessonProgress {
    /// What is kept about a course.
    pub fn of(&self, course: &Course) -> CourseProgress {
        self.courses.get(course.book).cloned().unwrap_or_default()
    }

    /// The place to go on with, counted from 0: the step that was reached, or else the first one that
    /// was not done; `None` if all are done.
    pub fn place(&self, course: &Course) -> Option<usize> {
        let kept = self.courses.get(course.book);
        let next = kept.and_then(|kept| kept.next.as_deref());
        next.and_then(|name| course.place(name)).or_else(|| {
            course
                .steps
                .iter()
                .position(|step| kept.is_none_or(|kept| !kept.done.contains(step.name)))
        })
    }

    /// How many steps of a course were done.
    pub fn done(&self, course: &Course) -> usize {
        let kept = self.of(course);
        course.steps.iter().filter(|step| kept.done.contains(step.name)).count()
    }

    /// Whether every step of a course was done.
    pub fn is_finished(&self, course: &Course) -> bool {
        self.done(course) == course.steps.len()
    }

    /// A course from this place on, counted from 0: in the middle of a game that was left there.
    pub fn open(&self, course: &'static Course, at: usize) -> Result<Lesson, NotationError> {
        let CourseProgress { next, position, .. } = self.of(course);
        let is_there = course.steps.get(at).is_some_and(|step| next.as_deref() == Some(step.name));
        let position = position.filter(|_| is_there);
        match position {
            Some(position) => Lesson::resume_text(course, at, &position, 0),
            None => Lesson::open(course, at),
        }
    }

    /// A lesson has come this far. A course whose steps are all done stays done; its place is kept
    /// only where somebody does it again: in the middle of a game, or after a step that was answered.
    /// Looking at it is no place to go on from.
    pub fn reach(&mut self, lesson: &Lesson) {
        let (course, step) = (lesson.course(), lesson.step());
        self.last = Some(course.book.to_owned());
        let is_finished = self.is_finished(course);
        let kept = self.courses.entry(course.book.to_owned()).or_default();
        let position = matches!(step.task, Task::PlayToEnd { .. })
            .then(|| lesson.position().to_string())
            .filter(|position| position != step.position);
        let is_next = kept.next.as_deref() == Some(step.name);
        if is_finished && position.is_none() && !is_next {
            return self.reach_end(course);
        }
        kept.next = Some(step.name.to_owned());
        kept.position = position;
    }

    /// A course has come to its end.
    pub fn reach_end(&mut self, course: &Course) {
        self.last = Some(course.book.to_owned());
        let kept = self.courses.entry(course.book.to_owned()).or_default();
        (kept.next, kept.position) = (None, None);
    }

    /// A step was done: the course goes on after it, unless all steps are done by that.
    pub fn finish_step(&mut self, course: &Course, at: usize) {
        let Some(step) = course.steps.get(at) else { return };
        let was_finished = self.is_finished(course);
        let kept = self.courses.entry(course.book.to_owned()).or_default();
        kept.done.insert(step.name.to_owned());
        let following = course.steps.get(at + 1).map(|step| step.name.to_owned());
        let goes_on = was_finished || !self.is_finished(course);
        let kept = self.courses.entry(course.book.to_owned()).or_default();
        (kept.next, kept.position) = (following.filter(|_| goes_on), None);
    }

    /// Begins a course anew.
    pub fn forget(&mut self, course: &Course) {
        self.courses.remove(course.book);
    }
}
