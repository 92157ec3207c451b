//! Golden games: records of whole games, at least one for every kind of ending, replayed on every change
//! and told again in words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p jihad --test golden` plays and writes them anew; do that only together
//! with a new ruleset version, with new data, or when a golden game is added.

use std::path::{Path, PathBuf};

use engine::Generator;
use engine::contract::Turn;
use engine::edition::{Edition, Options};
use engine::record::{DiceSource, Record, Session, verify};
use engine::table::{Order, Table};
use jihad::edition::Jihad;
use jihad::files::Library;
use jihad::sheet::{Ground, MUSLIMS, Sheet, State, Variant};
use serde_json::{Value, json};

/// A golden game: its name, its scenario, how it begins, and what must be true of it.
struct Golden {
    name: &'static str,
    scenario: &'static str,
    options: &'static [&'static str],
    /// What the game shows, in words.
    shows: &'static str,
    /// Changes the set-up, where the game begins late.
    start: Option<fn(&Sheet, &mut Value)>,
    /// What must be told in it.
    tells: &'static str,
    /// How it must end.
    ends: fn(&dyn Table) -> bool,
    /// How readily the players end a step: larger makes shorter games.
    haste: u32,
}

fn over(table: &dyn Table) -> Option<(Option<bool>, &'static str)> {
    match table.turn() {
        Turn::Over(outcome) => Some((outcome.winner.map(|side| side == MUSLIMS), outcome.grade)),
        _ => None,
    }
}

fn any_end(table: &dyn Table) -> bool {
    over(table).is_some()
}

const GOLDEN: &[Golden] = &[
    Golden {
        name: "first-conquests-empires",
        scenario: "first-conquests",
        options: &[],
        shows: "a short game won by the Empires",
        start: None,
        tells: "Income",
        ends: |t| over(t) == Some((Some(false), "victory")),
        haste: 60,
    },
    Golden {
        name: "civil-war",
        scenario: "first-civil-war",
        options: &[],
        shows: "a civil war decided by the fall of a leader",
        start: None,
        tells: " falls (12.0)",
        ends: any_end,
        haste: 60,
    },
    Golden {
        name: "exchange-of-sides",
        scenario: "first-civil-war",
        options: &["exchange=true"],
        shows: "victorious Rebels take the Muslim side",
        start: None,
        tells: "The players change seats",
        ends: any_end,
        haste: 60,
    },
    Golden {
        name: "errata-inaction",
        scenario: "first-conquests",
        options: &["errata=true"],
        shows: "a State that stood by counts as defeated",
        start: None,
        tells: "stood by",
        ends: any_end,
        haste: 60,
    },
    Golden {
        name: "conquest-of-sind",
        scenario: "full",
        options: &[],
        shows: "a State conquered: its last levies are beaten and converted",
        start: Some(last_levies_of_sind),
        tells: "The Sindhis are conquered",
        ends: any_end,
        haste: 60,
    },
    Golden {
        name: "fall-of-constantinople",
        scenario: "full",
        options: &[],
        shows: "the box emptied by combat, by sea and then by land",
        start: Some(before_the_walls),
        tells: "The walls of Constantinople have fallen",
        ends: any_end,
        haste: 60,
    },
    Golden {
        name: "muslims-at-once",
        scenario: "full",
        options: &[],
        shows: "more than 130 points earned in a phase A",
        start: Some(|sheet, state| realm(sheet, state, 60, 10)),
        tells: "Income",
        ends: |t| over(t) == Some((Some(true), "automatic")),
        haste: 60,
    },
    Golden {
        name: "muslims-by-count",
        scenario: "full",
        options: &[],
        shows: "the final count won by the Muslims",
        start: Some(|sheet, state| realm(sheet, state, 48, 20)),
        tells: "Income",
        ends: |t| over(t) == Some((Some(true), "victory")),
        haste: 3_000,
    },
    Golden {
        name: "draw",
        scenario: "full",
        options: &[],
        shows: "a final count that neither wins",
        start: Some(|sheet, state| realm(sheet, state, 40, 20)),
        tells: "A draw",
        ends: |t| over(t) == Some((None, "draw")),
        haste: 3_000,
    },
];

/// The ids of the counters of a State, with their index in the saved units.
fn units(sheet: &Sheet, state: State) -> Vec<usize> {
    sheet.roster.ids_of(state).map(usize::from).collect()
}

fn hex_name(ground: &Ground, city: &str) -> Value {
    let hex = ground.named(city).unwrap_or_else(|| panic!("there is no {city}"));
    json!(ground.grid.number(hex).to_string())
}

/// Takes whoever stands in a hex off to the pool.
fn clear(state: &mut Value, hex: &Value) {
    for unit in state["units"].as_array_mut().unwrap() {
        if unit["at"] == *hex {
            unit["at"] = json!("pool");
        }
    }
}

/// Turn 19, phase A: all levies of Sind but two are converts, and those two face a host.
fn last_levies_of_sind(sheet: &Sheet, state: &mut Value) {
    state["turn"] = json!(19);
    state["step"] = json!({"assign": 0});
    state["ledger"]["tracks"][0] = json!(60);
    state["ledger"]["first_attack"] = json!(1);
    let multan = hex_name(&sheet.ground, "Multan");
    let levies = units(sheet, State::Sindhi);
    for city in ["Daybul", "Brahmanabad", "Multan"] {
        clear(state, &hex_name(&sheet.ground, city));
    }
    for (i, &id) in levies.iter().enumerate() {
        state["units"][id]["at"] = if i < 2 { multan.clone() } else { json!("pool") };
        state["units"][id]["flags"] = if i < 2 { json!([]) } else { json!(["converted"]) };
    }
    for id in units(sheet, State::Muslim).into_iter().take(7) {
        state["units"][id]["at"] = multan.clone();
    }
}

/// Turn 20, phase A: a fleet and an army stand in the hex of Constantinople, and few are left in the box.
fn before_the_walls(sheet: &Sheet, state: &mut Value) {
    state["turn"] = json!(20);
    state["step"] = json!({"assign": 0});
    state["ledger"]["first_attack"] = json!(1);
    state["ledger"]["tracks"][0] = json!(30);
    let city = hex_name(&sheet.ground, "Constantinople");
    clear(state, &city);
    let mut ships = 0;
    for id in units(sheet, State::Byzantine) {
        if state["units"][id]["at"] == "box" {
            ships += 1;
            state["units"][id]["at"] = json!(if ships > 1 { "pool" } else { "box" });
        }
    }
    let levy = units(sheet, State::Byzantine).into_iter().find(|&id| state["units"][id]["at"] == "pool");
    state["units"][levy.unwrap()]["at"] = json!("box");
    for id in units(sheet, State::Muslim) {
        let kind = sheet.roster.unit(id as u8).kind;
        let lands = sheet.roster.unit(id as u8).ordinal <= 7;
        if lands && kind != jihad::sheet::Kind::Levy {
            state["units"][id]["at"] = city.clone();
        }
    }
}

/// A realm: so many of the cities, the richest first, are held by the Muslims in a late turn.
fn realm(sheet: &Sheet, state: &mut Value, count: usize, turn: u8) {
    state["turn"] = json!(turn);
    state["step"] = json!({"assign": 0});
    state["ledger"]["first_attack"] = json!(1);
    let ground = &sheet.ground;
    let mut cities: Vec<_> = ground.cities.iter().filter(|city| city.hex != ground.constantinople).collect();
    cities.sort_by_key(|city| (std::cmp::Reverse(city.value), city.hex));
    let natives = units(sheet, State::Muslim);
    let land = natives.into_iter().filter(|&id| !sheet.roster.unit(id as u8).kind.is_naval());
    let converts = units(sheet, State::Persian).into_iter().chain(units(sheet, State::Turk));
    let hosts: Vec<usize> =
        land.chain(converts.filter(|&id| !sheet.roster.unit(id as u8).kind.is_naval())).collect();
    for (city, id) in cities.into_iter().take(count).zip(hosts) {
        let hex = json!(ground.grid.number(city.hex).to_string());
        clear(state, &hex);
        state["units"][id]["at"] = hex;
        if sheet.roster.unit(id as u8).state.is_empire() {
            state["units"][id]["flags"] = json!(["converted"]);
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn shelf() -> Jihad {
    jihad::edition(None).unwrap()
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
        assert!(told.contains(golden.tells), "{} does not tell of {}", golden.name, golden.tells);
        let now = tell(&session, golden.shows);
        for (n, (was, is)) in told.lines().zip(now.lines()).enumerate() {
            assert_eq!(was, is, "{}.txt line {}", golden.name, n + 1);
        }
        assert_eq!(told.lines().count(), now.lines().count(), "{}.txt", golden.name);
    }
}

/// Plays keen games until one goes as wanted.
fn find(shelf: &Jihad, golden: &Golden) -> Session {
    for seed in 0..500u64 {
        let session = play(shelf, golden, seed);
        if (golden.ends)(session.table()) && tell(&session, golden.shows).contains(golden.tells) {
            println!("{}: seed {seed}, {} entries", golden.name, session.len());
            return session;
        }
    }
    panic!("{}: no game went as wanted", golden.name);
}

/// A whole game between two keen players.
fn play(shelf: &Jihad, golden: &Golden, seed: u64) -> Session {
    let mut options = Options::new();
    golden.options.iter().for_each(|choice| options.choose(choice).unwrap());
    let opening = shelf.open(&format!("jihad/{}", golden.scenario), &options).unwrap();
    let dice = DiceSource::open(format!("golden {} {seed}", golden.name).as_bytes());
    let mut session = match golden.start {
        Some(change) => {
            let library = Library::embedded().unwrap();
            let sheet = library.sheet(golden.scenario, Variant::default()).unwrap();
            let mut state = opening.table.state();
            change(&sheet, &mut state);
            Session::from_position(opening, &state, dice).unwrap()
        }
        None => Session::new(opening, dice),
    };
    let mut generator = Generator::new(seed, 0);
    loop {
        match session.table().turn() {
            Turn::Over(_) => return session,
            Turn::Dice(_) => {
                session.roll_derived("golden").unwrap();
            }
            Turn::Order(_) => {
                let order = choose(golden, session.table(), &mut generator);
                session.give(&order).unwrap();
            }
        }
    }
}

/// Prefers fighting and converting to dawdling.
fn choose(golden: &Golden, table: &dyn Table, generator: &mut Generator) -> Order {
    let orders = table.orders();
    let weigh = |order: &Order| -> u32 {
        match order["do"].as_str().unwrap_or("") {
            "done" => golden.haste,
            "attack" | "convert" | "suppress" => 1_000,
            "stand" | "commit" | "drop" | "fortify" => 40,
            "place" => 6,
            "move" | "halt" => 5,
            "join" => 10,
            "step" => 4,
            "embark" | "enter" | "exit" => 3,
            _ => 1,
        }
    };
    let weights: Vec<u32> = orders.iter().map(weigh).collect();
    let mut pick = generator.below(weights.iter().sum());
    for (order, weight) in orders.iter().zip(weights) {
        if pick < weight {
            return order.clone();
        }
        pick -= weight;
    }
    orders[0].clone()
}
