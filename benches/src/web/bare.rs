//! The peer: a handler that reads a move and answers as many bytes as the server would, and does
//! nothing else. Same libraries, same loop, same runtime.

use std::{
    error::Error,
    io::{self, Write as _},
    time::Duration,
};

use axum::{Json, Router, body::Body, extract::Request, routing::post};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tower::Service as _;

/// The name under which this program starts itself.
pub(crate) const NAME: &str = "web-bare-handler";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving {
    #[serde(rename = "move")]
    made: String,
    ply: u64,
}

#[derive(Serialize)]
struct Answer {
    seq: u64,
    ply: u64,
    position: String,
    turn: Option<u8>,
    result: Option<String>,
}

async fn answer(Json(moving): Json<Moving>) -> Json<Answer> {
    let left = 720_718 - 2 * moving.ply;
    Json(Answer {
        seq: moving.ply + 2,
        ply: moving.ply + u64::from(moving.made == "2"),
        position: format!("subtract:{left}/2"),
        turn: Some(2),
        result: None,
    })
}

/// Serves until the process is ended.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve())
}

async fn serve() -> Result<(), Box<dyn Error>> {
    let router = Router::new().route("/api/v1/games/{id}/moves", post(answer));
    let mut http_builder = Builder::new(TokioExecutor::new()).http1_only();
    http_builder.http1().timer(TokioTimer::new()).header_read_timeout(Duration::from_secs(10));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    writeln!(io::stdout(), "A bare handler is at http://{}", listener.local_addr()?)?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let router = router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            router.clone().call(request.map(Body::new))
        });
        let serving = http_builder.serve_connection(TokioIo::new(stream), service).into_owned();
        tokio::spawn(async move {
            // Whoever hangs up has hung up.
            let _ = serving.await;
        });
    }
}
