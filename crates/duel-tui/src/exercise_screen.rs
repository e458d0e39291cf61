//! Lessons, puzzles and training on the screen: what is explained or asked for, a picture of the position, and
//! an answer.

use crossterm::event::{KeyCode, KeyEvent};
use duel_books::listing;
use duel_core::{Board, Move, Position};
use duel_teach::text_picture::{barred_line, text_picture};
use ratatui_core::layout::{Margin, Rect};

use crate::{
    analysis_worker::Listing,
    lesson_worker::LessonJob,
    look::{Look, Role},
    message::Job,
    paint::{self, Canvas},
    picture::{self, Scene},
    puzzle_worker::PuzzleJob,
    training_worker::TrainingJob,
};

/// What a person does at an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseAction {
    /// Enters this.
    Answer(String),
    /// Asks for a hint.
    Hint,
    /// Goes on to what comes next, or skips what is asked for.
    GoOn,
    /// Goes back to what was before.
    Back,
}

/// An exercise after something has happened.
#[derive(Clone, Debug)]
pub struct ExerciseSnapshot {
    /// What and where it is.
    pub heading: String,
    /// What is explained.
    pub text: String,
    /// What is asked for; empty if there is only something to read.
    pub ask: String,
    /// The answers to choose from, each with a letter; empty where moves are.
    pub options: Vec<String>,
    /// Whether several moves are asked for at once.
    pub wants_several: bool,
    /// The position to show.
    pub position: Position,
    /// Its moves.
    pub listing: Listing,
    /// What is said.
    pub said: Option<ExerciseSaid>,
    /// Whether it is done, so that the next one may come.
    pub done: bool,
    /// What the course ends with, once it has.
    pub ending: Option<ExerciseEnding>,
}

/// The end of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseEnding {
    /// Where one is.
    pub heading: String,
    /// How much was done, and what can come next.
    pub words: String,
    /// The place of a book whose course is not done.
    pub next: Option<usize>,
}

/// What is said at an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseSaid {
    /// About a good answer.
    Right(String),
    /// About a bad one.
    Wrong(String),
    /// About what is no answer.
    Refused(String),
    /// A hint, or a remark beside the exercise.
    Note(String),
}

impl ExerciseSaid {
    /// The same with something more after it.
    #[must_use]
    pub(crate) fn with_more(mut self, more: Option<String>) -> ExerciseSaid {
        let (ExerciseSaid::Right(words)
        | ExerciseSaid::Wrong(words)
        | ExerciseSaid::Refused(words)
        | ExerciseSaid::Note(words)) = &mut self;
        if let Some(more) = more {
            words.push_str(&format!("\n{more}"));
        }
        self
    }
}

/// What the exercises are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExerciseKind {
    Lesson,
    Puzzle,
    Training,
}

impl ExerciseKind {
    fn job(self, action: ExerciseAction) -> Job {
        match self {
            ExerciseKind::Lesson => Job::Lesson(LessonJob::Act(action)),
            ExerciseKind::Puzzle => Job::Puzzle(PuzzleJob::Act(action)),
            ExerciseKind::Training => Job::Training(TrainingJob::Act(action)),
        }
    }
}

/// The longest answer that can be typed.
const LONGEST: usize = 400;

/// The fewest rows in which a picture is drawn.
const PICTURE: u16 = 3;

/// The fewest rows between the texts in which one stays empty above the picture, and one below.
const SET_OFF: u16 = 9;

/// A lesson, a puzzle or a position of the training on the screen.
#[derive(Clone, Debug)]
pub(crate) struct ExerciseScreen {
    kind: ExerciseKind,
    shown: Box<ExerciseSnapshot>,
    typed: String,
    /// Whether an answer is being judged.
    waiting: bool,
}

/// Where a key leads.
pub(crate) enum Pressed {
    /// Nowhere else; this is to be done.
    Here(Vec<Job>),
    /// Back to the first screen.
    Home,
}

impl ExerciseScreen {
    pub(crate) fn new(kind: ExerciseKind, shown: Box<ExerciseSnapshot>) -> ExerciseScreen {
        ExerciseScreen { kind, shown, typed: String::new(), waiting: false }
    }

    pub(crate) fn kind(&self) -> ExerciseKind {
        self.kind
    }

    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        if key.code == KeyCode::Esc {
            return Pressed::Home;
        }
        if self.waiting {
            return Pressed::Here(Vec::new());
        }
        if let (KeyCode::Enter, Some(ending)) = (key.code, &self.shown.ending) {
            let Some(next) = ending.next else { return Pressed::Home };
            self.waiting = true;
            return Pressed::Here(vec![Job::Lesson(LessonJob::Open(next))]);
        }
        let action = match key.code {
            KeyCode::Enter if self.shown.done => ExerciseAction::GoOn,
            KeyCode::Enter => ExerciseAction::Answer(std::mem::take(&mut self.typed)),
            KeyCode::Right if self.shown.ending.is_none() => ExerciseAction::GoOn,
            KeyCode::Left if self.kind == ExerciseKind::Lesson => ExerciseAction::Back,
            KeyCode::Tab if !self.shown.done => ExerciseAction::Hint,
            KeyCode::Up => return self.choose(-1),
            KeyCode::Down => return self.choose(1),
            KeyCode::Backspace => {
                self.typed.pop();
                return Pressed::Here(Vec::new());
            }
            KeyCode::Char(letter) if self.is_asking() && self.typed.len() < LONGEST => {
                self.typed.extend(duel_core::is_shown(letter).then_some(letter));
                return Pressed::Here(Vec::new());
            }
            _ => return Pressed::Here(Vec::new()),
        };
        self.waiting = true;
        Pressed::Here(vec![self.kind.job(action)])
    }

    /// Takes a text at once.
    pub(crate) fn paste(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.typed.len());
        if self.is_asking() {
            self.typed.extend(duel_core::shown(text).chars().take(room));
        }
    }

    fn is_asking(&self) -> bool {
        !self.waiting && !self.shown.done && !self.shown.ask.is_empty()
    }

    /// The answers that can be chosen: letters, or moves.
    fn answers(&self) -> Vec<String> {
        if !self.is_asking() {
            return Vec::new();
        }
        match self.shown.options.len() {
            0 => {
                let moves = self.shown.listing.moves.iter();
                moves.map(|made| self.shown.position.write_move(&made)).collect()
            }
            count => ('a'..='z').take(count).map(String::from).collect(),
        }
    }

    /// Chooses the next answer, or the one before.
    fn choose(&mut self, by: isize) -> Pressed {
        let answers = self.answers();
        // Of several moves the last one is chosen; a space begins the next.
        let kept = match self.typed.rfind(' ') {
            Some(space) if self.shown.wants_several => space + 1,
            _ => 0,
        };
        let at = answers.iter().position(|answer| *answer == self.typed[kept..]);
        let to = match at {
            Some(at) => at.saturating_add_signed(by).min(answers.len().saturating_sub(1)),
            None => 0,
        };
        if let Some(answer) = answers.into_iter().nth(to) {
            self.typed.replace_range(kept.., &answer);
        }
        Pressed::Here(Vec::new())
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let ending = self.shown.ending.as_ref();
        let heading = ending.map_or(&self.shown.heading, |ending| &ending.heading);
        canvas.put(1, 0, heading, Role::Title);
        let (x, width) = (area.x + 1.min(area.width), area.width.saturating_sub(2));
        let mut inside = canvas.at(Rect { x, width, ..area });
        let mut pane = inside.below(1);
        let mut below = self.lines_below(&pane);
        let room = usize::from(pane.area.height);
        below.drain(..below.len().saturating_sub(room));
        let free = room - below.len();
        let text = ending.map_or(&self.shown.text, |ending| &ending.words);
        let mut above = pane.lines_of(text, Role::Text);
        if self.shown.ending.is_none() {
            above.extend(self.position_lines(&pane));
        }
        pane.cut(&mut above, free);
        let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let top = rows(above.len());
        let bottom = pane.area.height - rows(below.len());
        pane.put_lines(0, above);
        pane.put_lines(bottom, below);
        let between = bottom.saturating_sub(top);
        if between >= PICTURE + 2 && self.shown.ending.is_none() {
            let rows = Rect { y: pane.area.y + top, height: between, ..pane.area };
            let margin = Margin::new(1, u16::from(between >= SET_OFF));
            self.draw_picture(&mut pane.at(rows.inner(margin)));
        }
    }

    /// What matters in the position and is not in its picture: the number that is written digit by
    /// digit with its remainders, and in lessons what may not be chosen again (the others say it where
    /// they ask).
    fn position_lines(&self, pane: &Canvas<'_>) -> Vec<(String, Role)> {
        let position = &self.shown.position;
        let lines = match (position.board(), self.kind) {
            (Board::Digits { .. }, _) if position.is_over() => {
                vec![(format!("number  {}", listing::numbers(position)), Role::Number)]
            }
            (Board::Digits { .. }, _) => {
                text_picture(position).into_iter().map(|line| (line, Role::Number)).collect()
            }
            (Board::Numbers { .. }, ExerciseKind::Lesson) => {
                let barred = barred_line(position);
                barred.map(|line| pane.lines_of(&line, Role::Number)).unwrap_or_default()
            }
            (Board::Numbers { .. }, ExerciseKind::Puzzle | ExerciseKind::Training) => Vec::new(),
        };
        let set_off = (!lines.is_empty()).then_some((String::new(), Role::Text));
        set_off.into_iter().chain(lines).collect()
    }

    /// What was said, what is asked for, and what is typed.
    fn lines_below(&self, pane: &Canvas<'_>) -> Vec<(String, Role)> {
        let mut lines = match &self.shown.said {
            None => Vec::new(),
            Some(ExerciseSaid::Right(words)) => pane.lines_of(words, Role::Good),
            Some(ExerciseSaid::Wrong(words)) => pane.lines_of(words, Role::Bad),
            Some(ExerciseSaid::Refused(words)) => pane.lines_of(words, Role::Alert),
            Some(ExerciseSaid::Note(words)) => pane.lines_of(words, Role::Quiet),
        };
        if self.shown.done {
            let enter = match &self.shown.ending {
                Some(ExerciseEnding { next: Some(_), .. }) => {
                    "Press Enter for the next lessons, Esc for the home screen."
                }
                Some(_) => "Press Enter for the home screen.",
                None => "Press Enter to go on.",
            };
            lines.extend(pane.lines_of(enter, Role::Key));
            return lines;
        }
        lines.extend(pane.lines_of(&self.shown.ask, Role::Text));
        for (option, letter) in self.shown.options.iter().zip('a'..='z') {
            let chosen = self.typed.eq_ignore_ascii_case(&letter.to_string());
            let pointer = if chosen { pane.look.pointer() } else { " " };
            let role = if chosen { Role::Chosen } else { Role::Text };
            lines.push((format!("{pointer} {letter}  {option}"), role));
        }
        lines.push(if self.shown.ask.is_empty() {
            ("Press Enter to go on.".to_owned(), Role::Key)
        } else if self.waiting {
            (format!("Thinking{}", pane.look.dots()), Role::Quiet)
        } else {
            let prompt = match (self.shown.options.is_empty(), self.shown.wants_several) {
                (true, false) => "Your move: ",
                (true, true) => "Your moves: ",
                (false, _) => "Your answer: ",
            };
            let room = pane.area.width.saturating_sub(paint::width(prompt) + 1);
            (format!("{prompt}{}_", paint::tail(&self.typed, room)), Role::Chosen)
        });
        lines
    }

    fn draw_picture(&self, canvas: &mut Canvas<'_>) {
        let position = &self.shown.position;
        let word = self.typed.split_whitespace().last().unwrap_or_default();
        let chosen = position.read_move(word).ok();
        let chosen = chosen.filter(|made| position.after(made).is_ok());
        let focus = match &chosen {
            Some(Move::Take { index, .. }) => *index,
            _ => 0,
        };
        let scene = Scene {
            position,
            start: position,
            listing: Some(&self.shown.listing),
            chosen: chosen.as_ref(),
            focus,
            marks: &|_| None,
            look: canvas.look,
        };
        picture::draw(&scene, canvas);
    }

    pub(crate) fn keys(&self, look: Look) -> Vec<(&'static str, &'static str)> {
        let (up_down, left_right) = look.arrow_keys();
        let mut keys = Vec::new();
        if self.shown.done || self.shown.ask.is_empty() {
            keys.push(("Enter", "go on"));
        } else {
            keys.extend([("Enter", "answer"), (up_down, "choose"), ("Tab", "hint")]);
        }
        keys.push(match self.kind {
            ExerciseKind::Lesson => (left_right, "back, skip"),
            ExerciseKind::Puzzle | ExerciseKind::Training => (look.right_key(), "skip"),
        });
        keys.extend([("F1", "help"), ("Esc", "home")]);
        keys
    }
}
