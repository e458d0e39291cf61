//! The players who are not people: built-in opponents and programs of others, at their own table
//! behind a thread.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use duel_core::{Referee, Seat, Seats};
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
    Sit(Box<Sitting>),
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
        /// Who.
        seat: Seat,
        /// Why.
        fault: PlayerFault,
    },
}

/// Those who sit at the table.
#[derive(Default)]
pub struct Guests {
    seats: Seats<Option<Box<dyn Player + Send>>>,
    solver: Solver,
}

impl Guests {
    /// Asks them.
    pub fn ask(&mut self, ask: Ask, cancel: &AtomicBool) -> Vec<Said> {
        match ask {
            Ask::Sit(sitting) => self.sit(&sitting),
            Ask::Choose { ticket, game, declined } => {
                let seat = game.position().turn();
                let Some(player) = &mut self.seats[seat] else { return Vec::new() };
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

    fn sit(&mut self, sitting: &Sitting) -> Vec<Said> {
        // Those who sat here before leave first, and their processes end.
        self.seats = Seats::default();
        let mut absent = Vec::new();
        let players = [Person::One, Person::Two].map(|person| seated(sitting, person));
        let seats = sitting.contest.seated(players);
        for (seat, player) in [(Seat::First, seats.first), (Seat::Second, seats.second)] {
            match player.and_then(|player| player.map(begun).transpose()) {
                Ok(player) => self.seats[seat] = player,
                Err(fault) => absent.push(Said::Absent { seat, fault }),
            }
        }
        absent
    }
}

/// The player of a person, where it is not the person.
fn seated(
    sitting: &Sitting,
    person: Person,
) -> Result<Option<Box<dyn Player + Send>>, PlayerFault> {
    if let Some(bot) = sitting.bot(person) {
        return Ok(Some(Box::new(bot)));
    }
    match &sitting.kinds[person as usize] {
        PlayerKind::Command(command) => Ok(Some(Box::new(ChildBot::start(command)?))),
        PlayerKind::Human | PlayerKind::Bot(_) => Ok(None),
    }
}

fn begun(mut player: Box<dyn Player + Send>) -> Result<Box<dyn Player + Send>, PlayerFault> {
    player.begin()?;
    Ok(player)
}
