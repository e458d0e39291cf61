//! What players enter, handed to the referee: the same at every table.

use std::time::Duration;

use duel_books::{
    explain::{self, sentence},
    hear::Unclear,
};
use duel_core::{Event, Input, OnIllegal, Record, Seat, View};
use duel_numbers::Budget;

use crate::player::PlayerFault;

/// What came of an entry.
#[derive(Clone, Debug)]
pub enum Entered {
    /// Something happened in the game.
    Happened {
        /// What.
        events: Vec<Event>,
        /// Why the entry was no move, where that has lost the game.
        remark: Option<String>,
    },
    /// Nothing happened, for this reason.
    Refused(String),
}

/// Takes what the player to move has entered.
pub fn enter(record: &mut Record, input: Result<Input, Unclear>, now: Duration) -> Entered {
    let seat = record.game.position().turn();
    let unclear = input.as_ref().err().map(|unclear| sentence(&unclear.to_string()));
    match record.game.submit(seat, input.unwrap_or(Input::Garbled), now) {
        Ok(events) => {
            let forfeits = record.game.conduct().on_illegal == OnIllegal::Forfeit;
            Entered::Happened { events, remark: unclear.filter(|_| forfeits) }
        }
        Err(refusal) => {
            let view = View::new(&record.game, &record.names, Budget::PROMPT);
            Entered::Refused(match unclear {
                Some(unclear) => format!("{unclear} {}", explain::valid(&view)),
                None => explain::refusal(&view, &refusal),
            })
        }
    }
}

/// Ends the game because a program has failed; where its time is up as well, that decides.
pub fn fail(record: &mut Record, seat: Seat, fault: &PlayerFault, now: Duration) -> Option<Event> {
    match record.game.check_time(now) {
        Some(event) => Some(event),
        None => record.game.fail(seat, fault.failure.clone()).ok(),
    }
}
