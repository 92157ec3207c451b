//! Games played over HTTP, on both databases.

use crate::common;
use crate::common::{House, NONCE, Player, duel, duel_of, step};
use engine::record::Record;
use serde_json::{Value, json};

/// Plays whatever comes first, by whoever's move it is, until the game is over.
async fn play_to_the_end(one: &mut Player, two: &mut Player, id: &str) -> Value {
    for _ in 0..500 {
        let view = one.get(&format!("/api/games/{id}")).await;
        if view["turn"]["over"].is_object() {
            return view;
        }
        let player = if view["your_move"] == true { &mut *one } else { &mut *two };
        let view = player.get(&format!("/api/games/{id}")).await;
        // Attacks first, so that dice fall.
        let orders = view["orders"].as_array().unwrap();
        let order = orders.iter().find(|o| o["kind"] == "attack").unwrap_or(&orders[0]);
        player.play(id, &[order["order"].clone()]).await;
    }
    panic!("the game does not end");
}

on_both! {
    async fn a_game_at_one_screen_is_played_to_its_end_and_its_record_verifies(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let mut other = house.stranger();
        let (id, invite) = ann.new_game("hotseat").await;
        assert_eq!(invite, None);
        let view = ann.get(&format!("/api/games/{id}")).await;
        assert_eq!(view["you"], json!(["first", "second"]));
        assert_eq!((&view["dice"]["seed"], &view["entry"]), (&Value::Null, &json!(0)));
        let commitment = view["dice"]["commitment"].clone();
        let piece = view["layer"]["counters"][0].as_str().unwrap();
        assert!(piece.starts_with("<g id=\"c") && piece.ends_with("</g>"), "{piece}");
        assert!(view["scene"]["landscape"].get("terrain").is_none());

        let over = play_to_the_end(&mut ann, &mut other, &id).await;
        assert_eq!(over["orders"], json!([]));
        assert_eq!(over["dice"]["commitment"], commitment);
        assert!(over["dice"]["seed"].is_string(), "the seed is revealed");

        let text = ann.caller.get(&format!("/api/games/{id}/record")).await.unwrap();
        assert_eq!(text.header("content-type"), Some("application/jsonl"));
        let record = Record::read(std::str::from_utf8(&text.body).unwrap()).unwrap();
        let verified = common::shelf().verify(&record).unwrap();
        assert!(verified.finished && verified.rolls_sealed == 0 && verified.rolls_by_hand == 0, "{verified:?}");
        assert!(verified.rolls_verified > 0, "dice were rolled");
        assert_eq!(json!(verified.entries), over["entry"]);
        let mine = ann.get("/api/games?list=mine").await;
        assert_eq!(mine[0]["result"], over["turn"]["over"]);
        house.close().await;
    }

    async fn two_players_meet_by_invitation_and_play_in_turn(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (id, invite) = ann.new_game("invite").await;
        let invite = invite.unwrap();
        assert!(invite.len() >= "/invite/".len() + 64, "{invite}");
        let path = format!("/api/games/{id}");
        let waiting = ann.get(&path).await;
        assert_eq!(waiting["invite"], json!(invite));
        assert_eq!((&waiting["your_move"], &waiting["orders"]), (&json!(false), &json!([])));
        let early = ann.refused(&format!("{path}/orders"), json!({"entry": 0, "orders": [step(0, "0204")], "nonce": NONCE})).await;
        assert_eq!(early.0, 409);

        let mut bob = house.guest().await;
        let watched = bob.get(&path).await;
        assert_eq!((&watched["you"], &watched["invite"]), (&json!([]), &Value::Null));
        bob.post(&format!("/api{invite}"), json!({})).await;
        bob.post(&format!("/api{invite}"), json!({})).await;
        let mut eve = house.guest().await;
        assert_eq!(eve.refused(&format!("/api{invite}"), json!({})).await.0, 409);

        assert_eq!(ann.get(&path).await["your_move"], true);
        let played = ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        assert_eq!((&played["played"], &played["your_move"]), (&json!(2), &json!(false)));
        assert_eq!(played["log"].as_array().unwrap().len(), 2);
        let bobs = bob.get(&path).await;
        assert_eq!((&bobs["your_move"], &bobs["you"]), (&json!(true), &json!(["second"])));
        assert_eq!(bob.get("/api/games?list=mine").await[0]["your_move"], true);
        assert_eq!(eve.get("/api/games?list=watch").await[0]["id"], json!(id));
        assert_eq!(eve.get(&path).await["orders"], json!([]));
        let over = play_to_the_end(&mut ann, &mut bob, &id).await;
        assert!(over["turn"]["over"]["why"].as_str().unwrap().len() > 5);
        house.close().await;
    }

    async fn an_open_challenge_is_listed_and_taken_up_once(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, mut eve) = (house.guest().await, house.guest().await, house.guest().await);
        let (id, _) = ann.new_game_of(json!({"scenario": "skirmish/field", "seating": "open", "side": "second"})).await;
        assert_eq!(bob.get("/api/games?list=open").await[0]["id"], json!(id));
        bob.post(&format!("/api/games/{id}/join"), json!({})).await;
        assert_eq!(bob.get("/api/games?list=open").await, json!([]));
        assert_eq!(eve.refused(&format!("/api/games/{id}/join"), json!({})).await.0, 409);
        assert_eq!(bob.get(&format!("/api/games/{id}")).await["you"], json!(["first"]));
        let (private, _) = ann.new_game("invite").await;
        assert_eq!(eve.refused(&format!("/api/games/{private}/join"), json!({})).await.0, 403);
    }

    async fn an_order_is_refused_with_the_rule_and_changes_nothing(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let path = format!("/api/games/{id}");
        let far = ann.try_post(&format!("{path}/orders"), json!({"entry": 0, "orders": [step(0, "0505")], "nonce": NONCE})).await;
        assert_eq!(far.status, 422);
        let far = far.json();
        assert_eq!((&far["error"]["rule"], &far["played"], &far["entry"]), (&json!("skirmish.step"), &json!(0), &json!(0)));
        // The second of two is refused: the first stands.
        let half = ann.try_post(&format!("{path}/orders"), json!({"entry": 0, "orders": [step(0, "0204"), step(0, "0505")], "nonce": NONCE})).await;
        assert_eq!(half.status, 200);
        assert_eq!((&half.json()["played"], &half.json()["refused"]["rule"]), (&json!(1), &json!("skirmish.step")));
        let stale = ann.try_post(&format!("{path}/orders"), json!({"entry": 0, "orders": [step(1, "0404")], "nonce": NONCE})).await;
        assert_eq!(stale.status, 409);
        assert_eq!(stale.json()["view"]["entry"], 1);
        let other = bob.refused(&format!("{path}/orders"), json!({"entry": 1, "orders": [step(2, "0203")], "nonce": NONCE})).await;
        assert_eq!(other.0, 403);
        for wrong in [
            json!({"entry": 1, "orders": [], "nonce": NONCE}),
            json!({"entry": 1, "orders": [step(1, "0404")], "nonce": "short"}),
            json!({"entry": 1, "orders": [step(1, "0404")], "nonce": "sixteen characters\u{1b}"}),
            json!({"entry": -1, "orders": [step(1, "0404")], "nonce": NONCE}),
            json!([]),
        ] {
            assert_eq!(ann.refused(&format!("{path}/orders"), wrong).await.0, 400);
        }
        let nonsense = ann.refused(&format!("{path}/orders"), json!({"entry": 1, "orders": [{"fly": 1}], "nonce": NONCE})).await;
        assert_eq!(nonsense.0, 422);
        assert_eq!(ann.get(&path).await["entry"], 1);
        let why = ann.post(&format!("{path}/check"), json!({"order": step(0, "0505")})).await;
        assert_eq!((&why["ok"], &why["rule"]), (&json!(false), &json!("skirmish.step")));
        assert_eq!(ann.post(&format!("{path}/check"), json!({"order": step(1, "0404")})).await["ok"], true);
        let list = json!({"orders": [step(1, "0404"), step(1, "0404")]});
        assert_eq!(ann.post(&format!("{path}/check"), list).await["ok"], true, "the other side intervenes");
    }

    async fn undo_is_free_for_ones_own_orders_and_by_consent_after(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let path = format!("/api/games/{id}");
        let undo = format!("{path}/undo");
        assert_eq!(ann.refused(&undo, json!({"entry": 0})).await.0, 409);
        ann.play(&id, &[step(0, "0204")]).await;
        assert_eq!(ann.get(&path).await["undo"]["free"], true);
        assert_eq!(bob.get(&path).await["undo"]["free"], false);
        assert_eq!(ann.post(&undo, json!({"entry": 1})).await["entry"], 0);
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        // Her turn is over, but Bob has not acted yet.
        assert_eq!(ann.post(&undo, json!({"entry": 2, "to": 0})).await["entry"], 0);
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        bob.play_any(&id).await;
        let asked = ann.post(&undo, json!({"entry": 3, "to": 1})).await;
        assert_eq!((&asked["entry"], &asked["undo"]["asked_by"], &asked["undo"]["to"]), (&json!(3), &json!("first"), &json!(1)));
        let answer = |view: &Value, accept: bool| json!({"accept": accept, "asked": view["undo"]["asked"]});
        let yes = answer(&asked, true);
        assert_eq!(ann.refused(&format!("{undo}/answer"), yes.clone()).await.0, 403);
        let mut eve = house.guest().await;
        assert_eq!(eve.refused(&format!("{undo}/answer"), yes.clone()).await.0, 403);
        let refused = bob.post(&format!("{undo}/answer"), answer(&asked, false)).await;
        assert_eq!((&refused["entry"], &refused["undo"]["asked_by"]), (&json!(3), &Value::Null));
        let again = ann.post(&undo, json!({"entry": 3, "to": 1})).await;
        assert_eq!(bob.refused(&format!("{undo}/answer"), yes).await.0, 409, "that was answered before");
        assert_eq!(bob.post(&format!("{undo}/answer"), answer(&again, true)).await["entry"], 1);
        assert_eq!(bob.refused(&format!("{undo}/answer"), answer(&again, true)).await.0, 409);
        assert_eq!(ann.get(&path).await["your_move"], true);
    }

    async fn taking_back_both_deployments_is_asked_for_as_a_new_game(database) {
        let house = House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        let (mut ann, mut bob, id) = duel_of(&house, json!({"scenario": "armageddon/rome", "seating": "invite"})).await;
        let path = format!("/api/games/{id}");
        for player in [&mut ann, &mut bob] {
            player.play(&id, &[json!({"do": "muster"})]).await;
        }
        let entry = ann.get(&path).await["entry"].clone();
        let plain = bob.try_post(&format!("{path}/undo"), json!({"entry": entry, "to": 0})).await;
        assert_eq!((plain.status, plain.json()["error"]["rule"].clone()), (409, json!("table.rematch")));
        assert_eq!(ann.get(&path).await["undo"]["asked_by"], Value::Null);
        let asked = bob.post(&format!("{path}/undo"), json!({"entry": entry, "to": 0, "rematch": true})).await;
        assert_eq!((&asked["entry"], &asked["undo"]["rematch"]), (&entry, &json!(true)));
        let answer = json!({"accept": true, "asked": asked["undo"]["asked"]});
        assert_eq!(ann.post(&format!("{path}/undo/answer"), answer).await["entry"], 0);
    }

    async fn taking_back_a_roll_takes_back_the_order_that_led_to_it(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game("hotseat").await;
        let path = format!("/api/games/{id}");
        for _ in 0..200 {
            let view = ann.get(&path).await;
            let orders = view["orders"].as_array().unwrap();
            let attack = orders.iter().find(|o| o["kind"] == "attack");
            let Some(attack) = attack else {
                // Towards the middle, where they meet.
                let near = orders.iter().min_by_key(|o| (o["place"].as_str().unwrap().parse::<i32>().unwrap() % 100 - 3).abs());
                let order = near.unwrap()["order"].clone();
                ann.play(&id, &[order]).await;
                continue;
            };
            let before = view["entry"].as_u64().unwrap();
            let attack = attack["order"].clone();
            let after = ann.play(&id, &[attack]).await;
            assert_eq!(after["entry"], before + 2, "the order and the roll");
            assert_eq!(after["log"][1]["events"][0]["dice"].as_array().unwrap().len(), 1);
            let undone = ann.post(&format!("{path}/undo"), json!({"entry": before + 2})).await;
            assert_eq!((&undone["entry"], &undone["turn"]), (&json!(before), &view["turn"]));
            return;
        }
        panic!("nobody met");
    }

    async fn draws_are_offered_declined_and_agreed(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let draw = format!("/api/games/{id}/draw");
        assert_eq!(bob.refused(&draw, json!({"accept": true})).await.0, 409);
        assert_eq!(ann.post(&draw, json!({"offer": true})).await["draw"]["offered_by"], "first");
        assert_eq!(ann.refused(&draw, json!({"accept": true})).await.0, 409, "not her own offer");
        assert_eq!(bob.post(&draw, json!({"decline": true})).await["draw"]["offered_by"], Value::Null);
        bob.post(&draw, json!({"offer": true})).await;
        // Playing on is an answer too.
        ann.play_any(&id).await;
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["draw"]["offered_by"], Value::Null);
        ann.post(&draw, json!({"offer": true})).await;
        let over = bob.post(&draw, json!({"accept": true})).await;
        assert_eq!(over["turn"]["over"], json!({"winner": null, "grade": "draw", "rule": "table.draw", "why": "Both sides agreed to a draw"}));
        assert!(over["dice"]["seed"].is_string());
        assert_eq!(ann.refused(&draw, json!({"offer": true})).await.0, 409);
        let late = ann.refused(&format!("/api/games/{id}/orders"), json!({"entry": 1, "orders": [step(1, "0404")], "nonce": NONCE})).await;
        assert_eq!(late, (409, "the game is over".into()));
    }

    async fn whoever_resigns_has_lost(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let mut eve = house.guest().await;
        let resign = format!("/api/games/{id}/resign");
        assert_eq!(eve.refused(&resign, json!({})).await.0, 403);
        let over = bob.post(&resign, json!({})).await;
        assert_eq!((&over["turn"]["over"]["winner"], &over["turn"]["over"]["rule"]), (&json!("Reds"), &json!("table.resign")));
        assert_eq!(ann.get("/api/games?list=mine").await[0]["result"]["winner"], "Reds");
    }

    async fn victory_is_claimed_when_time_is_up_and_not_before(database) {
        let house = House::open(&database).await;
        let wish = json!({"scenario": "skirmish/field", "seating": "invite", "clock": {"kind": "live", "bank_seconds": 1, "increment_seconds": 0}});
        let (mut ann, mut bob, id) = duel_of(&house, wish).await;
        let claim = format!("/api/games/{id}/claim");
        assert_eq!(bob.refused(&claim, json!({})).await.0, 409);
        let view = bob.get(&format!("/api/games/{id}")).await;
        assert_eq!((&view["seats"][0]["running"], &view["seats"][1]["clock_ms"]), (&json!(true), &json!(1_000)));
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
        assert_eq!(ann.refused(&claim, json!({})).await.0, 409, "it is her own time");
        let over = bob.post(&claim, json!({})).await;
        assert_eq!((&over["turn"]["over"]["winner"], &over["turn"]["over"]["rule"]), (&json!("Blues"), &json!("table.clock")));
    }

    async fn physical_dice_are_entered_by_hand_at_one_screen(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let wish = |seating: &str| json!({"scenario": "skirmish/field", "seating": seating, "dice": "physical"});
        assert_eq!(ann.refused("/api/games", wish("open")).await.0, 400);
        let (id, _) = ann.new_game_of(wish("hotseat")).await;
        let path = format!("/api/games/{id}");
        for _ in 0..200 {
            let view = ann.get(&path).await;
            if view["turn"]["dice"].is_object() {
                assert_eq!(view["chances"].as_array().unwrap().iter().map(|c| c["ways"].as_u64().unwrap()).sum::<u64>(), 6);
                let entry = view["entry"].clone();
                assert_eq!(ann.refused(&format!("{path}/roll"), json!({"entry": entry, "dice": [7]})).await.0, 422);
                let rolled = ann.post(&format!("{path}/roll"), json!({"entry": entry, "dice": [3]})).await;
                assert_eq!(rolled["log"][0]["events"][0]["dice"], json!([3]));
                return;
            }
            let orders = view["orders"].as_array().unwrap();
            let near = orders.iter().find(|o| o["kind"] == "attack").or_else(|| {
                orders.iter().min_by_key(|o| (o["place"].as_str().unwrap().parse::<i32>().unwrap() % 100 - 3).abs())
            });
            let order = near.unwrap()["order"].clone();
            ann.play(&id, &[order]).await;
        }
        panic!("nobody met");
    }

    async fn a_guest_becomes_an_account_and_keeps_the_games_on_every_device(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game("hotseat").await;
        for wrong in [json!({"name": "Guest 7", "password": "long enough"}), json!({"name": "Anna", "password": "short"}), json!({"name": "Anna", "password": "long enough", "email": "nowhere"})] {
            assert_eq!(ann.refused("/api/register", wrong).await.0, 400);
        }
        let me = ann.post("/api/register", json!({"name": "Anna", "password": "long enough", "email": "anna@example.org"})).await;
        assert_eq!(me, json!({"name": "Anna", "guest": false, "email": "anna@example.org", "notify": false, "confirmed": false, "mail": false}));
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["seats"][0]["player"], "Anna");
        let mut bob = house.guest().await;
        assert_eq!(bob.refused("/api/register", json!({"name": "anna", "password": "long enough"})).await.0, 409);
        let (bobs, _) = bob.new_game("hotseat").await;
        assert_eq!(bob.refused("/api/login", json!({"name": "Anna", "password": "wrong"})).await.0, 403);
        assert_eq!(bob.refused("/api/login", json!({"name": "Nobody", "password": "wrong"})).await.0, 403);
        // The same person at another device: both games are there.
        bob.post("/api/login", json!({"name": "anna", "password": "long enough"})).await;
        let mine = bob.get("/api/games?list=mine").await;
        let ids: Vec<&str> = mine.as_array().unwrap().iter().map(|g| g["id"].as_str().unwrap()).collect();
        assert!(ids.contains(&id.as_str()) && ids.contains(&bobs.as_str()), "{mine}");
        assert_eq!(bob.play_any(&id).await["entry"], 1);
        bob.post("/api/logout", json!({})).await;
        bob.caller.cookie = None;
        assert_eq!(bob.get("/api/me").await["guest"], true);
        assert_eq!(ann.get("/api/me").await["name"], "Anna", "the other device stays");
    }

    async fn a_restart_in_the_middle_changes_nothing(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        bob.post(&format!("/api/games/{id}/chat"), json!({"text": "Have at you"})).await;
        let path = format!("/api/games/{id}");
        let before = bob.get(&path).await;
        let cookie = bob.caller.cookie.clone();
        house.close().await;
        let house = House::open(&database).await;
        let mut bob = house.stranger();
        bob.caller.cookie = cookie;
        let after = bob.get(&path).await;
        assert_eq!(after, before);
        bob.play_any(&id).await;
    }

    async fn the_past_can_be_looked_at(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let path = format!("/api/games/{id}");
        let start = ann.get(&path).await;
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        bob.play_any(&id).await;
        let first = bob.get(&format!("{path}/at/0")).await;
        assert_eq!((&first["layer"], &first["turn"]), (&start["layer"], &start["turn"]));
        let now = bob.get(&path).await;
        assert_eq!(bob.get(&format!("{path}/at/3")).await["layer"], now["layer"]);
        assert_eq!(bob.caller.get(&format!("{path}/at/4")).await.unwrap().status, 404);
        let log = bob.get(&format!("{path}/log?from=1")).await;
        let numbers: Vec<u64> = log.as_array().unwrap().iter().map(|e| e["entry"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [2, 3]);
        assert_eq!((&log[0]["side"], &log[1]["side"]), (&json!("first"), &json!("second")));
        assert!(log[0]["events"][0]["text"].as_str().unwrap().contains("0404"));
    }

    async fn talk_is_heard_and_muted(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let path = format!("/api/games/{id}");
        let text = "<script>alert('hail')</script> & \"goodbye\" \u{2028} 盾";
        bob.post(&format!("{path}/chat"), json!({"text": text})).await;
        let view = ann.get(&path).await;
        assert_eq!(view["chat"][0]["text"], json!(text));
        let who = view["chat"][0]["who"].clone();
        assert_eq!(who, bob.get("/api/me").await["name"]);
        assert_eq!(ann.post(&format!("{path}/mute"), json!({"player": who, "mute": true})).await["muted"], json!([who]));
        assert_eq!(ann.get(&path).await["muted"], json!([who]));
        assert_eq!(bob.get(&path).await["muted"], json!([]));
        for wrong in ["", "   ", &"x".repeat(1_001)] {
            assert_eq!(bob.refused(&format!("{path}/chat"), json!({"text": wrong})).await.0, 400);
        }
        assert_eq!(ann.get(&path).await["entry"], 0, "talk is no entry");
    }
}

#[test]
fn games_nobody_looks_at_are_put_away_and_read_again() {
    let database = common::sqlite();
    common::run(async {
        let settings = server::Settings { contests: 5, ..common::settings() };
        let house = House::with(common::shelf(), &database, settings, Default::default()).await;
        let mut ann = house.guest().await;
        let mut ids = vec![];
        for _ in 0..12 {
            let (id, _) = ann.new_game("hotseat").await;
            ann.play(&id, &[step(0, "0204")]).await;
            ids.push(id);
        }
        let watched = format!("/api/games/{}/events", ids[0]);
        let _line = ann.caller.listen(&watched, None).await.unwrap();
        for id in &ids {
            assert_eq!(ann.get(&format!("/api/games/{id}")).await["entry"], 1);
        }
        let (contests, listeners) = house.contests.crowd();
        assert!((1..=6).contains(&contests), "{contests} games are at hand");
        assert_eq!(listeners, 1, "the one somebody listens to is");
        for guess in 0..20 {
            assert_eq!(ann.caller.get(&format!("/api/games/guess{guess}")).await.unwrap().status, 404);
        }
        assert!(house.contests.crowd().0 <= 6, "guessed names take no room");
    });
}

#[test]
fn the_questions_of_the_board_are_answered_for_every_counter() {
    let database = common::sqlite();
    common::run(async {
        let house =
            House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game_of(json!({"scenario": "armageddon/rome", "seating": "hotseat"})).await;
        let path = format!("/api/games/{id}");
        ann.play(&id, &[json!({"do": "muster"})]).await;
        ann.play(&id, &[json!({"do": "muster"})]).await;
        let view = loop {
            let view = ann.get(&path).await;
            if view["scene"]["phase"] == "Movement Phase" {
                break view;
            }
            let commit = view["orders"].as_array().unwrap().iter().find(|o| o["kind"] == "commit").unwrap();
            let order = commit["order"].clone();
            ann.play(&id, &[order]).await;
        };
        let orders = view["orders"].as_array().unwrap();
        let mover = orders.iter().find(|o| o["kind"] == "move").unwrap();
        let routes = ann.get(&format!("{path}/routes/{}", mover["counter"])).await;
        let route =
            routes.as_array().unwrap().iter().find(|r| r["stops"] == false && r["cost"] == "1").unwrap();
        let went = ann.play(&id, &route["orders"].as_array().unwrap().clone()).await;
        let counters = went["scene"]["counters"].as_array().unwrap();
        let moved = counters.iter().find(|c| c["id"] == mover["counter"]).unwrap();
        assert_eq!(moved["place"], route["place"]);
        let step = went["orders"].as_array().unwrap().iter().find(|o| o["kind"] == "turn").unwrap();
        assert_eq!(step["counter"], mover["counter"]);
        assert!(!ann.get(&format!("{path}/menace")).await.as_array().unwrap().is_empty());
        let fire = ann.get(&format!("{path}/fire/9999")).await;
        assert_eq!(fire, json!([]));
        let rules = ann.get("/api/rules/armageddon").await;
        assert!(rules["rules"].as_array().unwrap().len() > 100);
        let land = ann.caller.get(view["landscape"].as_str().unwrap()).await.unwrap();
        assert_eq!((land.status, land.header("content-type")), (200, Some("image/svg+xml")));
        assert!(land.header("cache-control").unwrap().contains("immutable"));
        let data = view["landscape"].as_str().unwrap().replace(".svg", ".json");
        assert!(ann.get(&data).await["terrain"].is_array());
        assert!(ann.caller.get("/api/symbols/flat.svg").await.unwrap().body.starts_with(b"<svg"));
        let shelf = ann.get("/api/shelf").await;
        let rome = &shelf[0]["scenarios"][0];
        assert_eq!(
            (&rome["scenario"], &rome["length"], &rome["difficulty"]),
            (&json!("armageddon/rome"), &json!("short"), &json!(1))
        );
        let picture = ann.caller.get(rome["picture"].as_str().unwrap()).await.unwrap();
        assert!(picture.status == 200 && picture.body.starts_with(b"<svg"));
    });
}
