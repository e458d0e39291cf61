//! A port: connections are accepted within their limits, served by the router, and drained in the
//! end.
//!
//! The loop is that of [`axum::serve()`], which sets neither a timeout nor a limit for the head of a
//! request; hyper's builder has both.

use std::{future::Future, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{
    Extension,
    serve::{Listener as _, ListenerExt as _},
};
use hyper::server::conn::http1::Builder;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::timeout,
};
use tower::Layer as _;

use crate::{
    app::{App, app, stopping},
    connection::Connection,
    limits::Limit,
};

/// The most bytes of the head of a request.
const HEAD: usize = 16 << 10;

/// What is said to clients that have too many connections.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: text/plain\r\ncontent-length: 50\r\n\r\n\
    too many connections from here; wait a few seconds";

/// To how many clients this is said at a time; beyond that, connections are just closed.
const MOST_REFUSALS: usize = 64;

/// How long a client may take to read it.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// How many seconds a client may leave an answer unread, for each second that a request may take to
/// arrive.
const UNREAD_FOR_EACH: Duration = Duration::from_secs(6);

/// A server with a port.
pub struct Server {
    app: App,
    listener: TcpListener,
}

impl Server {
    /// Takes the port.
    pub async fn bind(address: SocketAddr, app: App) -> io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        app.listening.get_or_init(|| listener.local_addr().unwrap_or(address));
        Ok(Server { app, listener })
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop`, then waits for requests in progress and closes the store.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { app, listener } = self;
        let limits = &app.config.limits;
        let router = self::app(&app);
        let mut http = Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.seconds(Limit::Arrival))
            .max_buf_size(HEAD);
        let unread = UNREAD_FOR_EACH * limits.of(Limit::Arrival);
        let mut listener = listener.tap_io(move |stream| set_options(stream, unread));
        let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
        let mut stop = pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            let is_proxy = app.config.proxies.contains(&peer.ip().to_canonical());
            let Some(admitted) = app.counts.admit(peer.ip(), is_proxy) else {
                app.metrics.turned_away.inc();
                if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = timeout(REFUSAL_TIMEOUT, say_too_many(stream)).await;
                        drop(place);
                    });
                }
                continue;
            };
            let admitted = Arc::new(admitted);
            let service = Extension(Arc::clone(&admitted)).layer(router.clone());
            let service = TowerToHyperService::new(service);
            let stream = TokioIo::new(Connection::new(stream, admitted, unread));
            let connection = http.serve_connection(stream, service).with_upgrades();
            let (open, mut closing) = (app.metrics.connections.clone(), app.closing());
            tokio::spawn(async move {
                open.inc();
                let mut connection = pin!(connection);
                let ended = tokio::select! {
                    ended = &mut connection => ended,
                    () = stopping(&mut closing) => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = ended {
                    tracing::debug!(%error, "connection error");
                }
                open.dec();
            });
        }
        drop(listener);
        tracing::info!("stopping: no new connections");
        if timeout(limits.seconds(Limit::Drain), app.close()).await.is_err() {
            tracing::warn!("shutdown timeout: some requests were not finished");
        }
        app.games.store().close().await;
        tracing::info!("stopped");
    }
}

/// Answers whatever is asked with a refusal. What the client has sent is read, because closing a
/// connection with unread bytes would discard the answer.
async fn say_too_many(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(TOO_MANY).await?;
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(HEAD as u64), &mut tokio::io::sink()).await?;
    Ok(())
}

/// Sends without delay, and disconnects clients that do not read. Unsupported options are ignored.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
fn set_options(stream: &TcpStream, unread: Duration) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    if let Ok(milliseconds) = unread.as_millis().try_into() {
        let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, milliseconds);
    }
}
