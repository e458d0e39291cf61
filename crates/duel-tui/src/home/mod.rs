//! The first screen: which game, how, and against whom; and where else to go: the duel of the day,
//! lessons, puzzles, training, and kept games.
//!
//! Everything is in one column of rows. Up and down choose a row, left and right change it,
//! Enter plays: what was played last, if nothing else was pressed.

mod draw;
mod house_rules;
mod rows;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use duel_books::BOOKS;
use ratatui_core::layout::Rect;

use self::{
    house_rules::HousePanel,
    rows::{Destination, Field, HomeRow},
};
use crate::{
    choice::Choice,
    daily_record::{DayPurpose, DayStanding},
    kept_games::{GameSummary, KeptGame},
    lesson_worker::{CourseCount, LessonJob},
    look::Theme,
    message::{ExitReason, Job},
    puzzle_worker::PuzzleJob,
    session_worker::SessionJob,
    training_worker::{TrainingCount, TrainingJob},
};

/// The longest text that can be typed into a field.
const LONGEST: usize = 20_000;

/// What is being opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    Game,
    Lesson,
    Puzzle,
    Training,
}

/// Where a key leads.
pub(crate) enum Pressed {
    /// Nowhere else; this is to be done.
    Here(Vec<Job>),
    /// To the kept games.
    Games,
}

/// A player that was given.
#[derive(Clone, Debug)]
struct GivenPlayer {
    given: String,
    remembered: String,
}

/// The first screen.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) choice: Choice,
    /// The theme of the command line: it counts, but is not remembered, until another is chosen.
    given_theme: Option<Theme>,
    /// The players of the command line, likewise, each with the one that is remembered.
    given_players: [Option<GivenPlayer>; 2],
    row: HomeRow,
    /// A text that is being typed into a field.
    typed: Option<String>,
    /// Whether that is still the old text, which the first letter replaces.
    untouched: bool,
    /// The house rules, while they are ticked.
    panel: Option<HousePanel>,
    /// The newest game that can be resumed, by its name, and how many there are.
    unfinished: Option<(String, GameSummary)>,
    unfinished_count: usize,
    /// How many games are kept.
    kept: usize,
    /// How today's duel stands.
    day: DayStanding,
    /// How far the courses have come, in the order of the books.
    lessons: Vec<CourseCount>,
    /// The rating of puzzles, if any was rated.
    rating: Option<String>,
    training: TrainingCount,
    /// What went wrong, or where a game was left.
    pub(crate) note: Option<String>,
    /// What is being opened, if something is.
    pub(crate) opening: Option<Opening>,
}

impl Home {
    pub(crate) fn new(choice: Choice, given_theme: Option<Theme>) -> Home {
        let row = HomeRow::Book(choice.book.min(BOOKS.len() - 1));
        Home {
            choice,
            given_theme,
            given_players: [None, None],
            row,
            typed: None,
            untouched: false,
            panel: None,
            unfinished: None,
            unfinished_count: 0,
            kept: 0,
            day: DayStanding::default(),
            lessons: Vec::new(),
            rating: None,
            training: TrainingCount::default(),
            note: None,
            opening: None,
        }
    }

    /// The theme that was asked for, if one was.
    pub(crate) fn theme(&self) -> Option<Theme> {
        self.given_theme.or(self.choice.theme)
    }

    /// Lets players that were given play.
    pub(crate) fn take_players(&mut self, given: [Option<String>; 2]) {
        for (place, given) in given.into_iter().enumerate() {
            let Some(given) = given else { continue };
            let remembered = std::mem::replace(&mut self.choice.players[place], given.clone());
            self.given_players[place] = Some(GivenPlayer { given, remembered });
        }
    }

    pub(crate) fn set_games(&mut self, games: &[KeptGame]) {
        let mut unfinished = games.iter().filter(|game| game.is_resumable());
        self.unfinished_count = unfinished.clone().count();
        self.unfinished =
            unfinished.next().and_then(|game| Some((game.id.clone(), game.content.clone().ok()?)));
        self.kept = games.len();
        if !self.rows().contains(&self.row) {
            self.row = HomeRow::Book(self.choice.book);
        }
    }

    pub(crate) fn set_day(&mut self, day: DayStanding) {
        self.day = day;
    }

    /// Says how today's duel ended instead of opening it.
    pub(crate) fn tell_day(&mut self, score: &str) {
        self.opening = None;
        self.note =
            Some(format!("You have played today's duel. {score}. D plays it again for practice."));
    }

    pub(crate) fn set_lessons(&mut self, lessons: Vec<CourseCount>) {
        self.lessons = lessons;
    }

    pub(crate) fn set_rating(&mut self, rating: Option<String>) {
        self.rating = rating;
    }

    pub(crate) fn set_training(&mut self, training: TrainingCount) {
        self.training = training;
    }

    /// Opens something, unless something else is being opened.
    fn open(&mut self, opening: Opening, job: Job) -> Vec<Job> {
        if self.opening.is_some() {
            return Vec::new();
        }
        (self.opening, self.note) = (Some(opening), None);
        vec![self.remember(), job]
    }

    /// Opens the lessons of the chosen book.
    fn learn(&mut self) -> Vec<Job> {
        self.open(Opening::Lesson, Job::Lesson(LessonJob::Open(self.choice.book)))
    }

    /// Opens a puzzle of the chosen book.
    fn solve(&mut self) -> Vec<Job> {
        self.open(Opening::Puzzle, Job::Puzzle(PuzzleJob::Open(self.choice.book)))
    }

    /// Opens the positions that are due.
    fn train(&mut self) -> Vec<Job> {
        self.open(Opening::Training, Job::Training(TrainingJob::Open))
    }

    /// Opens the duel of the day.
    fn play_daily(&mut self, purpose: DayPurpose) -> Vec<Job> {
        let name = self.choice.name(0).unwrap_or_default();
        let begin = SessionJob::BeginDaily { date: None, name, purpose };
        self.open(Opening::Game, Job::Session(begin))
    }

    /// Begins what is chosen.
    fn play(&mut self) -> Vec<Job> {
        match self.choice.game() {
            Err(why) => {
                self.note = Some(why);
                Vec::new()
            }
            Ok((of, toss)) => {
                let begin = SessionJob::Begin { of: Box::new(of), toss };
                self.open(Opening::Game, Job::Session(begin))
            }
        }
    }

    /// Goes on with the newest unfinished game.
    fn resume(&mut self) -> Vec<Job> {
        let Some((id, _)) = &self.unfinished else { return Vec::new() };
        let job = Job::Session(SessionJob::Resume(id.clone()));
        self.open(Opening::Game, job)
    }

    pub(crate) fn remember(&self) -> Job {
        let mut choice = self.choice.clone();
        for (player, given) in choice.players.iter_mut().zip(&self.given_players) {
            if let Some(GivenPlayer { given, remembered }) = given
                && player == given
            {
                player.clone_from(remembered);
            }
        }
        Job::Session(SessionJob::Remember(choice))
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
        self.choice.take_book(book);
        self.note = self.choice.game().err();
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        if self.typed.is_some() {
            self.edit(key);
            return Pressed::Here(Vec::new());
        }
        if let Some(panel) = &mut self.panel {
            if panel.press(key, &mut self.choice) {
                self.panel = None;
                self.note = self.choice.game().err();
            }
            return Pressed::Here(Vec::new());
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-5),
            KeyCode::PageDown => self.step(5),
            KeyCode::Home => self.step(isize::MIN + 1),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Left | KeyCode::Char('h') => self.change(-1),
            KeyCode::Right | KeyCode::Tab | KeyCode::Char('l' | ' ') => self.change(1),
            KeyCode::Char('e') | KeyCode::Backspace | KeyCode::Delete => self.begin_typing(None),
            KeyCode::Char('r') => return self.go(Destination::Unfinished),
            KeyCode::Char('p') => return Pressed::Here(self.play()),
            KeyCode::Char('d') => return self.go(Destination::Daily),
            KeyCode::Char('D') if self.day.is_over() => {
                return Pressed::Here(self.play_daily(DayPurpose::Practice));
            }
            KeyCode::Char('t') => return self.go(Destination::Lessons),
            KeyCode::Char('z') => return self.go(Destination::Puzzles),
            KeyCode::Char('m') => return self.go(Destination::Training),
            KeyCode::Char('g') => return self.go(Destination::Games),
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
                let leave = Job::Leave(ExitReason::Quit);
                return Pressed::Here(vec![self.remember(), leave]);
            }
            _ => {}
        }
        Pressed::Here(Vec::new())
    }

    /// Goes somewhere else.
    fn go(&mut self, destination: Destination) -> Pressed {
        Pressed::Here(match destination {
            Destination::Unfinished => self.resume(),
            Destination::Daily => self.play_daily(DayPurpose::Record),
            Destination::Lessons => self.learn(),
            Destination::Puzzles => self.solve(),
            Destination::Training => self.train(),
            Destination::Games => return Pressed::Games,
        })
    }

    /// Does what the chosen row is for.
    fn enter(&mut self) -> Pressed {
        let jobs = match self.row {
            HomeRow::Go(destination) => return self.go(destination),
            HomeRow::Field(Field::Start | Field::Player(_) | Field::Clock) => {
                self.begin_typing(None);
                Vec::new()
            }
            HomeRow::Field(Field::House) => {
                self.panel = Some(HousePanel::default());
                Vec::new()
            }
            HomeRow::Book(book) => {
                self.choose(book);
                self.play()
            }
            HomeRow::Field(_) => self.play(),
        };
        Pressed::Here(jobs)
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
            KeyCode::Esc => {
                self.typed = None;
                self.note = self.choice.game().err();
            }
            KeyCode::Enter | KeyCode::Up | KeyCode::Down | KeyCode::Tab => {
                let typed = duel_core::shown(typed.trim());
                let before = self.choice.clone();
                if let Some(text) = self.text() {
                    *text = typed;
                }
                self.note = self.choice.game().err();
                if self.note.is_some() && self.note != before.game().err() {
                    // It is to be corrected: the next letter begins anew.
                    self.choice = before;
                    self.untouched = true;
                    return;
                }
                self.typed = None;
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
        if self.panel.is_some() {
            return;
        }
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

    /// Takes the mouse: a click chooses, a click on what is chosen does what Enter does.
    pub(crate) fn click(&mut self, mouse: MouseEvent, area: Rect) -> Pressed {
        match mouse.kind {
            _ if self.panel.is_some() => {}
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) if self.typed.is_none() => {
                let hit = self.places(area).into_iter().find(|(y, _)| *y == mouse.row);
                if let Some((_, row)) = hit {
                    if row == self.row {
                        match row {
                            HomeRow::Field(_) => self.change(1),
                            _ => return self.enter(),
                        }
                    }
                    self.row = row;
                    if let HomeRow::Book(book) = row {
                        self.choose(book);
                    }
                }
            }
            _ => {}
        }
        Pressed::Here(Vec::new())
    }
}
