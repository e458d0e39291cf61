//! What an address asks for.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use super::{
    PATIENCE,
    tls::{Check, Tls},
};
use crate::store::StoreError;

/// How connections are made.
#[derive(Clone)]
pub(super) struct Options {
    pub(super) config: Config,
    pub(super) tls: Tls,
}

impl Options {
    /// Reads `postgres://USER:PASSWORD@HOST/NAME?SETTING=VALUE`. `sslmode`, `sslrootcert` and `host`
    /// are understood as by PostgreSQL's own programs.
    pub(super) fn read(address: &str) -> Result<Options, StoreError> {
        let refused = |why: &dyn std::fmt::Display| {
            StoreError::Refused(format!("this is not an address of a PostgreSQL database: {why}"))
        };
        let (mut place, settings) = match address.split_once('?') {
            Some((place, settings)) => (place.to_owned(), settings),
            None => (address.to_owned(), ""),
        };
        let (mut mode, mut check, mut authorities) = (SslMode::Prefer, Check::Nothing, None);
        let mut others = Vec::new();
        for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            match (name, value) {
                ("sslmode", "disable") => mode = SslMode::Disable,
                ("sslmode", "allow" | "prefer") => mode = SslMode::Prefer,
                ("sslmode", "require") => mode = SslMode::Require,
                ("sslmode", "verify-ca") => (mode, check) = (SslMode::Require, Check::Authority),
                ("sslmode", "verify-full") => (mode, check) = (SslMode::Require, Check::Name),
                ("sslrootcert", file) => {
                    let file =
                        percent_decode_str(file).decode_utf8().map_err(|error| refused(&error))?;
                    authorities = Some(PathBuf::from(&*file));
                }
                _ => {
                    if name == "host" {
                        others.extend(take_host(&mut place));
                    }
                    others.push(setting.to_owned());
                }
            }
        }
        let mut config: Config = format!("{place}?{}", others.join("&"))
            .parse()
            .map_err(|error| refused(&StoreError::from(error)))?;
        if config.get_hosts().is_empty() {
            config.host("localhost");
        }
        let timeout = PATIENCE.as_millis();
        let settings = format!(
            "{} -c synchronous_commit=on -c statement_timeout={timeout} -c lock_timeout={timeout} \
             -c idle_in_transaction_session_timeout=10000",
            config.get_options().unwrap_or_default()
        );
        config.ssl_mode(mode).options(settings.trim_start()).application_name("duel serve");
        let tls = Tls::new(check, authorities.as_deref())?;
        Ok(Options { config, tls })
    }

    /// The place of the database, without the password.
    pub(super) fn place(&self) -> String {
        let ports = self.config.get_ports().iter().chain(std::iter::repeat(&5432));
        let hosts = self.config.get_hosts().iter().zip(ports).map(|(host, port)| match host {
            Host::Tcp(name) => format!("{name}:{port}"),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        hosts.collect::<Vec<_>>().join(", ")
    }
}

/// Takes the host out of an address; gives its port as a setting.
fn take_host(place: &mut String) -> Option<String> {
    let start = place.find("://").map_or(0, |at| at + 3);
    let start = place[start..].find('@').map_or(start, |at| start + at + 1);
    let end = place[start..].find('/').map_or(place.len(), |at| start + at);
    let host: String = place.drain(start..end).collect();
    let (_, port) = host.rsplit_once(':')?;
    port.parse::<u16>().ok().map(|port| format!("port={port}"))
}
