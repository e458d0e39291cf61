//! The end of a game in words, also where it ends as no book describes.

use duel_core::{Ending, Failure, Outcome, Seat, View};

use crate::{Book, explain};

/// The sentences that end a game, without what the book says to a player who is stuck.
pub fn closing(book: &Book, view: &View<'_>, ending: &Ending) -> String {
    let name = |seat: Seat| view.name(seat);
    let wins = |loser: Seat| (book.voice.wins)(name(loser.other()));
    match ending {
        Ending::Played(Outcome::Won(winner)) => (book.voice.result)(view, Some(name(*winner))),
        Ending::Played(Outcome::Nobody) => (book.voice.result)(view, None),
        Ending::Resigned(loser) => format!("{} resigns. {}\n", name(*loser), wins(*loser)),
        Ending::TimedOut(loser) => {
            format!("{} has run out of time. {}\n", name(*loser), wins(*loser))
        }
        Ending::Forfeited(loser, fault) => format!(
            "{} {} forfeits the game. {}\n",
            explain::fault(view.position, fault),
            name(*loser),
            wins(*loser)
        ),
        Ending::Failed(loser, failure) => {
            let name = name(*loser);
            let failed = match failure {
                Failure::Crash => format!("{name} has stopped working."),
                Failure::Time => format!("{name} has not answered in time."),
                Failure::Protocol => format!("{name} has not kept to the protocol."),
                Failure::Entry(fault) => {
                    format!("{} {name} forfeits the game.", explain::fault(view.position, fault))
                }
            };
            format!("{failed} {}\n", wins(*loser))
        }
        Ending::Abandoned => "The game is abandoned without a winner.\n".to_owned(),
    }
}

/// What is said when the announced length of a game of digits is reached.
pub fn length_reached(length: u32) -> String {
    format!("Maximum length ({length}) reached. The game goes on.\n")
}
