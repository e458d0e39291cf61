//! The rows of the first screen: what each is called, what it says, and how it changes.

use duel_books::{BOOKS, house};
use duel_core::HouseRule;
use duel_play::Level;

use super::{Home, house_rules::HousePanel};
use crate::{
    choice::{Begins, CLOCKS, DEALT, Insight, ROUNDS},
    daily_record::DayStanding,
    kept_games::moves_in_words,
    look::Theme,
    opponents,
    training_worker::{TrainingCount, due_in_words},
};

/// Something on the first screen that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HomeRow {
    Book(usize),
    Field(Field),
    Go(Destination),
}

/// Something that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Rules,
    House,
    Start,
    Player(usize),
    Begins,
    Clock,
    Rounds,
    Insight,
    Theme,
}

/// Where else to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Unfinished,
    Daily,
    Lessons,
    Puzzles,
    Training,
    Games,
}

pub(super) const FIELDS: [Field; 10] = [
    Field::Rules,
    Field::House,
    Field::Start,
    Field::Player(0),
    Field::Player(1),
    Field::Begins,
    Field::Clock,
    Field::Rounds,
    Field::Insight,
    Field::Theme,
];

pub(super) const DESTINATIONS: [Destination; 6] = [
    Destination::Unfinished,
    Destination::Games,
    Destination::Daily,
    Destination::Lessons,
    Destination::Puzzles,
    Destination::Training,
];

/// A row in words.
pub(super) struct Described {
    pub(super) name: &'static str,
    pub(super) value: String,
    /// What there is to know about it.
    pub(super) about: String,
}

impl Home {
    pub(super) fn rows(&self) -> Vec<HomeRow> {
        let books = (0..BOOKS.len()).map(HomeRow::Book);
        let fields = FIELDS.into_iter().map(HomeRow::Field);
        let is_there = |destination: &Destination| {
            *destination != Destination::Unfinished || self.unfinished.is_some()
        };
        let places = DESTINATIONS.into_iter().filter(is_there).map(HomeRow::Go);
        books.chain(fields).chain(places).collect()
    }

    /// Changes what is chosen to its neighbour.
    pub(super) fn change(&mut self, by: isize) {
        let theme = self.theme();
        let choice = &mut self.choice;
        match self.row {
            HomeRow::Book(book) => return self.choose(book),
            HomeRow::Go(_) => return,
            HomeRow::Field(Field::House) => {
                self.panel = Some(HousePanel::default());
                return;
            }
            HomeRow::Field(Field::Rules) => {
                choice.fair = !choice.fair;
                choice.start.clear();
            }
            HomeRow::Field(Field::Start) => {
                // What the rules provide, or the other of a lot and the number of the book.
                let other =
                    if choice.fair { choice.book().start.to_string() } else { DEALT.to_owned() };
                choice.start = turned(&[String::new(), other], &choice.start, by);
            }
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
    }

    /// A field in words.
    pub(super) fn described(&self, field: Field) -> Described {
        let choice = &self.choice;
        let book = choice.book();
        let or = |text: &str, empty: &str| {
            if text.is_empty() { empty.to_owned() } else { text.to_owned() }
        };
        let (name, value, about) = match field {
            Field::Rules if choice.fair => ("rules", "fair".to_owned(), house::fair_in_words(book)),
            Field::Rules => ("rules", "as the book says".to_owned(), String::new()),
            Field::House => {
                let names: Vec<&str> = choice.house.iter().map(|rule| rule.name()).collect();
                let length = choice.length.map(|length| format!("length {length}"));
                let mut parts: Vec<String> = names.into_iter().map(str::to_owned).collect();
                parts.extend(length);
                let is_fair = choice.fair && !book.fair.house.is_empty();
                let more = if is_fair { "only the fair ones" } else { "none" };
                ("house rules", or(&parts.join(", "), more), "Enter to tick them".to_owned())
            }
            Field::Start => self.described_start(),
            Field::Player(place) => {
                let name = if place == 0 { "player 1" } else { "player 2" };
                let empty = if place == 0 { "Player 1, a person" } else { "Player 2, a person" };
                let about = match choice.players[place].as_str() {
                    "" if place == 0 => "Enter to type a name".to_owned(),
                    "" => "at this keyboard".to_owned(),
                    player => opponents::player_in_words(player),
                };
                (name, or(&choice.players[place], empty), about)
            }
            Field::Begins => ("begins", choice.begins.name().to_owned(), String::new()),
            Field::Clock => ("clock", or(&choice.clock, "none"), String::new()),
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
        };
        Described { name, value, about }
    }

    fn described_start(&self) -> (&'static str, String, String) {
        let (choice, book) = (&self.choice, self.choice.book());
        let name = if house::builds_digits(book) { "target" } else { "start" };
        let lot = "drawn by lot";
        let value = match choice.start.trim() {
            "" if choice.fair => lot.to_owned(),
            "" => book.start.to_string(),
            DEALT => lot.to_owned(),
            typed => typed.to_owned(),
        };
        (name, value, "Enter to type your own".to_owned())
    }

    /// A destination in words.
    pub(super) fn described_destination(&self, destination: Destination) -> Described {
        let book = self.choice.book().name();
        let (name, value, about) = match destination {
            Destination::Unfinished => {
                let game = self.unfinished.as_ref().map(|(_, game)| {
                    let moves = moves_in_words(game.moves);
                    format!("{}: {}, {moves}", game.book, game.players())
                });
                let about = match self.unfinished_count {
                    0 | 1 => "Enter to go on".to_owned(),
                    count => format!("Enter to go on; {count} unfinished in all"),
                };
                ("unfinished", game.unwrap_or_default(), about)
            }
            Destination::Daily => {
                let (value, about) = match self.day {
                    DayStanding::New => {
                        ("today's", "the same start for everyone; you begin and can win")
                    }
                    DayStanding::Begun => ("begun", "Enter to go on with today's"),
                    DayStanding::Won => ("won", "Enter for the result; D to practise"),
                    DayStanding::Lost => ("lost", "Enter for the result; D to practise"),
                };
                ("daily duel", value.to_owned(), about.to_owned())
            }
            Destination::Lessons => {
                let value = match self.lessons.get(self.choice.book) {
                    Some(count) if count.done > 0 => {
                        format!("{} of {} done", count.done, count.steps)
                    }
                    _ => "new".to_owned(),
                };
                ("lessons", value, format!("Enter to learn {book}"))
            }
            Destination::Puzzles => {
                let value = match &self.rating {
                    Some(rating) => format!("rating {rating}"),
                    None => "new".to_owned(),
                };
                ("puzzles", value, format!("Enter to solve one of {book}"))
            }
            Destination::Training => {
                let (value, about) = match self.training {
                    TrainingCount { all: 0, .. } => {
                        ("none yet".to_owned(), "wins that you throw away come back here")
                    }
                    TrainingCount { due: 0, open: 0, .. } => ("all learnt".to_owned(), ""),
                    TrainingCount { due: 0, .. } => {
                        ("none due today".to_owned(), "the others come back another day")
                    }
                    TrainingCount { due, .. } => {
                        (due_in_words(due), "Enter to win what you threw away")
                    }
                };
                ("training", value, about.to_owned())
            }
            Destination::Games => {
                let value = match self.kept {
                    0 => "none yet".to_owned(),
                    kept => kept.to_string(),
                };
                ("kept games", value, "Enter to see all of them".to_owned())
            }
        };
        Described { name, value, about }
    }
}

/// The house rules that can be ticked for a book.
pub(super) fn house_rules(book: &'static duel_books::Book) -> Vec<HouseRule> {
    house::fitting(book).collect()
}

/// The neighbour of a value in a list that goes round.
pub(super) fn turned<T: Clone + PartialEq>(all: &[T], value: &T, by: isize) -> T {
    let at = all.iter().position(|other| other == value);
    let count = all.len();
    let to = match at {
        None => 0,
        Some(at) if by < 0 => (at + count - 1) % count,
        Some(at) => (at + 1) % count,
    };
    all[to].clone()
}
