//! Accounts: sessions that change, end and are listed; passwords; addresses; closing.

use std::time::Duration;

use crate::common::{self, House, Player, duel};
use serde_json::{Value, json};
use server::mail::Post;

async fn registered(house: &House, name: &str) -> Player {
    let mut player = house.guest().await;
    player.post("/api/register", json!({"name": name, "password": "long enough"})).await;
    player
}

/// Another browser of the same account.
async fn elsewhere(house: &House, name: &str, password: &str) -> Player {
    let mut player = house.stranger();
    player.post("/api/login", json!({"name": name, "password": password})).await;
    player
}

async fn name_of(player: &mut Player) -> Value {
    player.get("/api/me").await["name"].clone()
}

on_both! {
    async fn a_session_changes_when_a_guest_becomes_an_account(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let before = ann.caller.cookie.clone();
        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        assert_ne!(ann.caller.cookie, before);
        let mut thief = house.stranger();
        thief.caller.cookie = before;
        assert_ne!(name_of(&mut thief).await, "Anna", "whoever had the guest's cookie is a stranger now");
        assert_eq!(name_of(&mut ann).await, "Anna");
    }

    async fn what_a_session_listens_to_ends_with_it(database) {
        let house = House::open(&database).await;
        let (mut ann, bob, id) = duel(&house).await;
        let events = format!("/api/games/{id}/events");
        let mut hers = ann.caller.listen(&events, None).await.unwrap();
        let mut his = bob.caller.listen(&events, None).await.unwrap();
        ann.post("/api/logout", json!({})).await;
        let ended = async { while hers.next().await.is_ok_and(|event| event.is_some()) {} };
        tokio::time::timeout(Duration::from_secs(5), ended).await.expect("the stream ends");
        let still = async { while his.next().await.is_ok_and(|event| event.is_some()) {} };
        assert!(tokio::time::timeout(Duration::from_millis(300), still).await.is_err(), "the other goes on");
    }

    async fn sessions_are_listed_and_ended_from_elsewhere(database) {
        let house = House::open(&database).await;
        let mut ann = registered(&house, "Anna").await;
        let mut phone = elsewhere(&house, "Anna", "long enough").await;
        let mut library = elsewhere(&house, "Anna", "long enough").await;
        let sessions = ann.get("/api/sessions").await;
        assert_eq!(sessions.as_array().unwrap().len(), 3);
        assert_eq!(sessions.as_array().unwrap().iter().filter(|s| s["this"] == json!(true)).count(), 1);
        let of_library = library.get("/api/sessions").await;
        let id = of_library.as_array().unwrap().iter().find(|s| s["this"] == json!(true)).unwrap()["id"].clone();
        assert_eq!(ann.post("/api/sessions/end", json!({"id": id})).await["ended"], 1);
        assert_ne!(name_of(&mut library).await, "Anna");
        assert_eq!(name_of(&mut phone).await, "Anna");
        assert_eq!(ann.refused("/api/sessions/end", json!({"id": "0123456789abcdef"})).await.0, 404);
        assert_eq!(ann.post("/api/sessions/end", json!({})).await["ended"], 1);
        assert_ne!(name_of(&mut phone).await, "Anna");
        assert_eq!(name_of(&mut ann).await, "Anna");
    }

    async fn another_password_ends_every_other_session(database) {
        let house = House::open(&database).await;
        let mut ann = registered(&house, "Anna").await;
        let mut thief = elsewhere(&house, "Anna", "long enough").await;
        let change = |old: &str, new: &str| json!({"old": old, "new": new});
        assert_eq!(ann.refused("/api/password", change("wrong wrong", "longer still")).await.0, 403);
        assert_eq!(ann.refused("/api/password", change("long enough", "short")).await.0, 400);
        ann.post("/api/password", change("long enough", "longer still")).await;
        assert_eq!(name_of(&mut ann).await, "Anna");
        assert_ne!(name_of(&mut thief).await, "Anna");
        assert_eq!(thief.refused("/api/login", json!({"name": "Anna", "password": "long enough"})).await.0, 403);
        elsewhere(&house, "Anna", "longer still").await;
        let mut guest = house.guest().await;
        assert_eq!(guest.refused("/api/password", change("long enough", "longer still")).await.0, 409);
    }

    async fn a_forgotten_password_is_set_anew_by_mail_to_a_confirmed_address(database) {
        let (post, kept) = Post::kept("https://table.example", 0).unwrap();
        let house = House::with(common::shelf(), &database, common::settings(), post).await;
        let mut ann = house.guest().await;
        let wish = json!({"name": "Anna", "password": "long enough", "email": "ann@example.org"});
        ann.post("/api/register", wish).await;
        let mut eve = house.stranger();
        let forgotten = json!({"name": "Anna"});
        let unknown = eve.post("/api/password/forgotten", json!({"name": "Nobody Here"})).await;
        assert_eq!(eve.post("/api/password/forgotten", forgotten.clone()).await, unknown, "nothing is given away");
        tokio::time::sleep(Duration::from_millis(200)).await;
        let letters = kept.lock().unwrap().clone();
        assert_eq!(letters.len(), 1, "only whether the address is right: {letters:?}");
        let token = |letter: &str, before: &str| {
            let flat = letter.replace("=\r\n", "").replace("=3D", "=");
            flat.split_once(before).expect("a link").1.lines().next().unwrap().trim().to_string()
        };
        ann.caller.get(&format!("/api/confirm/{}", token(&letters[0], "/api/confirm/"))).await.unwrap();
        eve.post("/api/password/forgotten", forgotten).await;
        let mut link = String::new();
        for _ in 0..100 {
            if let Some(letter) = kept.lock().unwrap().get(1) {
                link = token(letter, "/#/reset/");
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let reset = |password: &str| json!({"token": link, "password": password});
        let mut reader = house.stranger();
        reader.post("/api/password/reset", reset("chosen anew")).await;
        assert_eq!(reader.refused("/api/password/reset", reset("chosen twice")).await.0, 404, "a link opens once");
        assert_ne!(name_of(&mut ann).await, "Anna", "every session ended");
        elsewhere(&house, "Anna", "chosen anew").await;
    }

    async fn an_account_is_closed_with_everything_known_of_its_owner(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob, id) = duel(&house).await;
        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        assert_eq!(ann.refused("/api/account/close", json!({"password": "not hers"})).await.0, 403);
        ann.post("/api/account/close", json!({"password": "long enough"})).await;
        let mut again = house.stranger();
        assert_eq!(again.refused("/api/login", json!({"name": "Anna", "password": "long enough"})).await.0, 403);
        let view = bob.get(&format!("/api/games/{id}")).await;
        assert_eq!(view["turn"]["over"]["rule"], "table.resign");
        assert!(view["seats"][0]["player"].as_str().unwrap().starts_with("Former player"), "{}", view["seats"]);
        registered(&house, "Anna").await;
    }

    async fn a_character_0_is_refused_wherever_it_stands(database) {
        let house = House::open(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        for (path, body) in [
            ("/api/login".into(), json!({"name": "A\0nna", "password": "long enough"})),
            (format!("/api/games/{id}/mute"), json!({"player": "A\0", "mute": true})),
            (format!("/api/games/{id}/chat"), json!({"text": "a\0b"})),
            ("/api/games".into(), json!({"scenario": "skirmish/field\0", "seating": "open"})),
        ] {
            assert_eq!(ann.refused(&path, body).await.0, 400, "{path}");
        }
        for path in ["/api/games/a%00b", "/api/games?list=%00", "/api/confirm/%00"] {
            assert_eq!(ann.caller.get(path).await.unwrap().status, 400, "{path}");
        }
        assert_eq!(ann.post(&format!("/api/games/{id}/chat"), json!({"text": "a \\u0000 b"})).await["chat"][0]["text"], "a \\u0000 b");
    }
}

#[test]
fn a_name_that_is_not_ours_is_refused() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut eve = house.stranger();
        let answer = eve.caller.ask("GET", "/api/me", &[("host", "evil.example")], b"").await.unwrap();
        assert_eq!(answer.status, 421);
        assert_eq!(answer.header("set-cookie"), None);
        let health = eve.caller.ask("GET", "/healthz", &[("host", "probe.internal")], b"").await.unwrap();
        assert_eq!(health.status, 200);
    });
}
