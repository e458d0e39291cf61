//! The options of `serve`.

use clap::{Args, ValueEnum};

/// How the games are served.
#[derive(Args, Debug)]
pub(crate) struct ServeOptions {
    /// The address and port to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,
    #[arg(
        long,
        value_name = "FILE|URL",
        help = "Where games are kept: a file (SQLite), or postgres://USER:PASSWORD@HOST/NAME for \
                several servers; without it web.db in your data directory"
    )]
    pub(crate) database: Option<String>,
    #[arg(
        long,
        value_name = "URL",
        help = "The address under which people reach the server, such as https://duel.example"
    )]
    pub(crate) public: Option<String>,
    /// A proxy whose X-Forwarded-For is believed; may be given several times
    #[arg(long, value_name = "IP")]
    pub(crate) trust_proxy: Vec<std::net::IpAddr>,
    /// Change a limit, such as games=100; may be given several times
    #[arg(long, value_name = "NAME=NUMBER")]
    pub(crate) limit: Vec<String>,
    /// Print the limits and what they mean
    #[arg(long)]
    pub(crate) limits: bool,
    /// How the log on standard error is written
    #[arg(long, default_value = "text")]
    pub(crate) log: LogFormat,
    /// Write a line about every request
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Copy the games of a file into this new one, also while a server runs
    #[arg(long, value_name = "FILE")]
    pub(crate) backup: Option<std::path::PathBuf>,
}

/// A form of the log.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}
