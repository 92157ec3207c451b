//! `strategikon bench server`: many games and listeners on one server process.

mod load;

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::common::{Failure, json};
use load::{Load, LoadReport};

/// What `bench server` is asked.
#[derive(Args)]
pub struct BenchServer {
    /// Games at the same time
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// Event streams
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(0..=60_000))]
    listeners: u32,
    /// How long orders are given
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// Orders a second to aim at
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// The scenario everybody plays
    #[arg(long, default_value = "armageddon/rome")]
    scenario: String,
    /// The database of the server; by default a new SQLite file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The seed of the choice of orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Figures {
    #[serde(flatten)]
    load: LoadReport,
    /// The most memory the server's process ever held.
    server_memory_mib: Option<f64>,
}

/// A server in a process of its own, stopped when it is dropped.
struct ServerProcess {
    child: Child,
    address: SocketAddr,
    folder: std::path::PathBuf,
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl ServerProcess {
    fn start(database: Option<&str>) -> Result<ServerProcess, Failure> {
        let folder = std::env::temp_dir().join(format!("strategikon-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let database =
            database.map_or_else(|| format!("sqlite:{}", folder.join("games.db").display()), str::to_string);
        // A shell raises the number of open files as far as it may go: every listener is one.
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -n $(ulimit -Hn) 2>/dev/null; exec \"$0\" \"$@\""])
            .arg(std::env::current_exe()?)
            .args(["serve", "--port", "0", "--no-browser", "--no-limits", "--database", &database])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut first = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut first)?;
        }
        let port = first.split("localhost:").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let process = ServerProcess { child, address, folder };
        match port {
            Some(_) => Ok(process),
            None => Err(Failure::Check("the server did not start; what it said is above".into())),
        }
    }

    /// The most memory it ever held, where the system tells.
    fn memory_mib(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
    }
}

impl BenchServer {
    /// Measures.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let server = ServerProcess::start(self.database.as_deref())?;
        let load = Load {
            scenario: self.scenario.clone(),
            games: self.games as usize,
            listeners: self.listeners as usize,
            span: Duration::from_secs(self.seconds),
            rate: self.rate,
            seed: self.seed,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let done = runtime.block_on(load::run(server.address, &load, |step| eprintln!("{step} …")));
        let report =
            done.map_err(|error: io::Error| Failure::Check(format!("the load broke off: {error}")))?;
        let figures = Figures { load: report, server_memory_mib: server.memory_mib() };
        if self.json {
            return json(out, &figures);
        }
        let Figures { load: LoadReport { order_to_push: push, order_to_answer: answer, .. }, .. } = &figures;
        writeln!(out, "games at once          {:>10}", figures.load.games)?;
        writeln!(out, "event streams          {:>10}", figures.load.listeners)?;
        writeln!(
            out,
            "orders accepted        {:>10}   in {:.1} s",
            figures.load.orders, figures.load.seconds
        )?;
        writeln!(out, "orders a second        {:>10.0}", figures.load.orders_per_second)?;
        for (name, times) in [("order to push", push), ("order to answer", answer)] {
            writeln!(
                out,
                "{name:<22} {:>10.1} ms median, {:.1} ms p95, {:.1} ms p99, {:.1} ms longest",
                times.median, times.p95, times.p99, times.longest
            )?;
        }
        writeln!(
            out,
            "missed or repeated     {:>10}   of {} pushes",
            figures.load.missed_or_repeated, figures.load.pushes
        )?;
        if let Some(memory) = figures.server_memory_mib {
            writeln!(out, "memory of the server   {memory:>10.0} MiB at most")?;
        }
        Ok(())
    }
}
