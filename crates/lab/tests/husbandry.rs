//! How the commanders of Jihad! husband their men and their money.

use commander::{Budget, Commander, Intent, Level, Manner, Weights};
use engine::contract::{Side, Turn};
use engine::dice::Generator;
use engine::edition::Options;
use engine::table::Table;
use serde_json::{Value, json};
use shelf::Shelf;

/// The full game as it is set up, with some of it changed.
fn position(change: impl FnOnce(&mut Value)) -> Box<dyn Table> {
    let mut table = Shelf::standard().unwrap().open("jihad/full", &Options::new()).unwrap().table;
    let mut state = table.state();
    change(&mut state);
    table.restore(&state).unwrap_or_else(|objection| panic!("{objection}"));
    table
}

/// A commander that makes no mistakes on purpose.
fn commander(level: Level) -> Commander {
    let manner = Manner { blunders: 0.0, ..Manner::of("jihad", level) };
    Commander::new("jihad", level).with_manner(manner)
}

/// Lets a commander play while the position is at a step, and answers where that led.
fn play_step(start: &dyn Table, step: &Value, level: Level, seed: u64) -> Box<dyn Table> {
    let mut table = start.clone_box();
    let (mut dice, mut whims) = (Generator::new(seed, 0), Generator::new(!seed, 0));
    let mut intent = Intent::default();
    while table.state()["step"] == *step {
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(_) => {
                let seed = whims.below(u32::MAX) as u64;
                let orders =
                    commander(level).decide(table.as_ref(), &Budget::nodes(12), seed, &mut intent).orders;
                let step = step.clone();
                for order in orders {
                    assert!(table.follow(&order), "{order}");
                    if table.state()["step"] != step {
                        break;
                    }
                }
            }
        }
    }
    table
}

/// The numbers of the counters that are in a place, or anywhere on the map.
fn counters(table: &dyn Table, at: impl Fn(&str) -> bool) -> Vec<usize> {
    let state = table.state();
    let units = state["units"].as_array().unwrap();
    (0..units.len()).filter(|&id| at(units[id]["at"].as_str().unwrap())).collect()
}

fn on_the_map(at: &str) -> bool {
    at.bytes().all(|byte| byte.is_ascii_digit())
}

/// Bedouin come first among the counters, then the levies and ships of the Muslims.
const BEDOUIN: usize = 99;
const LEVIES: usize = 24;
const MUSLIMS: usize = BEDOUIN + LEVIES + 12;

/// The second turn: the Muslims have taken Damascus, all the rest of the Empires is as it was set up, far and near.
fn damascus_has_fallen() -> Box<dyn Table> {
    position(|state| {
        state["turn"] = json!(2);
        state["step"] = json!({"move": "empires"});
        state["ledger"]["first_attack"] = json!(1);
        for unit in state["units"].as_array_mut().unwrap() {
            if unit["at"] == "2207" {
                unit["at"] = json!("pool");
            }
        }
        for bedouin in 0..8 {
            state["units"][bedouin]["at"] = json!(if bedouin < 4 { "2207" } else { "2311" });
        }
    })
}

#[test]
fn the_empires_do_not_march_their_levies_to_death() {
    let start = damascus_has_fallen();
    let garrisons =
        |table: &dyn Table| counters(table, on_the_map).into_iter().filter(|&id| id >= MUSLIMS).count();
    let before = garrisons(start.as_ref());
    assert!(before > 40, "{before}");
    for level in [Level::Soldier, Level::Veteran] {
        for seed in 1..=3 {
            let end = play_step(start.as_ref(), &json!({"move": "empires"}), level, seed);
            let lost = before - garrisons(end.as_ref());
            assert!(lost <= 6, "a {level} with seed {seed} marched {lost} of {before} to death");
        }
    }
}

#[test]
fn who_loses_a_man_stands_worse() {
    let start = damascus_has_fallen();
    let weights = Weights::of_game("jihad", start.terms());
    let chance = |table: &dyn Table| {
        let mut terms = vec![];
        table.standing(&mut terms);
        weights.chance(&terms)
    };
    let before = chance(start.as_ref());
    for id in counters(start.as_ref(), on_the_map).into_iter().filter(|&id| id >= MUSLIMS) {
        let mut state = start.state();
        state["units"][id]["at"] = json!("pool");
        let mut poorer = start.clone_box();
        poorer.restore(&state).unwrap();
        assert!(chance(poorer.as_ref()) > before, "the Empires gain by losing counter {id}");
    }
    assert!(matches!(start.turn(), Turn::Order(Side::Second)), "the Muslims are the first side");
}

/// The sixth turn: the Muslims have a rich treasury, an army at home, and levies and converts in their pool.
fn a_full_treasury() -> Box<dyn Table> {
    let mut table = position(|state| {
        state["turn"] = json!(6);
        state["step"] = json!({"assign": 0});
        state["ledger"]["first_attack"] = json!(1);
        state["ledger"]["tracks"][0] = json!(90);
        let cities = ["2311", "2312", "2515", "2516", "3011", "2611", "2207", "2508"];
        for unit in state["units"].as_array_mut().unwrap() {
            if unit["at"] == "2207" || unit["at"] == "2508" {
                unit["at"] = json!("pool");
                unit["flags"] = json!(["converted"]);
            }
        }
        for bedouin in 0..8 {
            state["units"][bedouin]["at"] = json!(cities[bedouin]);
        }
    });
    // Fields that several Empires States claim go to the usual ones, and incomes are reckoned.
    let done = table.read(&json!({"do": "done"})).unwrap();
    assert!(table.follow(&done));
    assert_eq!(table.state()["step"], json!({"recruit": "muslims"}));
    table
}

#[test]
fn the_muslims_spend_what_they_have_on_recruits_that_wait() {
    let start = a_full_treasury();
    for level in [Level::Soldier, Level::Veteran] {
        for seed in 1..=3 {
            let end = play_step(start.as_ref(), &json!({"recruit": "muslims"}), level, seed);
            let left = end.state()["ledger"]["tracks"][0].as_u64().unwrap();
            let raised = counters(end.as_ref(), on_the_map);
            let levies = raised.into_iter().filter(|id| (BEDOUIN..BEDOUIN + LEVIES).contains(id)).count();
            assert!(left <= 70 && levies >= 12, "a {level} with seed {seed}: {left} points, {levies} levies");
        }
    }
}
