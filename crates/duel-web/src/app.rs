//! The whole server as a value: [`App`] holds what it needs, [`app`] answers requests, for tests also
//! without a port.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::sync::{Mutex, watch};
use tower::layer::layer_fn;
use tower_http::compression::{
    Compression, CompressionLevel, DefaultPredicate, Predicate as _,
    predicate::{And, SizeAbove},
};

use crate::{
    api,
    guard::{Client, Guard},
    insight::Insights,
    limits::{Admitted, Counted, Counts, Limit, Limits},
    live::LiveGames,
    metrics::Metrics,
    pages,
    problem::Problem,
    rooms::RoomLocks,
    store::{Store, StoreError},
    worker_pool::Workers,
};

/// The configuration of the server.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The public address, such as `https://duel.example`; without it, that of each request.
    pub public: Option<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub proxies: Vec<IpAddr>,
    /// The limits.
    pub limits: Limits,
}

/// When a client with too many streams should retry.
const STREAM_RETRY: Duration = Duration::from_secs(5);

/// How long it is believed that the database can or cannot be written: probes cost others nothing.
const READINESS: Duration = Duration::from_secs(1);

/// Shorter responses, such as those to moves, are not compressed.
const SHORT: u16 = 1_000;

/// From 5 on brotli looks for contexts, which makes pages 7 % shorter; from 9 on it takes thirty times as long.
const BROTLI_QUALITY: CompressionLevel = CompressionLevel::Precise(7);

/// Everything that handlers share.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What an [`App`] holds.
pub struct Shared {
    /// The games.
    pub games: LiveGames,
    /// Analyses, reviews and certificates.
    pub insights: Insights,
    /// Threads for work that takes long.
    pub workers: Workers,
    /// The counters.
    pub metrics: Metrics,
    /// The rate limits.
    pub counts: Counts,
    /// Pictures of positions.
    pub(crate) cards: pages::Cards,
    /// The configuration.
    pub config: Config,
    /// Whose turn it is to change a classroom.
    pub rooms: RoomLocks,
    /// Whose turn it is to be paired with a stranger.
    pub(crate) pairing: Mutex<()>,
    /// Where it listens, once it does.
    pub(crate) listening: OnceLock<SocketAddr>,
    closing: watch::Sender<bool>,
    /// Whether the database could be written, and when that was tried.
    readiness: Mutex<Option<(Instant, bool)>>,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// A server that keeps its games in this store. Must be called within a runtime.
    pub fn new(store: Store, config: Config) -> App {
        let metrics = Metrics::default();
        let limits = &config.limits;
        let workers = Workers::new(limits.size(Limit::Thinking), limits.size(Limit::Waiting));
        let memory = limits.size(Limit::Memory) << 20;
        let games = LiveGames::new(store, workers.clone(), metrics.clone(), memory);
        let counts = Counts::new(&config.limits);
        let app = App(Arc::new(Shared {
            games,
            insights: Insights::new(workers.clone()),
            workers,
            metrics,
            counts,
            cards: pages::Cards::default(),
            config,
            rooms: RoomLocks::default(),
            pairing: Mutex::default(),
            listening: OnceLock::new(),
            closing: watch::channel(false).0,
            readiness: Mutex::default(),
        }));
        tokio::spawn(run_maintenance(Arc::downgrade(&app.0)));
        tokio::spawn(check_store(app.games.store().clone()));
        app
    }

    /// Signals the shutdown, and returns when all connections have ended.
    pub async fn close(&self) {
        self.0.closing.send_replace(true);
        self.0.closing.closed().await;
    }

    /// Signals the shutdown, which waits until this is dropped.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Counts something against an address.
    pub fn count(&self, from: Client, what: Counted) -> Result<(), Problem> {
        self.counts.count(from.0, what).map_err(|wait| self.turned_away(wait))
    }

    /// Counts the body of a request that may have to be kept against an address.
    pub fn count_stored(&self, from: Client, bytes: usize) -> Result<(), Problem> {
        self.counts.count_stored(from.0, bytes).map_err(|wait| self.turned_away(wait))
    }

    /// Counts a WebSocket or event stream against its client, where the connection belongs to a
    /// proxy; elsewhere the connection itself is counted.
    pub fn count_stream(
        &self,
        from: Client,
        connection: Option<&Arc<Admitted>>,
    ) -> Result<Option<Admitted>, Problem> {
        if !connection.is_some_and(|connection| connection.is_proxy()) {
            return Ok(None);
        }
        match self.counts.admit(from.0, false) {
            Some(counted) => Ok(Some(counted)),
            None => Err(self.turned_away(STREAM_RETRY)),
        }
    }

    /// The answer to what is over a limit, which is counted.
    pub(crate) fn turned_away(&self, wait: Duration) -> Problem {
        self.metrics.turned_away.inc();
        Problem::too_many(wait)
    }
}

/// Returns when the server stops.
pub(crate) async fn stopping(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Says which stored games were damaged while no server ran.
async fn check_store(store: Store) {
    match store.check().await {
        Ok(damaged) => {
            for (stream, damage) in damaged {
                tracing::error!(stream, damaged_from = damage.seq, "{damage}");
            }
        }
        Err(StoreError::Closed) => {}
        Err(error) => tracing::warn!(%error, "cannot check the database"),
    }
}

/// Deletes expired games and idle rate limits periodically.
async fn run_maintenance(app: std::sync::Weak<Shared>) {
    let day = Duration::from_hours(24);
    let mut minutes = 0_u64;
    loop {
        tokio::time::sleep(Duration::from_mins(1)).await;
        let Some(app) = app.upgrade() else { return };
        app.counts.tidy();
        if minutes.is_multiple_of(60) {
            let keep = day * app.config.limits.of(Limit::Keep);
            match app.games.store().forget(keep).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "deleted expired games"),
                Err(error) => tracing::warn!(%error, "cannot delete expired games"),
            }
        }
        minutes += 1;
    }
}

/// The whole server as a service. Compression is around the router, where it costs short responses
/// least: a layer of a router boxes every request.
pub fn app(app: &App) -> Compression<Router, And<SizeAbove, DefaultPredicate>> {
    let worth_packing = SizeAbove::new(SHORT).and(DefaultPredicate::new());
    Compression::new(router(app)).quality(BROTLI_QUALITY).compress_when(worth_packing)
}

fn router(app: &App) -> Router {
    let guarding = app.clone();
    Router::new()
        .merge(api::router())
        .merge(pages::router(app))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(|| async {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "this address does not take that method",
            )
        })
        .layer(layer_fn(move |inner| Guard { app: guarding.clone(), inner }))
        .with_state(app.clone())
}

async fn ready(State(app): State<App>) -> Response {
    if *app.closing().borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    let mut known = app.readiness.lock().await;
    let is_ready = match *known {
        Some((at, is_ready)) if at.elapsed() < READINESS => is_ready,
        _ => {
            let tried = app.games.store().ping().await;
            if let Err(error) = &tried {
                tracing::warn!(%error, "not ready");
            }
            *known = Some((Instant::now(), tried.is_ok()));
            tried.is_ok()
        }
    };
    if is_ready {
        "ready\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be written\n").into_response()
    }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let size = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
    app.metrics.tables.set(size(app.games.count()));
    app.metrics.game_bytes.set(size(app.games.bytes()));
    app.metrics.waiting.set(size(app.workers.analyses.waiting()));
    app.metrics.moves_waiting.set(size(app.workers.moves.waiting()));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text())
}
