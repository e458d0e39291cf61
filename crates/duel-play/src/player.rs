//! Players that can be asked for a move: the built-in opponents and external programs.
//!
//! A player gets everything about its turn ([`Turn`]) and either chooses or fails. A program may fail
//! in ways that a person cannot ([`PlayerFault`]); the caller turns that into a loss with
//! [`Command::Fail`](crate::Command::Fail), and the record keeps the reason.

use std::time::Duration;

use duel_core::{Clock, Failure, Move, Position, Referee, Seat, Seats};
use duel_solver::Limits;
use thiserror::Error;

/// What a player does with a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotChoice {
    /// Makes this move, which is legal.
    Move(Move),
    /// Gives up: the game is not over, but no move could be found, because the numbers are too
    /// large to be factored.
    Resign,
    /// Offers to stop without a winner, in a game of digits that has grown to
    /// [`ABANDONED_AT`](crate::bot::ABANDONED_AT).
    Abandon,
}

/// What the clocks show at the beginning of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLeft {
    /// So much for this turn.
    Turn(Duration),
    /// So much for the rest of the game.
    Game {
        /// What each side has left.
        left: Seats<Duration>,
        /// What is added after each move.
        increment: Duration,
    },
}

impl TimeLeft {
    /// What the player in this seat may use at most before it loses.
    pub fn of(&self, seat: Seat) -> Duration {
        match self {
            TimeLeft::Turn(time) => *time,
            TimeLeft::Game { left, .. } => left[seat],
        }
    }
}

/// Whether a player may offer to abandon a game that has grown long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draw {
    /// It may.
    #[default]
    MayOffer,
    /// It has, and the offer was declined: it has to play on.
    Declined,
}

/// One turn, as the player to move sees it.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position, which is not over.
    pub position: &'a Position,
    /// What the clocks show; `None` without a clock.
    pub time: Option<TimeLeft>,
    /// What thinking may cost, whatever the clock says.
    pub limits: Limits<'a>,
    /// Whether the game may be given up as endless.
    pub draw: Draw,
}

impl<'a> Turn<'a> {
    /// A turn without a clock.
    pub fn new(position: &'a Position, limits: Limits<'a>) -> Turn<'a> {
        Turn { position, time: None, limits, draw: Draw::default() }
    }

    /// The turn that has just begun in a game.
    pub fn of(game: &'a Referee, limits: Limits<'a>) -> Turn<'a> {
        let allowance = |seat| game.allowance(seat).unwrap_or_default();
        let time = game.conduct().clock.map(|clock| match clock {
            Clock::PerTurn(time) => TimeLeft::Turn(time),
            Clock::Total { increment, .. } => TimeLeft::Game {
                left: Seats::new(allowance(Seat::First), allowance(Seat::Second)),
                increment,
            },
        });
        Turn { time, ..Turn::new(game.position(), limits) }
    }
}

/// A program has failed, and loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct PlayerFault {
    /// The verdict, for the referee and the record.
    pub failure: Failure,
    /// What happened, for people; fit to be shown.
    pub why: String,
}

impl PlayerFault {
    /// A failure, with what happened in words.
    pub fn new(failure: Failure, why: impl AsRef<str>) -> PlayerFault {
        PlayerFault { failure, why: duel_core::shown(why.as_ref()) }
    }
}

/// A player that can be asked for a move.
pub trait Player {
    /// Called when a new game begins. After a fault this is where to recover: what happened in one
    /// game never affects the next.
    fn begin(&mut self) -> Result<(), PlayerFault> {
        Ok(())
    }

    /// Chooses.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<BotChoice, PlayerFault>;

    /// How long the last choice took, if the player has measured it; otherwise the caller measures.
    fn took(&self) -> Option<Duration> {
        None
    }
}

/// A player that plays more than one game, one after the other.
impl<P: Player + ?Sized> Player for &mut P {
    fn begin(&mut self) -> Result<(), PlayerFault> {
        (**self).begin()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<BotChoice, PlayerFault> {
        (**self).choose(turn)
    }

    fn took(&self) -> Option<Duration> {
        (**self).took()
    }
}

/// A player that could not be started fails whenever it is asked.
impl<P: Player + ?Sized> Player for Result<Box<P>, PlayerFault> {
    fn begin(&mut self) -> Result<(), PlayerFault> {
        self.as_mut().map_err(|fault| fault.clone())?.begin()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<BotChoice, PlayerFault> {
        self.as_mut().map_err(|fault| fault.clone())?.choose(turn)
    }

    fn took(&self) -> Option<Duration> {
        self.as_ref().ok()?.took()
    }
}
