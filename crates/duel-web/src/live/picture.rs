//! The game as everybody sees it.

use std::sync::Arc;

use duel_core::Position;

use super::{Failure, Table, Tables};
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
            let state = table.state.lock().await;
            if *state.game.position() == position {
                let presence = *table.presence.borrow();
                return Ok(forms::game(&state.game, &listing, presence, state.spent()));
            }
        }
        let state = table.state.lock().await;
        let listing = self.listing(table, state.game.position()).await?;
        let presence = *table.presence.borrow();
        Ok(forms::game(&state.game, &listing, presence, state.spent()))
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
