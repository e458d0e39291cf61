//! The first game of each book, and a sample of its fair variant, as a script: every position that a page
//! may come to, with its moves and what each of them is worth. The pages need no engine for them.

use std::collections::BTreeMap;

use duel_books::{Book, short_name};
use duel_core::Position;
use duel_json::{BoardForm, Listing, MovesForm};
use duel_solver::{Limits, Solver, Value};
use duel_teach::{
    COURSES, Course, LessonStep, Verdict,
    lesson::NODES,
    moves::{best_step, steps},
};
use serde::Serialize;

use super::sharing::Sharing;

const LIMITS: Limits<'static> = Limits { nodes: Some(NODES), ..Limits::NONE };

/// How many moves a sample shows.
const SAMPLE: usize = 2;

/// What the pages know of a book before there is an engine.
#[derive(Serialize)]
struct FirstGame {
    /// What comes after the first game: a start on small numbers.
    small: &'static str,
    steps: Vec<Step>,
    /// The positions of a fair game, one after the other.
    sample: Vec<Place>,
}

/// One step: a position to win.
#[derive(Serialize)]
struct Step {
    ask: &'static str,
    text: &'static str,
    start: String,
    /// The positions that it may come to.
    places: BTreeMap<String, Place>,
}

/// A position with its moves.
#[derive(Serialize)]
struct Place {
    board: BoardForm,
    moves: MovesForm,
    /// What each move is worth; nothing where none is asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    judged: BTreeMap<String, Judged>,
}

/// What a move is worth.
#[derive(Serialize)]
struct Judged {
    verdict: Verdict,
    words: String,
    /// The positions that a good move leads to, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    to: Vec<String>,
}

impl Place {
    fn of(position: &Position) -> Place {
        let Listing { moves, board } = Listing::of(position);
        Place { board, moves, judged: BTreeMap::new() }
    }
}

impl Step {
    fn of(step: &LessonStep) -> Step {
        let mut places = BTreeMap::new();
        let mut open: Vec<Position> = step.start().into_iter().collect();
        let start = open.first().map(Position::to_string).unwrap_or_default();
        let mut solver = Solver::default();
        while let Some(at) = open.pop() {
            let mut place = Place::of(&at);
            for tried in steps(&at) {
                let made = at.write_move(&tried.played);
                let judged = step.judge(&at, &made, &mut solver, LIMITS);
                let leads = matches!(judged.verdict, Verdict::Good | Verdict::Right);
                let to = if leads { judged.shown } else { Vec::new() };
                let mut next: Vec<Position> =
                    to.iter().filter_map(|text| duel_books::position(text).ok()).collect();
                if judged.verdict == Verdict::Good {
                    open.extend(next.pop().filter(|end| !places.contains_key(&end.to_string())));
                }
                for shown in next {
                    places.entry(shown.to_string()).or_insert_with(|| Place::of(&shown));
                }
                place
                    .judged
                    .insert(made, Judged { verdict: judged.verdict, words: judged.words, to });
            }
            places.insert(at.to_string(), place);
        }
        Step { ask: step.task.ask(), text: step.text, start, places }
    }
}

/// A fair game as it may go: the last step of the course, with the best moves of both.
fn sample(course: &Course) -> Vec<Place> {
    let mut found: Vec<Position> =
        course.steps.last().and_then(|step| step.start().ok()).into_iter().collect();
    let mut solver = Solver::default();
    while let Some(at) = found.last().filter(|_| found.len() <= SAMPLE) {
        let value = solver.solve_value(at, LIMITS).unwrap_or(Value::Win);
        let Some(step) = best_step(at, value, &mut solver, LIMITS) else { break };
        found.push(step.after);
    }
    found.iter().map(Place::of).collect()
}

/// The script `/static/first.js`, which exports the first games by the names of their books.
pub(super) fn script() -> String {
    // One line each, so that they keep their order.
    let games = COURSES.map(|course| {
        let steps = course.first.iter().map(Step::of).collect();
        let game = FirstGame { small: course.small, steps, sample: sample(course) };
        let game = serde_json::to_string(&game).unwrap_or_else(|_| "null".to_owned());
        format!("  {}: {game},\n", course.book)
    });
    format!("// The first game of every book.\nexport const FIRST = {{\n{}}};\n", games.concat())
}

/// What is shown of a first game elsewhere: the position that it begins with, whose rules need not be
/// those of the book.
pub(super) fn sharing(book: &Book) -> Option<Sharing> {
    let start = duel_teach::course(book).first.first()?.start().ok()?;
    let title = format!("Win your first game of {}", short_name(start.rules()));
    Some(Sharing { title, ..Sharing::of_position(&start, "") })
}

/// A step as the page shows it before any script: what `choices.js` draws from then on.
pub(super) struct Guide {
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
    /// What its games are called.
    pub(super) short: &'static str,
    pub(super) ask: &'static str,
    pub(super) text: &'static str,
    /// The numbers, each with its primes; or the digits, without.
    pub(super) numbers: Vec<(String, Vec<String>)>,
    /// The targets of digits.
    pub(super) targets: String,
    pub(super) keys: Vec<Key>,
    /// How many steps there are.
    pub(super) of: usize,
}

/// A move.
pub(super) struct Key {
    pub(super) made: String,
    pub(super) sign: &'static str,
    /// What it does, for those who listen.
    pub(super) verb: &'static str,
    pub(super) value: String,
    pub(super) leaves: String,
}

impl Guide {
    /// The first step of a book.
    pub(super) fn of(book: &Book) -> Option<Guide> {
        let course = duel_teach::course(book);
        let step = course.first.first()?;
        let Place { board, moves, .. } = Place::of(&step.start().ok()?);
        let (numbers, targets) = match board {
            BoardForm::Numbers { numbers, factors, .. } => {
                let primes = |factors: Option<Vec<(String, u32)>>| {
                    let all = factors.unwrap_or_default().into_iter();
                    all.flat_map(|(prime, times)| vec![prime; times as usize]).collect()
                };
                let numbers = numbers.into_iter().zip(factors.into_iter().map(primes)).collect();
                (numbers, String::new())
            }
            BoardForm::Digits { digits, targets, .. } => {
                (vec![(digits, Vec::new())], targets.join(", "))
            }
        };
        let taken = moves.groups.into_iter().flat_map(|group| {
            group.choices.unwrap_or_default().into_iter().zip(group.steps.unwrap_or_default())
        });
        let taken = taken.map(|(made, step)| {
            let (sign, verb) =
                if step.op == "/" { ("/", "Divide by ") } else { ("−", "Subtract ") };
            Key { made, sign, verb, value: step.value, leaves: step.leaves }
        });
        let appended = moves.digits.into_iter().map(|digit| Key {
            made: digit.clone(),
            sign: "",
            verb: "Append ",
            value: digit,
            leaves: String::new(),
        });
        Some(Guide {
            slug: book.slug,
            title: book.title,
            short: book.name(),
            ask: step.task.ask(),
            text: step.text,
            numbers,
            targets,
            keys: taken.chain(appended).collect(),
            of: course.first.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_game_is_shown_with_the_rules_that_it_is_played_by() {
        let text = |slug: &str| sharing(duel_books::find(slug).unwrap()).unwrap().text;
        assert!(text("factor").contains("Whoever cannot move wins"), "{}", text("factor"));
        assert!(text("dilemma").contains("by a prime"), "{}", text("dilemma"));
    }

    #[test]
    fn no_step_begins_with_a_forced_move() {
        for course in COURSES {
            for step in course.first {
                let moves = steps(&step.start().unwrap()).len();
                assert!(moves >= 2, "{} {}: {moves}", course.book, step.position);
            }
            let small = duel_books::position(course.small).unwrap();
            assert!(steps(&small).len() >= 2, "{}", course.small);
        }
    }
}
