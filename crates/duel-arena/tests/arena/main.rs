//! What the parts of an event promise, one module for each; whole events are played by the tests of
//! `duel`.

mod blunders;
mod folder;
mod plan;
mod ratings;
mod schedule;
mod sprt;
mod starts;
mod statistics;
mod table;

/// Asserts that two numbers differ by so much at most.
fn close(one: f64, other: f64, within: f64) {
    assert!((one - other).abs() <= within, "{one} is not {other}");
}
