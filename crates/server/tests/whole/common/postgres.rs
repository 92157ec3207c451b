//! A PostgreSQL of the tests' own: a private folder and port, stopped when the tests are done.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

struct Cluster {
    port: u16,
    binaries: PathBuf,
}

/// A new, empty database; the cluster is started with the first.
pub fn new_database() -> String {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let cluster = CLUSTER.get_or_init(start);
    let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let port = cluster.port.to_string();
    let made = Command::new(cluster.binaries.join("createdb"))
        .args(["-h", "127.0.0.1", "-p", &port, "-U", "postgres", &name])
        .output()
        .expect("createdb runs");
    assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
    format!("postgres://postgres@127.0.0.1:{port}/{name}")
}

/// The folder of PostgreSQL's programs. A machine without them cannot prove the store, so the tests fail.
fn binaries() -> PathBuf {
    let complete = |folder: &PathBuf| {
        ["initdb", "pg_ctl", "createdb", "postgres"].iter().all(|program| folder.join(program).is_file())
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut versions: Vec<PathBuf> = versions.filter_map(|v| Some(v.ok()?.path().join("bin"))).collect();
    versions.sort();
    found.extend(versions);
    found.into_iter().rfind(complete).unwrap_or_else(|| {
        panic!("PostgreSQL is not installed, and the store must be tested on it: apt-get install postgresql")
    })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout.starts_with(b"0\n")
}

/// A command of PostgreSQL's, which refuses to run as root.
fn command(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn start() -> Cluster {
    let binaries = binaries();
    let folder = std::env::temp_dir().join(format!("strategikon-postgres-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    let port = free.expect("a free port").port();
    let made = command(&binaries.join("initdb"))
        .arg("-D")
        .arg(&folder)
        .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"])
        .current_dir("/tmp")
        .output()
        .expect("initdb runs");
    assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
    let settings =
        format!("-p {port} -k {} -c listen_addresses=127.0.0.1 -c max_connections=300", folder.display());
    let log = folder.join("log");
    let started = command(&binaries.join("pg_ctl"))
        .args(["-w", "-t", "60", "-D"])
        .arg(&folder)
        .arg("-l")
        .arg(&log)
        .args(["-o", &settings, "start"])
        .current_dir("/tmp")
        // A server that inherited these would keep whoever reads them waiting.
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("pg_ctl runs");
    assert!(
        started.success(),
        "PostgreSQL does not start: {}",
        std::fs::read_to_string(&log).unwrap_or_default()
    );
    stop_after_us(&binaries, &folder);
    await_answer(port);
    Cluster { port, binaries }
}

/// Something that outlives the tests stops the server and takes its folder away.
fn stop_after_us(binaries: &Path, folder: &Path) {
    let script = "while kill -0 \"$1\" 2>/dev/null; do sleep 0.5; done; shift; folder=$1; shift; \
                  \"$@\" >/dev/null 2>&1; rm -rf \"$folder\"";
    let stop = command(&binaries.join("pg_ctl"));
    let mut watch = Command::new("setsid");
    watch.args(["sh", "-c", script, "watch", &std::process::id().to_string()]).arg(folder);
    watch.arg(stop.get_program()).args(stop.get_args());
    watch.args(["-m", "immediate", "-D"]).arg(folder).arg("stop");
    watch.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/tmp");
    // Not waited for: it waits for us.
    #[allow(clippy::zombie_processes, reason = "it outlives this process on purpose")]
    watch.spawn().expect("a watch over PostgreSQL");
}

fn await_answer(port: u16) {
    let started = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(started.elapsed() < Duration::from_secs(30), "PostgreSQL does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
}
