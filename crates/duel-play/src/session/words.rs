//! What has happened, and why something has not, in words.

use std::time::Duration;

use duel_books::{
    Reader, closing,
    explain::{self, sentence},
    hear::Unclear,
    listing,
};
use duel_core::{Ending, Seat};

use super::{Announcement, Event, Offer, Refusal, Session};
use crate::scoreboard::Standing;

/// What is said at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// What the book says to the player without a move, if the game was played to its end.
    pub stuck: Option<String>,
    /// Who won, and why.
    pub result: String,
    /// How the match stands.
    pub standing: Standing,
}

impl Session {
    /// What the book says before the first move.
    pub fn opening(&self) -> String {
        (self.book().voice.opening)(&self.view())
    }

    /// What is said to this reader about something that has just happened. The end of a game is
    /// [`Session::closing`]'s.
    pub fn say(&self, announcement: &Announcement, reader: Reader) -> String {
        let names = &self.record.names;
        match announcement {
            Announcement::Moved(step) => (self.book().voice.moved)(step, names, reader),
            Announcement::LengthReached(length) => closing::length_reached(*length),
            Announcement::TookBack { by, .. } => {
                let number = listing::numbers(self.position());
                let number = if number.is_empty() { "empty".to_owned() } else { number };
                let name = &names[*by];
                format!("{name} takes back their last move. The number is {number} again.")
            }
            Announcement::Offered(by, offer) => {
                let what = match offer {
                    Offer::TakeBack => "asks to take back their last move.",
                    Offer::Abandon => "offers to stop without a winner.",
                    Offer::Rematch => "would like to play again.",
                };
                format!("{} {what}", names[*by])
            }
            Announcement::Declined(by) => format!("{} declines the offer.", names[*by]),
            Announcement::Withdrew(by) => format!("{} withdraws the offer.", names[*by]),
            Announcement::Joined(_) | Announcement::Rematched | Announcement::Over(_) => {
                String::new()
            }
        }
    }

    /// What the other player is asked about an offer, where both share a keyboard.
    pub fn question(&self, offer: Offer, by: Seat) -> String {
        let (from, to) = (&self.record.names[by], &self.record.names[by.other()]);
        match offer {
            Offer::TakeBack => {
                let last = self.record.game.steps().last();
                let made = last.map(|step| step.before.write_move(&step.played));
                format!("{to}, may {from} take back {}?", made.unwrap_or_default())
            }
            Offer::Abandon => {
                format!("{to}, {from} offers to abandon the game without a winner. Do you agree?")
            }
            Offer::Rematch => format!("{to}, {from} would like to play again. Do you agree?"),
        }
    }

    /// What both see when the other player does not agree.
    pub fn declined(offer: Offer) -> &'static str {
        match offer {
            Offer::TakeBack => "The move stands.",
            Offer::Abandon | Offer::Rematch => "The game goes on.",
        }
    }

    /// What was wrong with the text, where that has lost the game.
    pub fn remark(event: &Event, unclear: Option<&Unclear>) -> Option<String> {
        let lost = matches!(event, Event::Ended(Ending::Forfeited(..)));
        unclear.filter(|_| lost).map(|unclear| sentence(&unclear.to_string()))
    }

    /// Which moves were just taken back, a sentence for each.
    pub fn taken_back(&self, plies: usize) -> impl Iterator<Item = String> {
        let left = self.record.game.played().len();
        (left + 1..=left + plies).rev().map(|place| format!("Move {place} is taken back."))
    }

    /// What is said at the end of the game, once it is over.
    pub fn closing(&self) -> Option<Closing> {
        let ending = self.record.game.ending()?;
        let (book, view) = (self.book(), self.view());
        let stuck = matches!(ending, Ending::Played(_)).then(|| (book.voice.stuck)(&view));
        let result = closing::closing(book, &view, ending);
        Some(Closing { stuck, result, standing: self.standing.clone()? })
    }

    /// Why the game is over and who has won, once it is; the player in the seat `reader` is "you".
    pub fn reason(&self, reader: Option<Seat>) -> Option<String> {
        let ending = self.record.game.ending()?;
        Some(closing::reason(self.position(), &self.record.names, ending, reader))
    }

    /// Why a command was refused. `unclear` is what was wrong with the text, where no move could be
    /// read from it.
    pub fn explain(&self, refusal: &Refusal, unclear: Option<&Unclear>) -> String {
        match (refusal, unclear) {
            (Refusal::Game(duel_core::Refusal::Fault(_)), Some(unclear)) => {
                format!("{} {}", sentence(&unclear.to_string()), explain::valid(&self.view()))
            }
            (Refusal::Game(refusal), _) => explain::refusal(&self.view(), refusal),
            (other, _) => sentence(&other.to_string()),
        }
    }

    /// What this player has left on the clock when the turn has lasted so long, as `4:05`.
    pub fn time_left(&self, seat: Seat, spent: Duration) -> Option<String> {
        let left = self.record.game.allowance(seat)?;
        let used = if self.turn() == Some(seat) { spent } else { Duration::ZERO };
        let seconds = left.saturating_sub(used).as_secs();
        Some(format!("{}:{:02}", seconds / 60, seconds % 60))
    }
}
