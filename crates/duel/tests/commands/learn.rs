//! `duel learn`: every course from end to end, mistakes, leaving and going on.

use std::{fs, io::Read as _, io::Write as _, process::Stdio};

use duel_solver::{Limits, Solver};
use duel_teach::{COURSES, Course, Lesson, Task, Verdict, lesson::NODES, moves::steps};

use crate::{
    BOOKS, duel,
    sitting::{Home, Run, signal, wait},
};

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

fn course(book: &str) -> &'static Course {
    COURSES.into_iter().find(|course| course.book == book).expect("a course")
}

/// Lines that do every step of a course, one of the right answers each.
fn right_answers(course: &'static Course) -> Vec<String> {
    let mut solver = Solver::default();
    let mut lesson = Lesson::open(course, 0).expect("positions");
    let mut lines = Vec::new();
    loop {
        let mut candidates: Vec<String> = match &lesson.step().task {
            Task::Read => vec![String::new()],
            Task::Choose { .. } => ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
            Task::Move { .. } | Task::PlayToEnd { .. } => steps(lesson.position())
                .iter()
                .map(|step| lesson.position().write_move(&step.played))
                .collect(),
        };
        let verdict = loop {
            let line = candidates.remove(0);
            let verdict = lesson.answer(&line, &mut solver, LIMITS).verdict;
            if matches!(verdict, Verdict::Right | Verdict::Good) {
                lines.push(line);
                break verdict;
            }
        };
        if verdict == Verdict::Right && !lesson.go_on() {
            return lines;
        }
    }
}

/// A run with every row of white space as one space: where lines break is not what is tested.
fn unwrapped(run: &Run) -> Run {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Run { code: run.code, out: flat(&run.out), err: flat(&run.err) }
}

fn learn(arguments: &str, input: &str) -> Run {
    unwrapped(&duel(&format!("learn {arguments}"), input))
}

fn typed(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Where progress is kept.
fn kept(home: &Home) -> std::path::PathBuf {
    home.games().with_file_name("lessons.json")
}

#[test]
fn every_course_can_be_done_from_end_to_end() {
    let home = Home::new();
    for book in BOOKS {
        let course = course(book);
        let run = home.run(&format!("learn {book}"), &typed(&right_answers(course)));
        let run = run.expect_code(0);
        for (place, step) in course.steps.iter().enumerate() {
            let (number, of) = (place + 1, course.steps.len());
            let game = duel_books::find(book).expect("a book").short;
            run.expect_out(&format!("{game} {number} of {of}: {}", step.title));
        }
        run.expect_out("You have done every step of this course.");
        run.expect_out(course.ending);
        assert!(!run.out.contains("Not yet."), "{}", run.out);
        assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
        home.run(&format!("learn {book}"), "").expect_code(0).expect_out("--again");
    }
    let list = home.run("learn --list", "").expect_code(0);
    assert_eq!(list.out.lines().filter(|line| line.contains(" done ")).count(), 5, "{}", list.out);
    home.run("learn", "").expect_code(0).expect_out("You have done every step");
}

#[test]
fn a_newcomer_is_led_to_a_first_game() {
    let run = learn("", "\n3\nc\n3\n3\n3\n").expect_code(0);
    run.expect_out("subtract new ");
    run.expect_out("Subtract 1 of 10: How it goes");
    run.expect_out("Right. 12 - 3 = 9. That is a move.");
    run.expect_out("Right. 7 is a prime. Leave a prime, and your opponent cannot move.");
    run.expect_out("You have won your first game!");
    run.expect_out("Good. 12 - 3 = 9. Your opponent takes 3: 9 - 3 = 6.");
    run.expect_out("That was a whole game, and you won it.");
    run.expect_err("`duel learn subtract` goes on with step 6.");
}

#[test]
fn mistakes_are_explained_and_taken_back() {
    let run = learn("subtract --from last-move", "2\n3\nquit\n").expect_code(0);
    run.expect_out("Not yet. That leaves 4, and 4 is not a prime. 6 - 2 = 4.");
    run.expect_out("Right. 6 - 3 = 3.");
    let run = learn("subtract --from 5", "6\n2\n4\n2\n").expect_code(0);
    run.expect_out(
        "Not yet. 12 - 6 = 6. Your opponent takes 3: 6 - 3 = 3. 3 is a prime, so you cannot move. \
         Try again.",
    );
    run.expect_out("Not yet. 12 - 2 = 10. Your opponent takes 5: 10 - 5 = 5.");
    run.expect_out("Good. 12 - 4 = 8. Your opponent takes 4: 8 - 4 = 4.");
    run.expect_out("Right. 4 - 2 = 2.");
    run.expect_out("Subtract 6 of 10");
    let run = learn("subtract --from stuck", "a\nb\nc\n").expect_code(0);
    run.expect_out("Not yet. 2 and 4 divide 8");
    run.expect_out("Subtract 4 of 10");
}

#[test]
fn what_is_no_answer_is_explained_and_asked_again() {
    let entries = [
        ("subtract --from 4", "5", "5 does not divide 6. You can play one of these: 2, 3."),
        ("subtract --from 4", "1", "1 may not be chosen."),
        ("subtract --from 4", "", "An empty line is not a move."),
        ("subtract --from 4", "six", "\"six\" is not a move here"),
        ("subtract --from 4", "I have no valid moves", "There is a valid move."),
        ("subtract --from 3", "x", "one of these: a (8), b (9), c (7)."),
        ("subtract --from 6", "moves", "one of these: a (20), b (15), c (18)."),
        ("subtract --from 1", "2", "There is nothing to answer here"),
        ("subtract --from 1", "back", "This is the first step."),
        ("digits --from 4", "0", "The first digit may not be 0."),
        ("divide --from 5", "3:2", "one of these: 1:2, 1:3, 1:4, 1:6, 2:2, 2:5."),
    ];
    for (arguments, entry, reason) in entries {
        let run = learn(arguments, &format!("{entry}\n")).expect_code(0);
        run.expect_err(reason);
        assert!(!run.out.contains("Right."), "{entry:?}: {}", run.out);
    }
    let run = duel("learn subtract --from 4", "\u{1b}[2J\u{202e}\n").expect_code(0);
    for text in [&run.out, &run.err] {
        assert!(!text.contains(|c: char| c != '\n' && !duel_core::is_shown(c)), "{text:?}");
    }
}

#[test]
fn the_words_at_the_prompt_help() {
    let lines = "help\nmoves\nhint\nhint\nskip\nback\nback\nquit\n";
    let run = duel("learn subtract --from 7", lines).expect_code(0);
    run.expect_out("skip          go on to the next step");
    run.expect_out("Allowed here: 2, 4, 5, 10.");
    run.expect_err("Which moves leave an odd number?");
    run.expect_err("Try 5: 20 - 5 = 15.");
    run.expect_lines(&[
        "Subtract 7 of 10: Leave an odd number",
        "Subtract 8 of 10: When there is no odd divisor",
        "Subtract 7 of 10: Leave an odd number",
        "Subtract 6 of 10: The secret of odd numbers",
    ]);
    run.expect_err("goes on with step 6");
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let home = Home::new();
    home.run("learn divide", "2\nb\nquit\n").expect_code(0).expect_err("goes on with step 3");
    home.run("learn divide", "").expect_code(0).expect_out("Divide 3 of 9");
    // The last course goes on without being named.
    home.run("learn", "6\n").expect_code(0).expect_out("Divide 4 of 9");
    let list = home.run("learn --list", "").expect_code(0);
    list.expect_out("divide    3 of 9");
    list.expect_out("subtract  new ");
    // What was skipped is not done.
    home.run("learn divide", "skip\nquit\n").expect_code(0);
    home.run("learn --list", "").expect_out("divide    3 of 9");
    let run = home.run("learn divide --again", "quit\n").expect_code(0);
    run.expect_out("Divide 1 of 9");
    home.run("learn --list", "").expect_out("divide    new ");
}

#[test]
fn skipping_everything_ends_politely_and_comes_back_to_what_was_skipped() {
    let home = Home::new();
    let run = home.run("learn factor", &"skip\n".repeat(7)).expect_code(0);
    run.expect_out("That was the last step. You have done 0 of 7.");
    home.run("learn factor", "").expect_code(0).expect_out("Factors 1 of 7");
}

#[test]
fn killed_or_interrupted_it_goes_on_at_that_step() {
    for (name, code) in [("KILL", None), ("TERM", Some(143)), ("INT", Some(130))] {
        let home = Home::new();
        let mut child = home
            .duel(["learn", "subtract"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"\n3\n").expect("a pipe");
        let mut out = child.stdout.take().expect("a pipe");
        let mut read = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&read).contains("Your answer: ") {
            assert_eq!(out.read(&mut byte).expect("a pipe"), 1, "it ended early");
            read.push(byte[0]);
        }
        signal(name, child.id());
        assert_eq!(wait(&mut child), code, "{name}");
        home.run("learn", "").expect_code(0).expect_out("Subtract 3 of 10: Who wins");
    }
}

#[test]
fn a_damaged_file_is_set_aside() {
    let home = Home::new();
    home.run("learn", "\nquit\n").expect_code(0);
    fs::write(kept(&home), "{ \"courses\": 7").expect("a file");
    let run = home.run("learn --list", "").expect_code(0);
    run.expect_err("was damaged. It is kept as");
    run.expect_err("lessons.damaged-1.json");
    run.expect_out("subtract  new ");
    let aside = kept(&home).with_file_name("lessons.damaged-1.json");
    assert_eq!(fs::read_to_string(aside).expect("the file"), "{ \"courses\": 7");
    home.run("learn", "\nquit\n").expect_code(0).expect_err("goes on with step 2");
}

/// Steps and books of another version are neither lost nor in the way.
#[test]
fn progress_of_another_version_is_kept() {
    let home = Home::new();
    home.run("learn", "quit\n").expect_code(0);
    let text = r#"{"last":"nim","courses":{"nim":{"next":"heaps","done":["rules"]},
        "subtract":{"next":"a-step-that-is-gone","done":["rules","gone"]}}}"#;
    fs::write(kept(&home), text).expect("a file");
    home.run("learn", "3\nquit\n").expect_code(0).expect_out("Subtract 2 of 10");
    let text = fs::read_to_string(kept(&home)).expect("the file");
    for part in ["\"nim\"", "\"heaps\"", "\"gone\"", "\"stuck\""] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

#[test]
fn wrong_usage_is_refused_with_what_would_be_right() {
    duel("learn chess", "").expect_code(2).expect_err("the books are divide, dilemma");
    let run = duel("learn divide --from 10", "").expect_code(2);
    run.expect_err("the course of divide has the steps 1 to 9: rules, stuck, leave-a-prime");
    for arguments in ["learn divide --from 0", "learn divide --from nowhere"] {
        duel(arguments, "").expect_code(2).expect_err("has the steps 1 to 9");
    }
    let unfit = ["learn --from 2", "learn --again", "learn --json", "learn divide --list"];
    for arguments in unfit.into_iter().chain(["learn subtract --json"]) {
        duel(arguments, "").expect_code(2);
    }
}

#[test]
fn where_nothing_can_be_kept_the_lessons_work_all_the_same() {
    let home = Home::new();
    home.write("data", "not a folder");
    let run = unwrapped(&home.run("learn", "\n3\nquit\n")).expect_code(0);
    run.expect_err("What you reach is not kept.");
    run.expect_out("Right. 12 - 3 = 9.");
    assert!(!run.err.contains("goes on with step"), "{}", run.err);
}

#[test]
fn a_list_in_place_of_progress_is_set_aside() {
    let home = Home::new();
    home.run("learn", "\nquit\n").expect_code(0);
    fs::write(kept(&home), "[]").expect("a file");
    home.run("learn --list", "").expect_code(0).expect_err("was damaged. It is kept as");
    let aside = kept(&home).with_file_name("lessons.damaged-1.json");
    assert_eq!(fs::read_to_string(aside).expect("the file"), "[]");
}

/// A game of a lesson that was changed on the disk: from 9 nothing wins.
#[test]
fn a_kept_game_that_cannot_be_won_begins_anew() {
    for position in ["subtract:9", "subtract:14", "subtract:12/2", "subtract", "divide:12"] {
        let home = Home::new();
        home.run("learn", "quit\n").expect_code(0);
        let text = format!(
            r#"{{"courses":{{"subtract":{{"next":"whole-game","done":[],"position":"{position}"}}}}}}"#
        );
        fs::write(kept(&home), text).expect("a file");
        let run = unwrapped(&home.run("learn subtract", "3\nquit\n")).expect_code(0);
        run.expect_err("So the step begins anew.");
        run.expect_out("Good. 12 - 3 = 9.");
    }
}

/// Nothing is used as a reason or a hint before it is taught: odd numbers in step 6, powers in step 8.
#[test]
fn hints_and_reasons_do_not_run_ahead() {
    let run = unwrapped(&duel("learn subtract --from 4", "hint\n2\nquit\n")).expect_code(0);
    run.expect_err("Try each move in your head");
    assert!(!format!("{}{}", run.out, run.err).contains("odd"), "{run:?}");
    let run = unwrapped(&duel("learn subtract --from 7", "4\nquit\n")).expect_code(0);
    run.expect_out("Not yet. 4 is even");
    assert!(!run.out.contains("unlucky"), "{}", run.out);
    let run = unwrapped(&duel("learn dilemma --from 6", "-1\nquit\n")).expect_code(0);
    run.expect_out("Right. 60 - 1 = 59. 59 is lost too");
}

#[test]
fn a_course_that_is_done_stays_done_when_it_is_looked_at() {
    let home = Home::new();
    home.run("learn", "quit\n").expect_code(0);
    let names: Vec<String> =
        duel_teach::FIRST_COURSE.steps.iter().map(|step| format!("{:?}", step.name)).collect();
    let text =
        format!(r#"{{"courses":{{"subtract":{{"next":null,"done":[{}]}}}}}}"#, names.join(","));
    fs::write(kept(&home), text).expect("a file");
    home.run("learn subtract --from 3", "skip\nquit\n").expect_code(0);
    home.run("learn subtract", "").expect_code(0).expect_out("You have done every step");
    home.run("learn --list", "").expect_code(0).expect_out("subtract  done");
}

#[test]
fn a_course_that_is_done_again_goes_on_where_it_was_left() {
    let home = Home::new();
    let done: Vec<String> =
        duel_teach::FIRST_COURSE.steps.iter().map(|step| format!("{:?}", step.name)).collect();
    let kept = format!(
        r#"{{"last": "subtract", "courses": {{"subtract": {{"next": null, "done": [{}]}}}}}}"#,
        done.join(", ")
    );
    home.run("learn", "quit\n").expect_code(0);
    fs::write(self::kept(&home), kept).expect("a file");
    // In the middle of a game.
    let run = home.run("learn subtract --from 10", "7\n3\n").expect_code(0);
    run.expect_err("`duel learn subtract` goes on with step 10.");
    home.run("learn", "quit\n").expect_code(0).expect_out("You were in the middle of this game.");
    // After a step that was answered.
    home.run("learn subtract --from 4", "3\nquit\n").expect_code(0);
    let run = home.run("learn", "quit\n").expect_code(0);
    run.expect_out("Subtract 5 of 10");
    run.expect_out("subtract  done");
    // Looking at it leaves no place.
    home.run("learn subtract --from 4", "skip\nquit\n").expect_code(0);
    home.run("learn subtract", "").expect_code(0).expect_out("You have done every step");
    // Starting over may begin at any step.
    let run = home.run("learn subtract --again --from 4", "quit\n").expect_code(0);
    run.expect_out("Subtract 4 of 10");
    home.run("learn --list", "").expect_code(0).expect_out("subtract  0 of 10");
}

#[test]
fn the_list_of_moves_has_lines_of_the_usual_width() {
    let run = duel("learn divide --from 9", "moves\nquit\n").expect_code(0);
    run.expect_out("Allowed here: ");
    assert!(run.out.lines().all(|line| line.chars().count() <= 78), "{}", run.out);
}
