//! The log of a game: what is said about its events.
//!
//! Words are made when somebody reads them, not with every move: most games are not watched, and
//! their words would take far more memory than their moves.

use duel_books::{Reader, listing};
use duel_core::Seat;

use super::{Announcement, Event, Session};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Which line, from 0.
    pub n: usize,
    /// The player that it is about.
    pub by: Option<Seat>,
    /// The words.
    pub text: String,
    /// What a log with one line a move has instead: nothing more than that where it is empty, the
    /// words where it is `None`.
    pub brief: Option<String>,
}

/// How far the log of a game has been read.
#[derive(Clone, Debug)]
pub struct Telling {
    /// The game as it was when the last line was read.
    session: Session,
    /// How many events have been read; `None` before the opening.
    events: Option<usize>,
    /// The start of a game that goes on from elsewhere, and its moves there.
    elsewhere: Option<(Session, Vec<Event>)>,
    lines: usize,
}

impl Telling {
    /// The log of a game that begins like this, of which nothing has been read.
    pub fn new(start: Session) -> Telling {
        Telling { session: start, events: None, elsewhere: None, lines: 0 }
    }

    /// The log of a game that was played elsewhere, from a start and with these moves, until it was as
    /// `self` begins.
    #[must_use]
    pub fn after(self, start: Session, moves: Vec<Event>) -> Telling {
        Telling { elsewhere: Some((start, moves)), ..self }
    }

    /// The number of lines that have been read.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Reads on to the last line of the game, which has these events from its start.
    pub fn read(&mut self, events: &[Event], mut line: impl FnMut(LogLine)) {
        let mut say = |by, words: String, mut brief: Option<String>| {
            for text in words.lines().map(str::trim).filter(|text| !text.is_empty()) {
                // It stands for all lines, in the place of the first.
                let brief = brief.as_mut().map(std::mem::take);
                line(LogLine { n: self.lines, by, text: text.to_owned(), brief });
                self.lines += 1;
            }
        };
        let session = &mut self.session;
        if self.events.is_none() {
            match &mut self.elsewhere {
                None => say(None, session.opening(), None),
                Some((start, moves)) => {
                    say(None, start.opening(), None);
                    for made in &*moves {
                        tell(start, made, &mut say);
                    }
                }
            }
            end(session, &mut say);
        }
        for event in events.iter().skip(self.events.unwrap_or(0)) {
            tell(session, event, &mut say);
        }
        self.events = Some(events.len());
    }
}

/// Takes words about a player, and those of a log with one line a move.
trait Say: FnMut(Option<Seat>, String, Option<String>) {}

impl<F: FnMut(Option<Seat>, String, Option<String>)> Say for F {}

/// What is said about the next event of a game, to which it is applied.
fn tell(session: &mut Session, event: &Event, say: &mut impl Say) {
    let mover = session.position().turn();
    // They were applied to the game before.
    for announcement in session.apply(event).unwrap_or_default() {
        let by = match &announcement {
            Announcement::Over(_) => {
                end(session, say);
                continue;
            }
            Announcement::Offered(by, _)
            | Announcement::Declined(by)
            | Announcement::Withdrew(by)
            | Announcement::TookBack { by, .. } => *by,
            Announcement::Moved(_)
            | Announcement::LengthReached(_)
            | Announcement::Joined(_)
            | Announcement::Rematched => mover,
        };
        let brief = match &announcement {
            Announcement::Moved(step) => Some(listing::move_line(step, &session.record().names)),
            _ => None,
        };
        say(Some(by), session.say(&announcement, Reader::Anyone), brief);
    }
}

/// The last lines, once a game is over.
fn end(session: &Session, say: &mut impl Say) {
    if let Some(closing) = session.closing() {
        let words = closing.stuck.unwrap_or_default() + &closing.result;
        say(None, words, session.reason(None));
    }
}
