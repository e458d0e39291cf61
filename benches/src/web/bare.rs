//! The peer: a handler that reads a move and answers as many bytes as the server would, and does
//! nothing else. Same libraries, same runtime.

use std::{
    error::Error,
    io::{self, Write as _},
};

use axum::{Json, Router, routing::post, serve::ListenerExt as _};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

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
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    writeln!(io::stdout(), "A bare handler is at http://{}", listener.local_addr()?)?;
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}
