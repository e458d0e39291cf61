//! What players want, and what follows from it.

use std::time::Duration;

use duel_books::{explain, hear::hear};
use duel_core::{Input, Refusal, Seat, clean_name};
use thiserror::Error;

use super::{Game, GameEvent, Offer, milliseconds};
use crate::secret::TokenHash;

/// The most moves of one game.
pub const MOST_PLIES: usize = 5_000;

/// The most events of one game, after which it can only end: offers and moves that are taken back
/// would otherwise go on for ever.
pub const MOST_EVENTS: u64 = 20_000;

/// What somebody wants.
#[derive(Clone, Debug)]
pub enum Command {
    /// To sit down in the free seat.
    Join {
        /// A name, if they chose one.
        name: Option<String>,
        /// The hash of their token.
        hash: TokenHash,
    },
    /// To make a move.
    Move {
        /// Who.
        by: Seat,
        /// What they typed.
        text: String,
        /// How many moves they think have been made.
        ply: Option<u64>,
        /// The key by which a repetition is recognised.
        key: Option<String>,
    },
    /// To give up.
    Resign(Seat),
    /// To agree on something.
    Offer(Seat, Offer),
    /// To withdraw what they offered, or decline what was offered to them.
    Decline(Seat),
    /// That the clock be looked at.
    CheckTime,
}

/// What follows from a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This has to be kept, and then has happened.
    Happens(GameEvent),
    /// It has happened before, as the event with this number.
    Already(u64),
    /// Nothing is left to do.
    Nothing,
    /// The players agree on another game, which has to exist before that can be kept.
    Rematch,
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The second player has not come yet.
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
    /// The game has gone on since the player looked.
    #[error("the game has gone on: {ply} moves have been made")]
    OtherPly {
        /// How many moves have been made.
        ply: u64,
    },
    /// The rules do not allow it, in words.
    #[error("{0}")]
    Illegal(String),
    /// The key was used for another move.
    #[error("this idempotency key was used for another move")]
    KeyReused,
    /// It cannot be offered now, in words.
    #[error("{0}")]
    NoOffer(&'static str),
    /// It has become too long.
    #[error("a game has at most {MOST_PLIES} moves; resign, or agree to stop")]
    TooLong,
}

impl Game {
    /// What follows from a command, when the turn has lasted `spent`.
    pub fn decide(&self, command: &Command, spent: Duration) -> Result<Decision, Refused> {
        if let Command::Move { by, text, key: Some(key), .. } = command
            && let Some(before) = self.repeats.find(*by, key)
        {
            let same = before.is(text);
            return if same { Ok(Decision::Already(before.seq)) } else { Err(Refused::KeyReused) };
        }
        if let Some(turn) = self.turn()
            && self.allowance(turn).is_some_and(|allowance| spent >= allowance)
        {
            return Ok(Decision::Happens(GameEvent::TimedOut { by: turn.number() }));
        }
        match command {
            Command::Join { name, hash } => self.join(name.as_deref(), hash),
            Command::Move { by, text, ply, key } => {
                self.moves(*by, text, *ply, key.as_ref(), spent)
            }
            Command::Resign(by) => {
                if self.is_over() {
                    return Err(Refused::Over);
                }
                Ok(Decision::Happens(GameEvent::Resigned { by: by.number() }))
            }
            Command::Offer(by, offer) => self.offer(*by, *offer, spent),
            Command::Decline(by) => {
                let something = self.offers.iter().any(|(offer, from)| {
                    from == by || *offer != Offer::Rematch || !self.has_computer()
                });
                Ok(if something && self.seq < MOST_EVENTS {
                    Decision::Happens(GameEvent::Declined {
                        by: by.number(),
                        ms: milliseconds(spent),
                    })
                } else {
                    Decision::Nothing
                })
            }
            Command::CheckTime => Ok(Decision::Nothing),
        }
    }

    fn join(&self, name: Option<&str>, hash: &TokenHash) -> Result<Decision, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.hashes_of_seats().any(|taken| taken.is(hash)) {
            return Ok(Decision::Nothing);
        }
        let free = Seat::BOTH.into_iter().find(|seat| !self.is_taken(*seat));
        let seat = free.ok_or(Refused::SeatsTaken)?;
        Ok(Decision::Happens(GameEvent::Seated {
            by: seat.number(),
            name: name.and_then(clean_name),
            hash: hash.written(),
        }))
    }

    fn moves(
        &self,
        by: Seat,
        text: &str,
        ply: Option<u64>,
        key: Option<&String>,
        spent: Duration,
    ) -> Result<Decision, Refused> {
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
        if self.record.game.played().len() >= MOST_PLIES || self.seq >= MOST_EVENTS {
            return Err(Refused::TooLong);
        }
        // Most say the move as it is written, which needs no understanding.
        let heard = match self.position().read_move(text) {
            Ok(made) => Ok(Input::Move(made)),
            Err(_) => hear(self.position(), text),
        };
        let made = match heard {
            Ok(Input::Move(made)) => made,
            Ok(Input::Resign) => {
                return Ok(Decision::Happens(GameEvent::Resigned { by: by.number() }));
            }
            Ok(Input::Stuck) => return Err(self.fault(duel_core::Fault::NotStuck)),
            Ok(Input::Garbled) => return Err(self.fault(duel_core::Fault::Garbled)),
            Err(unclear) => {
                let what = explain::sentence(&unclear.to_string());
                return Err(Refused::Illegal(format!("{what} {}", explain::valid(&self.view()))));
            }
        };
        if let Err(illegal) = self.position().after(&made) {
            return Err(self.fault(duel_core::Fault::Illegal(made, illegal)));
        }
        let made = self.position().write_move(&made);
        Ok(Decision::Happens(GameEvent::Moved {
            by: by.number(),
            said: (key.is_some() && made != text).then(|| text.to_owned()),
            made,
            ms: milliseconds(spent),
            key: key.cloned(),
        }))
    }

    fn fault(&self, fault: duel_core::Fault) -> Refused {
        Refused::Illegal(explain::refusal(&self.view(), &Refusal::Fault(fault)))
    }

    fn offer(&self, by: Seat, offer: Offer, spent: Duration) -> Result<Decision, Refused> {
        if self.is_waiting() {
            return Err(Refused::Waiting);
        }
        let from_other = self.offered(offer) == Some(by.other());
        let agreed = from_other || self.levels[by.other()].is_some();
        match offer {
            Offer::Rematch => {
                if !self.is_over() {
                    return Err(Refused::NoOffer("a rematch can be offered after the game"));
                }
                if self.rematch.is_some() {
                    return Ok(Decision::Nothing);
                }
                if agreed {
                    return Ok(Decision::Rematch);
                }
            }
            Offer::TakeBack => {
                let plies = self.plies_to_take_back(if from_other { by.other() } else { by });
                if self.is_over() {
                    return Err(Refused::Over);
                }
                if plies == 0 {
                    return Err(Refused::NoOffer("you have made no move that can be taken back"));
                }
                if agreed && self.seq < MOST_EVENTS {
                    let asked = if from_other { by.other() } else { by };
                    return Ok(Decision::Happens(GameEvent::TookBack {
                        plies,
                        by: asked.number(),
                    }));
                }
            }
            Offer::Abandon => {
                if self.is_over() {
                    return Err(Refused::Over);
                }
                if !self.can_be_abandoned() {
                    return Err(Refused::NoOffer(
                        "this game always has a winner, so it cannot be abandoned; you may resign",
                    ));
                }
                if from_other {
                    return Ok(Decision::Happens(GameEvent::Abandoned));
                }
            }
        }
        if self.offered(offer).is_some() {
            return Ok(Decision::Nothing);
        }
        if self.seq >= MOST_EVENTS {
            return Err(Refused::TooLong);
        }
        let ms = milliseconds(spent);
        Ok(Decision::Happens(GameEvent::Offered { by: by.number(), offer, ms }))
    }

    /// How many moves go back until the player who asks is to move again before their last one.
    fn plies_to_take_back(&self, asked: Seat) -> u32 {
        let plies = if self.position().turn() == asked { 2 } else { 1 };
        if self.record.game.played().len() >= plies as usize { plies } else { 0 }
    }
}
