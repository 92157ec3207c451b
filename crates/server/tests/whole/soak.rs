//! A long run with polite players and one hostile visitor of each kind, each from an address of their own: the
//! others must hardly notice. `./test soak` runs it; `STRATEGIKON_SOAK_SECONDS` says how long.

use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::common::process::{PUBLIC, Process};
use crate::common::{self, NONCE, Player};
use caller::Caller;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

/// Games polite players have going on.
const GAMES: usize = 100;
/// Who listens to each of them.
const LISTENERS: usize = 3;
/// A polite player gives an order so often.
const PACE: Duration = Duration::from_millis(700);

/// How long, unless it is said otherwise.
fn length() -> Duration {
    let said = std::env::var("STRATEGIKON_SOAK_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(said.unwrap_or(600))
}

/// An address of this machine for each household.
fn household(street: u8, number: usize) -> IpAddr {
    IpAddr::from([127, street, (number / 250) as u8, (number % 250 + 1) as u8])
}

/// A battle of a usual size, played at one screen.
fn battle() -> Value {
    json!({"scenario": "armageddon/rome", "seating": "hotseat"})
}

async fn guest(source: IpAddr, address: SocketAddr) -> Player {
    let mut player = Player { caller: Caller::from(source, address) };
    player.get("/api/me").await;
    player
}

/// Plays battles, one order at a time, and keeps how long each took.
async fn polite(mut player: Player, id: String, until: Instant) -> Vec<Duration> {
    let mut times = vec![];
    let mut id = id;
    while Instant::now() < until {
        let began = Instant::now();
        let view = player.get(&format!("/api/games/{id}")).await;
        let Some(order) =
            view["orders"].as_array().and_then(|all| all.last()).map(|last| last["order"].clone())
        else {
            (id, _) = player.new_game_of(battle()).await;
            continue;
        };
        let body = json!({"entry": view["entry"], "orders": [order], "nonce": NONCE});
        player.post(&format!("/api/games/{id}/orders"), body).await;
        times.push(began.elapsed());
        tokio::time::sleep(PACE).await;
    }
    times
}

/// Tries one password after another, many at a time.
async fn guesses(source: IpAddr, address: SocketAddr, until: Instant, count: Arc<AtomicU64>) {
    let mut caller = Caller::from(source, address);
    while Instant::now() < until {
        let guess =
            json!({"name": "Anna", "password": format!("guess {}", count.fetch_add(1, Ordering::Relaxed))});
        if caller.post("/api/login", &guess).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Reads the same log again and again.
async fn reads(source: IpAddr, address: SocketAddr, id: String, until: Instant, count: Arc<AtomicU64>) {
    let mut caller = Caller::from(source, address);
    while Instant::now() < until {
        if caller.get(&format!("/api/games/{id}/log?from=0")).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        count.fetch_add(1, Ordering::Relaxed);
    }
}

/// Gives an order and takes it back, for ever.
async fn dithers(mut player: Player, until: Instant, count: Arc<AtomicU64>) {
    let (id, _) = player.new_game_of(battle()).await;
    let path = format!("/api/games/{id}");
    let first = player.get(&path).await["orders"][0]["order"].clone();
    while Instant::now() < until {
        let orders = json!({"entry": 0, "orders": [first], "nonce": NONCE});
        let _ = player.caller.post(&format!("{path}/orders"), &orders).await;
        let _ = player.caller.post(&format!("{path}/undo"), &json!({"entry": 1, "to": 0})).await;
        count.fetch_add(2, Ordering::Relaxed);
    }
}

/// Opens connections and says half a word on each.
async fn is_silent(source: IpAddr, address: SocketAddr, until: Instant, count: Arc<AtomicU64>) {
    let mut held = vec![];
    while Instant::now() < until {
        if held.len() < 2_000
            && let Ok(mut stream) = caller::connect(Some(source), address).await
        {
            let _ = stream.write_all(b"GET / HT").await;
            held.push(stream);
            count.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Comes as a new listener who has missed everything, again and again.
async fn comes_late(source: IpAddr, address: SocketAddr, id: String, until: Instant, count: Arc<AtomicU64>) {
    let caller = Caller::from(source, address);
    while Instant::now() < until {
        if let Ok(mut line) = caller.listen(&format!("/api/games/{id}/events?from=0"), None).await {
            let _ = line.next_numbered(Duration::from_secs(1)).await;
        }
        count.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
#[ignore = "ten minutes; ./test soak runs it"]
fn hostile_visitors_do_not_stop_the_table_for_others() {
    let database = common::sqlite();
    let process = Process::start_with(&database, &[(PUBLIC, OsStr::new("1"))]);
    let address = process.address;
    common::run(async {
        let until = Instant::now() + length();
        let mut players = vec![];
        let mut lines = vec![];
        for n in 0..GAMES {
            let mut player = guest(household(1, n), address).await;
            let (id, _) = player.new_game_of(battle()).await;
            for listener in 0..LISTENERS {
                let source = household(2, n * LISTENERS + listener);
                let mut line = Caller::from(source, address)
                    .listen(&format!("/api/games/{id}/events"), None)
                    .await
                    .unwrap();
                lines.push(tokio::spawn(async move {
                    while line.next().await.is_ok_and(|event| event.is_some()) {}
                }));
            }
            players.push((player, id));
        }
        let victim = players[0].1.clone();
        let counts: [Arc<AtomicU64>; 5] = Default::default();
        let mut hostile = vec![];
        for _ in 0..50 {
            hostile.push(tokio::spawn(guesses(household(66, 0), address, until, counts[0].clone())));
        }
        for _ in 0..150 {
            hostile.push(tokio::spawn(reads(
                household(66, 1),
                address,
                victim.clone(),
                until,
                counts[1].clone(),
            )));
        }
        let ditherer = guest(household(66, 2), address).await;
        hostile.push(tokio::spawn(dithers(ditherer, until, counts[2].clone())));
        hostile.push(tokio::spawn(is_silent(household(66, 3), address, until, counts[3].clone())));
        for _ in 0..20 {
            hostile.push(tokio::spawn(comes_late(
                household(66, 4),
                address,
                victim.clone(),
                until,
                counts[4].clone(),
            )));
        }
        let polite: Vec<_> =
            players.into_iter().map(|(player, id)| tokio::spawn(polite(player, id, until))).collect();
        let mut times = vec![];
        for player in polite {
            times.extend(player.await.expect("a polite player is served"));
        }
        for visitor in hostile {
            visitor.await.unwrap();
        }
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_millis();
        let [guessed, read, dithered, silent, late] = counts.map(|count| count.load(Ordering::Relaxed));
        println!(
            "{} orders of {GAMES} games: median {} ms, p99 {} ms, longest {} ms; memory at most {} MiB; \
             against {guessed} guesses, {read} logs, {dithered} orders and undos, {silent} silent sockets, {late} late listeners",
            times.len(),
            at(0.5),
            at(0.99),
            at(1.0),
            process.most_memory()
        );
        assert!(at(0.99) < 250, "the others' p99 was {} ms", at(0.99));
        assert!(process.most_memory() < 300, "it took {} MiB", process.most_memory());
    });
}
