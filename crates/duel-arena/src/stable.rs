//! The programs that take part, ready to be led to a table.
//!
//! A program is started when it is first needed, and plays one game after the other. As many of
//! each wait here as have ever been needed at the same time.

use std::sync::{Mutex, PoisonError};

use duel_play::{Bot, BotChoice, Player, PlayerFault, PlayerKind, Turn, command_line::CommandLine};
use duel_ugi::ChildBot;

use crate::plan::{Entrant, Plan};

/// The waiting programs of each entrant.
pub(crate) struct Stable {
    waiting: Vec<Mutex<Vec<ChildBot>>>,
}

/// Somebody who has come to play a game.
pub(crate) enum Guest {
    Built(Box<Bot>),
    Program(Box<ChildBot>),
    /// It could not be started, and loses for that.
    Absent(Absent),
}

/// A program that could not be started.
pub(crate) struct Absent {
    name: String,
    fault: PlayerFault,
}

impl Stable {
    pub(crate) fn new(plan: &Plan) -> Stable {
        Stable { waiting: plan.entrants.iter().map(|_| Mutex::default()).collect() }
    }

    /// Lets a program wait for its next game.
    pub(crate) fn keep(&self, number: usize, bot: ChildBot) {
        self.waiting[number].lock().unwrap_or_else(PoisonError::into_inner).push(bot);
    }

    /// Somebody for a game with this seed. Built-in players are made anew for every game, so that
    /// they remember nothing.
    pub(crate) fn checkout(&self, number: usize, entrant: &Entrant, seed: u64) -> Guest {
        let command = match &entrant.entry.player.kind {
            PlayerKind::Bot(level) => return Guest::Built(Box::new(Bot::new(*level, seed))),
            PlayerKind::Command(command) => command,
            PlayerKind::Human => unreachable!("an entry is never a person"),
        };
        let waiting = self.waiting[number].lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(bot) = waiting {
            return Guest::Program(Box::new(bot));
        }
        match start(entrant, command) {
            Ok(bot) => Guest::Program(Box::new(bot)),
            Err(fault) => Guest::Absent(Absent { name: entrant.name.clone(), fault }),
        }
    }

    /// Takes back who has played.
    pub(crate) fn checkin(&self, number: usize, guest: Guest) {
        if let Guest::Program(bot) = guest {
            self.keep(number, *bot);
        }
    }
}

/// Starts the program of an entrant.
pub(crate) fn start(entrant: &Entrant, command: &CommandLine) -> Result<ChildBot, PlayerFault> {
    let bot = ChildBot::start_with(command, entrant.settings.clone())?;
    Ok(bot.named(entrant.name.clone()))
}

impl Guest {
    pub(crate) fn player(&mut self) -> &mut dyn Player {
        match self {
            Guest::Built(bot) => bot.as_mut(),
            Guest::Program(bot) => bot.as_mut(),
            Guest::Absent(absent) => absent,
        }
    }
}

impl Player for Absent {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self) -> Result<(), PlayerFault> {
        Err(self.fault.clone())
    }

    fn choose(&mut self, _turn: &Turn<'_>) -> Result<BotChoice, PlayerFault> {
        Err(self.fault.clone())
    }
}
