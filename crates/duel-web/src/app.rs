//! The whole server as a value: [`App`] holds what it needs, [`app`] answers requests, for tests also
//! without a port.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::sync::watch;
use tower::layer::layer_fn;
use tower_http::compression::{
    Compression, DefaultPredicate, Predicate as _,
    predicate::{And, SizeAbove},
};

use crate::{
    api,
    guard::{Client, Guard},
    insight::Insights,
    limits::{Counted, Counts, Limit, Limits},
    live::LiveGames,
    metrics::Metrics,
    pages,
    problem::Problem,
    store::Store,
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

/// Shorter responses, such as those to moves, are not compressed.
const SHORT: u16 = 1_000;

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
    /// The configuration.
    pub config: Config,
    closing: watch::Sender<bool>,
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
        let games = LiveGames::new(store, workers.clone(), metrics.clone());
        let counts = Counts::new(&config.limits);
        let app = App(Arc::new(Shared {
            games,
            insights: Insights::new(workers.clone()),
            workers,
            metrics,
            counts,
            config,
            closing: watch::channel(false).0,
        }));
        tokio::spawn(run_maintenance(Arc::downgrade(&app.0)));
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
        self.counts.count(from.0, what).map_err(|wait| {
            self.metrics.turned_away.inc();
            Problem::too_many(wait)
        })
    }
}

/// Returns when the server stops.
pub(crate) async fn stopping(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
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
pub fn app(app: &App) -> Compression<Router, And<DefaultPredicate, SizeAbove>> {
    let worth_packing = DefaultPredicate::new().and(SizeAbove::new(SHORT));
    Compression::new(router(app)).gzip(true).compress_when(worth_packing)
}

fn router(app: &App) -> Router {
    let guarding = app.clone();
    Router::new()
        .merge(api::router())
        .merge(pages::router())
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
    match app.games.store().ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    app.metrics.tables.set(i64::try_from(app.games.count()).unwrap_or(i64::MAX));
    app.metrics.waiting.set(i64::try_from(app.workers.analyses.waiting()).unwrap_or(i64::MAX));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text())
}
