//! Golden games: records of whole battles, one for every kind of ending, replayed on every change and told again in
//! words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p dba --test golden` plays and writes them anew; do that only together with a new
//! ruleset version, with new data, or when a golden game is added.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dba::edition::Dba;
use dba::files::Library;
use dba::{Order, Position};
use engine::contract::{Rules, Side, Turn};
use engine::edition::{Edition, Options};
use engine::record::{DiceSource, Record, Session, verify};
use engine::table::Table;
use engine::{Generator, Silence};
use serde_json::{Value, json};

/// A golden game: its name, its scenario, and what must be true of it.
struct Golden {
    name: &'static str,
    scenario: &'static str,
    shows: &'static str,
    grade: &'static str,
    /// What must be told in it.
    tells: &'static str,
    /// Whether anybody moves at all.
    keen: bool,
}

const GOLDEN: &[Golden] = &[
    Golden {
        name: "four-elements",
        scenario: "lake-regillus",
        shows: "a battle won by four elements",
        grade: "victory",
        tells: "is destroyed",
        keen: true,
    },
    Golden {
        name: "general-lost",
        scenario: "qadisiyya",
        shows: "a battle won by the death of a general",
        grade: "general",
        tells: "(general) is destroyed",
        keen: true,
    },
    Golden {
        name: "rout",
        scenario: "yarmuk",
        shows: "four elements and the general",
        grade: "rout",
        tells: "(general) is destroyed",
        keen: true,
    },
    Golden {
        name: "draw",
        scenario: "kadesh",
        shows: "eighty turns in which nobody stirs",
        grade: "draw",
        tells: "Turn 80",
        keen: false,
    },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// The game in words: every order and what came of it.
fn tell(session: &Session, shows: &str) -> String {
    let mut text = format!("{}: {shows}\n\n", session.header().scenario);
    for entry in session.chronicle().unwrap() {
        text += &format!("{:>5}  {}\n", entry.n, entry.words);
        for event in entry.events {
            text += &format!("         {} ({})\n", event.text, event.rule);
        }
    }
    text + &format!("\n{}\n", session.table().verdict())
}

fn ends(golden: &Golden, table: &dyn Table) -> bool {
    matches!(table.turn(), Turn::Over(outcome) if outcome.grade == golden.grade)
}

#[test]
fn golden_games_replay_to_the_letter() {
    let shelf = dba::edition(None).unwrap();
    for golden in GOLDEN {
        let record_path = folder().join(format!("{}.record", golden.name));
        let text_path = folder().join(format!("{}.txt", golden.name));
        if std::env::var_os("STRATEGIKON_BLESS").is_some() {
            let session = find(&shelf, golden);
            std::fs::create_dir_all(folder()).unwrap();
            std::fs::write(&record_path, session.record().to_string()).unwrap();
            std::fs::write(&text_path, tell(&session, golden.shows)).unwrap();
        }
        let text = std::fs::read_to_string(&record_path)
            .unwrap_or_else(|e| panic!("{}: {e}", record_path.display()));
        let record = Record::read(&text).unwrap_or_else(|fault| panic!("{}: {fault}", golden.name));
        let verified = verify(&record, &shelf);
        assert!(verified.is_ok(), "{}: {}", golden.name, verified.err().unwrap());
        let session = Session::resume(&record, &shelf).unwrap();
        assert!(ends(golden, session.table()), "{}: {}", golden.name, session.table().verdict());
        let told = std::fs::read_to_string(&text_path).unwrap();
        assert!(told.contains(golden.tells), "{} does not tell of {}", golden.name, golden.tells);
        let now = tell(&session, golden.shows);
        for (n, (was, is)) in told.lines().zip(now.lines()).enumerate() {
            assert_eq!(was, is, "{}.txt line {}", golden.name, n + 1);
        }
        assert_eq!(told.lines().count(), now.lines().count(), "{}.txt", golden.name);
    }
}

/// Plays keen games until one goes as wanted.
fn find(shelf: &Dba, golden: &Golden) -> Session {
    for seed in 0..200 {
        let session = play(shelf, golden, seed);
        if ends(golden, session.table()) && tell(&session, golden.shows).contains(golden.tells) {
            println!("{}: seed {seed}, {} entries", golden.name, session.len());
            return session;
        }
    }
    panic!("{}: no game went as wanted", golden.name);
}

fn play(shelf: &Dba, golden: &Golden, seed: u64) -> Session {
    let opening = shelf.open(&format!("dba/{}", golden.scenario), &Options::new()).unwrap();
    let dice = DiceSource::open(format!("golden {} {seed}", golden.name).as_bytes());
    let mut session = Session::new(opening, dice);
    let library = Library::embedded().unwrap();
    let start = Position::new(Arc::new(library.sheet(golden.scenario, None).unwrap()));
    let mut generator = Generator::new(seed, 0);
    loop {
        match session.table().turn() {
            Turn::Over(_) => return session,
            Turn::Dice(_) => {
                session.roll_derived("golden").unwrap();
            }
            Turn::Order(side) => {
                let state = serde_json::from_value(session.table().state()).unwrap();
                let position = start.restore(state).unwrap();
                let order = choose(golden, &position, side, &mut generator);
                session.play(&serde_json::to_value(order).unwrap()).unwrap();
            }
        }
    }
}

/// Sets up as the game suggests, then moves what comes nearest to the enemy.
fn choose(golden: &Golden, position: &Position, side: Side, generator: &mut Generator) -> Order {
    let mut orders = vec![];
    position.orders(&mut orders);
    if orders.contains(&Order::Muster) {
        return Order::Muster;
    }
    let setting_up = !matches!(
        orders[0],
        Order::Move { .. } | Order::March { .. } | Order::File { .. } | Order::Form { .. }
    );
    if orders.contains(&Order::Done) && (setting_up || !golden.keen) {
        return Order::Done;
    }
    // Now and then a side has had enough; whoever finds no way puts down and would take up again for ever.
    if orders.contains(&Order::Done) && generator.below(8) == 0 {
        return Order::Done;
    }
    if orders.iter().any(|order| matches!(order, Order::Move { .. })) {
        let size = |order: &Order| match order {
            Order::Move { units } => units.len() as u32 * 4 + generator.below(12),
            _ => 0,
        };
        let mut sizes: Vec<u32> = vec![];
        sizes.extend(orders.iter().map(size));
        let best = (0..orders.len()).max_by_key(|&i| sizes[i]).unwrap_or(0);
        return orders[best].clone();
    }
    if orders.contains(&Order::Halt) {
        let mut best = (i64::MAX, Order::Halt);
        for order in orders {
            let mut after = position.clone();
            after.play(&order, &mut Silence);
            let far = remoteness(&serde_json::to_value(after.state()).unwrap(), side)
                + i64::from(generator.below(300_000));
            if far < best.0 && order != Order::Halt {
                best = (far, order);
            }
        }
        return best.1;
    }
    orders[generator.below(orders.len() as u32) as usize].clone()
}

/// How far a side's elements are from their nearest enemies, all together; contact counts for much.
fn remoteness(state: &Value, side: Side) -> i64 {
    let elements = state["elements"].as_array().unwrap();
    let places = |of: usize| -> Vec<(i64, i64)> {
        let own = elements.iter().enumerate().filter(|(id, e)| id / 13 == of && e["place"] == json!("table"));
        let at =
            |e: &Value| (e["pose"]["at"][0].as_i64().unwrap_or(0), e["pose"]["at"][1].as_i64().unwrap_or(0));
        own.map(|(_, e)| at(e)).collect()
    };
    let (ours, theirs) = (places(side.index()), places(side.other().index()));
    let distance = |a: &(i64, i64), b: &(i64, i64)| (a.0 - b.0).abs() + (a.1 - b.1).abs();
    let near = |a: &(i64, i64)| theirs.iter().map(|b| distance(a, b)).min().unwrap_or(0);
    let contacts = state["contacts"].as_array().map_or(0, Vec::len) as i64;
    ours.iter().map(near).sum::<i64>() - 5_000_000 * contacts
}
