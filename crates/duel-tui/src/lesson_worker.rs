//! The thread that owns the lesson: it judges answers, keeps the progress, and answers with a
//! snapshot. It is a thread of its own because it asks the solver and writes to the disk.

use duel_core::Position;
use duel_numbers::Budget;
use duel_play::Store;
use duel_solver::{Limits, Solver};
use duel_teach::{COURSES, KeptProgress, Lesson, LessonProgress, Task, Verdict, lesson::NODES};

use crate::{
    analysis_worker::Listing,
    exercise_screen::{ExerciseAction, ExerciseEnding, ExerciseSaid, ExerciseSnapshot},
    message::Msg,
};

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

/// Something to do with lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonJob {
    /// Tell how far each course has come.
    List,
    /// Open the course of the book at this place; one that is done is shown from its first step on.
    Open(usize),
    /// Do what follows from this in the open lesson.
    Act(ExerciseAction),
}

/// How far a course has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseCount {
    /// How many steps were done.
    pub done: usize,
    /// How many there are.
    pub steps: usize,
}

/// What the thread works on.
pub struct LessonWorker {
    kept: KeptProgress<LessonProgress>,
    lesson: Option<Lesson>,
    solver: Solver,
    /// Whether the step has been done.
    done: bool,
}

impl LessonWorker {
    /// Keeps progress beside the games of this store.
    pub fn new(store: Option<&Store>) -> LessonWorker {
        let kept = KeptProgress::beside(store);
        LessonWorker { kept, lesson: None, solver: Solver::default(), done: false }
    }

    /// Does a job.
    pub fn run(&mut self, job: LessonJob) -> Option<Msg> {
        match job {
            LessonJob::List => {
                self.kept.reload();
                Some(Msg::Lessons(self.counts()))
            }
            LessonJob::Open(book) => {
                self.kept.reload();
                Some(self.open(book))
            }
            LessonJob::Act(action) => self.act(action),
        }
    }

    fn act(&mut self, action: ExerciseAction) -> Option<Msg> {
        let said = match action {
            ExerciseAction::Answer(line) => return self.answer(&line),
            ExerciseAction::Hint => {
                let hint = self.lesson.as_mut()?.hint(&mut self.solver, LIMITS);
                Some(ExerciseSaid::Note(hint))
            }
            ExerciseAction::GoOn if self.lesson.as_mut()?.go_on() => {
                self.reach();
                None
            }
            ExerciseAction::GoOn => return self.end(),
            ExerciseAction::Back => {
                self.lesson.as_mut()?.go_back();
                self.reach();
                None
            }
        };
        self.snapshot(said)
    }

    fn counts(&self) -> Vec<CourseCount> {
        let progress = self.kept.value();
        let count = |course| CourseCount { done: progress.done(course), steps: course.steps.len() };
        COURSES.map(count).to_vec()
    }

    fn open(&mut self, book: usize) -> Msg {
        let course = COURSES[book.min(COURSES.len() - 1)];
        let place = self.kept.value().place(course);
        match self.kept.value().open(course, place.unwrap_or(0)) {
            Err(error) => Msg::NotOpened(error.to_string()),
            Ok(lesson) => {
                let begun_anew =
                    lesson.begun_anew().map(str::to_owned).or_else(|| lesson.goes_on());
                self.lesson = Some(lesson);
                self.reach();
                let done = place.is_none().then(|| {
                    format!(
                        "You have done every step of this course, and that stays so. \
                         `duel learn {} --again` starts over.",
                        course.book
                    )
                });
                let told = self.kept.take_untold().or(begun_anew).or(done);
                let said = told.map(ExerciseSaid::Note);
                self.snapshot(said).unwrap_or(Msg::NotOpened(String::new()))
            }
        }
    }

    fn answer(&mut self, line: &str) -> Option<Msg> {
        let lesson = self.lesson.as_mut()?;
        let judgement = lesson.answer(line, &mut self.solver, LIMITS);
        if judgement.verdict == Verdict::Right {
            let (course, place) = (lesson.course(), lesson.place());
            let only_read = matches!(lesson.step().task, Task::Read);
            self.done = true;
            self.kept.change(|progress| progress.finish_step(course, place));
            if only_read {
                return self.act(ExerciseAction::GoOn);
            }
        }
        if judgement.verdict == Verdict::Good {
            self.reach();
        }
        let shown = judgement.shown.last().filter(|_| judgement.verdict == Verdict::Right);
        let position = shown.and_then(|shown| duel_books::position(shown).ok());
        let words = judgement.words;
        let said = match judgement.verdict {
            Verdict::Right => ExerciseSaid::Right(format!("Right. {words}")),
            Verdict::Good => ExerciseSaid::Right(format!("Good. {words}")),
            Verdict::Wrong => ExerciseSaid::Wrong(format!("Not yet. {words}")),
            Verdict::Refused => ExerciseSaid::Refused(words),
        };
        self.snapshot_at(position, Some(said))
    }

    /// The step changes, and its place is kept.
    fn reach(&mut self) {
        self.done = false;
        if let Some(lesson) = &self.lesson {
            self.kept.change(|progress| progress.reach(lesson));
        }
    }

    fn end(&mut self) -> Option<Msg> {
        let course = self.lesson.as_ref()?.course();
        self.kept.change(|progress| progress.reach_end(course));
        let progress = self.kept.value();
        let (done, steps) = (progress.done(course), course.steps.len());
        let how = if progress.is_finished(course) {
            "You have done every step of this course.".to_owned()
        } else {
            format!("That was the last step. You have done {done} of {steps}.")
        };
        let is_open = |place: &usize| progress.place(COURSES[*place]).is_some();
        let next = (0..COURSES.len()).find(is_open);
        let short = |book| duel_books::find(book).map_or(book, |book| book.short);
        let offer = match next {
            Some(next) => format!("The next lessons are {}.", short(COURSES[next].book)),
            None => "You have done all courses.".to_owned(),
        };
        let ending = ExerciseEnding {
            heading: format!("{}: the end of the course", short(course.book)),
            words: format!("{how} {offer} A real game begins at the home screen."),
            next,
        };
        let mut msg = self.snapshot(None)?;
        if let Msg::Lesson(snapshot) = &mut msg {
            snapshot.ending = Some(ending);
            snapshot.done = true;
        }
        Some(msg)
    }

    fn snapshot(&mut self, said: Option<ExerciseSaid>) -> Option<Msg> {
        self.snapshot_at(None, said)
    }

    /// A snapshot that shows this position, or else the one of the lesson.
    fn snapshot_at(&mut self, at: Option<Position>, said: Option<ExerciseSaid>) -> Option<Msg> {
        let lesson = self.lesson.as_ref()?;
        let position = at.unwrap_or_else(|| lesson.position().clone());
        let said = said.or_else(|| self.kept.take_untold().map(ExerciseSaid::Note));
        let form = lesson.form();
        Some(Msg::Lesson(Box::new(ExerciseSnapshot {
            heading: format!("{} {} of {}: {}", form.game, form.number, form.of, form.title),
            text: form.text.to_owned(),
            ask: form.ask.to_owned(),
            options: form.options.into_iter().map(str::to_owned).collect(),
            wants_several: false,
            listing: Listing::of(&position, Budget::PROMPT),
            position,
            said,
            done: self.done,
            ending: None,
        })))
    }
}
