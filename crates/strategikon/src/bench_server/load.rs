//! Load: many games played at once by as many listeners, to see how fast orders reach them.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use caller::Caller;
use engine::Generator;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

/// How much is asked of a server.
#[derive(Clone, Debug)]
pub struct Load {
    /// The scenario everybody plays.
    pub scenario: String,
    /// Games at the same time.
    pub games: usize,
    /// Event streams, shared out among the games: first the players', then onlookers'.
    pub listeners: usize,
    /// How long orders are given.
    pub span: Duration,
    /// Orders a second to aim at.
    pub rate: u32,
    /// The seed of the choice of orders.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LoadReport {
    /// Games played at the same time.
    pub games: usize,
    /// Event streams open.
    pub listeners: usize,
    /// Seconds in which orders were given.
    pub seconds: f64,
    /// Orders accepted.
    pub orders: u64,
    /// Orders accepted a second.
    pub orders_per_second: f64,
    /// Messages pushed.
    pub pushes: u64,
    /// From an order sent to it arriving at a listener.
    pub order_to_push: Times,
    /// From an order sent to its answer.
    pub order_to_answer: Times,
    /// Deeds a listener did not hear, or heard twice.
    pub missed_or_repeated: u64,
}

/// Times in milliseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Times {
    /// Half were faster.
    pub median: f64,
    /// 95 of 100 were faster.
    pub p95: f64,
    /// 99 of 100 were faster.
    pub p99: f64,
    /// The slowest.
    pub longest: f64,
}

impl Times {
    fn of(mut all: Vec<Duration>) -> Times {
        all.sort_unstable();
        let at = |share: f64| {
            let place = (all.len() as f64 * share) as usize;
            all.get(place.min(all.len().saturating_sub(1))).map_or(0.0, |t| t.as_secs_f64() * 1e3)
        };
        Times { median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1.0) }
    }
}

/// One game with both players' sessions.
struct Pair {
    caller: Caller,
    cookies: [Option<String>; 2],
    id: String,
    generator: Generator,
    /// The first player's view once both have deployed.
    view: Value,
}

/// An order the server accepted: the deeds it made, and when it was sent and answered.
struct Accepted {
    first: u64,
    last: u64,
    sent: Instant,
    answered: Instant,
}

fn unexpected(what: &str, status: u16, answer: &Value) -> io::Error {
    io::Error::other(format!("{what} was answered with {status}: {}", answer["error"]))
}

impl Pair {
    async fn post(&mut self, who: usize, path: &str, body: Value) -> io::Result<Value> {
        self.caller.cookie.clone_from(&self.cookies[who]);
        let answer = self.caller.post(path, &body).await?;
        match answer.status {
            200 => Ok(answer.json()),
            status => Err(unexpected(path, status, &answer.json())),
        }
    }

    async fn view(&mut self, who: usize) -> io::Result<Value> {
        self.caller.cookie.clone_from(&self.cookies[who]);
        Ok(self.caller.get(&format!("/api/games/{}", self.id)).await?.json())
    }

    async fn begin(address: SocketAddr, load: &Load, n: usize) -> io::Result<Pair> {
        let mut caller = Caller::new(address);
        let mut cookies = [None, None];
        for cookie in &mut cookies {
            caller.cookie = None;
            caller.get("/api/me").await?;
            cookie.clone_from(&caller.cookie);
        }
        let generator = Generator::new(load.seed, n as u64);
        let mut pair = Pair { caller, cookies, id: String::new(), generator, view: Value::Null };
        let wish = json!({ "scenario": load.scenario, "seating": "invite" });
        let made = pair.post(0, "/api/games", wish).await?;
        pair.id = made["id"].as_str().unwrap_or_default().to_string();
        let invite = made["invite"].as_str().unwrap_or_default().to_string();
        pair.post(1, &format!("/api{invite}"), json!({})).await?;
        // Both deploy, so that real play is measured.
        for who in [0, 1] {
            let view = pair.view(who).await?;
            let orders = view["orders"].as_array().cloned().unwrap_or_default();
            if let Some(muster) = orders.iter().find(|order| order["kind"] == "muster") {
                let body = json!({ "entry": view["entry"], "orders": [muster["order"]], "nonce": "a nonce for the load" });
                pair.post(who, &format!("/api/games/{}/orders", pair.id), body).await?;
            }
        }
        pair.view = pair.view(0).await?;
        Ok(pair)
    }

    /// Gives one order after another, one for each word of the pacer.
    async fn play(mut self, mut pace: mpsc::Receiver<()>) -> io::Result<Vec<Accepted>> {
        let mut accepted = vec![];
        let path = format!("/api/games/{}/orders", self.id);
        let mut who = 0;
        let mut view = std::mem::take(&mut self.view);
        while pace.recv().await.is_some() {
            if view["your_move"] != true {
                who = 1 - who;
                view = self.view(who).await?;
            }
            let Some(orders) = view["orders"].as_array().filter(|all| !all.is_empty()) else { break };
            let pick = self.generator.below(orders.len() as u32) as usize;
            let body = json!({
                "entry": view["entry"],
                "orders": [orders[pick]["order"]],
                "board": view["board"],
                "nonce": "a nonce for the load",
            });
            let before = view["number"].as_u64().unwrap_or(0);
            let sent = Instant::now();
            view = self.post(who, &path, body).await?;
            let last = view["number"].as_u64().unwrap_or(0);
            accepted.push(Accepted { first: before + 1, last, sent, answered: Instant::now() });
        }
        Ok(accepted)
    }
}

/// Listens until told to stop: when each deed was heard.
async fn listen(
    caller: Caller,
    id: String,
    stop: Arc<AtomicBool>,
    heard: Arc<AtomicU64>,
) -> io::Result<Vec<(u64, Instant)>> {
    let mut events = caller.listen(&format!("/api/games/{id}/events?changes=true"), None).await?;
    let mut all = vec![];
    while !stop.load(Ordering::Relaxed) {
        let Ok(next) = tokio::time::timeout(Duration::from_millis(500), events.next()).await else {
            continue;
        };
        let Some(event) = next? else { break };
        if let Some(number) = event.id {
            all.push((number, Instant::now()));
            heard.fetch_add(1, Ordering::Relaxed);
        }
    }
    Ok(all)
}

/// Plays against the server at an address; `progress` is told what is being done.
pub async fn run(address: SocketAddr, load: &Load, progress: impl Fn(&str)) -> io::Result<LoadReport> {
    progress("setting up games");
    let pairs = begin(address, load).await?;
    progress("opening event streams");
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::new(AtomicU64::new(0));
    let mut listeners = vec![];
    for n in 0..load.listeners {
        let pair = &pairs[n % pairs.len()];
        let mut caller = Caller::new(address);
        caller.cookie = pair.cookies.get(n / pairs.len()).cloned().flatten();
        let task = tokio::spawn(listen(caller, pair.id.clone(), stop.clone(), heard.clone()));
        listeners.push((pair.id.clone(), task));
        if n % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    progress("giving orders");
    let began = Instant::now();
    let played = play(pairs, load).await?;
    let seconds = began.elapsed().as_secs_f64();
    // What is still under way arrives.
    tokio::time::sleep(Duration::from_secs(1)).await;
    stop.store(true, Ordering::Relaxed);
    let mut streams = vec![];
    for (id, task) in listeners {
        streams.push((id, task.await.map_err(io::Error::other)??));
    }
    Ok(report(load, seconds, &played, &streams))
}

async fn begin(address: SocketAddr, load: &Load) -> io::Result<Vec<Pair>> {
    let gate = Arc::new(Semaphore::new(32));
    let mut tasks = JoinSet::new();
    for n in 0..load.games {
        let (load, gate) = (load.clone(), gate.clone());
        tasks.spawn(async move {
            let _turn = gate.acquire().await.map_err(io::Error::other)?;
            Pair::begin(address, &load, n).await
        });
    }
    let mut pairs = vec![];
    while let Some(pair) = tasks.join_next().await {
        pairs.push(pair.map_err(io::Error::other)??);
    }
    Ok(pairs)
}

/// Gives orders at the rate asked for, in each game in turn; what was accepted in each.
async fn play(pairs: Vec<Pair>, load: &Load) -> io::Result<HashMap<String, Vec<Accepted>>> {
    let mut tasks = JoinSet::new();
    let mut paces = vec![];
    for pair in pairs {
        // A game that falls behind gets no second word before it has answered to the first.
        let (pace, words) = mpsc::channel(1);
        paces.push(pace);
        tasks.spawn(async move {
            let id = pair.id.clone();
            pair.play(words).await.map(|accepted| (id, accepted))
        });
    }
    let began = Instant::now();
    let mut given = 0u64;
    while began.elapsed() < load.span {
        let due = (began.elapsed().as_secs_f64() * f64::from(load.rate)) as u64;
        while given < due {
            let _ = paces[given as usize % paces.len()].try_send(());
            given += 1;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    drop(paces);
    let mut played = HashMap::new();
    while let Some(done) = tasks.join_next().await {
        let (id, accepted) = done.map_err(io::Error::other)??;
        played.insert(id, accepted);
    }
    Ok(played)
}

fn report(
    load: &Load,
    seconds: f64,
    played: &HashMap<String, Vec<Accepted>>,
    streams: &[(String, Vec<(u64, Instant)>)],
) -> LoadReport {
    let mut pushes = vec![];
    let mut wrong = 0;
    for (id, heard) in streams {
        let Some(accepted) = played.get(id) else { continue };
        let times: HashMap<u64, Instant> = heard.iter().copied().collect();
        wrong += (heard.len() - times.len()) as u64;
        wrong += heard.windows(2).filter(|two| two[1].0 <= two[0].0).count() as u64;
        for order in accepted {
            for number in order.first..=order.last {
                match times.get(&number) {
                    Some(at) => pushes.push(at.saturating_duration_since(order.sent)),
                    None => wrong += 1,
                }
            }
        }
    }
    let all = || played.values().flatten();
    let orders = all().count() as u64;
    LoadReport {
        games: load.games,
        listeners: streams.len(),
        seconds,
        orders,
        orders_per_second: orders as f64 / seconds,
        pushes: pushes.len() as u64,
        order_to_push: Times::of(pushes),
        order_to_answer: Times::of(all().map(|order| order.answered - order.sent).collect()),
        missed_or_repeated: wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_hundredth_is_told() {
        let times = Times::of((1..=1_000).map(Duration::from_millis).collect());
        assert_eq!((times.median, times.p99, times.longest), (501.0, 991.0, 1_000.0));
        assert_eq!(Times::of(vec![]), Times::default());
    }

    #[test]
    fn deeds_not_heard_or_heard_twice_are_counted() {
        let now = Instant::now();
        let accepted = vec![Accepted { first: 3, last: 5, sent: now, answered: now }];
        let played = HashMap::from([("a".to_string(), accepted)]);
        let load =
            Load { scenario: String::new(), games: 1, listeners: 2, span: Duration::ZERO, rate: 1, seed: 1 };
        let whole = vec![(3, now), (4, now), (5, now)];
        let fine = report(&load, 1.0, &played, &[("a".into(), whole.clone())]);
        assert_eq!((fine.missed_or_repeated, fine.pushes, fine.orders), (0, 3, 1));
        let gap = report(&load, 1.0, &played, &[("a".into(), vec![(3, now), (5, now)])]);
        assert_eq!(gap.missed_or_repeated, 1);
        let twice = [whole, vec![(5, now)]].concat();
        assert!(report(&load, 1.0, &played, &[("a".into(), twice)]).missed_or_repeated > 0);
    }
}
