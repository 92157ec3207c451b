//! Golden games: records of whole games, at least one for every kind of ending, replayed on every change
//! and told again in words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p jihad --test golden` plays and writes them anew; do that only together
//! with a new ruleset version, with new data, or when a golden game is added.

use std::path::Path;

use engine::contract::Side;
use engine::table::Table;
use golden::{Gallery, Golden, outcome};
use jihad::files::Library;
use jihad::sheet::{Ground, MUSLIMS, Sheet, State, Variant};
use serde_json::{Value, json};

/// Players prefer fighting and converting to dawdling. How readily they end a step decides how long the games are.
const WEIGHTS: &[(&str, u32)] = &[
    ("done", 60),
    ("attack", 1_000),
    ("convert", 1_000),
    ("suppress", 1_000),
    ("stand", 40),
    ("commit", 40),
    ("drop", 40),
    ("fortify", 40),
    ("place", 6),
    ("move", 5),
    ("halt", 5),
    ("join", 10),
    ("embark", 3),
    ("enter", 3),
    ("exit", 3),
];

#[test]
fn golden_games_replay_to_the_letter() {
    let edition = jihad::edition(None).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    Gallery { edition: &edition, folder, weights: WEIGHTS, dawdling: &[], games: games() }.check();
}

fn ended(table: &dyn Table, winner: Option<Side>, grade: &str) -> bool {
    outcome(table).is_some_and(|o| (o.winner, o.grade) == (winner, grade))
}

fn games() -> Vec<Golden> {
    let any_end = |t: &dyn Table| outcome(t).is_some();
    let all = [
        Golden::new("first-conquests-empires", "first-conquests", "a short game won by the Empires", |t| {
            ended(t, Some(MUSLIMS.other()), "victory")
        })
        .tells("Income"),
        Golden::new("civil-war", "first-civil-war", "a civil war decided by the fall of a leader", any_end)
            .tells(" falls (12.0)"),
        Golden::new(
            "exchange-of-sides",
            "first-civil-war",
            "victorious Rebels take the Muslim side",
            any_end,
        )
        .option("exchange")
        .tells("The players change seats"),
        Golden::new(
            "errata-inaction",
            "first-conquests",
            "a State that stood by counts as defeated",
            any_end,
        )
        .option("errata")
        .tells("stood by"),
        Golden::new(
            "conquest-of-sind",
            "full",
            "a State conquered: its last levies are beaten and converted",
            any_end,
        )
        .from(|table| late(table.as_ref(), last_levies_of_sind))
        .tells("The Sindhis are conquered"),
        Golden::new(
            "fall-of-constantinople",
            "full",
            "the box emptied by combat, by sea and then by land",
            any_end,
        )
        .from(|table| late(table.as_ref(), before_the_walls))
        .tells("The walls of Constantinople have fallen"),
        Golden::new("muslims-at-once", "full", "more than 130 points earned in a phase A", |t| {
            ended(t, Some(MUSLIMS), "automatic")
        })
        .from(|table| late(table.as_ref(), |sheet, state| realm(sheet, state, 60, 10)))
        .tells("Income"),
        Golden::new("muslims-by-count", "full", "the final count won by the Muslims", |t| {
            ended(t, Some(MUSLIMS), "victory")
        })
        .weigh("done", 3_000)
        .from(|table| late(table.as_ref(), |sheet, state| realm(sheet, state, 48, 20)))
        .tells("Income"),
        Golden::new("draw", "full", "a final count that neither wins", |t| ended(t, None, "draw"))
            .weigh("done", 3_000)
            .from(|table| late(table.as_ref(), |sheet, state| realm(sheet, state, 40, 20)))
            .tells("A draw"),
    ];
    // Armies go wherever they like.
    all.map(|game| game.towards(|_, _| vec![])).into()
}

/// The long game begun late: its opening changed.
fn late(table: &dyn Table, change: fn(&Sheet, &mut Value)) -> Value {
    let sheet = Library::embedded().unwrap().sheet("full", Variant::default()).unwrap();
    let mut state = table.state();
    change(&sheet, &mut state);
    state
}

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
