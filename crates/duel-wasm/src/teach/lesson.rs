//! Lessons: the courses, and one step of one of them. The page keeps what was reached, and brings it with
//! every question.

use duel_json::PositionForm;
use duel_solver::Limits;
use duel_teach::{
    COURSES, Course, FIRST_COURSE, Judgement, Lesson, LessonStep, StepForm, Verdict, course,
    lesson::NODES,
};
use serde::Serialize;

use crate::{
    Request,
    position::{find_book, read, solver},
    problem::Problem,
};

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

/// The courses, in the order of the books.
#[derive(Debug, Serialize)]
pub(crate) struct CoursesForm {
    /// The book of the course for somebody who has never played.
    first: &'static str,
    courses: Vec<CourseForm>,
}

/// A course.
#[derive(Debug, Serialize)]
struct CourseForm {
    book: &'static str,
    /// The short name of its game, and the title of the book.
    title: &'static str,
    book_title: &'static str,
    /// What it teaches, in a few words.
    about: &'static str,
    steps: Vec<StepName>,
}

/// A step in a list.
#[derive(Debug, Serialize)]
struct StepName {
    name: &'static str,
    title: &'static str,
}

/// A step, after what was entered.
#[derive(Debug, Serialize)]
pub(crate) struct LessonForm {
    /// The step, as it is shown now.
    step: StepForm,
    /// The position to answer in.
    place: PositionForm,
    /// What the `answer` is worth; `null` if there was none.
    judgement: Option<Judgement>,
    /// The position that a right answer has led to, for its picture; `null` if it is that to answer in.
    reached: Option<PositionForm>,
    /// The hint; `null` if none was asked for.
    hint: Option<String>,
    /// What is said where the step does not go on at `position`, because no game of it leads there.
    begun_anew: Option<&'static str>,
    /// What is said where a game goes on at `position` that was left in its middle.
    goes_on: Option<String>,
}

/// All courses.
pub(crate) fn courses() -> CoursesForm {
    let step = |step: &LessonStep| StepName { name: step.name, title: step.title };
    let form = |course: &Course| CourseForm {
        book: course.book,
        title: duel_books::find(course.book).map_or(course.book, duel_books::Book::name),
        book_title: duel_books::find(course.book).map_or(course.book, |book| book.title),
        about: course.about,
        steps: course.steps.iter().map(step).collect(),
    };
    CoursesForm { first: FIRST_COURSE.book, courses: COURSES.into_iter().map(form).collect() }
}

/// A `step` of the course of a `book`, by its name; without one the first. In a game that was begun it
/// stands at `position`, and so many `hints` were asked for before. An `answer` is judged; `hint` asks for
/// a hint, which names none of the wrong answers that were `tried`.
pub(crate) fn lesson(r: &Request) -> Result<LessonForm, Problem> {
    let course = course(find_book(r.book()?)?);
    let at = match &r.step {
        None => 0,
        Some(name) => course.place(name).ok_or_else(|| {
            let names: Vec<&str> = course.steps.iter().map(|step| step.name).collect();
            let detail = format!("this course has no such step; it has {}", names.join(", "));
            Problem::new("no-such-step", &detail)
        })?,
    };
    let opened = match &r.position {
        None => Lesson::open(course, at),
        Some(text) => Lesson::resume_text(course, at, text, r.hints),
    };
    let mut lesson = opened.map_err(|error| Problem::new("engine", &error.to_string()))?;
    let begun_anew = lesson.begun_anew();
    let goes_on = lesson.goes_on();
    for tried in &r.tried {
        lesson.answer(tried, &mut solver(), LIMITS);
    }
    let hint = r.hint.then(|| lesson.hint(&mut solver(), LIMITS));
    let judge = |answer: &String| lesson.answer(answer, &mut solver(), LIMITS);
    let judgement = r.answer.as_ref().map(judge);
    let reached = judgement.as_ref().filter(|judged| judged.verdict == Verdict::Right);
    let reached = reached.and_then(|judged| judged.shown.last()).map(|text| read(text));
    Ok(LessonForm {
        step: lesson.form(),
        place: PositionForm::of(lesson.position()),
        reached: reached.transpose()?.map(|position| PositionForm::of(&position)),
        judgement,
        hint,
        begun_anew,
        goes_on,
    })
}
