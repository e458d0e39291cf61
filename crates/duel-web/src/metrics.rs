//! Metrics, in the text format of Prometheus.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

/// The labels of a response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct ResponseLabels {
    /// The route, never the requested path.
    pub path: String,
    /// The status.
    pub status: u16,
}

/// The counters.
#[derive(Clone)]
pub struct Metrics {
    registry: Arc<Mutex<Registry>>,
    /// Games begun on this node.
    pub games: Counter,
    /// Live connections to games that are open.
    pub sockets: Gauge,
    /// Games in memory.
    pub tables: Gauge,
    /// Analyses in the queue.
    pub waiting: Gauge,
    /// Moves of the computer in the queue.
    pub moves_waiting: Gauge,
    /// Bytes of memory that games take, about.
    pub game_bytes: Gauge,
    /// Connections that are open.
    pub connections: Gauge,
    /// Requests and connections refused by a limit.
    pub turned_away: Counter,
    answers: Family<ResponseLabels, Counter>,
    events: Counter,
    commit: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("duel");
        let seconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
        let metrics = Metrics {
            registry: Arc::default(),
            games: Counter::default(),
            sockets: Gauge::default(),
            tables: Gauge::default(),
            waiting: Gauge::default(),
            moves_waiting: Gauge::default(),
            game_bytes: Gauge::default(),
            connections: Gauge::default(),
            turned_away: Counter::default(),
            answers: Family::default(),
            events: Counter::default(),
            commit: Histogram::new(seconds),
        };
        let counters = [
            ("games", "Games begun on this node", &metrics.games),
            ("events", "Events of games that were kept", &metrics.events),
            ("turned_away", "What a limit turned away", &metrics.turned_away),
        ];
        for (name, help, counter) in counters {
            registry.register(name, help, counter.clone());
        }
        let gauges = [
            ("sockets", "Live connections to games", &metrics.sockets),
            ("tables", "Games in memory", &metrics.tables),
            ("analyses_waiting", "Analyses that wait for a place", &metrics.waiting),
            ("moves_waiting", "Moves of the computer that wait", &metrics.moves_waiting),
            ("game_bytes", "Bytes of memory that games take, about", &metrics.game_bytes),
            ("connections", "Connections that are open", &metrics.connections),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        registry.register("answers", "Answers by path and status", metrics.answers.clone());
        registry.register(
            "commit_seconds",
            "From bringing an event to its being on disk",
            metrics.commit.clone(),
        );
        *metrics.registry.lock().unwrap_or_else(PoisonError::into_inner) = registry;
        metrics
    }
}

impl Metrics {
    /// Counts a stored event, and the time it took.
    pub fn kept(&self, took: Duration) {
        self.events.inc();
        self.commit.observe(took.as_secs_f64());
    }

    /// Counts a response.
    pub fn answered(&self, path: &str, status: u16) {
        self.answers.get_or_create(&ResponseLabels { path: path.to_owned(), status }).inc();
    }

    /// Everything as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing into a String does not fail.
        let _ = encode(&mut text, &registry);
        text
    }
}
