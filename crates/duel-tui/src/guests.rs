//! The players who are not people: built-in opponents and programs of others, at their own table
//! behind a thread.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use duel_core::{Failure, Referee, Seat, Seats};
use duel_play::{
    BotChoice, Person, Player, PlayerFault, PlayerKind, Sitting, Turn,
    bot::{PATIENCE, accepts_draw},
};
use duel_solver::{Limits, Solver};
use duel_ugi::ChildBot;

/// What the players who are not people are asked.
#[derive(Clone, Debug)]
pub enum Ask {
    /// To sit down for a round.
    Sit {
        /// Which question this is.
        ticket: u64,
        /// The match.
        sitting: Box<Sitting>,
    },
    /// For a move.
    Choose {
        /// Which question this is.
        ticket: u64,
        /// The game, whose turn has begun.
        game: Box<Referee>,
        /// Whether an offer to abandon it was declined.
        declined: bool,
    },
    /// Whether they would abandon the game.
    Draw {
        /// Which question this is.
        ticket: u64,
        /// The game.
        game: Box<Referee>,
    },
}

/// What they answer.
#[derive(Clone, Debug)]
pub enum Said {
    /// A choice, or a failure.
    Chosen {
        /// Which question this answers.
        ticket: u64,
        /// Who answers.
        seat: Seat,
        /// The choice.
        choice: Result<BotChoice, PlayerFault>,
        /// How long it took.
        took: Duration,
    },
    /// Whether they would abandon the game.
    Draw {
        /// Which question this answers.
        ticket: u64,
        /// Whether they would.
        agreed: bool,
    },
    /// One of them could not even sit down.
    Absent {
        /// Which question this answers.
        ticket: u64,
        /// Who.
        seat: Seat,
        /// Why.
        fault: PlayerFault,
    },
}

type AnyPlayer = Box<dyn Player + Send>;

/// Those who sit at the table.
pub struct Guests {
    /// The player in each seat, or why there is none.
    seats: Seats<Result<AnyPlayer, PlayerFault>>,
    solver: Solver,
}

impl Default for Guests {
    fn default() -> Guests {
        Guests { seats: empty_seats(), solver: Solver::default() }
    }
}

impl Guests {
    /// Asks them.
    pub fn ask(&mut self, ask: Ask, cancel: &AtomicBool) -> Vec<Said> {
        match ask {
            Ask::Sit { ticket, sitting } => self.sit(ticket, &sitting),
            Ask::Choose { ticket, game, declined } => {
                let seat = game.position().turn();
                let player = match &mut self.seats[seat] {
                    Ok(player) => player,
                    Err(fault) => {
                        let (choice, took) = (Err(fault.clone()), Duration::ZERO);
                        return vec![Said::Chosen { ticket, seat, choice, took }];
                    }
                };
                let limits = Limits { cancel: Some(cancel), ..Limits::time(PATIENCE) };
                let turn = Turn::of(&game, limits);
                let asked = Instant::now();
                let choice = player.choose(&if declined { turn.declined() } else { turn });
                let took = player.took().unwrap_or_else(|| asked.elapsed());
                vec![Said::Chosen { ticket, seat, choice, took }]
            }
            Ask::Draw { ticket, game } => {
                let agreed = accepts_draw(&game, &mut self.solver);
                vec![Said::Draw { ticket, agreed }]
            }
        }
    }

    fn sit(&mut self, ticket: u64, sitting: &Sitting) -> Vec<Said> {
        // The players of the last game leave first, and their processes end.
        self.seats = empty_seats();
        let mut absent = Vec::new();
        let players = [Person::One, Person::Two].map(|person| seated(sitting, person));
        let seats = sitting.contest.seated(players);
        for (seat, player) in [(Seat::First, seats.first), (Seat::Second, seats.second)] {
            let Some(player) = player else { continue };
            if let Err(fault) = &player {
                absent.push(Said::Absent { ticket, seat, fault: fault.clone() });
            }
            self.seats[seat] = player;
        }
        absent
    }
}

fn empty_seats() -> Seats<Result<AnyPlayer, PlayerFault>> {
    let empty = || Err(PlayerFault::new(Failure::Crash, "no program plays in this seat"));
    Seats { first: empty(), second: empty() }
}

/// The program that plays for this person, ready for a game; `None` for a human.
fn seated(sitting: &Sitting, person: Person) -> Option<Result<AnyPlayer, PlayerFault>> {
    let player: Result<AnyPlayer, PlayerFault> = match &sitting.kinds[person as usize] {
        PlayerKind::Human => return None,
        PlayerKind::Bot(_) => Ok(Box::new(sitting.bot(person)?)),
        PlayerKind::Command(command) => ChildBot::start(command).map(|bot| Box::new(bot) as _),
    };
    Some(player.and_then(|mut player| player.begin().map(|()| player)))
}
