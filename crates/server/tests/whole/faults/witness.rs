//! A game whose player remembers what was answered, and holds it against what the database has.

use std::str::FromStr;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use crate::common::{NONCE, Player};

/// What an answer says about an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It was played.
    Done,
    /// It was not, and never will be.
    NotDone,
    /// It may have been.
    Unknown,
}

/// Somebody who plays both sides and gives one order after another.
pub struct Witness {
    pub player: Player,
    pub id: String,
    /// The number of the last deed before the next order.
    before: u64,
    /// The number after the last one that was acknowledged.
    acknowledged: u64,
    order: Value,
    body: Value,
}

impl Witness {
    pub async fn new(player: Player) -> Witness {
        let mut new = Witness {
            player,
            id: String::new(),
            before: 0,
            acknowledged: 0,
            order: Value::Null,
            body: Value::Null,
        };
        assert!(new.set_up().await);
        new.think().await;
        new
    }

    async fn set_up(&mut self) -> bool {
        let wish = json!({"scenario": "skirmish/field", "options": {"turns": 40}, "seating": "hotseat"});
        let made = self.player.try_post("/api/games", wish).await;
        if let Some(id) = made.json()["id"].as_str() {
            self.id = id.to_string();
        }
        made.status == 200
    }

    /// Looks at the game and decides what to order next; if it is over, at another.
    pub async fn think(&mut self) {
        assert!(self.try_to_think().await, "the game can be seen");
    }

    /// The same while not everything is answered.
    pub async fn think_eventually(&mut self) {
        for _ in 0..200 {
            if self.try_to_think().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the game is never seen again");
    }

    async fn try_to_think(&mut self) -> bool {
        let answer = self.player.caller.get(&format!("/api/games/{}", self.id)).await.expect("an answer");
        let view = answer.json();
        if answer.status != 200 {
            return false;
        }
        let Some(order) = view["orders"].as_array().and_then(|all| all.last()) else {
            return self.set_up().await && Box::pin(self.try_to_think()).await;
        };
        self.order = order["order"].clone();
        self.before = view["number"].as_u64().expect("a number");
        self.acknowledged = self.before;
        self.body = json!({"entry": view["entry"], "orders": [self.order], "nonce": NONCE});
        true
    }

    /// Gives the order.
    pub async fn give(&mut self) -> Said {
        let answer = self.player.try_post(&format!("/api/games/{}/orders", self.id), self.body.clone()).await;
        let why = answer.json()["error"]["why"].as_str().unwrap_or_default().to_string();
        match answer.status {
            200 => {
                self.acknowledged = answer.json()["number"].as_u64().expect("a number");
                Said::Done
            }
            503 => {
                assert!(answer.header("retry-after").is_some(), "when to come again");
                assert!(!why.contains("nothing was changed"), "{why}");
                if why.contains("was not done") { Said::NotDone } else { Said::Unknown }
            }
            other => panic!("{other}: {why}"),
        }
    }

    /// Holds the answer against the database.
    pub async fn hold(&self, said: Said, url: &str) {
        let kept = kept(url, &self.id).await;
        let last = kept.len() as u64;
        match said {
            Said::Done => {
                assert_eq!(last, self.acknowledged, "acknowledged, and in the database");
                let act: Value = serde_json::from_str(&kept[self.before as usize]).expect("a deed");
                assert_eq!(act["order"], self.order);
            }
            Said::NotDone => assert_eq!(last, self.before, "told as not done, and not in the database"),
            Said::Unknown => assert!(last >= self.before, "what was there before is there"),
        }
    }

    /// Holds the answer against the database, and the database against what the server shows.
    pub async fn check(&mut self, said: Said, url: &str) {
        self.hold(said, url).await;
        // What was given up as unknown may come late.
        for _ in 0..100 {
            let shown = self.player.get(&format!("/api/games/{}", self.id)).await["number"].as_u64();
            let kept = kept(url, &self.id).await.len() as u64;
            if shown == Some(kept) {
                return;
            }
            assert_eq!(said, Said::Unknown, "the server shows {shown:?}, the database has {kept}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the server does not show what the database has");
    }

    /// Gives an order when nothing fails any more, and checks it.
    pub async fn goes_on(&mut self, url: &str) {
        self.think().await;
        assert_eq!(self.give().await, Said::Done, "nothing fails any more");
        self.check(Said::Done, url).await;
        self.think().await;
    }
}

const LAST: &str = "SELECT last FROM games WHERE id = $1";
const DEEDS: &str = "SELECT number, body FROM deeds WHERE game = $1 ORDER BY number";

/// The deeds of a game, read by somebody who has nothing to do with the server.
pub async fn kept(url: &str, id: &str) -> Vec<String> {
    let (last, deeds): (i64, Vec<(i64, String)>) = if url.starts_with("sqlite:") {
        let mut stranger = stranger(url).await;
        let last = sqlx::query_scalar(LAST).bind(id).fetch_one(&mut stranger).await.expect("the game");
        let deeds = sqlx::query_as(DEEDS).bind(id).fetch_all(&mut stranger).await.expect("its deeds");
        stranger.close().await.expect("closed");
        (last, deeds)
    } else {
        let named = PgConnectOptions::from_str(url).expect("an address").application_name("witness");
        let mut stranger = named.connect().await.expect("PostgreSQL");
        let mut both = stranger.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await.expect("a moment");
        let last = sqlx::query_scalar(LAST).bind(id).fetch_one(&mut *both).await.expect("the game");
        let deeds = sqlx::query_as(DEEDS).bind(id).fetch_all(&mut *both).await.expect("its deeds");
        drop(both);
        (last, deeds)
    };
    assert!(deeds.iter().map(|(number, _)| *number).eq(1..=last), "{last}: {deeds:?}");
    deeds.into_iter().map(|(_, body)| body).collect()
}

/// A program of its own with a SQLite file open.
pub async fn stranger(url: &str) -> SqliteConnection {
    let options = SqliteConnectOptions::from_str(url).expect("an address").disable_statement_logging();
    options.connect().await.expect("the file opens")
}
