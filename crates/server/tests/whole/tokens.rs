//! Tokens: bots that speak for a player through the API.

use std::time::Duration;

use caller::{Answer, Caller};
use serde_json::{Value, json};
use sha2::Digest;

use crate::common::{House, NONCE, Player, duel, settings, shelf};
use server::Settings;
use server::mail::Post;

/// A program with a token and nothing else: no cookie, no header of ours.
struct Bot(Caller);

impl Bot {
    async fn of(player: &mut Player, house: &House) -> Bot {
        let made = player.post("/api/tokens", json!({ "name": "a bot" })).await;
        Bot::with(house, made["token"].as_str().expect("a token"))
    }

    fn with(house: &House, token: &str) -> Bot {
        let mut caller = Caller::new(house.address);
        caller.bearer = Some(token.to_string());
        Bot(caller)
    }

    fn token(&self) -> &str {
        self.0.bearer.as_deref().expect("a token")
    }

    async fn ask(&mut self, method: &str, path: &str, body: Value) -> Answer {
        let headers = [("content-type", "application/json")];
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let answer = self.0.ask(method, path, &headers, body.as_bytes()).await.expect("an answer");
        assert_eq!(answer.header("set-cookie"), None, "a token begins no session");
        answer
    }

    async fn get(&mut self, path: &str) -> Value {
        let answer = self.ask("GET", path, Value::Null).await;
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.json()["error"]);
        answer.json()
    }

    async fn post(&mut self, path: &str, body: Value) -> Value {
        let answer = self.ask("POST", path, body).await;
        assert_eq!(answer.status, 200, "POST {path}: {}", answer.json()["error"]);
        answer.json()
    }

    async fn play_any(&mut self, id: &str) {
        let view = self.get(&format!("/api/games/{id}")).await;
        let order = view["orders"].as_array().and_then(|all| all.last()).expect("something to play");
        let body = json!({ "entry": view["entry"], "orders": [order["order"]], "nonce": NONCE });
        let answer = self.post(&format!("/api/games/{id}/orders"), body).await;
        assert_eq!(answer["refused"], Value::Null);
    }
}

on_both! {
    async fn a_bot_takes_a_seat_and_plays_with_a_token(database) {
        let house = House::open(&database).await;
        let (mut ann, mut bob) = (house.guest().await, house.guest().await);
        let (id, _) = ann.new_game("open").await;
        let mut bot = Bot::of(&mut bob, &house).await;
        bot.post(&format!("/api/games/{id}/join"), json!({})).await;
        assert_eq!(bob.get(&format!("/api/games/{id}")).await["you"], json!(["second"]), "it sits where its owner sits");
        for _ in 0..6 {
            let view = bot.get(&format!("/api/games/{id}")).await;
            match view["your_move"] == json!(true) {
                true => bot.play_any(&id).await,
                false => drop(ann.play_any(&id).await),
            }
        }
        assert!(ann.get(&format!("/api/games/{id}")).await["entry"].as_u64().unwrap() >= 6);
    }

    async fn a_token_is_shown_once_listed_without_it_and_withdrawn(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let made = ann.post("/api/tokens", json!({ "name": "Hannibal" })).await;
        let token = made["token"].as_str().unwrap().to_string();
        assert_eq!(token.len(), 64);
        let listed = ann.get("/api/tokens").await;
        assert_eq!((listed[0]["name"].as_str(), &listed[0]["id"]), (Some("Hannibal"), &made["id"]));
        assert!(!listed.to_string().contains(&token), "shown once");
        let mut bot = Bot::with(&house, &token);
        let name = ann.get("/api/me").await["name"].clone();
        assert_eq!(bot.get("/api/me").await["name"], name);
        let mut other = Bot::of(&mut ann, &house).await;
        assert_eq!(ann.post("/api/tokens/withdraw", json!({ "id": made["id"] })).await["withdrawn"], 1);
        let refused = bot.ask("GET", "/api/me", Value::Null).await;
        assert_eq!(refused.status, 401, "nobody becomes a guest by a token that opens nothing");
        assert!(refused.json()["error"]["why"].as_str().unwrap().contains("withdrawn"));
        assert_eq!(other.get("/api/me").await["name"], name);
        assert_eq!(ann.refused("/api/tokens/withdraw", json!({ "id": made["id"] })).await.0, 404);
        assert_eq!(ann.post("/api/tokens/withdraw", json!({})).await["withdrawn"], 1);
        assert_eq!(ann.get("/api/tokens").await, json!([]));
        assert_eq!(other.ask("GET", "/api/games", Value::Null).await.status, 401);
    }

    async fn a_token_opens_games_and_never_the_account(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        ann.post("/api/register", json!({ "name": "Anna", "password": "long enough" })).await;
        let mut bot = Bot::of(&mut ann, &house).await;
        for (method, path, body) in [
            ("GET", "/api/tokens", Value::Null),
            ("POST", "/api/tokens", json!({ "name": "another" })),
            ("POST", "/api/tokens/withdraw", json!({})),
            ("GET", "/api/sessions", Value::Null),
            ("POST", "/api/sessions/end", json!({})),
            ("POST", "/api/settings", json!({ "email": "eve@example.org" })),
            ("POST", "/api/password", json!({ "old": "long enough", "new": "long enough too" })),
            ("POST", "/api/account/close", json!({ "password": "long enough" })),
            ("POST", "/api/logout", json!({})),
            ("POST", "/api/login", json!({ "name": "Anna", "password": "long enough" })),
        ] {
            assert_eq!(bot.ask(method, path, body).await.status, 403, "{method} {path}");
        }
        assert_eq!(ann.get("/api/me").await["name"], "Anna");
    }

    async fn a_token_is_no_cookie_and_a_cookie_no_token(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let bot = Bot::of(&mut ann, &house).await;
        // Known to the server by now, if it keeps those it knows.
        let mut known = Bot::with(&house, bot.token());
        known.get("/api/me").await;
        let mut eve = house.stranger();
        eve.caller.cookie = Some(format!("session={}", bot.token()));
        assert_ne!(eve.get("/api/me").await["name"], ann.get("/api/me").await["name"]);
        let cookie = ann.caller.cookie.clone().expect("a session");
        let mut mallory = Bot::with(&house, cookie.split_once('=').expect("a cookie").1);
        assert_eq!(mallory.ask("GET", "/api/me", Value::Null).await.status, 401);
        // A wrong token beside a right cookie opens nothing, so that no page of another site gets past the guard.
        let headers = [("authorization", "Bearer nonsense"), ("content-type", "application/json")];
        let answer = ann.caller.ask("POST", "/api/games", &headers, b"{}").await.unwrap();
        assert_eq!(answer.status, 401);
    }

    async fn tokens_end_when_the_account_changes_hands(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let mut of_guest = Bot::of(&mut ann, &house).await;
        ann.post("/api/register", json!({ "name": "Anna", "password": "long enough" })).await;
        assert_eq!(of_guest.ask("GET", "/api/me", Value::Null).await.status, 401, "whoever made it as a guest");
        let mut of_account = Bot::of(&mut ann, &house).await;
        ann.post("/api/password", json!({ "old": "long enough", "new": "longer still" })).await;
        assert_eq!(of_account.ask("GET", "/api/me", Value::Null).await.status, 401, "whoever knew the old password");
        let mut last = Bot::of(&mut ann, &house).await;
        ann.post("/api/account/close", json!({ "password": "longer still" })).await;
        assert_eq!(last.ask("GET", "/api/me", Value::Null).await.status, 401);
    }

    async fn what_a_bot_listens_to_ends_with_its_token(database) {
        let house = House::open(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        let bot = Bot::of(&mut ann, &house).await;
        let mut heard = bot.0.listen(&format!("/api/games/{id}/events"), None).await.unwrap();
        ann.post("/api/tokens/withdraw", json!({})).await;
        let ended = async { while heard.next().await.is_ok_and(|event| event.is_some()) {} };
        tokio::time::timeout(Duration::from_secs(5), ended).await.expect("the stream ends");
    }

    async fn nobody_has_more_than_twenty_tokens(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        for n in 0..20 {
            ann.post("/api/tokens", json!({ "name": format!("bot {n}") })).await;
        }
        assert_eq!(ann.refused("/api/tokens", json!({ "name": "one more" })).await.0, 409);
        for name in ["", "   ", "a\u{1b}b", &"x".repeat(41)] {
            assert_eq!(ann.refused("/api/tokens", json!({ "name": name })).await.0, 400, "{name:?}");
        }
        let mut stranger = house.stranger();
        assert_eq!(stranger.refused("/api/tokens", json!({ "name": "a bot" })).await.0, 401);
    }

    async fn what_is_kept_of_a_token_opens_nothing(database) {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let bot = Bot::of(&mut ann, &house).await;
        let listed = ann.get("/api/tokens").await;
        let digest = engine::table::hex_digits(&sha2::Sha256::digest(bot.token()));
        assert!(digest.starts_with(listed[0]["id"].as_str().unwrap()), "it is called by its digest");
        let mut thief = Bot::with(&house, &digest);
        assert_eq!(thief.ask("GET", "/api/me", Value::Null).await.status, 401);
    }

    async fn a_bot_is_limited_like_others(database) {
        let limited = Settings { limits: true, ..settings() };
        let house = House::with(shelf(), &database, limited, Post::Off).await;
        let mut ann = house.guest().await;
        let mut bot = Bot::of(&mut ann, &house).await;
        let mut turned_away = 0;
        for _ in 0..600 {
            let answer = bot.ask("POST", "/api/games/nowhere/chat", json!({ "text": "hello" })).await;
            turned_away += usize::from(answer.status == 429);
        }
        assert!(turned_away > 0, "600 changes at once are more than anybody may make");
    }
}
