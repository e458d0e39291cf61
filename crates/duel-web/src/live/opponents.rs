//! The computer's turn.

use std::{sync::Arc, time::Duration};

use duel_core::{Input, Seat};
use duel_play::{Bot, Command, Draw, Level, opponent};
use duel_solver::{Limits, Solver};

use super::{Failure, Table, Tables, backoff};
use crate::{
    game::{Game, GameRequest, Said},
    store::StoreError,
    thinking::Busy,
};

/// How much memory the tables of an opponent's solver may take.
const BOT_MEMORY: usize = 16 << 20;

/// The longest that an opponent thinks: less than elsewhere, because others wait.
const BOT_PATIENCE: Duration = Duration::from_secs(3);

impl Tables {
    pub(super) fn let_think(&self, table: &Arc<Table>, game: &Game, seat: Seat, level: Level) {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let (referee, seed, ply) = (game.record().game.clone(), game.head().seed, game.ply());
        tokio::spawn(async move {
            let position = referee.position().clone();
            let think = move || {
                let mut bot = Bot::with_memory(level, seed, BOT_MEMORY);
                // People are not asked whether they want to stop: they see that for themselves.
                opponent::ask(&mut bot, &referee, Draw::Declined, Limits::time(BOT_PATIENCE))
            };
            let request = match tables.shared.opponents.run(think).await.map(|it| it.command) {
                Ok(Command::Enter { by, input: Input::Move(made) }) => {
                    GameRequest::Move { by, made: Said::Move(made), ply: Some(ply), key: None }
                }
                // Places are never refused, so that would be a thought that failed.
                Ok(_) | Err(Busy) => GameRequest::Other(Command::Resign(seat)),
            };
            // A database that is away comes back; until then nothing can be kept.
            let waiting = Arc::downgrade(&table);
            drop(table);
            for attempt in 0.. {
                let Some(table) = waiting.upgrade() else { return };
                // A move may have been taken back meanwhile, and another made.
                if table.look(|game| *game.position() != position).await {
                    return;
                }
                match tables.execute(&table, request.clone()).await {
                    Err(Failure::Store(StoreError::Unavailable(_)) | Failure::Contended) => {}
                    _ => return,
                }
                drop(table);
                tokio::time::sleep(backoff(attempt)).await;
            }
        });
    }

    pub(super) fn let_consider(&self, table: &Arc<Table>, game: &Game, seat: Seat) {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let referee = game.record().game.clone();
        tokio::spawn(async move {
            let answer =
                move || opponent::answer_offer(&referee, seat, &mut Solver::new(BOT_MEMORY));
            let command = tables.shared.opponents.run(answer).await;
            let command = command.unwrap_or(Command::Decline(seat));
            let _ = tables.execute(&table, GameRequest::Other(command)).await;
        });
    }
}
