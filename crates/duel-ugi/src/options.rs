//! What can be set before a game: which book, which rules, how strong, and how much memory.
//!
//! Each value is checked by itself when it is set, so that options may come in any order; whether
//! they fit together shows when `position startpos` asks for the start they describe.

use std::fmt::Display;

use duel_books::{BOOKS, house::builds_digits};
use duel_core::{
    Position,
    notation::{parse_list, parse_rules},
};
use duel_numbers::Natural;
use duel_play::{Level, Start, Terms};

use crate::message::Reply;

/// The most mebibytes that `Hash` takes.
const MOST_MEMORY: usize = 65_536;

/// The largest seed.
const LARGEST_SEED: u64 = u64::MAX;

/// The options of our engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    game: &'static str,
    rules: String,
    start: Option<Vec<Natural>>,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    /// Mebibytes for each table of the solver.
    hash: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            game: BOOKS[0].slug,
            rules: String::new(),
            start: None,
            level: Level::Perfect,
            seed: 0,
            hash: duel_play::bot::MEMORY >> 20,
        }
    }
}

impl Options {
    /// The options as the handshake lists them, with their defaults.
    pub fn listed() -> Vec<Reply> {
        let Options { game, level, seed, hash, .. } = Options::default();
        let choice = |default: &dyn Display, all: Vec<&str>| {
            let all: String = all.iter().map(|each| format!(" var {each}")).collect();
            format!("type combo default {default}{all}")
        };
        let range = |default: &dyn Display, least: u64, most: u64| {
            format!("type spin default {default} min {least} max {most}")
        };
        let text = "type string default <empty>".to_owned();
        let books = BOOKS.iter().map(|book| book.slug).collect();
        let levels = Level::ALL.iter().map(|level| level.name()).collect();
        [
            ("Game", choice(&game, books)),
            ("Rules", text.clone()),
            ("Start", text),
            ("Level", choice(&level, levels)),
            ("Seed", range(&seed, 0, LARGEST_SEED)),
            ("Hash", range(&hash, 1, MOST_MEMORY as u64)),
            ("Threads", range(&1, 1, 1)),
        ]
        .map(|(name, about)| Reply::Option { name: name.to_owned(), about })
        .into()
    }

    /// Sets one, or gives the reason why not. Names are case-insensitive.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let value = if value == "<empty>" { "" } else { value };
        let spin = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} takes a number from {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let book = duel_books::find(value).ok_or_else(|| {
                    let books = BOOKS.map(|book| book.slug).join(", ");
                    format!("{name} takes one of {books}")
                })?;
                self.game = book.slug;
            }
            "rules" => {
                let rules = value.replace(',', "+");
                if !rules.is_empty() {
                    self.check_rules(&rules)?;
                }
                self.rules = rules;
            }
            "start" => {
                self.start = match value {
                    "" => None,
                    list => Some(parse_list(list).map_err(|error| format!("{name}: {error}"))?),
                };
            }
            "level" => {
                self.level = value.parse().map_err(|_| {
                    format!("{name} takes one of {}", Level::ALL.map(Level::name).join(", "))
                })?;
            }
            "seed" => self.seed = spin(0, LARGEST_SEED)?,
            "hash" => {
                let most = MOST_MEMORY as u64;
                self.hash = usize::try_from(spin(1, most)?).unwrap_or(MOST_MEMORY);
            }
            "threads" => drop(spin(1, 1)?),
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(())
    }

    /// How many bytes each table may take.
    pub(crate) fn memory(&self) -> usize {
        self.hash << 20
    }

    /// The start that these options describe.
    pub fn start(&self) -> Result<Position, String> {
        let rules = if self.rules.is_empty() {
            self.game.to_owned()
        } else {
            format!("{}+{}", self.game, self.rules)
        };
        let rules = parse_rules(&rules, duel_books::catalogue)
            .map_err(|error| format!("Rules: {error}"))?;
        let book = duel_books::of(&rules);
        let (start, targets) = match &self.start {
            numbers if builds_digits(book) => (None, numbers.clone()),
            numbers => (numbers.clone(), None),
        };
        let length = rules.cap_length();
        let terms = Terms { start, targets, length, house: rules.house().collect(), fair: false };
        match terms.agree(book).map_err(|error| format!("Start: {error}"))?.start {
            Start::Given(position) => Ok(position),
            Start::Dealt | Start::Asked => Err("Rules: there is no start to begin from".to_owned()),
        }
    }

    /// Whether some book has rules of these names; the option Game chooses which one.
    fn check_rules(&self, rules: &str) -> Result<(), String> {
        let fits = |book: &str| parse_rules(&format!("{book}+{rules}"), duel_books::catalogue);
        let own = fits(self.game);
        match own {
            Err(error) if BOOKS.iter().all(|book| fits(book.slug).is_err()) => {
                Err(format!("Rules: {error}"))
            }
            _ => Ok(()),
        }
    }
}
