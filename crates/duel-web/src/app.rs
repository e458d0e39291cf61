//! The whole server as a value: [`App`] holds what it needs, [`app`] is its router, which tests use
//! without a port.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    extract::{FromRequestParts, MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::sync::watch;
use tower_http::compression::{
    CompressionLayer, DefaultPredicate, Predicate as _, predicate::SizeAbove,
};

use crate::{
    api,
    insight::Insights,
    limits::{Admitted, Counted, Counts, Limit, Limits},
    live::LiveGames,
    metrics::Metrics,
    pages,
    problem::Problem,
    store::Store,
    worker_pool::WorkerPool,
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
        let workers = |waiting| WorkerPool::new(config.limits.size(Limit::Thinking), waiting);
        // Bot moves are never refused: a game has at most one of them in the queue.
        let waiting = config.limits.size(Limit::Waiting);
        let games = LiveGames::new(store, workers(usize::MAX), workers(waiting), metrics.clone());
        let counts = Counts::new(&config.limits);
        let app = App(Arc::new(Shared {
            games,
            insights: Insights::new(workers(waiting)),
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

/// The address of the client.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    /// Without a connection, as in tests, the client is this machine.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Infallible> {
        let connection = parts.extensions.get::<Arc<Admitted>>();
        let peer = connection.map_or(Ipv4Addr::LOCALHOST.into(), |admitted| admitted.from());
        Ok(Client(origin_of(&app.config.proxies, peer, &parts.headers)))
    }
}

/// The router of the whole server.
pub fn app(app: &App) -> Router {
    let worth_packing = DefaultPredicate::new().and(SizeAbove::new(SHORT));
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
        // Together, because each call boxes every request and response once more.
        .layer((
            middleware::from_fn_with_state(app.clone(), guard),
            CompressionLayer::new().gzip(true).compress_when(worth_packing),
        ))
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
    app.metrics.waiting.set(i64::try_from(app.insights.waiting()).unwrap_or(i64::MAX));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text())
}

/// The browser refuses everything that no page needs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The middleware of all routes: rate limit and origin check before the handler; metrics, log and
/// security headers after it. Nothing that could be a secret is logged: of the path only the route,
/// and no header.
async fn guard(
    State(app): State<App>,
    client: Client,
    matched: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let path = matched.as_ref().map_or("(none)", MatchedPath::as_str);
    let method = request.method().clone();
    let is_probe = matches!(path, "/healthz" | "/readyz" | "/metrics");
    let admitted = match app.count(client, Counted::Request) {
        Err(problem) if !is_probe => Err(problem),
        _ => allowed_origin(&app.config, &method, request.headers()),
    };
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let status = response.status();
    app.metrics.answered(path, status.as_u16());
    if status.is_server_error() {
        tracing::warn!(%method, path, status = status.as_u16(), "request failed");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), "request answered");
    }
    // API responses are no documents: one header is enough.
    let headers = if path.starts_with("/api/") { &HEADERS[..1] } else { &HEADERS[..] };
    for (name, value) in headers {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The address of the client: the peer or, if that is a trusted proxy, the last address in
/// `X-Forwarded-For` that is not one. Entries before that could be forged.
fn origin_of(proxies: &[IpAddr], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut from = peer.to_canonical();
    if !proxies.contains(&from) {
        return from;
    }
    let named = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let named: Vec<&str> = named.flat_map(|value| value.split(',')).collect();
    for name in named.iter().rev() {
        if !proxies.contains(&from) {
            break;
        }
        match name.trim().parse::<IpAddr>() {
            Ok(address) => from = address.to_canonical(),
            Err(_) => break,
        }
    }
    from
}

/// Cross-site requests of browsers may read, but neither write nor open a WebSocket.
fn allowed_origin(config: &Config, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
    let harmless = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if harmless && !headers.contains_key(header::UPGRADE) {
        return Ok(());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, site)| site.eq_ignore_ascii_case(host));
    let public = config
        .public
        .as_ref()
        .is_some_and(|public| public.trim_end_matches('/').eq_ignore_ascii_case(origin));
    if own || public {
        Ok(())
    } else {
        Err(Problem::forbidden("foreign-origin", "a page of another site cannot do that"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forwarded(names: &str) -> HeaderMap {
        HeaderMap::from_iter([(
            HeaderName::from_static("x-forwarded-for"),
            HeaderValue::from_str(names).unwrap(),
        )])
    }

    #[test]
    fn only_our_proxies_are_believed() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxy = [ip("10.0.0.1"), ip("10.0.0.2")];
        let far = forwarded("1.2.3.4, 192.0.2.7");
        assert_eq!(origin_of(&[], ip("192.0.2.9"), &far), ip("192.0.2.9"), "forged");
        assert_eq!(origin_of(&proxy, ip("192.0.2.9"), &far), ip("192.0.2.9"), "forged");
        assert_eq!(origin_of(&proxy, ip("10.0.0.1"), &far), ip("192.0.2.7"));
        let chain = forwarded("1.2.3.4, 192.0.2.7, 10.0.0.2");
        assert_eq!(origin_of(&proxy, ip("10.0.0.1"), &chain), ip("192.0.2.7"));
        assert_eq!(origin_of(&proxy, ip("10.0.0.1"), &forwarded("nonsense")), ip("10.0.0.1"));
    }
}
