//! What every request passes: rate limit and origin check before its handler; metrics, log and
//! security headers after it. Nothing that could be a secret is logged: of the path only the route,
//! and no header.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr},
    pin::Pin,
    sync::Arc,
    task::{self, Context, Poll},
};

use axum::{
    extract::{FromRequestParts, MatchedPath, Request},
    http::{
        Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts,
        uri::Authority,
    },
    response::{IntoResponse, Response},
};
use futures_util::future::{Either, Ready, ready};
use pin_project_lite::pin_project;
use tower::Service;

use crate::{
    app::{App, Config},
    limits::{Admitted, Counted},
    problem::Problem,
};

/// The browser refuses everything that no page needs.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// What no page uses, and nothing that gets into one shall.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// For how long browsers use TLS only, where the public address does.
const STRICT_TRANSPORT: &str = "max-age=31536000";

/// Headers of API responses, which are no documents. They may contain tokens and are outdated at once.
const API_HEADERS: [(HeaderName, &str); 2] =
    [(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::CACHE_CONTROL, "no-store")];

/// Headers of what documents load. A policy belongs to the document; files that can run on their own bring it along.
const FILE_HEADERS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// A route with its guard. A service of our own, because every request passes it:
/// `middleware::from_fn` boxes the rest of the way and the future, and clones both.
#[derive(Clone)]
pub(crate) struct Guard<S> {
    /// The server.
    pub(crate) app: App,
    /// The route.
    pub(crate) inner: S,
}

impl<S> Service<Request> for Guard<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Guarded<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let app = self.app.clone();
        let matched = request.extensions().get::<MatchedPath>().cloned();
        let method = request.method().clone();
        let answer = match app.admit(path(matched.as_ref()), &request) {
            Ok(()) => Either::Left(self.inner.call(request)),
            Err(problem) => Either::Right(ready(Ok(problem.into_response()))),
        };
        Guarded { answer, app, matched, method }
    }
}

pin_project! {
    /// The answer of a route, or of its guard.
    pub(crate) struct Guarded<F> {
        #[pin]
        answer: Either<F, Ready<Result<Response, Infallible>>>,
        app: App,
        matched: Option<MatchedPath>,
        method: Method,
    }
}

impl<F: Future<Output = Result<Response, Infallible>>> Future for Guarded<F> {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let response = task::ready!(this.answer.poll(context))?;
        Poll::Ready(Ok(this.app.finish(path(this.matched.as_ref()), this.method, response)))
    }
}

fn path(matched: Option<&MatchedPath>) -> &str {
    matched.map_or("(none)", MatchedPath::as_str)
}

impl App {
    fn admit(&self, path: &str, request: &Request) -> Result<(), Problem> {
        let client = Client::of(self, request.extensions(), request.headers());
        let is_probe = matches!(path, "/healthz" | "/readyz" | "/metrics");
        match self.count(client, Counted::Request) {
            Err(problem) if !is_probe => Err(problem),
            _ if is_probe => Ok(()),
            _ => {
                let host = host(request);
                allowed_host(&self.config, host)?;
                allowed_origin(&self.config, request.method(), request.headers(), host)
            }
        }
    }

    fn finish(&self, path: &str, method: &Method, mut response: Response) -> Response {
        let status = response.status();
        self.metrics.answered(path, status.as_u16());
        if status.is_server_error() {
            tracing::warn!(%method, path, status = status.as_u16(), "request failed");
        } else {
            tracing::debug!(%method, path, status = status.as_u16(), "request answered");
        }
        let headers = match path {
            path if path.starts_with("/api/") => &API_HEADERS[..],
            path if path.starts_with("/static/") => &FILE_HEADERS[..],
            _ => &HEADERS[..],
        };
        for (name, value) in headers {
            response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
        }
        if self.config.public.as_ref().is_some_and(|public| public.starts_with("https://")) {
            let strict = HeaderValue::from_static(STRICT_TRANSPORT);
            response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, strict);
        }
        response
    }
}

/// The address of the client.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

impl Client {
    /// The client of a request. Without a connection, as in tests, that is this machine.
    pub(crate) fn of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Client {
        let connection = extensions.get::<Arc<Admitted>>();
        let peer = connection.map_or(Ipv4Addr::LOCALHOST.into(), |admitted| admitted.from());
        Client(origin_of(&app.config.proxies, peer, headers))
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Infallible> {
        Ok(Client::of(app, &parts.extensions, &parts.headers))
    }
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

/// The host that a request is for, with its port.
fn host(request: &Request) -> &str {
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    named.or_else(|| request.uri().authority().map(Authority::as_str)).unwrap_or_default()
}

/// Where the public address is known, requests for another name are not for this server: somebody
/// lets that name lead here. Addresses and `localhost` lead here by themselves.
fn allowed_host(config: &Config, host: &str) -> Result<(), Problem> {
    let Some(public) = &config.public else { return Ok(()) };
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
    });
    let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    if is_host_of(public, host)
        || is_address
        || name.eq_ignore_ascii_case("localhost")
        || host.is_empty()
    {
        Ok(())
    } else {
        let detail = format!("this server is {public}; it does not answer for other names");
        Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "other-host", detail))
    }
}

/// Whether a host is that of an origin, with or without the usual port of its scheme.
fn is_host_of(origin: &str, host: &str) -> bool {
    let (scheme, place) = site(origin);
    let usual = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    let plain = |host: &str| host.strip_suffix(usual).unwrap_or(host).to_ascii_lowercase();
    plain(place) == plain(host)
}

/// The scheme of an origin, and its host with its port.
fn site(origin: &str) -> (&str, &str) {
    origin.trim_end_matches('/').split_once("://").unwrap_or(("", ""))
}

/// Cross-site requests of browsers may read, but neither write nor open a WebSocket.
fn allowed_origin(
    config: &Config,
    method: &Method,
    headers: &HeaderMap,
    host: &str,
) -> Result<(), Problem> {
    let harmless = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if harmless && !headers.contains_key(header::UPGRADE) {
        return Ok(());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let (scheme, name) = site(origin.to_str().unwrap_or_default());
    let is = |(other, place): (&str, &str)| {
        scheme.eq_ignore_ascii_case(other) && !name.is_empty() && name.eq_ignore_ascii_case(place)
    };
    let public = config.public.as_deref();
    // The server itself speaks no TLS; under its public name somebody else does.
    let is_own = is(("http", host)) && !public.is_some_and(|public| is_host_of(public, host));
    if is_own || public.is_some_and(|public| is(site(public))) {
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
    fn only_our_own_names_and_origins_are_served() {
        let at = |public: Option<&str>| Config {
            public: public.map(str::to_owned),
            ..Config::default()
        };
        let public = at(Some("https://duel.example"));
        for (host, allowed) in [
            ("duel.example", true),
            ("DUEL.example", true),
            ("duel.example:443", true),
            ("duel.example:8443", false),
            ("evil.example", false),
            ("duel.example.evil.example", false),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("localhost:8080", true),
        ] {
            assert_eq!(allowed_host(&public, host).is_ok(), allowed, "{host}");
            assert!(allowed_host(&at(None), host).is_ok(), "{host}");
        }
        let may = |config: &Config, host: &str, origin: &str| {
            let origin = (header::ORIGIN, HeaderValue::from_str(origin).unwrap());
            allowed_origin(config, &Method::POST, &HeaderMap::from_iter([origin]), host).is_ok()
        };
        assert!(may(&public, "duel.example", "https://duel.example"));
        assert!(!may(&public, "duel.example", "https://evil.example"));
        assert!(!may(&public, "duel.example", "http://duel.example"), "without TLS");
        assert!(may(&at(None), "localhost:8080", "http://localhost:8080"));
        assert!(!may(&at(None), "localhost:8080", "https://localhost:8080"), "another scheme");
        assert!(!may(&at(None), "localhost:8080", "http://localhost:9090"), "another port");
        assert!(!may(&at(None), "", "null"));
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
