//! The whole of what is on the screen, as plain state: messages change it, and drawing reads it.
//!
//! Nothing here touches a terminal, a file or a clock. What has to be done outside comes back as
//! [`Job`]s, so a test can be the outside.

use std::time::Duration;

use duel_books::rules_text;
use duel_core::Position;
use duel_play::{Match, review::about};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::Rect,
};

use crate::{
    argument_screen::{self, ArgumentScreen},
    choice::Choice,
    game_screen::{self, GameScreen, Next, is_control},
    help,
    home::Home,
    lesson_screen::{self, LessonScreen},
    lesson_worker::LessonJob,
    look::{Look, Role, Theme},
    message::{ExitReason, Job, Msg},
    paint::{self, Canvas},
    review_screen::{self, ReviewScreen},
    session_worker::SessionJob,
};

/// Which screen is shown.
#[derive(Clone, Copy, Debug)]
enum Screen {
    Home,
    Game,
    Review(ReviewScreen),
    Lesson,
    Argument,
}

/// A text over the screen.
#[derive(Clone, Debug)]
struct Page {
    title: &'static str,
    text: String,
    from: usize,
}

/// What is on the screen.
pub struct App {
    size: (u16, u16),
    look: Look,
    /// Whether colours may be used at all.
    colours: bool,
    screen: Screen,
    home: Home,
    game: Option<GameScreen>,
    lesson: Option<LessonScreen>,
    argument: Option<ArgumentScreen>,
    /// The screen from which an argument was begun.
    argued_from: Screen,
    /// The last ticket of an argument before this one.
    last_argument: u64,
    /// The last ticket of the games before this one.
    last_ticket: u64,
    page: Option<Page>,
    now: Duration,
}

impl App {
    /// The first screen, with what was chosen the last time. The look is what the terminal says; a
    /// theme that was given or chosen goes before it, unless there are no colours.
    pub fn new(choice: Choice, look: Look, given_theme: Option<Theme>, size: (u16, u16)) -> App {
        let colours = look.theme != Theme::Plain;
        App {
            size,
            look,
            colours,
            screen: Screen::Home,
            home: Home::new(choice, given_theme),
            game: None,
            lesson: None,
            argument: None,
            argued_from: Screen::Game,
            last_argument: 0,
            last_ticket: 0,
            page: None,
            now: Duration::ZERO,
        }
    }

    /// What is asked for at the beginning.
    pub fn begin(&self) -> Vec<Job> {
        vec![Job::Session(SessionJob::ListGames), Job::Lesson(LessonJob::List)]
    }

    /// Whether the screen changes by itself.
    pub fn is_ticking(&self) -> bool {
        self.game.as_ref().is_some_and(GameScreen::is_ticking)
    }

    /// How to resume the open game, for a player who leaves it.
    pub fn farewell(&self) -> Option<&str> {
        self.game.as_ref().filter(|game| !game.is_over())?.farewell.as_deref()
    }

    /// The game that is open.
    pub fn record(&self) -> Option<&duel_core::Record> {
        self.game.as_ref().map(GameScreen::record)
    }

    fn look(&self) -> Look {
        match self.home.theme() {
            Some(theme) if self.colours => Look { theme, ..self.look },
            _ => self.look,
        }
    }

    fn content(&self) -> Rect {
        content_of(Rect::new(0, 0, self.size.0, self.size.1))
    }

    /// Handles a message that came at this time; returns what is to be done.
    pub fn update(&mut self, now: Duration, msg: Msg) -> Vec<Job> {
        self.now = now;
        match (msg, &mut self.game) {
            (Msg::Key(key), _) if key.kind == KeyEventKind::Release => {}
            (Msg::Key(key), _) => return self.press(key),
            (Msg::Mouse(mouse), _) => return self.click(mouse),
            (Msg::Paste(text), game) => match (&self.screen, game) {
                (Screen::Home, _) => self.home.paste(&text),
                (Screen::Game, Some(game)) => game.paste(&text),
                (Screen::Lesson, _) => {
                    if let Some(lesson) = &mut self.lesson {
                        lesson.paste(&text);
                    }
                }
                _ => {}
            },
            (Msg::Resize(width, height), _) => self.size = (width, height),
            (Msg::Games(games), _) => self.home.set_games(games),
            (Msg::Lessons(counts), _) => self.home.set_lessons(counts),
            (Msg::Lesson(snapshot), _) => {
                // One that was left meanwhile is not shown any more.
                if std::mem::take(&mut self.home.learning) {
                    self.home.busy = false;
                    self.screen = Screen::Lesson;
                }
                if matches!(self.screen, Screen::Lesson) {
                    self.lesson = Some(LessonScreen::new(snapshot));
                }
            }
            (Msg::Argument(ticket, snapshot), _) => {
                // One that was left meanwhile is not shown any more.
                if let Some(argument) = &mut self.argument {
                    argument.show(ticket, snapshot);
                }
            }
            (Msg::Opened(snapshot), game) => {
                let insight = game.as_ref().is_some_and(GameScreen::has_insight);
                self.close_game();
                let (choice, last) = (&self.home.choice, self.last_ticket);
                let (game, jobs) = GameScreen::open(*snapshot, choice, insight, last, now);
                self.game = Some(game);
                self.screen = Screen::Game;
                self.page = None;
                self.home.busy = false;
                return jobs;
            }
            (Msg::NotOpened(why), _) => {
                self.home.busy = false;
                self.home.learning = false;
                self.home.note = Some(why);
                return self.leave_game(None);
            }
            (Msg::Tick, Some(game)) => return game.tick(now),
            (msg, Some(game)) => return game.update(msg, now),
            (_, None) => {}
        }
        Vec::new()
    }

    fn close_game(&mut self) {
        self.close_argument();
        if let Some(game) = self.game.take() {
            self.last_ticket = game.last_ticket();
        }
    }

    /// Goes back to the first screen.
    fn leave_game(&mut self, note: Option<String>) -> Vec<Job> {
        self.close_game();
        self.screen = Screen::Home;
        self.page = None;
        self.home.note = note.or(self.home.note.take());
        vec![
            Job::StopAnalysis,
            Job::StopBots,
            Job::Session(SessionJob::Close),
            Job::Session(SessionJob::ListGames),
        ]
    }

    fn press(&mut self, mut key: KeyEvent) -> Vec<Job> {
        if is_control(key, 'j') || is_control(key, 'm') {
            // Terminals that are set otherwise send Enter like this.
            key = KeyEvent::from(KeyCode::Enter);
        }
        if is_control(key, 'c') {
            return vec![Job::Leave(ExitReason::Interrupted)];
        }
        if is_control(key, 'l') {
            return vec![Job::Redraw];
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        if self.page.is_some() {
            self.turn_page(key);
            return Vec::new();
        }
        let typing = match self.screen {
            Screen::Home => self.home.is_typing(),
            Screen::Game => self.game.as_ref().is_some_and(GameScreen::is_typing),
            Screen::Review(_) | Screen::Argument => false,
            Screen::Lesson => true,
        };
        if key.code == KeyCode::Char('?') && !typing || key.code == KeyCode::F(1) {
            let text = self.help();
            self.page = Some(Page { title: "Help", text: text.to_owned(), from: 0 });
            return Vec::new();
        }
        let content = self.content();
        match (&mut self.screen, &mut self.game) {
            (Screen::Game, Some(game)) if game.asked.is_some() => {
                let yes = match key.code {
                    KeyCode::Char('y' | 'Y') => true,
                    KeyCode::Char('n' | 'N') | KeyCode::Esc => false,
                    _ => return Vec::new(),
                };
                let pressed = game.answer(yes, self.now);
                self.follow(pressed)
            }
            (Screen::Game, Some(game)) => {
                let pressed = game.press(key, self.now, content);
                self.follow(pressed)
            }
            (Screen::Review(review), Some(game)) => {
                let moves = game.record().game.played().len();
                match review.press(key, moves) {
                    review_screen::Pressed::Here => Vec::new(),
                    review_screen::Pressed::Back => {
                        self.screen = Screen::Game;
                        Vec::new()
                    }
                    review_screen::Pressed::Why(ply) => {
                        let line = game.review.as_ref().and_then(|review| review.moves.get(ply));
                        let text = line.map(|line| {
                            let words = game_screen::all_words(&line.why, &line.before);
                            about(&words, &game.record().names[line.seat])
                        });
                        self.page = text.map(|text| Page { title: "Why", text, from: 0 });
                        Vec::new()
                    }
                    review_screen::Pressed::Argue(ply) => {
                        let line = game.review.as_ref().and_then(|review| review.moves.get(ply));
                        let before = line.map(|line| line.before.clone());
                        before.map_or_else(Vec::new, |before| self.argue(&before))
                    }
                    review_screen::Pressed::LookBefore(ply) => {
                        let jobs = game.look_before(ply);
                        self.screen = Screen::Game;
                        jobs
                    }
                }
            }
            (Screen::Lesson, _) => {
                let pressed = self.lesson.as_mut().map(|lesson| lesson.press(key));
                match pressed {
                    Some(lesson_screen::Pressed::Here(jobs)) => jobs,
                    Some(lesson_screen::Pressed::Home) | None => {
                        self.lesson = None;
                        self.screen = Screen::Home;
                        vec![Job::Lesson(LessonJob::List)]
                    }
                }
            }
            (Screen::Argument, _) => {
                let pressed = self.argument.as_mut().map(|argument| argument.press(key));
                match pressed {
                    Some(argument_screen::Pressed::Here(jobs)) => jobs,
                    Some(argument_screen::Pressed::Back) | None => {
                        self.close_argument();
                        self.screen = self.argued_from;
                        vec![Job::StopArgument]
                    }
                }
            }
            _ => self.home.press(key),
        }
    }

    /// The keys of the screen.
    fn help(&self) -> &'static str {
        match self.screen {
            Screen::Home => help::HOME.as_str(),
            Screen::Game => help::GAME,
            Screen::Review(_) => help::REVIEW,
            Screen::Lesson => help::LESSON,
            Screen::Argument => help::ARGUMENT,
        }
    }

    /// Begins an argument about a position.
    fn argue(&mut self, position: &Position) -> Vec<Job> {
        let (argument, jobs) = ArgumentScreen::begin(position, self.last_argument);
        self.argument = Some(argument);
        self.argued_from = self.screen;
        self.screen = Screen::Argument;
        jobs
    }

    fn close_argument(&mut self) {
        if let Some(argument) = self.argument.take() {
            self.last_argument = argument.last_ticket();
        }
    }

    fn turn_page(&mut self, key: KeyEvent) {
        let Some(page) = &mut self.page else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => page.from = page.from.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => page.from = (page.from + 1).min(500),
            KeyCode::PageUp => page.from = page.from.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.from = (page.from + 10).min(500),
            _ => self.page = None,
        }
    }

    fn click(&mut self, mouse: ratatui::crossterm::event::MouseEvent) -> Vec<Job> {
        if self.page.is_some() {
            return Vec::new();
        }
        let content = self.content();
        match (&mut self.screen, &mut self.game) {
            (Screen::Game, Some(game)) if game.asked.is_none() => {
                let pressed = game.click(mouse, self.now, content);
                self.follow(pressed)
            }
            (Screen::Review(review), Some(game)) => {
                review.click(mouse, game.record().game.played().len());
                Vec::new()
            }
            (Screen::Home, _) => self.home.click(mouse, content),
            _ => Vec::new(),
        }
    }

    /// Does what follows from a key in a game.
    fn follow(&mut self, next: Next) -> Vec<Job> {
        let page = |title, text| Some(Page { title, text, from: 0 });
        match (next, &self.game) {
            (Next::Jobs(jobs), _) => return jobs,
            (Next::Log(style), _) => {
                self.home.choice.log = style;
                return vec![self.home.remember()];
            }
            (Next::Home, game) => {
                let note = game.as_ref().filter(|game| !game.is_over()).map(|game| {
                    match (game.farewell.is_some(), Match::resumed(game.record())) {
                        (true, Ok(_)) => "The game is saved; r goes on with it.",
                        (true, Err(_)) => "The game is saved.",
                        (false, _) => "The game stops where it was last saved.",
                    }
                });
                self.home.note = None;
                return self.leave_game(note.map(str::to_owned));
            }
            (Next::Review, Some(game)) => {
                self.screen = Screen::Review(ReviewScreen::new(game.review.as_ref()));
            }
            (Next::Why, Some(game)) => {
                self.page = game.reasons().and_then(|text| page("Why", text));
            }
            (Next::Argue, Some(game)) => {
                let position = game.shown_position().clone();
                return self.argue(&position);
            }
            (Next::Rules, Some(game)) => {
                self.page = page("Rules", rules_text::of_game(&game.record().game));
            }
            (_, None) => {}
        }
        Vec::new()
    }

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.is_empty() {
            return;
        }
        let canvas = &mut Canvas::new(frame.buffer_mut(), area, self.look());
        let content = content_of(area);
        if area.width < 4 && self.game.is_none() {
            // Nothing can be chosen here, but the program can be recognised.
            return canvas.put(0, 0, "Divisor Duel", Role::Title);
        }
        let mut part = canvas.at(content);
        match (&self.screen, &self.game) {
            (Screen::Game, Some(game)) => game.draw(&mut part, self.now),
            (Screen::Review(review), Some(game)) => {
                review.draw(game.record(), game.review.as_ref(), &mut part);
            }
            (Screen::Lesson, _) => {
                if let Some(lesson) = &self.lesson {
                    lesson.draw(&mut part);
                }
            }
            (Screen::Argument, _) => {
                if let Some(argument) = &self.argument {
                    argument.draw(&mut part);
                }
            }
            _ => self.home.draw(&mut part),
        }
        if let Some(page) = &self.page {
            help::draw(page.title, &page.text, page.from, &mut part);
        }
        if let Some(question) = self.game.as_ref().and_then(GameScreen::question) {
            let text = format!("{question}\n\ny: yes    n: no");
            help::draw("", &text, 0, &mut part);
        }
        self.draw_keys(&mut canvas.below(content.height));
    }

    fn draw_keys(&self, line: &mut Canvas<'_>) {
        let look = line.look;
        let keys = match (&self.screen, &self.game) {
            _ if self.page.is_some() => vec![("any key", "back")],
            (Screen::Game, Some(game)) => game.keys(look),
            (Screen::Review(_), Some(_)) => ReviewScreen::keys(look),
            (Screen::Lesson, _) => {
                self.lesson.as_ref().map(|lesson| lesson.keys(look)).unwrap_or_default()
            }
            (Screen::Argument, _) => ArgumentScreen::keys(look),
            _ => self.home.keys(look),
        };
        let mut x = 1;
        for (key, meaning) in keys {
            let spans = [(key.to_owned(), Role::Key), (format!(" {meaning}"), Role::Text)];
            let wide = spans.iter().map(|(text, _)| paint::width(text)).sum::<u16>();
            if x + wide > line.area.width {
                return;
            }
            x = line.put_spans(x, 0, &spans) + 2;
        }
    }
}

/// The screen without its last line, which lists the keys.
fn content_of(screen: Rect) -> Rect {
    Rect { height: screen.height - u16::from(screen.height > 2), ..screen }
}
