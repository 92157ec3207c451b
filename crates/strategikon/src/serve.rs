//! `strategikon serve`: the table in the browser; `strategikon backup`: a copy of its database.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use server::mail::Post;
use server::reports::Reports;
use server::staff::Allotment;
use server::store::{self, StoreFault};
use server::{Server, Settings};
use shelf::Shelf;
use tokio::net::TcpListener;
use tracing_subscriber::filter::Targets;

use crate::common::{Failure, duration};
use crate::plain::LogLine;

/// The port if none is asked for.
const PORT: u16 = 7355;

/// What `serve` is asked.
#[derive(Args, Clone)]
pub struct Serve {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = PORT, env = "STRATEGIKON_PORT")]
    port: u16,
    /// The address to listen on; 0.0.0.0 or :: for the whole network
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// sqlite:FILE or postgres://USER@HOST/NAME; by default a file in your data folder
    #[arg(long, value_name = "URL", env = "STRATEGIKON_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
    /// The address players know the server by, such as `https://example.org`
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// A proxy in front says in X-Forwarded-For where requests come from
    #[arg(long)]
    proxy: bool,
    /// Write to absent players by this mail server, such as smtps://USER:PASSWORD@HOST
    #[arg(long, value_name = "URL", env = "STRATEGIKON_MAIL", hide_env_values = true, requires_all = ["mail_from", "address"])]
    mail: Option<String>,
    /// The address such mail comes from
    #[arg(long, value_name = "EMAIL")]
    mail_from: Option<String>,
    /// Do not limit how much one address may ask: for benchmarks and tests
    #[arg(long)]
    no_limits: bool,
    /// How many games are kept in memory
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    contests: usize,
    /// How many decisions of computer players are thought about at once; by default one a core
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    /// While somebody watches, decisions of computer players are played at least so far apart
    #[arg(long, value_name = "TIME", default_value = "120ms", value_parser = duration)]
    pace: Duration,
    /// Computer players look into so many positions for a decision, whatever their level: for tests
    #[arg(long, value_name = "N", hide = true)]
    nodes: Option<u32>,
    /// Show reports of `lab report` beside their scenarios: a folder of folders
    #[arg(long, value_name = "DIR", env = "STRATEGIKON_REPORTS")]
    reports: Option<PathBuf>,
    /// Write the log as JSON lines
    #[arg(long)]
    log_json: bool,
}

/// What `backup` is asked.
#[derive(Args)]
pub struct Backup {
    /// The copy to write; it must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The database, as for `serve`
    #[arg(long, value_name = "URL", env = "STRATEGIKON_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// `serve` as if nothing was asked; what the environment says still counts.
pub fn alone() -> Serve {
    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        serve: Serve,
    }
    <Alone as clap::Parser>::parse_from(["strategikon"]).serve
}

/// Why the games of a database are not to be had, and what can be done.
fn stored(database: &str) -> impl Fn(StoreFault) -> Failure {
    let place = hidden(database);
    move |fault| match fault {
        StoreFault::Unusable(why) => Failure::Check(why),
        fault => Failure::Check(format!(
            "the games in {place} cannot be opened: {fault}; move them away, or choose others with --database sqlite:FILE"
        )),
    }
}

/// The database asked for, or the usual file.
fn database(asked: Option<&str>) -> Result<String, Failure> {
    if let Some(url) = asked {
        return Ok(url.to_string());
    }
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let data = std::env::var_os("XDG_DATA_HOME").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    let Some(data) = data.or_else(home) else {
        return Err(Failure::Usage(
            "there is no home folder to keep games in; say --database sqlite:FILE".into(),
        ));
    };
    Ok(format!("sqlite:{}", data.join("strategikon/games.db").display()))
}

impl Serve {
    /// Serves until told to stop.
    pub fn run(&self, shelf: Shelf, out: &mut impl Write) -> Result<(), Failure> {
        self.log()?;
        server::runtime()?.block_on(self.serve(shelf, out))
    }

    fn log(&self) -> Result<(), Failure> {
        use tracing_subscriber::prelude::*;
        let wanted = std::env::var("STRATEGIKON_LOG").unwrap_or_else(|_| "warn,server=info".into());
        let targets: Targets = wanted.parse().map_err(|fault| {
            Failure::Usage(format!(
                "STRATEGIKON_LOG is `{wanted}`: {fault}; expected levels such as `info` or `warn,server=debug`"
            ))
        })?;
        // Without colours: what is written there may come from anybody, and is made plain as a whole.
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(|| LogLine);
        let lines = if self.log_json { lines.json().boxed() } else { lines.boxed() };
        // A second server in one process (tests) keeps the first one's log.
        let _ = tracing_subscriber::registry().with(lines.with_filter(targets)).try_init();
        Ok(())
    }

    async fn serve(&self, shelf: Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let database = database(self.database.as_deref())?;
        if let (None, Some(folder)) = (&self.database, Path::new(file(&database)).parent()) {
            std::fs::create_dir_all(folder)?;
        }
        let reports = self.reports.as_deref().map_or_else(|| Ok(Reports::default()), Reports::in_folder);
        let reports = reports.map_err(Failure::Usage)?;
        let listener = self.bind().await?;
        let settings = Settings {
            address: self.address.clone(),
            proxy: self.proxy,
            limits: !self.no_limits,
            contests: self.contests,
            staff: Allotment {
                workers: self.workers.map(NonZeroUsize::get),
                nodes: self.nodes,
                pace: self.pace,
                ..Allotment::default()
            },
            reports,
        };
        let server = Server::open(Arc::new(shelf), &database, self.post()?, settings)
            .await
            .map_err(stored(&database))?;
        // Whoever reads the address may ask to stop at once.
        let stopped = stopped();
        let address = address(listener.local_addr()?);
        writeln!(
            out,
            "Strategikon is at {address}   (Ctrl-C stops it; games are kept in {})",
            hidden(&database)
        )?;
        if let Some(warning) = self.exposed() {
            writeln!(out, "{warning}")?;
        }
        out.flush()?;
        if !self.no_browser && has_display() {
            browse(&address);
        }
        server.run(listener, stopped).await?;
        Ok(())
    }

    /// What whoever serves others should know and has not said.
    fn exposed(&self) -> Option<String> {
        if self.listen.is_loopback() || self.address.is_some() {
            return None;
        }
        Some(format!(
            "Anybody who reaches {} may play here. Say the address they know with --address http://NAME:{}: \
             until then the table answers to plain numbers only, and over plain HTTP passwords can be read on the way.",
            self.listen, self.port
        ))
    }

    fn post(&self) -> Result<Post, Failure> {
        match (&self.mail, &self.mail_from, &self.address) {
            (Some(url), Some(from), Some(address)) => Post::smtp(url, from, address).map_err(Failure::Usage),
            _ => Ok(Post::Off),
        }
    }

    async fn bind(&self) -> Result<TcpListener, Failure> {
        TcpListener::bind((self.listen, self.port)).await.map_err(|error| {
            let wish = SocketAddr::new(self.listen, self.port);
            Failure::Check(match error.kind() {
                io::ErrorKind::AddrInUse => format!(
                    "port {} is taken, perhaps by another Strategikon; choose another with --port",
                    self.port
                ),
                io::ErrorKind::PermissionDenied => {
                    format!("listening on {wish} is not permitted; try a port above 1024")
                }
                _ => format!("cannot listen on {wish}: {error}"),
            })
        })
    }
}

/// A database address without its password.
fn hidden(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{place}"),
        _ => file(url).to_string(),
    }
}

/// The file of a SQLite database.
fn file(url: &str) -> &str {
    url.trim_start_matches("sqlite:")
}

/// What to type into a browser on this machine.
fn address(listening: SocketAddr) -> String {
    match listening.ip() {
        ip if ip.is_unspecified() || ip.is_loopback() => format!("http://localhost:{}/", listening.port()),
        _ => format!("http://{listening}/"),
    }
}

fn has_display() -> bool {
    cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()))
}

/// Opens a browser if the system knows how; if not, the address is on the screen.
fn browse(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(opener)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}

/// Done when the process is asked to stop; it is listened for from now on.
fn stopped() -> impl Future<Output = ()> {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let asked = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    #[cfg(unix)]
    let terminated = async move {
        match asked {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    async move {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}

impl Backup {
    /// Copies.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.file.exists() {
            return Err(Failure::Usage(format!("{} is there already", self.file.display())));
        }
        let database = database(self.database.as_deref())?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(store::copy(&database, &self.file)).map_err(stored(&database))?;
        Ok(writeln!(out, "{} is a copy of {}", self.file.display(), hidden(&database))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(hidden("postgres://ann:secret@db.example/games"), "postgres://db.example/games");
        assert_eq!(hidden("sqlite:/tmp/games.db"), "/tmp/games.db");
    }

    #[test]
    fn the_address_is_one_a_browser_takes() {
        assert_eq!(address(SocketAddr::from(([127, 0, 0, 1], 80))), "http://localhost:80/");
        assert_eq!(address(SocketAddr::from(([0, 0, 0, 0], 7355))), "http://localhost:7355/");
        assert_eq!(address(SocketAddr::from(([10, 1, 2, 3], 7355))), "http://10.1.2.3:7355/");
    }
}
