//! Classrooms: open one, join by its code, find one's seat. What only the teacher may do is in
//! [`teacher`], what is shown in [`form`].

pub mod form;
pub mod teacher;

use std::{collections::HashSet, sync::Arc};

use axum::{Json, extract::State, http::StatusCode};
use duel_core::Seat;
use duel_play::{Dice, NumberSize};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::form::{PlaceForm, Placed, RoomForm};
use super::{
    JsonResult,
    games::{RequestedTerms, agree, head},
};
use crate::{
    app::App,
    extract::{BearerToken, Body, Path},
    game::{Chair, Game},
    guard::Client,
    limits::Counted,
    live::{Failure, LiveGame},
    problem::Problem,
    rooms::{MOST_PUPILS, PastTable, Room, RoomEvent, RoomHead, RoundTerms, Seating},
    secret::{self, Token},
    store::Place,
};

/// How often a change is decided again because another node was first.
const RETRIES: usize = 20;

/// Who plays opposite a pupil who is left over.
const COMPUTER: &str = "medium";

/// A classroom to be opened.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// One of the books.
    #[schema(schema_with = super::book_or_none)]
    pub book: Option<String>,
    /// Whether to play its fair variant; every table gets the same start.
    #[serde(default)]
    pub fair: bool,
    /// Or a position on one line.
    pub position: Option<String>,
    /// A time control.
    pub clock: Option<String>,
    /// How large the numbers of fair starts are: `medium` is the range of the book, `small` its lower and
    /// `large` its upper third. In a game of digits there is only one range.
    #[schema(pattern = "^(small|medium|large)$")]
    pub numbers: Option<String>,
    /// Whether pupils may choose a nickname. Without it they are numbered in the order in which they
    /// join, and no name is stored.
    #[serde(default)]
    pub nicknames: bool,
}

/// A classroom that was opened.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Opened {
    /// The code to join by.
    pub code: String,
    /// The secret of whoever leads it; it is told only now.
    pub token: String,
    /// The room.
    pub room: RoomForm,
}

/// A pupil joins a classroom.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoiningRoom {
    /// A nickname of at most 20 characters, where the room allows them; elsewhere it is not kept. One
    /// that another pupil has gets a number.
    pub name: Option<String>,
    /// Whether to leave a game whose other player has no connection.
    #[serde(default)]
    pub leave: bool,
}

/// The classroom with this code. Codes are short enough to be typed, so they must not be tried out.
async fn find(app: &App, client: Client, code: &str) -> Result<Room, Problem> {
    let unknown = || Problem::not_found("There is no classroom with this code.");
    let code = secret::read_room_code(code).ok_or_else(unknown)?;
    app.counts.may_try_code(client.0).map_err(|wait| app.turned_away(wait))?;
    match Room::find(app.games.store(), &code).await {
        Err(Failure::Unknown) => {
            app.counts.count_wrong_code(client.0).map_err(|wait| app.turned_away(wait))?;
            Err(unknown())
        }
        other => Ok(other?),
    }
}

/// What the games of a round tell about its pupils.
#[derive(Default)]
struct Facts {
    /// Those who have a connection to this node.
    present: HashSet<u32>,
    /// The tables whose game is over.
    over: HashSet<usize>,
    /// What has been played in this round.
    results: Vec<PastTable>,
}

impl Facts {
    async fn of(app: &App, client: Client, room: &Room) -> Result<Facts, Problem> {
        let mut facts = Facts::default();
        for table in &room.tables {
            for (place, seating) in table.seatings.iter().enumerate() {
                let is_last = place + 1 == table.seatings.len();
                let Some(live) = last_game(app, client, room, seating, is_last).await? else {
                    continue;
                };
                let presence = *live.presence_changes().borrow();
                let (round, is_over, score) =
                    live.read(|game| (game.head().round, game.is_over(), game.score())).await;
                // Rematches swap the seats.
                let swapped = round.is_multiple_of(2);
                for (index, pupil) in seating.pupils.iter().enumerate() {
                    let seat = Seat::BOTH[if swapped { 1 - index } else { index }];
                    if presence.players[seat] > 0 {
                        facts.present.extend(pupil);
                    }
                }
                if is_last && is_over {
                    facts.over.insert(seating.table);
                }
                let [first, second] = score;
                let wins = if swapped { [second, first] } else { [first, second] };
                let games = round - 1 + u32::from(is_over);
                if games > 0 || is_last {
                    let Seating { table, pupils, .. } = *seating;
                    facts.results.push(PastTable { table, pupils, wins, games });
                }
            }
        }
        Ok(facts)
    }
}

/// The game of a seating, or the last of its rematches. One that was decided on but not created, as
/// when a server stopped in between, is created now if it is to be played.
async fn last_game(
    app: &App,
    client: Client,
    room: &Room,
    seating: &Seating,
    is_played: bool,
) -> Result<Option<Arc<LiveGame>>, Problem> {
    let Some(id) = &seating.game else { return Ok(None) };
    match app.games.latest(id).await {
        Err(Failure::Unknown) if is_played && seating.pupils != [None, None] => {
            create_game(app, client, room, id, seating).await.map(Some)
        }
        Err(Failure::Unknown) => Ok(None),
        other => Ok(Some(other?)),
    }
}

/// Creates the game of a seating. On every node this makes the same game.
async fn create_game(
    app: &App,
    client: Client,
    room: &Room,
    id: &str,
    seating: &Seating,
) -> Result<Arc<LiveGame>, Problem> {
    let agreed =
        agree(app, client, requested_terms(&room.terms, &seed_of(room, room.round))).await?;
    let chairs = seating.pupils.map(|pupil| match pupil {
        Some(number) => {
            Chair { name: Some(room.label(number)), hash: room.hash_of(number), level: None }
        }
        None => Chair { level: Some(COMPUTER.to_owned()), ..Chair::default() },
    });
    let head = head(agreed, chairs, Some(room.code.clone()));
    Ok(app.games.begin(id, head, client.0).await?)
}

/// The seed of a round: all its tables have the same start, each round another.
fn seed_of(room: &Room, round: u32) -> String {
    room.head.seed.wrapping_add(u64::from(round) << 16).to_string()
}

/// What to ask for at a table, so that all tables of a round begin alike.
fn requested_terms<'a>(terms: &'a RoundTerms, seed: &'a str) -> RequestedTerms<'a> {
    RequestedTerms {
        book: terms.book.as_deref(),
        fair: terms.fair,
        position: terms.position.as_deref(),
        clock: terms.clock.as_deref(),
        numbers: terms.numbers.as_deref().and_then(|size| size.parse().ok()),
        start: terms.start.as_deref(),
        seed: Some(seed),
    }
}

/// Terms of a round, checked, with the start that all its tables have.
async fn agreed_terms(
    app: &App,
    client: Client,
    terms: RoundTerms,
    seed: &str,
) -> Result<RoundTerms, Problem> {
    if let Some(size) = &terms.numbers {
        size.parse::<NumberSize>()
            .map_err(|error| Problem::unprocessable("numbers", error.to_string()))?;
        if !terms.fair || terms.position.is_some() {
            let detail =
                "the size of numbers is for fair starts: give \"fair\":true, and no position";
            return Err(Problem::unprocessable("numbers", detail));
        }
    }
    let terms = RoundTerms { start: None, ..terms };
    let start = agree(app, client, requested_terms(&terms, seed)).await?.start;
    Ok(RoundTerms { start: Some(start), ..terms })
}

/// Changes a room: decides on it as it is stored, and again if another node was first. Nothing is
/// stored where there is nothing to change.
async fn change(
    app: &App,
    client: Client,
    code: &str,
    mut decide: impl FnMut(&Room, &Facts) -> Result<Option<RoomEvent>, Problem>,
) -> Result<Room, Problem> {
    let _turn = app.rooms.lock(&code.to_ascii_uppercase()).await;
    for _ in 0..RETRIES {
        let mut room = find(app, client, code).await?;
        let facts = Facts::of(app, client, &room).await?;
        let Some(event) = decide(&room, &facts)? else { return Ok(room) };
        if room.is_full_of_events() {
            let detail = "so much has happened in this classroom that it is full; open another one";
            return Err(Problem::unprocessable("full", detail));
        }
        if room.append(app.games.store(), event).await? == Place::Ours {
            return Ok(room);
        }
    }
    Err(Failure::Contended.into())
}

fn full() -> Problem {
    Problem::unprocessable("full", "this classroom is full")
}

/// Opens a classroom.
#[utoipa::path(post, path = "/api/v1/rooms", tag = "classrooms", request_body = NewRoom,
    responses((status = 201, body = Opened), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn create(
    State(app): State<App>,
    client: Client,
    Body(new): Body<NewRoom>,
) -> Result<(StatusCode, Json<Opened>), Problem> {
    app.count(client, Counted::Game)?;
    let NewRoom { book, fair, position, clock, numbers, nicknames } = new;
    let terms = RoundTerms { book, fair, position, clock, numbers, start: None };
    let token = Token::fresh();
    let mut head = RoomHead::new(&token, terms, Dice::fresh_seed(), nicknames);
    // Bad terms are refused now, not when the first pupil joins.
    let seed = head.seed.wrapping_add(1 << 16).to_string();
    head.terms = agreed_terms(&app, client, head.terms, &seed).await?;
    for _ in 0..RETRIES {
        let code = secret::room_code();
        if let Some(room) = Room::open(app.games.store(), &code, head.clone()).await? {
            let room = form::room(&app, client, &room).await?;
            let opened = Opened { code, token: token.reveal().to_owned(), room };
            return Ok((StatusCode::CREATED, Json(opened)));
        }
    }
    Err(Failure::Contended.into())
}

/// The classroom, its tables and its pupils.
#[utoipa::path(get, path = "/api/v1/rooms/{code}", tag = "classrooms", params(("code" = String, Path)),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn show(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
) -> JsonResult<RoomForm> {
    let room = find(&app, client, &code).await?;
    Ok(Json(form::room(&app, client, &room).await?))
}

/// Sits down opposite a pupil who plays the computer, or else opposite the computer until the next pupil
/// joins. With a token of 32 random letters or more this can be repeated: as long as the game goes on,
/// the answer is the same seat. After its end another partner is found.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/join", tag = "classrooms", params(("code" = String, Path)),
    request_body = JoiningRoom, security((), ("token" = [])),
    responses((status = 200, body = Placed), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn join(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    shown: BearerToken,
    Body(joining): Body<JoiningRoom>,
) -> JsonResult<Placed> {
    let token = shown.for_seat()?.unwrap_or_else(Token::fresh);
    let decide = |room: &Room, facts: &Facts| {
        let event = decide_join(room, facts, &token, &joining)?;
        if event.is_some() {
            app.count(client, Counted::Game)?;
        }
        Ok(event)
    };
    let room = change(&app, client, &code, decide).await?;
    let number = room.number_of(&token).ok_or_else(full)?;
    let placed = placed(&app, client, &room, number, &token).await?;
    placed.map(Json).ok_or_else(full)
}

/// What follows when the owner of this token joins.
fn decide_join(
    room: &Room,
    facts: &Facts,
    token: &Token,
    joining: &JoiningRoom,
) -> Result<Option<RoomEvent>, Problem> {
    let is_present = |pupil: u32| facts.present.contains(&pupil);
    let known = room.number_of(token);
    if let Some(number) = known.filter(|number| room.pupil(*number).is_some_and(|it| !it.removed)) {
        let Some(at) = room.seating_of(number) else {
            let tables = room.seat_one(number, None, is_present).ok_or_else(full)?;
            return Ok(Some(RoomEvent::Seated { tables }));
        };
        let is_over = facts.over.contains(&at.table);
        let absent = at.opposite(number).filter(|partner| !is_present(*partner));
        let leaves = joining.leave && absent.is_some();
        if !is_over && !leaves {
            return Ok(None);
        }
        let mut tables = room.seat_one(number, at.opposite(number), is_present).ok_or_else(full)?;
        if let Some(partner) = absent.filter(|_| !is_over) {
            tables.push(Seating::alone(at.table, partner));
        }
        return Ok(Some(RoomEvent::Seated { tables }));
    }
    if room.closed {
        let detail = "The teacher has closed this classroom, so nobody new can join now.";
        return Err(Problem::forbidden("closed", detail));
    }
    if known.is_none() && room.pupils.len() >= MOST_PUPILS {
        return Err(full());
    }
    let next = u32::try_from(room.pupils.len() + 1).unwrap_or(u32::MAX);
    let wanted = joining.name.as_deref().filter(|_| room.nicknames);
    let name = wanted.and_then(|name| room.nickname(name, known));
    let tables = room.seat_one(known.unwrap_or(next), None, is_present).ok_or_else(full)?;
    Ok(Some(RoomEvent::Joined { hash: token.hash().written(), name, tables }))
}

/// The seat of a pupil in this round, after rematches.
async fn placed(
    app: &App,
    client: Client,
    room: &Room,
    number: u32,
    token: &Token,
) -> Result<Option<Placed>, Problem> {
    let Some(seating) = room.seating_of(number) else { return Ok(None) };
    let Some(live) = last_game(app, client, room, seating, true).await? else { return Ok(None) };
    let (seat, round) = live.read(|game: &Game| (game.seat_of(token), game.head().round)).await;
    let Some(seat) = seat else { return Ok(None) };
    Ok(Some(Placed {
        id: live.id().to_owned(),
        seat: seat.number(),
        token: token.reveal().to_owned(),
        table: seating.table,
        pupil: number,
        label: room.label(number),
        players: form::players(room, seating, round),
    }))
}

/// Where the player who shows this token sits now, after rematches and in the round that is played.
#[utoipa::path(get, path = "/api/v1/rooms/{code}/seat", tag = "classrooms", params(("code" = String, Path)),
    security((), ("token" = [])),
    responses((status = 200, body = PlaceForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn seat(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
) -> JsonResult<PlaceForm> {
    let room = find(&app, client, &code).await?;
    let number = token.as_ref().and_then(|token| room.number_of(token));
    let place = match (number, &token) {
        (Some(number), Some(token)) => placed(&app, client, &room, number, token).await?,
        _ => None,
    };
    let removed = number.and_then(|number| room.pupil(number)).is_some_and(|pupil| pupil.removed);
    Ok(Json(PlaceForm { round: room.round, place, removed, closed: room.closed }))
}
