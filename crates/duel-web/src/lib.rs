//! Divisor Duel in a browser, and for programs: a server with its games, pages and API.

pub mod deals;
pub mod forms;
pub mod game;
pub mod live;
pub mod metrics;
pub mod secret;
pub mod store;
pub mod thinking;
