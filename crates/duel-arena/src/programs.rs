//! The pool of running programs.
//!
//! A program is started when it is first needed, and plays one game after the other. The pool keeps
//! as many of each as have ever been needed at the same time.

use std::sync::{Mutex, PoisonError};

use duel_play::{Bot, BotChoice, Player, PlayerFault, PlayerKind, Turn, command_line::CommandLine};
use duel_ugi::ChildBot;

use crate::plan::{Entrant, Plan};

/// The idle programs of each entrant.
pub(crate) struct ProgramPool {
    idle: Vec<Mutex<Vec<ChildBot>>>,
}

/// The player of an entrant for one game.
pub(crate) enum EventPlayer {
    Built(Box<Bot>),
    Program(Box<ChildBot>),
    /// A program that could not be started, and loses for that.
    Failed(FailedStart),
}

/// A program that could not be started.
pub(crate) struct FailedStart {
    name: String,
    fault: PlayerFault,
}

impl ProgramPool {
    pub(crate) fn new(plan: &Plan) -> ProgramPool {
        ProgramPool { idle: plan.entrants.iter().map(|_| Mutex::default()).collect() }
    }

    /// Keeps a program for its next game.
    pub(crate) fn keep(&self, number: usize, bot: ChildBot) {
        self.idle[number].lock().unwrap_or_else(PoisonError::into_inner).push(bot);
    }

    /// A player for a game with this seed. Built-in players are made anew for every game, so that
    /// they remember nothing.
    pub(crate) fn checkout(&self, number: usize, entrant: &Entrant, seed: u64) -> EventPlayer {
        let command = match &entrant.entry.player.kind {
            PlayerKind::Bot(level) => return EventPlayer::Built(Box::new(Bot::new(*level, seed))),
            PlayerKind::Command(command) => command,
            PlayerKind::Human => unreachable!("an entry is never a person"),
        };
        let idle = self.idle[number].lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(bot) = idle {
            return EventPlayer::Program(Box::new(bot));
        }
        match start(entrant, command) {
            Ok(bot) => EventPlayer::Program(Box::new(bot)),
            Err(fault) => EventPlayer::Failed(FailedStart { name: entrant.name.clone(), fault }),
        }
    }

    /// Takes a player back after its game.
    pub(crate) fn checkin(&self, number: usize, player: EventPlayer) {
        if let EventPlayer::Program(bot) = player {
            self.keep(number, *bot);
        }
    }
}

/// Starts the program of an entrant.
pub(crate) fn start(entrant: &Entrant, command: &CommandLine) -> Result<ChildBot, PlayerFault> {
    let bot = ChildBot::start_with(command, entrant.settings.clone())?;
    Ok(bot.named(entrant.name.clone()))
}

impl EventPlayer {
    pub(crate) fn player(&mut self) -> &mut dyn Player {
        match self {
            EventPlayer::Built(bot) => bot.as_mut(),
            EventPlayer::Program(bot) => bot.as_mut(),
            EventPlayer::Failed(player) => player,
        }
    }
}

impl Player for FailedStart {
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
