//! Connections: they are let in as far as there is room, and whoever says nothing is shown out.
//!
//! One address (of IPv6: one network) has only so many of them, and when the house is nearly full only newcomers are
//! let in, so that nobody who holds many can keep others out.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_http::add_extension::AddExtension;

use crate::limits::{Permit, Permits, Whose};
use crate::wire::Wire;

/// A request's head takes no longer to arrive, a connection lies idle no longer, and what is written waits no longer
/// until some of it is read.
const SILENCE: Duration = Duration::from_secs(30);
/// One address has at most so many connections.
const MOST_OF_ONE: usize = 300;
/// So much is kept of what a connection has yet to say or to hear.
const BUFFER: usize = 64 << 10;
/// When the house is nearly full, who has so many already gets no more.
const FEW: usize = 8;
/// So many open files are kept for the database and the like.
const KEPT: usize = 128;
/// It is said at most so often that somebody was not let in.
const SAY_EVERY: Duration = Duration::from_secs(10);
/// What somebody is told who is not let in.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Who is in, and how many there is room for.
pub(crate) struct Connections {
    room: usize,
    /// Whether one address has only so many; not where a proxy has them all.
    by_address: bool,
    /// How long a connection may say nothing.
    silence: Duration,
    permits: Permits,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    all: usize,
    turned_away: u64,
    said: Option<Instant>,
}

/// One connection inside; leaves when it is dropped.
struct Guest {
    connections: Arc<Connections>,
    _permit: Option<Permit>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.connections.inside().all -= 1;
    }
}

impl Connections {
    /// None yet, and room for so many.
    pub(crate) fn new(room: usize, by_address: bool) -> Arc<Connections> {
        Arc::new(Connections {
            room,
            by_address,
            silence: SILENCE,
            permits: Permits::default(),
            inside: Mutex::default(),
        })
    }

    /// As many connections as this process may have files open.
    pub(crate) fn room_here() -> usize {
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let line = limits.lines().find(|line| line.starts_with("Max open files"));
        let files = line.and_then(|line| line.split_whitespace().nth(3)).and_then(|soft| soft.parse().ok());
        files.unwrap_or(1_024_usize).saturating_sub(KEPT).clamp(64, 20_000)
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets somebody in, or not.
    fn admit(self: &Arc<Self>, whose: Whose) -> Option<Guest> {
        let mut inside = self.inside();
        let nearly_full = inside.all >= self.room - self.room / 4;
        let most = if nearly_full { FEW } else { MOST_OF_ONE };
        let permit = self.by_address.then(|| self.permits.take(whose.clone(), most));
        if inside.all >= self.room || matches!(permit, Some(None)) {
            inside.turned_away += 1;
            let now = Instant::now();
            if inside.said.is_none_or(|said| now - said >= SAY_EVERY) {
                inside.said = Some(now);
                let (own, all, times) = (self.permits.count(&whose), inside.all, inside.turned_away);
                tracing::warn!(from = ?whose, own, all, times, "no more connections are taken from here");
            }
            return None;
        }
        inside.all += 1;
        drop(inside);
        Some(Guest { connections: self.clone(), _permit: permit.flatten() })
    }
}

/// Takes connections until `stop` is done, then waits until those inside have finished what they do.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (closing, closed) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Files may be short for a moment; whoever hung up meanwhile is nobody's trouble.
                    if !is_theirs(&error) {
                        tracing::warn!(%error, "a connection could not be taken");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                    continue;
                }
            },
        };
        match connections.admit(Whose::address(peer.ip())) {
            Some(guest) => drop(tokio::spawn(attend(stream, peer, router.clone(), guest, closed.clone()))),
            // Nobody waits for it to be read.
            None => drop(stream.try_write(FULL)),
        }
    }
    drop(listener);
    drop(closed);
    let _ = closing.send(true);
    closing.closed().await;
    Ok(())
}

fn is_theirs(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    guest: Guest,
    mut closed: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(AddExtension::new(router, ConnectInfo(peer)));
    let mut http = http1::Builder::new();
    let silence = guest.connections.silence;
    http.timer(TokioTimer::new()).header_read_timeout(silence).max_buf_size(BUFFER);
    let stream = TokioIo::new(Wire::new(stream, silence));
    let mut connection = pin!(http.serve_connection(stream, service));
    let told = async { drop(closed.wait_for(|closed| *closed).await.map(drop)) };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn somebody(n: u8) -> Whose {
        Whose::address(IpAddr::from([10, 0, 0, n]))
    }

    #[test]
    fn one_address_has_only_so_many() {
        let connections = Connections::new(10_000, true);
        let inside: Vec<Guest> = (0..400).filter_map(|_| connections.admit(somebody(1))).collect();
        assert_eq!(inside.len(), MOST_OF_ONE);
        assert!(connections.admit(somebody(2)).is_some(), "others are not concerned");
        drop(inside);
        assert!(connections.admit(somebody(1)).is_some(), "who left may come again");
        assert_eq!(connections.inside().all, 0);
    }

    #[test]
    fn room_is_kept_for_newcomers() {
        let connections = Connections::new(100, true);
        let held: Vec<Guest> = (0..100).filter_map(|_| connections.admit(somebody(1))).collect();
        assert_eq!(held.len(), 75, "whoever holds many gets no more when the house is nearly full");
        let newcomers: Vec<Guest> = (2..40).filter_map(|n| connections.admit(somebody(n))).collect();
        assert_eq!(newcomers.len(), 25);
        assert!(connections.admit(somebody(50)).is_none(), "full is full");
    }

    #[tokio::test]
    async fn whoever_says_half_a_word_or_nothing_is_shown_out() {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let silence = Duration::from_millis(150);
        let (permits, inside) = (Permits::default(), Mutex::default());
        let connections = Arc::new(Connections { room: 10, by_address: true, silence, permits, inside });
        tokio::spawn(serve(listener, Router::new(), connections.clone(), std::future::pending()));
        for said in ["", "GET / HT"] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(said.as_bytes()).await.unwrap();
            let mut heard = vec![];
            let shut = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut heard)).await;
            assert!(shut.is_ok(), "{said:?}");
        }
        for _ in 0..200 {
            if connections.inside().all == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("somebody is still inside");
    }

    #[tokio::test]
    async fn whoever_asks_and_never_reads_is_shown_out() {
        use tokio::io::AsyncWriteExt;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (permits, inside) = (Permits::default(), Mutex::default());
        let silence = Duration::from_millis(150);
        let connections = Arc::new(Connections { room: 10, by_address: true, silence, permits, inside });
        // More than any system keeps for a connection.
        let much = axum::body::Bytes::from(vec![b'x'; 64 << 20]);
        let router = Router::new().fallback(move || async move { much });
        tokio::spawn(serve(listener, router, connections.clone(), std::future::pending()));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        let mut came = false;
        for _ in 0..500 {
            came |= connections.inside().all == 1;
            if came && connections.inside().all == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("somebody is still inside");
    }

    #[test]
    fn behind_a_proxy_all_are_one_address() {
        let connections = Connections::new(1_000, false);
        assert_eq!(
            (0..1_200).filter_map(|_| connections.admit(somebody(1))).collect::<Vec<_>>().len(),
            1_000
        );
    }
}
