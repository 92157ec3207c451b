//! Mail: to those who asked for it and are away, not too often, stopped by one click.

use crate::common;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{House, duel, step};
use serde_json::json;
use server::mail::Post;

/// The letters once there are so many, or after a while.
async fn letters(kept: &Arc<Mutex<Vec<String>>>, count: usize) -> Vec<String> {
    for _ in 0..100 {
        let letters = kept.lock().unwrap().clone();
        if letters.len() >= count {
            return letters;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    kept.lock().unwrap().clone()
}

/// Opens the link of a letter that asks whether an address is right; it opens nothing a second time.
async fn confirm(house: &House, letter: &str) {
    let flat = letter.replace("=\r\n", "").replace("=3D", "=");
    let token = flat.split_once("/api/confirm/").expect("a link").1.lines().next().expect("a line").trim();
    let link = format!("/api/confirm/{token}");
    let mut anybody = house.stranger();
    assert_eq!(anybody.caller.get(&link).await.unwrap().status, 200);
    assert_eq!(anybody.caller.get(&link).await.unwrap().status, 404);
}

on_both! {
    async fn a_player_who_is_away_is_written_to_until_they_stop_it(database) {
        let (post, kept) = Post::kept("https://table.example/", 0).unwrap();
        let house = House::with(common::shelf(), &database, common::settings(), post).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        assert_eq!(bob.refused("/api/settings", json!({"notify": true})).await.0, 400, "no address yet");
        let me = bob.post("/api/settings", json!({"email": "bob@example.org", "notify": true})).await;
        assert_eq!((&me["email"], &me["notify"], &me["confirmed"]), (&json!("bob@example.org"), &json!(true), &json!(false)));
        let asked = letters(&kept, 1).await;
        assert!(asked[0].contains("Subject: Is this your address?"), "{asked:?}");
        confirm(&house, &asked[0]).await;
        assert_eq!(bob.get("/api/me").await["confirmed"], true);
        kept.lock().unwrap().clear();
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        let first = letters(&kept, 1).await;
        assert_eq!(first.len(), 1, "{first:?}");
        let letter = &first[0];
        for part in ["To: bob@example.org", "Subject: Your move: The Field", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"] {
            assert!(letter.contains(part), "{part} is not in\n{letter}");
        }
        let flat = letter.replace("=\r\n", "").replace("=3D", "=").replace("\r\n ", "");
        assert!(flat.contains(&format!("https://table.example/#/game/{id}")), "{letter}");
        // Ann has not asked for mail: her move is not told.
        bob.play_any(&id).await;
        bob.play_any(&id).await;
        let link = flat.split_once("List-Unsubscribe: <https://table.example").unwrap().1.split_once('>').unwrap().0;
        let mut anybody = house.stranger();
        let stopped = anybody.caller.get(link.trim()).await.unwrap();
        assert_eq!(stopped.status, 200);
        assert_eq!(bob.get("/api/me").await["notify"], false);
        ann.play_any(&id).await;
        ann.play_any(&id).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(letters(&kept, 2).await.len(), 1);
        let wrong = anybody.caller.get("/api/unsubscribe/made-up").await.unwrap();
        assert_eq!(wrong.status, 404);
    }

    async fn nobody_is_written_to_twice_in_a_while_or_while_they_are_here(database) {
        let (post, kept) = Post::kept("https://table.example", 3_600_000).unwrap();
        let house = House::with(common::shelf(), &database, common::settings(), post).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        for (player, email) in [(&mut ann, "ann@example.org"), (&mut bob, "bob@example.org")] {
            player.post("/api/settings", json!({"email": email, "notify": true})).await;
        }
        for letter in letters(&kept, 2).await {
            confirm(&house, &letter).await;
        }
        kept.lock().unwrap().clear();
        // Ann watches the board; Bob is away.
        let _line = ann.caller.listen(&format!("/api/games/{id}/events"), None).await.unwrap();
        for _ in 0..2 {
            for player in [&mut ann, &mut bob] {
                player.play_any(&id).await;
                player.play_any(&id).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        let letters = letters(&kept, 1).await;
        assert_eq!(letters.len(), 1, "{letters:?}");
        assert!(letters[0].contains("To: bob@example.org"));
    }
}
