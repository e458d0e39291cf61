//! A port, and the loop that lets connections in and, in the end, all out.

use std::{convert::Infallible, fmt::Display, future::Future, io, net::SocketAddr, time::Duration};

use axum::{
    body::Body,
    extract::{ConnectInfo, Request},
};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{
        conn::auto::Builder,
        graceful::{GracefulConnection, GracefulShutdown},
    },
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::{Instant, sleep, timeout},
};
use tower::Service as _;

use crate::{
    app::{App, app},
    limits::Limit,
};

/// The most bytes of the head of a request.
const HEAD: usize = 16 << 10;

/// A server with a port.
pub struct Server {
    app: App,
    listener: TcpListener,
}

impl Server {
    /// Takes the port.
    pub async fn bind(address: SocketAddr, app: App) -> io::Result<Server> {
        Ok(Server { app, listener: TcpListener::bind(address).await? })
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop`, then lets what is under way finish, and writes what has to be kept.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { app, listener } = self;
        let router = self::app(&app);
        let graceful = GracefulShutdown::new();
        let manners = manners(&app);
        tokio::pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Out of files, perhaps; connections that end give some back.
                        tracing::warn!(%error, "a connection could not be taken");
                        sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let Some(admitted) = app.counts.admit(peer.ip()) else {
                app.metrics.turned_away.inc();
                continue;
            };
            let connection = graceful.watch(connection(&manners, &router, stream, peer));
            let metrics = app.metrics.clone();
            tokio::spawn(async move {
                let _admitted = admitted;
                metrics.connections.inc();
                let ended = connection.await;
                metrics.connections.dec();
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection broke off");
                }
            });
        }
        drop(listener);
        tracing::info!("stopping: no new connections");
        app.close();
        let patience = app.config.limits.seconds(Limit::Drain);
        let until = Instant::now() + patience;
        if timeout(patience, graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests were not finished in time");
        }
        while app.metrics.sockets.get() > 0 && Instant::now() < until {
            sleep(Duration::from_millis(10)).await;
        }
        app.tables.store().close().await;
        tracing::info!("stopped");
    }
}

/// How connections are spoken with.
fn manners(app: &App) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.seconds(Limit::Arrival))
        .max_buf_size(HEAD);
    builder
}

fn connection(
    manners: &Builder<TokioExecutor>,
    router: &axum::Router,
    stream: TcpStream,
    peer: SocketAddr,
) -> impl GracefulConnection<Error: Display> + Send + use<> {
    let _ = stream.set_nodelay(true);
    let router = router.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let mut router = router.clone();
        async move {
            let Ok(response) = router.call(request).await;
            Ok::<_, Infallible>(response)
        }
    });
    manners.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned()
}
