//! Requests of players, and how they are decided.

use std::time::Duration;

use duel_books::hear::Unclear;
use duel_core::{Input, Seat};
use duel_play::{
    Command, Event,
    session::{self, Refusal},
};
use thiserror::Error;

use super::{Entry, Game, KeyedRequest};
use crate::secret::TokenHash;

/// The most moves of one game.
pub const MOST_PLIES: usize = 5_000;

/// How much memory a game may take, about, after which it can only end.
const MOST_BYTES: usize = 2 << 20;

/// The most events of one game, after which it can only end: offers and moves that are taken back
/// would otherwise go on for ever.
pub const MOST_EVENTS: u64 = 20_000;

/// A request of a client: a command of the session, and what the server adds to it.
#[derive(Clone, Debug)]
pub enum GameRequest {
    /// To sit down in the free seat.
    Join {
        /// A name, if one was chosen.
        name: Option<String>,
        /// The hash of the player's token.
        hash: TokenHash,
    },
    /// To make a move.
    Move {
        /// Who.
        by: Seat,
        /// The move, as it is written or said.
        made: String,
        /// The number of moves that the client knows of.
        ply: Option<u64>,
        /// The key by which a repetition is recognised.
        key: Option<String>,
    },
    /// Anything else.
    Other {
        /// What.
        command: Command,
        /// The key by which a repetition is recognised.
        key: Option<String>,
    },
}

impl GameRequest {
    /// A command that nobody repeats.
    pub fn other(command: Command) -> GameRequest {
        GameRequest::Other { command, key: None }
    }

    /// Whether it is this command.
    pub fn is(&self, command: &Command) -> bool {
        matches!(self, GameRequest::Other { command: this, .. } if this == command)
    }

    /// By what a repetition is recognised, if it can be.
    fn keyed(&self) -> Option<KeyedRequest> {
        let (by, said, key) = match self {
            GameRequest::Move { by, made, key: Some(key), .. } => (*by, made.clone(), key),
            GameRequest::Other { command, key: Some(key) } => {
                let (by, said) = match command {
                    Command::Offer(by, session::Offer::TakeBack) => (by, "offer take-back"),
                    Command::Offer(by, session::Offer::Abandon) => (by, "offer abandon"),
                    Command::Offer(by, session::Offer::Rematch) => (by, "offer rematch"),
                    Command::Decline(by) => (by, "decline"),
                    Command::Resign(by) => (by, "resign"),
                    _ => return None,
                };
                (*by, said.to_owned(), key)
            }
            _ => return None,
        };
        Some(KeyedRequest { by: by.number(), said, key: key.clone() })
    }
}

/// The decision on a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This event has to be stored, then applied.
    Happens(Box<Entry>),
    /// A repetition of the request that led to the event with this number.
    Already(u64),
    /// There is nothing to do.
    Nothing,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The second player has not joined yet.
    #[error("the game begins when the second player has come")]
    Waiting,
    /// Both seats are taken.
    #[error("both seats are taken; you can watch")]
    SeatsTaken,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// The client's state of the game is outdated.
    #[error("the game has gone on: {ply} moves have been made")]
    OtherPly {
        /// How many moves have been made.
        ply: u64,
    },
    /// The rules do not allow it, in words.
    #[error("{0}")]
    Illegal(String),
    /// The key was used for another request.
    #[error("this idempotency key was used for another move or request")]
    KeyReused,
    /// It cannot be offered now, in words.
    #[error("{0}")]
    NoOffer(&'static str),
    /// It has become too long.
    #[error(
        "this game has become too long (at most {MOST_PLIES} moves, fewer of long numbers); resign, or agree to stop"
    )]
    TooLong,
}

impl Game {
    /// Decides a request, when the turn has lasted `spent`.
    pub fn decide(&self, request: &GameRequest, spent: Duration) -> Result<Decision, Refused> {
        let keyed = request.keyed();
        if let Some(keyed) = &keyed
            && let Some((before, same)) = self.repeats.find(keyed)
        {
            return if same { Ok(Decision::Already(before.seq)) } else { Err(Refused::KeyReused) };
        }
        if let Ok(Some(late)) = self.session.decide(&Command::CheckTime, spent) {
            return Ok(Decision::Happens(Box::new(late.into())));
        }
        let entry = match request {
            GameRequest::Join { hash, .. }
                if !self.is_over() && self.hashes_of_seats().any(|taken| taken.is(hash)) =>
            {
                None
            }
            GameRequest::Join { name, hash } => {
                let join = Command::Join { name: name.clone() };
                let entry = self.follows(&join, None, spent)?;
                entry.map(|entry| Entry { token: Some(hash.written()), ..entry })
            }
            GameRequest::Move { by, made, ply, .. } => {
                let (command, unclear) = self.entered(*by, made, *ply)?;
                self.follows(&command, unclear.as_ref(), spent)?
            }
            GameRequest::Other { command, .. } => self.follows(command, None, spent)?,
        };
        let happens = |entry| Decision::Happens(Box::new(Entry { request: keyed, ..entry }));
        Ok(entry.map_or(Decision::Nothing, happens))
    }

    /// The command of a move, if it can be made now, and what was unclear in it.
    fn entered(
        &self,
        by: Seat,
        made: &str,
        ply: Option<u64>,
    ) -> Result<(Command, Option<Unclear>), Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.is_waiting() {
            return Err(Refused::Waiting);
        }
        if ply.is_some_and(|ply| ply != self.ply()) {
            return Err(Refused::OtherPly { ply: self.ply() });
        }
        if by != self.position().turn() {
            return Err(Refused::NotYourTurn);
        }
        if self.record().game.played().len() >= MOST_PLIES {
            return Err(Refused::TooLong);
        }
        // Most send the move as it is written, which needs no understanding.
        Ok(match self.position().read_move(made) {
            Ok(made) => (Command::Enter { by, input: Input::Move(made) }, None),
            Err(_) => self.session.entered(made),
        })
    }

    /// Decides a command of the session, within the limits of the server.
    fn follows(
        &self,
        command: &Command,
        unclear: Option<&Unclear>,
        spent: Duration,
    ) -> Result<Option<Entry>, Refused> {
        let event = self.session.decide(command, spent);
        match event.map_err(|refusal| self.refused(&refusal, unclear))? {
            Some(Event::Moved { .. } | Event::TookBack { .. } | Event::Offered { .. })
                if self.seq() >= MOST_EVENTS || self.bytes() >= MOST_BYTES =>
            {
                Err(Refused::TooLong)
            }
            Some(Event::Declined { .. }) if self.seq() >= MOST_EVENTS => Ok(None),
            // The next game of these players exists already.
            Some(Event::Rematched | Event::Offered { offer: session::Offer::Rematch, .. })
                if self.rematch.is_some() =>
            {
                Ok(None)
            }
            event => Ok(event.map(Entry::from)),
        }
    }

    fn refused(&self, refusal: &Refusal, unclear: Option<&Unclear>) -> Refused {
        match refusal {
            Refusal::Waiting => Refused::Waiting,
            Refusal::SeatsTaken => Refused::SeatsTaken,
            Refusal::NotOver => Refused::NoOffer("a rematch can be offered after the game"),
            Refusal::Game(refused) => match refused {
                duel_core::Refusal::Over => Refused::Over,
                duel_core::Refusal::NotYourTurn => Refused::NotYourTurn,
                duel_core::Refusal::NothingToTakeBack => {
                    Refused::NoOffer("you have made no move that can be taken back")
                }
                duel_core::Refusal::NoDraws => Refused::NoOffer(
                    "this game always has a winner, so it cannot be abandoned; you may resign",
                ),
                duel_core::Refusal::Fault(_)
                | duel_core::Refusal::Late
                | duel_core::Refusal::DoesNotFollow => {
                    Refused::Illegal(self.session.explain(refusal, unclear))
                }
            },
        }
    }
}
