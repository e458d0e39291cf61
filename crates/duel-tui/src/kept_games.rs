//! The kept games as lists show them: who played what, when, and what came of it.

use duel_core::{Ending, Outcome, Record, Seats, shown};
use duel_play::{Match, Store, StoredGame};

/// A kept game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its name.
    pub id: String,
    /// What it is, or why it cannot be read.
    pub content: Result<GameSummary, String>,
}

/// A kept game that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The slug of its book.
    pub book: &'static str,
    /// Where it began, in its one-line form.
    pub start: String,
    /// Who played.
    pub names: Seats<String>,
    /// The minute it began, in UTC; empty if the record does not say.
    pub date: String,
    /// How many moves were made.
    pub moves: usize,
    /// How it stands.
    pub state: GameState,
}

/// How a kept game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It can be resumed.
    Unfinished,
    /// It is not over, but cannot be resumed, for this reason.
    Stranded(String),
    /// It is over; the name of the player who won, if one did.
    Over(Option<String>),
}

impl KeptGame {
    /// What can be resumed, as far as it can be told from the record.
    pub fn is_resumable(&self) -> bool {
        self.content.as_ref().is_ok_and(|game| game.state == GameState::Unfinished)
    }
}

impl GameSummary {
    fn of(record: &Record) -> GameSummary {
        let state = match record.game.ending().map(Ending::outcome) {
            None => match Match::resumed(record) {
                Ok(_) => GameState::Unfinished,
                Err(why) => GameState::Stranded(why.to_string()),
            },
            Some(Outcome::Won(seat)) => GameState::Over(Some(record.names[seat].clone())),
            Some(Outcome::Nobody) => GameState::Over(None),
        };
        GameSummary {
            book: duel_books::of(record.game.start().rules()).slug,
            start: record.game.start().to_string(),
            names: record.names.clone(),
            date: record.date.as_deref().map(minute).unwrap_or_default(),
            moves: record.game.played().len(),
            state,
        }
    }

    /// `Ann won, 5 moves`.
    pub fn result(&self) -> String {
        let moves = moves_in_words(self.moves);
        match &self.state {
            GameState::Unfinished | GameState::Stranded(_) => format!("unfinished, {moves}"),
            GameState::Over(Some(name)) => format!("{name} won, {moves}"),
            GameState::Over(None) => format!("no winner, {moves}"),
        }
    }

    /// `Ann - Ben`.
    pub fn players(&self) -> String {
        format!("{} - {}", self.names.first, self.names.second)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.state, GameState::Over(_))
    }
}

/// All games of a store, newest first; without a store there are none.
pub fn list(store: Option<&Store>) -> Vec<KeptGame> {
    let games = store.and_then(|store| store.games().ok()).unwrap_or_default();
    let summary = |StoredGame { id, record }| KeptGame {
        id,
        content: match record {
            Ok((record, _)) => Ok(GameSummary::of(&record)),
            Err(error) => Err(shown(&error.to_string())),
        },
    };
    games.into_iter().map(summary).collect()
}

/// `1 move`, `5 moves`.
pub(crate) fn moves_in_words(moves: usize) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// `2026-01-31 12:00` of `2026-01-31T12:00:00Z`.
fn minute(time: &str) -> String {
    let minute: String = shown(time).chars().take(16).collect();
    minute.replace('T', " ")
}
