//! A long run with polite players and one hostile visitor of each kind, each from an address of their own: the
//! others must hardly notice. `./test soak` runs it; `STRATEGIKON_SOAK_SECONDS` says how long.

use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::common::process::{PUBLIC, Process, memory};
use crate::common::{self, Database, House, NONCE, Player, duel};
use crate::costs::dither;
use crate::evidence::duel_with_dice;
use caller::Caller;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;

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

/// Plays battles, one order at a time, and keeps how long each took. Which order it is changes from one to the next, so
/// that battles are fought and not passed through; those who listen are told where the next one is.
async fn polite(mut player: Player, game: watch::Sender<String>, until: Instant) -> Vec<Duration> {
    let mut times: Vec<Duration> = vec![];
    while Instant::now() < until {
        let id = game.borrow().clone();
        let began = Instant::now();
        let view = player.get(&format!("/api/games/{id}")).await;
        let orders = view["orders"].as_array().filter(|orders| !orders.is_empty());
        let Some(order) = orders.map(|all| all[times.len() * 7_919 % all.len()]["order"].clone()) else {
            let (next, _) = player.new_game_of(battle()).await;
            game.send_replace(next);
            continue;
        };
        let body = json!({"entry": view["entry"], "orders": [order], "nonce": NONCE});
        player.post(&format!("/api/games/{id}/orders"), body).await;
        times.push(began.elapsed());
        tokio::time::sleep(PACE).await;
    }
    times
}

/// Listens to whatever is played at a table, for as long as somebody plays there.
async fn listens(source: IpAddr, address: SocketAddr, mut game: watch::Receiver<String>) {
    let caller = Caller::from(source, address);
    loop {
        let id = game.borrow_and_update().clone();
        let Ok(mut line) = caller.listen(&format!("/api/games/{id}/events?changes=true"), None).await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        loop {
            tokio::select! {
                heard = line.next() => if !heard.is_ok_and(|event| event.is_some()) { break },
                changed = game.changed() => match changed {
                    Ok(()) => break,
                    Err(_) => return,
                },
            }
        }
    }
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

/// Reads the same log or record again and again.
async fn reads(source: IpAddr, address: SocketAddr, path: String, until: Instant, count: Arc<AtomicU64>) {
    let mut caller = Caller::from(source, address);
    while Instant::now() < until {
        if caller.get(&path).await.is_err() {
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

/// Says the memory at the end of each minute, and what was at hand then; answers the figures.
async fn watches(server: u32, address: SocketAddr, until: Instant) -> String {
    let mut caller = Caller::from(household(3, 0), address);
    let mut figures = vec![];
    for minute in 1.. {
        let next = tokio::time::Instant::now() + Duration::from_secs(60).min(until - Instant::now());
        tokio::time::sleep_until(next).await;
        let memory = memory(server, "VmRSS:");
        let said =
            caller.get("/metrics").await.map(|answer| String::from_utf8_lossy(&answer.body).into_owned());
        let said = said.unwrap_or_default();
        let gauge = |name: &str| {
            let line = said.lines().find_map(|line| line.strip_prefix(name)).unwrap_or(" ?");
            line.trim().to_string()
        };
        println!(
            "minute {minute}: {memory} MiB, {} games at hand, {} listeners, {} deeds",
            gauge("strategikon_contests"),
            gauge("strategikon_listeners"),
            gauge("strategikon_deeds_total"),
        );
        figures.push(memory.to_string());
        if Instant::now() + Duration::from_secs(1) >= until {
            break;
        }
    }
    figures.join(" ")
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
        for n in 0..GAMES {
            let mut player = guest(household(1, n), address).await;
            let (id, _) = player.new_game_of(battle()).await;
            let (game, _) = watch::channel(id);
            for listener in 0..LISTENERS {
                let source = household(2, n * LISTENERS + listener);
                tokio::spawn(listens(source, address, game.subscribe()));
            }
            players.push((player, game));
        }
        let victim = players[0].1.borrow().clone();
        let counts: [Arc<AtomicU64>; 6] = Default::default();
        let mut hostile = vec![];
        for _ in 0..50 {
            hostile.push(tokio::spawn(guesses(household(66, 0), address, until, counts[0].clone())));
        }
        for _ in 0..150 {
            let path = format!("/api/games/{victim}/log?from=0");
            hostile.push(tokio::spawn(reads(household(66, 1), address, path, until, counts[1].clone())));
        }
        for _ in 0..50 {
            let path = format!("/api/games/{victim}/record");
            hostile.push(tokio::spawn(reads(household(66, 5), address, path, until, counts[5].clone())));
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
            players.into_iter().map(|(player, game)| tokio::spawn(polite(player, game, until))).collect();
        let watch = tokio::spawn(watches(process.number(), address, until));
        let mut times = vec![];
        for player in polite {
            times.extend(player.await.expect("a polite player is served"));
        }
        for visitor in hostile {
            visitor.await.unwrap();
        }
        let by_minute = watch.await.unwrap();
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_millis();
        let [guessed, read, dithered, silent, late, saved] =
            counts.map(|count| count.load(Ordering::Relaxed));
        println!(
            "{} orders of {GAMES} games: median {} ms, p99 {} ms, longest {} ms; memory at most {} MiB, \
             by the minute {by_minute}; \
             against {guessed} guesses, {read} logs, {saved} records, {dithered} orders and undos, {silent} silent sockets, {late} late listeners",
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

/// How long it takes until a game is seen, in a server that has just been started.
async fn opens(database: &Database, id: &str, cookie: &Option<String>) -> Duration {
    let house = House::open(database).await;
    let mut player = house.stranger();
    player.caller.cookie = cookie.clone();
    // The connection and the session are there already.
    player.get("/api/me").await;
    let began = Instant::now();
    player.get(&format!("/api/games/{id}")).await;
    let took = began.elapsed();
    house.close().await;
    took
}

#[test]
#[ignore = "writes games of 100,000 deeds; ./test soak runs it"]
fn a_game_of_100_000_deeds_opens_in_under_100_ms() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (ann, _bob, by_orders) = duel(&house).await;
        dither(&house, &by_orders, common::step(0, "0204"), 49_900).await;
        let orders_cookie = ann.caller.cookie.clone();
        // The same with an attack whose dice are taken back each time.
        let ([mut one, mut two], by_dice) = duel_with_dice(&house).await;
        let path = format!("/api/games/{by_dice}");
        let (order, to) = {
            let hand = house.contests.take(&by_dice).await.unwrap();
            let entries = hand.contest.session.entries();
            let roll = entries.iter().rposition(|line| line.roll.is_some()).unwrap();
            let order = entries[..roll].iter().rposition(|line| line.order.is_some()).unwrap();
            (entries[order].order.as_ref().unwrap().value(), order)
        };
        let entry = one.get(&path).await["entry"].clone();
        let asked = one.post(&format!("{path}/undo"), json!({"entry": entry, "to": to})).await;
        if asked["undo"]["asked"].is_u64() {
            let answer = json!({"accept": true, "asked": asked["undo"]["asked"]});
            two.post(&format!("{path}/undo/answer"), answer).await;
        }
        dither(&house, &by_dice, order, 33_000).await;
        let began = Instant::now();
        let record = one.caller.get(&format!("{path}/record")).await.unwrap();
        let (took, size) = (began.elapsed(), record.body.len());
        let dice_cookie = one.caller.cookie.clone();
        house.close().await;

        let mut worst = Duration::ZERO;
        for (id, cookie) in [(&by_orders, &orders_cookie), (&by_dice, &dice_cookie)] {
            for _ in 0..5 {
                worst = worst.max(opens(&database, id, cookie).await);
            }
        }
        println!(
            "a game of 100,000 deeds opens in at most {} ms; the record of one with 33,000 rolls taken back \
             ({} MiB) is written in {} ms",
            worst.as_millis(),
            size >> 20,
            took.as_millis()
        );
        assert!(worst < Duration::from_millis(100), "it took {} ms", worst.as_millis());
    });
}
