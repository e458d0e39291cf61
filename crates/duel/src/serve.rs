//! `duel serve`: the server, its options, and its end by a signal.

use std::{net::SocketAddr, path::PathBuf};

use duel_play::{Store as Games, plain_file};
use duel_web::{
    App, Config,
    limits::Limits,
    reach,
    server::Server,
    store::{Store, StoreError},
};
use tracing_subscriber::filter::LevelFilter;

#[cfg_attr(unix, path = "serve/unix.rs")]
#[cfg_attr(windows, path = "serve/windows.rs")]
mod system;

use crate::{
    cli::{LogFormat, ServeOptions},
    console,
    stop::Stop,
};

/// Serves until a signal arrives.
pub(crate) fn run(options: ServeOptions) -> Result<(), Stop> {
    let mut limits = Limits::default();
    for setting in &options.limit {
        limits.set(setting.parse().map_err(Stop::usage)?);
    }
    if options.limits {
        return console::say(&limits.to_string());
    }
    let address =
        address(&options.listen).map_err(|why| Stop::usage(format!("--listen: {why}")))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let database = database(options.database.as_deref())?;
    if let Some(copy) = &options.backup {
        let copied = runtime.block_on(Store::backup(&database, copy));
        copied.map_err(Stop::failed)?;
        console::note(&format!("The games are in {}.", copy.display()));
        return Ok(());
    }
    let config = Config { public: options.public, proxies: options.trust_proxy, limits };
    let level = if options.verbose { LevelFilter::DEBUG } else { LevelFilter::INFO };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    match options.log {
        LogFormat::Text => log.with_target(false).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    system::raise_open_files();
    let served = runtime.block_on(serve(address, &database, config));
    // Abandon running searches.
    runtime.shutdown_background();
    served
}

/// Reads where to listen.
pub(crate) fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "an address and a port are wanted, such as 127.0.0.1:8080 or [::1]:8080")
}

/// The database address; by default a file beside the games of the prompt.
fn database(given: Option<&str>) -> Result<String, Stop> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    let games = Games::of_user().map_err(Stop::failed)?;
    let folder = games.folder().parent().map_or_else(PathBuf::new, PathBuf::from);
    // If that fails, the database says so.
    let _ = plain_file::create_folder(&folder);
    Ok(folder.join("web.db").display().to_string())
}

async fn serve(address: SocketAddr, database: &str, config: Config) -> Result<(), Stop> {
    let store = Store::open(database).await.map_err(|error: StoreError| Stop::failed(error))?;
    let public = config.public.clone();
    let server = Server::bind(address, App::new(store, config)).await.map_err(|error| {
        Stop::failed(format!(
            "{address} cannot be listened on: {error}; --listen 127.0.0.1:0 takes any free port"
        ))
    })?;
    let address = server.address()?;
    let stop = system::stop()?;
    let here = format!("http://{}", reach::by_itself(address));
    let place = match (public, reach::by_others(address)) {
        (Some(public), _) => format!("{public}, listening on http://{address}"),
        (None, Some(others)) if here != format!("http://{others}") => {
            format!("{here}, and for other devices in the network at http://{others}")
        }
        (None, _) => here,
    };
    console::say(&format!("Divisor Duel is at {place}\n"))?;
    server.run(stop).await;
    Ok(())
}
