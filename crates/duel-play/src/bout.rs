//! One game between two players that are not people, under the referee.
//!
//! Whatever a player does, the game comes to an end: a resignation, an offer to abandon a long game
//! of digits, a fault and a late answer each have their verdict. The clock counts what players
//! need, not what happens between their turns.

use std::time::{Duration, Instant};

use duel_core::{Event, Failure, Input, Referee, Refusal, Seat, Seats};
use duel_solver::Limits;

use crate::player::{BotChoice, Player, PlayerFault, Turn};

/// A fault that decided a game, and whose it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisive {
    /// Who failed.
    pub seat: Seat,
    /// How.
    pub fault: PlayerFault,
}

/// Plays a game to its end.
///
/// `limits` is asked at every turn. `happened` hears of everything at once, so that it can be kept
/// before anybody goes on; its error ends the playing, and the game stays as it is. The result is
/// the fault that ended the game, if one did.
pub fn play<E>(
    game: &mut Referee,
    players: Seats<&mut dyn Player>,
    limits: impl Fn() -> Limits<'static>,
    mut happened: impl FnMut(&Referee, &[Event]) -> Result<(), E>,
) -> Result<Option<Decisive>, E> {
    let Seats { first, second } = players;
    for (seat, begun) in [(Seat::First, first.begin()), (Seat::Second, second.begin())] {
        if let (Err(fault), None) = (begun, game.ending()) {
            return fail(game, seat, fault, Duration::ZERO, happened);
        }
    }
    let mut now = Duration::ZERO;
    while game.ending().is_none() {
        let seat = game.position().turn();
        let player: &mut dyn Player = if seat == Seat::First { &mut *first } else { &mut *second };
        game.begin_turn(now);
        let asked = Instant::now();
        let chosen = player.choose(&Turn::of(game, limits()));
        now += player.took().unwrap_or_else(|| asked.elapsed());
        let input = match chosen {
            Ok(BotChoice::Move(made)) => Input::Move(made),
            Ok(BotChoice::Resign) => Input::Resign,
            Ok(BotChoice::Abandon) => match game.abandon() {
                Ok(event) => {
                    happened(game, &[event])?;
                    continue;
                }
                // Where there is always a winner, that is nothing but giving up.
                Err(_) => Input::Resign,
            },
            Err(fault) => return fail(game, seat, fault, now, happened),
        };
        match game.submit(seat, input, now) {
            Ok(events) => happened(game, &events)?,
            // Nobody is there to be asked again.
            Err(refusal) => {
                let failure = match refusal {
                    Refusal::Fault(fault) => Failure::Entry(fault),
                    _ => Failure::Protocol,
                };
                let why = format!("{} has made an illegal move", player.name());
                return fail(game, seat, PlayerFault::new(failure, why), now, happened);
            }
        }
    }
    Ok(None)
}

/// Ends the game by a fault, or by the clock where that has run out as well.
fn fail<E>(
    game: &mut Referee,
    seat: Seat,
    fault: PlayerFault,
    now: Duration,
    mut happened: impl FnMut(&Referee, &[Event]) -> Result<(), E>,
) -> Result<Option<Decisive>, E> {
    let late = if seat == game.position().turn() { game.check_time(now) } else { None };
    let event = late.or_else(|| game.fail(seat, fault.failure.clone()).ok());
    happened(game, event.as_slice())?;
    Ok(Some(Decisive { seat, fault }))
}
