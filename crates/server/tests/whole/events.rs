//! Event streams: every deed once and in order, also after a lost connection, a restart, an undo.

use crate::common;
use std::time::Duration;

use crate::common::{House, Player, duel, step};
use caller::{Events, Heard};
use serde_json::{Value, json};

const SOON: Duration = Duration::from_secs(10);

async fn listen(player: &Player, id: &str, seen: Option<u64>) -> Events {
    player.caller.listen(&format!("/api/games/{id}/events"), seen).await.expect("a stream")
}

async fn heard(events: &mut Events, count: usize) -> Vec<Heard> {
    let mut all = vec![];
    for _ in 0..count {
        all.push(events.next_numbered(SOON).await.expect("an event"));
    }
    all
}

fn ids(heard: &[Heard]) -> Vec<u64> {
    heard.iter().map(|h| h.id.unwrap()).collect()
}

on_both! {
    async fn an_order_is_pushed_to_both_players_and_to_those_who_watch(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let eve = house.stranger();
        let mut lines = [listen(&ann, &id, None).await, listen(&bob, &id, None).await, listen(&eve, &id, None).await];
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        let view = bob.get(&format!("/api/games/{id}")).await;
        for (i, line) in lines.iter_mut().enumerate() {
            let two = heard(line, 2).await;
            assert_eq!(ids(&two), [3, 4], "after two who sat down");
            assert!(two.iter().all(|h| h.kind == "entry"));
            let (first, last) = (two[0].json(), two[1].json());
            assert_eq!((&first["entry"], &first["log"][0]["entry"], first.get("layer")), (&json!(1), &json!(1), None));
            assert_eq!((&last["entry"], &last["log"][0]["entry"], &last["number"]), (&json!(2), &json!(2), &json!(4)));
            assert_eq!((&last["layer"], &last["turn"], &last["prompt"]), (&view["layer"], &view["turn"], &view["prompt"]));
            // Only the one whose move it is gets orders.
            assert_eq!(last["orders"] != json!([]), i == 1, "listener {i}");
            assert_eq!(last["your_move"], i == 1);
        }
    }

    async fn after_a_lost_line_everything_missed_comes_once_and_in_order(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let undo = format!("/api/games/{id}/undo");
        let mut whole = listen(&bob, &id, Some(0)).await;
        let mut first = listen(&bob, &id, Some(0)).await;
        assert_eq!(ids(&heard(&mut first, 2).await), [1, 2], "who sat down before");
        ann.play(&id, &[step(0, "0204")]).await;
        assert_eq!(ids(&heard(&mut first, 1).await), [3]);
        drop(first);
        ann.post(&undo, json!({"entry": 1})).await;
        ann.play(&id, &[step(0, "0305"), step(1, "0404")]).await;
        bob.post(&format!("/api/games/{id}/chat"), json!({"text": "well met"})).await;
        ann.post(&format!("/api/games/{id}/draw"), json!({"offer": true})).await;
        let mut second = listen(&bob, &id, Some(3)).await;
        let missed = heard(&mut second, 5).await;
        assert_eq!(ids(&missed), [4, 5, 6, 7, 8]);
        let kinds: Vec<&str> = missed.iter().map(|h| h.kind.as_str()).collect();
        assert_eq!(kinds, ["undone", "entry", "entry", "chat", "offer"]);
        assert_eq!(missed[0].json()["entry"], 0);
        assert!(missed[1].json()["log"][0]["events"][0]["text"].as_str().unwrap().contains("0305"));
        assert_eq!(missed[3].json()["text"], "well met");
        let view = bob.get(&format!("/api/games/{id}")).await;
        let board = missed[4].json();
        assert_eq!((&board["layer"], &board["draw"], &board["orders"]), (&view["layer"], &view["draw"], &view["orders"]));
        bob.play_any(&id).await;
        assert_eq!(ids(&heard(&mut second, 1).await), [9], "and then goes on");
        let all = heard(&mut whole, 9).await;
        assert_eq!(ids(&all), (1..=9).collect::<Vec<u64>>(), "who never lost the line heard the same");
    }

    async fn the_line_is_taken_up_after_a_restart(database) {
        let house = House::open(&database).await;
        let (mut ann, bob, id) = duel(&house).await;
        let mut line = listen(&bob, &id, None).await;
        ann.play(&id, &[step(0, "0204")]).await;
        assert_eq!(ids(&heard(&mut line, 1).await), [3]);
        let cookies = (ann.caller.cookie.clone(), bob.caller.cookie.clone());
        house.close().await;
        assert_eq!(line.next_numbered(SOON).await.map_err(|e| e.kind()).unwrap_err(), std::io::ErrorKind::UnexpectedEof);
        let house = House::open(&database).await;
        let (mut ann, mut bob) = (house.stranger(), house.stranger());
        (ann.caller.cookie, bob.caller.cookie) = cookies;
        ann.play(&id, &[step(1, "0404")]).await;
        let mut line = listen(&bob, &id, Some(3)).await;
        assert_eq!(ids(&heard(&mut line, 1).await), [4]);
        bob.play_any(&id).await;
        assert_eq!(ids(&heard(&mut line, 1).await), [5]);
    }

    async fn somebody_who_sits_down_is_announced_and_so_is_who_is_here(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob) = (house.guest().await, house.guest().await);
        let (id, invite) = ann.new_game("invite").await;
        let mut line = listen(&ann, &id, None).await;
        bob.post(&format!("/api{}", invite.unwrap()), json!({})).await;
        let sat = line.next_numbered(SOON).await.unwrap();
        assert_eq!((sat.kind.as_str(), &sat.json()["your_move"]), ("seats", &json!(true)));
        assert_eq!(sat.json()["seats"][1]["player"], bob.get("/api/me").await["name"]);
        let bobs = listen(&bob, &id, None).await;
        let here = async |line: &mut Events, wanted: Value| {
            let wait = async {
                loop {
                    let heard = line.next().await.unwrap().expect("the line stands");
                    if heard.kind == "presence" && heard.json()["online"] == wanted {
                        return;
                    }
                }
            };
            tokio::time::timeout(SOON, wait).await.expect("presence is told");
        };
        here(&mut line, json!([true, true])).await;
        assert_eq!(bob.get(&format!("/api/games/{id}")).await["seats"][1]["online"], true);
        drop(bobs);
        here(&mut line, json!([true, false])).await;
    }
}

#[test]
fn the_address_says_from_where_if_the_browser_does_not() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (mut ann, bob, id) = duel(&house).await;
        ann.play(&id, &[step(0, "0204")]).await;
        let mut line = bob.caller.listen(&format!("/api/games/{id}/events?from=2"), None).await.unwrap();
        assert_eq!(ids(&heard(&mut line, 1).await), [3]);
        let mut line = bob.caller.listen(&format!("/api/games/{id}/events?from=0"), Some(2)).await.unwrap();
        assert_eq!(ids(&heard(&mut line, 1).await), [3], "the browser knows better");
        ann.play(&id, &[step(1, "0404")]).await;
        assert_eq!(ids(&heard(&mut line, 1).await), [4]);
    });
}
