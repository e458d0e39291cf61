//! The server without a port: requests in, answers out.

use axum::{
    Router,
    body::Body,
    http::{Method, Request, Response, StatusCode, header},
};
use duel_web::{
    App, Config, app,
    store::{Store, memory::Memory},
};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

/// A server in memory.
pub(crate) struct Client {
    pub(crate) router: Router,
}

/// An answer, read to its end.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The code of a problem, which must be a whole one.
    pub(crate) fn code(&self) -> String {
        let problem = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json", "{problem}");
        assert_eq!(problem["status"], self.status.as_u16());
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        problem["code"].as_str().unwrap().to_owned()
    }
}

/// Somebody with a seat.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) seat: u64,
    pub(crate) token: String,
}

impl Player {
    pub(crate) fn of(seated: &Value) -> Player {
        Player {
            id: seated["id"].as_str().unwrap().to_owned(),
            seat: seated["seat"].as_u64().unwrap(),
            token: seated["token"].as_str().unwrap().to_owned(),
        }
    }
}

impl Client {
    pub(crate) fn new() -> Client {
        Client::with(&[])
    }

    /// With these limits.
    pub(crate) fn with(limits: &[&str]) -> Client {
        let mut config = Config::default();
        for setting in limits {
            config.limits.set(setting.parse().unwrap());
        }
        Client::on(Store::new(Memory::default()), config)
    }

    pub(crate) fn on(store: Store, config: Config) -> Client {
        Client { router: Router::new().fallback_service(app(&App::new(store, config))) }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response: Response<Body> = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// Sends JSON, with a token if there is one.
    pub(crate) async fn json(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, token: Option<&str>, body: &str) -> Answer {
        self.json(Method::POST, path, token, body).await
    }

    /// Begins a game with this body.
    pub(crate) async fn begin(&self, body: &str) -> Player {
        let answer = self.post("/api/v1/games", None, body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
        Player::of(&answer.json())
    }

    /// Begins a game between two people.
    pub(crate) async fn pair(&self, body: &str) -> [Player; 2] {
        let first = self.begin(body).await;
        let joined = self.post(&format!("/api/v1/games/{}/join", first.id), None, "{}").await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text());
        [first, Player::of(&joined.json())]
    }

    pub(crate) async fn game(&self, id: &str) -> Value {
        let answer = self.get(&format!("/api/v1/games/{id}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.json()
    }

    /// Makes a move.
    pub(crate) async fn play(&self, player: &Player, made: &str) -> Answer {
        let body = serde_json::json!({ "move": made }).to_string();
        self.act(player, "moves", &body).await
    }

    /// Does something in the game.
    pub(crate) async fn act(&self, player: &Player, what: &str, body: &str) -> Answer {
        let path = format!("/api/v1/games/{}/{what}", player.id);
        self.post(&path, Some(&player.token), body).await
    }
}
