//! The built-in opponents in words, where they are chosen.

use duel_play::{PlayerKind, PlayerSpec};

/// What is known about a player as typed, in one line; empty if that makes no sense.
pub(crate) fn player_in_words(typed: &str) -> String {
    match typed.trim().parse::<PlayerSpec>().map(|player| player.kind) {
        Ok(PlayerKind::Bot(level)) => level.summary().to_owned(),
        Ok(PlayerKind::Command(_)) => "a program of your own".to_owned(),
        Ok(PlayerKind::Human) => "a person at this keyboard".to_owned(),
        Err(_) => String::new(),
    }
}
