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

type AnyPlayer = Result<Box<dyn Player + Send>, PlayerFault>;

/// What the thread works on.
#[derive(Default)]
pub struct BotWorker {
    /// The program in each seat, if one plays there, or why it could not be started.
    seats: Seats<Option<AnyPlayer>>,
    solver: Solver,
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
        self.seats = Seats::default();
        self.seats = of.scoreboard.seated([Person::One, Person::Two].map(|it| started(of, it)));
        Seat::BOTH.into_iter().find_map(|seat| {
            let fault = self.seats[seat].as_ref()?.as_ref().err()?;
            Some(BotDecision::failed(seat, fault.clone(), Duration::ZERO))
        })
    }

    fn ask(&mut self, session: &Session, cancel: &AtomicBool) -> BotDecision {
        if let Some(by) = session.offered(Offer::Abandon) {
            let command = opponent::answer_offer(
                session.game(),
                by.other(),
                &mut self.solver,
                Limits::time(PATIENCE),
            );
            return BotDecision { command, took: Duration::ZERO, fault: None };
        }
        let seat = session.position().turn();
        let limits = Limits { cancel: Some(cancel), ..Limits::time(PATIENCE) };
        if let Some(player) = &mut self.seats[seat] {
            return opponent::ask(player, session.game(), session.draw(), limits);
        }
        let fault = PlayerFault::new(Failure::Crash, "no program plays in this seat");
        BotDecision::failed(seat, fault, Duration::ZERO)
    }
}

/// The program that plays for this person, ready for a game; `None` for a human.
fn started(of: &Match, person: Person) -> Option<AnyPlayer> {
    let player: AnyPlayer = match &of.kinds[person as usize] {
        PlayerKind::Human => return None,
        PlayerKind::Bot(_) => Ok(Box::new(of.bot(person)?)),
        PlayerKind::Command(command) => ChildBot::start(command).map(|bot| Box::new(bot) as _),
    };
    Some(player.and_then(|mut player| player.begin().map(|()| player)))
}
