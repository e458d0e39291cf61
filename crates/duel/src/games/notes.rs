//! What the user has noted about kept games, in `notes.json` beside them.

use std::collections::BTreeMap;

use duel_core::shown;
use duel_teach::user_file::{Loaded, UserFile, UserFileError};

use crate::console;

/// The longest note, in characters.
pub(crate) const LONGEST: usize = 500;

/// Notes by the names of games.
#[derive(Default)]
pub(crate) struct Notes {
    by_id: BTreeMap<String, String>,
}

impl Notes {
    /// All notes; a damaged file is set aside.
    pub(crate) fn load() -> Notes {
        match UserFile::of_user("notes").and_then(|file| file.load()) {
            Ok(Loaded { value, set_aside }) => {
                if let Some(path) = set_aside {
                    let path = path.display();
                    console::note(&format!("The notes were damaged; they are now in {path}."));
                }
                Notes { by_id: value }
            }
            Err(error) => {
                console::note(&format!("The notes cannot be read. {error}"));
                Notes::default()
            }
        }
    }

    pub(crate) fn save(&self) -> Result<(), UserFileError> {
        UserFile::of_user("notes")?.save(&self.by_id)
    }

    pub(crate) fn of(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(String::as_str)
    }

    /// Sets a note, or takes it away; whether that changed anything.
    pub(crate) fn set(&mut self, id: &str, text: Option<&str>) -> bool {
        let text = text.map(shown);
        match text {
            Some(text) => self.by_id.insert(id.to_owned(), text.clone()) != Some(text),
            None => self.by_id.remove(id).is_some(),
        }
    }
}
