//! The public state of a game.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use duel_core::Position;
use duel_json::{GameForm, GroupForm, Listing, LogForm};

use super::{Failure, LiveGame, LiveGames, State};
use crate::{forms, game::is_quick};

/// How often the moves are listed without a lock on the game, which may change meanwhile.
const ATTEMPTS: usize = 3;

/// How many lines of the log a [`GameForm`] contains.
const LINES: usize = 60;

/// How many bytes these lines may have; of long numbers there are fewer.
const LINES_BYTES: usize = 32 << 10;

impl LiveGames {
    /// The public state of a game, for a client.
    pub async fn form(&self, live: &Arc<LiveGame>, client: IpAddr) -> Result<GameForm, Failure> {
        for _ in 0..ATTEMPTS {
            let position = live.read(|game| game.position().clone()).await;
            let listing = self.listing(live, &position, client).await?;
            let mut state = live.state.lock().await;
            if *state.game.position() == position {
                let spent = self.spent(&state, Instant::now());
                return Ok(snapshot(live, &mut state, &listing, spent));
            }
        }
        let mut state = live.state.lock().await;
        let listing = self.listing(live, state.game.position(), client).await?;
        let spent = self.spent(&state, Instant::now());
        Ok(snapshot(live, &mut state, &listing, spent))
    }

    /// The moves of a position. Concurrent requests share one computation, which is finished even if
    /// they are cancelled.
    async fn listing(
        &self,
        live: &Arc<LiveGame>,
        position: &Position,
        client: IpAddr,
    ) -> Result<Arc<Listing>, Failure> {
        if is_quick(position) {
            return Ok(Arc::new(Listing::of(position)));
        }
        let (games, live, position) = (self.clone(), Arc::clone(live), position.clone());
        let task = tokio::spawn(async move {
            let mut known = live.listing.lock().await;
            if let Some((at, listing)) = &*known
                && *at == position
            {
                return Ok(Arc::clone(listing));
            }
            let asked = position.clone();
            let work = move |_: &AtomicBool| Listing::of(&asked);
            let listing = games.shared.workers.listings.run(client, work).await?;
            live.listing_bytes.store(bytes_of(&listing), Ordering::Relaxed);
            let listing = Arc::new(listing);
            *known = Some((position, Arc::clone(&listing)));
            Ok(listing)
        });
        task.await.unwrap_or(Err(Failure::Busy))
    }
}

/// How much memory a list of moves takes, about.
fn bytes_of(listing: &Listing) -> usize {
    let group = |group: &GroupForm| {
        let choices = group.choices.iter().flatten().map(|choice| choice.len() + 24);
        let steps =
            group.steps.iter().flatten().map(|step| step.value.len() + step.leaves.len() + 64);
        // The number is also on the board, with its factors.
        4 * group.value.len() + choices.sum::<usize>() + steps.sum::<usize>()
    };
    listing.moves.groups.iter().map(group).sum()
}

fn snapshot(live: &LiveGame, state: &mut State, listing: &Listing, spent: Duration) -> GameForm {
    let seq = state.game.seq();
    let State { game, history, log, .. } = state;
    let known = history.take().filter(|(at, _)| *at == seq);
    let (_, past) =
        history.insert(known.unwrap_or_else(|| (seq, duel_json::history(game.record()))));
    let (telling, last) = log.get_or_insert_with(|| (game.telling(), VecDeque::new()));
    let mut bytes: usize = last.iter().map(|line| line.text.len()).sum();
    telling.read(game.events(), |line| {
        bytes += line.text.len();
        last.push_back(line.into());
        while (last.len() > LINES || bytes > LINES_BYTES && last.len() > 1)
            && let Some(oldest) = last.pop_front()
        {
            bytes -= oldest.text.len();
        }
    });
    let from = telling.lines() - last.len();
    let last = LogForm { total: telling.lines(), from, lines: last.iter().cloned().collect() };
    let form = forms::game(game, listing, past.clone(), last, *live.presence.borrow(), spent);
    live.set_bytes(state.bytes());
    form
}
