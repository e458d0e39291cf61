//! Whole courses at a real terminal, by keyboard: tmux shows what a person would see. At every place where
//! something is asked, a wrong answer comes before a right one.

mod sitting;
mod tmux;

use duel_solver::{Limits, Solver};
use duel_teach::{COURSES, Course, Lesson, Task, Verdict, lesson::NODES, moves::steps};
use duel_testing::wait_until;
use sitting::{DUEL, Home};
use tmux::Terminal;

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

/// A line to type, and what is said to it.
struct Answer {
    line: String,
    said: String,
}

/// What happens at one place of a course: at the beginning of a step, or after a move of its game.
struct Turn {
    /// The heading of the step.
    heading: String,
    /// Nothing if no answer is wrong.
    wrong: Option<Answer>,
    right: Answer,
    verdict: Verdict,
}

/// A whole course.
fn turns(course: &'static Course) -> Vec<Turn> {
    let mut solver = Solver::default();
    let mut lesson = Lesson::open(course, 0).expect("positions");
    let mut turns = Vec::new();
    loop {
        let form = lesson.form();
        let heading = format!("{} {} of {}: {}", form.game, form.number, form.of, form.title);
        let lines: Vec<String> = match &lesson.step().task {
            Task::Read => vec![String::new()],
            Task::Choose { options, .. } => {
                ('a'..='z').take(options.len()).map(String::from).collect()
            }
            Task::Move { .. } | Task::PlayToEnd { .. } => steps(lesson.position())
                .iter()
                .map(|step| lesson.position().write_move(&step.played))
                .collect(),
        };
        let judged = |line: &String| {
            let judgement = lesson.step().judge(lesson.position(), line, &mut solver, LIMITS);
            (line.clone(), judgement.verdict)
        };
        let judged: Vec<(String, Verdict)> = lines.iter().map(judged).collect();
        let mut answer = |wanted: &[Verdict], name: &str| {
            let (line, _) = judged.iter().find(|(_, verdict)| wanted.contains(verdict))?;
            let judgement = lesson.answer(line, &mut solver, LIMITS);
            let said = format!("{name} {}", judgement.words);
            Some((Answer { line: line.clone(), said }, judgement.verdict))
        };
        let wrong = answer(&[Verdict::Wrong], "Not yet.").map(|(wrong, _)| wrong);
        // A game goes on as long as it can.
        let (right, verdict) = answer(&[Verdict::Good], "Good.")
            .or_else(|| answer(&[Verdict::Right], "Right."))
            .expect("an answer is right");
        turns.push(Turn { heading, wrong, right, verdict });
        if verdict == Verdict::Right && !lesson.go_on() {
            return turns;
        }
    }
}

impl Terminal<'_> {
    /// Waits until this is on the screen, wherever its lines break.
    #[track_caller]
    fn see(&self, text: &str) {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted = flat(text);
        wait_until(
            || format!("no {wanted:?} on\n{}", self.screen()),
            || flat(&self.screen()).contains(&wanted),
        );
    }

    /// Types a line; words that tmux has for keys are none.
    fn answer(&self, line: &str) {
        if !line.is_empty() {
            self.press(&["-l", "--", line]);
        }
        self.press(&["Enter"]);
    }
}

#[test]
#[ignore = "needs tmux"]
fn every_course_is_taken_on_the_full_screen() {
    for (place, course) in COURSES.into_iter().enumerate() {
        let home = Home::new();
        let terminal = Terminal::run(&home, &[], &[DUEL, "tui"]);
        terminal.see("1-5 game");
        terminal.press(&[&(place + 1).to_string(), "t"]);
        for turn in turns(course) {
            terminal.see(&turn.heading);
            for answer in turn.wrong.iter().chain([&turn.right]) {
                terminal.answer(&answer.line);
                if !answer.line.is_empty() {
                    terminal.see(&answer.said);
                }
            }
            if turn.verdict == Verdict::Right && !turn.right.line.is_empty() {
                terminal.see("Press Enter to go on.");
                terminal.press(&["Enter"]);
            }
        }
        terminal.see("You have done every step of this course.");
        terminal.press(&["Escape"]);
        let steps = course.steps.len();
        terminal.see(&format!("{steps} of {steps} done"));
    }
}

#[test]
#[ignore = "needs tmux"]
fn every_course_is_taken_at_the_prompt() {
    for course in COURSES {
        let home = Home::new();
        let terminal = Terminal::run(&home, &[], &[DUEL, "learn", course.book]);
        // What was said is still there when the program has ended.
        terminal.tmux(&["set-option", "remain-on-exit", "on"]);
        let mut turns = turns(course).into_iter().peekable();
        terminal.see(&turns.peek().expect("a step").heading);
        while let Some(turn) = turns.next() {
            if let Some(wrong) = &turn.wrong {
                terminal.answer(&wrong.line);
                terminal.see(&format!("{} Try again.", wrong.said));
            }
            terminal.answer(&turn.right.line);
            match turns.peek() {
                // The next step may leave no room for what was said.
                Some(next) if turn.verdict == Verdict::Right => terminal.see(&next.heading),
                Some(_) => terminal.see(&turn.right.said),
                None => terminal.see("You have done every step of this course."),
            }
        }
    }
}
