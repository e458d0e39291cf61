//! Arguing with a reason: the person takes the loser's side, tries moves, and sees what answers them.

use crossterm::event::{KeyCode, KeyEvent};
use duel_core::{Move, Position};
use duel_teach::Answered;
use ratatui_core::layout::{Margin, Rect};

use crate::{
    argument_worker::{ArgumentAnswer, ArgumentJob, ArgumentSnapshot},
    look::{Look, Role},
    message::Job,
    paint::Canvas,
    picture::{self, Scene},
};

/// The most moves that are listed; others can be typed.
const LISTED: usize = 500;

/// The longest move that can be typed.
const LONGEST: usize = 60;

/// How many moves are seen at least.
const MOVES_SEEN: usize = 2;

/// The fewest columns in which a picture has its place beside the words.
const WITH_PICTURE: u16 = 76;

/// An argument on the screen.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentScreen {
    /// The ticket of the last job.
    ticket: u64,
    state: State,
    /// What was answered to the last try.
    said: Option<(String, Role)>,
    typed: String,
    cursor: usize,
}

/// How far it has come.
#[derive(Clone, Debug)]
enum State {
    /// It has not begun.
    Beginning,
    /// There is nothing to argue about, for this reason.
    Nothing(String),
    /// The loser can try something.
    Ready(Box<ArgumentSnapshot>),
    /// A try is being answered.
    Waiting(Box<ArgumentSnapshot>),
}

/// Where a key leads.
pub(crate) enum Pressed {
    /// Nowhere else; this is to be done.
    Here(Vec<Job>),
    /// Back to where it was asked for.
    Back,
}

impl ArgumentScreen {
    /// An argument about a position, and what has to be asked for it. No two have the same tickets.
    pub(crate) fn begin(position: &Position, last_ticket: u64) -> (ArgumentScreen, Vec<Job>) {
        let ticket = last_ticket + 1;
        let screen = ArgumentScreen {
            ticket,
            state: State::Beginning,
            said: None,
            typed: String::new(),
            cursor: 0,
        };
        let begin = ArgumentJob::Begin(Box::new(position.clone()));
        (screen, vec![Job::Argument(ticket, begin)])
    }

    pub(crate) fn last_ticket(&self) -> u64 {
        self.ticket
    }

    /// Takes the result of a job.
    pub(crate) fn show(&mut self, ticket: u64, begun: ArgumentAnswer) {
        if ticket != self.ticket {
            return;
        }
        let snapshot = match begun {
            Ok(snapshot) => snapshot,
            Err(why) => {
                self.state = State::Nothing(why);
                return;
            }
        };
        self.said = match &snapshot.answered {
            None => None,
            Some(None) => Some(("No answer was found in time.".to_owned(), Role::Alert)),
            Some(Some(Answered { words, is_over: true })) => {
                let text =
                    format!("{words} Try something else, or press Esc if you are convinced.");
                Some((text, Role::Bad))
            }
            Some(Some(Answered { words, is_over: false })) => Some((words.clone(), Role::Good)),
        };
        // What was typed while the plan was looked for is the first try.
        if !matches!(self.state, State::Beginning) {
            self.typed.clear();
        }
        self.state = State::Ready(snapshot);
        self.cursor = 0;
    }

    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        match key.code {
            KeyCode::Esc if self.typed.is_empty() => return Pressed::Back,
            KeyCode::Char('q') => return Pressed::Back,
            KeyCode::Esc => self.set_typed(String::new()),
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-10),
            KeyCode::PageDown => self.step(10),
            KeyCode::Enter => return Pressed::Here(self.try_move()),
            KeyCode::Backspace if !self.typed.is_empty() => {
                let mut typed = self.typed.clone();
                typed.pop();
                self.set_typed(typed);
            }
            KeyCode::Backspace | KeyCode::Left | KeyCode::Char('b' | 'u') => {
                return Pressed::Here(self.go_back());
            }
            KeyCode::Home | KeyCode::Char('n') => return Pressed::Here(self.begin_again()),
            KeyCode::Char(letter @ ('0'..='9' | '/' | '-' | ':')) if self.typed.len() < LONGEST => {
                self.set_typed(format!("{}{letter}", self.typed));
            }
            _ => {}
        }
        Pressed::Here(Vec::new())
    }

    fn set_typed(&mut self, typed: String) {
        self.typed = typed;
        self.cursor = 0;
    }

    fn step(&mut self, by: isize) {
        let last = self.choices().len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
    }

    fn snapshot(&self) -> Option<&ArgumentSnapshot> {
        match &self.state {
            State::Ready(snapshot) | State::Waiting(snapshot) => Some(snapshot),
            State::Beginning | State::Nothing(_) => None,
        }
    }

    /// The moves that begin with what is typed, and how they are written.
    fn choices(&self) -> Vec<(Move, String)> {
        let Some(snapshot) = self.snapshot() else { return Vec::new() };
        let position = snapshot.argument.position();
        let moves = snapshot.listing.moves.iter().take(LISTED);
        let written = moves.map(|made| (made.clone(), position.write_move(&made)));
        written.filter(|(_, text)| text.starts_with(&self.typed)).collect()
    }

    /// The move that Enter tries.
    fn chosen(&self) -> Option<Move> {
        let position = self.snapshot()?.argument.position();
        let typed = || position.read_move(&self.typed).ok();
        let listed = self.choices().into_iter().nth(self.cursor).map(|(made, _)| made);
        listed.or_else(typed).filter(|made| position.after(made).is_ok())
    }

    fn try_move(&mut self) -> Vec<Job> {
        let chosen = self.chosen();
        let State::Ready(snapshot) = &self.state else { return Vec::new() };
        let Some(tried) = chosen else {
            let read = duel_teach::judgement::read_move(snapshot.argument.position(), &self.typed);
            let why = read.err().unwrap_or_else(|| "That is no move here.".to_owned());
            self.said = Some((why, Role::Alert));
            return Vec::new();
        };
        let job = ArgumentJob::Try(Box::new(snapshot.argument.clone()), tried);
        self.ask(job)
    }

    /// Takes the last try back.
    fn go_back(&mut self) -> Vec<Job> {
        let State::Ready(snapshot) = &self.state else { return Vec::new() };
        let mut argument = snapshot.argument.clone();
        if !argument.back() {
            self.said = Some(("This is where it began.".to_owned(), Role::Quiet));
            return Vec::new();
        }
        self.ask(ArgumentJob::Show(Box::new(argument)))
    }

    fn begin_again(&mut self) -> Vec<Job> {
        let State::Ready(snapshot) = &self.state else { return Vec::new() };
        let mut argument = snapshot.argument.clone();
        argument.again();
        self.ask(ArgumentJob::Show(Box::new(argument)))
    }

    fn ask(&mut self, job: ArgumentJob) -> Vec<Job> {
        let before = std::mem::replace(&mut self.state, State::Beginning);
        self.state = match before {
            State::Ready(snapshot) => State::Waiting(snapshot),
            other => other,
        };
        self.ticket += 1;
        vec![Job::Argument(self.ticket, job)]
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        canvas.put(1, 0, "Argue: you are the one who should lose", Role::Title);
        let area = canvas.area;
        let (x, width) = (area.x + 1.min(area.width), area.width.saturating_sub(2));
        let mut inside = canvas.at(Rect { x, width, ..area });
        let mut pane = inside.below(1);
        let snapshot = match &self.state {
            State::Ready(snapshot) | State::Waiting(snapshot) => snapshot,
            State::Beginning => {
                let text = format!("Looking for a plan{}", pane.look.dots());
                pane.put(0, 0, &text, Role::Quiet);
                return pane.put(0, 1, &self.try_line(), Role::Chosen);
            }
            State::Nothing(why) => {
                let lines = pane.lines_of(why, Role::Text);
                return pane.put_lines(0, lines);
            }
        };
        let area = pane.area;
        let with_picture = area.width >= WITH_PICTURE && area.height >= 8;
        let words = if with_picture { area.width / 2 } else { area.width };
        if with_picture {
            let beside = Rect { x: area.x + words, width: area.width - words, ..area };
            self.draw_picture(snapshot, &mut pane.at(beside.inner(Margin::new(1, 1))));
        }
        self.draw_words(snapshot, &mut pane.at(Rect { width: words, ..area }));
    }

    fn try_line(&self) -> String {
        format!("Your try: {}_", self.typed)
    }

    /// What was said, why this is lost, and what can be tried.
    fn draw_words(&self, snapshot: &ArgumentSnapshot, pane: &mut Canvas<'_>) {
        let argument = &snapshot.argument;
        let mut lines = Vec::new();
        match (&self.said, &argument.opening) {
            (Some((text, role)), _) => lines.extend(pane.lines_of(text, *role)),
            (None, Some(opening)) => {
                lines.extend(pane.lines_of(&format!("The winner begins. {opening}"), Role::Text));
            }
            (None, None) => {}
        }
        lines.extend(pane.lines_of(&argument.why(), Role::Text));
        let height = usize::from(pane.area.height);
        // What is typed and some moves are always seen.
        pane.cut(&mut lines, height.saturating_sub(1 + MOVES_SEEN).max(1));
        if matches!(self.state, State::Waiting(_)) {
            lines.push((format!("Thinking{}", pane.look.dots()), Role::Quiet));
        } else {
            lines.push((self.try_line(), Role::Chosen));
        }
        let room = height.saturating_sub(lines.len());
        let choices = self.choices();
        let first = (self.cursor + 1).saturating_sub(room.max(1));
        for (place, (_, text)) in choices.iter().enumerate().skip(first).take(room) {
            let chosen = place == self.cursor;
            let pointer = if chosen { pane.look.pointer() } else { " " };
            let role = if chosen { Role::Chosen } else { Role::Text };
            lines.push((format!("{pointer} {text}"), role));
        }
        pane.put_lines(0, lines);
    }

    fn draw_picture(&self, snapshot: &ArgumentSnapshot, canvas: &mut Canvas<'_>) {
        let position = snapshot.argument.position();
        let chosen = self.chosen();
        let focus = match &chosen {
            Some(Move::Take { index, .. }) => *index,
            _ => 0,
        };
        let scene = Scene {
            position,
            start: position,
            listing: Some(&snapshot.listing),
            chosen: chosen.as_ref(),
            focus,
            marks: &|_| None,
            look: canvas.look,
        };
        picture::draw(&scene, canvas);
    }

    pub(crate) fn keys(look: Look) -> Vec<(&'static str, &'static str)> {
        let (up_down, _) = look.arrow_keys();
        vec![
            ("Enter", "try"),
            (up_down, "choose"),
            ("0-9", "type"),
            ("b", "back"),
            ("n", "again"),
            ("?", "help"),
            ("Esc", "leave"),
        ]
    }
}
