//! A port, and the loop that lets connections in and, in the end, all out.

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    task::Poll,
    time::Duration,
};

use axum::{
    body::{Body, HttpBody as _},
    extract::Request,
};
use futures_util::task::AtomicWaker;
use http_body_util::BodyExt as _;
use hyper::{body::Incoming, server::conn::http1::Builder, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Instant, sleep, timeout},
};
use tower::Service as _;

use crate::{
    api::moves,
    app::{App, Caller, app},
    limits::{Admitted, Limit},
};

/// The most bytes of the head of a request.
const HEAD: usize = 16 << 10;

/// How many seconds a connection may be idle, for each second that a request may take to arrive.
const IDLE: Duration = Duration::from_secs(6);

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
        // Every connection holds one end; when all have let go of it, the other tells.
        let (held, mut all_gone) = mpsc::channel::<Infallible>(1);
        let http_builder = http_builder(&app);
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
            let ours = app.config.proxies.contains(&peer.ip().to_canonical());
            let Some(admitted) = app.counts.admit(peer.ip(), ours) else {
                app.metrics.turned_away.inc();
                continue;
            };
            let (http_builder, router, held) = (http_builder.clone(), router.clone(), held.clone());
            let app = app.clone();
            tokio::spawn(async move {
                let _held = held;
                app.metrics.connections.inc();
                let ended =
                    serve_connection(&app, &http_builder, router, stream, peer, admitted).await;
                app.metrics.connections.dec();
                if let Err(error) = ended {
                    tracing::debug!(error, "a connection broke off");
                }
            });
        }
        drop((listener, held));
        tracing::info!("stopping: no new connections");
        app.close();
        let patience = app.config.limits.seconds(Limit::Drain);
        let until = Instant::now() + patience;
        if timeout(patience, all_gone.recv()).await.is_err() {
            tracing::warn!("some requests were not finished in time");
        }
        while app.metrics.sockets.get() > 0 && Instant::now() < until {
            sleep(Duration::from_millis(10)).await;
        }
        app.tables.store().close().await;
        tracing::info!("stopped");
    }
}

/// What a connection is busy with: how many answers are under way, and since when there is none.
#[derive(Clone)]
struct Busy(Arc<Mutex<(usize, Instant)>>);

impl Default for Busy {
    fn default() -> Busy {
        Busy(Arc::new(Mutex::new((0, Instant::now()))))
    }
}

/// An answer under way.
struct Work(Busy);

impl Busy {
    fn with<T>(&self, act: impl FnOnce(&mut (usize, Instant)) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn begin(&self) -> Work {
        self.with(|(count, _)| *count += 1);
        Work(self.clone())
    }

    /// Returns when nothing has been under way for so long.
    async fn idle_for(&self, time: Duration) {
        loop {
            let quiet = self.with(|(count, since)| (*count == 0).then(|| since.elapsed()));
            let left = time.saturating_sub(quiet.unwrap_or_default());
            if left.is_zero() {
                return;
            }
            sleep(left).await;
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.0.with(|(count, since)| {
            *count -= 1;
            *since = Instant::now();
        });
    }
}

/// How connections are spoken with: not in HTTP/2, whose streams these limits do not know.
fn http_builder(app: &App) -> Builder {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.seconds(Limit::Arrival))
        .max_buf_size(HEAD)
        // Most answers are short: one piece is sent faster than two.
        .writev(false);
    builder
}

/// Serves one connection until it ends, is idle for too long, or the server stops and the answers
/// under way are given.
async fn serve_connection(
    app: &App,
    http_builder: &Builder,
    router: axum::Router,
    stream: TcpStream,
    peer: SocketAddr,
    admitted: Admitted,
) -> Result<(), String> {
    let _ = stream.set_nodelay(true);
    let busy = Busy::default();
    let caller = Caller { address: peer.ip(), place: Arc::new(admitted) };
    let (router, caller) = (&router, &caller);
    let service = service_fn(|request: Request<Incoming>| {
        let work = busy.begin();
        async move {
            if let Some(id) = moves::game_of(&request) {
                let client = caller.client(&app.config, request.headers());
                return Ok(moves::answer(app, client, id, request).await);
            }
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(caller.clone());
            let Ok(response) = router.clone().call(request).await;
            // Events are under way until the last of them is sent; of other answers the end is known.
            if response.body().size_hint().exact().is_some() {
                return Ok::<_, Infallible>(response);
            }
            Ok(response.map(|body| {
                Body::new(body.map_frame(move |frame| {
                    let _ = &work;
                    frame
                }))
            }))
        }
    });
    let connection = http_builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let word = Arc::new(ConnectionSignal::default());
    let watching = tokio::spawn(watch(app.clone(), busy.clone(), Arc::clone(&word)));
    let ended = poll_fn(|context| {
        word.listener.register(context.waker());
        match word.said.swap(NOTHING, Ordering::AcqRel) {
            STOP => connection.as_mut().graceful_shutdown(),
            IDLE_TOO_LONG => return Poll::Ready(Err("nothing was asked for".to_owned())),
            _ => {}
        }
        connection.as_mut().poll(context).map_err(|error| error.to_string())
    })
    .await;
    watching.abort();
    ended
}

/// What a connection is told by whoever watches it. It is looked at whenever the connection goes on,
/// which costs less than waiting for several things each time.
#[derive(Default)]
struct ConnectionSignal {
    said: AtomicU8,
    listener: AtomicWaker,
}

const NOTHING: u8 = 0;
const STOP: u8 = 1;
const IDLE_TOO_LONG: u8 = 2;

/// Watches a connection: whether it is idle for too long, and whether the server stops.
async fn watch(app: App, busy: Busy, word: Arc<ConnectionSignal>) {
    let mut closing = app.closing();
    let said = tokio::select! {
        () = busy.idle_for(IDLE * app.config.limits.of(Limit::Arrival)) => IDLE_TOO_LONG,
        _ = closing.wait_for(|closing| *closing) => STOP,
    };
    word.said.store(said, Ordering::Release);
    word.listener.wake();
}
