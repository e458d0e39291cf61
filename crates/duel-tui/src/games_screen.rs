//! The kept games: all of them with results and dates, to go on with, look through, or delete.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use duel_books::BOOKS;
use duel_core::shown;
use ratatui_core::layout::Rect;

use crate::{
    kept_games::{GameState, GameSummary, KeptGame},
    look::{Look, Role},
    message::Job,
    paint::{self, Canvas},
    session_worker::SessionJob,
};

/// The longest text to look for.
const LONGEST: usize = 60;

/// The width from which on dates and results have columns of their own.
const COLUMNS_FROM: u16 = 72;

/// The rows above the list.
const HEAD: u16 = 2;

/// The rows below the list: what there is to know about the chosen game.
const FOOT: u16 = 3;

/// Which games are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct GameFilter {
    /// Of this book, by its place.
    book: Option<usize>,
    /// Those that are over, or those that are not.
    finished: Option<bool>,
    /// With this text in the names, the start, the date or the name of the file.
    text: String,
}

impl GameFilter {
    fn shows(&self, game: &KeptGame) -> bool {
        let wanted = self.text.to_lowercase();
        let has_text = |parts: &[&str]| {
            wanted.is_empty() || parts.iter().any(|part| part.to_lowercase().contains(&wanted))
        };
        match &game.content {
            Err(why) => {
                self.book.is_none() && self.finished.is_none() && has_text(&[&game.id, why])
            }
            Ok(summary) => {
                self.book.is_none_or(|book| BOOKS[book].slug == summary.book)
                    && self.finished.is_none_or(|finished| finished == summary.is_over())
                    && has_text(&[
                        &game.id,
                        &summary.start,
                        &summary.date,
                        &summary.players(),
                        &summary.result(),
                    ])
            }
        }
    }

    fn words(&self) -> String {
        let book = self.book.map_or("all games", |book| BOOKS[book].name());
        let state = match self.finished {
            None => "finished or not",
            Some(true) => "finished",
            Some(false) => "unfinished",
        };
        let text = match self.text.as_str() {
            "" => String::new(),
            text => format!(", with \"{text}\""),
        };
        format!("{book}, {state}{text}")
    }
}

/// The screen of the kept games.
#[derive(Clone, Debug, Default)]
pub(crate) struct GamesScreen {
    /// `None` until they are listed.
    games: Option<Vec<KeptGame>>,
    filter: GameFilter,
    /// Which of those that are shown is chosen.
    cursor: usize,
    /// Whether letters go into the text of the filter.
    is_typing: bool,
    /// The game that is to be deleted, if the answer is yes.
    deleting: Option<String>,
    /// What went wrong, or has been done.
    pub(crate) note: Option<String>,
}

/// Where a key leads.
pub(crate) enum Pressed {
    /// Nowhere else; this is to be done.
    Here(Vec<Job>),
    /// Back to the first screen.
    Home,
}

impl GamesScreen {
    pub(crate) fn set_games(&mut self, games: Vec<KeptGame>) {
        self.games = Some(games);
        self.step(0);
    }

    fn shown(&self) -> Vec<&KeptGame> {
        self.games.iter().flatten().filter(|game| self.filter.shows(game)).collect()
    }

    fn chosen(&self) -> Option<&KeptGame> {
        self.shown().get(self.cursor).copied()
    }

    fn step(&mut self, by: isize) {
        let last = self.shown().len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
    }

    /// Whether keys are letters now.
    pub(crate) fn is_typing(&self) -> bool {
        self.is_typing
    }

    /// The question that waits for yes or no.
    pub(crate) fn question(&self) -> Option<String> {
        let id = self.deleting.as_ref()?;
        let game = self.games.iter().flatten().find(|game| game.id == *id)?;
        let what = match &game.content {
            Ok(game) => format!("{}, {}: {}", game.book, game.players(), game.result()),
            Err(_) => "it cannot be read".to_owned(),
        };
        Some(format!("Delete the game {id} for good?\n{what}"))
    }

    pub(crate) fn press(&mut self, key: KeyEvent, area: Rect) -> Pressed {
        if let Some(id) = self.deleting.take() {
            return Pressed::Here(match key.code {
                KeyCode::Char('y' | 'Y') => vec![Job::Session(SessionJob::Delete(id))],
                KeyCode::Char('n' | 'N') | KeyCode::Esc => Vec::new(),
                _ => {
                    self.deleting = Some(id);
                    Vec::new()
                }
            });
        }
        self.note = None;
        if self.is_typing {
            self.edit(key);
            return Pressed::Here(Vec::new());
        }
        let page = isize::try_from(rows_of(area).max(1)).unwrap_or(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp | KeyCode::Left | KeyCode::Char('h') => self.step(-page),
            KeyCode::PageDown | KeyCode::Right | KeyCode::Char('l') => self.step(page),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Enter => return Pressed::Here(self.open()),
            KeyCode::Char('v') => return Pressed::Here(self.review()),
            KeyCode::Char('x') | KeyCode::Delete => {
                self.deleting = self.chosen().map(|game| game.id.clone());
            }
            KeyCode::Char('b') => {
                let next = self.filter.book.map_or(0, |book| book + 1);
                self.filter.book = Some(next).filter(|book| *book < BOOKS.len());
                self.cursor = 0;
            }
            KeyCode::Char('f') => {
                self.filter.finished = match self.filter.finished {
                    None => Some(false),
                    Some(false) => Some(true),
                    Some(true) => None,
                };
                self.cursor = 0;
            }
            KeyCode::Char('/') => self.is_typing = true,
            KeyCode::Char('c') => {
                self.filter = GameFilter::default();
                self.cursor = 0;
            }
            KeyCode::Esc | KeyCode::Char('q') => return Pressed::Home,
            _ => {}
        }
        Pressed::Here(Vec::new())
    }

    fn edit(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(letter) if self.filter.text.len() < LONGEST => {
                self.filter.text.extend(duel_core::is_shown(letter).then_some(letter));
            }
            KeyCode::Backspace => drop(self.filter.text.pop()),
            KeyCode::Esc => {
                self.filter.text.clear();
                self.is_typing = false;
            }
            KeyCode::Enter | KeyCode::Tab | KeyCode::Up | KeyCode::Down => self.is_typing = false,
            _ => {}
        }
        self.step(0);
    }

    /// Takes a text at once.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.deleting.is_none() {
            self.is_typing = true;
            let room = LONGEST.saturating_sub(self.filter.text.len());
            self.filter.text.extend(shown(text.trim()).chars().take(room));
            self.step(0);
        }
    }

    /// Goes on with the chosen game; one that is over is looked through.
    fn open(&mut self) -> Vec<Job> {
        let Some(game) = self.chosen() else { return Vec::new() };
        match &game.content {
            Err(why) => {
                self.note = Some(format!("This game cannot be read: {why}"));
                Vec::new()
            }
            Ok(GameSummary { state: GameState::Stranded(why), .. }) => {
                self.note = Some(format!("This game cannot go on: {why}. v looks through it."));
                Vec::new()
            }
            Ok(_) => vec![Job::Session(SessionJob::Resume(game.id.clone()))],
        }
    }

    /// Looks through the chosen game.
    fn review(&mut self) -> Vec<Job> {
        let Some(game) = self.chosen() else { return Vec::new() };
        match &game.content {
            Err(why) => {
                self.note = Some(format!("This game cannot be read: {why}"));
                Vec::new()
            }
            Ok(_) => vec![Job::Session(SessionJob::Show(game.id.clone()))],
        }
    }

    /// Takes the mouse: a click chooses, another one opens.
    pub(crate) fn click(&mut self, mouse: MouseEvent, area: Rect) -> Vec<Job> {
        if self.deleting.is_some() {
            return Vec::new();
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let Some(row) = mouse.row.checked_sub(area.y + HEAD) else { return Vec::new() };
                let place = self.first(area) + usize::from(row);
                if row < rows_of(area) && place < self.shown().len() {
                    if place == self.cursor {
                        return self.open();
                    }
                    self.cursor = place;
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// The first game that is seen.
    fn first(&self, area: Rect) -> usize {
        let rows = usize::from(rows_of(area).max(1));
        self.cursor / rows * rows
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let shown = self.shown();
        let all = self.games.as_ref().map_or(0, Vec::len);
        let count = match (shown.len(), all) {
            (some, all) if some < all => format!("Kept games: {some} of {all}"),
            (_, all) => format!("Kept games: {all}"),
        };
        canvas.put(1, 0, &count, Role::Title);
        if self.is_typing {
            let room = area.width.saturating_sub(12);
            let text = format!("With: {}_", paint::tail(&self.filter.text, room));
            canvas.put(1, 1, &text, Role::Chosen);
        } else if all > 0 {
            canvas.put(1, 1, &self.filter.words(), Role::Quiet);
        }
        let mut pane =
            canvas.at(Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area });
        if let Some(text) = self.emptiness(shown.len(), pane.look) {
            pane.put_lines(HEAD, pane.lines_of(&text, Role::Text));
        }
        let first = self.first(area);
        for (y, (place, game)) in
            (HEAD..HEAD + rows_of(area)).zip(shown.iter().enumerate().skip(first))
        {
            draw_game(game, place == self.cursor, &mut canvas.row(y));
        }
        self.draw_foot(canvas);
    }

    /// What is said instead of an empty list.
    fn emptiness(&self, shown: usize, look: Look) -> Option<String> {
        match &self.games {
            None => Some(format!("Looking for games{}", look.dots())),
            Some(games) if games.is_empty() => Some(
                "No game is kept yet. Every game that you begin is kept here, move by move: press \
                 Esc, choose a game and press Enter."
                    .to_owned(),
            ),
            Some(_) if shown == 0 => Some("No game is like that. c shows all of them.".to_owned()),
            Some(_) => None,
        }
    }

    /// What there is to know about the chosen game.
    fn draw_foot(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        if foot_of(area) == 0 {
            if let Some(note) = &self.note {
                canvas.row(1).clear();
                canvas.put(1, 1, note, Role::Alert);
            }
            return;
        }
        let foot = Rect {
            x: area.x + 1,
            y: area.y + area.height - FOOT,
            width: area.width.saturating_sub(2),
            height: FOOT,
        };
        let mut foot = canvas.at(foot);
        if let Some(note) = &self.note {
            return foot.put_lines(0, foot.lines_of(note, Role::Alert));
        }
        let Some(game) = self.chosen() else { return };
        let text = match &game.content {
            Err(why) => format!("{}\n{why}", game.id),
            Ok(summary) => {
                let start = duel_core::shortened(&summary.start, 60);
                let stranded = match &summary.state {
                    GameState::Stranded(why) => format!("\n{why}"),
                    GameState::Unfinished | GameState::Over(_) => String::new(),
                };
                format!("{} {}\n{}: {start}{stranded}", summary.date, summary.result(), game.id)
            }
        };
        foot.put_lines(0, foot.lines_of(&text, Role::Quiet));
    }

    /// The keys that matter now.
    pub(crate) fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.deleting.is_some() {
            return vec![("y", "yes"), ("n", "no")];
        }
        if self.is_typing {
            return vec![("Enter", "keep"), ("Esc", "clear")];
        }
        let open = self.chosen().map(|game| match &game.content {
            Ok(game) if game.is_over() => ("Enter", "look through"),
            _ => ("Enter", "go on"),
        });
        let mut keys: Vec<_> = open.into_iter().collect();
        if !keys.is_empty() {
            keys.extend([("v", "review"), ("x", "delete")]);
        }
        keys.extend([("b", "book"), ("f", "finished"), ("/", "text"), ("c", "all")]);
        keys.extend([("q", "home"), ("?", "help")]);
        keys
    }
}

/// How many games are seen at once.
fn rows_of(area: Rect) -> u16 {
    area.height.saturating_sub(HEAD + foot_of(area))
}

/// How many rows tell about the chosen game: none where there would be no game to choose.
fn foot_of(area: Rect) -> u16 {
    if area.height > HEAD + FOOT { FOOT } else { 0 }
}

fn draw_game(game: &KeptGame, chosen: bool, line: &mut Canvas<'_>) {
    let (look, width) = (line.look, line.area.width);
    line.put(0, 0, if chosen { look.pointer() } else { " " }, Role::Title);
    let role = if chosen { Role::Chosen } else { Role::Text };
    let Ok(summary) = &game.content else {
        return line.put(2, 0, &format!("{}: cannot be read", game.id), Role::Alert);
    };
    let state = if summary.is_over() { Role::Quiet } else { Role::Key };
    if width < COLUMNS_FROM {
        let text = format!("{}: {}: {}", summary.book, summary.players(), summary.result());
        return line.put(2, 0, &text, role);
    }
    line.put(2, 0, &summary.date, Role::Quiet);
    line.put(20, 0, summary.book, role);
    let result = summary.result();
    let x = width.saturating_sub(paint::width(&result).min(width / 2) + 1);
    let room = Rect { width: x.saturating_sub(1), ..line.area };
    line.at(room).put(30, 0, &summary.players(), role);
    line.put(x, 0, &result, state);
}
