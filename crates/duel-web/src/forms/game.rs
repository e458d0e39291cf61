//! Games in their JSON forms.

use std::{fmt::Write as _, time::Duration};

use duel_books::listing;
use duel_core::{Ending, Outcome, Seat, Seats};

use super::{
    Answer, ClockForm, GameForm, Insight, Kind, LastForm, LineForm, Listing, LogForm, OffersForm,
    PastForm, ResultForm, SeatForm, rules,
};
use crate::{
    game::{Game, LogLine, Offer, Telling},
    live::Presence,
};

/// How many past moves a [`GameForm`] contains.
const HISTORY: usize = 100;

/// How a game ended.
pub fn result(game: &Game) -> Option<ResultForm> {
    let ending = game.record().game.ending()?;
    Some(ResultForm {
        winner: match ending.outcome() {
            Outcome::Won(seat) => Some(seat.number()),
            Outcome::Nobody => None,
        },
        why: match ending {
            Ending::Played(_) => "played",
            Ending::Resigned(_) => "resigned",
            Ending::TimedOut(_) => "time",
            Ending::Abandoned => "abandoned",
            Ending::Forfeited(..) | Ending::Failed(..) => "forfeit",
        },
        words: game.closing().unwrap_or_default(),
    })
}

/// How a game stands, shortly.
pub fn answer(game: &Game) -> Answer {
    let mut position = String::with_capacity(64);
    let _ = write!(position, "{}", game.position());
    Answer {
        seq: game.seq(),
        ply: game.ply(),
        position,
        turn: game.turn().map(Seat::number),
        result: result(game),
    }
}

/// The answer to a repetition of the move of this event: as it was then, or the current state if the
/// move was taken back.
pub fn answer_at(game: &Game, seq: u64) -> Answer {
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
        result: if over { result(game) } else { None },
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
    let record = game.record();
    let position = game.position();
    let turn = game.turn();
    let seat = |seat: Seat| SeatForm {
        name: record.names[seat].clone(),
        kind: if game.level(seat).is_some() { Kind::Computer } else { Kind::Person },
        level: game.level(seat).map(duel_play::Level::name),
        taken: game.is_taken(seat),
        present: game.level(seat).is_some() || presence.players[seat] > 0,
    };
    let offered = |offer| game.offered(offer).map(Seat::number);
    GameForm {
        id: game.id().to_owned(),
        seq: game.seq(),
        ply: game.ply(),
        book: game.book().slug,
        title: game.book().title,
        rules: rules(position),
        start: record.game.start().to_string(),
        position: position.to_string(),
        seats: [seat(Seat::First), seat(Seat::Second)],
        turn: turn.map(Seat::number),
        waiting: game.is_waiting(),
        board: listing.board.clone(),
        moves: listing.moves.clone(),
        last: history.last().map(|past| LastForm {
            ply: past.ply,
            by: past.by,
            made: past.made.clone(),
        }),
        history,
        log,
        clock: clock(game, spent),
        offers: OffersForm {
            take_back: offered(Offer::TakeBack),
            abandon: offered(Offer::Abandon),
            rematch: offered(Offer::Rematch),
        },
        can_abandon: game.can_be_abandoned(),
        result: result(game),
        round: game.head().round,
        score: game.score(),
        rematch: game.rematch().map(str::to_owned),
        room: game.head().room.clone(),
        insight: if game.has_computer() { Insight::Now } else { Insight::After },
    }
}

/// The last moves, for which the game is played once more.
pub fn history(game: &Game) -> Vec<PastForm> {
    let record = &game.record().game;
    let skipped = record.played().len().saturating_sub(HISTORY);
    let past = |(place, step): (usize, duel_core::Step)| PastForm {
        ply: place as u64 + 1,
        by: step.before.turn().number(),
        made: step.before.write_move(&step.played),
        position: step.after.to_string(),
    };
    record.steps().enumerate().skip(skipped).map(past).collect()
}

impl From<LogLine> for LineForm {
    fn from(LogLine { n, by, text }: LogLine) -> LineForm {
        LineForm { n, by: by.map(Seat::number), text }
    }
}

/// A stretch of what was said.
pub fn log(game: &Game, from: usize, count: usize) -> LogForm {
    let (mut telling, mut lines) = (Telling::of(game), Vec::new());
    telling.read(game, |line| {
        if line.n >= from && lines.len() < count {
            lines.push(line.into());
        }
    });
    LogForm { total: telling.lines(), from, lines }
}

fn clock(game: &Game, spent: Duration) -> Option<ClockForm> {
    let clock = game.record().game.conduct().clock?;
    let turn = game.turn();
    let left = |seat: Seat| {
        let allowance = game.allowance(seat).unwrap_or_default();
        let spent = if turn == Some(seat) { spent } else { Duration::ZERO };
        u64::try_from(allowance.saturating_sub(spent).as_millis()).unwrap_or(u64::MAX)
    };
    Some(ClockForm {
        name: clock.to_string(),
        left_ms: Seat::BOTH.map(left),
        running: turn.map(Seat::number),
    })
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
