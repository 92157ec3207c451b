//! Costs: games of very many deeds, long logs, and how much of the house one visitor can have.

use std::time::Duration;

use crate::common::{self, House, duel, duel_of, step};
use caller::Answer;
use serde_json::{Value, json};
use server::Settings;
use server::contest::Held;
use server::contests::{Draft, QUIET, SNAPSHOT_EVERY};
use server::deed::Act;

/// So many pairs of an order and its undo, as somebody would who wants to fill the disk; it ends with an order.
async fn fill(house: &House, id: &str, pairs: u64) {
    dither(house, id, step(0, "0204"), pairs).await;
}

/// Gives an order and takes it back with the dice it led to, so many times.
pub async fn dither(house: &House, id: &str, order: Value, times: u64) {
    for _ in 0..times / 100 {
        let hand = house.contests.take(id).await.unwrap();
        let side = hand.contest.to_act().expect("somebody's move");
        let (to, orders) = (hand.contest.session.cursor(), [order.clone()]);
        let plan = move |draft: &mut Draft| {
            for _ in 0..100 {
                let played = draft.play(side, &orders, Some(common::NONCE), |table, order| table.read(order));
                assert_eq!(played.played, 1);
                draft.act(Some(side), Act::Undo { to })?;
            }
            Ok(())
        };
        house.contests.perform(hand, Held::Neither, plan).await.map(drop).unwrap();
    }
}

/// What a view says of the game, without what passes by itself.
fn lasting(mut view: Value) -> Value {
    for seat in view["seats"].as_array_mut().unwrap() {
        seat["online"] = Value::Null;
    }
    view
}

/// The number of the last snapshot once it is so late, for a while.
async fn snapshot(house: &House, id: &str, at_least: u64) -> u64 {
    for _ in 0..200 {
        if let Some((number, _)) = house.contests.store.snapshot(id, u64::MAX).await.unwrap()
            && number >= at_least
        {
            return number;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("there is no snapshot of {at_least} deeds");
}

on_both! {
    async fn a_game_of_many_deeds_opens_from_its_snapshot_as_from_its_deeds(database) {
        let house = House::open(&database).await;
        let clock = json!({"kind": "days", "days_per_move": 3});
        let wish = json!({"scenario": "skirmish/field", "seating": "invite", "clock": clock});
        let (mut ann, mut bob, id) = duel_of(&house, wish).await;
        bob.post(&format!("/api/games/{id}/chat"), json!({"text": "well met"})).await;
        fill(&house, &id, 1_000).await;
        ann.play(&id, &[step(0, "0204")]).await;
        let number = snapshot(&house, &id, 2_000).await;
        assert!(number.is_multiple_of(SNAPSHOT_EVERY) || number > 2_000 - SNAPSHOT_EVERY, "{number}");
        let before = lasting(ann.get(&format!("/api/games/{id}")).await);
        let cookie = ann.caller.cookie.clone();
        house.close().await;

        let opened = async || {
            let house = House::open(&database).await;
            let mut ann = house.stranger();
            ann.caller.cookie = cookie.clone();
            let view = lasting(ann.get(&format!("/api/games/{id}")).await);
            let log = ann.get(&format!("/api/games/{id}/log")).await;
            (house, view, log)
        };
        let (house, from_snapshot, log) = opened().await;
        house.contests.store.forget_snapshots(&id).await.unwrap();
        house.close().await;
        let (house, from_deeds, same_log) = opened().await;
        let standing = |view: &Value| {
            let mut view = view.clone();
            for seat in view["seats"].as_array_mut().unwrap() {
                seat["clock_ms"] = Value::Null;
            }
            view
        };
        assert_eq!(standing(&from_snapshot), standing(&from_deeds));
        assert_eq!(standing(&from_snapshot)["layer"], standing(&before)["layer"]);
        assert_eq!(log, same_log);
        let clock = |view: &Value| view["seats"][0]["clock_ms"].as_i64().unwrap();
        assert!((clock(&from_snapshot) - clock(&from_deeds)).abs() < 60_000);
        // A snapshot that is not what the deeds say is thrown away.
        house.contests.store.keep_snapshot(&id, 1_500, "{\"entries\":7}").await.unwrap();
        house.close().await;
        let (house, mended, _) = opened().await;
        assert_eq!(standing(&mended), standing(&from_deeds));
        assert_eq!(house.contests.store.snapshot(&id, u64::MAX).await.unwrap(), None);
        house.close().await;
    }

    async fn what_nobody_asks_for_leaves_the_memory_and_comes_back_as_it_was(database) {
        let house = House::open(&database).await;
        let (mut ann, bob, id) = duel(&house).await;
        let mut line = bob.caller.listen(&format!("/api/games/{id}/events"), None).await.unwrap();
        let (other, _) = ann.new_game("hotseat").await;
        ann.play_any(&other).await;
        ann.play_any(&id).await;
        let before = lasting(ann.get(&format!("/api/games/{other}")).await);
        for round in 0..QUIET {
            assert_eq!(house.contests.crowd().0, 2, "after {round} rounds");
            house.contests.go_round();
        }
        assert_eq!(house.contests.crowd(), (1, 1), "the one that is listened to stays");
        assert_eq!(lasting(ann.get(&format!("/api/games/{other}")).await), before);
        ann.play_any(&other).await;
        assert_eq!(house.contests.crowd().0, 2);
        // What was shown last is let go, so the whole board is told once, and then again what changed.
        bob.caller.listen(&format!("/api/games/{id}/events?changes=true"), None).await.map(drop).unwrap();
        ann.play_any(&id).await;
        let mut heard = line.next_numbered(Duration::from_secs(10)).await.unwrap();
        while heard.json()["scene"].is_null() || heard.id.is_none() {
            heard = line.next_numbered(Duration::from_secs(10)).await.unwrap();
        }
        house.close().await;
    }

    async fn whoever_has_missed_too_much_begins_anew(database) {
        let house = House::open(&database).await;
        let (mut ann, bob, id) = duel(&house).await;
        fill(&house, &id, 300).await;
        ann.play(&id, &[step(0, "0204")]).await;
        let mut line = bob.caller.listen(&format!("/api/games/{id}/events"), Some(1)).await.unwrap();
        let heard = line.next_numbered(Duration::from_secs(10)).await.unwrap();
        assert_eq!((heard.kind.as_str(), &heard.json()["back_to"], &heard.json()["entry"]), ("anew", &json!(0), &json!(1)));
        assert_eq!(heard.id, heard.json()["number"].as_u64());
        ann.play(&id, &[step(1, "0404")]).await;
        let next = line.next_numbered(Duration::from_secs(10)).await.unwrap();
        assert_eq!((next.kind.as_str(), next.id), ("entry", heard.id.map(|id| id + 1)));
    }
}

#[test]
fn a_game_takes_no_flood_of_orders_and_undos() {
    let database = common::sqlite();
    common::run(async {
        let settings = Settings { limits: true, ..common::settings() };
        let house = House::with(common::shelf(), &database, settings, Default::default()).await;
        let (mut ann, _bob, id) = duel(&house).await;
        fill(&house, &id, 49_900).await;
        let orders =
            |entry: u64| json!({"entry": entry, "orders": [step(0, "0204")], "nonce": common::NONCE});
        let path = format!("/api/games/{id}");
        let (mut refused, mut undone) = (None, 0);
        for _ in 0..150 {
            let answers: [Answer; 2] = [
                ann.try_post(&format!("{path}/orders"), orders(0)).await,
                ann.try_post(&format!("{path}/undo"), json!({"entry": 1, "to": 0})).await,
            ];
            match answers.iter().find(|answer| answer.status != 200) {
                Some(answer) => {
                    refused = Some((answer.status, answer.json()["error"]["why"].clone()));
                    break;
                }
                None => undone += 1,
            }
        }
        let (status, why) = refused.expect("it is refused in the end");
        assert_eq!(status, 403, "{why}");
        assert!(why.as_str().unwrap().contains("at most 100000 deeds"), "{why}");
        assert!(undone > 90, "{undone}");
    });
}

#[test]
fn the_log_is_told_in_pages() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        for player in [&mut ann, &mut bob] {
            player.play_any(&id).await;
            player.play_any(&id).await;
        }
        let log = format!("/api/games/{id}/log");
        let whole = ann.get(&format!("{log}?from=0")).await;
        let numbers = |page: &Value| {
            page.as_array().unwrap().iter().map(|e| e["entry"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        assert!(numbers(&whole).starts_with(&[1, 2, 3, 4]));
        let rest = ann.get(&format!("{log}?from=3")).await;
        assert_eq!(rest.as_array().unwrap(), &whole.as_array().unwrap()[3..]);
        assert_eq!(ann.get(&format!("{log}?from=900")).await, json!([]));
        // What was taken back is not told from memory.
        let entry = whole.as_array().unwrap().len();
        let asked = bob.post(&format!("/api/games/{id}/undo"), json!({"entry": entry, "to": 2})).await;
        if asked["undo"]["asked"].is_u64() {
            ann.post(
                &format!("/api/games/{id}/undo/answer"),
                json!({"accept": true, "asked": asked["undo"]["asked"]}),
            )
            .await;
        }
        assert_eq!(numbers(&ann.get(&log).await), [1, 2]);
    });
}
