//! The words: simple, short, and with sums that are right.

use std::collections::BTreeSet;

use duel_solver::Solver;
use duel_teach::{COURSES, Lesson, LessonStep, Task, Verdict, moves::steps};

use crate::{LIMITS, all_steps, asked_at};

const FORBIDDEN: [&str; 12] = [
    "nimber", "theorem", "plies", "ply", "parity", "modulo", "mod", "optimal", "strategy",
    "residue", "exponent", "misere",
];

/// The most words in a sentence that somebody wrote.
const WRITTEN: usize = 20;
/// The most words in a sentence that is put together, where lists may be longer.
const GENERATED: usize = 24;

/// Every text of a step that somebody wrote.
fn written(step: &LessonStep) -> Vec<&'static str> {
    let mut texts = vec![step.title, step.text, step.task.ask(), step.task.learnt()];
    match &step.task {
        Task::Read | Task::PlayToEnd { .. } => {}
        Task::Move { remarks, .. } => texts.extend(remarks.iter().map(|remark| remark.words)),
        Task::Choose { options, .. } => {
            texts.extend(options.iter().flat_map(|option| [option.text, option.because]));
        }
    }
    texts
}

/// Every text of a step that is put together: judgements of every move, and its picture.
fn generated(step: &LessonStep, solver: &mut Solver) -> Vec<String> {
    let mut texts = Vec::new();
    for at in asked_at(step, solver) {
        texts.extend(duel_teach::text_picture::text_picture(&at));
        for tried in steps(&at) {
            let judged = step.judge(&at, &at.write_move(&tried.played), solver, LIMITS);
            assert!(!judged.words.trim().is_empty());
            texts.push(judged.words);
        }
    }
    texts
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(". ")
        .flat_map(|part| part.split_inclusive("? "))
        .flat_map(|part| part.split_inclusive("! "))
}

fn check_words(text: &str, most: usize) {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let words: BTreeSet<String> = words.collect();
    for word in FORBIDDEN {
        assert!(!words.contains(word), "{word:?} in {text:?}");
    }
    for sentence in sentences(text) {
        let is_word = |word: &&str| word.contains(char::is_alphanumeric) && *word != "x";
        let count = sentence.split_whitespace().filter(is_word).count();
        assert!(count <= most, "{count} words in {sentence:?}");
    }
}

#[test]
fn texts_are_short_and_simple() {
    let mut solver = Solver::default();
    for (_, step) in all_steps() {
        for text in written(step) {
            check_words(text, WRITTEN);
            assert!(!text.contains("  ") && text.trim() == text, "{text:?}");
        }
        assert!(sentences(step.text).count() <= 5, "{}: {}", step.name, step.text);
        for text in generated(step, &mut solver) {
            check_words(&text, GENERATED);
            let who_wins = text.to_lowercase().matches("here that wins").count();
            assert!(who_wins <= 1, "{}: {text}", step.name);
        }
    }
    for course in COURSES {
        check_words(course.about, WRITTEN);
        check_words(course.ending, WRITTEN);
    }
}

/// A sum, product, difference or quotient of a row of words, from the left; products first.
fn evaluate(words: &[&str]) -> Option<u64> {
    if let Some(place) = words.iter().rposition(|word| ["+", "-"].contains(word)) {
        let (left, right) = (evaluate(&words[..place])?, evaluate(&words[place + 1..])?);
        return if words[place] == "+" { left.checked_add(right) } else { left.checked_sub(right) };
    }
    if let Some(place) = words.iter().rposition(|word| ["x", "/"].contains(word)) {
        let (left, right) = (evaluate(&words[..place])?, evaluate(&words[place + 1..])?);
        let exact = words[place] == "x" || right != 0 && left % right == 0;
        return exact.then(|| if words[place] == "x" { left * right } else { left / right });
    }
    match words {
        [number] => number.parse().ok(),
        _ => None,
    }
}

/// Checks every equation in a text; how many there are.
fn check_equations(text: &str) -> usize {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_op = |word: &str| ["+", "-", "x", "/"].contains(&word);
    let number = |word: &str| word.trim_end_matches(['.', ',', ':', ';', '?', '!']).to_owned();
    let ends = |word: &str| word.ends_with(['.', ',', ':', ';', '?', '!']);
    let mut found = 0;
    for (place, _) in words.iter().enumerate().filter(|(_, word)| **word == "=") {
        let mut from = place - 1;
        while from >= 2 && is_op(words[from - 1]) && !ends(words[from - 2]) {
            from -= 2;
        }
        let mut to = place + 1;
        while to + 2 < words.len() && !ends(words[to]) && is_op(words[to + 1]) {
            to += 2;
        }
        let left: Vec<&str> = words[from..place].to_vec();
        let last = number(words[to]);
        let mut right: Vec<&str> = words[place + 1..to].to_vec();
        right.push(&last);
        let (left, right) = (evaluate(&left), evaluate(&right));
        assert!(left.is_some() && left == right, "{left:?} and {right:?} in {text:?}");
        found += 1;
    }
    found
}

#[test]
fn the_arithmetic_is_right() {
    let mut solver = Solver::default();
    let mut found = 0;
    for (_, step) in all_steps() {
        found += written(step).into_iter().map(check_equations).sum::<usize>();
        found +=
            generated(step, &mut solver).iter().map(|text| check_equations(text)).sum::<usize>();
    }
    assert!(found > 1_000, "{found}");
    for wrong in ["12 - 3 = 8.", "So 7 x 44 + 2 = 311, which is odd", "12 = 2 x 6 = 3 x 5", "a = 3"]
    {
        assert!(std::panic::catch_unwind(|| check_equations(wrong)).is_err(), "{wrong}");
    }
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty())
}

/// A number that is talked about stands in the position, in a fact, among the answers, or in a sum.
#[test]
fn no_number_is_talked_about_without_being_checked() {
    let mut unchecked = Vec::new();
    for (book, step) in all_steps() {
        let facts = format!("{:?}", step.facts);
        let texts = written(step);
        let sums =
            texts.iter().flat_map(|text| sentences(text)).filter(|text| text.contains(" = "));
        let mut checked: BTreeSet<&str> = numbers(&facts).chain(numbers(step.position)).collect();
        checked.extend(sums.flat_map(numbers));
        checked.extend(["0", "1"]);
        for text in &texts {
            for number in numbers(text).filter(|number| !checked.contains(number)) {
                unchecked.push(format!("{book} {}: {number} in {text:?}", step.name));
            }
        }
    }
    assert!(unchecked.is_empty(), "{unchecked:#?}");
}

/// A lesson judges what its step judges, and refuses with a list of what would be right.
#[test]
fn what_is_no_answer_is_refused_with_what_would_be_one() {
    let mut solver = Solver::default();
    for course in COURSES {
        for place in 0..course.steps.len() {
            let mut lesson = Lesson::open(course, place).unwrap();
            let lines = ["", "0.5", "hello", "999983", "I have no valid moves", "\u{1b}[2J"];
            for line in lines {
                let judged = lesson.answer(line, &mut solver, LIMITS);
                if matches!(lesson.step().task, Task::Read) {
                    assert_eq!(judged.verdict, Verdict::Right);
                    continue;
                }
                assert_eq!(judged.verdict, Verdict::Refused, "{line:?}");
                assert!(judged.words.contains("one of these: "), "{}", judged.words);
                assert!(judged.words.chars().all(duel_core::is_shown), "{line:?}");
            }
        }
    }
}
