//! Floods: what one visitor can have of the house, tried on a server with limits.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::process::Process;
use crate::common::{self, Database, House, NONCE, Player, duel, step};
use crate::costs::dither;
use caller::Caller;
use engine::edition::{Edition, Options, ScenarioCard};
use engine::rulebook::Rulebook;
use engine::skirmish::SkirmishEdition;
use engine::table::Table;
use engine::{Objection, Viewer};
use serde_json::{Value, json};
use server::Settings;
use server::staff::{Allotment, Commanders, Question, Thinker};
use shelf::Shelf;

/// A server with limits, as the public has it.
async fn guarded(database: &Database) -> House {
    guarded_with(Arc::new(Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>])), database).await
}

async fn guarded_with(shelf: Arc<Shelf>, database: &Database) -> House {
    let settings = Settings { limits: true, ..common::settings() };
    House::with(shelf, database, settings, Default::default()).await
}

/// Somebody at an address of their own.
async fn from(house: &House, address: [u8; 4]) -> Player {
    let mut player = Player { caller: Caller::from(IpAddr::from(address), house.address) };
    player.get("/api/me").await;
    player
}

/// How many of the answers have a status.
fn count(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|&&one| one == status).count()
}

on_both! {
    async fn four_hundred_logins_at_once_take_little_memory_and_the_rest_is_asked_to_come_again(database) {
        let process = Process::start(&database);
        let mut ann = process.guest().await;
        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        let before = process.memory();
        let logins: Vec<_> = (0..400)
            .map(|n| {
                let mut caller = Caller::new(process.address);
                tokio::spawn(async move {
                    let guess = json!({"name": "Anna", "password": format!("guess {n}")});
                    let answer = caller.post("/api/login", &guess).await.expect("an answer");
                    if answer.status == 429 {
                        assert!(answer.header("retry-after").is_some(), "it is said when to come again");
                    }
                    answer.status
                })
            })
            .collect();
        let mut statuses = vec![];
        for login in logins {
            statuses.push(login.await.unwrap());
        }
        let (refused, later) = (count(&statuses, 403), count(&statuses, 429));
        assert_eq!(refused + later, 400, "{statuses:?}");
        assert!(refused >= 2 && later > 0, "{refused} refused, {later} asked to come again");
        // A digest takes 19 MiB, and 400 connections something too.
        let most = process.most_memory();
        assert!(most < before + 100, "{most} MiB, {before} before");
        ann.post("/api/login", json!({"name": "Anna", "password": "long enough"})).await;
    }

    async fn nobody_talks_the_players_out_of_their_game(database) {
        let house = guarded(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        let chat = format!("/api/games/{id}/chat");
        let mut statuses = vec![];
        for n in 1..=55 {
            let mut eve = from(&house, [127, 7, 0, n]).await;
            for _ in 0..30 {
                statuses.push(eve.try_post(&chat, json!({"text": "look at me"})).await.status);
            }
        }
        let heard = count(&statuses, 200);
        assert!((100..500).contains(&heard) && heard + count(&statuses, 429) == statuses.len(), "{heard} of {}", statuses.len());
        ann.play(&id, &[step(0, "0204")]).await;
        house.close().await;
    }

    async fn one_address_begins_only_so_many_games(database) {
        let house = guarded(&database).await;
        let mut statuses = vec![];
        for _ in 0..6 {
            let mut eve = from(&house, [127, 7, 1, 1]).await;
            for _ in 0..20 {
                statuses.push(eve.try_post("/api/games", json!({"scenario": "skirmish/field", "seating": "hotseat"})).await.status);
            }
        }
        let begun = count(&statuses, 200);
        assert!((60..110).contains(&begun), "{begun}");
        assert_eq!(begun + count(&statuses, 429), 120);
        let mut bob = from(&house, [127, 7, 1, 2]).await;
        bob.new_game("hotseat").await;
        house.close().await;
    }

    async fn to_be_told_what_was_missed_too_often_is_to_begin_anew(database) {
        let house = guarded(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        ann.play(&id, &[step(0, "0204")]).await;
        let eve = Caller::from(IpAddr::from([127, 7, 2, 1]), house.address);
        let (mut told, mut anew) = (0, 0);
        for _ in 0..450 {
            let mut line = eve.listen(&format!("/api/games/{id}/events?from=2"), None).await.unwrap();
            let heard = line.next_numbered(Duration::from_secs(10)).await.unwrap();
            match heard.kind.as_str() {
                "entry" => told += 1,
                "anew" => anew += 1,
                other => panic!("{other}"),
            }
        }
        assert!(told >= 300 && anew > 0, "{told} told, {anew} anew");
        house.close().await;
    }
}

#[test]
fn a_game_that_has_gone_on_for_ever_takes_no_more_talk_and_no_more_seats() {
    let database = common::sqlite();
    common::run(async {
        let house = guarded(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        dither(&house, &id, step(0, "0204"), 25_000).await;
        let chat = (format!("/api/games/{id}/chat"), json!({"text": "still here?"}));
        let (status, why) = ann.refused(&chat.0, chat.1).await;
        assert!(status == 403 && why.contains("no more is said"), "{status} {why}");
        ann.play(&id, &[step(0, "0204")]).await;
        let entry = ann.get(&format!("/api/games/{id}")).await["entry"].clone();
        ann.post(&format!("/api/games/{id}/undo"), json!({"entry": entry, "to": 0})).await;
        dither(&house, &id, step(0, "0204"), 24_900).await;
        let seat = format!("/api/games/{id}/seat");
        let mut refused = None;
        for n in 0..250 {
            let computer = if n % 2 == 0 { json!("recruit") } else { Value::Null };
            let answer = ann.try_post(&seat, json!({"side": "first", "computer": computer})).await;
            if answer.status != 200 {
                refused = Some((answer.status, answer.json()["error"]["why"].to_string()));
                break;
            }
        }
        let (status, why) = refused.expect("it is refused in the end");
        assert!(status == 403 && why.contains("at most 100000 deeds"), "{status} {why}");
        house.close().await;
    });
}

/// The example game, and how often it was opened and its rules were read.
#[derive(Debug, Default)]
struct Counted {
    opened: Arc<AtomicUsize>,
    read: Arc<AtomicUsize>,
}

impl Edition for Counted {
    fn name(&self) -> &str {
        SkirmishEdition.name()
    }

    fn title(&self) -> &str {
        SkirmishEdition.title()
    }

    fn ruleset(&self) -> u32 {
        SkirmishEdition.ruleset()
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        SkirmishEdition.scenarios()
    }

    fn set_up(&self, scenario: &str, options: &Options, ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        self.opened.fetch_add(1, Ordering::Relaxed);
        SkirmishEdition.set_up(scenario, options, ruleset)
    }

    fn rulebook(&self) -> &Rulebook {
        self.read.fetch_add(1, Ordering::Relaxed);
        SkirmishEdition.rulebook()
    }
}

#[test]
fn maps_nobody_knows_and_pages_everybody_reads_are_looked_for_once() {
    let database = common::sqlite();
    common::run(async {
        let counted = Counted::default();
        let (opened, read) = (counted.opened.clone(), counted.read.clone());
        let shelf = Arc::new(Shelf::of([Box::new(counted) as Box<dyn Edition>]));
        let house = guarded_with(shelf, &database).await;
        let mut eve = house.guest().await;
        let known = eve.get("/api/shelf").await[0]["scenarios"][0]["scenario"].clone();
        let (id, _) = eve.new_game_of(json!({"scenario": known, "seating": "hotseat"})).await;
        let map = eve.get(&format!("/api/games/{id}")).await["landscape"].as_str().unwrap().to_string();
        assert_eq!(eve.caller.get(&map).await.unwrap().status, 200);
        eve.get("/api/rules/skirmish").await;
        let before = (opened.load(Ordering::Relaxed), read.load(Ordering::Relaxed));
        for n in 0..50 {
            assert_eq!(eve.caller.get(&format!("/api/landscape/x{n}.svg")).await.unwrap().status, 404);
            assert_eq!(eve.caller.get(&map).await.unwrap().status, 200);
            eve.get("/api/rules/skirmish").await;
        }
        assert_eq!((opened.load(Ordering::Relaxed), read.load(Ordering::Relaxed)), before);
        house.close().await;
    });
}

#[test]
fn armies_are_drawn_only_so_often_for_one_address() {
    let database = common::sqlite();
    common::run(async {
        let house = guarded(&database).await;
        let mut eve = house.stranger();
        let mut statuses = vec![];
        for _ in 0..450 {
            let answer = eve.caller.get("/api/shelf/skirmish/field/army.svg?side=first").await.unwrap();
            statuses.push(answer.status);
        }
        assert!(count(&statuses, 200) >= 300 && count(&statuses, 429) > 0, "{}", count(&statuses, 200));
        house.close().await;
    });
}

/// Says what the chances are when it is told to, and counts how many think at once.
#[derive(Clone, Debug, Default)]
struct Ponderous {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Thinker for Ponderous {
    fn think(&self, question: &Question, _: &commander::Budget) -> Vec<engine::table::Order> {
        Commanders.at_once(question)
    }

    fn at_once(&self, question: &Question) -> Vec<engine::table::Order> {
        Commanders.at_once(question)
    }

    fn counsel(&self, _: &Question, _: &commander::Budget) -> commander::Counsel {
        panic!("nobody asks for counsel")
    }

    fn estimate(&self, _: &Question, _: Viewer, _: &commander::Budget) -> f32 {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(50));
        self.now.fetch_sub(1, Ordering::SeqCst);
        0.5
    }
}

async fn pondering(database: &Database) -> (House, Ponderous) {
    let ponderous = Ponderous::default();
    let usual = common::settings();
    let staff = Allotment { thinker: Arc::new(ponderous.clone()), ..usual.staff.clone() };
    let settings = Settings { staff, ..usual };
    (House::with(common::shelf(), database, settings, Default::default()).await, ponderous)
}

#[test]
fn draws_offered_in_many_games_are_thought_about_by_as_many_as_there_are_workers() {
    let database = common::sqlite();
    common::run(async {
        let (house, ponderous) = pondering(&database).await;
        let mut offers = vec![];
        let mut eve = house.guest().await;
        for _ in 0..24 {
            let wish = json!({"scenario": "skirmish/field", "seating": "computer", "level": "recruit"});
            let (id, _) = eve.new_game_of(wish).await;
            let mut caller = Caller::new(house.address);
            caller.cookie.clone_from(&eve.caller.cookie);
            offers.push(tokio::spawn(async move {
                caller.post(&format!("/api/games/{id}/draw"), &json!({"offer": true})).await.unwrap().status
            }));
        }
        let mut statuses = vec![];
        for offer in offers {
            statuses.push(offer.await.unwrap());
        }
        assert_eq!(ponderous.most.load(Ordering::SeqCst), 2, "there are two workers");
        assert_eq!(count(&statuses, 200) + count(&statuses, 429), 24, "{statuses:?}");
        assert!(count(&statuses, 200) >= 2, "{statuses:?}");
        house.close().await;
    });
}

#[test]
fn chances_are_told_on_the_account_of_whoever_asks() {
    let database = common::sqlite();
    common::run(async {
        let (house, _) = pondering(&database).await;
        let mut ann = house.guest().await;
        let mut games = vec![];
        for _ in 0..30 {
            let (id, _) = ann.new_game("hotseat").await;
            ann.play_any(&id).await;
            games.push(id);
        }
        let asked: Vec<_> = games[1..]
            .iter()
            .map(|id| {
                let (mut eve, path) = (Caller::new(house.address), format!("/api/games/{id}/chances"));
                tokio::spawn(async move { eve.get(&path).await.unwrap().status })
            })
            .collect();
        // Strangers wait for one another, and she for none of them.
        ann.get(&format!("/api/games/{}/chances", games[0])).await;
        let mut statuses = vec![];
        for one in asked {
            statuses.push(one.await.unwrap());
        }
        assert!(count(&statuses, 200) >= 8 && count(&statuses, 429) > 0, "{statuses:?}");
        assert_eq!(count(&statuses, 200) + count(&statuses, 429), 29, "{statuses:?}");
        house.close().await;
    });
}

#[test]
fn nonces_of_a_kind_nobody_should_give_are_refused_and_change_nothing() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (mut ann, _bob, id) = duel(&house).await;
        let orders = format!("/api/games/{id}/orders");
        let long = "n".repeat(201);
        for nonce in [
            json!(""),
            json!("short"),
            json!(long),
            json!("a nonce with\na line"),
            json!("a nonce \u{1b}[2J"),
            json!(7),
            json!(["a nonce of the test"]),
        ] {
            let body = json!({"entry": 0, "orders": [step(0, "0204")], "nonce": nonce});
            assert_eq!(ann.refused(&orders, body).await.0, 400, "{nonce}");
        }
        assert_eq!(ann.get(&format!("/api/games/{id}")).await["entry"], 0);
        let body = json!({"entry": 0, "orders": [step(0, "0204")], "nonce": NONCE});
        ann.post(&orders, body).await;
        house.close().await;
    });
}

#[test]
fn answers_nobody_reads_are_kept_only_so_far() {
    use axum::body::{Body, HttpBody};
    use axum::extract::ConnectInfo;
    use hyper::service::Service;
    let database = common::sqlite();
    common::run(async {
        let settings = Settings { limits: true, ..common::settings() };
        let server =
            server::Server::open(common::shelf(), &database.url, Default::default(), settings).await.unwrap();
        let service = hyper_util::service::TowerToHyperService::new(server.router());
        let asked = async |address: [u8; 4]| {
            let request = hyper::Request::get("/api/pictures/dba/table.png").header("host", "localhost");
            let peer = std::net::SocketAddr::from((address, 1));
            let request = request.extension(ConnectInfo(peer)).body(Body::empty()).unwrap();
            service.call(request).await.unwrap()
        };
        let (mut held, mut bytes) = (vec![], 0);
        loop {
            let answer = asked([10, 0, 0, 1]).await;
            if answer.status() == 429 {
                break;
            }
            bytes += answer.body().size_hint().exact().expect("its length is told");
            held.push(answer);
            assert!(bytes < 36 << 20, "{bytes} bytes are kept for one address");
        }
        assert!(bytes > 30 << 20, "{bytes}");
        assert_eq!(asked([10, 0, 0, 2]).await.status(), 200, "others are not concerned");
        let one = held.pop().unwrap();
        let length = one.body().size_hint().exact().unwrap();
        let whole = axum::body::to_bytes(one.into_body(), usize::MAX).await.unwrap();
        assert_eq!(whole.len() as u64, length);
        assert_eq!(asked([10, 0, 0, 1]).await.status(), 200, "what was read is not kept");
        held.clear();
        assert_eq!(asked([10, 0, 0, 1]).await.status(), 200, "nor what nobody waits for");
    });
}
