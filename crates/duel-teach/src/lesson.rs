//! A course while somebody takes it: which step, which position, and how many hints were given.
//!
//! Nothing here waits for anybody: a front end shows a [`StepForm`], hands over what was entered, and
//! shows the [`Judgement`]. What has been reached is kept in a [`LessonProgress`](crate::LessonProgress).

use duel_books::listing;
use duel_core::{Board, NotationError, Position};
use duel_play::hint;
use duel_solver::{Limits, Solver, Value};
use serde::Serialize;

use crate::{
    course::{Course, LessonStep, Task},
    judgement::{Judgement, Verdict},
    mistake::Theory,
    moves::best_step,
    telling::arithmetic,
    text_picture::text_picture,
};

/// How many positions each question of a judgement or a hint may visit: enough for every course, as
/// the tests show.
pub const NODES: u64 = 2_000_000;

/// A course while somebody takes it.
pub struct Lesson {
    course: &'static Course,
    starts: Vec<Position>,
    at: usize,
    position: Position,
    hints: usize,
    /// Answers to choose from that were given and are wrong.
    tried: Vec<&'static str>,
    begun_anew: bool,
}

/// The steps of `subtract` that teach what is general about it.
const ODD: &str = "odd";
const POWERS: &str = "powers";

/// What is said where a kept position could not be taken.
const BEGUN_ANEW: &str = "The game that was kept of this step cannot be won any more, or is none of this step. So the step \
     begins anew.";

/// A step as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepForm {
    /// The book of the course.
    pub book: &'static str,
    /// The short name of its game, for headings.
    pub game: &'static str,
    /// The name of the step.
    pub name: &'static str,
    /// Its place, counted from 1.
    pub number: usize,
    /// How many steps the course has.
    pub of: usize,
    /// What there is to do: `read`, `move`, `choose` or `play`.
    pub kind: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What is explained.
    pub text: &'static str,
    /// What is asked for.
    pub ask: &'static str,
    /// The answers to choose from.
    pub options: Vec<&'static str>,
    /// The position, now.
    pub position: String,
    /// The position, drawn in text.
    pub picture: Vec<String>,
}

impl Lesson {
    /// A course from the step at this place, counted from 0, or from its last one.
    pub fn open(course: &'static Course, at: usize) -> Result<Lesson, NotationError> {
        let starts: Vec<Position> =
            course.steps.iter().map(LessonStep::start).collect::<Result<_, _>>()?;
        let at = at.min(course.steps.len().saturating_sub(1));
        let position = starts.get(at).cloned().ok_or(NotationError::NoState)?;
        Ok(Lesson { course, starts, at, position, hints: 0, tried: Vec::new(), begun_anew: false })
    }

    /// A course at a step that was interrupted: at this position of it, after so many hints. A position
    /// that the step cannot have come to, such as one that is not won, is not taken: the step then
    /// begins anew, and [`Lesson::begun_anew`] says so.
    pub fn resume(
        course: &'static Course,
        at: usize,
        position: Position,
        hints: usize,
    ) -> Result<Lesson, NotationError> {
        let mut lesson = Lesson::open(course, at)?;
        if position == lesson.position || belongs(lesson.step(), &lesson.position, &position) {
            lesson.position = position;
            lesson.hints = hints;
        } else {
            lesson.begun_anew = true;
        }
        Ok(lesson)
    }

    /// The same with the position as it was kept; a text that is none begins the step anew too.
    pub fn resume_text(
        course: &'static Course,
        at: usize,
        position: &str,
        hints: usize,
    ) -> Result<Lesson, NotationError> {
        match duel_books::position(position) {
            Ok(position) => Lesson::resume(course, at, position, hints),
            Err(_) => Ok(Lesson { begun_anew: true, ..Lesson::open(course, at)? }),
        }
    }

    /// What is said if a kept position could not be taken.
    pub fn begun_anew(&self) -> Option<&'static str> {
        self.begun_anew.then_some(BEGUN_ANEW)
    }

    /// What is said where a game goes on that was left in its middle: its text speaks of the start.
    pub fn goes_on(&self) -> Option<String> {
        let is_game = matches!(self.step().task, Task::PlayToEnd { .. });
        (is_game && self.starts.get(self.at) != Some(&self.position)).then(|| {
            let numbers = listing::numbers(&self.position);
            format!("You were in the middle of this game. It goes on with {numbers}, and it is your turn.")
        })
    }

    /// Begins the step anew.
    pub fn begin_again(&mut self) {
        self.go_to(self.at);
    }

    /// The course.
    pub fn course(&self) -> &'static Course {
        self.course
    }

    /// The step.
    pub fn step(&self) -> &'static LessonStep {
        &self.course.steps[self.at]
    }

    /// The place of the step, counted from 0.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The position, now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The step as it is shown now.
    pub fn form(&self) -> StepForm {
        let step = self.step();
        let options = match &step.task {
            Task::Choose { options, .. } => options.iter().map(|option| option.text).collect(),
            Task::Read | Task::Move { .. } | Task::PlayToEnd { .. } => Vec::new(),
        };
        StepForm {
            book: self.course.book,
            game: duel_books::find(self.course.book).map_or(self.course.book, |book| book.short),
            name: step.name,
            number: self.at + 1,
            of: self.course.steps.len(),
            kind: step.task.kind(),
            title: step.title,
            text: step.text,
            ask: step.task.ask(),
            options,
            position: self.position.to_string(),
            picture: text_picture(&self.position),
        }
    }

    /// Judges what was entered. A game goes on from where it led; the step changes only by
    /// [`Lesson::go_on`].
    pub fn answer(&mut self, line: &str, solver: &mut Solver, limits: Limits<'_>) -> Judgement {
        let theory = self.theory();
        let judgement = self.step().judge_with(&self.position, line, theory, solver, limits);
        if judgement.verdict == Verdict::Good
            && let Ok(position) = duel_books::position(&judgement.position)
        {
            self.position = position;
            self.hints = 0;
        }
        if let Task::Choose { options, .. } = &self.step().task {
            let given = options.iter().filter(|option| option.because == judgement.words);
            self.tried.extend(given.filter(|option| !option.is_right).map(|option| option.text));
        }
        judgement
    }

    /// What the course has taught so far, this step included.
    fn theory(&self) -> Theory {
        let is_met = |name| self.course.place(name).is_none_or(|place| place <= self.at);
        Theory { odd: is_met(ODD), powers: is_met(POWERS) }
    }

    /// A hint: a nudge at first, the answer when asked again.
    pub fn hint(&mut self, solver: &mut Solver, limits: Limits<'_>) -> String {
        self.hints += 1;
        match &self.step().task {
            Task::Read => "There is nothing to find here: go on when you have read it.".to_owned(),
            Task::Choose { options, .. } => {
                let is_open =
                    |text: &str| self.hints == 1 && self.tried.iter().all(|tried| *tried != text);
                let wrong = options.iter().find(|option| !option.is_right && is_open(option.text));
                let wanted = wrong.is_none();
                let found = wrong.or_else(|| options.iter().find(|option| option.is_right));
                found.map_or_else(String::new, |option| {
                    let is = if wanted { "is" } else { "is not" };
                    format!("It {is} this one: {}.", option.text.trim_end_matches('.'))
                })
            }
            Task::Move { .. } | Task::PlayToEnd { .. }
                if self.hints == 1 && !self.theory().odd =>
            {
                "Try each move in your head: can your opponent still move after it, and can you answer?"
                    .to_owned()
            }
            Task::Move { .. } | Task::PlayToEnd { .. } if self.hints == 1 => {
                hint(&self.position, solver, limits).nudge
            }
            Task::Move { .. } | Task::PlayToEnd { .. } => {
                match best_step(&self.position, Value::Win, solver, limits) {
                    Some(step) => {
                        let made = step.before.write_move(&step.played);
                        format!("Try {made}: {}.", arithmetic(&step))
                    }
                    None => hint(&self.position, solver, limits).advice,
                }
            }
        }
    }

    /// Goes on to the next step; whether there is one.
    pub fn go_on(&mut self) -> bool {
        self.go_to(self.at + 1)
    }

    /// Goes back to the step before; whether there is one.
    pub fn go_back(&mut self) -> bool {
        self.at.checked_sub(1).is_some_and(|at| self.go_to(at))
    }

    fn go_to(&mut self, at: usize) -> bool {
        let Some(start) = self.starts.get(at) else { return false };
        self.position = start.clone();
        self.at = at;
        self.hints = 0;
        self.tried.clear();
        self.begun_anew = false;
        true
    }
}

/// Whether a game that is played to its end can have come from its start to this position: the same
/// rules, targets and player to move, and still a win.
fn belongs(step: &LessonStep, start: &Position, position: &Position) -> bool {
    let is_game = matches!(step.task, Task::PlayToEnd { .. });
    let is_within = match (start.board(), position.board()) {
        (Board::Numbers { numbers: before, .. }, Board::Numbers { numbers: now, .. }) => {
            before.len() == now.len() && now.iter().zip(before).all(|(now, start)| now <= start)
        }
        (
            Board::Digits { targets, digits: before, .. },
            Board::Digits { targets: same, digits: now, .. },
        ) => targets == same && now.starts_with(before),
        _ => false,
    };
    let limits = Limits { nodes: Some(NODES), ..Limits::NONE };
    is_game
        && is_within
        && position.rules() == start.rules()
        && position.turn() == start.turn()
        && !position.is_over()
        && Solver::default().solve_value(position, limits) == Some(Value::Win)
}
