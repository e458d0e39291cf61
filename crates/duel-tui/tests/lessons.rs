//! Lessons on the full screen: keys go in, and what is shown and kept comes out.

mod harness;

use crossterm::event::KeyCode;
use duel_solver::{Limits, Solver, Value};
use duel_teach::{COURSES, Lesson, Task, Verdict, lesson::NODES, moves::best_step};
use duel_tui::{Choice, Look};
use harness::Sitting;

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

fn sitting() -> Sitting {
    Sitting::new(Choice::default(), Look::default(), (100, 30))
}

#[track_caller]
fn expect(sitting: &Sitting, part: &str) {
    let screen = sitting.screen();
    let flat = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(part), "no {part:?} in\n{screen}");
}

fn kept(sitting: &Sitting) -> String {
    std::fs::read_to_string(sitting.folder.path().join("lessons.json")).unwrap_or_default()
}

#[test]
fn every_course_can_be_done() {
    let mut solver = Solver::default();
    for (place, course) in COURSES.into_iter().enumerate() {
        let mut sitting = sitting();
        sitting.keys(&format!("{}t", place + 1));
        let mut lesson = Lesson::open(course, 0).unwrap();
        loop {
            let form = lesson.form();
            expect(&sitting, &format!("{} {} of {}: ", form.game, form.number, form.of));
            let line = match &lesson.step().task {
                Task::Read => String::new(),
                Task::Choose { options, .. } => {
                    let right = options.iter().position(|option| option.is_right).unwrap();
                    ["a", "b", "c", "d", "e"][right].to_owned()
                }
                Task::Move { .. } | Task::PlayToEnd { .. } => {
                    match best_step(lesson.position(), Value::Win, &mut solver, LIMITS) {
                        Some(step) => step.before.write_move(&step.played),
                        None => "1".to_owned(),
                    }
                }
            };
            sitting.keys(&format!("{line}\n"));
            if lesson.answer(&line, &mut solver, LIMITS).verdict == Verdict::Good {
                expect(&sitting, "Good. ");
                continue;
            }
            if !matches!(lesson.step().task, Task::Read) {
                expect(&sitting, "Right. ");
                sitting.keys("\n");
            }
            if !lesson.go_on() {
                break;
            }
        }
        expect(&sitting, &format!("{}: the end of the course", lesson.form().game));
        expect(&sitting, "You have done every step of this course. The next lessons are ");
        // Enter leads to the lessons that come next, Esc home.
        let next = usize::from(place == 0);
        sitting.keys("\n");
        let other = Lesson::open(COURSES[next], 0).unwrap().form();
        expect(&sitting, &format!("{} 1 of {}: ", other.game, other.of));
        sitting.press(KeyCode::Esc);
        let steps = course.steps.len();
        expect(&sitting, &format!("{steps} of {steps} done"));
        // What is done is shown again, and stays done.
        sitting.keys("t");
        expect(&sitting, &format!("{} 1 of {steps}: ", lesson.form().game));
        expect(&sitting, "You have done every step of this course, and that stays so.");
        sitting.press(KeyCode::Right);
        sitting.press(KeyCode::Esc);
        expect(&sitting, &format!("{steps} of {steps} done"));
        assert!(kept(&sitting).contains(course.steps[0].name), "{}", kept(&sitting));
    }
}

#[test]
fn mistakes_hints_and_refusals_are_said() {
    let mut sitting = sitting();
    sitting.keys("3t\n3\n\nc\n\n");
    expect(&sitting, "Subtract 4 of 10: The last move");
    sitting.keys("2\n");
    expect(&sitting, "Not yet. That leaves 4, and 4 is not a prime. 6 - 2 = 4.");
    sitting.keys("5\n");
    expect(&sitting, "5 does not divide 6. You can play one of these: 2, 3.");
    sitting.press(KeyCode::Tab);
    expect(&sitting, "Try each move in your head");
    sitting.press(KeyCode::Tab);
    expect(&sitting, "Try 3: 6 - 3 = 3.");
    sitting.press(KeyCode::Down);
    sitting.press(KeyCode::Down);
    expect(&sitting, "Your move: 3_");
    sitting.press(KeyCode::Enter);
    expect(&sitting, "You have won your first game!");
}

#[test]
fn a_lesson_is_left_and_goes_on_there() {
    let mut sitting = sitting();
    sitting.keys("3t\n3\n\n");
    expect(&sitting, "Subtract 3 of 10");
    sitting.press(KeyCode::Esc);
    expect(&sitting, "2 of 10 done");
    assert!(kept(&sitting).contains("\"next\":\"stuck\""), "{}", kept(&sitting));
    sitting.keys("t");
    expect(&sitting, "Subtract 3 of 10");
    sitting.press(KeyCode::Right);
    expect(&sitting, "Subtract 4 of 10");
    sitting.press(KeyCode::Left);
    sitting.press(KeyCode::Left);
    expect(&sitting, "Subtract 2 of 10");
    sitting.press(KeyCode::F(1));
    expect(&sitting, "A wrong answer is explained and taken back.");
    sitting.press(KeyCode::F(1));
    sitting.press(KeyCode::Esc);
    // The row on the first screen leads there too.
    sitting.press(KeyCode::End);
    sitting.keys("kk");
    sitting.press(KeyCode::Enter);
    expect(&sitting, "Subtract 2 of 10");
    assert!(kept(&sitting).contains("\"next\":\"first-move\""), "{}", kept(&sitting));
}

#[test]
fn a_game_that_was_left_says_where_it_goes_on() {
    let mut sitting = sitting();
    sitting.keys("3t");
    for _ in 0..4 {
        sitting.press(KeyCode::Right);
    }
    sitting.keys("3\n");
    expect(&sitting, "Good. 12 - 3 = 9.");
    sitting.press(KeyCode::Esc);
    sitting.keys("t");
    expect(
        &sitting,
        "You were in the middle of this game. It goes on with 6, and it is your turn.",
    );
}

#[test]
fn every_size_can_be_drawn() {
    for (place, course) in COURSES.into_iter().enumerate() {
        let mut sitting = sitting();
        sitting.keys(&format!("{}t", place + 1));
        for _ in course.steps {
            sitting.press(KeyCode::Down);
            sitting.press(KeyCode::Tab);
            for size in [(1, 1), (3, 2), (20, 5), (40, 12), (80, 24), (200, 60)] {
                sitting.resize(size.0, size.1);
                sitting.screen();
            }
            sitting.press(KeyCode::Right);
        }
    }
}

#[test]
fn the_number_that_is_written_is_seen_with_its_remainder() {
    let mut sitting = sitting();
    sitting.keys("4t");
    expect(&sitting, "number 1_ target 7 10 = 7 x 1 + 3");
    sitting.press(KeyCode::Right);
    expect(&sitting, "number 31_ target 7 310 = 7 x 44 + 2");
    // From the remainder 3 of 31 the digit 5 leads to 0, and so do the arrows of all others.
    let screen = sitting.screen();
    assert!(screen.contains("(3)") && screen.contains("[0]"), "{screen}");
    assert!(screen.contains("1,8") && screen.contains("0,7"), "{screen}");
    sitting.keys("5\n");
    expect(&sitting, "number 315");
}

/// Goes to a step of the course of the book at this place, both from 1.
fn at_step(book: usize, step: usize, size: (u16, u16)) -> Sitting {
    let mut sitting = Sitting::new(Choice::default(), Look::default(), size);
    sitting.keys(&format!("{book}t"));
    for _ in 1..step {
        sitting.press(KeyCode::Right);
    }
    sitting
}

#[test]
fn what_may_not_be_chosen_again_is_listed() {
    let mut sitting = at_step(5, 7, (80, 24));
    expect(&sitting, "Factors 7 of ");
    sitting.keys("1\n2\n");
    expect(&sitting, "used: 1, 7, 2, 10");
    let mut sitting = at_step(3, 10, (80, 24));
    sitting.keys("7\n");
    expect(&sitting, "just chosen: 5");
    sitting.press(KeyCode::Esc);
    sitting.keys("t");
    expect(&sitting, "It goes on with 30");
    expect(&sitting, "just chosen: 5");
}

#[test]
fn every_digit_has_its_place_in_the_table_of_remainders() {
    let mut sitting = at_step(4, 8, (80, 24));
    for typed in ["", "1\n", "1\n"] {
        sitting.keys(typed);
        let screen = sitting.screen();
        // A row has two digits, and the remainders by four targets after each.
        let (_, table) = screen.split_once(" now ").expect("a table");
        let rows: Vec<&str> = table.lines().skip(1).take(5).collect();
        let firsts = rows.iter().map(|row| row.split_whitespace().next().unwrap_or_default());
        let seconds = rows.iter().map(|row| row.split_whitespace().nth(5).unwrap_or_default());
        let digits: Vec<&str> = firsts.chain(seconds).collect();
        assert_eq!(digits, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"], "{screen}");
    }
    // Where there is no room for all of them, the table says so.
    sitting.resize(24, 24);
    let mut screen = sitting.screen();
    for height in 25..60 {
        sitting.resize(24, height);
        screen = sitting.screen();
        if screen.contains(" mod ") {
            break;
        }
    }
    assert!(screen.contains("more digits"), "{screen}");
}
