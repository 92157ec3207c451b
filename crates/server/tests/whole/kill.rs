//! Kill −9 under load: every acknowledged order is there afterwards, and every game is whole.
//!
//! `STRATEGIKON_KILLS` says how often; five for each database unless it does.

use crate::common;
use std::time::Duration;

use crate::common::process::Process;
use crate::common::{NONCE, Player};
use caller::Caller;
use engine::Generator;
use engine::record::{Record, Written};
use serde_json::{Value, json};

/// Games played at the same time.
const GAMES: usize = 8;

/// A game somebody plays as fast as they can, with what the server has acknowledged of it.
struct Play {
    player: Player,
    id: String,
    /// The acknowledged entries; `None` for a roll.
    entries: Vec<Option<Value>>,
    generator: Generator,
    acknowledged: usize,
    /// Whether what was under way when the line broke would have taken entries back.
    taking_back: bool,
}

impl Play {
    async fn begin(process: &Process, n: usize) -> Play {
        let mut player = process.guest().await;
        let wish = json!({"scenario": "skirmish/field", "options": {"turns": 40}, "seating": "hotseat"});
        let (id, _) = player.new_game_of(wish).await;
        Play {
            player,
            id,
            entries: vec![],
            generator: Generator::new(n as u64, 0),
            acknowledged: 0,
            taking_back: false,
        }
    }

    /// Plays until the server is gone.
    async fn go_on(mut self) -> Play {
        let path = format!("/api/games/{}", self.id);
        let Ok(answer) = self.player.caller.get(&path).await else { return self };
        let mut view = answer.json();
        loop {
            let orders = view["orders"].as_array().cloned().unwrap_or_default();
            if orders.is_empty() {
                // Over: another one.
                let wish = json!({"scenario": "skirmish/field", "seating": "hotseat"});
                let Ok(made) = self.player.caller.post("/api/games", &wish).await else { return self };
                assert_eq!(made.status, 200);
                return Box::pin(
                    Play { id: made.json()["id"].as_str().unwrap().into(), entries: vec![], ..self }.go_on(),
                )
                .await;
            }
            let before = view["entry"].as_u64().unwrap() as usize;
            let back = before > 2 && self.generator.below(8) == 0;
            let pick = orders[self.generator.below(orders.len() as u32) as usize]["order"].clone();
            self.taking_back = back;
            let sent = if back {
                let body = json!({"entry": before, "to": before - 2});
                self.player.caller.post(&format!("{path}/undo"), &body).await
            } else {
                let body = json!({"entry": before, "orders": [pick.clone()], "nonce": NONCE});
                self.player.caller.post(&format!("{path}/orders"), &body).await
            };
            // Neither answered nor refused: it may have been written or not, and both are right.
            let Ok(answer) = sent else { return self };
            if answer.status == 503 {
                return self;
            }
            assert_eq!(answer.status, 200, "{}", answer.json()["error"]);
            self.taking_back = false;
            view = answer.json();
            let after = view["entry"].as_u64().unwrap() as usize;
            self.acknowledged += 1;
            self.entries.resize(before, None);
            if !back {
                self.entries.push(Some(pick));
            }
            self.entries.resize(after, None);
        }
    }

    /// Holds what the server has against what it acknowledged.
    async fn check(&mut self, process: &Process) {
        let cookie = self.player.caller.cookie.take();
        self.player.caller = Caller::new(process.address);
        self.player.caller.cookie = cookie;
        let text =
            self.player.caller.get(&format!("/api/games/{}/record", self.id)).await.expect("the record");
        assert_eq!(text.status, 200, "{}: {}", self.id, text.json()["error"]);
        let record = Record::read(std::str::from_utf8(&text.body).expect("text")).expect("a whole record");
        common::shelf().verify(&record).unwrap_or_else(|fault| panic!("{}: {fault}", self.id));
        let session = common::shelf().resume(&record).expect("it goes on");
        // Everything acknowledged, and at most the one request besides that was under way: an order with its
        // roll, or the taking back of two entries (and of an order that led to a roll).
        let kept: Vec<Option<Value>> =
            session.entries().iter().map(|entry| entry.order.as_ref().map(Written::value)).collect();
        let (had, same) =
            (self.entries.len(), kept.iter().zip(&self.entries).take_while(|(a, b)| a == b).count());
        let whole = same == had && kept.len() <= had + if self.taking_back { 0 } else { 2 };
        let taken_back = self.taking_back && kept.len() == same && (had - 3..=had - 2).contains(&same);
        self.taking_back = false;
        assert!(whole || taken_back, "acknowledged {:?}\nbut kept {kept:?}", self.entries);
        self.entries = kept;
    }
}

fn kills() -> usize {
    std::env::var("STRATEGIKON_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(5)
}

on_both! {
    async fn no_acknowledged_order_is_ever_lost(database) {
        let mut process = Process::start(&database);
        let mut plays = vec![];
        for n in 0..GAMES {
            plays.push(Play::begin(&process, n).await);
        }
        let mut chance = Generator::new(7, 7);
        for kill in 0..kills() {
            let tasks: Vec<_> = plays.into_iter().map(|play| tokio::spawn(play.go_on())).collect();
            tokio::time::sleep(Duration::from_millis(150 + u64::from(chance.below(500)))).await;
            process.kill();
            plays = vec![];
            for task in tasks {
                plays.push(task.await.expect("the player is well"));
            }
            process = Process::start(&database);
            for play in &mut plays {
                play.check(&process).await;
            }
            let said: usize = plays.iter().map(|play| play.acknowledged).sum();
            assert!(said > (kill + 1) * GAMES / 2, "hardly anything was played: {said} orders in {} rounds", kill + 1);
        }
        let said: usize = plays.iter().map(|play| play.acknowledged).sum();
        println!("{said} acknowledged orders, {} kills, none lost", kills());
    }
}
