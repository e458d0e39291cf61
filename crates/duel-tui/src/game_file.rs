//! The file of a new game: there is one as long as the game has a move. Prompt and full screen keep
//! games by this.

use std::fs;

use duel_core::Record;
use duel_play::{Journal, JournalError, Store, StoreError, journal};

/// A game that has no move, and so no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmoved {
    /// What its file will say about moves that were taken back before the first that stands.
    taken_back: String,
}

impl Unmoved {
    /// Begins the file of a game that is about to have a move; the record does not hold it yet.
    pub fn create(&self, store: &Store, record: &Record) -> Result<Journal, StoreError> {
        let (_, mut journal) = store.create(record)?;
        if !self.taken_back.is_empty()
            && let Err(error) = journal.append(&self.taken_back)
        {
            let path = journal.path().to_owned();
            let _ = remove(journal);
            return Err(JournalError::Io { path, error }.into());
        }
        Ok(journal)
    }

    /// Removes the file of a game whose moves were all taken back.
    pub fn remove(journal: Journal, record: &Record) -> Unmoved {
        let text = fs::read_to_string(journal.path()).unwrap_or_default();
        let moves = text.strip_prefix(&record.to_text()).unwrap_or_default();
        // A file that stays is a game without moves among the others, which does no harm.
        let _ = remove(journal);
        Unmoved { taken_back: moves.to_owned() }
    }
}

fn remove(open: Journal) -> Result<(), JournalError> {
    let path = open.path().to_owned();
    // The file is locked as long as the journal is open.
    drop(open);
    journal::remove(&path)
}
