//! The first screen: which game, how, and against whom; and the games that wait to be finished.
//!
//! Everything is in one column of rows. Up and down choose a row, left and right change it,
//! Enter plays: what was played last, if nothing else was pressed.

use std::sync::LazyLock;

use duel_books::{BOOKS, house, short_name};
use duel_play::Level;
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};

use crate::{
    choice::{Begins, CLOCKS, Choice, Insight, ROUNDS},
    lesson_worker::{CourseCount, LessonJob},
    look::{Look, Role, Theme},
    message::{ExitReason, Job},
    paint::{self, Canvas},
    session_worker::{SessionJob, UnfinishedGame},
};

/// The keys that choose a book.
static BOOK_KEYS: LazyLock<String> = LazyLock::new(|| format!("1-{}", BOOKS.len().min(9)));

/// Something on the first screen that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HomeRow {
    Book(usize),
    Field(Field),
    Game(usize),
}

/// Something that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Rules,
    Start,
    Player(usize),
    Begins,
    Clock,
    Rounds,
    Insight,
    Theme,
    Lessons,
}

const FIELDS: [Field; 10] = [
    Field::Rules,
    Field::Start,
    Field::Player(0),
    Field::Player(1),
    Field::Begins,
    Field::Clock,
    Field::Rounds,
    Field::Insight,
    Field::Theme,
    Field::Lessons,
];

/// The longest text that can be typed into a field.
const LONGEST: usize = 20_000;

/// The first screen.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) choice: Choice,
    /// The theme of the command line: it counts, but is not remembered, until another is chosen.
    given_theme: Option<Theme>,
    row: HomeRow,
    /// A text that is being typed into a field.
    typed: Option<String>,
    /// Whether that is still the old text, which the first letter replaces.
    untouched: bool,
    games: Vec<UnfinishedGame>,
    /// How far the courses have come, in the order of the books.
    lessons: Vec<CourseCount>,
    /// What went wrong, or where a game was left.
    pub(crate) note: Option<String>,
    /// Whether a game or a lesson is being opened.
    pub(crate) busy: bool,
    /// Whether it is a lesson.
    pub(crate) learning: bool,
}

impl Home {
    pub(crate) fn new(choice: Choice, given_theme: Option<Theme>) -> Home {
        let row = HomeRow::Book(choice.book.min(BOOKS.len() - 1));
        Home {
            choice,
            given_theme,
            row,
            typed: None,
            untouched: false,
            games: Vec::new(),
            lessons: Vec::new(),
            note: None,
            busy: false,
            learning: false,
        }
    }

    /// The theme that was asked for, if one was.
    pub(crate) fn theme(&self) -> Option<Theme> {
        self.given_theme.or(self.choice.theme)
    }

    pub(crate) fn set_games(&mut self, games: Vec<UnfinishedGame>) {
        self.games = games;
        if let HomeRow::Game(place) = self.row
            && place >= self.games.len()
        {
            self.row = HomeRow::Book(self.choice.book);
        }
    }

    pub(crate) fn set_lessons(&mut self, lessons: Vec<CourseCount>) {
        self.lessons = lessons;
    }

    /// Opens the lessons of the chosen book.
    fn learn(&mut self) -> Vec<Job> {
        if self.busy {
            return Vec::new();
        }
        (self.busy, self.learning, self.note) = (true, true, None);
        vec![self.remember(), Job::Lesson(LessonJob::Open(self.choice.book))]
    }

    fn rows(&self) -> Vec<HomeRow> {
        let books = (0..BOOKS.len()).map(HomeRow::Book);
        let fields = FIELDS.into_iter().map(HomeRow::Field);
        books.chain(fields).chain((0..self.games.len()).map(HomeRow::Game)).collect()
    }

    fn step(&mut self, by: isize) {
        let rows = self.rows();
        let at = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(rows.len() - 1);
        self.row = rows[to];
    }

    /// Takes a book. Pointing at one is not enough: the cursor moves over them.
    fn choose(&mut self, book: usize) {
        self.row = HomeRow::Book(book);
        if self.choice.book != book {
            self.choice.book = book;
            self.choice.start.clear();
        }
        self.note = None;
    }

    /// Begins what is chosen.
    fn play(&mut self) -> Vec<Job> {
        if self.busy {
            return Vec::new();
        }
        match self.choice.game() {
            Err(why) => {
                self.note = Some(why);
                Vec::new()
            }
            Ok((of, toss)) => {
                self.busy = true;
                self.note = None;
                let begin = SessionJob::Begin { of: Box::new(of), toss };
                vec![self.remember(), Job::Session(begin)]
            }
        }
    }

    fn resume(&mut self, place: usize) -> Vec<Job> {
        match self.games.get(place) {
            Some(game) if !self.busy => {
                self.busy = true;
                self.note = None;
                vec![Job::Session(SessionJob::Resume(game.id.clone()))]
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn remember(&self) -> Job {
        Job::Session(SessionJob::Remember(self.choice.clone()))
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Vec<Job> {
        if self.typed.is_some() {
            self.edit(key);
            return Vec::new();
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-5),
            KeyCode::PageDown => self.step(5),
            KeyCode::Home => self.step(isize::MIN + 1),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Left | KeyCode::Char('h') => return self.change(-1),
            KeyCode::Right | KeyCode::Tab | KeyCode::Char('l' | ' ') => return self.change(1),
            KeyCode::Char('e') | KeyCode::Backspace | KeyCode::Delete => self.begin_typing(None),
            KeyCode::Char('r') => return self.resume(0),
            KeyCode::Char('p') => return self.play(),
            KeyCode::Char('t') => return self.learn(),
            KeyCode::Char(digit @ '0'..='9') if self.row == HomeRow::Field(Field::Start) => {
                self.begin_typing(Some(digit));
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let book = usize::from(digit as u8 - b'1');
                if book < BOOKS.len() {
                    self.choose(book);
                }
            }
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc | KeyCode::Char('q') => {
                return vec![self.remember(), Job::Leave(ExitReason::Quit)];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Does what the chosen row is for.
    fn enter(&mut self) -> Vec<Job> {
        match self.row {
            HomeRow::Game(place) => self.resume(place),
            HomeRow::Field(Field::Start | Field::Player(_) | Field::Clock) => {
                self.begin_typing(None);
                Vec::new()
            }
            HomeRow::Book(book) => {
                self.choose(book);
                self.play()
            }
            HomeRow::Field(Field::Lessons) => self.learn(),
            HomeRow::Field(_) => self.play(),
        }
    }

    /// Whether keys are letters of a text now.
    pub(crate) fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    fn text(&mut self) -> Option<&mut String> {
        match self.row {
            HomeRow::Field(Field::Start) => Some(&mut self.choice.start),
            HomeRow::Field(Field::Player(place)) => Some(&mut self.choice.players[place]),
            HomeRow::Field(Field::Clock) => Some(&mut self.choice.clock),
            _ => None,
        }
    }

    fn begin_typing(&mut self, first: Option<char>) {
        let text = self.text().map(|text| match first {
            Some(first) => first.to_string(),
            None => text.clone(),
        });
        self.typed = text;
        self.untouched = first.is_none();
    }

    fn edit(&mut self, key: KeyEvent) {
        let untouched = std::mem::take(&mut self.untouched);
        let Some(typed) = &mut self.typed else { return };
        match key.code {
            KeyCode::Char(letter) if untouched => *typed = letter.to_string(),
            KeyCode::Char(letter) if typed.len() < LONGEST => typed.push(letter),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Esc => self.typed = None,
            KeyCode::Enter | KeyCode::Up | KeyCode::Down | KeyCode::Tab => {
                let typed = duel_core::shown(typed.trim());
                if let Some(text) = self.text() {
                    *text = typed;
                }
                self.typed = None;
                self.note = self.choice.game().err();
                match key.code {
                    KeyCode::Up => self.step(-1),
                    _ => self.step(1),
                }
            }
            _ => {}
        }
    }

    /// Takes a text at once.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.typed.is_none() {
            self.begin_typing(None);
        }
        if let Some(typed) = &mut self.typed {
            if std::mem::take(&mut self.untouched) {
                typed.clear();
            }
            typed.extend(duel_core::shown(text).chars().take(LONGEST.saturating_sub(typed.len())));
        }
    }

    /// Changes what is chosen to its neighbour.
    fn change(&mut self, by: isize) -> Vec<Job> {
        let theme = self.theme();
        let choice = &mut self.choice;
        match self.row {
            HomeRow::Book(book) => {
                self.choose(book);
                return Vec::new();
            }
            HomeRow::Game(_) | HomeRow::Field(Field::Lessons) => {}
            HomeRow::Field(Field::Rules) => {
                choice.fair = !choice.fair;
                choice.start.clear();
            }
            HomeRow::Field(Field::Start) => choice.start.clear(),
            HomeRow::Field(Field::Player(place)) => {
                let levels = Level::ALL.map(|level| format!("bot:{level}"));
                let all: Vec<String> = std::iter::once(String::new()).chain(levels).collect();
                choice.players[place] = turned(&all, &choice.players[place], by);
            }
            HomeRow::Field(Field::Begins) => {
                choice.begins = turned(&Begins::ALL, &choice.begins, by);
            }
            HomeRow::Field(Field::Clock) => {
                choice.clock = turned(&CLOCKS.map(str::to_owned), &choice.clock, by);
            }
            HomeRow::Field(Field::Rounds) => choice.rounds = turned(&ROUNDS, &choice.rounds, by),
            HomeRow::Field(Field::Insight) => {
                choice.insight = turned(&Insight::ALL, &choice.insight, by);
            }
            HomeRow::Field(Field::Theme) => {
                let all: Vec<Option<Theme>> =
                    std::iter::once(None).chain(Theme::ALL.map(Some)).collect();
                choice.theme = turned(&all, &theme, by);
                self.given_theme = None;
            }
        }
        self.note = self.choice.game().err();
        Vec::new()
    }

    /// Takes the mouse: a click chooses, a click on what is chosen does what Enter does.
    pub(crate) fn click(&mut self, mouse: MouseEvent, area: Rect) -> Vec<Job> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) if self.typed.is_none() => {
                let hit = self.places(area).into_iter().find(|(y, _)| *y == mouse.row);
                if let Some((_, row)) = hit {
                    if row == self.row {
                        return match row {
                            HomeRow::Field(field) if field != Field::Lessons => self.change(1),
                            _ => self.enter(),
                        };
                    }
                    self.row = row;
                    if let HomeRow::Book(book) = row {
                        self.choose(book);
                    }
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// Which row of the screen shows what, with what is chosen always on it.
    fn places(&self, area: Rect) -> Vec<(u16, HomeRow)> {
        let rows = self.rows();
        // A gap before the fields and before the games, where there is room for it.
        let roomy = usize::from(area.height) >= rows.len().min(BOOKS.len() + FIELDS.len() + 2) + 6;
        let mut lines: Vec<Option<HomeRow>> = Vec::new();
        for row in rows {
            let begins = matches!(row, HomeRow::Field(Field::Rules) | HomeRow::Game(0));
            let gaps = usize::from(begins && roomy) + usize::from(row == HomeRow::Game(0));
            lines.extend(std::iter::repeat_n(None, gaps));
            lines.push(Some(row));
        }
        let top = if roomy { 2 } else { 1 };
        let room = usize::from(area.height.saturating_sub(top + 2));
        let at = lines.iter().position(|line| *line == Some(self.row)).unwrap_or(0);
        let first = (at + 1).saturating_sub(room);
        (area.y + top..)
            .zip(lines.into_iter().skip(first).take(room))
            .filter_map(|(y, row)| Some((y, row?)))
            .collect()
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let (area, look) = (canvas.area, canvas.look);
        canvas.put(1, 0, "Divisor Duel", Role::Title);
        let tail = "number games for two";
        if area.width > 40 {
            let x = area.width.saturating_sub(paint::width(tail) + 1);
            canvas.put(x, 0, tail, Role::Quiet);
        }
        for (y, row) in self.places(area) {
            let y = y - area.y;
            let chosen = row == self.row;
            let pointer = if chosen { look.pointer() } else { " " };
            canvas.put(0, y, pointer, Role::Title);
            match row {
                HomeRow::Book(place) => self.draw_book(place, &mut canvas.row(y)),
                HomeRow::Field(field) => self.draw_field(field, chosen, &mut canvas.row(y)),
                HomeRow::Game(place) => {
                    if place == 0 && y > 0 {
                        canvas.put(1, y - 1, "Unfinished games", Role::Title);
                    }
                    canvas.put(2, y, if place == 0 { "r" } else { " " }, Role::Key);
                    let role = if chosen { Role::Chosen } else { Role::Text };
                    canvas.put(4, y, &self.games[place].title, role);
                }
            }
        }
        let (note, role) = match &self.note {
            Some(note) => (note.clone(), Role::Alert),
            None if self.busy => (format!("Setting up the game{}", look.dots()), Role::Quiet),
            None => return,
        };
        let lines = paint::wrapped(&note, area.width.saturating_sub(2));
        let first = area.height.saturating_sub(u16::try_from(lines.len()).unwrap_or(1).min(3));
        for (y, line) in (first..area.height).zip(&lines) {
            canvas.row(y).clear();
            canvas.put(1, y, line, role);
        }
    }

    fn draw_book(&self, place: usize, line: &mut Canvas<'_>) {
        let book = BOOKS[place];
        let playing = self.choice.book == place;
        let role = match () {
            () if self.row == HomeRow::Book(place) => Role::Chosen,
            () if playing => Role::Title,
            () => Role::Text,
        };
        line.put(2, 0, &(place + 1).to_string(), Role::Key);
        line.put(4, 0, if playing { line.look.taken() } else { " " }, Role::Title);
        let (name, goal) = if self.choice.fair {
            (short_name(&book.fair_rules()), book.fair_goal())
        } else {
            (book.short, book.goal())
        };
        line.put(6, 0, name, role);
        line.put(20, 0, &goal.aim(), Role::Text);
        line.put(82, 0, book.title, Role::Quiet);
    }

    fn draw_field(&self, field: Field, chosen: bool, line: &mut Canvas<'_>) {
        let (name, value, about) = self.described(field);
        line.put(2, 0, name, Role::Quiet);
        let (x, width) = (16, line.area.width);
        if let (true, Some(typed)) = (chosen, &self.typed) {
            let tail = paint::tail(typed, width.saturating_sub(x + 2));
            return line.put(x, 0, &format!("{tail}_"), Role::Chosen);
        }
        let (open, close) = line.look.brackets();
        let role = if chosen { Role::Chosen } else { Role::Text };
        let room = usize::from(width.saturating_sub(x + 4));
        let value: String = value.chars().take(room).collect();
        let spans = [
            (format!("{open} "), Role::Quiet),
            (value, role),
            (format!(" {close}"), Role::Quiet),
            (format!("  {about}"), Role::Quiet),
        ];
        line.put_spans(x, 0, &spans);
    }

    /// A field by name, its value, and what there is to know about it.
    fn described(&self, field: Field) -> (&'static str, String, String) {
        let choice = &self.choice;
        let book = choice.book();
        let text = |text: &str, empty: &str| {
            if text.is_empty() { empty.to_owned() } else { text.to_owned() }
        };
        match field {
            Field::Rules if choice.fair => ("rules", "fair".to_owned(), house::fair_in_words(book)),
            Field::Rules => ("rules", "as the book says".to_owned(), String::new()),
            Field::Start => {
                let digits = house::builds_digits(book);
                let empty = match (choice.fair, digits) {
                    (true, _) => "drawn by lot".to_owned(),
                    (false, _) => book.start.to_string(),
                };
                let name = if digits { "target" } else { "start" };
                (name, text(&choice.start, &empty), "Enter to type your own".to_owned())
            }
            Field::Player(place) => {
                let name = if place == 0 { "player 1" } else { "player 2" };
                let empty = if place == 0 { "Player 1, a person" } else { "Player 2, a person" };
                let about = match (place, choice.players[place].as_str()) {
                    (0, "") => "Enter to type a name".to_owned(),
                    (_, "") => "at this keyboard".to_owned(),
                    (_, player) if player.starts_with("bot:") => "the computer".to_owned(),
                    (_, player) if player.contains("cmd:") => "a program".to_owned(),
                    _ => String::new(),
                };
                (name, text(&choice.players[place], empty), about)
            }
            Field::Begins => ("begins", choice.begins.name().to_owned(), String::new()),
            Field::Clock => ("clock", text(&choice.clock, "none"), String::new()),
            Field::Rounds if choice.rounds == 0 => {
                ("match", "a single game".to_owned(), String::new())
            }
            Field::Rounds => ("match", format!("{} rounds", choice.rounds), String::new()),
            Field::Insight => ("insight", choice.insight.name().to_owned(), String::new()),
            Field::Theme => {
                let theme = self.theme().map_or("as the terminal says", Theme::name);
                let about = self.given_theme.map_or("", |_| "as --theme says, this time");
                ("colours", theme.to_owned(), about.to_owned())
            }
            Field::Lessons => {
                let value = match self.lessons.get(choice.book) {
                    Some(count) if count.done > 0 => {
                        format!("{} of {} done", count.done, count.steps)
                    }
                    _ => "new".to_owned(),
                };
                ("lessons", value, format!("Enter to learn {}", book.slug))
            }
        }
    }

    /// The keys that matter now.
    pub(crate) fn keys(&self, look: Look) -> Vec<(&'static str, &'static str)> {
        let (up_down, left_right) = look.arrow_keys();
        if self.typed.is_some() {
            return vec![("Enter", "accept"), ("Esc", "leave as it was")];
        }
        let enter = match self.row {
            HomeRow::Game(_) => "go on",
            HomeRow::Field(Field::Start | Field::Player(_) | Field::Clock) => "type",
            HomeRow::Field(Field::Lessons) => "learn",
            HomeRow::Book(_) | HomeRow::Field(_) => "play",
        };
        let mut keys = vec![("Enter", enter), (BOOK_KEYS.as_str(), "game"), (up_down, "go")];
        if let HomeRow::Book(_) = self.row {
            keys.push(("Space", "choose"));
        }
        if matches!(self.row, HomeRow::Field(_)) {
            keys.extend([(left_right, "change"), ("p", "play")]);
        }
        if !self.games.is_empty() {
            keys.push(("r", "resume"));
        }
        keys.extend([("t", "learn"), ("?", "help"), ("q", "quit")]);
        keys
    }
}

/// The neighbour of a value in a list that goes round.
fn turned<T: Clone + PartialEq>(all: &[T], value: &T, by: isize) -> T {
    let at = all.iter().position(|other| other == value);
    let count = all.len();
    let to = match at {
        None => 0,
        Some(at) if by < 0 => (at + count - 1) % count,
        Some(at) => (at + 1) % count,
    };
    all[to].clone()
}
