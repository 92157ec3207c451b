//! Several processes on one PostgreSQL: what is ordered on one is seen on the other at once.

use crate::common;
use std::time::{Duration, Instant};

use crate::common::process::Process;
use crate::common::{NONCE, step};
use caller::Events;
use serde_json::json;

const SOON: Duration = Duration::from_secs(10);

async fn number(events: &mut Events) -> u64 {
    events.next_numbered(SOON).await.expect("an event").id.expect("a number")
}

#[test]
fn an_order_given_on_one_process_is_pushed_by_the_other_at_once() {
    let database = common::postgres();
    let (here, there) = (Process::start(&database), Process::start(&database));
    common::run(async {
        let (mut ann, mut bob) = (here.guest().await, there.guest().await);
        let (id, invite) = ann.new_game("invite").await;
        let events = format!("/api/games/{id}/events");
        let mut anns = ann.caller.listen(&events, None).await.unwrap();
        bob.post(&format!("/api{}", invite.unwrap()), json!({})).await;
        assert_eq!(number(&mut anns).await, 2, "Bob sat down over there");
        let mut bobs = bob.caller.listen(&events, None).await.unwrap();
        let mut slowest = Duration::ZERO;
        for expected in 3..15 {
            let began = Instant::now();
            let view = ann.get(&format!("/api/games/{id}")).await;
            let player = if view["your_move"] == true { &mut ann } else { &mut bob };
            let steps = player.get(&format!("/api/games/{id}")).await["orders"].as_array().unwrap().clone();
            // About their own edge, where nobody meets: one deed each.
            let row =
                |order: &&serde_json::Value| order["place"].as_str().unwrap()[2..].parse::<i32>().unwrap();
            let home = if view["your_move"] == true { 5 } else { 1 };
            let step = steps.iter().min_by_key(|order| (row(order) - home).abs()).expect("somewhere to go");
            player.play(&id, &[step["order"].clone()]).await;
            assert_eq!([number(&mut anns).await, number(&mut bobs).await], [expected; 2]);
            slowest = slowest.max(began.elapsed());
        }
        assert!(slowest < Duration::from_secs(2), "the push took {slowest:?}");
        let one = ann.get(&format!("/api/games/{id}/log")).await;
        assert_eq!(one, bob.get(&format!("/api/games/{id}/log")).await);
    });
}

#[test]
fn of_two_orders_given_on_two_processes_at_once_one_is_played() {
    let database = common::postgres();
    let (here, there) = (Process::start(&database), Process::start(&database));
    common::run(async {
        let mut ann = here.guest().await;
        let mut twin = there.known(&ann.caller.cookie);
        let (id, _) = ann.new_game("hotseat").await;
        let orders = format!("/api/games/{id}/orders");
        for round in 0..12 {
            let view = ann.get(&format!("/api/games/{id}")).await;
            if view["turn"]["over"].is_object() {
                break;
            }
            let all = view["orders"].as_array().unwrap();
            let (first, last) = (all[0]["order"].clone(), all[all.len() - 1]["order"].clone());
            let body = |order: serde_json::Value| json!({"entry": view["entry"], "number": view["number"], "orders": [order], "nonce": NONCE});
            let (a, b) = tokio::join!(ann.try_post(&orders, body(first)), twin.try_post(&orders, body(last)));
            let mut statuses = [a.status, b.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409], "round {round}");
        }
        let (mut one, mut two) =
            (ann.get(&format!("/api/games/{id}")).await, twin.get(&format!("/api/games/{id}")).await);
        for view in [&mut one, &mut two] {
            view["seats"] = json!(null);
        }
        assert_eq!(one, two);
    });
}

#[test]
fn a_game_of_the_computer_is_led_by_one_process_and_told_by_both() {
    let database = common::postgres();
    let (here, there) = (Process::start(&database), Process::start(&database));
    common::run(async {
        let mut ann = here.guest().await;
        let mut twin = there.known(&ann.caller.cookie);
        let (id, _) = ann.new_game("hotseat").await;
        let path = format!("/api/games/{id}");
        let events = format!("{path}/events");
        let mut lines = [
            ann.caller.listen(&events, None).await.unwrap(),
            twin.caller.listen(&events, None).await.unwrap(),
        ];
        // Whoever writes leads: talk on the other process makes it the other's game, in the middle of it.
        ann.post(&format!("{path}/seat"), json!({"side": "first", "computer": "recruit"})).await;
        twin.post(&format!("{path}/seat"), json!({"side": "second", "computer": "soldier"})).await;
        for _ in 0..5 {
            ann.post(&format!("{path}/chat"), json!({"text": "here"})).await;
            twin.post(&format!("{path}/chat"), json!({"text": "there"})).await;
        }
        let began = Instant::now();
        let over = loop {
            let view = twin.get(&path).await;
            if view["turn"]["over"].is_object() {
                break view;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "the game does not go on");
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let last = over["number"].as_u64().unwrap();
        for line in &mut lines {
            for expected in 3..=last {
                assert_eq!(number(line).await, expected);
            }
        }
    });
}

#[test]
fn when_a_process_dies_in_the_computers_turn_another_goes_on() {
    let database = common::postgres();
    let (here, there) = (Process::start(&database), Process::start(&database));
    common::run(async {
        let mut ann = here.guest().await;
        let wish = json!({"scenario": "skirmish/field", "options": {"turns": 40}, "seating": "hotseat"});
        let mut games = vec![];
        for _ in 0..6 {
            let (id, _) = ann.new_game_of(wish.clone()).await;
            for side in ["first", "second"] {
                ann.post(&format!("/api/games/{id}/seat"), json!({"side": side, "computer": "soldier"}))
                    .await;
            }
            games.push(id);
        }
        here.kill();
        let mut ann = there.known(&ann.caller.cookie);
        let began = Instant::now();
        for id in games {
            while !ann.get(&format!("/api/games/{id}")).await["turn"]["over"].is_object() {
                assert!(began.elapsed() < Duration::from_secs(20), "nobody goes on with {id}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    });
}

#[test]
fn when_one_process_dies_its_players_go_on_with_the_other() {
    let database = common::postgres();
    let (here, there) = (Process::start(&database), Process::start(&database));
    common::run(async {
        let (mut ann, mut bob) = (here.guest().await, there.guest().await);
        let (id, invite) = ann.new_game("invite").await;
        bob.post(&format!("/api{}", invite.unwrap()), json!({})).await;
        let events = format!("/api/games/{id}/events");
        let mut line = ann.caller.listen(&events, None).await.unwrap();
        ann.play(&id, &[step(0, "0204")]).await;
        assert_eq!(number(&mut line).await, 3);
        here.kill();
        let mut ann = there.known(&ann.caller.cookie);
        ann.play(&id, &[step(1, "0404")]).await;
        bob.play_any(&id).await;
        let mut line = ann.caller.listen(&events, Some(3)).await.unwrap();
        assert_eq!([number(&mut line).await, number(&mut line).await], [4, 5]);
    });
}
