//! Golden games: records of whole games, at least one for every kind of ending, replayed on every change
//! and told again in words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p armageddon --test golden` plays and writes them anew; do that only
//! together with a new ruleset version, or when a golden game is added.

use std::path::{Path, PathBuf};

use armageddon::edition::Armageddon;
use engine::contract::{Side, Turn, Viewer};
use engine::edition::{Edition, Options};
use engine::record::{DiceSource, Record, Session, verify};
use engine::scene::Scene;
use engine::table::Table;
use engine::{Generator, hex};
use serde_json::Value;

/// A golden game: its name, its scenario, and what must be true of its end.
struct Golden {
    name: &'static str,
    scenario: &'static str,
    /// What the game shows, in words.
    shows: &'static str,
    ends: fn(&dyn Table) -> bool,
    /// How readily the players end a step: larger makes shorter games.
    haste: u32,
    /// A side that lets the other have its way.
    idle: Option<Side>,
}

fn won(table: &dyn Table, side: Side) -> bool {
    matches!(table.turn(), Turn::Over(o) if o.winner == Some(side))
}

fn drawn(table: &dyn Table) -> bool {
    matches!(table.turn(), Turn::Over(o) if o.winner.is_none())
}

fn by_eclipse(table: &dyn Table) -> bool {
    matches!(table.turn(), Turn::Over(o) if o.rule == "R112")
}

const GOLDEN: &[Golden] = &[
    Golden {
        name: "rome-romans",
        scenario: "rome",
        shows: "control of a hex, first side",
        ends: |t| won(t, Side::First),
        haste: 40,
        idle: None,
    },
    Golden {
        name: "rome-sabines",
        scenario: "rome",
        shows: "control of a hex, second side",
        ends: |t| won(t, Side::Second),
        haste: 40,
        idle: None,
    },
    Golden {
        name: "sinai-draw",
        scenario: "sinai",
        shows: "nobody came to the objective",
        ends: drawn,
        haste: 200,
        idle: Some(Side::Second),
    },
    Golden {
        name: "babylon-hittites",
        scenario: "babylon",
        shows: "losses inflicted",
        ends: |t| won(t, Side::First),
        haste: 40,
        idle: None,
    },
    Golden {
        name: "babylon-denied",
        scenario: "babylon",
        shows: "the other side wins by denial",
        ends: |t| won(t, Side::Second),
        haste: 200,
        idle: None,
    },
    Golden {
        name: "megiddo-syrians",
        scenario: "megiddo",
        shows: "nobody south of the stream",
        ends: |t| won(t, Side::Second),
        haste: 200,
        idle: None,
    },
    Golden {
        name: "megiddo-draw",
        scenario: "megiddo",
        shows: "neither condition is met",
        ends: drawn,
        haste: 200,
        idle: None,
    },
    Golden {
        name: "kadesh-entry",
        scenario: "kadesh",
        shows: "entry by choice over three edges",
        ends: |t| won(t, Side::First),
        haste: 120,
        idle: None,
    },
    Golden {
        name: "tabal-entry",
        scenario: "tabal",
        shows: "compulsory entry by an edge",
        ends: |t| !drawn(t),
        haste: 200,
        idle: None,
    },
    Golden {
        name: "armageddon-609-exit",
        scenario: "armageddon-609",
        shows: "fifteen troops leave by the corner; begun when they have come near it",
        ends: |t| won(t, Side::First),
        haste: 20,
        idle: Some(Side::Second),
    },
    Golden {
        name: "bubastis-villages",
        scenario: "bubastis",
        shows: "both village hexes",
        ends: |t| won(t, Side::First),
        haste: 40,
        idle: None,
    },
    Golden {
        name: "forever-war-undisrupted",
        scenario: "fan-02a-forever-war",
        shows: "more undisrupted troops",
        ends: |t| !drawn(t),
        haste: 200,
        idle: None,
    },
    Golden {
        name: "lagash-umma-strength",
        scenario: "fan-02b-lagash-umma",
        shows: "strength points destroyed",
        ends: |t| !drawn(t),
        haste: 200,
        idle: None,
    },
    Golden {
        name: "senzer-draw",
        scenario: "fan-05-senzer",
        shows: "half the objective: a draw by the scenario",
        ends: drawn,
        haste: 200,
        idle: None,
    },
    Golden {
        name: "king-david-arrivals",
        scenario: "fan-12-king-david",
        shows: "reinforcements at lettered hexes, a road",
        ends: |_| true,
        haste: 150,
        idle: None,
    },
    Golden {
        name: "chengpu-feint",
        scenario: "fan-20-chengpu",
        shows: "fake retreat, dust and pursuit",
        ends: |_| true,
        haste: 400,
        idle: None,
    },
    Golden {
        name: "halys-eclipse",
        scenario: "fan-23-halys",
        shows: "the eclipse ends the battle",
        ends: by_eclipse,
        haste: 200,
        idle: None,
    },
    Golden {
        name: "yanling-crossing",
        scenario: "fan-24-yanling",
        shows: "too few crossed the stream",
        ends: |t| won(t, Side::First),
        haste: 200,
        idle: Some(Side::Second),
    },
    Golden {
        name: "pelusium-asses",
        scenario: "fan-26-battle-of-pelusium",
        shows: "asses that refuse",
        ends: |_| true,
        haste: 200,
        idle: None,
    },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn shelf() -> Armageddon {
    armageddon::edition(None).unwrap()
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

#[test]
fn golden_games_replay_to_the_letter() {
    let shelf = shelf();
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
        assert!((golden.ends)(session.table()), "{}: {}", golden.name, session.table().verdict());
        let told = std::fs::read_to_string(&text_path).unwrap();
        for (n, (was, is)) in told.lines().zip(tell(&session, golden.shows).lines()).enumerate() {
            assert_eq!(was, is, "{}.txt line {}", golden.name, n + 1);
        }
    }
}

/// Plays keen games until one ends as wanted.
fn find(shelf: &Armageddon, golden: &Golden) -> Session {
    for seed in 0..3000u64 {
        let session = play(shelf, golden, seed);
        if (golden.ends)(session.table()) {
            println!("{}: seed {seed}, {} entries", golden.name, session.len());
            return session;
        }
    }
    panic!("{}: no game ended as wanted", golden.name);
}

/// A whole game between two keen players, from automatic deployment on.
fn play(shelf: &Armageddon, golden: &Golden, seed: u64) -> Session {
    let opening = shelf.open(&format!("armageddon/{}", golden.scenario), &Options::new()).unwrap();
    let dice = DiceSource::open(format!("golden {} {seed}", golden.name).as_bytes());
    let mut session = match golden.name {
        "armageddon-609-exit" => {
            let start = near_the_corner(opening.table.clone());
            Session::from_position(opening, &start, dice).unwrap()
        }
        _ => Session::new(opening, dice),
    };
    let mut generator = Generator::new(seed, 0);
    loop {
        match session.table().turn() {
            Turn::Over(_) => return session,
            Turn::Dice(_) => {
                session.roll_derived("golden").unwrap();
            }
            Turn::Order(side) => {
                let order = choose(golden, session.table(), side, &mut generator);
                session.play(&order).unwrap();
            }
        }
    }
}

/// The position after deployment, but with the first side already before the south-west corner.
fn near_the_corner(mut table: Box<dyn Table>) -> Value {
    for _ in Side::BOTH {
        table.play(&serde_json::json!({"do": "muster"})).unwrap();
    }
    let first: Vec<u16> =
        table.scene(Viewer::Referee).counters.iter().filter(|c| c.side == 0).map(|c| c.id).collect();
    let mut state = table.state();
    let mut hexes =
        (1..=8).flat_map(|column| (25..=30).map(move |row| hex::HexNumber::new(column, row).to_string()));
    for id in first {
        let chariot = state["units"][id as usize]["aboard"].as_u64();
        state["units"][id as usize]["at"] = match chariot {
            Some(chariot) => state["units"][chariot as usize]["at"].clone(),
            None => hexes.next().unwrap().into(),
        };
        state["units"][id as usize]["facing"] = 4.into();
    }
    // Riders listed before their chariots follow them now.
    for id in 0..state["units"].as_array().unwrap().len() {
        if let Some(chariot) = state["units"][id]["aboard"].as_u64() {
            let chariot = state["units"][chariot as usize].clone();
            state["units"][id]["at"] = chariot["at"].clone();
            state["units"][id]["facing"] = chariot["facing"].clone();
        }
    }
    state
}

/// The weight of a step towards the goal.
const NEARER: u32 = 60;

/// Prefers fighting, and steps that bring it nearer to the enemy or the objective.
fn choose(golden: &Golden, table: &dyn Table, side: Side, generator: &mut Generator) -> Value {
    let orders = table.orders();
    let goals = goals(&table.scene(Viewer::Side(side)), side);
    let idle = golden.idle == Some(side);
    let weigh = |order: &Value| -> u32 {
        match order["do"].as_str().unwrap_or("") {
            "muster" => 100_000,
            "done" | "commit" if idle => 10_000,
            "exit" => 5_000,
            "attack" => 60,
            "join" => 200,
            "commit" => 12,
            "also" | "leave" | "withdraw" => 1,
            "move" => 30,
            "enter" | "arrive" => 20,
            "done" => golden.haste,
            "halt" => 4,
            "turn" if golden.idle.is_some() => 6,
            "turn" => 1,
            "feint" => 5,
            "dust" | "hide" | "fall_back" => 6,
            "debark" | "dismount" if golden.idle.is_some() => 0,
            "step" => nearer(table, order, &goals, side),
            _ => 4,
        }
    };
    let mut weights: Vec<u32> = orders.iter().map(weigh).collect();
    if weights.contains(&NEARER) {
        // With a good step to take, nobody dawdles.
        for (weight, order) in weights.iter_mut().zip(&orders) {
            *weight = if order["do"] == "turn" { 0 } else { *weight };
        }
    }
    let mut pick = generator.below(weights.iter().sum());
    for (order, weight) in orders.iter().zip(weights) {
        if pick < weight {
            return order.clone();
        }
        pick -= weight;
    }
    orders[0].clone()
}

fn goals(scene: &Scene, side: Side) -> Vec<hex::HexNumber> {
    let enemy = 1 - side.index() as u8;
    let objectives =
        scene.marks.iter().filter(|m| m.kind == "objective" && m.side != Some(side.index() as u8));
    let enemies = scene.counters.iter().filter(|c| c.side == enemy);
    let mut goals: Vec<_> = objectives.map(|m| m.hex).collect();
    goals.extend(enemies.filter_map(|c| c.hex));
    if scene.title.contains("Armageddon") && side == Side::First {
        goals = vec![hex::HexNumber::new(1, 30)];
    }
    goals
}

fn nearer(table: &dyn Table, order: &Value, goals: &[hex::HexNumber], side: Side) -> u32 {
    let before = active(&table.scene(Viewer::Side(side)));
    let mut after = table.clone_box();
    let (Some((id, from)), Ok(_)) = (before, after.play(order)) else { return 10 };
    let scene = after.scene(Viewer::Side(side));
    let Some(to) = scene.counters.iter().find(|c| c.id == id).and_then(|c| c.hex) else { return 10 };
    let grid = hex::Grid::new(hex::Orientation::Flat, scene.landscape.columns, scene.landscape.rows, true);
    let far = |hex: hex::HexNumber| {
        let at = |number| grid.at(number).unwrap();
        goals.iter().map(|&goal| grid.distance(at(hex), at(goal))).min().unwrap_or(0)
    };
    if far(to) < far(from) { NEARER } else { 3 }
}

/// The counter in hand and where it stands.
fn active(scene: &Scene) -> Option<(u16, hex::HexNumber)> {
    scene.counters.iter().find(|c| c.seals.contains(&"active")).and_then(|c| Some((c.id, c.hex?)))
}
