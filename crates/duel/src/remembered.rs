//! What the menu remembers: the last game, who played it, and how strong the computer was. The full
//! screen remembers its choice in the same file, so that either goes on where the other was left.
//!
//! What cannot be written is forgotten: no game is held up by it.

use duel_books::{BOOKS, Book};
use duel_play::{Level, PlayerKind, PlayerSpec, Store};
use duel_tui::Choice;

use crate::console;

/// The answers of the last time, which Enter takes again; at first, those that suit a newcomer.
#[derive(Clone, Debug)]
pub(crate) struct Remembered(Choice);

impl Remembered {
    /// What was remembered, if there is anything to be read.
    pub(crate) fn load() -> Remembered {
        let remembered = Store::of_user().ok().and_then(|store| Choice::remembered(&store));
        Remembered(remembered.unwrap_or_else(Choice::of_newcomer))
    }

    /// Remembers what is played, and by whom.
    pub(crate) fn keep(&mut self, book: &Book, fair: bool, players: [Option<&str>; 2]) {
        let choice = &mut self.0;
        if let Some(place) = BOOKS.iter().position(|other| other.slug == book.slug) {
            choice.take_book(place);
        }
        choice.fair = fair;
        choice.players = players.map(|player| player.unwrap_or_default().to_owned());
        if let Err(error) = Store::of_user()
            .map_err(|error| error.to_string())
            .and_then(|store| choice.remember(&store).map_err(|error| error.to_string()))
        {
            console::note(&format!("These answers cannot be remembered. {error}"));
        }
    }

    pub(crate) fn book(&self) -> &'static Book {
        self.0.book()
    }

    /// Whether the fair variant was played.
    pub(crate) fn fair(&self) -> bool {
        self.0.fair
    }

    /// The level of the computer; without one, a person played.
    pub(crate) fn level(&self) -> Option<Level> {
        let [_, player] = &self.0.players;
        match player.parse::<PlayerSpec>().ok()?.kind {
            PlayerKind::Bot(level) => Some(level),
            PlayerKind::Human | PlayerKind::Command(_) => None,
        }
    }

    /// The name of a person, by place.
    pub(crate) fn name(&self, place: usize) -> Option<String> {
        self.0.name(place)
    }
}
