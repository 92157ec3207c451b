//! Safety: forged and oversized requests, guessing, hidden units, limits, headers.

use std::time::Duration;

use crate::common;
use crate::common::{House, NONCE, Player, duel, duel_of, step};
use caller::Answer;
use engine::edition::Options;
use engine::{Generator, Turn};
use serde_json::{Value, json};
use server::Settings;
use server::contest::Contest;
use server::deed::{Act, Deed};
use server::store::Append;
use server::timekeeping::Absences;
use shelf::Shelf;

const JSON: (&str, &str) = ("content-type", "application/json");
const OURS: (&str, &str) = ("x-strategikon", "1");

async fn sent(player: &mut Player, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    player.caller.ask("POST", path, headers, body).await.expect("an answer")
}

#[test]
fn a_request_from_another_site_is_refused() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        let resign = format!("/api/games/{id}/resign");
        assert_eq!(sent(&mut ann, &resign, &[JSON], b"{}").await.status, 403, "without our header");
        let foreign = [JSON, OURS, ("origin", "https://evil.example")];
        assert_eq!(sent(&mut ann, &resign, &foreign, b"{}").await.status, 403);
        assert_eq!(sent(&mut ann, &resign, &[JSON, OURS, ("origin", "null")], b"{}").await.status, 403);
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["turn"], json!({"side": "Reds"}));
        let home = format!("http://{}", house.address);
        assert_eq!(sent(&mut ann, &resign, &[JSON, OURS, ("origin", &home)], b"{}").await.status, 200);
    });
}

#[test]
fn strangers_and_forged_sessions_change_nothing() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (_ann, _bob, id) = duel(&house).await;
        let forged = format!("session={}", "0".repeat(64));
        for cookie in [None, Some(forged.as_str()), Some("session=short"), Some("session=';--")] {
            let mut eve = house.stranger();
            eve.caller.cookie = cookie.map(str::to_string);
            let orders = json!({"entry": 0, "orders": [step(0, "0204")], "nonce": NONCE});
            for (path, body) in [
                (format!("/api/games/{id}/orders"), orders),
                (format!("/api/games/{id}/resign"), json!({})),
                (format!("/api/games/{id}/chat"), json!({"text": "hello"})),
                ("/api/games".into(), json!({"scenario": "skirmish/field", "seating": "open"})),
                ("/api/register".into(), json!({"name": "Eve", "password": "long enough"})),
                ("/api/settings".into(), json!({"notify": false})),
            ] {
                assert_eq!(eve.refused(&path, body).await.0, 401, "{path}");
            }
            assert_eq!(eve.get(&format!("/api/games/{id}")).await["you"], json!([]));
        }
    });
}

#[test]
fn sessions_are_kept_from_scripts_and_from_whoever_reads_the_database() {
    let database = common::sqlite();
    common::run(async {
        let settings = Settings { address: Some("https://table.example".into()), ..common::settings() };
        let house = House::with(common::shelf(), &database, settings, Default::default()).await;
        let mut ann = house.stranger();
        let me = ann.caller.get("/api/me").await.unwrap();
        let cookie = me.header("set-cookie").unwrap().to_string();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Secure"] {
            assert!(cookie.contains(part), "{part} is not in {cookie}");
        }
        let token = cookie.split(['=', ';']).nth(1).unwrap().to_string();
        assert_eq!(token.len(), 64);
        let public = [JSON, OURS, ("origin", "https://table.example")];
        assert_eq!(
            sent(&mut ann, "/api/logout", &public, b"{}").await.status,
            200,
            "by the name players know"
        );
        let file = std::fs::read(database.url.trim_start_matches("sqlite:")).unwrap();
        let wal =
            std::fs::read(format!("{}-wal", database.url.trim_start_matches("sqlite:"))).unwrap_or_default();
        for stored in [file, wal] {
            assert!(!stored.windows(64).any(|bytes| bytes == token.as_bytes()), "the token itself is stored");
        }
    });
}

#[test]
fn every_answer_forbids_frames_sniffing_and_scripts_in_line() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        for path in ["/", "/api/shelf", "/js/main.js", "/nowhere", "/api/nowhere", "/invite/token"] {
            let answer = ann.caller.get(path).await.unwrap();
            let policy = answer.header("content-security-policy").unwrap();
            assert!(
                policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
                "{path}"
            );
            assert!(!policy.contains("unsafe"), "{path}");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{path}");
        }
        let page = ann.caller.get("/").await.unwrap();
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
        let module = ann.caller.get("/js/main.js").await.unwrap();
        assert!(module.header("content-type").unwrap().starts_with("text/javascript"));
        let tag = module.header("etag").unwrap().to_string();
        let again = ann.caller.ask("GET", "/js/main.js", &[("if-none-match", &tag)], b"").await.unwrap();
        assert_eq!((again.status, again.body.len()), (304, 0));
        let packed = ann.caller.ask("GET", "/js/main.js", &[("accept-encoding", "gzip")], b"").await.unwrap();
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        assert!(packed.body.len() < module.body.len());
        for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/js/../../Cargo.toml"] {
            assert_eq!(ann.caller.get(path).await.unwrap().status, 404, "{path}");
        }
    });
}

#[test]
fn faces_come_from_here_and_are_kept_by_their_names() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let sheet = ann.caller.get("/css/face.css").await.unwrap();
        assert_eq!(sheet.header("cache-control"), Some("no-cache"));
        let sheet = String::from_utf8(sheet.body).unwrap();
        assert!(sheet.contains("font-display: swap"));
        let named = sheet.split("url(").skip(1).filter_map(|rest| rest.split_once(')'));
        let faces: Vec<&str> = named.map(|(address, _)| address).collect();
        assert!(faces.len() >= 8, "{faces:?}");
        for face in faces {
            let answer = ann.caller.ask("GET", face, &[("accept-encoding", "gzip")], b"").await.unwrap();
            assert_eq!((answer.status, answer.header("content-type")), (200, Some("font/woff2")), "{face}");
            assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"), "{face}");
            assert_eq!(&answer.body[..4], b"wOF2", "{face} is packed already and not packed again");
            assert!(answer.header("content-security-policy").unwrap().contains("font-src 'self'"), "{face}");
        }
    });
}

#[test]
fn a_map_brings_its_face_under_a_policy_of_its_own() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let shelf = ann.get("/api/shelf").await;
        let address = shelf[0]["scenarios"][0]["field"]["landscape"].as_str().unwrap().to_string();
        let map = ann.caller.get(&address).await.unwrap();
        let policy = map.header("content-security-policy").unwrap();
        assert_eq!(
            policy,
            "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'"
        );
        assert!(map.header("cache-control").unwrap().contains("immutable"));
        let packed = ann.caller.ask("GET", &address, &[("accept-encoding", "gzip")], b"").await.unwrap();
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        assert!(packed.body.len() < map.body.len() / 3);
        let drawing = String::from_utf8(map.body).unwrap();
        assert!(drawing.contains("<style>@font-face{font-family:'Strategikon Serif'"));
    });
}

#[test]
fn requests_that_are_too_large_or_no_json_are_refused() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        let chat = format!("/api/games/{id}/chat");
        let large = json!({"text": "x".repeat(70_000)}).to_string();
        assert_eq!(sent(&mut ann, &chat, &[JSON, OURS], large.as_bytes()).await.status, 413);
        for body in ["", "{", "[1,2", "\"text\"", "{\"text\":7}", "{\"text\":\"a\",\"sudo\":true}"] {
            let answer = sent(&mut ann, &chat, &[JSON, OURS], body.as_bytes()).await;
            assert_eq!(answer.status, 400, "{body}");
            assert!(answer.json()["error"]["why"].is_string(), "{body}");
        }
        assert_eq!(sent(&mut ann, &chat, &[OURS], b"{\"text\":\"a\"}").await.status, 400, "no JSON by name");
        let wrong = ann.caller.ask("DELETE", &format!("/api/games/{id}"), &[OURS], b"").await.unwrap();
        assert_eq!(wrong.status, 405);
        for path in [
            "/api/games/nowhere",
            "/api/games/nowhere/log",
            "/api/rules/chess",
            "/api/landscape/x.svg",
            "/api/landscape/x",
        ] {
            assert_eq!(ann.caller.get(path).await.unwrap().status, 404, "{path}");
        }
        let deep = "[".repeat(50_000);
        assert_eq!(sent(&mut ann, &chat, &[JSON, OURS], deep.as_bytes()).await.status, 400);
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["chat"], json!([]));
    });
}

#[test]
fn too_many_tries_at_a_password_are_turned_away() {
    let database = common::sqlite();
    common::run(async {
        let settings = Settings { limits: true, ..common::settings() };
        let house = House::with(common::shelf(), &database, settings, Default::default()).await;
        let mut ann = house.guest().await;
        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        let mut eve = house.guest().await;
        let mut seen = vec![];
        for n in 0..12 {
            seen.push(
                eve.refused("/api/login", json!({"name": "Anna", "password": format!("guess {n}")})).await.0,
            );
        }
        let answer = eve.try_post("/api/login", json!({"name": "Anna", "password": "once more"})).await;
        assert!(answer.header("retry-after").is_some(), "it is said when to come again");
        // The ten that are granted at once include the password she chose.
        assert_eq!((seen[0], seen.last()), (403, Some(&429)), "{seen:?}");
        let figures = eve.caller.get("/metrics").await.unwrap();
        let figures = String::from_utf8(figures.body).unwrap();
        assert!(figures.contains("strategikon_answers_total{class=\"4xx\"} 13"), "{figures}");
    });
}

#[test]
fn one_address_has_only_so_many_event_streams() {
    let database = common::sqlite();
    common::run(async {
        let settings = Settings { limits: true, ..common::settings() };
        let house = House::with(common::shelf(), &database, settings, Default::default()).await;
        let mut ann = house.guest().await;
        let (id, _) = ann.new_game("open").await;
        let events = format!("/api/games/{id}/events");
        let mut lines = vec![];
        // Strangers, who are not told apart.
        while let Ok(line) = house.stranger().caller.listen(&events, None).await {
            lines.push(line);
        }
        assert_eq!(lines.len(), 200);
        let elsewhere = caller::Caller::from(std::net::IpAddr::from([127, 0, 0, 2]), house.address);
        assert!(elsewhere.listen(&events, None).await.is_ok(), "others are not concerned");
        drop(lines.split_off(100));
        for _ in 0..100 {
            if house.stranger().caller.listen(&events, None).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("whoever left has not made room");
    });
}

#[test]
fn invitations_cannot_be_guessed_or_seen_by_others() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let mut ann = house.guest().await;
        let (id, invite) = ann.new_game("invite").await;
        let invite = invite.unwrap();
        let mut eve = house.guest().await;
        assert_eq!(eve.get(&format!("/api/games/{id}")).await["invite"], Value::Null);
        assert_eq!(eve.get("/api/games?list=open").await, json!([]));
        assert_eq!(eve.get("/api/games?list=watch").await, json!([]));
        let wrong = format!("{}0", &invite[..invite.len() - 1]);
        let wrong = if wrong == invite { format!("{}1", &invite[..invite.len() - 1]) } else { wrong };
        assert_eq!(eve.refused(&format!("/api{wrong}"), json!({})).await.0, 404);
        assert_eq!(eve.refused(&format!("/api/invite/{id}"), json!({})).await.0, 404);
    });
}

/// The battle of Chengpu up to where the first side may hide a unit behind its dust, played with physical dice:
/// everything said, and the orders that hide somebody.
fn up_to_the_dust(shelf: &Shelf) -> (Vec<Act>, Vec<Value>) {
    for seed in 0..20 {
        let mut table = shelf.open(CHENGPU, &Options::new()).expect("the battle opens").table;
        let mut generator = Generator::new(seed, 0);
        let mut acts = vec![];
        while !matches!(table.turn(), Turn::Over(_)) {
            if let Turn::Dice(request) = table.turn() {
                let dice = generator.throw(request).faces().to_vec();
                table.roll(&dice).expect("the dice that were asked for");
                acts.push(Act::Roll { dice, nonce: None });
                continue;
            }
            let orders = table.orders();
            let of = |kind: &str| orders.iter().find(|order| order["do"] == kind).cloned();
            if of("hide").is_some() {
                let hides = orders.iter().filter(|order| order["do"] == "hide");
                return (acts, hides.map(|order| order.data().clone()).collect());
            }
            let wanted = ["muster", "feint", "dust", "fall_back"].iter().find_map(|kind| of(kind));
            let sometimes = (generator.below(3) == 0).then(|| of("commit").or(of("done"))).flatten();
            let any = || orders[generator.below(orders.len() as u32) as usize].clone();
            let order = wanted.or(sometimes).unwrap_or_else(any);
            table.play(&order).expect("a listed order");
            acts.push(Act::Order { order: order.data().clone(), nonce: None });
        }
    }
    panic!("nobody could hide in any of these games");
}

/// All that is drawn of counters and marks.
fn drawn(view: &Value) -> String {
    let pieces = |group: &str| view["layer"][group].as_array().expect("pieces").clone();
    [pieces("counters"), pieces("marks")]
        .concat()
        .iter()
        .map(|piece| piece.as_str().expect("an element"))
        .collect()
}

const CHENGPU: &str = "armageddon/fan-20-chengpu";

/// Puts a game played elsewhere on the table of two players.
async fn lay_out(house: &House, acts: Vec<Act>) -> (Player, Player, String) {
    let wish = json!({"scenario": CHENGPU, "seating": "invite"});
    let (jin, chu, id) = duel_of(house, wish).await;
    // The same game with physical dice, so that the rolls may be what they were.
    let store = &house.contests.store;
    let mut row = store.game(&id).await.unwrap().unwrap();
    let mut header: Value = serde_json::from_str(&row.header).unwrap();
    header["dice"] = json!("physical");
    (row.id, row.header, row.seed, row.invite) = ("laidout".into(), header.to_string(), None, None);
    let sat = store.deeds(&id, 0).await.unwrap().into_iter().map(|deed| (deed.side, deed.act));
    let shelf = &house.contests.shelf;
    let mut contest = Contest::open(shelf, row.clone(), Absences::default()).unwrap();
    store.create(&row, &contest.summary()).await.unwrap();
    let mut deeds = vec![];
    for (side, act) in sat.chain(acts.into_iter().map(|act| (None, act))) {
        let side = side.or(contest.to_act());
        let deed = Deed { number: contest.number + 1, at: 1, side, act };
        contest.apply(&deed).unwrap();
        deeds.push(deed);
    }
    let summary = contest.summary();
    store.append(Append { game: row.id.clone(), after: 0, deeds, summary }).await.unwrap();
    (jin, chu, row.id)
}

/// How often a text names somebody: "Axemen 1" is not "Axemen 12", and "Bowmen 2" not "Improved Bowmen 2".
fn mentions(text: &str, name: &str) -> usize {
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let named = text.match_indices(name);
    named.filter(|&(at, _)| !goes_on(&text[at + name.len()..]) && !text[..at].ends_with("Improved ")).count()
}

fn counters(view: &Value) -> Vec<Value> {
    view["scene"]["counters"].as_array().unwrap().clone()
}

#[test]
fn who_is_hidden_behind_the_dust_never_leaves_the_server_for_the_enemy() {
    let database = common::sqlite();
    common::run(async {
        let house =
            House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        let (acts, hides) = up_to_the_dust(&house.contests.shelf);
        let (mut jin, mut chu, id) = lay_out(&house, acts).await;
        let path = format!("/api/games/{id}");
        let eve = house.stranger();
        let before = jin.get(&path).await["number"].as_u64().unwrap();
        assert_eq!(chu.caller.get(&format!("{path}/record")).await.unwrap().status, 200, "nobody hides yet");
        let hide = hides[0].clone();
        let counter = hide["unit"].as_u64().unwrap();
        let changes = format!("{path}/events?changes=true");
        let mut followers = vec![];
        for caller in [&chu.caller, &eve.caller] {
            followers.push(caller.listen(&changes, None).await.unwrap());
        }
        chu.get(&path).await;
        jin.play(&id, &[hide]).await;
        for follower in &mut followers {
            let told = follower.next_numbered(Duration::from_secs(10)).await.unwrap().json();
            let ids = told["changes"]["pieces"]["order"].as_array().unwrap();
            assert!(!ids.is_empty() && !ids.contains(&json!(format!("c{counter}"))), "it is no longer drawn");
            assert!(!told["changes"].to_string().contains(&format!("\"id\":{counter},")), "nor told");
        }
        let own = jin.get(&path).await;
        let named = counters(&own).into_iter().find(|c| c["id"] == counter).unwrap();
        let name = named["name"].as_str().unwrap();
        assert!(mentions(&drawn(&own), name) > 0);
        assert!(named["seals"].as_array().unwrap().contains(&json!("hidden")));
        let number = own["number"].as_u64().unwrap();
        assert!(number > before);
        for player in [&mut chu, &mut Player { caller: eve.caller }] {
            let view = player.get(&path).await;
            assert!(counters(&view).iter().all(|c| c["id"] != counter));
            assert!(counters(&view).iter().any(|c| c["glyph"] == "hidden" && c["place"] == named["place"]));
            // The enemy may have one of the same name: that one, and no other, is named.
            let namesakes =
                counters(&view).iter().filter(|c| c["name"] == name && c["place"].is_string()).count();
            for part in [drawn(&view), view["scene"]["description"].as_str().unwrap().to_string()] {
                assert_eq!(mentions(&part, name), namesakes, "{name} in {part}");
            }
            assert_eq!(mentions(view["prompt"].as_str().unwrap(), name), 0);
            assert!(!drawn(&view).contains(&format!("id=\"c{counter}\"")));
            let log = player.get(&format!("{path}/log?from={}", own["entry"].as_u64().unwrap() - 1)).await;
            assert_eq!(log[0]["events"].as_array().map_or(0, Vec::len), 0, "hiding is not told: {log}");
            let mut line = player.caller.listen(&format!("{path}/events"), Some(number - 1)).await.unwrap();
            let last = line.next_numbered(Duration::from_secs(10)).await.unwrap();
            assert_eq!(mentions(&drawn(&last.json()), name), namesakes);
            assert_eq!(counters(&last.json()), counters(&view));
            assert_eq!(last.json()["log"], log);
            let record = player.caller.get(&format!("{path}/record")).await.unwrap();
            assert_eq!(record.status, 403);
            assert_eq!(player.get(&format!("{path}/fire/{counter}")).await, json!([]));
            let odds = player.caller.post(&format!("{path}/odds"), &json!({})).await.unwrap();
            assert!(odds.json()["hidden"].is_string());
        }
        assert_eq!(jin.caller.get(&format!("{path}/record")).await.unwrap().status, 200);
    });
}

/// Compares what the owner of hidden units is told of the last entry with what somebody else is told; answers how
/// many events were about the hidden. Both sides may have units of one name, so events are compared one by one.
async fn kept_back(owner: &mut Player, other: &mut Player, path: &str, hidden: &[Value]) -> usize {
    let (own, view) = (owner.get(path).await, other.get(path).await);
    let from = own["entry"].as_u64().unwrap().saturating_sub(1);
    let log = format!("{path}/log?from={from}");
    let (mine, theirs) = (owner.get(&log).await, other.get(&log).await);
    let mut about = 0;
    for unit in hidden {
        let (id, name) = (&unit["id"], unit["name"].as_str().unwrap());
        assert!(counters(&view).iter().all(|c| &c["id"] != id), "{name} is shown");
        assert!(!drawn(&view).contains(&format!("id=\"c{id}\"")));
        let words = view["scene"]["description"].as_str().unwrap();
        let army = words.lines().find(|line| line.starts_with("Jin: ")).expect("the army in words");
        assert_eq!(mentions(army, name), 0, "{name} in {army}");
        let in_hand = unit["seals"].as_array().unwrap().contains(&json!("active"));
        assert!(!in_hand || mentions(view["prompt"].as_str().unwrap(), name) == 0, "{}", view["prompt"]);
        let events = |log: &Value| log[0]["events"].as_array().cloned().unwrap_or_default();
        for (mine, theirs) in events(&mine).iter().zip(events(&theirs)) {
            if mine["counters"].as_array().is_some_and(|all| all.contains(id)) {
                assert_eq!(mentions(theirs["text"].as_str().unwrap(), name), 0, "{theirs}");
                assert!(theirs["counters"].is_null() && theirs["sum"].is_null(), "{theirs}");
                about += 1;
            }
        }
        assert!(theirs[0]["order"].is_null(), "not even the sort of order: {theirs}");
    }
    about
}

#[test]
fn the_hidden_stay_unknown_while_they_move_and_the_game_goes_on() {
    let database = common::sqlite();
    common::run(async {
        let house =
            House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        let (acts, _) = up_to_the_dust(&house.contests.shelf);
        let (mut jin, mut chu, id) = lay_out(&house, acts).await;
        let path = format!("/api/games/{id}");
        let mut eve = Player { caller: house.stranger().caller };
        let mut chance = Generator::new(3, 1);
        let (mut about, mut touched) = (0, true);
        for _ in 0..400 {
            let own = jin.get(&path).await;
            let entry = own["entry"].clone();
            let seals = |c: &Value, seal: &str| c["seals"].as_array().unwrap().contains(&json!(seal));
            let hidden: Vec<Value> = counters(&own).into_iter().filter(|c| seals(c, "hidden")).collect();
            if touched {
                about += kept_back(&mut jin, &mut chu, &path, &hidden).await;
                about += kept_back(&mut jin, &mut eve, &path, &hidden).await;
            }
            if about >= 8 || own["turn"]["over"].is_object() {
                break;
            }
            if own["turn"]["dice"].is_object() {
                let dice = [1 + chance.below(6)];
                jin.post(&format!("{path}/roll"), json!({ "entry": entry, "dice": dice })).await;
                continue;
            }
            let turn = if own["your_move"] == true { &mut jin } else { &mut chu };
            let view = turn.get(&path).await;
            let all = view["orders"].as_array().unwrap();
            let of = |kind: &str| all.iter().find(|choice| choice["kind"] == kind);
            let theirs = all.iter().find(|choice| hidden.iter().any(|unit| choice["counter"] == unit["id"]));
            let on = of("commit").or(of("done")).or(of("halt"));
            let any = &all[chance.below(all.len() as u32) as usize];
            let order = of("hide").or(theirs).or(on).unwrap_or(any);
            touched = theirs.is_some();
            turn.play(&id, &[order["order"].clone()]).await;
        }
        assert!(about >= 8, "only {about} events about hidden units");
    });
}
