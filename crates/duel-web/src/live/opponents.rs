//! The computer's turn.

use std::{
    net::IpAddr,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use duel_core::{Input, Seat};
use duel_play::{Bot, Command, Draw, Level, opponent};
use duel_solver::{Limits, Solver};

use super::{LiveGame, LiveGames, SERVER, live_game::Task};
use crate::{
    game::{Game, GameRequest},
    worker_pool::Busy,
};

/// How much memory the tables of an opponent's solver may take: enough for every fair start of digits.
const BOT_MEMORY: usize = 32 << 20;

/// The time limit of a bot move: less than elsewhere, because other games wait.
const BOT_PATIENCE: Duration = Duration::from_secs(3);

impl LiveGames {
    /// Thinks for a client, until this task is dropped.
    pub(super) fn start_bot(
        &self,
        live: &Arc<LiveGame>,
        game: &Game,
        seat: Seat,
        level: Level,
        client: IpAddr,
    ) -> Task {
        let (games, live) = (self.clone(), Arc::clone(live));
        let (referee, seed, ply) = (game.record().game.clone(), game.head().seed, game.ply());
        Task(tokio::spawn(async move {
            let position = referee.position().clone();
            let think = move |cancel: &AtomicBool| {
                let mut bot = Bot::with_memory(level, seed, BOT_MEMORY);
                let limits = Limits { cancel: Some(cancel), ..Limits::time(BOT_PATIENCE) };
                // Bots do not offer a draw here.
                opponent::ask(&mut bot, &referee, Draw::Declined, limits)
            };
            let thought = games.shared.workers.moves.run(client, think).await;
            let request = match thought.map(|it| it.command) {
                Ok(Command::Enter { by, input: Input::Move(made) }) => {
                    let made = position.write_move(&made);
                    GameRequest::Move { by, made, ply: Some(ply), key: None }
                }
                // The queue is unbounded, so `Busy` means that the search panicked.
                Ok(_) | Err(Busy) => GameRequest::other(Command::Resign(seat)),
            };
            let (shared, waiting) = (Arc::downgrade(&games.shared), Arc::downgrade(&live));
            drop((games, live));
            // Moves can be taken back, and then the bot's move is outdated.
            let applies = |game: &Game| *game.position() == position;
            LiveGames::execute_until_stored(shared, waiting, request, applies).await;
        }))
    }

    /// Answers the offer to stop, until this task is dropped.
    pub(super) fn start_draw_reply(
        &self,
        live: &Arc<LiveGame>,
        game: &Game,
        seat: Seat,
        client: IpAddr,
    ) -> Task {
        let (games, live) = (self.clone(), Arc::clone(live));
        let referee = game.record().game.clone();
        Task(tokio::spawn(async move {
            let answer = move |cancel: &AtomicBool| {
                let limits = Limits { cancel: Some(cancel), ..Limits::time(BOT_PATIENCE) };
                opponent::answer_offer(&referee, seat, &mut Solver::new(BOT_MEMORY), limits)
            };
            let command = games.shared.workers.moves.run(client, answer).await;
            let command = command.unwrap_or(Command::Decline(seat));
            let _ = games.execute(&live, GameRequest::other(command), SERVER).await;
        }))
    }
}
