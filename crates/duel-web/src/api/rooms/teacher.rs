//! What whoever opened a classroom may do: the next round, settings, other seats, other names.

use axum::{Json, extract::State};
use duel_core::Seat;
use serde::{Deserialize, Deserializer, de::Error as _};
use utoipa::ToSchema;

use super::{
    Facts, JsonResult, agreed_terms, change, find,
    form::{self, ResultsForm, RoomForm},
    last_game, seed_of,
};
use crate::{
    app::App,
    extract::{BearerToken, Body, Path},
    guard::Client,
    limits::Counted,
    problem::Problem,
    rooms::{Room, RoomEvent, RoundTerms},
    secret::Token,
};

/// The next round. What is left out stays as it was; a book takes the place of a position, and the other
/// way round.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NextRound {
    /// Another book.
    #[schema(schema_with = crate::api::book_or_none)]
    pub book: Option<String>,
    /// Whether to play its fair variant.
    pub fair: Option<bool>,
    /// Or another position on one line.
    pub position: Option<String>,
    /// Another time control; an empty text for none.
    pub clock: Option<String>,
    /// How large the numbers of fair starts are.
    #[schema(pattern = "^(small|medium|large)$")]
    pub numbers: Option<String>,
}

/// Settings of a classroom to be changed; what is left out stays.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoomSettings {
    /// Whether pupils may choose a nickname when they join.
    pub nicknames: Option<bool>,
    /// Whether new pupils are refused.
    pub closed: Option<bool>,
}

/// A pupil's nickname.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    /// The number of the pupil.
    #[schema(maximum = 400)]
    #[serde(deserialize_with = "whole_number")]
    pub pupil: u32,
    /// The nickname, of at most 20 characters; `null` takes it away.
    pub name: Option<String>,
}

/// A pupil.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Removing {
    /// The number of the pupil.
    #[schema(maximum = 400)]
    #[serde(deserialize_with = "whole_number")]
    pub pupil: u32,
}

/// Another seat for a pupil.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reseating {
    /// The number of the pupil.
    #[schema(maximum = 400)]
    #[serde(deserialize_with = "whole_number")]
    pub pupil: u32,
    /// The table, from 1, up to one more than there are.
    #[schema(minimum = 1, maximum = 200)]
    #[serde(deserialize_with = "whole_number")]
    pub table: usize,
    /// The seat, 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    #[serde(deserialize_with = "whole_number")]
    pub seat: u8,
}

/// Reads a whole number. JSON does not tell 1.0 from 1, and neither does the description of the API.
fn whole_number<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<T, D::Error> {
    let number = serde_json::Number::deserialize(from)?.to_string();
    let whole = number.strip_suffix(".0").unwrap_or(&number).parse().ok();
    whole
        .and_then(|whole: u64| T::try_from(whole).ok())
        .ok_or_else(|| D::Error::custom(format!("{number} is not a number that is possible here")))
}

fn check_owner(room: &Room, token: Option<&Token>) -> Result<(), Problem> {
    if token.is_some_and(|token| room.is_owner(token)) {
        return Ok(());
    }
    Err(Problem::forbidden("not-your-room", "only whoever opened it can do that"))
}

/// The number of a pupil who is in the room.
fn check_pupil(room: &Room, number: u32) -> Result<(), Problem> {
    if room.pupil(number).is_some_and(|pupil| !pupil.removed) {
        return Ok(());
    }
    Err(Problem::unprocessable("no-such-pupil", "there is no pupil with this number here"))
}

/// Creates the games of this round that are still missing, and shows the room.
async fn shown(app: &App, client: Client, room: &Room) -> JsonResult<RoomForm> {
    for seating in room.tables.iter().filter_map(|table| table.seatings.last()) {
        last_game(app, client, room, seating, true).await?;
    }
    Ok(Json(form::room(app, client, room).await?))
}

/// Begins a new round. Pupils who have a connection are paired at once, with partners whom they have met
/// least; the others when they join with the tokens that they have. The pages do that by themselves.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/round", tag = "classrooms", params(("code" = String, Path)),
    request_body = NextRound, security(("token" = [])),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(in crate::api) async fn round(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
    Body(next): Body<NextRound>,
) -> JsonResult<RoomForm> {
    let room = find(&app, client, &code).await?;
    check_owner(&room, token.as_ref())?;
    app.count(client, Counted::Game)?;
    let wanted = terms_of(&room.terms, next)?;
    let from = room.round;
    let seed = seed_of(&room, from + 1);
    let terms = agreed_terms(&app, client, wanted, &seed).await?;
    if app.games.store().is_shared() {
        // What other nodes have stored counts for the results of the round.
        for seating in room.tables.iter().filter_map(|table| table.seatings.last()) {
            if let Some(live) = last_game(&app, client, &room, seating, true).await? {
                app.games.refresh(&live).await?;
            }
        }
    }
    let decide = |room: &Room, facts: &Facts| {
        // The same request from another tab: one round is enough.
        if room.round != from {
            return Ok(None);
        }
        let mut present: Vec<u32> = room.active().map(|(number, _)| number).collect();
        present.retain(|number| facts.present.contains(number));
        Ok(Some(RoomEvent::Round {
            terms: Some(terms.clone()),
            past: facts.results.clone(),
            tables: room.pair_all(&present),
        }))
    };
    let room = change(&app, client, &code, decide).await?;
    shown(&app, client, &room).await
}

/// The terms of the next round.
fn terms_of(now: &RoundTerms, next: NextRound) -> Result<RoundTerms, Problem> {
    if next.book.is_some() && next.position.is_some() {
        let detail = "give a book or a position, not both";
        return Err(Problem::unprocessable("what-to-play", detail));
    }
    let changes_what = next.book.is_some() || next.position.is_some();
    let (book, position) = if changes_what {
        (next.book, next.position)
    } else {
        (now.book.clone(), now.position.clone())
    };
    let is_position = position.is_some();
    let fair = !is_position && next.fair.unwrap_or(now.fair);
    let numbers = next.numbers.or_else(|| now.numbers.clone().filter(|_| fair));
    let clock = match next.clock {
        Some(clock) => Some(clock).filter(|clock| !clock.is_empty()),
        None => now.clock.clone(),
    };
    Ok(RoundTerms { book, fair, position, clock, numbers, start: None })
}

/// Changes the settings of a classroom.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/settings", tag = "classrooms", params(("code" = String, Path)),
    request_body = RoomSettings, security(("token" = [])),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(in crate::api) async fn settings(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
    Body(wanted): Body<RoomSettings>,
) -> JsonResult<RoomForm> {
    let decide = |room: &Room, _: &Facts| {
        check_owner(room, token.as_ref())?;
        let nicknames = wanted.nicknames.unwrap_or(room.nicknames);
        let closed = wanted.closed.unwrap_or(room.closed);
        let changes = (nicknames, closed) != (room.nicknames, room.closed);
        Ok(changes.then_some(RoomEvent::Set { nicknames, closed }))
    };
    let room = change(&app, client, &code, decide).await?;
    shown(&app, client, &room).await
}

/// Gives a pupil another nickname, or takes it away. Games that have begun keep the old one.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/rename", tag = "classrooms", params(("code" = String, Path)),
    request_body = Renaming, security(("token" = [])),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(in crate::api) async fn rename(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
    Body(renaming): Body<Renaming>,
) -> JsonResult<RoomForm> {
    let Renaming { pupil, name } = renaming;
    let decide = |room: &Room, _: &Facts| {
        check_owner(room, token.as_ref())?;
        check_pupil(room, pupil)?;
        let name = name.as_deref().and_then(|name| room.nickname(name, Some(pupil)));
        if room.pupil(pupil).is_some_and(|it| it.name == name) {
            return Ok(None);
        }
        Ok(Some(RoomEvent::Renamed { pupil, name }))
    };
    let room = change(&app, client, &code, decide).await?;
    shown(&app, client, &room).await
}

/// Frees the seat of a pupil, who may join again unless the classroom is closed. The partner gets another
/// one, or the computer.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/remove", tag = "classrooms", params(("code" = String, Path)),
    request_body = Removing, security(("token" = [])),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(in crate::api) async fn remove(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
    Body(Removing { pupil }): Body<Removing>,
) -> JsonResult<RoomForm> {
    let decide = |room: &Room, facts: &Facts| {
        check_owner(room, token.as_ref())?;
        if room.pupil(pupil).is_some_and(|it| it.removed) {
            return Ok(None);
        }
        check_pupil(room, pupil)?;
        let is_over = room.seating_of(pupil).is_some_and(|at| facts.over.contains(&at.table));
        // A finished game stays to be seen, and the partner may look at it.
        let tables = if is_over {
            Vec::new()
        } else {
            room.after_leaving(pupil, |other| facts.present.contains(&other))
        };
        Ok(Some(RoomEvent::Removed { pupil, tables }))
    };
    let room = change(&app, client, &code, decide).await?;
    shown(&app, client, &room).await
}

/// Moves a pupil to a seat; whoever sits there takes the seat that becomes free. Both tables begin new
/// games.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/move", tag = "classrooms", params(("code" = String, Path)),
    request_body = Reseating, security(("token" = [])),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(in crate::api) async fn move_pupil(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
    Body(Reseating { pupil, table, seat }): Body<Reseating>,
) -> JsonResult<RoomForm> {
    let seat = Seat::from_number(seat)
        .ok_or_else(|| Problem::unprocessable("no-such-seat", "a seat is 1 or 2"))?;
    let decide = |room: &Room, _: &Facts| {
        check_owner(room, token.as_ref())?;
        check_pupil(room, pupil)?;
        let most = room.tables.len() + 1;
        if table == 0 || table > most {
            let detail = format!("tables have the numbers 1 to {most} here");
            return Err(Problem::unprocessable("no-such-table", detail));
        }
        Ok(room.swap(pupil, table, seat).map(|tables| RoomEvent::Seated { tables }))
    };
    app.count(client, Counted::Game)?;
    let room = change(&app, client, &code, decide).await?;
    shown(&app, client, &room).await
}

/// What was played in all rounds, by whom and with which result. Pupils without a nickname are numbers.
#[utoipa::path(get, path = "/api/v1/rooms/{code}/results", tag = "classrooms", params(("code" = String, Path)),
    responses((status = 200, body = ResultsForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(in crate::api) async fn results(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
) -> JsonResult<ResultsForm> {
    let room = find(&app, client, &code).await?;
    let facts = Facts::of(&app, client, &room).await?;
    Ok(Json(form::results(&room, &facts)))
}
