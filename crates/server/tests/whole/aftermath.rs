//! After a game: it is weighed, drawn, and played on from.

use crate::common::{House, Player};
use serde_json::{Value, json};

/// A game at one screen, played anyhow for so many orders and then given up.
async fn given_up(player: &mut Player, orders: usize) -> String {
    let (id, _) = player.new_game("hotseat").await;
    for _ in 0..orders {
        if player.play_any(&id).await["turn"]["over"].is_object() {
            return id;
        }
    }
    player.post(&format!("/api/games/{id}/resign"), json!({})).await;
    id
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

fn sum(account: &Value) -> f64 {
    number(&account["dice"]) + number(&account["decided"][0]) + number(&account["decided"][1])
}

on_both! {
    async fn a_game_that_is_over_is_weighed_and_its_parts_add_up(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (going_on, _) = ann.new_game("hotseat").await;
        for what in ["analysis", "picture.png"] {
            let refused = ann.caller.get(&format!("/api/games/{going_on}/{what}")).await.unwrap();
            assert_eq!((refused.status, &refused.json()["error"]["rule"]), (403, &json!("table.counsel")), "{what}");
        }
        let id = given_up(&mut ann, 30).await;
        let path = format!("/api/games/{id}/analysis");
        let told = ann.get(&path).await;
        assert!((number(&told["start"]) + sum(&told) - number(&told["end"])).abs() < 1e-9, "{told}");
        assert!([0.0, 0.5, 1.0].contains(&number(&told["end"])));
        let turns = told["turns"].as_array().unwrap();
        assert!(!turns.is_empty());
        assert_eq!(turns[0]["first"], told["start"]);
        for (n, turn) in turns.iter().enumerate() {
            assert!((0.0..=1.0).contains(&number(&turn["first"])), "{turn}");
            let next = turns.get(n + 1).map_or(number(&told["end"]), |next| number(&next["first"]));
            assert!((number(&turn["first"]) + sum(turn) - next).abs() < 1e-9, "turn {n} of {told}");
        }
        let dice: f64 = turns.iter().map(|turn| number(&turn["dice"])).sum();
        assert!((dice - number(&told["dice"])).abs() < 1e-9);
        for decision in told["decisions"].as_array().unwrap() {
            assert!(decision["from"].as_u64() < decision["entry"].as_u64(), "{decision}");
            assert!(!decision["text"].as_str().unwrap().is_empty());
            assert!(number(&decision["gain"]).abs() <= 1.0);
        }
        assert_eq!(ann.get(&path).await, told, "told once");
        // Nobody has fitted the chances of this game.
        assert_eq!(told["fitted"], false);
    }

    async fn one_plays_on_from_a_moment_of_a_game_that_is_over(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (going_on, _) = ann.new_game("hotseat").await;
        let early = ann.refused(&format!("/api/games/{going_on}/branch"), json!({"entry": 0})).await;
        assert_eq!(early.0, 403);
        let id = given_up(&mut ann, 20).await;
        let branch = format!("/api/games/{id}/branch");
        let last = ann.get(&format!("/api/games/{id}")).await["entry"].as_u64().unwrap();
        let (status, why) = ann.refused(&branch, json!({"entry": last + 1})).await;
        assert_eq!(status, 422);
        assert!(why.contains(&format!("there is no moment after entry {}", last + 1)), "{why}");
        assert_eq!(ann.refused(&branch, json!({"entry": 1, "colour": "red"})).await.0, 400);
        let mut at = 6;
        let then = loop {
            let then = ann.get(&format!("/api/games/{id}/at/{at}")).await;
            if then["turn"]["side"].is_string() {
                break then;
            }
            at += 1;
        };
        let made = ann.post(&branch, json!({"entry": at})).await;
        let path = format!("/api/games/{}", made["id"].as_str().unwrap());
        let now = ann.get(&path).await;
        assert_eq!((&now["entry"], &now["turn"]), (&json!(0), &then["turn"]));
        assert_eq!(now["scene"]["counters"], then["scene"]["counters"]);
        assert_eq!(now["you"], json!(["first", "second"]));
        let played = ann.play_any(made["id"].as_str().unwrap()).await;
        assert!(played["entry"].as_u64().unwrap() >= 1, "it goes on");
        let record = ann.caller.get(&format!("{path}/record")).await.unwrap();
        let text = String::from_utf8(record.body).unwrap();
        assert!(text.lines().next().unwrap().contains("\"start\":{"), "its record says where it starts: {text}");
        let picture = ann.caller.get(&format!("/api/games/{id}/picture.png")).await.unwrap();
        assert_eq!((picture.status, &picture.body[1..4]), (200, b"PNG".as_slice()));
    }
}
