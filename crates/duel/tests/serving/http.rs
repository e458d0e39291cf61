//! A small HTTP client on one connection.

use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::Value;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// An answer, read to its end.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(one, _)| one.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// The code of a problem, which must be a whole one.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        let problem = self.json();
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{problem}");
        assert_eq!(problem["status"], self.status, "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        problem["code"].as_str().expect("a code").to_owned()
    }

    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }
}

/// A client.
pub(crate) struct Http {
    pub(crate) address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
}

impl Http {
    pub(crate) fn new(address: SocketAddr) -> Http {
        Http { address, connection: None }
    }

    /// Sends a request, and reads the answer. After an error the next request has a new connection.
    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = body {
            head.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(self.address)?,
        };
        // Whoever is refused while still speaking hears why if they listen.
        let sent = connection.get_mut().write_all(&bytes);
        let answer = match read(&mut connection, method == "HEAD") {
            Ok(answer) => answer,
            Err(error) => return Err(sent.err().unwrap_or(error)),
        };
        if sent.is_ok() && answer.header("connection") != Some("close") {
            self.connection = Some(connection);
        }
        Ok(answer)
    }

    pub(crate) fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.send("GET", path, &[], None)
    }

    /// Sends JSON, with a token if there is one.
    pub(crate) fn post(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> io::Result<Answer> {
        self.post_with(path, token, &[], body)
    }

    pub(crate) fn post_with(
        &mut self,
        path: &str,
        token: Option<&str>,
        more: &[(&str, &str)],
        body: &str,
    ) -> io::Result<Answer> {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        headers.extend_from_slice(more);
        self.send("POST", path, &headers, Some(body.as_bytes()))
    }
}

/// A connection that does not wait for ever.
pub(crate) fn connect(address: SocketAddr) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(BufReader::new(stream))
}

/// Reads one answer.
pub(crate) fn read(from: &mut BufReader<TcpStream>, head_only: bool) -> io::Result<Answer> {
    let broken = |what: &str| io::Error::new(io::ErrorKind::UnexpectedEof, what.to_owned());
    let mut line = String::new();
    from.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| broken("no status line"))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        if from.read_line(&mut line)? == 0 {
            return Err(broken("half a head"));
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let mut answer = Answer { status, headers, body: Vec::new() };
    if head_only || matches!(status, 101 | 204 | 304) {
        return Ok(answer);
    }
    if let Some(length) = answer.header("content-length") {
        let length = length.parse().map_err(|_| broken("no length"))?;
        answer.body = vec![0; length];
        from.read_exact(&mut answer.body)?;
    } else if answer.header("transfer-encoding") == Some("chunked") {
        loop {
            line.clear();
            from.read_line(&mut line)?;
            let length = usize::from_str_radix(line.trim(), 16).map_err(|_| broken("no chunk"))?;
            let mut chunk = vec![0; length + 2];
            from.read_exact(&mut chunk)?;
            answer.body.extend_from_slice(&chunk[..length]);
            if length == 0 {
                break;
            }
        }
    } else {
        from.read_to_end(&mut answer.body)?;
    }
    Ok(answer)
}
