//! Divisor Duel in a browser, and for programs: a server with its games, pages and API.
//!
//! Streams of numbered events are stored ([`store`]); a game is a fold over them ([`game`]), and games
//! in memory follow the database ([`live`]). The API ([`api`]) and the pages ([`pages`]) use that,
//! [`mod@app`] is the router, and [`server`] listens on a port.
//!
//! ```
//! use axum::{body::Body, http::Request};
//! use duel_web::{App, Config, app, store::{Store, memory::Memory}};
//! use tower::ServiceExt as _;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let state = App::new(Store::new(Memory::default()), Config::default());
//! let request = Request::get("/api/v1/positions/subtract:12/analysis").body(Body::empty()).unwrap();
//! assert_eq!(app(&state).oneshot(request).await.unwrap().status(), 200);
//! # }
//! ```

pub mod api;
pub mod app;
mod connection;
pub mod deals;
mod extract;
pub mod forms;
pub mod game;
pub mod guard;
pub mod insight;
pub mod limits;
pub mod live;
pub mod metrics;
pub mod pages;
pub mod problem;
mod rate;
pub mod reach;
pub mod rooms;
pub mod secret;
pub mod server;
pub mod store;
pub mod worker_pool;

pub use app::{App, Config, app};
