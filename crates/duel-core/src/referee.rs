//! What surrounds the moves of one game: whose turn it is, time, resignation, forfeits, taking
//! back, and how it ended.
//!
//! Time is an argument; the referee has no clock of its own. It reports [`Event`]s, which the books
//! turn into sentences.

use std::time::Duration;

use thiserror::Error;

use crate::{
    clock::Clock,
    position::Position,
    rules::Play,
    seat::{Seat, Seats},
    step::{Illegal, Move, Outcome, Step},
};

/// What an invalid entry does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnIllegal {
    /// It is explained, and the player is asked again.
    #[default]
    Ask,
    /// It loses the game at once.
    Forfeit,
}

/// What the players agreed on beside the rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// What an invalid entry does.
    pub on_illegal: OnIllegal,
    /// How much time there is; `None` for as much as one likes.
    pub clock: Option<Clock>,
    /// A length of the number that is announced when it is reached, and changes nothing.
    pub announced_length: Option<u32>,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Makes a move.
    Move(Move),
    /// Declares to have none.
    Stuck,
    /// Gives up.
    Resign,
    /// Says something that is no move.
    Garbled,
}

/// An entry that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A move that is not legal.
    #[error("the move is not legal: {1}")]
    Illegal(Move, Illegal),
    /// Declaring to have no move while there is one.
    #[error("there is still a legal move")]
    NotStuck,
    /// Something that is no move at all.
    #[error("this is not a move")]
    Garbled,
}

/// How a program that plays has failed, so that it loses. A person is asked again instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// It ended, or closed its output.
    #[error("the program ended, or closed its output")]
    Crash,
    /// It did not answer in the time that it was given, where there is no clock.
    #[error("the program did not answer in time")]
    Time,
    /// What it said makes no sense.
    #[error("the program did not keep to the protocol")]
    Protocol,
    /// It answered with something that the rules do not allow.
    #[error(transparent)]
    Entry(#[from] Fault),
}

/// Why the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was played to its end.
    Played(Outcome),
    /// This seat gave up.
    Resigned(Seat),
    /// This seat ran out of time.
    TimedOut(Seat),
    /// This seat made an invalid entry, and that was agreed to lose.
    Forfeited(Seat, Fault),
    /// The program in this seat failed.
    Failed(Seat, Failure),
    /// Both agreed to stop without a winner.
    Abandoned,
}

impl Ending {
    /// Who won.
    pub fn outcome(&self) -> Outcome {
        match self {
            Ending::Played(outcome) => *outcome,
            Ending::Resigned(seat)
            | Ending::TimedOut(seat)
            | Ending::Forfeited(seat, _)
            | Ending::Failed(seat, _) => Outcome::Won(seat.other()),
            Ending::Abandoned => Outcome::Nobody,
        }
    }
}

/// Something that has happened, for all players and spectators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was made.
    Moved(Box<Step>),
    /// The announced length was reached; the game goes on.
    LengthReached(u32),
    /// The game is over.
    Over(Ending),
}

/// Why the referee did nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// The entry is invalid; the player may try again.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// This game always has a winner, so it cannot be abandoned.
    #[error("this game always has a winner, so it cannot be abandoned")]
    NoDraws,
}

/// A move that was made, and the time it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub made: Move,
    /// How long it took, in whole milliseconds.
    pub took: Duration,
}

/// One game in progress, or finished.
#[derive(Clone, Debug)]
pub struct Referee {
    conduct: Conduct,
    start: Position,
    position: Position,
    played: Vec<Played>,
    ending: Option<Ending>,
    turn_began: Duration,
    /// What the moves so far add up to, so that long games stay cheap.
    spent: Seats<Spent>,
}

/// How many moves a player has made, and the time they took.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    moves: u32,
    time: Duration,
}

impl PartialEq for Referee {
    /// What was agreed on and what was done; when the turn in progress began is not part of it, nor
    /// is it of a record.
    fn eq(&self, other: &Referee) -> bool {
        self.conduct == other.conduct
            && self.start == other.start
            && self.played == other.played
            && self.ending == other.ending
    }
}

impl Eq for Referee {}

impl Referee {
    /// Begins a game. A start without a move is over at once.
    pub fn new(start: Position, conduct: Conduct) -> Referee {
        Referee {
            conduct,
            ending: start.outcome().map(Ending::Played),
            position: start.clone(),
            start,
            played: Vec::new(),
            turn_began: Duration::ZERO,
            spent: Seats::default(),
        }
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was agreed on beside the rules.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    /// The moves so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The steps so far, with the positions between them.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut position = self.start.clone();
        self.played.iter().map_while(move |played| {
            let step = position.play(&played.made).ok()?;
            position = step.after.clone();
            Some(step)
        })
    }

    /// Starts the clock of the player to move.
    pub fn begin_turn(&mut self, now: Duration) {
        self.turn_began = now;
    }

    /// When the player to move runs out of time.
    pub fn deadline(&self) -> Option<Duration> {
        Some(self.turn_began + self.allowance(self.position.turn())?)
    }

    /// What a player has left for the rest of the game or, with a time per turn, for one turn; the
    /// turn in progress is not counted.
    pub fn allowance(&self, seat: Seat) -> Option<Duration> {
        let Spent { moves, time } = self.spent[seat];
        Some(self.conduct.clock?.allowance(moves, time))
    }

    /// Ends the game if the player to move has no time left.
    pub fn check_time(&mut self, now: Duration) -> Option<Event> {
        if self.ending.is_some() || self.deadline().is_none_or(|deadline| now < deadline) {
            return None;
        }
        Some(self.end(Ending::TimedOut(self.position.turn())))
    }

    /// Takes what a player does. Either something happens, and the events say what, or nothing
    /// does, and the refusal says why.
    pub fn submit(&mut self, by: Seat, input: Input, now: Duration) -> Result<Vec<Event>, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        if by != self.position.turn() {
            return Err(Refusal::NotYourTurn);
        }
        if let Some(event) = self.check_time(now) {
            return Ok(vec![event]);
        }
        let fault = match input {
            Input::Move(made) => match self.position.after(&made) {
                Ok(after) => return Ok(self.moved(made, after, now)),
                Err(illegal) => Fault::Illegal(made, illegal),
            },
            Input::Resign => return Ok(vec![self.end(Ending::Resigned(by))]),
            Input::Stuck => Fault::NotStuck,
            Input::Garbled => Fault::Garbled,
        };
        match self.conduct.on_illegal {
            OnIllegal::Ask => Err(Refusal::Fault(fault)),
            OnIllegal::Forfeit => Ok(vec![self.end(Ending::Forfeited(by, fault))]),
        }
    }

    /// Takes the last move back, with both players' consent. The game goes on as if it had not been
    /// made.
    pub fn take_back(&mut self, now: Duration) -> Result<Played, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        let last = self.played.pop().ok_or(Refusal::NothingToTakeBack)?;
        let spent = &mut self.spent[self.position.turn().other()];
        spent.moves -= 1;
        spent.time = spent.time.saturating_sub(last.took);
        self.position = self.start.clone();
        for played in &self.played {
            // These moves were legal when they were made.
            let _ = self.position.advance(&played.made);
        }
        self.turn_began = now;
        Ok(last)
    }

    /// Stops the game without a winner, with both players' consent, where a game can be endless.
    pub fn abandon(&mut self) -> Result<Event, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        match self.start.rules().play() {
            Play::Append(_) => Ok(self.end(Ending::Abandoned)),
            Play::Take(_) => Err(Refusal::NoDraws),
        }
    }

    /// Ends the game because this player gives up, on either turn.
    pub fn resign(&mut self, by: Seat) -> Result<Event, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        Ok(self.end(Ending::Resigned(by)))
    }

    /// Ends the game because the program in this seat has failed, on either turn.
    pub fn fail(&mut self, seat: Seat, failure: Failure) -> Result<Event, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        if matches!(failure, Failure::Entry(_)) && seat != self.position.turn() {
            return Err(Refusal::NotYourTurn);
        }
        Ok(self.end(Ending::Failed(seat, failure)))
    }

    /// Makes a recorded move without reporting events.
    pub(crate) fn replay(&mut self, made: Move, took: Duration) -> Result<(), Illegal> {
        let mover = self.position.turn();
        self.position.advance(&made)?;
        self.note(mover, made, took);
        self.ending = self.position.outcome().map(Ending::Played);
        Ok(())
    }

    fn moved(&mut self, played: Move, after: Position, now: Duration) -> Vec<Event> {
        let took = now.saturating_sub(self.turn_began);
        let took = Duration::from_millis(u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
        self.note(self.position.turn(), played.clone(), took);
        let before = std::mem::replace(&mut self.position, after.clone());
        self.turn_began = now;
        let mut events = vec![Event::Moved(Box::new(Step { before, played, after }))];
        if let Some(outcome) = self.position.outcome() {
            events.push(self.end(Ending::Played(outcome)));
        } else if let Some(length) = self.conduct.announced_length
            && self.played_digits() == length as usize
        {
            events.push(Event::LengthReached(length));
        }
        events
    }

    fn note(&mut self, mover: Seat, made: Move, took: Duration) {
        let spent = &mut self.spent[mover];
        spent.moves += 1;
        spent.time = spent.time.saturating_add(took);
        self.played.push(Played { made, took });
    }

    fn played_digits(&self) -> usize {
        match self.position.board() {
            crate::Board::Digits { digits, .. } => digits.len(),
            crate::Board::Numbers { .. } => 0,
        }
    }

    fn end(&mut self, ending: Ending) -> Event {
        self.ending = Some(ending.clone());
        Event::Over(ending)
    }
}
