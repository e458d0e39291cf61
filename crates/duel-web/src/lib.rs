//! Divisor Duel in a browser, and for programs: a server with its games, pages and API.
//!
//! What is kept are streams of numbered events ([`store`]); a game is a fold over them ([`game`]), and
//! open games stay in step with the database ([`live`]). The API ([`api`]) and the pages ([`pages`])
//! stand on that, and [`mod@app`] puts it all together; [`server`] gives it a port.

pub mod api;
pub mod app;
pub mod deals;
mod extract;
pub mod forms;
pub mod game;
pub mod insight;
pub mod limits;
pub mod live;
pub mod metrics;
pub mod pages;
pub mod problem;
pub mod rooms;
pub mod secret;
pub mod server;
pub mod store;
pub mod thinking;

pub use app::{App, Config, app};
