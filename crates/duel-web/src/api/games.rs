//! Games: create, join, resign, offers, move list, log, record, analysis, review.

use std::sync::{Arc, atomic::AtomicBool};

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use duel_books::{Book, closing, explain::sentence};
use duel_core::{Clock, Seat, Step, clean_name};
use duel_json::{AnalysisForm, GameForm, LogForm, PageForm, PageQuery, ReviewForm};
use duel_play::{Command, Dice, Level, NumberSize, date::time_now};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{JsonResult, read_position, read_seed};
use crate::{
    app::App,
    deals,
    extract::{BearerToken, Body, IdempotencyKey, Path, Query},
    forms::{self, Answer},
    game::{Chair, Game, GameHead, GameRequest, MOST_PLIES, Offer, VERSION},
    guard::Client,
    limits::Counted,
    live::LiveGame,
    problem::Problem,
    secret::{self, Token},
};

/// A game to be begun: a book, fair or by the book, or any position.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// One of the books.
    #[schema(schema_with = super::book_or_none)]
    pub book: Option<String>,
    /// Whether to play the fair variant, with a start drawn by lot.
    #[serde(default)]
    pub fair: bool,
    /// Or a position on one line, such as `divide:60,84`.
    pub position: Option<String>,
    /// Or an unfinished game, as a record in either of its forms, to go on with; who plays the other
    /// seat is in it.
    pub record: Option<String>,
    /// Against whom.
    #[serde(default)]
    pub opponent: Opponent,
    /// Whether the lobby lists it: anybody may take the free seat or watch.
    #[serde(default)]
    pub open: bool,
    /// The level of the computer; `medium` if nobody says.
    #[schema(pattern = "^(random|easy|medium|hard|perfect|swindler)$")]
    pub level: Option<String>,
    /// Where to sit.
    #[serde(default)]
    pub seat: Wanted,
    /// A time a turn such as `30s`, or a total with an increment such as `5m+3s`.
    pub clock: Option<String>,
    /// A name to be shown.
    pub name: Option<String>,
    /// The seed of whatever is left to chance, a number below 2^64 as a string of digits.
    #[schema(pattern = "^[0-9]{1,20}$")]
    pub seed: Option<String>,
}

/// Against whom a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// Whoever joins.
    #[default]
    Friend,
    /// One of our opponents.
    Computer,
}

/// Where somebody wants to sit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// To begin.
    #[default]
    First,
    /// To let the other begin.
    Second,
    /// A coin decides.
    Either,
}

/// Somebody joins.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// A name to be shown.
    pub name: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Seated {
    /// The name of the game.
    pub id: String,
    /// The seat, 1 or 2.
    pub seat: u8,
    /// The secret that lets you move; it is told only now.
    pub token: String,
    /// The game.
    pub game: GameForm,
}

/// Something to agree on.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferRequest {
    /// What.
    pub offer: Offer,
}

/// An empty object.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmptyBody {}

/// Which lines of the log.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// From this one, counted from 0.
    #[param(maximum = 18_446_744_073_709_551_615_u64)]
    pub from: Option<usize>,
    /// Up to this one; at most 200 at once.
    #[param(maximum = 18_446_744_073_709_551_615_u64)]
    pub to: Option<usize>,
}

/// Which moves of a review.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewQuery {
    /// From this move on, counted from 1; at most 100 at once.
    #[param(minimum = 1, maximum = 18_446_744_073_709_551_615_u64)]
    pub from: Option<usize>,
}

/// Which form of a record.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// `text` or `json`.
    #[param(inline)]
    pub format: Option<RecordFormat>,
}

/// A form of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    /// Readable.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// The terms of a game, checked.
pub(super) struct GameTerms {
    pub(super) start: String,
    pub(super) dealt: bool,
    pub(super) numbers: Option<NumberSize>,
    pub(super) seed: u64,
    pub(super) clock: Option<String>,
}

/// Reads a book's name.
pub(super) fn find_book(name: &str) -> Result<&'static Book, Problem> {
    duel_books::find(name).ok_or_else(|| {
        let detail = format!("There is no such book; there are {}.", duel_books::names("and"));
        Problem::unprocessable("no-such-book", detail)
    })
}

/// What is asked for before a game.
#[derive(Clone, Copy, Default)]
pub(super) struct RequestedTerms<'a> {
    pub(super) book: Option<&'a str>,
    pub(super) fair: bool,
    pub(super) position: Option<&'a str>,
    pub(super) clock: Option<&'a str>,
    pub(super) seed: Option<&'a str>,
    pub(super) numbers: Option<NumberSize>,
    /// The start that was dealt for these terms before.
    pub(super) start: Option<&'a str>,
}

/// Checks the requested terms, and deals a start where one is needed.
pub(super) async fn agree(
    app: &App,
    client: Client,
    RequestedTerms { book, fair, position, clock, seed, numbers, start }: RequestedTerms<'_>,
) -> Result<GameTerms, Problem> {
    let clock = clock.map(str::parse::<Clock>).transpose();
    let clock = clock.map_err(|error| Problem::unprocessable("clock", error.to_string()))?;
    let seed = match seed {
        None => Dice::fresh_seed(),
        Some(seed) => read_seed(seed)?,
    };
    let (start, dealt) = match (position, book) {
        (Some(_), Some(_)) => {
            return Err(Problem::unprocessable(
                "what-to-play",
                "give a book or a position, not both",
            ));
        }
        (None, None) => {
            return Err(Problem::unprocessable(
                "what-to-play",
                "say what to play: {\"book\":\"divide\",\"fair\":true} or {\"position\":\"divide:60\"}",
            ));
        }
        (Some(text), None) => {
            let position = read_position(app, text)?;
            if position.is_over() {
                return Err(Problem::unprocessable("over", closing::no_start(&position)));
            }
            (position.to_string(), false)
        }
        (None, Some(name)) => {
            let book = find_book(name)?;
            if let Some(start) = start {
                let start = read_position(app, start)?.to_string();
                return Ok(GameTerms {
                    start,
                    dealt: fair,
                    numbers: numbers.filter(|_| fair),
                    seed,
                    clock: clock.map(|clock| clock.to_string()),
                });
            }
            if fair {
                let rules = deals::fair(book)
                    .ok_or_else(|| {
                        Problem::unprocessable("no-deal", "this book has no fair variant")
                    })?
                    .rules;
                let size = numbers.unwrap_or_default();
                let deal = move |_: &AtomicBool| deals::start(&rules, seed, 1, size);
                let dealt = app.workers.deals.run(client.0, deal).await?;
                let start = dealt
                    .ok_or_else(|| Problem::unprocessable("no-deal", "no fair start was found"))?;
                (start.to_string(), true)
            } else {
                (deals::by_the_book(book).to_string(), false)
            }
        }
    };
    Ok(GameTerms {
        start,
        dealt,
        numbers: numbers.filter(|_| dealt),
        seed,
        clock: clock.map(|clock| clock.to_string()),
    })
}

/// Begins a game. Whoever brings a token of 32 random letters or more can repeat this safely: the
/// game that it began is found again.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = NewGame, security((), ("token" = [])),
    responses((status = 201, body = Seated), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn create(
    State(app): State<App>,
    client: Client,
    shown: BearerToken,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, Json<Seated>), Problem> {
    app.count(client, Counted::Game)?;
    let seated = begin(&app, client, &new, shown.for_seat()?).await?;
    Ok((StatusCode::CREATED, Json(seated)))
}

/// Begins a game, or finds the one that was begun with the token that is brought.
pub(super) async fn begin(
    app: &App,
    client: Client,
    new: &NewGame,
    brought: Option<Token>,
) -> Result<Seated, Problem> {
    let id = brought.as_ref().map_or_else(secret::game_id, Token::game_id);
    let token = brought.unwrap_or_else(Token::fresh);
    if let Some(record) = &new.record {
        let head = head_of_record(app, record, new, &token)?;
        let live = app.games.begin(&id, head, client.0).await?;
        return seated(app, client, &live, &token).await;
    }
    if new.open && new.opponent == Opponent::Computer {
        let detail = "an open game waits for a person, so its opponent is not the computer";
        return Err(Problem::unprocessable("open", detail));
    }
    let level = match (new.opponent, &new.level) {
        (Opponent::Friend, None) => None,
        (Opponent::Friend, Some(_)) => {
            return Err(Problem::unprocessable(
                "level",
                "a level is for \"opponent\":\"computer\"",
            ));
        }
        (Opponent::Computer, level) => {
            let level = level.as_deref().unwrap_or("medium").parse::<Level>();
            Some(
                level
                    .map_err(|error| Problem::unprocessable("no-such-level", error.to_string()))?,
            )
        }
    };
    let requested_terms = RequestedTerms {
        book: new.book.as_deref(),
        fair: new.fair,
        position: new.position.as_deref(),
        clock: new.clock.as_deref(),
        seed: new.seed.as_deref(),
        ..RequestedTerms::default()
    };
    let agreed = agree(app, client, requested_terms).await?;
    let seat = match new.seat {
        Wanted::Either if Dice::seeded(Dice::fresh_seed()).toss() => Seat::First,
        Wanted::First => Seat::First,
        Wanted::Second | Wanted::Either => Seat::Second,
    };
    let mine = Chair {
        name: new.name.as_deref().and_then(clean_name),
        hash: Some(token.hash().written()),
        level: None,
    };
    let theirs = Chair { level: level.map(|level| level.to_string()), ..Chair::default() };
    let chairs = if seat == Seat::First { [mine, theirs] } else { [theirs, mine] };
    let head = GameHead { open: new.open, ..head(agreed, chairs, None) };
    let live = app.games.begin(&id, head, client.0).await?;
    seated(app, client, &live, &token).await
}

/// The head of a game that was begun elsewhere and goes on here.
fn head_of_record(
    app: &App,
    record: &str,
    new: &NewGame,
    token: &Token,
) -> Result<GameHead, Problem> {
    if new.book.is_some()
        || new.position.is_some()
        || new.level.is_some()
        || new.clock.is_some()
        || new.open
    {
        let detail = "a record says itself what is played and against whom; give nothing beside it";
        return Err(Problem::unprocessable("what-to-play", detail));
    }
    let refused = |what: String| Problem::unprocessable("not-a-record", sentence(&what));
    let record = duel_books::record(record.as_bytes())
        .map_err(|error| refused(format!("this is not a game that can go on: {error}")))?;
    if record.game.ending().is_some() || record.game.played().len() >= MOST_PLIES {
        return Err(refused("this game is over, or too long to go on here".to_owned()));
    }
    let start = read_position(app, &record.game.start().to_string())?;
    let seat = match new.seat {
        Wanted::Second => Seat::Second,
        Wanted::First | Wanted::Either => Seat::First,
    };
    let chair = |at: Seat| {
        let computer = record.kinds[at].as_deref().and_then(|kind| kind.strip_prefix("bot:"));
        let level = computer.filter(|level| level.parse::<Level>().is_ok()).map(str::to_owned);
        let name = level.is_none().then(|| record.names[at].clone());
        let hash = (at == seat).then(|| token.hash().written());
        Chair { name, hash, level }
    };
    let chairs = Seat::BOTH.map(chair);
    if chairs[usize::from(seat.number()) - 1].level.is_some() {
        return Err(refused("the computer plays in that seat; take the other one".to_owned()));
    }
    let made = |step: Step| step.before.write_move(&step.played);
    let deal = record.of_match.as_ref().and_then(|tags| tags.deal);
    let terms = GameTerms {
        start: start.to_string(),
        dealt: deal.is_some(),
        numbers: None,
        seed: deal.or(record.seed).unwrap_or_else(Dice::fresh_seed),
        clock: None,
    };
    let round = record.of_match.as_ref().map_or(1, |tags| tags.round);
    let score =
        record.of_match.as_ref().map_or([0, 0], |tags| [tags.score.first, tags.score.second]);
    let moves = record.game.steps().map(made).collect();
    Ok(GameHead { moves, round, score, ..head(terms, chairs, None) })
}

/// The head of the first game of a match.
pub(super) fn head(agreed: GameTerms, chairs: [Chair; 2], room: Option<String>) -> GameHead {
    GameHead {
        v: VERSION,
        start: agreed.start,
        moves: Vec::new(),
        clock: agreed.clock,
        chairs,
        seed: agreed.seed,
        dealt: agreed.dealt,
        numbers: agreed.numbers.map(|size| size.to_string()),
        round: 1,
        score: [0, 0],
        date: time_now(),
        room,
        open: false,
    }
}

/// The game.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn show(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
) -> JsonResult<GameForm> {
    let live = app.games.find(&id).await?;
    Ok(Json(app.games.form(&live, client.0).await?))
}

/// Takes the free seat. Whoever brings a token of 32 random letters or more can repeat this safely.
#[utoipa::path(post, path = "/api/v1/games/{id}/join", tag = "games", params(("id" = String, Path)),
    request_body = JoinRequest, security((), ("token" = [])),
    responses((status = 200, body = Seated), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn join(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    shown: BearerToken,
    Body(joining): Body<JoinRequest>,
) -> JsonResult<Seated> {
    let token = shown.for_seat()?.unwrap_or_else(Token::fresh);
    let live = app.games.find(&id).await?;
    sit_down(&app, client, &live, &token, joining.name).await.map(Json)
}

/// Takes the free seat of a game.
pub(super) async fn sit_down(
    app: &App,
    client: Client,
    live: &Arc<LiveGame>,
    token: &Token,
    name: Option<String>,
) -> Result<Seated, Problem> {
    let hash = token.hash();
    app.games.execute(live, GameRequest::Join { name, hash }, client.0).await?;
    seated(app, client, live, token).await
}

/// The seat of this token, for its owner.
pub(super) async fn seated(
    app: &App,
    client: Client,
    live: &Arc<LiveGame>,
    token: &Token,
) -> Result<Seated, Problem> {
    let seat = live.read(|game| game.seat_of(token)).await;
    let seat = seat.ok_or(crate::game::Refused::SeatsTaken)?;
    Ok(Seated {
        id: live.id().to_owned(),
        seat: seat.number(),
        token: token.reveal().to_owned(),
        game: app.games.form(live, client.0).await?,
    })
}

/// The game, and the seat that the token belongs to.
pub(super) async fn player(
    app: &App,
    id: &str,
    BearerToken(token): BearerToken,
) -> Result<(Arc<LiveGame>, Seat), Problem> {
    let live = app.games.find(id).await?;
    let token = token.ok_or_else(|| {
        let detail = "show the token of your seat as Authorization: Bearer TOKEN";
        Problem::new(StatusCode::UNAUTHORIZED, "no-token", detail)
    })?;
    match app.games.seat_of(&live, &token).await? {
        Some(seat) => Ok((live, seat)),
        None => Err(Problem::forbidden("not-your-seat", "this token has no seat in this game")),
    }
}

/// Gives up.
#[utoipa::path(post, path = "/api/v1/games/{id}/resign", tag = "games",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 64, pattern = "^[!-~]+$")),
    request_body = EmptyBody, security(("token" = [])),
    responses((status = 200, body = Answer), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn resign(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    shown: BearerToken,
    Body(EmptyBody {}): Body<EmptyBody>,
) -> JsonResult<Answer> {
    let (live, by) = player(&app, &id, shown).await?;
    let request = GameRequest::Other { command: Command::Resign(by), key };
    Ok(Json(app.games.execute(&live, request, client.0).await?))
}

/// Offers something, or accepts it by offering the same.
#[utoipa::path(post, path = "/api/v1/games/{id}/offers", tag = "games",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 64, pattern = "^[!-~]+$")),
    request_body = OfferRequest, security(("token" = [])),
    responses((status = 200, body = GameForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn offer(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    shown: BearerToken,
    Body(OfferRequest { offer }): Body<OfferRequest>,
) -> JsonResult<GameForm> {
    if offer == Offer::Rematch {
        app.count(client, Counted::Game)?;
    }
    let (live, by) = player(&app, &id, shown).await?;
    let request = GameRequest::Other { command: Command::Offer(by, offer.into()), key };
    app.games.execute(&live, request, client.0).await?;
    Ok(Json(app.games.form(&live, client.0).await?))
}

/// Withdraws what was offered, or declines it.
#[utoipa::path(delete, path = "/api/v1/games/{id}/offers", tag = "games",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 64, pattern = "^[!-~]+$")),
    security(("token" = [])),
    responses((status = 200, body = GameForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn decline(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    IdempotencyKey(key): IdempotencyKey,
    shown: BearerToken,
) -> JsonResult<GameForm> {
    let (live, by) = player(&app, &id, shown).await?;
    let request = GameRequest::Other { command: Command::Decline(by), key };
    app.games.execute(&live, request, client.0).await?;
    Ok(Json(app.games.form(&live, client.0).await?))
}

/// A stretch of the choices for one number.
#[utoipa::path(get, path = "/api/v1/games/{id}/moves", tag = "games", params(("id" = String, Path), PageQuery),
    responses((status = 200, body = PageForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn choices(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> JsonResult<PageForm> {
    let live = app.games.find(&id).await?;
    app.count(client, Counted::Analysis)?;
    let position = live.read(|game| game.position().clone()).await;
    let work = move |_: &AtomicBool| duel_json::page(&position, &query);
    let page = app.workers.listings.run(client.0, work).await?;
    page.map(Json).map_err(|what| Problem::unprocessable("no-such-page", what))
}

/// What was said.
#[utoipa::path(get, path = "/api/v1/games/{id}/log", tag = "games", params(("id" = String, Path), LogQuery),
    responses((status = 200, body = LogForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn log(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
) -> JsonResult<LogForm> {
    const MOST: usize = 200;
    let live = app.games.find(&id).await?;
    let from = query.from.unwrap_or(0);
    let count = query.to.unwrap_or(usize::MAX).saturating_sub(from).min(MOST);
    let game = live.read(Game::clone).await;
    let work = move |_: &AtomicBool| forms::log(&game, from, count);
    Ok(Json(app.workers.listings.run(client.0, work).await?))
}

/// The game as a record, to keep.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", tag = "games", params(("id" = String, Path), RecordQuery),
    responses((status = 200, content((String = "text/plain"), (serde_json::Value = "application/json"))), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<impl IntoResponse, Problem> {
    let live = app.games.find(&id).await?;
    let record = live.read(|game| game.record().clone()).await;
    let (text, kind, end) = match query.format.unwrap_or_default() {
        RecordFormat::Text => (record.to_text(), "text/plain; charset=utf-8", "duel"),
        RecordFormat::Json => (record.to_json(), "application/json", "json"),
    };
    let name =
        format!("attachment; filename=\"{}-{id}.{end}\"", live.read(|g| g.book().slug).await);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text))
}

/// Refuses analysis of an unfinished game without a computer player.
async fn insight_into(live: &LiveGame) -> Result<(), Problem> {
    if live.read(|game| game.is_over() || game.has_computer()).await {
        Ok(())
    } else {
        Err(Problem::forbidden("not-yet", "Between people there is insight after the game."))
    }
}

/// Who wins from here, and why.
#[utoipa::path(get, path = "/api/v1/games/{id}/analysis", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = AnalysisForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn analysis(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
) -> JsonResult<AnalysisForm> {
    let live = app.games.find(&id).await?;
    insight_into(&live).await?;
    app.count(client, Counted::Analysis)?;
    let position = live.read(|game| game.position().clone()).await;
    Ok(Json(AnalysisForm::clone(&*app.insights.analyse(client.0, position).await?)))
}

/// The game, judged move by move; of a long game 100 moves at once.
#[utoipa::path(get, path = "/api/v1/games/{id}/review", tag = "games", params(("id" = String, Path), ReviewQuery),
    responses((status = 200, body = ReviewForm), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn review(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(query): Query<ReviewQuery>,
) -> JsonResult<ReviewForm> {
    const MOST: usize = 100;
    let live = app.games.find(&id).await?;
    insight_into(&live).await?;
    app.count(client, Counted::Analysis)?;
    let record = live.read(|game| game.record().clone()).await;
    let from = query.from.unwrap_or(1).saturating_sub(1);
    Ok(Json(app.insights.review(client.0, record, from..from.saturating_add(MOST)).await?))
}
