//! A lesson: what is explained, the picture of the position, what is asked for, and what was said to
//! the last answer.

use duel_core::Move;
use duel_teach::Verdict;
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent},
    layout::{Margin, Rect},
};

use crate::{
    lesson_worker::{LessonJob, LessonSaid, LessonSnapshot},
    look::{Look, Role},
    message::Job,
    paint::{self, Canvas},
    picture::{self, Scene},
};

/// The longest answer that can be typed.
const LONGEST: usize = 60;

/// The fewest rows in which a picture is drawn.
const PICTURE: u16 = 3;

/// A lesson on the screen.
#[derive(Clone, Debug)]
pub(crate) struct LessonScreen {
    shown: Box<LessonSnapshot>,
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

impl LessonScreen {
    pub(crate) fn new(shown: Box<LessonSnapshot>) -> LessonScreen {
        LessonScreen { shown, typed: String::new(), waiting: false }
    }

    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        if key.code == KeyCode::Esc {
            return Pressed::Home;
        }
        if self.waiting {
            return Pressed::Here(Vec::new());
        }
        let job = match key.code {
            KeyCode::Enter if self.shown.ending.is_some() => return Pressed::Home,
            KeyCode::Enter if self.shown.done => LessonJob::GoOn,
            KeyCode::Enter => LessonJob::Answer(std::mem::take(&mut self.typed)),
            KeyCode::Right if self.shown.ending.is_none() => LessonJob::GoOn,
            KeyCode::Left => LessonJob::Back,
            KeyCode::Tab if !self.shown.done => LessonJob::Hint,
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
        Pressed::Here(vec![Job::Lesson(job)])
    }

    /// Takes a text at once.
    pub(crate) fn paste(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.typed.len());
        if self.is_asking() {
            self.typed.extend(duel_core::shown(text).chars().take(room));
        }
    }

    fn is_asking(&self) -> bool {
        !self.waiting && !self.shown.done && !self.shown.form.ask.is_empty()
    }

    /// The answers that can be chosen: letters, or moves.
    fn answers(&self) -> Vec<String> {
        if !self.is_asking() {
            return Vec::new();
        }
        match self.shown.form.options.len() {
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
        let at = answers.iter().position(|answer| *answer == self.typed);
        let to = match at {
            Some(at) => at.saturating_add_signed(by).min(answers.len().saturating_sub(1)),
            None => 0,
        };
        if let Some(answer) = answers.into_iter().nth(to) {
            self.typed = answer;
        }
        Pressed::Here(Vec::new())
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let form = &self.shown.form;
        let area = canvas.area;
        let heading = format!("{} {} of {}: {}", form.book, form.number, form.of, form.title);
        canvas.put(1, 0, &heading, Role::Title);
        let (x, width) = (area.x + 1.min(area.width), area.width.saturating_sub(2));
        let mut inside = canvas.at(Rect { x, width, ..area });
        let mut pane = inside.below(1);
        let mut below = self.lines_below(&pane);
        let room = usize::from(pane.area.height);
        below.drain(..below.len().saturating_sub(room));
        let free = room - below.len();
        let mut above = match self.shown.ending {
            Some(ending) => pane.lines_of(ending, Role::Text),
            None => pane.lines_of(form.text, Role::Text),
        };
        above.truncate(free);
        let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let top = rows(above.len());
        let bottom = pane.area.height - rows(below.len());
        pane.put_lines(0, above);
        pane.put_lines(bottom, below);
        let between = bottom.saturating_sub(top);
        if between >= PICTURE + 2 && self.shown.ending.is_none() {
            let rows = Rect { y: pane.area.y + top, height: between, ..pane.area };
            self.draw_picture(&mut pane.at(rows.inner(Margin::new(1, 1))));
        }
    }

    /// What was said, what is asked for, and what is typed.
    fn lines_below(&self, pane: &Canvas<'_>) -> Vec<(String, Role)> {
        let form = &self.shown.form;
        let mut lines = Vec::new();
        match &self.shown.said {
            None => {}
            Some(LessonSaid::Note(note)) => lines.extend(pane.lines_of(note, Role::Quiet)),
            Some(LessonSaid::Judged(verdict, words)) => {
                let (before, role) = match verdict {
                    Verdict::Right => ("Right. ", Role::Good),
                    Verdict::Good => ("Good. ", Role::Good),
                    Verdict::Wrong => ("Not yet. ", Role::Bad),
                    Verdict::Refused => ("", Role::Alert),
                };
                lines.extend(pane.lines_of(&format!("{before}{words}"), role));
            }
        }
        if self.shown.done {
            lines.push(("Press Enter to go on.".to_owned(), Role::Key));
            return lines;
        }
        lines.extend(pane.lines_of(form.ask, Role::Text));
        for (option, letter) in form.options.iter().zip('a'..='z') {
            let chosen = self.typed.eq_ignore_ascii_case(&letter.to_string());
            let pointer = if chosen { pane.look.pointer() } else { " " };
            let role = if chosen { Role::Chosen } else { Role::Text };
            lines.push((format!("{pointer} {letter}  {option}"), role));
        }
        lines.push(if form.ask.is_empty() {
            ("Press Enter to go on.".to_owned(), Role::Key)
        } else if self.waiting {
            (format!("Thinking{}", pane.look.dots()), Role::Quiet)
        } else {
            let prompt = if form.options.is_empty() { "Your move: " } else { "Your answer: " };
            let room = pane.area.width.saturating_sub(paint::width(prompt) + 1);
            (format!("{prompt}{}_", paint::tail(&self.typed, room)), Role::Chosen)
        });
        lines
    }

    fn draw_picture(&self, canvas: &mut Canvas<'_>) {
        let position = &self.shown.position;
        let chosen = position.read_move(self.typed.trim()).ok();
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
        if self.shown.done || self.shown.form.ask.is_empty() {
            keys.push(("Enter", "go on"));
        } else {
            keys.extend([("Enter", "answer"), (up_down, "choose"), ("Tab", "hint")]);
        }
        keys.extend([(left_right, "back, skip"), ("F1", "help"), ("Esc", "home")]);
        keys
    }
}
