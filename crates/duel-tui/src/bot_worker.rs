//! The thread of the players that are not people: built-in opponents and programs of others.

use std::{sync::atomic::AtomicBool, time::Duration};

use duel_core::{Failure, Seat, Seats};
use duel_play::{
    Match, Offer, Person, Player, PlayerFault, PlayerKind, Session,
    bot::PATIENCE,
    opponent::{self, BotDecision},
};
use duel_solver::{Limits, Solver};
use duel_ugi::ChildBot;

/// Something for the players that are not people.
#[derive(Clone, Debug)]
pub enum BotJob {
    /// Take their seats for a round. A player that cannot answers with its failure.
    Seat(Box<Match>),
    /// Answer the open offer, or else move.
    Ask(Box<Session>),
}

impl BotJob {
    /// Whether the next job replaces this one. Later questions are put to the players that were
    /// seated by a job, so seating is never replaced.
    pub(crate) fn is_replaceable(&self) -> bool {
        matches!(self, BotJob::Ask(_))
    }
}

type AnyPlayer = Box<dyn Player + Send>;

/// What the thread works on.
pub struct BotWorker {
    /// The player in each seat, or why there is none.
    seats: Seats<Result<AnyPlayer, PlayerFault>>,
    solver: Solver,
}

impl Default for BotWorker {
    fn default() -> BotWorker {
        BotWorker { seats: empty_seats(), solver: Solver::default() }
    }
}

impl BotWorker {
    /// Does a job, and may end early once the flag is set.
    pub fn run(&mut self, job: BotJob, cancel: &AtomicBool) -> Option<BotDecision> {
        match job {
            BotJob::Seat(of) => self.seat(&of),
            BotJob::Ask(session) => Some(self.ask(&session, cancel)),
        }
    }

    fn seat(&mut self, of: &Match) -> Option<BotDecision> {
        // The players of the last game leave first, and their processes end.
        self.seats = empty_seats();
        let players = of.scoreboard.seated([Person::One, Person::Two].map(|it| started(of, it)));
        let mut failed = None;
        for (seat, player) in [(Seat::First, players.first), (Seat::Second, players.second)] {
            let Some(player) = player else { continue };
            if let Err(fault) = &player {
                failed = failed.or(Some(BotDecision::failed(seat, fault.clone(), Duration::ZERO)));
            }
            self.seats[seat] = player;
        }
        failed
    }

    fn ask(&mut self, session: &Session, cancel: &AtomicBool) -> BotDecision {
        if let Some(by) = session.offered(Offer::Abandon) {
            let command = opponent::answer_offer(session.game(), by.other(), &mut self.solver);
            return BotDecision { command, took: Duration::ZERO, fault: None };
        }
        let seat = session.position().turn();
        let limits = Limits { cancel: Some(cancel), ..Limits::time(PATIENCE) };
        match &mut self.seats[seat] {
            Ok(player) => opponent::ask(player.as_mut(), session.game(), session.draw(), limits),
            Err(fault) => BotDecision::failed(seat, fault.clone(), Duration::ZERO),
        }
    }
}

fn empty_seats() -> Seats<Result<AnyPlayer, PlayerFault>> {
    let empty = || Err(PlayerFault::new(Failure::Crash, "no program plays in this seat"));
    Seats { first: empty(), second: empty() }
}

/// The program that plays for this person, ready for a game; `None` for a human.
fn started(of: &Match, person: Person) -> Option<Result<AnyPlayer, PlayerFault>> {
    let player: Result<AnyPlayer, PlayerFault> = match &of.kinds[person as usize] {
        PlayerKind::Human => return None,
        PlayerKind::Bot(_) => Ok(Box::new(of.bot(person)?)),
        PlayerKind::Command(command) => ChildBot::start(command).map(|bot| Box::new(bot) as _),
    };
    Some(player.and_then(|mut player| player.begin().map(|()| player)))
}
