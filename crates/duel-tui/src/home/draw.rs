//! How the first screen looks.

use std::sync::LazyLock;

use duel_books::{BOOKS, short_name};
use duel_play::Level;
use ratatui_core::layout::Rect;

use super::{
    Home,
    house_rules::HousePanel,
    rows::{DESTINATIONS, Described, Destination, FIELDS, Field, HomeRow},
};
use crate::{
    choice::DEALT,
    look::{Look, Role},
    paint::{self, Canvas},
};

/// The keys that choose a book.
static BOOK_KEYS: LazyLock<String> = LazyLock::new(|| format!("1-{}", BOOKS.len().min(9)));

/// What a newcomer reads.
const WELCOME: &str = "New here? t teaches the chosen game in short steps; Enter plays it.";

/// Where values begin.
const VALUES: u16 = 16;

impl Home {
    /// Which row of the screen shows what, with what is chosen always on it.
    pub(super) fn places(&self, area: Rect) -> Vec<(u16, HomeRow)> {
        let rows = self.rows();
        // A gap before each part, where there is room for it.
        let most = BOOKS.len() + FIELDS.len() + DESTINATIONS.len();
        let roomy = usize::from(area.height) >= most + 7;
        let mut lines: Vec<Option<HomeRow>> = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            let is_first = |other: fn(&HomeRow) -> bool| rows.iter().position(other) == Some(place);
            let begins = is_first(|row| matches!(row, HomeRow::Field(_)))
                || is_first(|row| matches!(row, HomeRow::Go(_)));
            lines.extend((begins && roomy).then_some(None));
            lines.push(Some(*row));
        }
        let top = if roomy { 2 } else { 1 };
        // The last row is for the note, and the one above says where rows are hidden.
        let all = usize::from(area.height.saturating_sub(top + 1));
        let room = if lines.len() <= all { all } else { all.saturating_sub(1) };
        let at = lines.iter().position(|line| *line == Some(self.row)).unwrap_or(0);
        let first = (at + 1).saturating_sub(room);
        (area.y + top..)
            .zip(lines.into_iter().skip(first).take(room))
            .filter_map(|(y, row)| Some((y, row?)))
            .collect()
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        if let Some(panel) = &self.panel {
            return panel.draw(&self.choice, canvas);
        }
        let (area, look) = (canvas.area, canvas.look);
        canvas.put(1, 0, "Divisor Duel", Role::Title);
        let tail = "number games for two";
        if area.width > 40 {
            let x = area.width.saturating_sub(paint::width(tail) + 1);
            canvas.put(x, 0, tail, Role::Quiet);
        }
        let places = self.places(area);
        if let Some(hidden) = self.hidden(&places) {
            let x = area.width.saturating_sub(paint::width(hidden) + 1);
            canvas.put(x, area.height.saturating_sub(2), hidden, Role::Key);
        }
        for (y, row) in places {
            let y = y - area.y;
            let chosen = row == self.row;
            let pointer = if chosen { look.pointer() } else { " " };
            canvas.put(0, y, pointer, Role::Title);
            match row {
                HomeRow::Book(place) => self.draw_book(place, &mut canvas.row(y)),
                HomeRow::Field(field) => {
                    self.draw_described(&self.described(field), chosen, &mut canvas.row(y));
                }
                HomeRow::Go(destination) => {
                    let described = self.described_destination(destination);
                    self.draw_described(&described, chosen, &mut canvas.row(y));
                }
            }
        }
        self.draw_note(canvas);
    }

    /// Where there are rows that have no room on the screen.
    fn hidden(&self, places: &[(u16, HomeRow)]) -> Option<&'static str> {
        let (all, first, last) = (self.rows(), places.first()?.1, places.last()?.1);
        match (all.first() == Some(&first), all.last() == Some(&last)) {
            (true, true) => None,
            (true, false) => Some("more below"),
            (false, true) => Some("more above"),
            (false, false) => Some("more above and below"),
        }
    }

    /// What went wrong, or what there is to know about the chosen row and has no room there.
    fn draw_note(&self, canvas: &mut Canvas<'_>) {
        let (area, look) = (canvas.area, canvas.look);
        let (note, role) = match &self.note {
            Some(note) => (note.clone(), Role::Alert),
            None if self.opening.is_some() => {
                (format!("Setting it up{}", look.dots()), Role::Quiet)
            }
            None if self.welcomes(area) => (WELCOME.to_owned(), Role::Quiet),
            None => (self.about_chosen(area.width), Role::Quiet),
        };
        if note.is_empty() {
            return;
        }
        let lines = paint::wrapped(&note, area.width.saturating_sub(2));
        let first = area.height.saturating_sub(u16::try_from(lines.len()).unwrap_or(1).min(3));
        for (y, line) in (first..area.height).zip(&lines) {
            canvas.row(y).clear();
            canvas.put(1, y, line, role);
        }
    }

    /// Whether there is a word for somebody who has never played or learned, and room for it.
    fn welcomes(&self, area: Rect) -> bool {
        let is_new = self.kept == 0 && self.lessons.iter().all(|course| course.done == 0);
        let has_room = self.hidden(&self.places(area)).is_none();
        is_new && has_room && matches!(self.row, HomeRow::Book(_))
    }

    fn about_chosen(&self, width: u16) -> String {
        let described = match self.row {
            HomeRow::Field(field) if self.typed.is_some() => return what_to_type(field),
            HomeRow::Field(field) => self.described(field),
            HomeRow::Go(destination) => self.described_destination(destination),
            HomeRow::Book(_) => return String::new(),
        };
        let used = VALUES + 6 + paint::width(&described.value);
        let has_room = used + paint::width(&described.about) < width;
        if has_room { String::new() } else { described.about }
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
        let (name, goal) = match self.choice.fair {
            _ if playing => {
                let (rules, goal) = self.choice.goal();
                (short_name(&rules), goal)
            }
            true => (short_name(&book.fair_rules()), book.fair_goal()),
            false => (book.short, book.goal()),
        };
        line.put(6, 0, name, role);
        let room = Rect { width: line.area.width.min(81), ..line.area };
        line.at(room).put(20, 0, &goal.aim(), Role::Text);
        line.put(82, 0, book.title, Role::Quiet);
    }

    fn draw_described(&self, described: &Described, chosen: bool, line: &mut Canvas<'_>) {
        line.put(2, 0, described.name, Role::Quiet);
        let width = line.area.width;
        if let (true, Some(typed)) = (chosen, &self.typed) {
            let tail = paint::tail(typed, width.saturating_sub(VALUES + 2));
            return line.put(VALUES, 0, &format!("{tail}_"), Role::Chosen);
        }
        let (open, close) = line.look.brackets();
        let role = if chosen { Role::Chosen } else { Role::Text };
        let room = width.saturating_sub(VALUES + 4);
        let value = paint::whole_words(&described.value, room, line.look);
        let value: String = value.chars().take(usize::from(room)).collect();
        let spans =
            [(format!("{open} "), Role::Quiet), (value, role), (format!(" {close}"), Role::Quiet)];
        let x = line.put_spans(VALUES, 0, &spans);
        line.put_words(x + 2, width.saturating_sub(1), &described.about, Role::Quiet);
    }

    /// The keys that matter now.
    pub(crate) fn keys(&self, look: Look) -> Vec<(&'static str, &'static str)> {
        let (up_down, left_right) = look.arrow_keys();
        if self.panel.is_some() {
            return HousePanel::keys();
        }
        if self.typed.is_some() {
            return vec![("Enter", "accept"), ("Esc", "leave as it was")];
        }
        let enter = match self.row {
            HomeRow::Go(Destination::Unfinished) => "go on",
            HomeRow::Field(Field::Start | Field::Player(_) | Field::Clock) => "type",
            HomeRow::Field(Field::House) => "tick",
            HomeRow::Go(Destination::Lessons) => "learn",
            HomeRow::Go(Destination::Puzzles) => "solve",
            HomeRow::Go(Destination::Training) => "train",
            HomeRow::Go(Destination::Games) => "see them",
            HomeRow::Go(Destination::Daily) | HomeRow::Book(_) | HomeRow::Field(_) => "play",
        };
        let mut keys = vec![("Enter", enter)];
        // Digits begin a start where one is chosen.
        if self.row != HomeRow::Field(Field::Start) {
            keys.push((BOOK_KEYS.as_str(), "game"));
        }
        keys.push((up_down, "go"));
        if let HomeRow::Book(_) = self.row {
            keys.push(("Space", "choose"));
        }
        if matches!(self.row, HomeRow::Field(_)) {
            keys.extend([(left_right, "change"), ("p", "play")]);
        }
        if self.unfinished.is_some() {
            keys.push(("r", "resume"));
        }
        keys.extend([("?", "help"), ("q", "quit"), ("g", "games"), ("t", "learn")]);
        keys.extend([("z", "puzzle"), ("m", "train"), ("d", "daily")]);
        keys
    }
}

/// What can be typed into a field.
fn what_to_type(field: Field) -> String {
    match field {
        Field::Start => format!(
            "A number, several with commas, a position such as divide+misere:60, or {DEALT}."
        ),
        Field::Player(_) => {
            let levels = Level::ALL.map(Level::name).join(", ");
            format!("A name, cmd:PROGRAM, or bot:LEVEL ({levels}).")
        }
        Field::Clock => "30s for each turn, or 5m+3s for the game; nothing for none.".to_owned(),
        _ => String::new(),
    }
}
