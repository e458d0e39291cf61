//! The settings of a new game: chosen at home, remembered for the next time, and held against the
//! books when the game begins.

use std::{io, path::PathBuf};

use duel_books::{
    BOOKS, Book,
    goal::GameGoal,
    house::{builds_digits, fits},
};
use duel_core::{
    Clock, Conduct, HouseRule, OnIllegal, Rules, clean_name, notation::parse_list, rules::MAX_CAP,
    shown,
};
use duel_play::{
    Agreed, Level, Match, Person, PlayerKind, PlayerSpec, Scoreboard, Start, Store, Terms,
    atomic_file::{self, Readers, write_whole},
    plain_file,
};
use duel_teach::{COURSES, FIRST_COURSE};

use crate::look::Theme;

/// The largest file with a remembered choice, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Begins {
    /// The first player.
    #[default]
    One,
    /// The second player.
    Two,
    /// A coin decides.
    Toss,
}

/// When the solver may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Insight {
    /// At any time, but not while a clock runs.
    #[default]
    Unclocked,
    /// At any time.
    Always,
    /// Only after the game.
    Afterwards,
}

/// What the log of a game says about moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogStyle {
    /// One line a move.
    #[default]
    Brief,
    /// What the book says.
    Book,
}

/// The settings of a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which book, by its place.
    pub book: usize,
    /// Whether its fair variant is played.
    pub fair: bool,
    /// The house rules that are ticked, beside those of the fair variant.
    pub house: Vec<HouseRule>,
    /// The maximum length of a game of digits.
    pub length: Option<u32>,
    /// The start as typed; empty for what the rules provide, [`DEALT`] for one that is drawn by lot.
    pub start: String,
    /// The players as typed; empty for a person without a name.
    pub players: [String; 2],
    /// Who begins.
    pub begins: Begins,
    /// The clock as typed; empty for none.
    pub clock: String,
    /// How many rounds; 0 for a single game.
    pub rounds: u32,
    /// When the solver may be asked.
    pub insight: Insight,
    /// What the log says about moves.
    pub log: LogStyle,
    /// The colours; `None` for what fits the terminal.
    pub theme: Option<Theme>,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            book: 0,
            fair: true,
            house: Vec::new(),
            length: None,
            start: String::new(),
            players: [String::new(), format!("bot:{}", Level::Medium)],
            begins: Begins::One,
            clock: String::new(),
            rounds: 0,
            insight: Insight::Unclocked,
            log: LogStyle::Brief,
            theme: None,
        }
    }
}

/// The start that is drawn by lot, also where the rules provide another.
pub const DEALT: &str = "dealt";

/// Clocks to choose from without typing.
pub(crate) const CLOCKS: [&str; 5] = ["", "30s", "1m", "3m+2s", "10m+5s"];

/// Numbers of rounds to choose from.
pub(crate) const ROUNDS: [u32; 5] = [0, 2, 3, 5, 7];

impl Begins {
    pub(crate) const ALL: [Begins; 3] = [Begins::One, Begins::Two, Begins::Toss];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Begins::One => "player 1",
            Begins::Two => "player 2",
            Begins::Toss => "a coin decides",
        }
    }
}

impl Insight {
    pub(crate) const ALL: [Insight; 3] = [Insight::Unclocked, Insight::Always, Insight::Afterwards];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Insight::Unclocked => "when asked, without a clock",
            Insight::Always => "when asked",
            Insight::Afterwards => "after the game",
        }
    }
}

impl LogStyle {
    pub(crate) fn other(self) -> LogStyle {
        match self {
            LogStyle::Brief => LogStyle::Book,
            LogStyle::Book => LogStyle::Brief,
        }
    }
}

impl Choice {
    /// Where nothing was chosen before: the book whose lessons are the first, against an opponent
    /// that a beginner can beat.
    pub fn of_newcomer() -> Choice {
        let first = COURSES.iter().position(|course| course.book == FIRST_COURSE.book);
        let book = first.unwrap_or(0);
        let players = [String::new(), format!("bot:{}", Level::Easy)];
        Choice { book, players, ..Choice::default() }
    }

    /// The chosen book.
    pub fn book(&self) -> &'static Book {
        BOOKS[self.book.min(BOOKS.len() - 1)]
    }

    /// Takes another book, with those of the house rules that fit it.
    pub fn take_book(&mut self, book: usize) {
        if self.book != book {
            self.book = book;
            self.start.clear();
            let book = self.book();
            self.house.retain(|rule| fits(*rule, book));
            self.length.take_if(|_| !builds_digits(book));
        }
    }

    /// The match that this describes, and whether a coin decides who begins; or what is wrong.
    pub fn game(&self) -> Result<(Match, bool), String> {
        let agreed = self.agreed()?;
        let player = |place: usize| -> Result<PlayerSpec, String> {
            match self.players[place].trim() {
                "" => Ok(PlayerSpec { name: None, kind: PlayerKind::Human }),
                text => text.parse().map_err(|error| format!("player {}: {error}", place + 1)),
            }
        };
        let players = [player(0)?, player(1)?];
        let names = PlayerSpec::names(&players)
            .ok_or("both players have the same name; nobody could tell who is who")?;
        let begins = if self.begins == Begins::Two { Person::Two } else { Person::One };
        let mut scoreboard = Scoreboard::new(names, begins);
        scoreboard.rounds = (self.rounds > 0).then_some(self.rounds);
        let clock = match self.clock.trim() {
            "" => None,
            text => Some(text.parse::<Clock>().map_err(|error| error.to_string())?),
        };
        let conduct = Conduct {
            on_illegal: OnIllegal::Ask,
            clock,
            announced_length: agreed.announced_length,
        };
        let kinds = players.map(|player| player.kind);
        let of = Match { scoreboard, kinds, agreed, conduct, seed: 0 };
        Ok((of, self.begins == Begins::Toss))
    }

    /// The rules that would be played, and their goal, as far as it is known before a start is drawn.
    /// Where the settings do not go together, those of the book without them.
    pub fn goal(&self) -> (Rules, GameGoal) {
        let book = self.book();
        match self.agreed() {
            Ok(Agreed { rules, start: Start::Given(start), .. }) => {
                (rules, GameGoal::of_position(&start))
            }
            Ok(Agreed { rules, start: Start::Dealt, .. }) => {
                (rules, GameGoal::of_rules(&rules, book.fair.count))
            }
            Ok(Agreed { rules, start: Start::Asked, .. }) => (rules, GameGoal::of_rules(&rules, 1)),
            Err(_) if self.fair => (book.fair_rules(), book.fair_goal()),
            Err(_) => (book.rules, book.goal()),
        }
    }

    fn agreed(&self) -> Result<Agreed, String> {
        let start = self.start.trim();
        if start.contains([':', '+']) {
            let position = duel_books::position(start).map_err(|error| error.to_string())?;
            if !self.house.is_empty() || self.length.is_some() {
                return Err("this start names its own rules: write the house rules there, as in \
                     divide+misere:60, or clear those that are ticked"
                    .to_owned());
            }
            return Ok(Agreed::at(position));
        }
        let is_dealt = start.eq_ignore_ascii_case(DEALT);
        let numbers = match start {
            "" => None,
            _ if is_dealt => None,
            text => Some(parse_list(text).map_err(|error| error.to_string())?),
        };
        let digits = builds_digits(self.book());
        let (start, targets) = if digits { (None, numbers) } else { (numbers, None) };
        let (house, length) = (self.house.clone(), self.length);
        let terms = Terms { start, targets, length, house, fair: self.fair };
        let mut agreed = terms.agree(self.book()).map_err(|error| in_fields(&error.to_string()))?;
        if is_dealt {
            agreed.start = Start::Dealt;
        }
        Ok(agreed)
    }

    /// What was chosen last, on the full screen or in the menu of the prompt; `None` if nothing was.
    pub fn remembered(store: &Store) -> Option<Choice> {
        let file = file(store)?;
        file.parent().map(atomic_file::clean);
        let text = String::from_utf8(plain_file::read(&file, LARGEST_FILE).ok()?).ok()?;
        Some(Choice::from_text(&text))
    }

    /// Remembers the choice for the next time.
    pub fn remember(&self, store: &Store) -> io::Result<()> {
        let Some(file) = file(store) else { return Ok(()) };
        file.parent().map_or(Ok(()), plain_file::create_folder)?;
        write_whole(&file, &self.to_text(), Readers::Owner)
    }

    /// The name of the person in this place, if one was typed.
    pub fn name(&self, place: usize) -> Option<String> {
        Some(&self.players[place])
            .filter(|player| !player.contains(':'))
            .and_then(|it| clean_name(it))
    }

    /// The choice as it is remembered, without external programs: opening a file must not start
    /// any.
    pub fn to_text(&self) -> String {
        let safe = |player: &String| {
            if player.contains("cmd:") { String::new() } else { shown(player) }
        };
        let lines = [
            ("book", self.book().slug.to_owned()),
            ("rules", if self.fair { "fair" } else { "book" }.to_owned()),
            ("house", self.house.iter().map(|rule| rule.name()).collect::<Vec<_>>().join(",")),
            ("length", self.length.map_or_else(String::new, |length| length.to_string())),
            ("start", shown(&self.start)),
            ("player1", safe(&self.players[0])),
            ("player2", safe(&self.players[1])),
            ("begins", (self.begins as usize).to_string()),
            ("clock", shown(&self.clock)),
            ("rounds", self.rounds.to_string()),
            ("insight", (self.insight as usize).to_string()),
            ("log", if self.log == LogStyle::Book { "book" } else { "brief" }.to_owned()),
            ("theme", self.theme.map_or("", Theme::name).to_owned()),
        ];
        lines.iter().map(|(name, value)| format!("{name} {value}\n")).collect()
    }

    /// Reads what was remembered; whatever makes no sense is as if it had never been chosen.
    pub fn from_text(text: &str) -> Choice {
        let mut choice = Choice::default();
        for line in text.lines().take(50) {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            let value: String = shown(value).chars().take(20_000).collect();
            let place = value.parse::<usize>().unwrap_or(0);
            match name {
                "book" => {
                    let found = BOOKS.iter().position(|book| book.slug == value);
                    choice.book = found.unwrap_or(0);
                }
                "rules" => choice.fair = value != "book",
                "house" => {
                    let mut house: Vec<HouseRule> =
                        value.split(',').filter_map(|name| name.parse().ok()).collect();
                    house.sort_unstable();
                    house.dedup();
                    choice.house = house;
                }
                "length" => {
                    choice.length = value.parse().ok().filter(|it| (1..=MAX_CAP).contains(it));
                }
                "start" => choice.start = value,
                "player1" if !value.contains("cmd:") => choice.players[0] = value,
                "player2" if !value.contains("cmd:") => choice.players[1] = value,
                "begins" => choice.begins = Begins::ALL.get(place).copied().unwrap_or_default(),
                "clock" => choice.clock = value,
                "rounds" => choice.rounds = value.parse().unwrap_or(0).min(1_000_000),
                "insight" => choice.insight = Insight::ALL.get(place).copied().unwrap_or_default(),
                "log" if value == "book" => choice.log = LogStyle::Book,
                "theme" => choice.theme = value.parse().ok(),
                _ => {}
            }
        }
        // What fits another book is of no use with this one.
        let book = choice.book();
        choice.house.retain(|rule| *rule != HouseRule::Swap && fits(*rule, book));
        choice.length.take_if(|_| !builds_digits(book));
        // So is a start or a clock that no game can have.
        if choice.agreed().is_err() {
            choice.start.clear();
        }
        if choice.clock.trim().parse::<Clock>().is_err() {
            choice.clock.clear();
        }
        choice
    }
}

/// Where the last choice is remembered: beside the games.
fn file(store: &Store) -> Option<PathBuf> {
    Some(store.folder().parent()?.join("last-choice"))
}

/// A refusal that names options of the command line, in the words of the first screen.
fn in_fields(text: &str) -> String {
    text.replace("--max-length", "a maximum length").replace("--start", "a start")
}
