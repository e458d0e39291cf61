//! The pool of running programs.
//!
//! A program is started when it is first needed, and plays one game after the other. The pool keeps
//! as many of each as have ever been needed at the same time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use duel_play::{Player, PlayerFault, PlayerKind};
use duel_ugi::ChildBot;

use crate::plan::Entrant;

type AnyPlayer = Box<dyn Player + Send>;

/// The player of an entrant for one game, or why its program could not be started.
pub(crate) type EventPlayer = Result<AnyPlayer, PlayerFault>;

/// The idle programs of each entrant.
pub(crate) struct ProgramPool<'a> {
    entrants: &'a [Entrant],
    idle: Vec<Mutex<Vec<AnyPlayer>>>,
}

impl<'a> ProgramPool<'a> {
    pub(crate) fn new(entrants: &'a [Entrant]) -> ProgramPool<'a> {
        ProgramPool { entrants, idle: entrants.iter().map(|_| Mutex::default()).collect() }
    }

    /// Keeps a program for its next game.
    pub(crate) fn keep(&self, number: usize, bot: ChildBot) {
        let name = self.entrants[number].name.clone();
        self.idle(number).push(Box::new(bot.named(name)));
    }

    /// The program of an entrant.
    pub(crate) fn checkout(&self, number: usize) -> EventPlayer {
        let idle = self.idle(number).pop();
        if let Some(player) = idle {
            return Ok(player);
        }
        let bot = try_out(&self.entrants[number])?.expect("an entrant without a bot is a program");
        Ok(Box::new(bot.named(self.entrants[number].name.clone())))
    }

    /// Takes a player back after its game. Our own are made anew for every game, so that they
    /// remember nothing.
    pub(crate) fn checkin(&self, number: usize, player: EventPlayer) {
        let is_program = matches!(self.entrants[number].entry.player.kind, PlayerKind::Command(_));
        self.idle(number).extend(player.ok().filter(|_| is_program));
    }

    fn idle(&self, number: usize) -> MutexGuard<'_, Vec<AnyPlayer>> {
        self.idle[number].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the program of an entrant, if it is one, under the name that it reports.
pub fn try_out(entrant: &Entrant) -> Result<Option<ChildBot>, PlayerFault> {
    match &entrant.entry.player.kind {
        PlayerKind::Command(command) => {
            ChildBot::start_with(command, entrant.settings.clone()).map(Some)
        }
        PlayerKind::Bot(_) | PlayerKind::Human => Ok(None),
    }
}
