//! The events of a game, as a list or as Server-Sent Events, and its state over a WebSocket.

use std::{convert::Infallible, net::IpAddr, sync::Arc, time::Duration};

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
    extract::{Path, Query},
    forms,
    game::{EventRow, Offer},
    guard::Client,
    limits::Admitted,
    live::{Failure, LiveGame, PresenceGuard},
    problem::Problem,
    secret::Token,
    store::chain,
};

/// The version of the WebSocket messages.
const VERSION: u32 = 1;

/// The largest message that a client may send, in bytes.
const LARGEST: usize = 4 << 10;

/// The interval of pings.
const PING: Duration = Duration::from_secs(25);

/// How long a client may send nothing, pongs included.
const SILENCE: Duration = Duration::from_secs(70);

/// The timeout for sending a message.
const READING: Duration = Duration::from_secs(10);

/// The most messages that a client may send within one [`PING`].
const MOST_MESSAGES: u32 = 30;

/// The most bytes that a client may send within one [`PING`], also in frames that are no messages.
const MOST_BYTES: usize = 64 << 10;

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
    /// The public part of an event.
    fn of(seq: u64, row: EventRow<'_>) -> EventForm {
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
            EventRow::Seated { by, .. } => EventForm { by: Some(by), ..form("seated") },
            EventRow::Moved { by, made, ms, .. } => {
                EventForm { by: Some(by), made: Some(made), ms: Some(ms), ..form("moved") }
            }
            EventRow::Resigned { by, .. } => EventForm { by: Some(by), ..form("resigned") },
            EventRow::TimedOut { by } => EventForm { by: Some(by), ..form("timed-out") },
            EventRow::Offered { by, offer, .. } => {
                EventForm { by: Some(by), offer: Some(offer), ..form("offered") }
            }
            EventRow::Declined { by, .. } => EventForm { by: Some(by), ..form("declined") },
            EventRow::TookBack { plies, by, .. } => {
                EventForm { by: Some(by), plies: Some(plies), ..form("took-back") }
            }
            EventRow::Abandoned { .. } => form("abandoned"),
            EventRow::Rematched { id, .. } => EventForm { id: Some(id), ..form("rematched") },
        }
    }
}

async fn events_after(app: &App, live: &LiveGame, after: u64) -> Result<Vec<EventForm>, Failure> {
    let kept = app.games.store().since(live.key(), after).await?;
    // Only events that the game in memory has applied, so that both agree.
    let known = live.read(crate::game::Game::seq).await;
    let read = |kept: crate::store::StreamEvent| {
        let event = serde_json::from_str(chain::body(&kept.body)).ok()?;
        Some(EventForm::of(kept.seq, event))
    };
    Ok(kept.into_iter().filter(|kept| kept.seq <= known).filter_map(read).collect())
}

/// What has happened, as a list of at most 1,000 events (ask again after the last of them) or, if `text/event-stream` is asked for, as it happens.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", params(("id" = String, Path), EventsQuery),
    responses((status = 200, body = Vec<EventForm>), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn events(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
    connection: Option<Extension<Arc<Admitted>>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let live = app.games.find(&id).await?;
    let after = query.after.unwrap_or(0);
    if i64::try_from(after).is_err() {
        return Err(Problem::bad_request("after is the number of an event, below 2^63"));
    }
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if !accepts.is_some_and(|accept| accept.to_ascii_lowercase().contains("text/event-stream")) {
        return Ok(Json(events_after(&app, &live, after).await?).into_response());
    }
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    let last_sent = last.unwrap_or(after);
    let counted = app.count_stream(client, connection.as_deref())?;
    let follower = EventFollower {
        counted,
        changes: live.changes(),
        closing: app.closing(),
        presence: live.connect(),
        pending: Vec::new(),
        app,
        live,
        last_sent,
    };
    let events = stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok::<Event, Infallible>(event), follower))
    });
    let keep_alive = KeepAlive::new().interval(PING);
    Ok(Sse::new(events).keep_alive(keep_alive).into_response())
}

/// The source of one stream of Server-Sent Events.
struct EventFollower {
    #[expect(dead_code, reason = "the stream is counted while this is held")]
    counted: Option<Admitted>,
    app: App,
    live: Arc<LiveGame>,
    changes: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    #[expect(dead_code, reason = "the connection is counted while this is held")]
    presence: PresenceGuard,
    /// Events that are not sent yet, the next one last.
    pending: Vec<EventForm>,
    last_sent: u64,
}

impl EventFollower {
    async fn next(&mut self) -> Option<Event> {
        while self.pending.is_empty() {
            self.changes.mark_unchanged();
            let later = events_after(&self.app, &self.live, self.last_sent).await.ok()?;
            if later.is_empty() {
                tokio::select! {
                    changed = self.changes.changed() => changed.ok()?,
                    () = stopping(&mut self.closing) => return None,
                }
            }
            self.pending = later.into_iter().rev().collect();
        }
        let event = self.pending.pop()?;
        self.last_sent = event.seq;
        let data = serde_json::to_string(&event).ok()?;
        Some(Event::default().id(event.seq.to_string()).event(event.kind).data(data))
    }
}

/// A message from the server.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum ServerMessage<'a> {
    Game { v: u32, game: &'a duel_json::GameForm },
    Presence { v: u32, present: [bool; 2], watching: u32 },
}

/// A message from the client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum ClientMessage {
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
    client: Client,
    connection: Option<Extension<Arc<Admitted>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let live = app.games.find(&id).await?;
    let closing = app.closing();
    let counted = app.count_stream(client, connection.as_deref())?;
    let upgrade = upgrade
        .map_err(|rejection| Problem::bad_request(duel_core::shown(&rejection.body_text())))?;
    Ok(upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(2 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            let _counted = counted;
            let connection = connection.map(|Extension(connection)| connection);
            app.metrics.sockets.inc();
            let mut socket = Socket { messages: socket, connection, client: client.0 };
            let end = run_socket(&app, &live, &mut socket, closing).await;
            app.metrics.sockets.dec();
            tracing::debug!(?end, "WebSocket closed");
        }))
}

/// A WebSocket, and whose it is.
struct Socket {
    messages: WebSocket,
    connection: Option<Arc<Admitted>>,
    client: IpAddr,
}

/// Why a WebSocket was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CloseReason {
    Left,
    Stopping,
    Silent,
    Slow,
    Flood,
    Nonsense,
    Lost,
}

impl CloseReason {
    /// The close frame, if the client should get one.
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            CloseReason::Left | CloseReason::Silent | CloseReason::Slow => return None,
            CloseReason::Stopping => (1001, "the server stops; come back in a moment"),
            CloseReason::Flood => (1008, "too many messages"),
            CloseReason::Nonsense => (1007, "that is not a message of version 1"),
            CloseReason::Lost => (1011, "the game cannot be read now; come back in a moment"),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

async fn run_socket(
    app: &App,
    live: &Arc<LiveGame>,
    socket: &mut Socket,
    mut closing: watch::Receiver<bool>,
) -> CloseReason {
    let mut presence = live.connect();
    let end = serve_socket(app, live, &mut presence, socket, &mut closing).await;
    drop(presence);
    let socket = &mut socket.messages;
    if let Some(frame) = end.frame() {
        let _ = timeout(READING, socket.send(Message::Close(Some(frame)))).await;
    } else if end == CloseReason::Left {
        // Sends the answer to a close frame, which was prepared when it was received.
        let _ = timeout(READING, socket.recv()).await;
    }
    end
}

async fn serve_socket(
    app: &App,
    live: &Arc<LiveGame>,
    presence: &mut PresenceGuard,
    Socket { messages: socket, connection, client }: &mut Socket,
    closing: &mut watch::Receiver<bool>,
) -> CloseReason {
    let mut changes = live.changes();
    let mut presence_changes = live.presence_changes();
    let mut pulse = tokio::time::interval_at(Instant::now() + PING, PING);
    let mut last_received = Instant::now();
    let mut messages = 0;
    let allow_more = || {
        if let Some(connection) = &*connection {
            connection.allow(MOST_BYTES);
        }
    };
    allow_more();
    changes.mark_changed();
    loop {
        let message = tokio::select! {
            result = changes.changed() => {
                if result.is_err() {
                    return CloseReason::Lost;
                }
                changes.mark_unchanged();
                match app.games.form(live, *client).await {
                    Ok(game) => Some(ServerMessage::Game { v: VERSION, game: &game }.text()),
                    Err(_) => return CloseReason::Lost,
                }
            }
            result = presence_changes.changed() => {
                if result.is_err() {
                    return CloseReason::Lost;
                }
                let presence = *presence_changes.borrow_and_update();
                let (present, watching) = (forms::present(presence), presence.watching);
                Some(ServerMessage::Presence { v: VERSION, present, watching }.text())
            }
            message = socket.recv() => {
                last_received = Instant::now();
                messages += 1;
                if messages > MOST_MESSAGES {
                    return CloseReason::Flood;
                }
                match message {
                    None | Some(Err(_) | Ok(Message::Close(_))) => return CloseReason::Left,
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(ClientMessage::Hello { v: VERSION, token }) => {
                            if let Some(token) = token.map(|token| Token::claimed(&token))
                                && let Some(seat) = live.read(|game| game.seat_of(&token)).await
                            {
                                presence.set_seat(seat);
                            }
                        }
                        Ok(ClientMessage::Ping { v: VERSION }) => {}
                        _ => return CloseReason::Nonsense,
                    },
                    Some(Ok(Message::Binary(_))) => return CloseReason::Nonsense,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                }
                None
            }
            _ = pulse.tick() => {
                if last_received.elapsed() > SILENCE {
                    return CloseReason::Silent;
                }
                messages = 0;
                allow_more();
                Some(Message::Ping(Vec::new().into()))
            }
            () = stopping(closing) => return CloseReason::Stopping,
        };
        if let Some(message) = message {
            match timeout(READING, socket.send(message)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return CloseReason::Left,
                Err(_) => return CloseReason::Slow,
            }
        }
    }
}

impl ServerMessage<'_> {
    fn text(&self) -> Message {
        Message::Text(serde_json::to_string(self).unwrap_or_default().into())
    }
}
