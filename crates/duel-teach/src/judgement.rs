//! What an answer in a lesson is worth, and what is said about it.

use duel_books::explain::sentence;
use duel_core::{Position, Step};
use duel_solver::{Limits, Solver, Value};
use serde::Serialize;

use crate::{
    course::{Goal, LessonOption, LessonStep, Remark, Task},
    mistake::{Theory, Worth, judge_with},
    moves::best_step,
    puzzle::attempt::read_step,
    telling::{self, Who},
};

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The step is done.
    Right,
    /// A good move; the game goes on.
    Good,
    /// An answer that is not right; it is taken back.
    Wrong,
    /// No answer at all: it was not understood, or the rules do not allow it.
    Refused,
}

/// An answer, judged. Positions and moves are texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// What it is worth.
    pub verdict: Verdict,
    /// What is said about it.
    pub words: String,
    /// The opponent's move: the answer to a good move, or the one that beats a mistake.
    pub reply: Option<String>,
    /// The positions that the words tell of, one after the other, to be shown.
    pub shown: Vec<String>,
    /// The position to go on from.
    pub position: String,
}

impl Judgement {
    fn new(verdict: Verdict, words: String, position: &Position) -> Judgement {
        let position = position.to_string();
        Judgement { verdict, words, reply: None, shown: Vec::new(), position }
    }
}

impl LessonStep {
    /// Judges what was entered at this position of the step: a move as in a game, or the letter of an
    /// answer. Nothing needs to be entered where there is only something to read.
    pub fn judge(
        &self,
        at: &Position,
        line: &str,
        solver: &mut Solver,
        limits: Limits<'_>,
    ) -> Judgement {
        self.judge_with(at, line, Theory::ALL, solver, limits)
    }

    /// The same, with no other theory as a reason than this.
    pub fn judge_with(
        &self,
        at: &Position,
        line: &str,
        theory: Theory,
        solver: &mut Solver,
        limits: Limits<'_>,
    ) -> Judgement {
        match &self.task {
            Task::Read => Judgement::new(Verdict::Right, String::new(), at),
            Task::Choose { options, learnt, .. } => choose(at, options, learnt, line),
            Task::Move { goal, remarks, learnt, .. } => match read_move(at, line) {
                Ok(step) => judge_move(&step, *goal, (remarks, learnt), theory, solver, limits),
                Err(why) => Judgement::new(Verdict::Refused, why, at),
            },
            Task::PlayToEnd { learnt, .. } => match read_move(at, line) {
                Ok(step) => play_on(&step, learnt, theory, solver, limits),
                Err(why) => Judgement::new(Verdict::Refused, why, at),
            },
        }
    }
}

/// Reads a line as a legal move; the error says what is wrong with it, and what would be right.
pub fn read_move(at: &Position, line: &str) -> Result<Step, String> {
    read_step(at, line).map_err(|error| {
        let why = sentence(&error.to_string());
        format!("{why} You can play one of these: {}.", telling::choices(at))
    })
}

/// A legal move where one of a certain kind is asked for.
fn judge_move(
    step: &Step,
    goal: Goal,
    (remarks, learnt): (&[Remark], &str),
    theory: Theory,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Judgement {
    let value = solver.solve_value(&step.after, limits);
    let is_right = match goal {
        Goal::Legal => true,
        Goal::Win | Goal::OnlyMove => value == Some(Value::Loss),
        Goal::Safe => value.is_some_and(|value| value != Value::Win),
    };
    if !is_right {
        return wrong(step, remarks, theory, solver, limits);
    }
    let mut words = vec![telling::left(step)];
    words.extend(remark(step, remarks));
    if goal != Goal::Legal && step.after.is_over() {
        words.push(telling::ending(&step.after, Who::Opponent));
    }
    words.push(learnt.to_owned());
    Judgement {
        shown: vec![step.after.to_string()],
        ..Judgement::new(Verdict::Right, words.join(" "), &step.before)
    }
}

/// An answer by its letter, or as it is written.
fn choose(at: &Position, options: &[LessonOption], learnt: &str, line: &str) -> Judgement {
    let line = line.trim().trim_end_matches(['.', ')']);
    let by_letter = match line.as_bytes() {
        [letter @ (b'a'..=b'z' | b'A'..=b'Z')] => {
            options.get(usize::from(letter.to_ascii_lowercase() - b'a'))
        }
        _ => None,
    };
    let is_text =
        |option: &&LessonOption| option.text.trim_end_matches('.').eq_ignore_ascii_case(line);
    let by_text = || options.iter().find(is_text);
    match by_letter.or_else(by_text) {
        Some(option) if option.is_right => {
            Judgement::new(Verdict::Right, format!("{} {learnt}", option.because), at)
        }
        Some(option) => Judgement::new(Verdict::Wrong, option.because.to_owned(), at),
        None => {
            let letters: Vec<String> = options
                .iter()
                .zip('a'..='z')
                .map(|(option, letter)| format!("{letter} ({})", option.text))
                .collect();
            let words = format!("Please answer with one of these: {}.", letters.join(", "));
            Judgement::new(Verdict::Refused, words, at)
        }
    }
}

/// A legal move that is not right: why, and what beats it.
fn wrong(
    step: &Step,
    remarks: &[Remark],
    theory: Theory,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Judgement {
    let mut words: Vec<String> = remark(step, remarks).into_iter().collect();
    let Worth::Fails(mistake) = judge_with(step, theory, solver, limits) else {
        words.push(format!("{} It could not be settled whether that wins.", telling::left(step)));
        return Judgement::new(Verdict::Wrong, words.join(" "), &step.before);
    };
    words.push(mistake.words());
    Judgement {
        reply: mistake.reply().map(|reply| reply.before.write_move(&reply.played)),
        shown: mistake.steps.iter().map(|step| step.after.to_string()).collect(),
        ..Judgement::new(Verdict::Wrong, words.join(" "), &step.before)
    }
}

/// What a step has to say about this very move.
fn remark(step: &Step, remarks: &[Remark]) -> Option<String> {
    let made = step.before.write_move(&step.played);
    remarks.iter().find(|remark| remark.made == made).map(|remark| remark.words.to_owned())
}

/// A move of a game that is played to its end.
fn play_on(
    step: &Step,
    learnt: &str,
    theory: Theory,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Judgement {
    if solver.solve_value(&step.after, limits) != Some(Value::Loss) {
        return wrong(step, &[], theory, solver, limits);
    }
    let mut words = vec![telling::left(step)];
    let mut shown = vec![step.after.to_string()];
    let won = |mut words: Vec<String>, end: &Position, to_move, shown, reply| {
        words.push(telling::ending(end, to_move));
        words.push(learnt.to_owned());
        Judgement { reply, shown, ..Judgement::new(Verdict::Right, words.join(" "), end) }
    };
    if step.after.is_over() {
        return won(words, &step.after, Who::Opponent, shown, None);
    }
    let Some(answer) = best_step(&step.after, Value::Loss, solver, limits) else {
        return Judgement::new(
            Verdict::Refused,
            "No answer was found in time.".to_owned(),
            &step.before,
        );
    };
    let reply = Some(answer.before.write_move(&answer.played));
    words.push(telling::did(&answer, Who::Opponent));
    shown.push(answer.after.to_string());
    if answer.after.is_over() {
        return won(words, &answer.after, Who::Learner, shown, reply);
    }
    let words = words.join(" ");
    Judgement { reply, shown, ..Judgement::new(Verdict::Good, words, &answer.after) }
}
