//! The connection to PostgreSQL, through a relay that cuts it, delays it or swallows what it should carry.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::witness::{Said, Witness};
use crate::common::{self, Database, House};

/// What the relay does with a transaction.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Plan {
    /// Carries everything.
    Carry,
    /// Hangs up instead of carrying the message of this number since the transaction began, in either direction.
    CutAt(u32),
    /// Hangs up instead of carrying the commit, or the answer to it.
    CutCommit { answer: bool },
    /// Hangs up on the server's side, and carries the commit a little later.
    LateCommit,
    /// Carries nothing more, and hangs up on nobody.
    Silent,
    /// Takes no calls and hangs up on everybody.
    Away,
}

struct Relay {
    plan: Mutex<Plan>,
    /// What follows when the plan has been carried out.
    then: Mutex<Plan>,
    struck: AtomicBool,
    /// Hangs up on everybody.
    all: watch::Sender<u32>,
}

impl Relay {
    fn plan(&self) -> Plan {
        *self.plan.lock().expect("the plan")
    }

    fn set(&self, plan: Plan, then: Plan) {
        self.struck.store(false, Ordering::Relaxed);
        *self.then.lock().expect("the plan") = then;
        *self.plan.lock().expect("the plan") = plan;
        if plan == Plan::Away {
            self.all.send_modify(|count| *count += 1);
        }
    }

    fn strike(&self) {
        let then = *self.then.lock().expect("the plan");
        *self.plan.lock().expect("the plan") = then;
        if then == Plan::Away {
            self.all.send_modify(|count| *count += 1);
        }
        self.struck.store(true, Ordering::Relaxed);
    }
}

/// One connection: whether it is in a transaction, and whether it has asked for its end.
#[derive(Default)]
struct State {
    begun: bool,
    committing: bool,
}

#[derive(PartialEq)]
enum Verdict {
    Carry,
    Cut,
    Late,
    Swallow,
}

fn judge(relay: &Relay, state: &Mutex<State>, ours: bool, message: &[u8]) -> Verdict {
    let mut state = state.lock().expect("the state");
    let says = |words: &[u8]| ours && message.first() == Some(&b'Q') && message[5..].starts_with(words);
    state.begun |= says(b"BEGIN");
    state.committing |= says(b"COMMIT");
    if relay.plan() == Plan::Silent {
        return Verdict::Swallow;
    }
    if !state.begun {
        return Verdict::Carry;
    }
    let verdict = {
        let mut plan = relay.plan.lock().expect("the plan");
        match &mut *plan {
            Plan::CutAt(left) => {
                *left -= 1;
                if *left == 0 { Verdict::Cut } else { Verdict::Carry }
            }
            Plan::CutCommit { answer: false } | Plan::LateCommit if says(b"COMMIT") => {
                if *plan == Plan::LateCommit { Verdict::Late } else { Verdict::Cut }
            }
            Plan::CutCommit { answer: true } if state.committing && !ours => Verdict::Cut,
            _ => Verdict::Carry,
        }
    };
    if state.committing && !ours && message.first() == Some(&b'Z') {
        *state = State::default();
    }
    if matches!(verdict, Verdict::Cut | Verdict::Late) {
        relay.strike();
    }
    verdict
}

/// One whole message; the very first of a client has no kind.
async fn message(from: &mut OwnedReadHalf, kind: bool) -> std::io::Result<Vec<u8>> {
    let mut whole = vec![0; if kind { 5 } else { 4 }];
    from.read_exact(&mut whole).await?;
    let at = usize::from(kind);
    let length = u32::from_be_bytes(whole[at..at + 4].try_into().expect("four bytes")) as usize;
    whole.resize(at + length, 0);
    from.read_exact(&mut whole[at + 4..]).await?;
    Ok(whole)
}

async fn carry(
    relay: Arc<Relay>,
    state: Arc<Mutex<State>>,
    ours: bool,
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    cut: watch::Sender<bool>,
) {
    let (mut hung_up, mut all) = (cut.subscribe(), relay.all.subscribe());
    let mut first = ours;
    loop {
        let read = tokio::select! {
            read = message(&mut from, !first) => read,
            _ = hung_up.changed() => return,
            _ = all.changed() => break,
        };
        first = false;
        let Ok(message) = read else { break };
        match judge(&relay, &state, ours, &message) {
            Verdict::Carry => {
                if to.write_all(&message).await.is_err() {
                    break;
                }
            }
            Verdict::Swallow => {}
            Verdict::Cut => break,
            Verdict::Late => {
                let _ = cut.send(true);
                drop(from);
                tokio::time::sleep(Duration::from_millis(400)).await;
                let _ = to.write_all(&message).await;
                // Time to be read before the line goes dead.
                tokio::time::sleep(Duration::from_millis(200)).await;
                return;
            }
        }
    }
    let _ = cut.send(true);
}

/// A relay in front of a PostgreSQL database, and the address to open it by.
async fn relay(behind: &Database) -> (Arc<Relay>, Database) {
    let (_, rest) = behind.url.split_once("127.0.0.1:").expect("a port");
    let (port, name) = rest.split_once('/').expect("a name");
    let server = SocketAddr::from(([127, 0, 0, 1], port.parse().expect("a number")));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let here = listener.local_addr().expect("an address").port();
    let (all, _) = watch::channel(0);
    let relay = Arc::new(Relay {
        plan: Mutex::new(Plan::Carry),
        then: Mutex::new(Plan::Carry),
        struck: AtomicBool::new(false),
        all,
    });
    let shared = relay.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            if shared.plan() == Plan::Away {
                continue;
            }
            let Ok(server) = TcpStream::connect(server).await else { continue };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            let ((from_client, to_client), (from_server, to_server)) =
                (client.into_split(), server.into_split());
            let (state, (cut, _)) = (Arc::default(), watch::channel(false));
            tokio::spawn(carry(
                shared.clone(),
                Arc::clone(&state),
                true,
                from_client,
                to_server,
                cut.clone(),
            ));
            tokio::spawn(carry(shared.clone(), state, false, from_server, to_client, cut));
        }
    });
    (relay, Database::at(format!("postgres://postgres@127.0.0.1:{here}/{name}?sslmode=disable")))
}

#[test]
fn a_connection_that_is_cut_at_any_message_costs_nobody_an_order() {
    let behind = common::postgres();
    common::run(async {
        let (relay, database) = relay(&behind).await;
        let house = House::open(&database).await;
        let mut witness = Witness::new(house.guest().await).await;
        let mut points = 0;
        for number in 1..200 {
            relay.set(Plan::CutAt(number), Plan::Carry);
            let said = witness.give().await;
            let cut = relay.struck.load(Ordering::Relaxed);
            relay.set(Plan::Carry, Plan::Carry);
            assert_eq!(said, Said::Done, "message {number}");
            witness.check(said, &behind.url).await;
            witness.think().await;
            if !cut {
                break;
            }
            points += 1;
        }
        assert!((10..199).contains(&points), "{points} messages");
        // A commit that comes later than the question whether it has come.
        for _ in 0..3 {
            relay.set(Plan::LateCommit, Plan::Carry);
            let said = witness.give().await;
            assert!(relay.struck.load(Ordering::Relaxed));
            assert_eq!(said, Said::Done);
            witness.check(said, &behind.url).await;
            witness.think().await;
        }
    });
}

#[test]
fn a_database_that_goes_away_in_the_middle_of_an_order_is_told_and_later_looked_up() {
    let behind = common::postgres();
    common::run(async {
        let (relay, database) = relay(&behind).await;
        let house = House::open(&database).await;
        let mut witness = Witness::new(house.guest().await).await;
        let (lost, unanswered) = (Plan::CutCommit { answer: false }, Plan::CutCommit { answer: true });
        for (plan, expected) in [
            (Plan::CutAt(1), Said::NotDone),
            (Plan::CutAt(6), Said::NotDone),
            (lost, Said::Unknown),
            (unanswered, Said::Unknown),
        ] {
            relay.set(plan, Plan::Away);
            let said = witness.give().await;
            assert!(relay.struck.load(Ordering::Relaxed));
            assert_eq!(said, expected, "{plan:?}");
            relay.set(Plan::Carry, Plan::Carry);
            witness.check(said, &behind.url).await;
            witness.goes_on(&behind.url).await;
        }
    });
}

#[test]
fn without_its_database_a_server_says_when_to_come_again() {
    let behind = common::postgres();
    common::run(async {
        let (relay, database) = relay(&behind).await;
        let house = House::open(&database).await;
        let mut witness = Witness::new(house.guest().await).await;
        for plan in [Plan::Away, Plan::Silent] {
            relay.set(plan, plan);
            // Callers give up after half a minute.
            assert_ne!(witness.give().await, Said::Done, "{plan:?}");
            for path in [&format!("/api/games/{}", witness.id), "/healthz", "/api/games?show=open"] {
                let answer = witness.player.caller.get(path).await.expect("an answer");
                assert_eq!(answer.status, 503, "{plan:?} {path}");
                assert!(answer.header("retry-after").is_some(), "{plan:?} {path}");
            }
            relay.set(Plan::Carry, Plan::Carry);
            relay.all.send_modify(|count| *count += 1);
            tokio::time::sleep(Duration::from_millis(50)).await;
            witness.goes_on(&behind.url).await;
        }
    });
}
