//! What the courses say, held against the solver, against brute force, and against arithmetic.

mod brute;
#[path = "../checks/mod.rs"]
mod checks;
mod claims;
mod mistakes;
mod texts;

use std::collections::BTreeSet;

use duel_books::BOOKS;
use duel_core::Position;
use duel_solver::{Limits, Solver};
use duel_teach::{COURSES, Lesson, LessonStep, Task, Verdict, course, lesson};

use crate::checks::{position, winning};

/// What front ends allow.
pub(crate) const LIMITS: Limits<'static> = Limits { nodes: Some(lesson::NODES), ..Limits::NONE };

/// Every step of every first game and course, with its book.
pub(crate) fn all_steps() -> impl Iterator<Item = (&'static str, &'static LessonStep)> {
    COURSES
        .into_iter()
        .flat_map(|course| course.first.iter().chain(course.steps).map(|step| (course.book, step)))
}

/// The positions in which a step asks for a move: its own, and for a game all that good moves lead
/// to.
pub(crate) fn asked_at(step: &LessonStep, solver: &mut Solver) -> Vec<Position> {
    let start = step.start().unwrap();
    match step.task {
        Task::Read | Task::Choose { .. } => Vec::new(),
        Task::Move { .. } => vec![start],
        Task::PlayToEnd { .. } => {
            let mut found = vec![start];
            let mut next = 0;
            while let Some(at) = found.get(next).cloned() {
                next += 1;
                for made in winning(&at, solver) {
                    let judgement = step.judge(&at, &made, solver, LIMITS);
                    let to = position(&judgement.position);
                    match judgement.verdict {
                        Verdict::Good if !found.contains(&to) => found.push(to),
                        Verdict::Good | Verdict::Right => {}
                        other => panic!("{at} {made}: {other:?} {}", judgement.words),
                    }
                }
            }
            found
        }
    }
}

#[test]
fn every_book_has_a_course_in_its_place() {
    for (book, listed) in BOOKS.into_iter().zip(COURSES) {
        assert_eq!(listed.book, book.slug);
        assert_eq!(course(book).book, book.slug);
        assert!((6..=10).contains(&listed.steps.len()), "{}: {}", book.slug, listed.steps.len());
        let names: BTreeSet<&str> = listed.steps.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), listed.steps.len(), "two steps of {} have one name", book.slug);
        for step in listed.steps {
            assert_eq!(step.start().unwrap().rules().book(), book.slug, "{}", step.name);
        }
    }
}

/// A first game is three wins on small numbers, and comes to the rules that people are advised to play.
#[test]
fn every_book_has_a_first_game_that_is_won() {
    for (book, course) in BOOKS.into_iter().zip(COURSES) {
        let fair = book.rules.with(book.fair.house, book.fair.length).unwrap();
        assert_eq!(course.first.len(), 3, "{}", book.slug);
        assert_eq!(course.first[2].start().unwrap().rules(), &fair, "{}", book.slug);
        for step in course.first {
            assert!(
                matches!(step.task, Task::Move { .. } | Task::PlayToEnd { .. }),
                "{}",
                step.name
            );
        }
        let small = position(course.small);
        assert_eq!(small.rules(), &fair, "{}", book.slug);
        assert!(!winning(&small, &mut Solver::default()).is_empty(), "{small}");
    }
}

/// People are advised to play the fair variant, so a course ends there.
#[test]
fn every_course_ends_with_a_fair_game() {
    for (book, course) in BOOKS.into_iter().zip(COURSES) {
        let last = course.steps.last().unwrap();
        assert!(matches!(last.task, Task::PlayToEnd { .. }), "{}", book.slug);
        let fair = book.rules.with(book.fair.house, book.fair.length).unwrap();
        let start = last.start().unwrap();
        assert_eq!(start.rules(), &fair, "{}", book.slug);
        let count = match start.board() {
            duel_core::Board::Numbers { numbers, .. } => numbers.len(),
            duel_core::Board::Digits { targets, .. } => targets.len(),
        };
        assert_eq!(count, book.fair.count, "{}", book.slug);
        assert!(course.ending.contains(&format!("duel play {} --fair", book.slug)));
    }
}

#[test]
fn a_lesson_goes_on_back_and_ends() {
    let mut solver = Solver::default();
    let mut lesson = Lesson::open(duel_teach::FIRST_COURSE, 0).unwrap();
    assert!(!lesson.go_back());
    assert_eq!(lesson.answer("", &mut solver, LIMITS).verdict, Verdict::Right);
    assert_eq!(lesson.place(), 0, "only going on changes the step");
    assert!(lesson.go_on());
    assert_eq!(lesson.answer("5", &mut solver, LIMITS).verdict, Verdict::Refused);
    assert_eq!(lesson.answer("take 3", &mut solver, LIMITS).verdict, Verdict::Right);
    let game = lesson.course().place("whole-game").unwrap();
    let mut lesson = Lesson::open(duel_teach::FIRST_COURSE, game).unwrap();
    let good = lesson.answer("3", &mut solver, LIMITS);
    assert_eq!((good.verdict, good.reply.as_deref()), (Verdict::Good, Some("3")));
    assert_eq!(lesson.form().position, "subtract:6");
    let wrong = lesson.answer("2", &mut solver, LIMITS);
    assert_eq!((wrong.verdict, wrong.reply.as_deref()), (Verdict::Wrong, Some("2")));
    assert_eq!(lesson.form().position, "subtract:6", "a mistake is taken back");
    let left = lesson.position().clone();
    let resumed = Lesson::resume(duel_teach::FIRST_COURSE, game, left, 0).unwrap();
    let told = resumed.goes_on().unwrap();
    assert!(told.contains("goes on with 6, and it is your turn"), "{told}");
    assert_eq!(lesson.answer("3", &mut solver, LIMITS).verdict, Verdict::Right);
    lesson.begin_again();
    assert_eq!((lesson.form().position.as_str(), lesson.goes_on()), ("subtract:12", None));
    assert!(lesson.go_back() && lesson.go_on());
    assert_eq!(lesson.form().position, "subtract:12", "a step begins anew");
    let last = Lesson::open(duel_teach::FIRST_COURSE, usize::MAX);
    assert!(!last.unwrap().go_on());
}

/// A hint at a question names no answer that was given already.
#[test]
fn a_hint_strikes_out_what_was_not_tried() {
    let mut solver = Solver::default();
    let place = duel_teach::FIRST_COURSE.place("stuck").unwrap();
    let mut lesson = Lesson::open(duel_teach::FIRST_COURSE, place).unwrap();
    let Task::Choose { options, .. } = &lesson.step().task else { panic!("no question") };
    let wrong: Vec<&str> =
        options.iter().filter(|option| !option.is_right).map(|option| option.text).collect();
    assert!(wrong.len() > 1);
    assert_eq!(lesson.answer(wrong[0], &mut solver, LIMITS).verdict, Verdict::Wrong);
    let hint = lesson.hint(&mut solver, LIMITS);
    assert_eq!(hint, format!("It is not this one: {}.", wrong[1]));
    let mut lesson = Lesson::open(duel_teach::FIRST_COURSE, place).unwrap();
    for tried in wrong {
        lesson.answer(tried, &mut solver, LIMITS);
    }
    assert!(lesson.hint(&mut solver, LIMITS).starts_with("It is this one: "));
}

/// What pages are handed: positions and moves as text, words as strings.
#[test]
fn forms_are_texts() {
    let mut solver = Solver::default();
    let mut lesson = Lesson::open(duel_teach::FIRST_COURSE, 3).unwrap();
    let form = serde_json::to_value(lesson.form()).unwrap();
    assert_eq!(form["position"], "subtract:6");
    assert_eq!(form["kind"], "move");
    let judged = serde_json::to_value(lesson.answer("2", &mut solver, LIMITS)).unwrap();
    assert_eq!(judged["verdict"], "wrong");
    assert_eq!(judged["reply"], "2");
    assert_eq!(judged["shown"], serde_json::json!(["subtract:4/2", "subtract:2"]));
}

/// The second hint of a task is an answer that is right.
#[test]
fn hints_lead_to_the_answer() {
    let mut solver = Solver::default();
    for course in COURSES {
        for place in 0..course.steps.len() {
            let mut lesson = Lesson::open(course, place).unwrap();
            let nudge = lesson.hint(&mut solver, LIMITS);
            let more = lesson.hint(&mut solver, LIMITS);
            assert!(!nudge.is_empty() && !more.is_empty());
            let name = lesson.step().name;
            match &lesson.step().task {
                Task::Read => {}
                Task::Choose { .. } => {
                    let answer = more.strip_prefix("It is this one: ").unwrap();
                    let judged = lesson.answer(answer, &mut solver, LIMITS);
                    assert_eq!(judged.verdict, Verdict::Right, "{name}: {more}");
                }
                Task::Move { .. } | Task::PlayToEnd { .. } => {
                    let Some((made, _)) =
                        more.strip_prefix("Try ").and_then(|more| more.rsplit_once(": "))
                    else {
                        assert_eq!(name, "safe", "{more}");
                        continue;
                    };
                    let judged = lesson.answer(made, &mut solver, LIMITS);
                    assert!(
                        matches!(judged.verdict, Verdict::Right | Verdict::Good),
                        "{name}: {more}"
                    );
                }
            }
        }
    }
}
