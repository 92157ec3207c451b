//! The record as evidence: what it holds of a game played over HTTP, and who signed it. On both databases.

use crate::common;
use crate::common::{House, NONCE, Player, duel, duel_of, step};
use engine::Side;
use engine::record::{FIRST_VERSION, How, Record, Verification};
use serde_json::{Value, json};
use server::deed::Act;
use server::seal;

/// A record as it is saved.
async fn record(player: &mut Player, id: &str) -> Record {
    let answer = player.caller.get(&format!("/api/games/{id}/record")).await.unwrap();
    assert_eq!(answer.status, 200);
    Record::read(std::str::from_utf8(&answer.body).unwrap()).unwrap()
}

/// The key a server shows.
async fn key(player: &mut Player) -> String {
    player.get("/api").await["info"]["x-record-key"].as_str().unwrap().to_string()
}

/// Verifies a record with the key of the server.
async fn verified(player: &mut Player, id: &str) -> (Record, Verification) {
    let record = record(player, id).await;
    let key = key(player).await;
    assert_eq!(seal::check(&record, Some(&key)), Ok(Some(key)));
    let report = common::shelf().verify(&record).unwrap();
    (record, report)
}

/// One order of whoever is to move, with a nonce or none; an attack if there is one. False at the end.
async fn plays(players: &mut [Player], id: &str, nonce: impl Fn(usize) -> Option<String>) -> bool {
    for (i, player) in players.iter_mut().enumerate() {
        let view = player.get(&format!("/api/games/{id}")).await;
        if view["turn"]["over"].is_object() {
            return false;
        }
        if view["your_move"] == false {
            continue;
        }
        let orders = view["orders"].as_array().unwrap();
        let order = orders.iter().find(|o| o["kind"] == "attack").unwrap_or(&orders[0]);
        let mut body = json!({"entry": view["entry"], "orders": [order["order"]]});
        if let Some(nonce) = nonce(i) {
            body["nonce"] = json!(nonce);
        }
        player.post(&format!("/api/games/{id}/orders"), body).await;
        return true;
    }
    panic!("nobody is to move");
}

/// Two players in a game in which dice have fallen.
pub async fn duel_with_dice(house: &House) -> ([Player; 2], String) {
    for _ in 0..20 {
        let (ann, bob, id) = duel(house).await;
        let mut both = [ann, bob];
        for _ in 0..100 {
            if !plays(&mut both, &id, |i| Some(format!("nonce of player {i}"))).await {
                break;
            }
            let hand = house.contests.take(&id).await.unwrap();
            let session = &hand.contest.session;
            if session.rolls() > 0 && !hand.contest.is_over() && session.nonces().iter().all(Option::is_some)
            {
                drop(hand);
                return (both, id);
            }
        }
    }
    panic!("no dice fall");
}

on_both! {
    async fn a_finished_record_names_the_players_and_the_end_and_is_signed(database) {
        let house = House::open(&database).await;
        let (ann, bob, id) = duel(&house).await;
        let mut both = [ann, bob];
        while plays(&mut both, &id, |i| Some(format!("nonce of player {i}"))).await {}
        let [mut ann, _] = both;
        let (kept, report) = verified(&mut ann, &id).await;
        assert!(report.finished && report.committed && report.rolls_sealed + report.rolls_by_hand == 0, "{report:?}");
        assert!(report.rolls_verified > 0);
        let over = ann.get(&format!("/api/games/{id}")).await;
        let end = report.end.unwrap();
        assert_eq!((end.how, json!(end.why)), (How::Rules, over["turn"]["over"]["why"].clone()));
        let names = [0, 1].map(|i| over["seats"][i]["player"].as_str().unwrap().to_string());
        assert_eq!(end.players, Some(names));
        assert_eq!(json!(report.entries), over["entry"]);
        // Whoever takes a name afterwards has played under the one before.
        ann.post("/api/register", json!({"name": "Annabel", "password": "long enough"})).await;
        assert_eq!(record(&mut ann, &id).await, kept);
        // The key outlives the server.
        let before = key(&mut ann).await;
        house.close().await;
        let house = House::open(&database).await;
        assert_eq!(key(&mut house.stranger()).await, before);
        house.close().await;
    }

    async fn resignation_agreement_and_time_are_ends_of_the_record(database) {
        let house = House::open(&database).await;
        let clock = json!({"kind": "live", "bank_seconds": 60, "increment_seconds": 0});
        let (mut ann, mut bob, id) = duel(&house).await;
        ann.play(&id, &[step(0, "0204")]).await;
        let (unfinished, report) = verified(&mut ann, &id).await;
        assert!(!report.finished && report.end.is_none());
        assert_eq!(unfinished.header.dice.seed(), None, "the seed is still secret");
        bob.post(&format!("/api/games/{id}/resign"), json!({})).await;
        let (finished, report) = verified(&mut ann, &id).await;
        let end = report.end.unwrap();
        assert_eq!((end.how, end.by, end.winner), (How::Resigned, Some(Side::Second), Some(Side::First)));
        // What was saved before is the beginning of what is saved now.
        assert_eq!(finished.lines[..unfinished.lines.len()], unfinished.lines[..]);
        assert!(finished.header.dice.seed().is_some());

        let (mut ann, mut bob, id) = duel(&house).await;
        ann.post(&format!("/api/games/{id}/draw"), json!({"offer": true})).await;
        bob.post(&format!("/api/games/{id}/draw"), json!({"accept": true})).await;
        let (_, report) = verified(&mut bob, &id).await;
        let end = report.end.unwrap();
        assert_eq!((end.how, end.by, end.winner), (How::Agreed, None, None));

        let wish = json!({"scenario": "skirmish/field", "seating": "invite", "clock": clock});
        let (mut ann, _bob, id) = duel_of(&house, wish).await;
        // Bob claims what a minute later would be his: the deed is what counts here, the clock has tests of its own.
        let hand = house.contests.take(&id).await.unwrap();
        let claim = |draft: &mut server::contests::Draft| Ok(draft.act(Some(Side::Second), Act::Claim)?);
        house.contests.perform(hand, server::contest::Held::Neither, claim).await.map(drop).unwrap();
        let (_, report) = verified(&mut ann, &id).await;
        let end = report.end.unwrap();
        assert_eq!((end.how, end.by, end.winner), (How::Time, Some(Side::First), Some(Side::Second)));
        house.close().await;
    }

    async fn a_roll_taken_back_stays_in_the_record_also_after_a_restart(database) {
        let house = House::open(&database).await;
        let ([mut ann, mut bob], id) = duel_with_dice(&house).await;
        let path = format!("/api/games/{id}");
        let entry = ann.get(&path).await["entry"].as_u64().unwrap();
        let asked = ann.post(&format!("{path}/undo"), json!({"entry": entry, "to": 0})).await;
        let number = asked["undo"]["asked"].clone();
        if number.is_u64() {
            bob.post(&format!("{path}/undo/answer"), json!({"accept": true, "asked": number})).await;
        }
        assert_eq!(ann.get(&path).await["entry"], json!(0));
        let (kept, report) = verified(&mut ann, &id).await;
        assert_eq!((report.entries, report.rolls), (0, 0));
        assert!(report.rolls_taken_back > 0 && kept.lines.iter().any(|line| line.back));
        let throws = report.rolls_taken_back as u64;
        let cookies = [ann.caller.cookie.clone(), bob.caller.cookie.clone()];
        house.close().await;

        // From deeds or from a snapshot: the numbers of the throws go on, and none falls twice.
        for snapshot in [false, true] {
            let house = House::open(&database).await;
            if snapshot {
                let hand = house.contests.take(&id).await.unwrap();
                let (number, body) = (hand.contest.number, hand.contest.snapshot().unwrap());
                drop(hand);
                house.contests.store.keep_snapshot(&id, number, &body).await.unwrap();
                house.close().await;
                let house = House::open(&database).await;
                assert_eq!(house.contests.take(&id).await.unwrap().contest.session.thrown(), throws);
                let mut both = cookies.clone().map(|cookie| {
                    let mut player = house.stranger();
                    player.caller.cookie = cookie;
                    player
                });
                let before = house.contests.take(&id).await.unwrap().contest.session.thrown();
                for _ in 0..200 {
                    let thrown = house.contests.take(&id).await.unwrap().contest.session.thrown();
                    if thrown > before || !plays(&mut both, &id, |_| None).await {
                        break;
                    }
                }
                let (_, report) = verified(&mut both[0], &id).await;
                assert_eq!(report.rolls_taken_back as u64, throws);
                house.close().await;
                continue;
            }
            assert_eq!(house.contests.take(&id).await.unwrap().contest.session.thrown(), throws);
            house.close().await;
        }
    }

    async fn both_nonces_go_into_the_dice_and_none_is_needed(database) {
        let house = House::open(&database).await;
        let (both, id) = duel_with_dice(&house).await;
        let [mut ann, _] = both;
        let (_, report) = verified(&mut ann, &id).await;
        assert!(report.rolls_by_nonces[2] > 0, "{report:?}");
        assert!(report.nonces.iter().all(|side| side.given == side.orders), "{:?}", report.nonces);
        let shown = ann.get(&format!("/api/games/{id}")).await["dice"]["nonces"].clone();
        assert_eq!(shown, json!(["nonce of player 0", "nonce of player 1"]));

        // Whoever sends none plays all the same, and the record says so.
        let (ann, bob, id) = duel(&house).await;
        let mut both = [ann, bob];
        for _ in 0..6 {
            if !plays(&mut both, &id, |i| (i == 0).then(|| NONCE.to_string())).await {
                break;
            }
        }
        let (_, report) = verified(&mut both[0], &id).await;
        assert!(report.nonces[0].given > 0 && report.nonces[1].given == 0 && report.nonces[1].orders > 0);
        assert_eq!(report.rolls_by_nonces[2], 0);
        house.close().await;
    }

    async fn against_the_computer_only_the_player_gives_nonces(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let wish = json!({"scenario": "skirmish/field", "seating": "computer", "level": "recruit"});
        let (id, _) = ann.new_game_of(wish).await;
        for _ in 0..600 {
            let view = ann.get(&format!("/api/games/{id}")).await;
            if view["turn"]["over"].is_object() {
                break;
            }
            if view["your_move"] == false {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                continue;
            }
            let orders = view["orders"].as_array().unwrap();
            let order = orders.iter().find(|o| o["kind"] == "attack").unwrap_or(&orders[0]);
            let body = json!({"entry": view["entry"], "orders": [order["order"]], "nonce": NONCE});
            ann.post(&format!("/api/games/{id}/orders"), body).await;
        }
        let (_, report) = verified(&mut ann, &id).await;
        assert!(report.finished, "{report:?}");
        assert_eq!((report.nonces[1].given, report.rolls_by_nonces[2]), (0, 0));
        assert!(report.nonces[1].orders > 0 && report.nonces[0].given > 0);
        assert_eq!(report.seats[1].as_ref().unwrap().computer.as_deref(), Some("recruit"));
        house.close().await;
    }

    async fn a_game_begun_under_the_first_format_goes_on_as_it_began(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        // The same game as an earlier program would have set it up.
        let store = &house.contests.store;
        let mut row = store.game(&id).await.unwrap().unwrap();
        row.header = row.header.replacen("\"version\":2", "\"version\":1", 1);
        row.id = "earlier".into();
        row.invite = Some("an invitation of old".into());
        let fresh = server::contest::Contest::open(&common::shelf(), row.clone(), Default::default()).unwrap();
        store.create(&row, &fresh.summary()).await.unwrap();
        let seats = house.contests.take(&id).await.unwrap().contest.seats.clone();
        let hand = house.contests.take("earlier").await.unwrap();
        let sit = move |draft: &mut server::contests::Draft| {
            for (side, seat) in Side::BOTH.into_iter().zip(seats) {
                let seat = seat.unwrap();
                draft.act(Some(side), Act::Sit { player: seat.player, name: seat.name })?;
            }
            Ok(())
        };
        house.contests.perform(hand, server::contest::Held::Neither, sit).await.map(drop).unwrap();
        ann.play("earlier", &[step(0, "0204")]).await;
        let mut both = [ann, bob];
        while plays(&mut both, "earlier", |_| Some(NONCE.into())).await {}
        [ann, bob] = both;
        let record = record(&mut bob, "earlier").await;
        assert_eq!((record.header.version, record.header.signed.is_none()), (FIRST_VERSION, true));
        let report = common::shelf().verify(&record).unwrap();
        assert!(report.finished && report.rolls_verified == report.rolls && report.rolls > 0, "{report:?}");
        assert!(seal::check(&record, Some(&key(&mut ann).await)).unwrap_err().what.contains("version 1"));
        house.close().await;
    }

    async fn dice_of_the_server_cannot_be_entered(database) {
        let house = House::open(&database).await;
        let (_ann, _bob, id) = duel(&house).await;
        let hand = house.contests.take(&id).await.unwrap();
        let roll = |draft: &mut server::contests::Draft| Ok(draft.act(None, Act::Roll { dice: vec![6], nonce: None })?);
        assert!(house.contests.perform(hand, server::contest::Held::Neither, roll).await.is_err());
        let view: Value = house.stranger().get(&format!("/api/games/{id}")).await;
        assert_eq!(view["entry"], json!(0));
        house.close().await;
    }
}
