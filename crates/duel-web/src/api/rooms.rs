//! Classrooms: open one, join by its code, list its tables.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use duel_json::ResultForm;
use duel_play::Dice;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    JsonResult,
    games::{Nothing, agree, head, sit_down},
};
use crate::{
    app::App,
    extract::{BearerToken, Body, Path},
    forms,
    game::{Chair, Game},
    guard::Client,
    limits::Counted,
    live::{Failure, LiveGame},
    problem::Problem,
    rooms::{MOST_TABLES, Room, RoomEvent, RoomHead},
    secret::{self, Token},
    store::Place,
};

/// How often a join is retried when others join at the same moment.
const RETRIES: usize = 20;

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

/// A classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomForm {
    /// The code to join by.
    pub code: String,
    /// Which round is played, from 1.
    pub round: u32,
    /// What is played: a book, or a position.
    pub book: String,
    /// Whether the fair variant is played.
    pub fair: bool,
    /// The time control.
    pub clock: Option<String>,
    /// The tables of this round.
    pub tables: Vec<TableForm>,
}

/// A table of a classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableForm {
    /// Its number, from 1.
    pub table: usize,
    /// The name of the game that is played there, a rematch of the first one perhaps.
    pub game: String,
    /// Which game of the same players it is, from 1.
    pub round: u32,
    /// What they have won at this table, in the seats of this game.
    pub score: [u32; 2],
    /// How many players sit there.
    pub players: u8,
    /// How many moves have been made.
    pub ply: u64,
    /// Who is to move.
    pub turn: Option<u8>,
    /// The numbers on the table.
    pub numbers: String,
    /// How the game ended.
    pub result: Option<ResultForm>,
}

/// A seat in a classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Placed {
    /// The name of the game.
    pub id: String,
    /// The seat, 1 or 2.
    pub seat: u8,
    /// The secret that lets you move.
    pub token: String,
    /// The table, from 1.
    pub table: usize,
}

/// Where a player sits in the round that is played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaceForm {
    /// Which round is played, from 1.
    pub round: u32,
    /// The seat; `null` if the player has not joined this round.
    pub place: Option<Placed>,
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

async fn form(app: &App, room: &Room) -> Result<RoomForm, Problem> {
    let mut tables = Vec::with_capacity(room.games.len());
    for (index, id) in room.games.iter().enumerate() {
        let live = app.games.latest(id).await?;
        let form = |game: &Game| TableForm {
            table: index + 1,
            game: live.id().to_owned(),
            round: game.head().round,
            score: game.score(),
            players: duel_core::Seat::BOTH.map(|seat| u8::from(game.is_taken(seat))).iter().sum(),
            ply: game.ply(),
            turn: game.turn().map(duel_core::Seat::number),
            numbers: forms::numbers(game),
            result: duel_json::result(game.session()),
        };
        tables.push(live.read(form).await);
    }
    let RoomHead { book, position, fair, clock, .. } = &room.head;
    Ok(RoomForm {
        code: room.code.clone(),
        round: room.round,
        book: book.clone().or_else(|| position.clone()).unwrap_or_default(),
        fair: *fair,
        clock: clock.clone(),
        tables,
    })
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
    let NewRoom { book, fair, position, clock } = new;
    // Bad terms are refused now, not when the first student joins.
    agree(&app, client, book.as_deref(), fair, position.as_deref(), clock.as_deref(), None).await?;
    let token = Token::fresh();
    let head = RoomHead::new(&token, Dice::fresh_seed());
    let head = RoomHead { book, fair, position, clock, ..head };
    for _ in 0..RETRIES {
        let code = secret::room_code();
        if let Some(room) = Room::open(app.games.store(), &code, head.clone()).await? {
            let room = form(&app, &room).await?;
            let opened = Opened { code, token: token.reveal().to_owned(), room };
            return Ok((StatusCode::CREATED, Json(opened)));
        }
    }
    Err(Failure::Contended.into())
}

/// The classroom and its tables.
#[utoipa::path(get, path = "/api/v1/rooms/{code}", tag = "classrooms", params(("code" = String, Path)),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn show(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
) -> JsonResult<RoomForm> {
    let room = find(&app, client, &code).await?;
    Ok(Json(form(&app, &room).await?))
}

/// Sits down opposite a player who waits, or at a new table. With a token of 32 random letters or
/// more this can be repeated: as long as the game goes on, the answer is the same seat.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/join", tag = "classrooms", params(("code" = String, Path)),
    request_body = Nothing, security((), ("token" = [])),
    responses((status = 200, body = Placed), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn join(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    shown: BearerToken,
    Body(Nothing {}): Body<Nothing>,
) -> JsonResult<Placed> {
    app.count(client, Counted::Game)?;
    let brought = shown.for_seat()?;
    let can_repeat = brought.is_some();
    let token = brought.unwrap_or_else(Token::fresh);
    let mut prepared: Option<Arc<LiveGame>> = None;
    for _ in 0..RETRIES {
        let mut room = find(&app, client, &code).await?;
        // A player whose game is over gets another partner.
        if can_repeat
            && let Some((placed, live)) = place_of(&app, &room, &token).await?
            && !live.read(Game::is_over).await
        {
            return Ok(Json(placed));
        }
        if let Some(last) = room.games.last() {
            let live = app.games.find(last).await?;
            match sit_down(&app, client, &live, &token, None).await {
                Ok(seated) => {
                    return Ok(Json(Placed {
                        id: seated.id,
                        seat: seated.seat,
                        token: seated.token,
                        table: room.games.len(),
                    }));
                }
                // The seat was taken, or the waiting player resigned.
                Err(problem) if ["seats-taken", "over"].contains(&problem.code) => {}
                Err(problem) => return Err(problem),
            }
        }
        if room.games.len() >= MOST_TABLES {
            return Err(Problem::unprocessable("full", "this classroom is full"));
        }
        let live = match prepared.take() {
            Some(prepared) => prepared,
            None => create_table(&app, client, &room, &token).await?,
        };
        let game = live.id().to_owned();
        match room.append(app.games.store(), RoomEvent::Table { game: game.clone() }).await? {
            Place::Ours => {
                let token = token.reveal().to_owned();
                return Ok(Json(Placed { id: game, seat: 1, token, table: room.games.len() }));
            }
            // Another table was added first; perhaps there is a free seat at it.
            Place::Taken => prepared = Some(live),
        }
    }
    Err(Failure::Contended.into())
}

/// Creates a game with the owner of this token in the first seat.
async fn create_table(
    app: &App,
    client: Client,
    room: &Room,
    token: &Token,
) -> Result<Arc<LiveGame>, Problem> {
    let RoomHead { book, position, clock, fair, seed, .. } = &room.head;
    // All tables of a round have the same start, each round another.
    let seed = seed.wrapping_add(u64::from(room.round) << 16).to_string();
    let (book, position, clock) = (book.as_deref(), position.as_deref(), clock.as_deref());
    let agreed = agree(app, client, book, *fair, position, clock, Some(&seed)).await?;
    let mine = Chair { hash: Some(token.hash().written()), ..Chair::default() };
    let head = head(agreed, [mine, Chair::default()], Some(room.code.clone()));
    Ok(app.games.begin(&secret::game_id(), head, client.0).await?)
}

/// The latest seat of this token in this round.
async fn place_of(
    app: &App,
    room: &Room,
    token: &Token,
) -> Result<Option<(Placed, Arc<LiveGame>)>, Problem> {
    for (index, id) in room.games.iter().enumerate().rev() {
        let live = app.games.latest(id).await?;
        if let Some(seat) = live.read(|game| game.seat_of(token)).await {
            let (id, token) = (live.id().to_owned(), token.reveal().to_owned());
            let placed = Placed { id, seat: seat.number(), token, table: index + 1 };
            return Ok(Some((placed, live)));
        }
    }
    Ok(None)
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
    let place = match token {
        Some(token) => place_of(&app, &room, &token).await?.map(|(placed, _)| placed),
        None => None,
    };
    Ok(Json(PlaceForm { round: room.round, place }))
}

/// Begins a new round. Players join it with the tokens that they have, to be paired anew; the pages
/// do that by themselves.
#[utoipa::path(post, path = "/api/v1/rooms/{code}/round", tag = "classrooms", params(("code" = String, Path)),
    request_body = Nothing, security(("token" = [])),
    responses((status = 200, body = RoomForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn round(
    State(app): State<App>,
    client: Client,
    Path(code): Path<String>,
    BearerToken(token): BearerToken,
    Body(Nothing {}): Body<Nothing>,
) -> JsonResult<RoomForm> {
    let mut room = find(&app, client, &code).await?;
    if !token.is_some_and(|token| room.is_owner(&token)) {
        return Err(Problem::forbidden("not-your-room", "only whoever opened it can do that"));
    }
    app.count(client, Counted::Game)?;
    for _ in 0..RETRIES {
        if room.append(app.games.store(), RoomEvent::Round).await? == Place::Ours {
            return Ok(Json(form(&app, &room).await?));
        }
        room = find(&app, client, &code).await?;
    }
    Err(Failure::Contended.into())
}
