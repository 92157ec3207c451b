//! Positions saved before the state of a position was declared once (each line: scenario, options, state, and the
//! orders that were listed) still load, and the same may be done in them.

use engine::Listing;
use engine::edition::Options;
use serde_json::Value;
use shelf::Shelf;

fn prove(lines: &str, at_least: usize) {
    let shelf = Shelf::standard().unwrap();
    let mut found = 0;
    for (number, line) in lines.lines().enumerate() {
        let saved: Value = serde_json::from_str(line).unwrap();
        let options: Options = serde_json::from_value(saved["options"].clone()).unwrap();
        let mut table = shelf.open(saved["scenario"].as_str().unwrap(), &options).unwrap().table;
        table.restore(&saved["state"]).unwrap_or_else(|objection| panic!("line {}: {objection}", number + 1));
        match table.listing() {
            Listing::Complete => {
                assert_eq!(serde_json::json!(table.orders()), saved["orders"], "line {}", number + 1);
            }
            // Which orders a representative list holds is no rule; those it held are legal.
            Listing::Representative => {
                for order in saved["orders"].as_array().unwrap() {
                    let order = table.read(order).unwrap();
                    assert_eq!(table.check(&order), Ok(()), "line {}", number + 1);
                }
            }
        }
        assert_eq!(table.audit(), Ok(()), "line {}", number + 1);
        let mut again = shelf.open(saved["scenario"].as_str().unwrap(), &options).unwrap().table;
        again.restore(&table.state()).unwrap();
        assert_eq!(again.state(), table.state(), "line {}", number + 1);
        found += 1;
    }
    assert!(found >= at_least, "{found} positions");
}

#[test]
fn positions_of_armageddon_go_on() {
    prove(include_str!("earlier/armageddon.jsonl"), 11);
}

#[test]
fn positions_of_basileus_go_on() {
    prove(include_str!("earlier/basileus.jsonl"), 20);
}

#[test]
fn positions_of_jihad_go_on() {
    prove(include_str!("earlier/jihad.jsonl"), 8);
}

#[test]
fn positions_of_apocalypse_go_on() {
    prove(include_str!("earlier/apocalypse.jsonl"), 40);
}

#[test]
fn positions_of_dba_go_on() {
    prove(include_str!("earlier/dba.jsonl"), 30);
}
