//! The server: games played over the web, stored as the list of their deeds, pushed live to whoever looks on.
//!
//! - [`store`]: SQLite or PostgreSQL behind one type; deeds are appended by one writer, many games at once
//! - [`deed`], [`contest`]: everything that can happen at a table, and the game that follows from it
//! - [`contests`]: the contests at hand; orders come in, are written down, and are told to those who listen
//! - [`staff`]: leads the seats handed to the computer
//! - [`api`]: the HTTP API and the client's files
//!
//! [`Server::run`] runs it all until it is told to stop.

pub mod analysis;
pub mod api;
pub mod audience;
mod battlefield;
pub mod clock;
mod connections;
pub mod contest;
pub mod contests;
pub mod courtesy;
pub mod deed;
mod evidence;
pub mod fault;
pub mod fortunes;
pub mod lessons;
pub mod limits;
pub mod mail;
pub mod metrics;
mod names;
mod passwords;
mod queue;
mod redact;
pub mod reports;
pub mod seal;
pub mod secret;
pub mod staff;
pub mod store;
pub mod timekeeping;
pub mod view;
mod wire;

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ::shelf::Shelf;
use axum::Router;
use tokio::net::TcpListener;

use connections::Connections;
use contests::Contests;
use mail::Post;
use reports::Reports;
use seal::Seal;
use staff::{Allotment, Staff};
use store::{Store, StoreFault};
use timekeeping::now;

/// How long a server that stops waits for requests under way.
const PATIENCE: Duration = Duration::from_secs(10);

/// So many threads do slow work beside those that think: each keeps memory of its own when it is done.
const SLOW: usize = 12;

/// What a server runs on.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.enable_all().max_blocking_threads(SLOW + cores).build()
}

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address players know it by: `https://example.org`; none on the machine itself.
    pub address: Option<String>,
    /// Whether a proxy in front says where requests come from.
    pub proxy: bool,
    /// Whether to limit how much one address or session may ask.
    pub limits: bool,
    /// How many games are kept in memory.
    pub contests: usize,
    /// How the computer's seats are led.
    pub staff: Allotment,
    /// Reports of the lab, shown beside their scenarios.
    pub reports: Reports,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            address: None,
            proxy: false,
            limits: true,
            contests: 2_000,
            staff: Allotment::default(),
            reports: Reports::default(),
        }
    }
}

impl Settings {
    /// Whether a `Host` names this server: the address players know, `localhost`, or any plain number, which no page of
    /// another site can have as its own.
    pub fn answers_to(&self, host: &str) -> bool {
        let name = name_of(host);
        let known = self.address.as_deref().and_then(|address| address.split_once("://"));
        let known = known.map(|(_, rest)| name_of(rest.split('/').next().unwrap_or_default()));
        name.eq_ignore_ascii_case("localhost")
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
            || known.is_some_and(|known| !known.is_empty() && known.eq_ignore_ascii_case(name))
    }

    /// Whether players come by https.
    pub fn https(&self) -> bool {
        self.address.as_deref().is_some_and(|address| address.starts_with("https://"))
    }
}

/// The name or number in `name:port`, `[::1]:port` or without a port.
fn name_of(authority: &str) -> &str {
    match authority.rfind(':') {
        Some(at) if authority[at + 1..].bytes().all(|b| b.is_ascii_digit()) => &authority[..at],
        _ => authority,
    }
}

/// A server with its tasks, ready to take requests.
pub struct Server {
    contests: Arc<Contests>,
    router: Router,
    connections: Arc<Connections>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Server {
    /// Opens the database and starts what runs beside the requests.
    pub async fn open(
        shelf: Arc<Shelf>,
        database: &str,
        post: Post,
        settings: Settings,
    ) -> Result<Server, StoreFault> {
        let store = Store::open(database).await?;
        let secret = store.signing_secret(secret::bytes()).await?;
        let seal = Seal::new(&secret).ok_or_else(|| StoreFault::Corrupt("the key for records".into()))?;
        let staff = Staff::new(&settings.staff);
        let contests = Contests::new(shelf, store, post, staff, seal, settings.contests);
        // Alone with its file, the house was away since its last heartbeat, however short; others may have served.
        contests.beat(if contests.store.is_shared() { timekeeping::STEADY } else { 0 }).await?;
        let tasks = vec![
            tokio::spawn(contests.clone().keep_time()),
            tokio::spawn(contests.clone().keep_lines_open(Duration::from_secs(15))),
            tokio::spawn(contests.clone().hear_others()),
            tokio::spawn(sweep(contests.clone())),
            tokio::spawn(Staff::find_abandoned(contests.clone())),
        ];
        let connections = Connections::new(Connections::room_here(), settings.limits && !settings.proxy);
        let router = api::service(contests.clone(), settings);
        Ok(Server { contests, router, connections, tasks })
    }

    /// The service, for tests that need no network.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The contests.
    pub fn contests(&self) -> &Arc<Contests> {
        &self.contests
    }

    /// Takes requests until `stop` is done, then finishes what is under way.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let contests = self.contests.clone();
        let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
        let stop = async move {
            stop.await;
            // Open event streams would never end by themselves.
            contests.close();
            let _ = stopping.send(());
        };
        let serving = connections::serve(listener, self.router, self.connections, stop);
        let patience = async {
            // Whoever never finishes asking is not waited for. If nobody says stop, neither does this.
            match stopped.await {
                Ok(()) => tokio::time::sleep(PATIENCE).await,
                Err(_) => std::future::pending().await,
            }
        };
        let served = tokio::select! {
            served = serving => served,
            () = patience => Ok(()),
        };
        for task in self.tasks {
            task.abort();
        }
        self.contests.store.close().await;
        served
    }
}

/// Once an hour, forgets sessions that have run out and guests who left nothing behind.
async fn sweep(contests: Arc<Contests>) {
    let mut hours = tokio::time::interval(Duration::from_secs(3_600));
    loop {
        hours.tick().await;
        if let Err(fault) = contests.store.sweep(now()).await {
            tracing::warn!(%fault, "could not sweep");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_to_its_address_and_to_numbers() {
        let known = Settings { address: Some("https://table.example:8443/".into()), ..Settings::default() };
        let good = [
            "table.example",
            "Table.Example:8443",
            "localhost:7355",
            "127.0.0.1:1",
            "[::1]:7355",
            "10.1.2.3",
        ];
        for host in good {
            assert!(known.answers_to(host), "{host}");
        }
        for host in [
            "evil.example",
            "table.example.evil.example",
            "",
            "localhost.evil.example:80",
            "1.2.3.4.evil.example",
        ] {
            assert!(!known.answers_to(host), "{host}");
            assert!(!Settings::default().answers_to(host), "{host}");
        }
    }
}
