//! Which kept games are meant, and from whose side a game is seen.

use duel_core::{Ending, Outcome, Record, Seat};

use crate::{
    cli::{GameFilter, GameResult},
    pages::find_book,
    remembered::Remembered,
    stop::Stop,
};

/// Whose wins are wins.
pub(crate) enum Viewpoint {
    /// The user's: the only person in a game; between two people, the one of this name.
    User(Option<String>),
    /// That of the person of this name.
    Named(String),
}

impl Viewpoint {
    /// The user's, who is called as the menu remembers.
    pub(crate) fn of_user() -> Viewpoint {
        Viewpoint::User(Remembered::load().name(0))
    }

    /// The seat from which a game is seen, if it is known.
    pub(crate) fn seat(&self, record: &Record) -> Option<Seat> {
        let is_person = |seat: Seat| record.kinds[seat].is_none();
        let named = |name: &str| {
            let mut seats = Seat::BOTH.into_iter().filter(|seat| is_person(*seat));
            seats.find(|seat| record.names[*seat] == *name)
        };
        match (self, Seat::BOTH.map(is_person)) {
            (Viewpoint::Named(name), _) => named(name),
            (Viewpoint::User(_), [true, false]) => Some(Seat::First),
            (Viewpoint::User(_), [false, true]) => Some(Seat::Second),
            (Viewpoint::User(name), _) => name.as_deref().and_then(named),
        }
    }
}

/// What is played against: the kind of a program, or the name of a person.
pub(crate) fn opponent(record: &Record, own: Seat) -> String {
    let other = own.other();
    record.kinds[other].clone().unwrap_or_else(|| record.names[other].clone())
}

/// The conditions as a function of a game and the seat from which it is seen.
pub(crate) fn parse(
    filter: &GameFilter,
) -> Result<impl Fn(&Record, Option<Seat>) -> bool + use<>, Stop> {
    let GameFilter { book, opponent, result, unfinished, since } = filter.clone();
    let book = book.as_deref().map(find_book).transpose()?;
    let opponent = opponent.map(|opponent| opponent.to_lowercase());
    let since = since.map(|day| day.to_string());
    Ok(move |record: &Record, own: Option<Seat>| {
        let of_book = |slug: &str| duel_books::of(record.game.start().rules()).slug == slug;
        let against = |part: &str| {
            let others = Seat::BOTH.into_iter().filter(|seat| Some(*seat) != own);
            let is_like = |text: &str| text.to_lowercase().contains(part);
            others.into_iter().any(|seat| {
                is_like(&record.names[seat]) || record.kinds[seat].as_deref().is_some_and(is_like)
            })
        };
        book.is_none_or(|book| of_book(book.slug))
            && opponent.as_deref().is_none_or(against)
            && result.is_none_or(|result| own.and_then(|own| result_for(record, own)) == Some(result))
            && (!unfinished || record.game.ending().is_none())
            // Days are written so that they sort.
            && since.as_ref().is_none_or(|day| record.date.as_ref().is_some_and(|date| date >= day))
    })
}

/// How a game ended for a seat; `None` if it has not.
pub(crate) fn result_for(record: &Record, own: Seat) -> Option<GameResult> {
    Some(match record.game.ending().map(Ending::outcome)? {
        Outcome::Won(seat) if seat == own => GameResult::Won,
        Outcome::Won(_) => GameResult::Lost,
        Outcome::Nobody => GameResult::Nobody,
    })
}
