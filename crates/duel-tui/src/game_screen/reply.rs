//! The move that the opponent has just made: said, and highlighted, until it was seen.
//!
//! A program often answers before the eye has left the keyboard, so what it did stays on the screen
//! for a moment. A key ends that at once; where nothing may change by itself, only a key does.

use std::time::Duration;

use duel_books::listing;
use duel_core::{Move, Step};
use duel_play::Session;

use super::GameScreen;

/// How long a reply is shown.
pub(super) const SHOWN: Duration = Duration::from_millis(500);

/// A move of the opponent.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    text: String,
    changed: Option<Changed>,
    /// When it goes by itself.
    until: Option<Duration>,
}

/// What a move has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    /// The number at this place.
    Number(usize),
    /// The number, by its last digit.
    LastDigit,
}

impl Reply {
    /// Whether it goes by itself.
    pub(super) fn is_ending(&self) -> bool {
        self.until.is_some()
    }

    /// Whether it has been shown long enough.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        self.until.is_some_and(|until| until <= now)
    }
}

impl GameScreen {
    /// The reply to show now that the session was like this before: the last move, if it is new and
    /// a program made it against a person.
    pub(super) fn reply_after(&self, before: &Session, now: Duration) -> Option<Reply> {
        let (was, is) = (before.game().played(), self.session.game().played());
        if is.len() <= was.len() {
            return self.reply.clone().filter(|_| is.len() == was.len());
        }
        let step: Step = if is.len() == was.len() + 1 {
            before.position().play(&is.last()?.made).ok()?
        } else {
            self.session.game().steps().last()?
        };
        let mover = step.before.turn();
        if !self.session.is_program(mover) || self.session.is_program(mover.other()) {
            return None;
        }
        let changed = match step.played {
            Move::Take { index, .. } => Some(Changed::Number(index)),
            Move::Append(_) => Some(Changed::LastDigit),
            Move::Pass => None,
        };
        let text = duel_core::shown(&listing::move_line(&step, self.names()));
        let until = self.reply_time.map(|time| now + time);
        Some(Reply { text, changed, until })
    }

    /// What the opponent's move has just changed on the board that is shown.
    pub(super) fn changed(&self) -> Option<Changed> {
        self.reply.as_ref().filter(|_| self.viewed.is_none())?.changed
    }

    /// The opponent's move, while it is shown.
    pub(super) fn reply_in_words(&self) -> Option<&str> {
        self.reply.as_ref().map(|reply| reply.text.as_str())
    }
}
