//! A small HTTP client: one connection, one cookie, and event streams. For tests and for measuring.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// Nothing a healthy server answers takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody who calls a server.
pub struct Caller {
    address: SocketAddr,
    /// The address it calls from; any of this machine if none.
    source: Option<IpAddr>,
    /// The session's cookie, once there is one.
    pub cookie: Option<String>,
    /// The token it speaks by, if it is a bot.
    pub bearer: Option<String>,
    line: Option<BufReader<TcpStream>>,
}

/// What is answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

impl Caller {
    /// A caller without a session.
    pub fn new(address: SocketAddr) -> Self {
        Caller { address, source: None, cookie: None, bearer: None, line: None }
    }

    /// The same from an address of this machine: each of 127.0.0.0/8 is one.
    pub fn from(source: IpAddr, address: SocketAddr) -> Self {
        Caller { source: Some(source), ..Caller::new(address) }
    }

    /// Asks for something.
    pub async fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.ask("GET", path, &[], b"").await
    }

    /// Says something, as the client does.
    pub async fn post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        let headers = [("x-strategikon", "1"), ("content-type", "application/json")];
        self.ask("POST", path, &headers, body.to_string().as_bytes()).await
    }

    /// Any request.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let ask = async {
            // A connection that lay idle may be gone; nothing was said on it then.
            let fresh = self.line.is_none();
            match self.attempt(method, path, headers, body).await {
                Err(error) if !fresh && method == "GET" && error.kind() != io::ErrorKind::InvalidData => {
                    self.line = None;
                    self.attempt(method, path, headers, body).await
                }
                done => done,
            }
        };
        let done = tokio::time::timeout(PATIENCE, ask).await;
        let done = done.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        if done.is_err() {
            self.line = None;
        }
        done
    }

    async fn attempt(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let mut line = match self.line.take() {
            Some(line) => line,
            None => self.connect().await?,
        };
        self.send(&mut line, method, path, headers, body).await?;
        let (status, headers) = read_head(&mut line).await?;
        let body = read_body(&mut line, &headers, status).await?;
        self.line = Some(line);
        let cookie = headers.iter().find(|(name, _)| name == "set-cookie").map(|(_, value)| value);
        if let Some(cookie) = cookie.and_then(|value| value.split(';').next()) {
            self.cookie = Some(cookie.to_string());
        }
        Ok(Answer { status, headers, body })
    }

    async fn connect(&self) -> io::Result<BufReader<TcpStream>> {
        let stream = connect(self.source, self.address).await?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }

    async fn send(
        &self,
        line: &mut BufReader<TcpStream>,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<()> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.address);
        }
        if let Some(cookie) = &self.cookie {
            head += &format!("cookie: {cookie}\r\n");
        }
        if let Some(bearer) = &self.bearer {
            head += &format!("authorization: Bearer {bearer}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        let mut whole = head.into_bytes();
        whole.extend_from_slice(body);
        line.get_mut().write_all(&whole).await
    }

    /// Listens to an event stream; `seen` is the last id known.
    pub async fn listen(&self, path: &str, seen: Option<u64>) -> io::Result<Events> {
        let mut line = self.connect().await?;
        let seen = seen.map(|n| n.to_string());
        let last = seen.as_deref().map(|n| ("last-event-id", n));
        self.send(&mut line, "GET", path, last.as_slice(), b"").await?;
        let (status, headers) = tokio::time::timeout(PATIENCE, read_head(&mut line)).await??;
        if status != 200 {
            return Err(broken(&format!("the stream is answered with {status}")));
        }
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        if !chunked {
            return Err(broken("the stream does not come in chunks"));
        }
        Ok(Events { line, text: String::new() })
    }
}

/// A connection from an address of this machine.
pub async fn connect(source: Option<IpAddr>, address: SocketAddr) -> io::Result<TcpStream> {
    let Some(source) = source else { return TcpStream::connect(address).await };
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.bind(SocketAddr::new(source, 0))?;
    socket.connect(address).await
}

async fn read_line(line: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut text = String::new();
    if line.read_line(&mut text).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(text.trim_end().to_string())
}

async fn read_head(line: &mut BufReader<TcpStream>) -> io::Result<(u16, Vec<(String, String)>)> {
    let first = read_line(line).await?;
    let status = first.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(|| broken("no status"))?;
    let mut headers = vec![];
    loop {
        let text = read_line(line).await?;
        let Some((name, value)) = text.split_once(':') else { return Ok((status, headers)) };
        headers.push((name.to_lowercase(), value.trim().to_string()));
    }
}

async fn read_body(
    line: &mut BufReader<TcpStream>,
    headers: &[(String, String)],
    status: u16,
) -> io::Result<Vec<u8>> {
    let header = |wanted: &str| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    let mut body = vec![];
    if let Some(length) = header("content-length").and_then(|length| length.parse().ok()) {
        body.resize(length, 0);
        line.read_exact(&mut body).await?;
    } else if header("transfer-encoding").is_some() {
        while let Some(chunk) = read_chunk(line).await? {
            body.extend_from_slice(&chunk);
        }
    } else if status != 304 && status != 204 {
        return Err(broken("the answer has no length"));
    }
    Ok(body)
}

/// The next chunk; none at the end.
async fn read_chunk(line: &mut BufReader<TcpStream>) -> io::Result<Option<Vec<u8>>> {
    let length = read_line(line).await?;
    let length = usize::from_str_radix(&length, 16).map_err(|_| broken("not a chunk"))?;
    let mut chunk = vec![0; length];
    line.read_exact(&mut chunk).await?;
    read_line(line).await?;
    Ok((length > 0).then_some(chunk))
}

/// An event stream.
pub struct Events {
    line: BufReader<TcpStream>,
    text: String,
}

/// One event.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    /// Its id, if it has one.
    pub id: Option<u64>,
    /// Its kind.
    pub kind: String,
    /// Its data, as text.
    pub data: String,
}

impl Heard {
    /// The data as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or(Value::Null)
    }
}

impl Events {
    /// The next event; none when the stream ends.
    pub async fn next(&mut self) -> io::Result<Option<Heard>> {
        loop {
            while let Some(end) = self.text.find("\n\n") {
                let block: String = self.text.drain(..end + 2).collect();
                if let Some(heard) = read_event(&block) {
                    return Ok(Some(heard));
                }
            }
            match read_chunk(&mut self.line).await? {
                Some(chunk) => {
                    self.text += std::str::from_utf8(&chunk).map_err(|_| broken("not a text"))?;
                }
                None => return Ok(None),
            }
        }
    }

    /// The next event with an id, if one comes in time.
    pub async fn next_numbered(&mut self, patience: Duration) -> io::Result<Heard> {
        let next = async {
            loop {
                match self.next().await? {
                    Some(heard) if heard.id.is_some() => return Ok(heard),
                    Some(_) => {}
                    None => return Err(io::ErrorKind::UnexpectedEof.into()),
                }
            }
        };
        tokio::time::timeout(patience, next).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

fn read_event(block: &str) -> Option<Heard> {
    let mut heard = Heard { id: None, kind: "message".into(), data: String::new() };
    let mut any = false;
    for line in block.lines() {
        match line.split_once(": ") {
            Some(("id", id)) => heard.id = id.parse().ok(),
            Some(("event", kind)) => heard.kind = kind.to_string(),
            Some(("data", data)) => {
                heard.data += data;
                any = true;
            }
            _ => {}
        }
    }
    any.then_some(heard)
}
