//! Divisor Duel in a browser, and for programs: a server with its games, pages and API.

pub mod store;
