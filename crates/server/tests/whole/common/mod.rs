//! What the tests share: databases of both kinds, servers, players.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod postgres;
pub mod process;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use caller::{Answer, Caller};
use engine::edition::Edition;
use engine::skirmish::SkirmishEdition;
use serde_json::{Value, json};
use server::mail::Post;
use server::staff::Allotment;
use server::{Server, Settings};
use shelf::Shelf;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A nonce long enough.
pub const NONCE: &str = "a nonce of the test";

/// The games of the tests: the small example.
pub fn shelf() -> Arc<Shelf> {
    Arc::new(Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>]))
}

/// All games there are.
pub fn whole_shelf() -> Arc<Shelf> {
    Arc::new(Shelf::standard().unwrap_or_else(|fault| panic!("{fault}")))
}

/// A database of a test's own, gone when it is dropped.
pub struct Database {
    /// How to open it.
    pub url: String,
    folder: Option<PathBuf>,
}

impl Database {
    /// One that is there already.
    pub fn at(url: String) -> Database {
        Database { url, folder: None }
    }

    /// The file of a SQLite database.
    pub fn file(&self) -> &str {
        self.url.trim_start_matches("sqlite:")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A new SQLite file.
pub fn sqlite() -> Database {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("strategikon-server-{}-{n}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the database");
    Database { url: format!("sqlite:{}", folder.join("games.db").display()), folder: Some(folder) }
}

/// A new PostgreSQL database.
pub fn postgres() -> Database {
    Database { url: postgres::new_database(), folder: None }
}

/// Runs a test on a runtime like the program's.
pub fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(test)
}

/// The same tests on both databases: each is given a [`Database`].
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($database:ident) $body:block)*) => {
        $(
            mod $name {
                use super::*;

                async fn test($database: $crate::common::Database) $body

                $(#[$meta])*
                #[test]
                fn on_sqlite() {
                    $crate::common::run(test($crate::common::sqlite()));
                }

                $(#[$meta])*
                #[test]
                fn on_postgres() {
                    $crate::common::run(test($crate::common::postgres()));
                }
            }
        )*
    };
}

/// A server of a test.
pub struct House {
    /// Where it is.
    pub address: SocketAddr,
    /// Its contests.
    pub contests: Arc<server::contests::Contests>,
    stop: Option<oneshot::Sender<()>>,
    done: tokio::task::JoinHandle<std::io::Result<()>>,
}

/// How the servers of tests are run.
pub fn settings() -> Settings {
    let staff = Allotment {
        workers: Some(2),
        pace: Duration::ZERO,
        rounds: Duration::from_millis(250),
        ..Allotment::default()
    };
    Settings { limits: false, staff, ..Settings::default() }
}

impl House {
    /// Starts one on any free port.
    pub async fn open(database: &Database) -> House {
        House::with(shelf(), database, settings(), Post::Off).await
    }

    /// Starts one with these games, settings and mail.
    pub async fn with(shelf: Arc<Shelf>, database: &Database, settings: Settings, post: Post) -> House {
        let server = Server::open(shelf, &database.url, post, settings).await.expect("the server opens");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let contests = server.contests().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let done = tokio::spawn(server.run(listener, async move {
            let _ = stopped.await;
        }));
        House { address, contests, stop: Some(stop), done }
    }

    /// Stops it as a signal would.
    pub async fn close(mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.done.await.expect("it ends").expect("it ends well");
    }

    /// A new guest.
    pub async fn guest(&self) -> Player {
        let mut player = Player { caller: Caller::new(self.address) };
        player.get("/api/me").await;
        player
    }

    /// Somebody without a session.
    pub fn stranger(&self) -> Player {
        Player { caller: Caller::new(self.address) }
    }
}

/// A player at a browser.
pub struct Player {
    /// The connection.
    pub caller: Caller,
}

impl Player {
    /// Asks for something that is granted.
    pub async fn get(&mut self, path: &str) -> Value {
        let answer = self.caller.get(path).await.expect("an answer");
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.json()["error"]);
        answer.json()
    }

    /// Says something that is granted.
    pub async fn post(&mut self, path: &str, body: Value) -> Value {
        let answer = self.try_post(path, body).await;
        assert_eq!(answer.status, 200, "POST {path}: {}", answer.json()["error"]);
        answer.json()
    }

    /// Says something.
    pub async fn try_post(&mut self, path: &str, body: Value) -> Answer {
        self.caller.post(path, &body).await.expect("an answer")
    }

    /// Says something that is refused: the status and the reason.
    pub async fn refused(&mut self, path: &str, body: Value) -> (u16, String) {
        let answer = self.try_post(path, body).await;
        assert!(answer.status >= 400, "POST {path} was granted");
        (answer.status, answer.json()["error"]["why"].as_str().unwrap_or_default().to_string())
    }

    /// Sets a game up and answers its name and invitation.
    pub async fn new_game(&mut self, seating: &str) -> (String, Option<String>) {
        self.new_game_of(json!({ "scenario": "skirmish/field", "seating": seating })).await
    }

    /// The same in full.
    pub async fn new_game_of(&mut self, wish: Value) -> (String, Option<String>) {
        let made = self.post("/api/games", wish).await;
        let invite = made["invite"].as_str().map(str::to_string);
        (made["id"].as_str().expect("a name").to_string(), invite)
    }

    /// Plays orders, which are all played.
    pub async fn play(&mut self, id: &str, orders: &[Value]) -> Value {
        let entry = self.get(&format!("/api/games/{id}")).await["entry"].clone();
        let body = json!({ "entry": entry, "orders": orders, "nonce": NONCE });
        let answer = self.post(&format!("/api/games/{id}/orders"), body).await;
        assert_eq!(answer["refused"], Value::Null);
        answer
    }

    /// Plays the last order there is; the first ones lead straight to the enemy.
    pub async fn play_any(&mut self, id: &str) -> Value {
        let view = self.get(&format!("/api/games/{id}")).await;
        let order = view["orders"].as_array().and_then(|all| all.last()).map(|last| last["order"].clone());
        self.play(id, &[order.unwrap_or_else(|| panic!("nothing to play: {}", view["prompt"]))]).await
    }
}

/// Two players at a game by invitation; the first has the first side.
pub async fn duel(house: &House) -> (Player, Player, String) {
    duel_of(house, json!({ "scenario": "skirmish/field", "seating": "invite" })).await
}

/// The same with a game of one's own.
pub async fn duel_of(house: &House, wish: Value) -> (Player, Player, String) {
    let (mut one, mut two) = (house.guest().await, house.guest().await);
    let (id, invite) = one.new_game_of(wish).await;
    let invite = invite.expect("an invitation");
    let sat = two.post(&format!("/api{invite}"), json!({})).await;
    assert_eq!(sat["id"], json!(id));
    (one, two, id)
}

/// A step of the example game.
pub fn step(counter: u8, to: &str) -> Value {
    json!({ "order": "step", "counter": counter, "to": to })
}
