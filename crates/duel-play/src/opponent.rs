//! The one place where players that are not people are asked: for a move, and whether they agree to
//! abandon a game.
//!
//! Every front end asks like this: built-in opponents and programs of others, at the prompt, on the
//! full screen, at the server and in the arena. The front end sets the limits (10 seconds; 3 at the
//! server, where others wait; what the plan says in the arena); within them a player keeps to its
//! clock ([`Player::choose`]). What it answers is a [`Command`], which is decided like that of a
//! person.

use std::time::{Duration, Instant};

use duel_core::{Failure, Input, Referee, Seat, Seats};
use duel_solver::{Limits, Solver};

use crate::{
    bot::accepts_draw,
    player::{BotChoice, Draw, Player, PlayerFault, Turn},
    session::{Command, Event, Offer, Refusal, ReplayError, Session},
};

/// What a player that is not a person does.
#[derive(Clone, Debug)]
pub struct BotDecision {
    /// The command.
    pub command: Command,
    /// How long it took.
    pub took: Duration,
    /// How the player failed, if it did.
    pub fault: Option<PlayerFault>,
}

impl BotDecision {
    /// The player in this seat has failed.
    pub fn failed(seat: Seat, fault: PlayerFault, took: Duration) -> BotDecision {
        let command = Command::Fail(seat, fault.failure.clone());
        BotDecision { command, took, fault: Some(fault) }
    }
}

/// Asks the player to move.
pub fn ask(player: &mut dyn Player, game: &Referee, draw: Draw, limits: Limits<'_>) -> BotDecision {
    let by = game.position().turn();
    let asked = Instant::now();
    let chosen = player.choose(&Turn { draw, ..Turn::of(game, limits) });
    let took = player.took().unwrap_or_else(|| asked.elapsed());
    let command = match chosen {
        Ok(BotChoice::Move(made)) => Command::Enter { by, input: Input::Move(made) },
        Ok(BotChoice::Resign) => Command::Resign(by),
        Ok(BotChoice::Abandon) => Command::Offer(by, Offer::Abandon),
        Err(fault) => return BotDecision::failed(by, fault, took),
    };
    BotDecision { command, took, fault: None }
}

/// Lets the program in this seat answer an offer to abandon the game.
pub fn answer_offer(
    game: &Referee,
    seat: Seat,
    solver: &mut Solver,
    limits: Limits<'_>,
) -> Command {
    if accepts_draw(game, solver, limits) {
        Command::Offer(seat, Offer::Abandon)
    } else {
        Command::Decline(seat)
    }
}

/// Why a game between programs was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError<E> {
    /// The event could not be stored.
    Store(E),
    /// It did not follow from the game, which is a bug.
    Replay(ReplayError),
}

/// Lets two programs play a game to its end.
///
/// Every game ends: a resignation, an offer to abandon a long game of digits
/// (which is accepted at once), a fault and a late answer each have their verdict. The clock counts
/// what players need, not what happens between their turns. `limits` is asked at every turn;
/// `store` gets every event before it takes effect, and its error ends the playing. The result is
/// the fault that ended the game, if one did.
pub fn play<E>(
    session: &mut Session,
    players: Seats<&mut dyn Player>,
    limits: impl Fn() -> Limits<'static>,
    mut store: impl FnMut(&Session, &Event) -> Result<(), E>,
) -> Result<Option<PlayerFault>, PlayError<E>> {
    let Seats { first, second } = players;
    let begun = [(Seat::First, first.begin()), (Seat::Second, second.begin())];
    let absent = begun
        .into_iter()
        .find_map(|(seat, begun)| Some(BotDecision::failed(seat, begun.err()?, Duration::ZERO)));
    let mut answer = absent;
    while !session.is_over() {
        let BotDecision { command, took, fault } = answer.take().unwrap_or_else(|| {
            let turn = session.position().turn();
            let player: &mut dyn Player =
                if turn == Seat::First { &mut *first } else { &mut *second };
            ask(player, session.game(), Draw::MayOffer, limits())
        });
        let mut step = |session: &mut Session, command: &Command| {
            let event = match session.decide(command, took) {
                Ok(event) => event,
                Err(refusal) => return Ok(Err(refusal)),
            };
            if let Some(event) = event {
                store(session, &event).map_err(PlayError::Store)?;
                session.apply(&event).map_err(PlayError::Replay)?;
            }
            Ok(Ok(()))
        };
        let decided = match step(session, &command)? {
            Ok(()) if !session.is_over() && session.offered(Offer::Abandon).is_some() => {
                step(session, &Command::Offer(session.position().turn().other(), Offer::Abandon))?
            }
            // Where there are no draws, the offer is a resignation.
            Err(Refusal::Game(duel_core::Refusal::NoDraws)) => {
                step(session, &Command::Resign(session.position().turn()))?
            }
            decided => decided,
        };
        match decided {
            Ok(()) if fault.is_some() => return Ok(fault),
            Ok(()) => {}
            // A program is not asked again.
            Err(refusal) => {
                let turn = session.position().turn();
                let name = &session.record().names[turn];
                let failure = match refusal {
                    Refusal::Game(duel_core::Refusal::Fault(fault)) => Failure::Entry(fault),
                    _ => Failure::Protocol,
                };
                let fault = PlayerFault::new(failure, format!("{name} has made an illegal move"));
                answer = Some(BotDecision::failed(turn, fault, took));
            }
        }
    }
    Ok(None)
}
