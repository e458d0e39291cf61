//! The computer's turn.

use std::{sync::Arc, time::Duration};

use duel_core::{Position, Seat};
use duel_play::{Bot, Level, bot::accepts_draw};
use duel_solver::{Limits, Solver};

use super::{Failure, Table, Tables, backoff};
use crate::{
    game::{Command, Game, Offer},
    store::StoreError,
    thinking::Busy,
};

/// How much memory the tables of an opponent's solver may take.
const BOT_MEMORY: usize = 16 << 20;

/// The longest that an opponent thinks.
const BOT_PATIENCE: Duration = Duration::from_secs(3);

impl Tables {
    pub(super) fn let_think(&self, table: &Arc<Table>, game: &Game, seat: Seat, level: Level) {
        let (tables, table) = (self.clone(), Arc::clone(table));
        let (position, seed) = (game.position().clone(), game.head().seed);
        let (ply, allowance) = (game.ply(), game.allowance(seat));
        tokio::spawn(async move {
            let patience = allowance.map_or(BOT_PATIENCE, |left| BOT_PATIENCE.min(left / 4));
            let asked = position.clone();
            let think = move || choose(level, seed, &asked, patience);
            let command = match tables.shared.opponents.run(think).await {
                Ok(Some(made)) => Command::Move { by: seat, text: made, ply: Some(ply), key: None },
                // Places are never refused, so that would be a thought that failed.
                Ok(None) | Err(Busy) => Command::Resign(seat),
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
                match tables.execute(&table, command.clone()).await {
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
            let consider = move || accepts_draw(&referee, &mut Solver::new(BOT_MEMORY));
            let command = match tables.shared.opponents.run(consider).await {
                Ok(true) => Command::Offer(seat, Offer::Abandon),
                Ok(false) | Err(Busy) => Command::Decline(seat),
            };
            let _ = tables.execute(&table, command).await;
        });
    }
}

/// The move of an opponent, as text; `None` if it knows none.
fn choose(level: Level, seed: u64, position: &Position, patience: Duration) -> Option<String> {
    let mut bot = Bot::with_memory(level, seed, BOT_MEMORY);
    let made = bot.pick(position, Limits::time(patience))?;
    Some(position.write_move(&made))
}
