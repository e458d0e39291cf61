//! The whole of what is on the screen, as plain state: messages change it, and drawing reads it.
//!
//! Nothing here touches a terminal, a file or a clock. What has to be done outside comes back as
//! [`Effect`]s, so a test can be the outside.

use std::time::Duration;

use duel_books::rules_text;
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::Rect,
};

use crate::{
    choice::Choice,
    desk::{Reply, Request},
    help,
    home::{self, Home},
    ink,
    look::{Look, Role, Theme},
    message::{Effect, Leaving, Message},
    table::{self, Table, is_control},
    verdicts::{self, Verdicts},
};

/// Which screen is shown.
#[derive(Clone, Copy, Debug)]
enum Screen {
    Home,
    Table,
    Review(Verdicts),
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
    table: Option<Table>,
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
            table: None,
            last_ticket: 0,
            page: None,
            now: Duration::ZERO,
        }
    }

    /// What is asked for at the beginning.
    pub fn begin(&self) -> Vec<Effect> {
        vec![Effect::Desk(Request::Games)]
    }

    /// Whether the screen changes by itself.
    pub fn is_ticking(&self) -> bool {
        self.table.as_ref().is_some_and(Table::is_ticking)
    }

    /// How to go on with the game that is open, for whoever leaves in the middle.
    pub fn farewell(&self) -> Option<&str> {
        self.table.as_ref().filter(|table| !table.is_over())?.farewell.as_deref()
    }

    /// The game that is open.
    pub fn record(&self) -> Option<&duel_core::Record> {
        self.table.as_ref().map(|table| &table.record)
    }

    fn look(&self) -> Look {
        match self.home.theme() {
            Some(theme) if self.colours => Look { theme, ..self.look },
            _ => self.look,
        }
    }

    fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.0, self.size.1)
    }

    /// The screen without its last line, which tells the keys.
    fn content(&self) -> Rect {
        let area = self.area();
        Rect { height: area.height.saturating_sub(u16::from(area.height > 2)), ..area }
    }

    /// Hears a message at this time; gives what is to be done.
    pub fn update(&mut self, now: Duration, message: Message) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Message::Key(key) => self.press(key),
            Message::Mouse(mouse) => self.click(mouse),
            Message::Paste(text) => {
                match (&self.screen, &mut self.table) {
                    (Screen::Home, _) => self.home.paste(&text),
                    (Screen::Table, Some(table)) => table.paste(&text),
                    _ => {}
                }
                Vec::new()
            }
            Message::Resize(width, height) => {
                self.size = (width, height);
                Vec::new()
            }
            Message::Tick => self.table.as_mut().map(|table| table.tick(now)).unwrap_or_default(),
            Message::Desk(reply) => self.hear(reply),
            Message::Mind(ticket, answer) => {
                if let Some(table) = &mut self.table {
                    table.learn(ticket, answer);
                }
                Vec::new()
            }
            Message::Guest(said) => {
                self.table.as_mut().map(|table| table.hear_guest(said)).unwrap_or_default()
            }
        }
    }

    fn hear(&mut self, reply: Reply) -> Vec<Effect> {
        match reply {
            Reply::Games(games) => {
                self.home.set_games(games);
                Vec::new()
            }
            Reply::Opened(opened) => {
                let insight = self.table.as_ref().is_some_and(Table::has_insight);
                self.put_table_away();
                let allowed = self.home.choice.insight;
                let (table, effects) = Table::new(*opened, allowed, insight, self.last_ticket);
                self.table = Some(table);
                self.screen = Screen::Table;
                self.page = None;
                self.home.busy = false;
                effects
            }
            Reply::Failed(why) => {
                self.home.busy = false;
                self.home.note = Some(why);
                self.leave_table(None)
            }
            reply => self.table.as_mut().map(|table| table.hear(reply)).unwrap_or_default(),
        }
    }

    fn put_table_away(&mut self) {
        if let Some(table) = self.table.take() {
            self.last_ticket = table.last_ticket();
        }
    }

    /// Goes back to the first screen.
    fn leave_table(&mut self, note: Option<String>) -> Vec<Effect> {
        self.put_table_away();
        self.screen = Screen::Home;
        self.page = None;
        self.home.note = note.or(self.home.note.take());
        vec![
            Effect::StopThinking,
            Effect::StopAsking,
            Effect::Desk(Request::Close),
            Effect::Desk(Request::Games),
        ]
    }

    fn press(&mut self, mut key: KeyEvent) -> Vec<Effect> {
        if is_control(key, 'j') || is_control(key, 'm') {
            // Terminals that are set otherwise send Enter like this.
            key = KeyEvent::from(KeyCode::Enter);
        }
        if is_control(key, 'c') {
            return vec![Effect::Leave(Leaving::Interrupted)];
        }
        if is_control(key, 'l') {
            return vec![Effect::Redraw];
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
            Screen::Table => self.table.as_ref().is_some_and(Table::is_typing),
            Screen::Review(_) => false,
        };
        if key.code == KeyCode::Char('?') && !typing || key.code == KeyCode::F(1) {
            let text = match self.screen {
                Screen::Home => help::HOME.as_str(),
                Screen::Table => help::TABLE,
                Screen::Review(_) => help::REVIEW,
            };
            self.page = Some(Page { title: "Help", text: text.to_owned(), from: 0 });
            return Vec::new();
        }
        let content = self.content();
        match (&mut self.screen, &mut self.table) {
            (Screen::Table, Some(table)) if table.asked.is_some() => {
                let yes = match key.code {
                    KeyCode::Char('y' | 'Y') => true,
                    KeyCode::Char('n' | 'N') | KeyCode::Esc => false,
                    _ => return Vec::new(),
                };
                let pressed = table.answer(yes, self.now);
                self.follow(pressed)
            }
            (Screen::Table, Some(table)) => {
                let pressed = table.press(key, self.now, content);
                self.follow(pressed)
            }
            (Screen::Review(verdicts), Some(table)) => {
                let moves = table.record.game.played().len();
                match verdicts.press(key, moves) {
                    verdicts::Pressed::Here | verdicts::Pressed::Unknown => Vec::new(),
                    verdicts::Pressed::Back => {
                        self.screen = Screen::Table;
                        Vec::new()
                    }
                    verdicts::Pressed::Why(ply) => {
                        let line = table.review.as_ref().and_then(|review| review.moves.get(ply));
                        let text = line.map(|line| table::all_words(&line.why, &line.before));
                        self.page = text.map(|text| Page { title: "Why", text, from: 0 });
                        Vec::new()
                    }
                    verdicts::Pressed::LookBefore(ply) => {
                        let effects = table.look_before(ply);
                        self.screen = Screen::Table;
                        effects
                    }
                }
            }
            _ => {
                let pressed = self.home.press(key);
                done(pressed)
            }
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

    fn click(&mut self, mouse: ratatui::crossterm::event::MouseEvent) -> Vec<Effect> {
        if self.page.is_some() {
            return Vec::new();
        }
        let content = self.content();
        match (&mut self.screen, &mut self.table) {
            (Screen::Table, Some(table)) if table.asked.is_none() => {
                let pressed = table.click(mouse, self.now, content);
                self.follow(pressed)
            }
            (Screen::Review(verdicts), Some(table)) => {
                verdicts.click(mouse, table.record.game.played().len());
                Vec::new()
            }
            (Screen::Home, _) => {
                let pressed = self.home.click(mouse, content);
                done(pressed)
            }
            _ => Vec::new(),
        }
    }

    /// Goes where a key at the table leads.
    fn follow(&mut self, pressed: table::Pressed) -> Vec<Effect> {
        match pressed {
            table::Pressed::Here(effects) => effects,
            table::Pressed::Unknown => Vec::new(),
            table::Pressed::Home => {
                let note = self.table.as_ref().and_then(|table| {
                    let kept = table.farewell.is_some();
                    match (table.is_over(), kept) {
                        (true, _) => None,
                        (false, true) => Some("The game is saved; r goes on with it."),
                        (false, false) => Some("The game stops where it was last saved."),
                    }
                });
                self.home.note = None;
                self.leave_table(note.map(str::to_owned))
            }
            table::Pressed::Review => {
                let review = self.table.as_ref().and_then(|table| table.review.as_ref());
                self.screen = Screen::Review(Verdicts::new(review));
                Vec::new()
            }
            table::Pressed::Why => {
                let text = self.table.as_ref().and_then(Table::reasons);
                self.page = text.map(|text| Page { title: "Why", text, from: 0 });
                Vec::new()
            }
            table::Pressed::Rules => {
                if let Some(table) = &self.table {
                    let text = rules_text::of_game(&table.record.game);
                    self.page = Some(Page { title: "Rules", text, from: 0 });
                }
                Vec::new()
            }
        }
    }

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.render(area, frame.buffer_mut());
    }

    /// Draws the screen into a buffer.
    fn render(&self, area: Rect, buffer: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let look = self.look();
        let footer = u16::from(area.height > 2);
        let content = Rect { height: area.height - footer, ..area };
        if area.width < 4 && self.table.is_none() {
            // Nothing can be chosen here, but the program can be recognised.
            ink::put(buffer, area, 0, 0, "Divisor Duel", look.style(Role::Title));
            return;
        }
        match (&self.screen, &self.table) {
            (Screen::Table, Some(table)) => table.draw(content, buffer, look, self.now),
            (Screen::Review(verdicts), Some(table)) => {
                verdicts.draw(&table.record, table.review.as_ref(), content, buffer, look);
            }
            _ => self.home.draw(content, buffer, look),
        }
        if let Some(page) = &self.page {
            help::draw(page.title, &page.text, page.from, content, buffer, look);
        }
        if let Some(question) = self.table.as_ref().and_then(Table::question) {
            let text = format!("{question}\n\ny: yes    n: no");
            help::draw("", &text, 0, content, buffer, look);
        }
        if footer > 0 {
            let line = Rect { y: area.y + content.height, height: 1, ..area };
            self.draw_keys(line, buffer, look);
        }
    }

    fn draw_keys(&self, line: Rect, buffer: &mut Buffer, look: Look) {
        let keys = match (&self.screen, &self.table) {
            _ if self.page.is_some() => vec![("any key", "back")],
            (Screen::Table, Some(table)) => table.keys(look),
            (Screen::Review(_), Some(_)) => Verdicts::keys(look),
            _ => self.home.keys(look),
        };
        let mut x = 1;
        for (key, meaning) in keys {
            let spans = [
                (key.to_owned(), look.style(Role::Key)),
                (format!(" {meaning}"), look.style(Role::Text)),
            ];
            let wide = spans.iter().map(|(text, _)| ink::width(text)).sum::<u16>();
            if x + wide > line.width {
                return;
            }
            x = ink::put_spans(buffer, line, x, 0, &spans) + 2;
        }
    }
}

fn done(pressed: home::Pressed) -> Vec<Effect> {
    match pressed {
        home::Pressed::Effects(effects) => effects,
        home::Pressed::Done | home::Pressed::Unknown => Vec::new(),
    }
}
