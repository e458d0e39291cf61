//! One game of a match while it is played, at whatever front end.
//!
//! [`Session::decide`] says what follows from a [`Command`] and changes nothing;
//! [`Session::apply`] is the only change. Between the two a front end stores the [`Event`]: as a
//! line of a [`Journal`](crate::Journal), as a row of a database, or not at all. What comes back are
//! [`Announcement`]s, which [`Session::say`] and [`Session::closing`] turn into sentences. Both
//! functions are pure, so a game that is read back is the game that was played.
//!
//! ```
//! use std::time::Duration;
//!
//! use duel_core::{Input, Move, Op, Seat};
//! use duel_play::{Announcement, Command, Session};
//!
//! let mut session = Session::between(["Ann", "Ben"], duel_books::position("dilemma:30").unwrap());
//! let fifteen = Input::Move(Move::take(Op::Divide, 15_u64));
//! let command = Command::Enter { by: Seat::First, input: fifteen };
//! let event = session.decide(&command, Duration::from_secs(2)).unwrap().unwrap();
//! // Here the event is stored.
//! let announced = session.apply(&event).unwrap();
//! assert!(matches!(announced[1], Announcement::Over(_)));
//! ```

mod telling;
mod words;

use std::time::Duration;

use duel_books::{
    Book,
    hear::{Unclear, hear},
};
use duel_core::{
    Conduct, Ending, Failure, GameEvent, Input, Move, Position, Record, Referee, Seat, Seats, Step,
    View, clean_name, referee::whole_milliseconds,
};
use duel_numbers::Budget;
use thiserror::Error;

pub use self::{
    telling::{LogLine, Telling},
    words::Closing,
};
use crate::{matches::Match, player::Draw, scoreboard::Standing};

/// What two players can agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// To take the last move of the player who asks back.
    TakeBack,
    /// To stop without a winner.
    Abandon,
    /// To play again, with the seats swapped.
    Rematch,
}

/// What a player, or the clock, requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To take the vacant seat.
    Join {
        /// A name, if one was chosen.
        name: Option<String>,
    },
    /// What the player to move enters.
    Enter {
        /// Who.
        by: Seat,
        /// What.
        input: Input,
    },
    /// To give up, on whosever turn.
    Resign(Seat),
    /// To offer something, or to accept what the other player offered.
    Offer(Seat, Offer),
    /// To withdraw one's own offers, or to decline those of the other player.
    Decline(Seat),
    /// That the game be lost by the program in this seat, which has failed.
    Fail(Seat, Failure),
    /// That the clock be looked at.
    CheckTime,
}

/// Something that happens, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player took the vacant seat.
    Joined {
        /// Which.
        by: Seat,
        /// The name that they chose.
        name: Option<String>,
    },
    /// The player to move made a move.
    Moved {
        /// The move.
        made: Move,
        /// How long it took, in whole milliseconds.
        took: Duration,
    },
    /// The last moves were taken back, by agreement.
    TookBack {
        /// Who asked for it.
        by: Seat,
        /// How many.
        plies: usize,
    },
    /// The game ended otherwise than by its last move.
    Ended(Ending),
    /// A player offers something; the turn goes on.
    Offered {
        /// Who.
        by: Seat,
        /// What.
        offer: Offer,
        /// How long the turn had lasted.
        spent: Duration,
    },
    /// Offers are withdrawn or declined; the turn goes on.
    Declined {
        /// By whom.
        by: Seat,
        /// How long the turn had lasted.
        spent: Duration,
    },
    /// Both agreed to play again.
    Rematched,
}

/// Something that has happened, to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// A player took the vacant seat.
    Joined(Seat),
    /// A move was made.
    Moved(Box<Step>),
    /// The announced length was reached; the game goes on.
    LengthReached(u32),
    /// Moves were taken back.
    TookBack {
        /// Who asked for it.
        by: Seat,
        /// How many.
        plies: usize,
    },
    /// A player offers something.
    Offered(Seat, Offer),
    /// A player declines what the other one offered.
    Declined(Seat),
    /// A player withdraws what they offered.
    Withdrew(Seat),
    /// Both agreed to play again.
    Rematched,
    /// The game is over.
    Over(Ending),
}

impl From<duel_core::Announcement> for Announcement {
    fn from(announcement: duel_core::Announcement) -> Announcement {
        match announcement {
            duel_core::Announcement::Moved(step) => Announcement::Moved(step),
            duel_core::Announcement::LengthReached(length) => Announcement::LengthReached(length),
            duel_core::Announcement::Over(ending) => Announcement::Over(ending),
        }
    }
}

/// Why a command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The referee refuses it.
    #[error(transparent)]
    Game(#[from] duel_core::Refusal),
    /// The second player has not come yet.
    #[error("the game begins when the second player has come")]
    Waiting,
    /// Both seats are taken.
    #[error("both seats are taken; you can watch")]
    SeatsTaken,
    /// A rematch before the end of the game.
    #[error("a rematch can be offered after the game")]
    NotOver,
}

/// An event that was stored does not follow from those before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this does not follow from what happened before: {0}")]
pub struct ReplayError(#[from] pub Refusal);

impl From<duel_core::Refusal> for ReplayError {
    fn from(refusal: duel_core::Refusal) -> ReplayError {
        ReplayError(refusal.into())
    }
}

/// One game of a match while it is played.
#[derive(Clone, Debug)]
pub struct Session {
    of: Match,
    record: Record,
    vacant: Seats<bool>,
    offers: Vec<(Offer, Seat)>,
    draw: Draw,
    /// How long the turn in progress had lasted at the last event.
    turn_spent: Duration,
    standing: Option<Standing>,
    budget: fn(&Position) -> Budget<'static>,
}

impl Session {
    /// A round of a match, from this start.
    pub fn begin(of: Match, start: Position) -> Session {
        let record = of.record(start);
        Session::resume(of, record)
    }

    /// A round of a match as far as it was recorded.
    pub fn resume(of: Match, record: Record) -> Session {
        let mut session = Session {
            of,
            record,
            vacant: Seats::default(),
            offers: Vec::new(),
            draw: Draw::default(),
            turn_spent: Duration::ZERO,
            standing: None,
            budget: |_| Budget::PROMPT,
        };
        session.count();
        session
    }

    /// A single game between two people.
    pub fn between([first, second]: [&str; 2], start: Position) -> Session {
        let names = Seats::new(first.to_owned(), second.to_owned());
        Session::at_start_of(&Record::new(names, start, Conduct::default()))
    }

    /// A recorded game before its first move, to be played through.
    pub fn at_start_of(record: &Record) -> Session {
        let game = Referee::new(record.game.start().clone(), *record.game.conduct());
        Session::resume(Match::of_record(record), Record { game, ..record.clone() })
    }

    /// The same session with seats that are still vacant: no moves until they are taken.
    #[must_use]
    pub fn with_vacant(self, vacant: Seats<bool>) -> Session {
        Session { vacant, ..self }
    }

    /// The same session, whose sentences about a position may cost this much factoring.
    #[must_use]
    pub fn with_budget(self, budget: fn(&Position) -> Budget<'static>) -> Session {
        Session { budget, ..self }
    }

    /// The match around this game, with its score once the game is over.
    pub fn of_match(&self) -> &Match {
        &self.of
    }

    /// The game as a record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The game.
    pub fn game(&self) -> &Referee {
        &self.record.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.record.game.position()
    }

    /// Its book.
    pub fn book(&self) -> &'static Book {
        self.of.agreed.book
    }

    /// Who is to move; `None` before both players have joined and after the game.
    pub fn turn(&self) -> Option<Seat> {
        (!self.is_over() && !self.is_waiting()).then(|| self.position().turn())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.record.game.ending().is_some()
    }

    /// Whether a player is still missing.
    pub fn is_waiting(&self) -> bool {
        self.vacant.first || self.vacant.second
    }

    /// Whether this seat is vacant.
    pub fn is_vacant(&self, seat: Seat) -> bool {
        self.vacant[seat]
    }

    /// Whether a program plays in this seat.
    pub fn is_program(&self, seat: Seat) -> bool {
        self.record.kinds[seat].is_some()
    }

    /// Whose offer of this is open.
    pub fn offered(&self, offer: Offer) -> Option<Seat> {
        self.offers.iter().find(|(made, _)| *made == offer).map(|(_, by)| *by)
    }

    /// Whether the player to move may offer to abandon the game.
    pub fn draw(&self) -> Draw {
        self.draw
    }

    /// How long the turn in progress had lasted at the last event.
    pub fn turn_spent(&self) -> Duration {
        self.turn_spent
    }

    /// How the match stands, once this game is over.
    pub fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// The next round, if there is one.
    pub fn next_round(&self) -> Option<Match> {
        let mut next = self.of.clone();
        self.standing.as_ref()?.goes_on.then(|| {
            next.scoreboard.next_round();
            next
        })
    }

    /// The game as its book speaks of it.
    pub fn view(&self) -> View<'_> {
        let budget = (self.budget)(self.position());
        View::new(&self.record.game, &self.record.names, budget)
    }

    /// What the player to move wants with a line of text, and what was unclear in it.
    pub fn entered(&self, line: &str) -> (Command, Option<Unclear>) {
        let (input, unclear) = match hear(self.position(), line) {
            Ok(input) => (input, None),
            Err(unclear) => (Input::Garbled, Some(unclear)),
        };
        (Command::Enter { by: self.position().turn(), input }, unclear)
    }

    /// How the last move is taken back where both players share a keyboard: the player who made it asks;
    /// against a program, the player to move takes back the reply as well.
    pub fn take_back(&self) -> Command {
        let turn = self.position().turn();
        let by = if self.is_program(turn.other()) { turn } else { turn.other() };
        Command::Offer(by, Offer::TakeBack)
    }

    /// What follows from a command, when the turn has lasted `spent`: at most one event. `None` if
    /// nothing is left to do. Where time has run out, that comes first.
    pub fn decide(&self, command: &Command, spent: Duration) -> Result<Option<Event>, Refusal> {
        let game = &self.record.game;
        let spent = whole_milliseconds(spent);
        if let (Some(_), Some(late)) = (self.turn(), game.time_up(spent)) {
            return Ok(Some(late.into()));
        }
        match command {
            Command::CheckTime => Ok(None),
            Command::Join { name } => {
                if self.is_over() {
                    return Err(duel_core::Refusal::Over.into());
                }
                let seat = Seat::BOTH.into_iter().find(|seat| self.vacant[*seat]);
                let by = seat.ok_or(Refusal::SeatsTaken)?;
                Ok(Some(Event::Joined { by, name: name.as_deref().and_then(clean_name) }))
            }
            Command::Enter { by, input } => {
                if !self.is_over() && self.is_waiting() {
                    return Err(Refusal::Waiting);
                }
                Ok(Some(game.decide(*by, input, spent)?.into()))
            }
            Command::Resign(by) => self.end(Ending::Resigned(*by)),
            Command::Fail(by, failure) => self.end(Ending::Failed(*by, failure.clone())),
            Command::Offer(by, offer) => self.offer(*by, *offer, spent),
            Command::Decline(by) => {
                Ok((!self.offers.is_empty()).then_some(Event::Declined { by: *by, spent }))
            }
        }
    }

    fn end(&self, ending: Ending) -> Result<Option<Event>, Refusal> {
        self.record.game.check_ending(&ending)?;
        Ok(Some(Event::Ended(ending)))
    }

    /// An offer; or what was agreed on, if the other player has offered the same, or is a program,
    /// which agrees to take back and to play again.
    fn offer(&self, by: Seat, offer: Offer, spent: Duration) -> Result<Option<Event>, Refusal> {
        if self.is_waiting() {
            return Err(Refusal::Waiting);
        }
        let accepted = self.offered(offer) == Some(by.other());
        let agreed = accepted || self.is_program(by.other());
        match offer {
            Offer::Rematch if !self.is_over() => return Err(Refusal::NotOver),
            Offer::Rematch if agreed => return Ok(Some(Event::Rematched)),
            Offer::Rematch => {}
            Offer::TakeBack => {
                if self.is_over() {
                    return Err(duel_core::Refusal::Over.into());
                }
                let by = if accepted { by.other() } else { by };
                // Back to the turn in which the player who asks made their last move.
                let plies = if self.position().turn() == by { 2 } else { 1 };
                if self.record.game.played().len() < plies {
                    return Err(duel_core::Refusal::NothingToTakeBack.into());
                }
                if agreed {
                    return Ok(Some(Event::TookBack { by, plies }));
                }
            }
            Offer::Abandon => {
                self.record.game.check_ending(&Ending::Abandoned)?;
                if accepted {
                    return Ok(Some(Event::Ended(Ending::Abandoned)));
                }
            }
        }
        Ok(self.offered(offer).is_none().then_some(Event::Offered { by, offer, spent }))
    }

    /// Applies an event that was decided, and gives what has happened. An event that does not follow
    /// from those before is refused, and changes nothing.
    pub fn apply(&mut self, event: &Event) -> Result<Vec<Announcement>, ReplayError> {
        let announced = match event {
            Event::Joined { by, name } => {
                if !self.vacant[*by] {
                    return Err(Refusal::SeatsTaken.into());
                }
                self.vacant[*by] = false;
                if let Some(name) = name {
                    self.record.names[*by].clone_from(name);
                    self.of.scoreboard.rename(*by, name);
                }
                vec![Announcement::Joined(*by)]
            }
            Event::Moved { made, took } => {
                if self.is_waiting() {
                    return Err(Refusal::Waiting.into());
                }
                self.play(&GameEvent::Moved { made: made.clone(), took: *took })?
            }
            Event::TookBack { by, plies } => {
                self.record.game.take_back(*plies)?;
                self.turn_changed();
                vec![Announcement::TookBack { by: *by, plies: *plies }]
            }
            Event::Ended(ending) => self.play(&GameEvent::Ended(ending.clone()))?,
            Event::Offered { by, offer, .. } => {
                self.offers.push((*offer, *by));
                vec![Announcement::Offered(*by, *offer)]
            }
            Event::Declined { by, .. } => {
                let own = self.offers.iter().any(|(_, from)| from == by);
                if self.offered(Offer::Abandon) == Some(by.other()) {
                    self.draw = Draw::Declined;
                }
                self.offers.clear();
                vec![if own { Announcement::Withdrew(*by) } else { Announcement::Declined(*by) }]
            }
            Event::Rematched => {
                self.offers.clear();
                vec![Announcement::Rematched]
            }
        };
        self.turn_spent = match event {
            Event::Offered { spent, .. } | Event::Declined { spent, .. } => *spent,
            _ => Duration::ZERO,
        };
        Ok(announced)
    }

    fn play(&mut self, event: &GameEvent) -> Result<Vec<Announcement>, ReplayError> {
        let announced = self.record.game.apply(event)?;
        self.turn_changed();
        self.count();
        Ok(announced.into_iter().map(Announcement::from).collect())
    }

    fn turn_changed(&mut self) {
        self.offers.clear();
        self.draw = Draw::default();
    }

    /// Counts the round, once it is over.
    fn count(&mut self) {
        if let Some(ending) = self.record.game.ending() {
            let verdict = self.of.scoreboard.count(ending.outcome());
            self.standing = Some(self.of.scoreboard.standing(verdict));
        }
    }

    /// Whether a program plays in either seat.
    pub fn has_program(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.is_program(seat))
    }
}

impl From<GameEvent> for Event {
    fn from(event: GameEvent) -> Event {
        match event {
            GameEvent::Moved { made, took } => Event::Moved { made, took },
            GameEvent::Ended(ending) => Event::Ended(ending),
        }
    }
}

impl Event {
    /// Whether the turn in progress goes on after it.
    pub fn keeps_turn(&self) -> bool {
        matches!(self, Event::Offered { .. } | Event::Declined { .. } | Event::Rematched)
    }
}
