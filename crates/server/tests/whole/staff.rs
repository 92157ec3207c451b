//! The staff under strain: many games with few workers, thinkers that are late or break down.

use crate::common;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{House, Player};
use commander::{Budget, Counsel};
use engine::Viewer;
use engine::table::Order;
use serde_json::{Value, json};
use server::Settings;
use server::staff::{Allotment, Commanders, Question, Thinker};

/// A thinker that does something of its own before it answers, or instead.
struct Odd<F, G> {
    think: F,
    at_once: G,
}

impl<F, G> std::fmt::Debug for Odd<F, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Odd")
    }
}

impl<F, G> Thinker for Odd<F, G>
where
    F: Fn(&Question, &Budget) -> Vec<Order> + Send + Sync,
    G: Fn(&Question) -> Vec<Order> + Send + Sync,
{
    fn think(&self, question: &Question, budget: &Budget) -> Vec<Order> {
        (self.think)(question, budget)
    }

    fn at_once(&self, question: &Question) -> Vec<Order> {
        (self.at_once)(question)
    }

    fn counsel(&self, _: &Question, _: &Budget) -> Counsel {
        panic!("no counsel today")
    }

    fn estimate(&self, question: &Question, viewer: Viewer, budget: &Budget) -> f32 {
        Commanders.estimate(question, viewer, budget)
    }
}

async fn house_with(database: &common::Database, thinker: impl Thinker + 'static) -> House {
    let usual = common::settings();
    let staff = Allotment { thinker: Arc::new(thinker), ..usual.staff.clone() };
    House::with(common::shelf(), database, Settings { staff, ..usual }, Default::default()).await
}

fn figure(house: &House, name: &str) -> u64 {
    let text = house.contests.metrics.text(0, 0, 0);
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("strategikon_{name} ")));
    line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no figure {name}"))
}

/// A game led by computers on both sides.
async fn two_computers(player: &mut Player) -> String {
    let (id, _) = player.new_game("hotseat").await;
    for side in ["first", "second"] {
        player.post(&format!("/api/games/{id}/seat"), json!({"side": side, "computer": "recruit"})).await;
    }
    id
}

/// Waits until all games of a player are over; when the last deed of each was done.
async fn finished(player: &mut Player) -> Vec<i64> {
    let began = Instant::now();
    loop {
        let games = player.get("/api/games?list=mine").await;
        let games = games.as_array().unwrap();
        if games.iter().all(|game| !game["result"].is_null()) {
            return games.iter().map(|game| game["updated"].as_i64().unwrap()).collect();
        }
        assert!(began.elapsed() < Duration::from_secs(60), "not all games come to an end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn twenty_games_at_once_all_finish_and_whoever_has_one_does_not_wait_for_whoever_has_many() {
    let database = common::sqlite();
    common::run(async {
        let begun = Arc::new(AtomicBool::new(false));
        let all_here = begun.clone();
        // Slowly until all games are there, and up and down at home, so that all games last alike.
        let think = move |question: &Question, _: &Budget| {
            let millis = if all_here.load(Ordering::Relaxed) { 2 } else { 80 };
            std::thread::sleep(Duration::from_millis(millis));
            question.table.orders().last().cloned().into_iter().collect()
        };
        let at_once = |question: &Question| Commanders.at_once(question);
        let house = house_with(&database, Odd { think, at_once }).await;
        let mut many = house.guest().await;
        for _ in 0..15 {
            two_computers(&mut many).await;
        }
        let mut singles = vec![];
        for _ in 0..5 {
            let mut single = house.guest().await;
            two_computers(&mut single).await;
            singles.push(single);
        }
        begun.store(true, Ordering::Relaxed);
        let many = finished(&mut many).await;
        assert_eq!(many.len(), 15);
        let mut last_single = 0;
        for single in &mut singles {
            last_single = last_single.max(finished(single).await[0]);
        }
        let after = many.iter().filter(|&&done| done > last_single).count();
        assert!(after >= 13, "only {after} of fifteen games of one player came after the five of others");
        assert_eq!(figure(&house, "decisions_late_total"), 0);
        assert_eq!(house.contests.staff.games(), 0, "nobody is on duty any more");
        house.close().await;
    });
}

/// The orders in a game's record.
async fn orders_played(player: &mut Player, id: &str) -> Vec<Value> {
    let record = player.caller.get(&format!("/api/games/{id}/record")).await.unwrap();
    let text = String::from_utf8(record.body).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|entry| entry.get("order").cloned()).collect()
}

/// Waits until the computer has played so many entries.
async fn entries(player: &mut Player, id: &str, count: u64) {
    let began = Instant::now();
    while player.get(&format!("/api/games/{id}")).await["entry"].as_u64().unwrap() < count {
        assert!(began.elapsed() < Duration::from_secs(10), "the game hangs");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[test]
fn the_watchdog_plays_the_ready_answer_of_a_thinker_that_is_late() {
    let database = common::sqlite();
    common::run(async {
        let found = Arc::new(Mutex::new(vec![]));
        let kept = found.clone();
        let think = move |question: &Question, budget: &Budget| {
            let orders = Commanders.think(question, budget);
            kept.lock().unwrap().push(orders.clone());
            // Deaf to `stop`, and changes its mind long after.
            std::thread::sleep(Duration::from_millis(900));
            vec![]
        };
        let at_once = |_: &Question| -> Vec<Order> { panic!("there was an answer ready") };
        let house = house_with(&database, Odd { think, at_once }).await;
        let mut ann = house.guest().await;
        let wish = json!({"scenario": "skirmish/field", "seating": "computer", "side": "second", "level": "soldier"});
        let (id, _) = ann.new_game_of(wish).await;
        entries(&mut ann, &id, 2).await;
        assert_eq!(figure(&house, "decisions_late_total"), 2);
        assert_eq!(figure(&house, "thinking_panics_total"), 0);
        let found: Vec<Order> = found.lock().unwrap().concat();
        let found: Vec<Value> = found.iter().map(|order| order.data().clone()).collect();
        assert_eq!(orders_played(&mut ann, &id).await[..2], found[..2]);
        // The late answers come and change nothing.
        tokio::time::sleep(Duration::from_millis(900)).await;
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["entry"], 2);
    });
}

#[test]
fn a_thinker_that_breaks_down_or_answers_nonsense_never_stops_a_game() {
    let database = common::sqlite();
    common::run(async {
        let think = |question: &Question, budget: &Budget| match question.seed % 3 {
            0 => panic!("a bug"),
            // Nobody jumps over the field.
            1 => vec![question.table.read(&json!({"order": "step", "counter": 0, "to": "0501"})).unwrap()],
            _ => Commanders.think(question, budget),
        };
        let at_once = |question: &Question| match question.seed % 2 {
            0 => panic!("another"),
            _ => Commanders.at_once(question),
        };
        let house = house_with(&database, Odd { think, at_once }).await;
        let mut ann = house.guest().await;
        for _ in 0..3 {
            two_computers(&mut ann).await;
        }
        finished(&mut ann).await;
        assert!(figure(&house, "thinking_panics_total") > 0);
        // Counsel breaks down too, and something sensible is said all the same.
        let (id, _) = ann.new_game("hotseat").await;
        let counsel = ann.post(&format!("/api/games/{id}/counsel"), json!({})).await;
        assert_eq!(counsel["plans"].as_array().unwrap().len(), 1);
        let order = counsel["plans"][0]["orders"][0].clone();
        assert_eq!(ann.post(&format!("/api/games/{id}/check"), json!({"order": order})).await["ok"], true);
    });
}

#[test]
fn thinkers_that_never_come_back_do_not_stop_the_others() {
    let database = common::sqlite();
    common::run(async {
        let think = |_: &Question, _: &Budget| -> Vec<Order> {
            loop {
                std::thread::park();
            }
        };
        let at_once = |question: &Question| Commanders.at_once(question);
        let house = house_with(&database, Odd { think, at_once }).await;
        let mut ann = house.guest().await;
        // Once too many threads are lost nothing is thought about any more, and games go on at once.
        for _ in 0..2 {
            two_computers(&mut ann).await;
        }
        finished(&mut ann).await;
        assert!(figure(&house, "decisions_late_total") >= 12);
    });
}
