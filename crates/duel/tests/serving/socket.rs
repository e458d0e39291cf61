//! Live connections.

use std::{
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::Value;
use tokio_tungstenite::tungstenite::{
    Error, Message, WebSocket, client::IntoClientRequest as _, handshake::HandshakeError, http,
};

/// A live connection to a game.
pub(crate) struct Live(pub(crate) WebSocket<TcpStream>);

impl Live {
    /// Connects, with these headers; the status if that is refused.
    pub(crate) fn connect(
        address: SocketAddr,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Live, u16> {
        let stream = TcpStream::connect(address).map_err(|_| 0_u16)?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(|_| 0_u16)?;
        stream.set_nodelay(true).map_err(|_| 0_u16)?;
        let mut request =
            format!("ws://{address}{path}").into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a value"));
        }
        match tokio_tungstenite::tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Live(socket)),
            Err(HandshakeError::Failure(Error::Http(refused))) => {
                let refused: &http::Response<_> = &refused;
                Err(refused.status().as_u16())
            }
            Err(_) => Err(0),
        }
    }

    /// The game as it is told next; the code with which the connection ends, if it does. Zero
    /// stands for an end without a word.
    pub(crate) fn next_game(&mut self) -> Result<Value, u16> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => {
                    let said: Value = serde_json::from_str(&text).expect("JSON");
                    assert_eq!(said["v"], 1, "{said}");
                    if said["type"] == "game" {
                        return Ok(said["game"].clone());
                    }
                }
                Ok(Message::Close(frame)) => {
                    return Err(frame.map_or(0, |frame| u16::from(frame.code)));
                }
                Ok(_) => {}
                Err(_) => return Err(0),
            }
        }
    }

    /// The code with which the connection ends.
    pub(crate) fn end(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next_game() {
                return code;
            }
        }
    }
}
