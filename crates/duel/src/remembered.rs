//! What the menu remembers: the last game, who played it, and how strong the computer was.
//!
//! It is kept in `prompt.json` beside the kept games. A damaged file is set aside, and what cannot be
//! written is forgotten: no game is held up by it.

use duel_books::Book;
use duel_core::clean_name;
use duel_play::Level;
use duel_teach::user_file::{Loaded, UserFile};
use serde::{Deserialize, Serialize};

use crate::console;

/// The answers of the last time, which Enter takes again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Remembered {
    /// The name of a book.
    pub(crate) book: Option<String>,
    /// Whether its fair variant was played.
    pub(crate) fair: Option<bool>,
    /// The level of the computer; without one, a person played.
    pub(crate) level: Option<String>,
    /// The names of the first and the second person.
    pub(crate) names: [Option<String>; 2],
}

impl Remembered {
    /// What was remembered; nothing, if there is nothing to be read.
    pub(crate) fn load() -> Remembered {
        let loaded = UserFile::of_user("prompt").and_then(|file| file.load());
        let Ok(Loaded { value, set_aside }) = loaded else { return Remembered::default() };
        if let Some(path) = set_aside {
            console::note(&format!(
                "What the menu remembers was damaged; it is now in {}.",
                path.display()
            ));
        }
        value
    }

    pub(crate) fn save(&self) {
        if let Err(error) = UserFile::of_user("prompt").and_then(|file| file.save(self)) {
            console::note(&format!("These answers cannot be remembered. {error}"));
        }
    }

    pub(crate) fn book(&self) -> Option<&'static Book> {
        self.book.as_deref().and_then(duel_books::find)
    }

    pub(crate) fn level(&self) -> Option<Level> {
        self.level.as_deref().and_then(|level| level.parse().ok())
    }

    /// The name of a person, by place.
    pub(crate) fn name(&self, place: usize) -> Option<String> {
        self.names[place].as_deref().and_then(clean_name)
    }
}
