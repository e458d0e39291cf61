//! What surrounds the moves of one game: whose turn it is, time, resignation, forfeits, taking
//! back, and how it ended.
//!
//! [`Referee::decide`] says what follows from an entry and changes nothing; [`Referee::apply`] is the
//! only change. A front end stores the [`GameEvent`] between the two. What has happened comes back as
//! [`Announcement`]s, which the books turn into sentences. The referee has no clock of its own: it is
//! given the time that the turn in progress has taken.

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

/// Something that happens in a game, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The player to move made a move.
    Moved {
        /// The move.
        made: Move,
        /// How long it took, in whole milliseconds.
        took: Duration,
    },
    /// The game ended otherwise than by its last move.
    Ended(Ending),
}

/// Something that has happened and that both players should be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// A move was made.
    Moved(Box<Step>),
    /// The announced length was reached; the game goes on.
    LengthReached(u32),
    /// The game is over.
    Over(Ending),
}

/// Why nothing happens.
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
    /// The player's time had run out before.
    #[error("the player's time had run out before")]
    Late,
    /// An event that the referee would not have decided.
    #[error("this does not follow from the game so far")]
    DoesNotFollow,
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
    /// Everything else follows from these.
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

    /// What a player has left for the rest of the game or, with a time per turn, for one turn; the
    /// turn in progress is not counted. A player who ran out of time has none.
    pub fn allowance(&self, seat: Seat) -> Option<Duration> {
        if self.ending == Some(Ending::TimedOut(seat)) {
            return Some(Duration::ZERO);
        }
        let Spent { moves, time } = self.spent[seat];
        Some(self.conduct.clock?.allowance(moves, time))
    }

    /// The end of the game, if the player to move has no time left after a turn of this length.
    pub fn time_up(&self, spent: Duration) -> Option<GameEvent> {
        let turn = self.position.turn();
        let late = self.ending.is_none() && self.allowance(turn).is_some_and(|left| spent >= left);
        late.then_some(GameEvent::Ended(Ending::TimedOut(turn)))
    }

    /// What follows from an entry, when the turn has lasted `spent`. Nothing has happened yet.
    pub fn decide(&self, by: Seat, input: &Input, spent: Duration) -> Result<GameEvent, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        if by != self.position.turn() {
            return Err(Refusal::NotYourTurn);
        }
        if let Some(event) = self.time_up(spent) {
            return Ok(event);
        }
        let fault = match input {
            Input::Move(made) => match self.position.after(made) {
                Ok(_) => {
                    let took = whole_milliseconds(spent);
                    return Ok(GameEvent::Moved { made: made.clone(), took });
                }
                Err(illegal) => Fault::Illegal(made.clone(), illegal),
            },
            Input::Resign => return Ok(GameEvent::Ended(Ending::Resigned(by))),
            Input::Stuck => Fault::NotStuck,
            Input::Garbled => Fault::Garbled,
        };
        match self.conduct.on_illegal {
            OnIllegal::Ask => Err(Refusal::Fault(fault)),
            OnIllegal::Forfeit => Ok(GameEvent::Ended(Ending::Forfeited(by, fault))),
        }
    }

    /// Lets something happen, and says what has. An event that does not follow from the game so far
    /// is refused, and changes nothing.
    pub fn apply(&mut self, event: &GameEvent) -> Result<Vec<Announcement>, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        match event {
            GameEvent::Moved { made, took } => {
                let before = self.position.clone();
                self.advance(made.clone(), *took)?;
                let (played, after) = (made.clone(), self.position.clone());
                let mut said = vec![Announcement::Moved(Box::new(Step { before, played, after }))];
                if let Some(ending) = &self.ending {
                    said.push(Announcement::Over(ending.clone()));
                } else if let Some(length) = self.conduct.announced_length
                    && self.played_digits() == length as usize
                {
                    said.push(Announcement::LengthReached(length));
                }
                Ok(said)
            }
            GameEvent::Ended(ending) => {
                self.check_ending(ending)?;
                self.ending = Some(ending.clone());
                Ok(vec![Announcement::Over(ending.clone())])
            }
        }
    }

    /// Decides and applies an entry at once, for those who store nothing.
    #[expect(clippy::needless_pass_by_value, reason = "entries are made where they are submitted")]
    pub fn submit(
        &mut self,
        by: Seat,
        input: Input,
        spent: Duration,
    ) -> Result<Vec<Announcement>, Refusal> {
        let event = self.decide(by, &input, spent)?;
        self.apply(&event)
    }

    /// Makes a move without saying so.
    pub(crate) fn advance(&mut self, made: Move, took: Duration) -> Result<(), Refusal> {
        self.make(made, took)?;
        self.settle();
        Ok(())
    }

    /// Makes a move, after which it is not yet known whether the game is over: [`settle`](Self::settle)
    /// has to follow.
    pub(crate) fn make(&mut self, made: Move, took: Duration) -> Result<(), Refusal> {
        let mover = self.position.turn();
        if self.allowance(mover).is_some_and(|allowance| took >= allowance) {
            return Err(Refusal::Late);
        }
        if let Err(illegal) = self.position.advance(&made) {
            return Err(Refusal::Fault(Fault::Illegal(made, illegal)));
        }
        let spent = &mut self.spent[mover];
        spent.moves += 1;
        spent.time = spent.time.saturating_add(took);
        self.played.push(Played { made, took });
        Ok(())
    }

    pub(crate) fn settle(&mut self) {
        self.ending = self.position.outcome().map(Ending::Played);
    }

    /// Takes the last moves back, with both players' consent. The game goes on as if they had not
    /// been made.
    pub fn take_back(&mut self, plies: usize) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        let left = self.played.len().checked_sub(plies).filter(|_| plies > 0);
        let left = left.ok_or(Refusal::NothingToTakeBack)?;
        let mut mover = self.position.turn();
        for played in self.played.drain(left..).rev() {
            mover = mover.other();
            let spent = &mut self.spent[mover];
            spent.moves -= 1;
            spent.time = spent.time.saturating_sub(played.took);
        }
        self.position = self.start.clone();
        for played in &self.played {
            // These moves were legal when they were made.
            let _ = self.position.advance(&played.made);
        }
        Ok(())
    }

    /// Whether the game can end like this now.
    pub fn check_ending(&self, ending: &Ending) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::Over);
        }
        let turn = self.position.turn();
        match ending {
            Ending::TimedOut(seat) if *seat == turn && self.conduct.clock.is_some() => Ok(()),
            // Whether it was played to its end, the last move says.
            Ending::Played(_) | Ending::TimedOut(_) => Err(Refusal::DoesNotFollow),
            Ending::Forfeited(_, _) if self.conduct.on_illegal == OnIllegal::Ask => {
                Err(Refusal::DoesNotFollow)
            }
            Ending::Forfeited(seat, fault) | Ending::Failed(seat, Failure::Entry(fault)) => {
                if *seat != turn {
                    return Err(Refusal::NotYourTurn);
                }
                match fault {
                    Fault::Illegal(made, why) if self.position.after(made).err() != Some(*why) => {
                        Err(Refusal::DoesNotFollow)
                    }
                    Fault::Illegal(..) | Fault::NotStuck | Fault::Garbled => Ok(()),
                }
            }
            Ending::Resigned(_)
            | Ending::Failed(_, Failure::Crash | Failure::Time | Failure::Protocol) => Ok(()),
            Ending::Abandoned => match self.start.rules().play() {
                Play::Append(_) => Ok(()),
                Play::Take(_) => Err(Refusal::NoDraws),
            },
        }
    }

    fn played_digits(&self) -> usize {
        match self.position.board() {
            crate::Board::Digits { digits, .. } => digits.len(),
            crate::Board::Numbers { .. } => 0,
        }
    }
}

/// The time as it is stored.
pub fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
