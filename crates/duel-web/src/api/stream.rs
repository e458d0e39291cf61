//! What happens in a game, as it happens: numbered events, and a live picture of the whole.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    extract::{
        State,
        ws::{
            CloseFrame, Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection,
        },
    },
    http::{HeaderMap, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app::{App, stopping},
    extract::{Asked, Path},
    forms,
    game::{Offer, Row},
    limits::Admitted,
    live::{Failure, Guest, Table},
    problem::Problem,
    secret::Token,
};

/// The version of the messages.
const VERSION: u32 = 1;

/// The largest message that is taken from anybody.
const LARGEST: usize = 4 << 10;

/// How often a quiet connection is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);

/// How long a connection may be silent.
const SILENCE: Duration = Duration::from_secs(70);

/// How long somebody may take to read a message.
const READING: Duration = Duration::from_secs(10);

/// How many messages may come in one stretch of [`PING`].
const MOST_MESSAGES: u32 = 30;

/// From which event on.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Only events behind this number.
    #[param(maximum = 9_223_372_036_854_775_807_u64)]
    pub after: Option<u64>,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EventForm {
    /// Its number, from 1.
    pub seq: u64,
    /// What: `seated`, `moved`, `resigned`, `timed-out`, `offered`, `declined`, `took-back`,
    /// `abandoned` or `rematched`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Whose doing it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<u8>,
    /// The move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// What is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// How many moves were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The name of the next game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl EventForm {
    /// What everybody may know of an event.
    fn of(seq: u64, row: Row) -> EventForm {
        let form = |kind| EventForm {
            seq,
            kind,
            by: None,
            made: None,
            ms: None,
            offer: None,
            plies: None,
            id: None,
        };
        match row {
            Row::Seated { by, .. } => EventForm { by: Some(by), ..form("seated") },
            Row::Moved { by, made, ms, .. } => {
                EventForm { by: Some(by), made: Some(made), ms: Some(ms), ..form("moved") }
            }
            Row::Resigned { by } => EventForm { by: Some(by), ..form("resigned") },
            Row::TimedOut { by } => EventForm { by: Some(by), ..form("timed-out") },
            Row::Offered { by, offer, .. } => {
                EventForm { by: Some(by), offer: Some(offer), ..form("offered") }
            }
            Row::Declined { by, .. } => EventForm { by: Some(by), ..form("declined") },
            Row::TookBack { plies, by } => {
                EventForm { by: Some(by), plies: Some(plies), ..form("took-back") }
            }
            Row::Abandoned => form("abandoned"),
            Row::Rematched { id } => EventForm { id: Some(id), ..form("rematched") },
        }
    }
}

async fn events_after(app: &App, table: &Table, after: u64) -> Result<Vec<EventForm>, Failure> {
    let kept = app.tables.store().since(table.key(), after).await?;
    // Events are shown once the game knows of them, so that both tell the same.
    let known = table.look(crate::game::Game::seq).await;
    let read = |kept: crate::store::Kept| {
        let event = serde_json::from_str(&kept.body).ok()?;
        Some(EventForm::of(kept.seq, event))
    };
    Ok(kept.into_iter().filter(|kept| kept.seq <= known).filter_map(read).collect())
}

/// What has happened, as a list or, if `text/event-stream` is asked for, as it happens.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", params(("id" = String, Path), EventsQuery),
    responses((status = 200, body = Vec<EventForm>), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(query): Asked<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let table = app.tables.find(&id).await?;
    let after = query.after.unwrap_or(0);
    if i64::try_from(after).is_err() {
        return Err(Problem::bad_request("after is the number of an event, below 2^63"));
    }
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if !accepts.is_some_and(|accept| accept.contains("text/event-stream")) {
        return Ok(Json(events_after(&app, &table, after).await?).into_response());
    }
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    let told = last.unwrap_or(after);
    let follower = Follower {
        changes: table.changes(),
        closing: app.closing(),
        guest: table.attend(),
        waiting: Vec::new(),
        app,
        table,
        told,
    };
    let events = stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok::<Event, Infallible>(event), follower))
    });
    let keep_alive = KeepAlive::new().interval(PING);
    Ok(Sse::new(events).keep_alive(keep_alive).into_response())
}

/// Somebody who follows the events of a game.
struct Follower {
    app: App,
    table: Arc<Table>,
    changes: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    #[expect(dead_code, reason = "it is counted as long as it is held")]
    guest: Guest,
    /// Events that are not told yet, the next one last.
    waiting: Vec<EventForm>,
    told: u64,
}

impl Follower {
    async fn next(&mut self) -> Option<Event> {
        while self.waiting.is_empty() {
            self.changes.mark_unchanged();
            let later = events_after(&self.app, &self.table, self.told).await.ok()?;
            if later.is_empty() {
                tokio::select! {
                    changed = self.changes.changed() => changed.ok()?,
                    () = stopping(&mut self.closing) => return None,
                }
            }
            self.waiting = later.into_iter().rev().collect();
        }
        let event = self.waiting.pop()?;
        self.told = event.seq;
        let data = serde_json::to_string(&event).ok()?;
        Some(Event::default().id(event.seq.to_string()).event(event.kind).data(data))
    }
}

/// What the server says on a live connection.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Said<'a> {
    Game { v: u32, game: &'a forms::GameForm },
    Presence { v: u32, present: [bool; 2], watching: u32 },
}

/// What a client may say on a live connection.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Heard {
    Hello { v: u32, token: Option<String> },
    Ping { v: u32 },
}

/// The game, live: a WebSocket that tells the whole game at once and after every change.
#[utoipa::path(get, path = "/api/v1/games/{id}/live", tag = "games", params(("id" = String, Path)),
    responses((status = 101, description = "Messages `{\"v\":1,\"type\":\"game\",\"game\":{}}` and \
    `{\"v\":1,\"type\":\"presence\",\"present\":[true,false],\"watching\":1}`; a client may say \
    `{\"v\":1,\"type\":\"hello\",\"token\":\"...\"}`."),
    (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn live(
    State(app): State<App>,
    Path(id): Path<String>,
    connection: Option<Extension<Arc<Admitted>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let table = app.tables.find(&id).await?;
    let closing = app.closing();
    let upgrade = upgrade
        .map_err(|rejection| Problem::bad_request(duel_core::shown(&rejection.body_text())))?;
    Ok(upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(2 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            let _connection = connection;
            app.metrics.sockets.inc();
            let end = run_socket(&app, &table, socket, closing).await;
            app.metrics.sockets.dec();
            tracing::debug!(?end, "a live connection ended");
        }))
}

/// Why a live connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Left,
    Stopping,
    Silent,
    Slow,
    Flood,
    Nonsense,
    Lost,
}

impl End {
    /// What the client is told: a code, and words.
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            End::Left | End::Silent | End::Slow => return None,
            End::Stopping => (1001, "the server stops; come back in a moment"),
            End::Flood => (1008, "too many messages"),
            End::Nonsense => (1007, "that is not a message of version 1"),
            End::Lost => (1011, "the game cannot be read now; come back in a moment"),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

async fn run_socket(
    app: &App,
    table: &Arc<Table>,
    mut socket: WebSocket,
    mut closing: watch::Receiver<bool>,
) -> End {
    let mut guest = table.attend();
    let end = tell(app, table, &mut guest, &mut socket, &mut closing).await;
    drop(guest);
    if let Some(frame) = end.frame() {
        let _ = timeout(READING, socket.send(Message::Close(Some(frame)))).await;
    }
    end
}

async fn tell(
    app: &App,
    table: &Arc<Table>,
    guest: &mut Guest,
    socket: &mut WebSocket,
    closing: &mut watch::Receiver<bool>,
) -> End {
    let mut changes = table.changes();
    let mut presence_changes = table.presence_changes();
    let mut pulse = tokio::time::interval_at(Instant::now() + PING, PING);
    let mut last_heard = Instant::now();
    let mut messages = 0;
    changes.mark_changed();
    loop {
        let said = tokio::select! {
            news = changes.changed() => {
                if news.is_err() {
                    return End::Lost;
                }
                changes.mark_unchanged();
                match app.tables.form(table).await {
                    Ok(game) => Some(Said::Game { v: VERSION, game: &game }.written()),
                    Err(_) => return End::Lost,
                }
            }
            news = presence_changes.changed() => {
                if news.is_err() {
                    return End::Lost;
                }
                let presence = *presence_changes.borrow_and_update();
                let (present, watching) = (forms::present(presence), presence.watching);
                Some(Said::Presence { v: VERSION, present, watching }.written())
            }
            message = socket.recv() => {
                last_heard = Instant::now();
                messages += 1;
                if messages > MOST_MESSAGES {
                    return End::Flood;
                }
                match message {
                    None | Some(Err(_) | Ok(Message::Close(_))) => return End::Left,
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(Heard::Hello { v: VERSION, token }) => {
                            if let Some(token) = token.map(|token| Token::claimed(&token))
                                && let Some(seat) = table.look(|game| game.seat_of(&token)).await
                            {
                                guest.sit(seat);
                            }
                        }
                        Ok(Heard::Ping { v: VERSION }) => {}
                        _ => return End::Nonsense,
                    },
                    Some(Ok(Message::Binary(_))) => return End::Nonsense,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                }
                None
            }
            _ = pulse.tick() => {
                if last_heard.elapsed() > SILENCE {
                    return End::Silent;
                }
                messages = 0;
                match timeout(READING, socket.send(Message::Ping(Vec::new().into()))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return End::Left,
                    Err(_) => return End::Slow,
                }
                None
            }
            () = stopping(closing) => return End::Stopping,
        };
        if let Some(said) = said {
            match timeout(READING, socket.send(Message::Text(said.into()))).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return End::Left,
                Err(_) => return End::Slow,
            }
        }
    }
}

impl Said<'_> {
    fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
