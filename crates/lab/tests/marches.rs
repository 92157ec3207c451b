//! How commanders march.

use std::collections::BTreeSet;

use commander::{Budget, Commander, Level, Manner};
use engine::contract::{Turn, Viewer};
use engine::dice::Generator;
use engine::edition::Options;
use engine::table::Table;
use serde_json::Value;
use shelf::Shelf;

/// Where a counter lies.
fn place(table: &dyn Table, counter: u64) -> Option<String> {
    let scene = serde_json::to_value(table.scene(Viewer::Referee)).unwrap();
    let counters = scene["counters"].as_array().unwrap();
    let found = counters.iter().find(|each| each["id"].as_u64() == Some(counter))?;
    Some(found["place"].to_string())
}

/// Steps taken in the first turns of a battle between soldiers, and those that led back into a hex of the march.
fn steps(scenario: &str) -> (u32, u32) {
    let shelf = Shelf::standard().unwrap();
    let mut table = shelf.open(scenario, &Options::new()).unwrap().table;
    let game = scenario.split('/').next().unwrap();
    let manner = Manner { blunders: 0.0, ..Manner::of(game, Level::Soldier) };
    let commander = Commander::new(game, Level::Soldier).with_manner(manner);
    let mut dice = Generator::new(5, 0);
    let (mut thoughts, mut marches, mut circles) = (0, 0, 0);
    while table.clock() < 16 {
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(_) => {
                let orders = commander.think(table.as_ref(), &Budget::usual(), thoughts).orders;
                thoughts += 1;
                let marcher = orders[0]
                    .data()
                    .get("unit")
                    .filter(|_| orders[0]["do"] == "move")
                    .and_then(Value::as_u64);
                let mut seen: BTreeSet<Option<String>> = BTreeSet::new();
                for order in &orders {
                    assert!(table.follow(order), "{order}");
                    let Some(unit) = marcher.filter(|_| order["do"] == "step") else { continue };
                    marches += 1;
                    circles += u32::from(!seen.insert(place(table.as_ref(), unit)));
                }
            }
        }
    }
    (marches, circles)
}

#[test]
fn nobody_marches_in_circles() {
    for scenario in ["basileus/arcadiopolis", "armageddon/rome"] {
        let (marches, circles) = steps(scenario);
        assert!(
            marches > 40 && circles * 50 <= marches,
            "{scenario}: {circles} of {marches} steps lead back"
        );
    }
}
