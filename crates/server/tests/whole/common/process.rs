//! Servers in processes of their own, to be killed: the test program runs itself as one.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use server::Settings;
use server::mail::Post;
use tokio::net::TcpListener;

use super::{Database, Player, settings, shelf, whole_shelf};
use caller::Caller;

const DATABASE: &str = "STRATEGIKON_TEST_DATABASE";
/// Set for a server as the public has it: with limits and all games.
pub const PUBLIC: &str = "STRATEGIKON_TEST_PUBLIC";

/// A server in a process of its own.
pub struct Process {
    /// Where it is.
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts this test program again, as a server.
    pub fn start(database: &Database) -> Process {
        Process::start_with(database, &[])
    }

    /// The same with these in its environment.
    pub fn start_with(database: &Database, variables: &[(&str, &OsStr)]) -> Process {
        let mut child = Command::new(std::env::current_exe().expect("our own name"))
            .args(["--exact", "acts_as_server", "--ignored", "--nocapture", "--test-threads=1"])
            .env(DATABASE, &database.url)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server's process starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            // The test program's own words may stand before ours on the line.
            line.split_once("listening on ").and_then(|(_, port)| port.parse::<u16>().ok())
        });
        let port = port.expect("the server says where it listens");
        Process { address: SocketAddr::from(([127, 0, 0, 1], port)), child }
    }

    /// The number the system knows it by.
    pub fn number(&self) -> u32 {
        self.child.id()
    }

    /// Kills it, as `kill -9` does: nothing is finished, nothing is said.
    pub fn kill(mut self) {
        self.child.kill().expect("it is there to be killed");
        self.child.wait().expect("it is dead");
    }

    /// A new guest.
    pub async fn guest(&self) -> Player {
        let mut player = Player { caller: Caller::new(self.address) };
        player.get("/api/me").await;
        player
    }

    /// The most memory it has had, in MiB.
    pub fn most_memory(&self) -> u64 {
        memory(self.number(), "VmHWM:")
    }

    /// The memory it has, in MiB.
    pub fn memory(&self) -> u64 {
        memory(self.number(), "VmRSS:")
    }

    /// Somebody with a session begun elsewhere.
    pub fn known(&self, cookie: &Option<String>) -> Player {
        let mut player = Player { caller: Caller::new(self.address) };
        player.caller.cookie.clone_from(cookie);
        player
    }
}

/// What the system says of a process's memory in a line, in MiB.
pub fn memory(process: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let said = status.lines().find_map(|known| known.strip_prefix(line));
    let kib = said.and_then(|said| said.split_whitespace().next()?.parse::<u64>().ok());
    kib.expect("the system says") / 1024
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the process does: serves until it is killed, or until whoever started it is gone.
pub fn serve() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut vec![]);
        std::process::exit(0);
    });
    let runtime = server::runtime().expect("a runtime");
    runtime.block_on(async {
        let public = std::env::var_os(PUBLIC).is_some();
        let shelf = if public { whole_shelf() } else { shelf() };
        let settings = Settings { limits: public, ..settings() };
        let server = server::Server::open(shelf, &url, Post::Off, settings).await.expect("the server opens");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        println!("listening on {}", listener.local_addr().expect("an address").port());
        server.run(listener, std::future::pending()).await.expect("it serves");
    });
}
