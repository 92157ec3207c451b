//! Seats led by the computer: played against, handed over, taken back, asked for counsel.

use crate::common;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{House, NONCE, Player, duel, duel_of, step};
use commander::{Budget, Counsel};
use engine::Viewer;
use engine::table::Order;
use serde_json::{Value, json};
use server::Settings;
use server::staff::{Allotment, Commanders, Question, Thinker};

/// Thinks as long as it is allowed to, unless it is told to stop.
#[derive(Debug, Default)]
struct Slow;

impl Thinker for Slow {
    fn think(&self, question: &Question, budget: &Budget) -> Vec<Order> {
        let until = Instant::now() + budget.time.unwrap_or_default();
        let stopped = || budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        while Instant::now() < until && !stopped() {
            std::thread::sleep(Duration::from_millis(2));
        }
        Commanders.think(question, budget)
    }

    fn at_once(&self, question: &Question) -> Vec<Order> {
        Commanders.at_once(question)
    }

    fn counsel(&self, question: &Question, budget: &Budget) -> Counsel {
        Commanders.counsel(question, budget)
    }

    fn estimate(&self, question: &Question, viewer: Viewer, budget: &Budget) -> f32 {
        Commanders.estimate(question, viewer, budget)
    }
}

/// Plays only once it is let.
#[derive(Debug, Default)]
struct Held(AtomicBool);

impl Thinker for Held {
    fn think(&self, question: &Question, budget: &Budget) -> Vec<Order> {
        while !self.0.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
        Commanders.think(question, budget)
    }

    fn at_once(&self, question: &Question) -> Vec<Order> {
        self.think(question, &Budget::usual())
    }

    fn counsel(&self, question: &Question, budget: &Budget) -> Counsel {
        Commanders.counsel(question, budget)
    }

    /// Believes in the first side.
    fn estimate(&self, _question: &Question, _viewer: Viewer, _budget: &Budget) -> f32 {
        0.7
    }
}

async fn house_with(database: &common::Database, thinker: impl Thinker + 'static) -> House {
    let usual = common::settings();
    let staff = Allotment { thinker: Arc::new(thinker), ..usual.staff.clone() };
    House::with(common::shelf(), database, Settings { staff, ..usual }, Default::default()).await
}

fn against(level: &str, side: &str) -> Value {
    json!({"scenario": "skirmish/field", "seating": "computer", "side": side, "level": level})
}

/// The view once the computer has nothing to think about.
async fn settled(player: &mut Player, id: &str) -> Value {
    let began = Instant::now();
    loop {
        let view = player.get(&format!("/api/games/{id}")).await;
        if view["thinking"].is_null() {
            return view;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the computer does not move: {}", view["prompt"]);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

on_both! {
    async fn a_game_against_a_recruit_is_played_to_its_end(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (id, invite) = ann.new_game_of(against("recruit", "second")).await;
        assert_eq!(invite, None);
        let path = format!("/api/games/{id}");
        let mut view = settled(&mut ann, &id).await;
        assert!(view["entry"].as_u64().unwrap() >= 1, "the computer has begun");
        assert_eq!((&view["you"], &view["owns"]), (&json!(["second"]), &json!(["first", "second"])));
        assert_eq!((&view["seats"][0]["computer"], &view["seats"][1]["computer"]), (&json!("recruit"), &Value::Null));
        let row = ann.get("/api/games?list=mine").await[0].clone();
        assert_eq!((&row["seating"], &row["your_move"]), (&json!("computer"), &json!(true)));
        assert_eq!(row["sides"][0]["computer"], "recruit");
        for list in ["open", "watch"] {
            assert_eq!(ann.get(&format!("/api/games?list={list}")).await, json!([]));
        }
        for _ in 0..200 {
            if view["turn"]["over"].is_object() {
                break;
            }
            assert_eq!(view["your_move"], true, "{}", view["prompt"]);
            ann.play_any(&id).await;
            view = settled(&mut ann, &id).await;
        }
        assert!(view["turn"]["over"].is_object(), "the game does not end");
        assert_eq!(view["thinking"], Value::Null);
        let text = ann.caller.get(&format!("{path}/record")).await.unwrap();
        let record = engine::record::Record::read(std::str::from_utf8(&text.body).unwrap()).unwrap();
        let verified = common::shelf().verify(&record).unwrap();
        assert!(verified.finished && verified.rolls_sealed == 0, "{verified:?}");
        let late = ann.try_post(&format!("{path}/seat"), json!({"side": "first", "computer": "veteran"})).await;
        assert_eq!((late.status, &late.json()["error"]["rule"]), (422, &json!("table.computer")));
        let metrics = ann.caller.get("/metrics").await.unwrap();
        let metrics = String::from_utf8(metrics.body).unwrap();
        assert!(!metrics.contains("strategikon_decisions_total 0"), "{metrics}");
        house.close().await;
    }

    async fn a_seat_is_taken_over_in_mid_thought_and_handed_back(database) {
        let house = house_with(&database, Slow).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game_of(against("strategos", "second")).await;
        let path = format!("/api/games/{id}");
        let line = ann.caller.listen(&format!("{path}/events"), None).await;
        let thinking = ann.get(&path).await;
        assert_eq!((&thinking["thinking"]["side"], &thinking["entry"]), (&json!("first"), &json!(0)));
        let early = ann.try_post(&format!("{path}/orders"), json!({"entry": 0, "orders": [step(0, "0204")], "nonce": NONCE})).await;
        assert_eq!((early.status, &early.json()["error"]["rule"]), (403, &json!("table.computer")));
        let seat = format!("{path}/seat");
        let over = ann.post(&seat, json!({"side": "first", "computer": null})).await;
        assert_eq!((&over["you"], &over["thinking"]), (&json!(["first", "second"]), &Value::Null));
        let told = line.unwrap().next_numbered(Duration::from_secs(5)).await.unwrap();
        assert_eq!((told.kind.as_str(), &told.json()["you"]), ("seats", &json!(["first", "second"])));
        tokio::time::sleep(Duration::from_millis(450)).await;
        let still = ann.get(&path).await;
        assert_eq!((&still["entry"], &still["your_move"]), (&json!(0), &json!(true)), "the thought was dropped");
        ann.play(&id, &[step(0, "0204")]).await;
        // In the middle of her own turn: the computer gives the second order and she has the other side.
        let back = ann.post(&seat, json!({"side": "first", "computer": "recruit"})).await;
        assert_eq!((&back["you"], &back["thinking"]["side"]), (&json!(["second"]), &json!("first")));
        let view = settled(&mut ann, &id).await;
        assert_eq!((&view["entry"], &view["your_move"]), (&json!(2), &json!(true)));
        // Both to the computer, and back again at another level.
        let both = ann.post(&seat, json!({"side": "second", "computer": "soldier"})).await;
        assert_eq!((&both["you"], &both["owns"], &both["your_move"]), (&json!([]), &json!(["first", "second"]), &json!(false)));
        let changed = ann.post(&seat, json!({"side": "second", "computer": "veteran"})).await;
        assert_eq!(changed["seats"][1]["computer"], "veteran");
        let number = ann.post(&seat, json!({"side": "second", "computer": null})).await["number"].clone();
        assert_eq!(ann.post(&seat, json!({"side": "second", "computer": null})).await["number"], number, "nothing new");
        let mut eve = house.guest().await;
        assert_eq!(eve.refused(&seat, json!({"side": "first", "computer": null})).await.0, 403);
        for wrong in [json!({"side": "first"}), json!({"side": "first", "computer": "general"}), json!({"computer": null})] {
            assert_eq!(ann.refused(&seat, wrong).await.0, 400);
        }
        house.close().await;
    }

    async fn after_a_restart_in_the_computers_turn_it_goes_on(database) {
        let house = house_with(&database, Held::default()).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game_of(against("soldier", "second")).await;
        let path = format!("/api/games/{id}");
        assert_eq!(ann.get(&path).await["thinking"]["side"], "first");
        let cookie = ann.caller.cookie.clone();
        house.close().await;
        let house = House::open(&database).await;
        let began = Instant::now();
        while house.contests.metrics.text(0, 0, 0).contains("strategikon_decisions_total 0\n") {
            assert!(began.elapsed() < Duration::from_secs(10), "nobody takes the game up");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut ann = house.stranger();
        ann.caller.cookie = cookie;
        let view = settled(&mut ann, &id).await;
        assert_eq!((&view["seats"][0]["computer"], &view["your_move"]), (&json!("soldier"), &json!(true)));
        house.close().await;
    }

    async fn between_two_people_each_may_hand_over_a_seat_and_nobody_is_advised(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        let path = format!("/api/games/{id}");
        let counsel = ann.try_post(&format!("{path}/counsel"), json!({})).await;
        assert_eq!((counsel.status, &counsel.json()["error"]["rule"]), (403, &json!("table.counsel")));
        let chances = ann.caller.get(&format!("{path}/chances")).await.unwrap();
        assert_eq!((chances.status, &chances.json()["error"]["rule"]), (403, &json!("table.counsel")));
        assert_eq!(ann.refused(&format!("{path}/seat"), json!({"side": "second", "computer": "recruit"})).await.0, 403);
        bob.post(&format!("{path}/seat"), json!({"side": "second", "computer": "recruit"})).await;
        let view = ann.get(&path).await;
        assert_eq!((&view["seats"][1]["computer"], &view["owns"]), (&json!("recruit"), &json!(["first"])));
        ann.play(&id, &[step(0, "0204"), step(1, "0404")]).await;
        let view = settled(&mut ann, &id).await;
        assert_eq!((&view["entry"], &view["your_move"]), (&json!(4), &json!(true)), "the computer has answered");
        // What the computer did in Bob's name is his to give back.
        let asked = ann.post(&format!("{path}/undo"), json!({"entry": 4, "to": 0})).await;
        assert_eq!((&asked["entry"], &asked["undo"]["asked_by"]), (&json!(4), &json!("first")));
        let (answer, asked) = (format!("{path}/undo/answer"), asked["undo"]["asked"].as_u64().unwrap());
        let other = bob.refused(&answer, json!({"accept": true, "asked": asked + 1})).await;
        assert_eq!(other, (409, "nobody asks this any more; look again".into()), "an answer to something else");
        assert_eq!(bob.post(&answer, json!({"accept": true, "asked": asked})).await["entry"], 0);
        bob.post(&format!("{path}/resign"), json!({})).await;
        let chances = bob.get(&format!("{path}/chances")).await;
        let last = chances["points"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["first"], &chances["sides"]), (&json!(1.0), &json!(["Reds", "Blues"])));
    }
}

#[test]
fn against_the_computer_one_takes_back_to_where_one_was_to_move() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game_of(against("recruit", "first")).await;
        let path = format!("/api/games/{id}");
        let undo = format!("{path}/undo");
        assert_eq!(ann.get(&path).await["undo"]["free"], false);
        assert_eq!(ann.refused(&undo, json!({"entry": 0})).await.0, 409);
        ann.play(&id, &[step(0, "0204")]).await;
        ann.play(&id, &[step(1, "0404")]).await;
        let view = settled(&mut ann, &id).await;
        assert!(view["entry"].as_u64().unwrap() >= 4);
        assert_eq!(view["undo"]["free"], true);
        let back = ann.post(&undo, json!({"entry": view["entry"]})).await;
        assert_eq!((&back["entry"], &back["your_move"]), (&json!(1), &json!(true)));
        ann.play(&id, &[step(1, "0404")]).await;
        let view = settled(&mut ann, &id).await;
        // To the middle of the computer's turn is to before it.
        let back = ann.post(&undo, json!({"entry": view["entry"], "to": 3})).await;
        assert_eq!((&back["entry"], &back["your_move"]), (&json!(1), &json!(true)));
        let first = ann.post(&undo, json!({"entry": 1, "to": 0})).await;
        assert_eq!((&first["entry"], &first["thinking"]), (&json!(0), &Value::Null));
    });
}

#[test]
fn taking_back_while_the_computer_thinks_drops_its_thought() {
    let database = common::sqlite();
    common::run(async {
        let house = house_with(&database, Slow).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game_of(against("strategos", "first")).await;
        let path = format!("/api/games/{id}");
        ann.play(&id, &[step(0, "0204")]).await;
        let view = ann.play(&id, &[step(1, "0404")]).await;
        assert_eq!(view["thinking"]["side"], "second");
        let back = ann.post(&format!("{path}/undo"), json!({"entry": 2})).await;
        assert_eq!((&back["entry"], &back["your_move"]), (&json!(1), &json!(true)));
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(ann.get(&path).await["entry"], 1);
        // Talk is no reason to think anew.
        ann.play(&id, &[step(1, "0404")]).await;
        let began = Instant::now();
        while ann.get(&path).await["entry"] == 2 {
            ann.post(&format!("{path}/chat"), json!({"text": "well?"})).await;
            assert!(began.elapsed() < Duration::from_secs(3), "talk keeps the computer from playing");
        }
    });
}

#[test]
fn the_computer_takes_a_draw_when_it_thinks_the_worse_of_its_chances() {
    let database = common::sqlite();
    common::run(async {
        let house = house_with(&database, Held::default()).await;
        let mut ann = house.guest().await;
        let (losing, _) = ann.new_game_of(against("recruit", "first")).await;
        let over = ann.post(&format!("/api/games/{losing}/draw"), json!({"offer": true})).await;
        assert_eq!(over["turn"]["over"]["rule"], "table.draw", "the second side believes it is worse off");
        let (winning, _) = ann.new_game_of(against("recruit", "second")).await;
        let on = ann.post(&format!("/api/games/{winning}/draw"), json!({"offer": true})).await;
        assert_eq!((&on["draw"]["offered_by"], on["turn"]["over"].is_null()), (&Value::Null, true));
        let over = ann.post(&format!("/api/games/{winning}/resign"), json!({})).await;
        assert_eq!(over["turn"]["over"]["winner"], "Reds", "the human has given up, not the computer");
        let (led, _) = ann.new_game_of(against("recruit", "second")).await;
        let view = ann
            .post(&format!("/api/games/{led}/seat"), json!({"side": "second", "computer": "recruit"}))
            .await;
        for (word, body) in [("undo", json!({"entry": view["entry"]})), ("draw", json!({"offer": true}))] {
            let refused = ann.try_post(&format!("/api/games/{led}/{word}"), body).await;
            assert_eq!(
                (refused.status, &refused.json()["error"]["rule"]),
                (403, &json!("table.computer")),
                "{word}"
            );
        }
        let chances = ann.get(&format!("/api/games/{losing}/chances")).await;
        assert_eq!(chances["points"].as_array().unwrap().last().unwrap()["first"], 0.5);
        let refused = ann.try_post(&format!("/api/games/{losing}/counsel"), json!({})).await;
        assert_eq!((refused.status, &refused.json()["error"]["rule"]), (403, &json!("table.counsel")));
    });
}

#[test]
fn a_game_with_the_computer_is_set_up_sensibly_or_not_at_all() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let wish = |seating: &str, level: Value, dice: &str| json!({"scenario": "skirmish/field", "seating": seating, "level": level, "dice": dice});
        for wrong in [
            wish("computer", Value::Null, "server"),
            wish("computer", json!("general"), "server"),
            wish("computer", json!("recruit"), "physical"),
            wish("hotseat", json!("recruit"), "server"),
            wish("invite", json!("recruit"), "server"),
        ] {
            assert_eq!(ann.refused("/api/games", wrong).await.0, 400);
        }
        let (by_hand, _) = ann.new_game_of(wish("hotseat", Value::Null, "physical")).await;
        let seat = ann
            .try_post(&format!("/api/games/{by_hand}/seat"), json!({"side": "first", "computer": "recruit"}))
            .await;
        assert_eq!((seat.status, &seat.json()["error"]["rule"]), (422, &json!("table.computer")));
        let levels = ann.get("/api/levels").await;
        let names: Vec<&str> =
            levels.as_array().unwrap().iter().map(|l| l["level"].as_str().unwrap()).collect();
        assert_eq!(names, ["recruit", "soldier", "veteran", "strategos"]);
        assert!(levels.as_array().unwrap().iter().all(|l| l["about"].as_str().unwrap().len() > 10));
        // A seat handed over before the other player has come waits like its owner.
        let wish = json!({"scenario": "skirmish/field", "seating": "invite"});
        let (id, invite) = ann.new_game_of(wish).await;
        ann.post(&format!("/api/games/{id}/seat"), json!({"side": "first", "computer": "recruit"})).await;
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["thinking"], Value::Null);
        let mut bob = house.guest().await;
        bob.post(&format!("/api{}", invite.unwrap()), json!({})).await;
        assert_eq!(settled(&mut bob, &id).await["your_move"], true);
    });
}

#[test]
fn counsel_is_followed_to_the_end_of_a_battle_and_the_chances_are_told() {
    let database = common::sqlite();
    common::run(async {
        let house =
            House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        let mut ann = house.guest().await;
        let wish = json!({"scenario": "basileus/practice", "seating": "computer", "side": "first", "level": "recruit"});
        let (id, _) = ann.new_game_of(wish).await;
        let path = format!("/api/games/{id}");
        let mut view = settled(&mut ann, &id).await;
        let mut asked = 0;
        while !view["turn"]["over"].is_object() {
            assert!(asked < 2_000, "the game does not end");
            let counsel = ann.post(&format!("{path}/counsel"), json!({"level": "recruit"})).await;
            assert_eq!(counsel["entry"], view["entry"]);
            let chance = counsel["chance"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&chance));
            let plans = counsel["plans"].as_array().unwrap();
            assert!((1..=5).contains(&plans.len()));
            assert!(!plans[0]["text"].as_str().unwrap().is_empty());
            let orders = plans[0]["orders"].clone();
            let body = json!({"entry": view["entry"], "orders": orders, "nonce": NONCE});
            let played = ann.post(&format!("{path}/orders"), body).await;
            assert_eq!(played["refused"], Value::Null);
            asked += 1;
            view = settled(&mut ann, &id).await;
        }
        let chances = ann.get(&format!("{path}/chances")).await;
        let points = chances["points"].as_array().unwrap();
        assert!((3..=200).contains(&points.len()), "{} points", points.len());
        let last = points.last().unwrap();
        assert_eq!(last["entry"], view["entry"]);
        let winner = &view["turn"]["over"]["winner"];
        let result = if *winner == chances["sides"][0] {
            1.0
        } else if winner.is_null() {
            0.5
        } else {
            0.0
        };
        assert_eq!(last["first"], result);
        let turning = chances["turning"].as_array().unwrap();
        assert!(turning.len() <= 5);
        for turn in turning {
            let swing = turn["first_after"].as_f64().unwrap() - turn["first_before"].as_f64().unwrap();
            assert!(swing.abs() >= 0.0599 && !turn["text"].as_str().unwrap().is_empty(), "{turn}");
        }
        assert_eq!(ann.get(&format!("{path}/chances")).await, chances, "as it was told before");
    });
}

#[test]
fn while_somebody_watches_play_is_paced_and_progress_told() {
    let database = common::sqlite();
    common::run(async {
        let usual = common::settings();
        let staff = Allotment { pace: Duration::from_millis(60), ..usual.staff.clone() };
        let settings = Settings { staff, ..usual };
        let house = House::with(common::shelf(), &database, settings, Default::default()).await;
        let (ann, mut bob, id) =
            duel_of(&house, json!({"scenario": "skirmish/field", "seating": "invite"})).await;
        let mut ann = ann;
        let path = format!("/api/games/{id}");
        let mut line = ann.caller.listen(&format!("{path}/events"), None).await.unwrap();
        ann.post(&format!("{path}/seat"), json!({"side": "first", "computer": "recruit"})).await;
        bob.post(&format!("{path}/seat"), json!({"side": "second", "computer": "recruit"})).await;
        let (mut entries, mut progress) = (vec![], 0);
        while entries.len() < 5 {
            let heard =
                tokio::time::timeout(Duration::from_secs(5), line.next()).await.unwrap().unwrap().unwrap();
            match heard.kind.as_str() {
                "entry" if heard.json().get("seats").is_some() => entries.push(Instant::now()),
                "progress" => {
                    let share = heard.json()["share"].as_f64().unwrap();
                    assert!(heard.id.is_none() && (0.0..=1.0).contains(&share));
                    progress += 1;
                }
                _ => {}
            }
        }
        assert!(progress >= 1);
        let took = entries[4] - entries[0];
        assert!(took >= Duration::from_millis(4 * 50), "five decisions in {took:?}");
    });
}
