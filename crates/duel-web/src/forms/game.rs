//! Games in their JSON forms.

use std::{fmt::Write as _, time::Duration};

use duel_books::listing;
use duel_core::{Seat, Seats};
use duel_json::{GameForm, Listing, LogForm, PastForm, result};
use duel_play::Event;

use super::Answer;
use crate::{game::Game, live::Presence};

/// How a game stands, shortly.
pub fn answer(game: &Game) -> Answer {
    let mut position = String::with_capacity(64);
    let _ = write!(position, "{}", game.position());
    Answer {
        seq: game.seq(),
        ply: game.ply(),
        position,
        turn: game.turn().map(Seat::number),
        result: result(game.session()),
    }
}

/// The answer to a repetition of the request of this event: of a move as it was then; of anything else,
/// and of a move that was taken back, the current state.
pub fn answer_at(game: &Game, seq: u64) -> Answer {
    let event = usize::try_from(seq).ok().and_then(|seq| game.events().get(seq.checked_sub(1)?));
    if !matches!(event, Some(Event::Moved { .. })) {
        return Answer { seq, ..answer(game) };
    }
    let moves = |ply: u64| usize::try_from(ply).ok()?.checked_sub(1);
    let then = game.ply_of(seq).and_then(|ply| {
        let step = game.record().game.steps().nth(moves(ply)?)?;
        Some((ply, step.after))
    });
    let Some((ply, position)) = then else { return Answer { seq, ..answer(game) } };
    let over = position.is_over();
    Answer {
        seq,
        ply,
        position: position.to_string(),
        turn: (!over).then(|| position.turn().number()),
        result: if over { result(game.session()) } else { None },
    }
}

/// The public state of a game, when the turn has lasted `spent`.
pub fn game(
    game: &Game,
    listing: &Listing,
    history: Vec<PastForm>,
    log: LogForm,
    presence: Presence,
    spent: Duration,
) -> GameForm {
    let mut form = GameForm::of(game.session(), listing, history, log, spent);
    for (seat, present) in form.seats.iter_mut().zip(present(presence)) {
        seat.present |= present;
    }
    GameForm {
        id: game.id().to_owned(),
        seq: game.seq(),
        rematch: game.rematch().map(str::to_owned),
        room: game.head().room.clone(),
        ..form
    }
}

/// A stretch of what was said.
pub fn log(game: &Game, from: usize, count: usize) -> LogForm {
    let (mut telling, mut lines) = (game.telling(), Vec::new());
    telling.read(game.events(), |line| {
        if line.n >= from && lines.len() < count {
            lines.push(line.into());
        }
    });
    LogForm { total: telling.lines(), from, lines }
}

/// The numbers on the table, for a short line.
pub fn numbers(game: &Game) -> String {
    listing::numbers(game.position())
}

/// Which seats have a connection.
pub fn present(presence: Presence) -> [bool; 2] {
    let Seats { first, second } = presence.players;
    [first > 0, second > 0]
}
