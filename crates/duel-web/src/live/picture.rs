//! The game as everybody sees it.

use std::sync::Arc;

use duel_core::Position;

use super::{Failure, State, Table, Tables};
use crate::{
    forms::{self, GameForm, Listing},
    game::is_quick,
};

/// How often the moves are listed for a game that goes on meanwhile; after that it has to wait.
const ATTEMPTS: usize = 3;

impl Tables {
    /// The game as everybody sees it.
    pub async fn form(&self, table: &Arc<Table>) -> Result<GameForm, Failure> {
        for _ in 0..ATTEMPTS {
            let position = table.look(|game| game.position().clone()).await;
            let listing = self.listing(table, &position).await?;
            let mut state = table.state.lock().await;
            if *state.game.position() == position {
                return Ok(picture(table, &mut state, &listing));
            }
        }
        let mut state = table.state.lock().await;
        let listing = self.listing(table, state.game.position()).await?;
        Ok(picture(table, &mut state, &listing))
    }

    /// What may be done in a position of this table. However many look at once, it is worked out
    /// once, and to the end even if whoever asked goes away.
    async fn listing(
        &self,
        table: &Arc<Table>,
        position: &Position,
    ) -> Result<Arc<Listing>, Failure> {
        if is_quick(position) {
            return Ok(Arc::new(Listing::of(position)));
        }
        let (tables, table, position) = (self.clone(), Arc::clone(table), position.clone());
        let worked_out = tokio::spawn(async move {
            let mut known = table.listing.lock().await;
            if let Some((at, listing)) = &*known
                && *at == position
            {
                return Ok(Arc::clone(listing));
            }
            let asked = position.clone();
            let listing = tables.shared.listings.run(move || Listing::of(&asked)).await?;
            let listing = Arc::new(listing);
            *known = Some((position, Arc::clone(&listing)));
            Ok(listing)
        });
        worked_out.await.unwrap_or(Err(Failure::Busy))
    }
}

fn picture(table: &Table, state: &mut State, listing: &Listing) -> GameForm {
    let (seq, spent) = (state.game.seq(), state.spent());
    let State { game, history, .. } = state;
    let known = history.take().filter(|(at, _)| *at == seq);
    let (_, past) = history.insert(known.unwrap_or_else(|| (seq, forms::history(game))));
    forms::game(game, listing, past.clone(), *table.presence.borrow(), spent)
}
