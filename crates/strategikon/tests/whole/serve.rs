//! The server from outside: started, stopped, copied.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::{complains, prints, scratch};

/// A running program, killed if the test fails.
struct Running {
    child: Child,
    port: u16,
    said: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(arguments: &[&str], folder: &Path) -> Running {
        Running::start_and_read(arguments, folder, 1)
    }

    fn start_and_read(arguments: &[&str], folder: &Path, lines: usize) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_strategikon"))
            .args(arguments)
            .env("STRATEGIKON_PORT", "0")
            .env("XDG_DATA_HOME", folder)
            .env_remove("STRATEGIKON_DATABASE")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut said = String::new();
        let out = child.stdout.take().expect("its output");
        let mut out = BufReader::new(out);
        for _ in 0..lines {
            out.read_line(&mut said).expect("a line");
        }
        let port =
            said.split("http://localhost:").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("it does not say where it is: {said}"));
        Running { child, port, said }
    }

    fn get(&self, path: &str) -> String {
        let mut line = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        write!(line, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        line.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn terminate(mut self) -> bool {
        // The shell's own, since a bare machine has no program of that name.
        let kill = format!("kill {}", self.child.id());
        let killed = Command::new("sh").args(["-c", &kill]).status().expect("a shell runs");
        assert!(killed.success());
        self.child.wait().expect("it ends").success()
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn alone_it_serves_on_this_machine_keeps_games_and_stops_when_told() {
    let home = folder("alone");
    let running = Running::start(&[], &home);
    assert!(running.said.contains("Strategikon is at http://localhost:"), "{}", running.said);
    assert!(home.join("strategikon/games.db").is_file(), "games are kept in the data folder");
    assert!(running.get("/healthz").ends_with("ok\n"));
    assert!(running.get("/").contains("<title>Strategikon</title>"));
    assert!(running.get("/api/shelf").contains("armageddon/rome"));
    assert!(running.terminate(), "a signal ends it well");
    std::fs::remove_dir_all(home).expect("the folder goes");
}

#[test]
fn on_a_public_address_it_says_so_and_asks_for_the_address_players_know() {
    let home = folder("public");
    let public = ["serve", "--no-browser", "--listen", "0.0.0.0"];
    let running = Running::start_and_read(&public, &home, 2);
    assert!(running.said.contains("Anybody who reaches 0.0.0.0 may play here"), "{}", running.said);
    assert!(running.said.contains("--address http://NAME:"), "{}", running.said);
    assert!(running.terminate());
    let named = [&public[..], &["--address", "https://table.example.org"]].concat();
    let running = Running::start(&named, &home);
    assert!(!running.said.contains("Anybody"), "{}", running.said);
    assert!(running.terminate());
    std::fs::remove_dir_all(home).expect("the folder goes");
}

#[test]
fn what_a_visitor_says_is_logged_plainly() {
    let home = folder("log");
    let log = std::fs::File::create(home.join("log")).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_strategikon"))
        .args(["serve", "--no-browser", "--port", "0"])
        .env("XDG_DATA_HOME", &home)
        .env("STRATEGIKON_LOG", "trace")
        .env_remove("STRATEGIKON_DATABASE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("the program starts");
    let mut said = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut said).expect("a line");
    let port = said.split("http://localhost:").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
    let running = Running { child, port: port.expect("a port"), said };
    let mut line = TcpStream::connect(("127.0.0.1", running.port)).expect("it listens");
    let hostile = "x\u{1b}[2J\u{9b}\u{202e}";
    write!(line, "GET /{hostile}%1b%0aforged HTTP/1.1\r\nhost: {hostile}\r\nuser-agent: {hostile}\r\n\r\n")
        .expect("it reads");
    let _ = line.read(&mut [0; 512]);
    assert!(running.get("/api/games/%1b%5b2J%0aforged%e2%80%ae").contains("404"));
    assert!(running.terminate());
    let log = std::fs::read_to_string(home.join("log")).expect("the log");
    assert!(log.lines().count() > 3, "it logs: {log}");
    let raw = |c: char| c.is_control() && c != '\n' || "\u{202e}".contains(c);
    assert!(!log.contains(raw), "{log:?}");
    assert!(!log.lines().any(|line| line.starts_with("forged")), "{log:?}");
    std::fs::remove_dir_all(home).expect("the folder goes");
}

#[test]
fn a_running_server_is_copied() {
    let home = folder("backup");
    let database = format!("sqlite:{}", home.join("a.db").display());
    let running = Running::start(&["serve", "--no-browser", "--database", &database], &home);
    assert!(running.get("/api/me").contains("Guest"));
    let copy = home.join("copy.db");
    let copied = prints(&["backup", copy.to_str().unwrap(), "--database", &database]);
    assert!(copied.contains("is a copy of"), "{copied}");
    let (code, why) = complains(&["serve", "--no-browser", "--port", "0", "--database", &database]);
    let first = format!("process {}", running.child.id());
    assert!(code == 1 && why.contains(&first) && why.contains("a.db"), "a second server is refused: {why}");
    drop(running);
    let bytes = std::fs::read(&copy).expect("the copy");
    assert!(bytes.starts_with(b"SQLite format 3\0"));
    assert!(bytes.windows(6).any(|part| part == b"Guest "), "the guest is in the copy");
    let (code, why) = complains(&["backup", copy.to_str().unwrap(), "--database", &database]);
    assert!(code == 2 && why.contains("is there already"), "{why}");
    std::fs::remove_dir_all(home).expect("the folder goes");
}

#[test]
fn a_copy_of_games_that_are_not_there_makes_nothing() {
    let home = folder("nothing");
    let copied = Command::new(env!("CARGO_BIN_EXE_strategikon"))
        .args(["backup", "copy.db"])
        .current_dir(&home)
        .env("XDG_DATA_HOME", &home)
        .env_remove("STRATEGIKON_DATABASE")
        .output()
        .expect("the program runs");
    let why = String::from_utf8(copied.stderr).expect("text");
    assert!(copied.status.code() == Some(1) && why.contains("games.db"), "{why}");
    assert_eq!(std::fs::read_dir(&home).expect("the folder").count(), 0);
    std::fs::remove_dir_all(home).expect("the folder goes");
}

#[test]
fn what_cannot_be_served_is_said_clearly() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let home = folder("taken");
    let database = format!("sqlite:{}", home.join("a.db").display());
    let (code, why) = complains(&["serve", "--no-browser", "--port", &port, "--database", &database]);
    assert_eq!(code, 1);
    assert!(why.contains(&format!("port {port} is taken")) && why.contains("--port"), "{why}");
    let (code, why) =
        complains(&["serve", "--no-browser", "--port", "0", "--database", "sqlite:/nowhere/at/all.db"]);
    assert!(code == 1 && why.contains("/nowhere/at/all.db") && why.contains("--database"), "{why}");
    let other = home.join("b.db");
    std::fs::write(&other, "no database at all, but a letter to a friend\n".repeat(100)).expect("a file");
    let other = format!("sqlite:{}", other.display());
    let (code, why) = complains(&["serve", "--no-browser", "--port", "0", "--database", &other]);
    assert!(code == 1 && why.contains("b.db") && why.contains("move them away"), "{why}");
    let (code, why) = complains(&["serve", "--no-browser", "--mail", "smtp://localhost"]);
    assert!(code == 2 && why.contains("--mail-from"), "{why}");
    std::fs::remove_dir_all(home).expect("the folder goes");
}
