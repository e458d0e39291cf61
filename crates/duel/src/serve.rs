//! `duel serve`: the server, its options, and its end by a signal.

use std::{net::SocketAddr, path::PathBuf};

use duel_play::{Store as Games, plain_file};
use duel_web::{
    App, Config,
    limits::Limits,
    server::Server,
    store::{Store, StoreError},
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::LevelFilter;

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
    let address: SocketAddr = options.listen.parse().map_err(|_| {
        Stop::usage("--listen takes an address and a port, such as 127.0.0.1:8080 or [::1]:8080")
    })?;
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
    raise_open_files();
    let served = runtime.block_on(serve(address, &database, config));
    // Abandon running searches.
    runtime.shutdown_background();
    served
}

/// Lets this process open as many files as the system allows: every connection is one, and what a
/// shell allows by default is little.
fn raise_open_files() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let in_words =
        |limit: Option<u64>| limit.map_or_else(|| "no limit".to_owned(), |it| it.to_string());
    let (before, now) = (in_words(current), in_words(maximum));
    match raised {
        Ok(()) => tracing::info!(before, now, "open files"),
        Err(error) => tracing::warn!(before, wanted = now, %error, "open files not raised"),
    }
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
    let mut ending = [SignalKind::terminate(), SignalKind::interrupt()]
        .map(|kind| signal(kind).map_err(Stop::failed));
    let stop = async {
        let [Ok(terminate), Ok(interrupt)] = &mut ending else { return };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    let here = format!("http://{address}");
    let place = public.map_or(here.clone(), |public| format!("{public}, listening on {here}"));
    console::say(&format!("Divisor Duel is at {place}\n"))?;
    server.run(stop).await;
    Ok(())
}
