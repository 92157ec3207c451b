use engine::proving::write_and_read_again;
use engine::{Rules, by_hand};
use serde_json::json;

use super::*;
use crate::drill::library;
use crate::order::Order;

fn regillus() -> Position {
    Position::new(std::sync::Arc::new(library().sheet("lake-regillus", None).unwrap()))
}

#[test]
fn a_duel_is_written_in_a_few_lines() {
    let duel = json!({"phase": "close-combat", "side": "Latins", "elements": [
        {"side": "Latins", "type": "Cavalry", "general": true, "at": [19, 5]},
        {"side": "Latins", "type": "Spears", "at": [19, 12.5]},
        {"side": "Romans", "type": "4Sp", "at": [19, 12.5], "facing": 180},
        {"side": "Romans", "type": "Cavalry", "general": true, "at": [19, 33], "facing": 180},
    ], "terrain": [{"type": "gentle-hill", "at": [19, 11], "size": [6, 5], "facing": 90}]});
    let position = by_hand::read(&regillus(), &duel).unwrap();
    let mut orders = vec![];
    position.orders(&mut orders);
    assert_eq!(orders, [Order::Attack { unit: ElementId(2), target: ElementId(15) }]);
    assert_eq!(
        Side::BOTH.map(|side| position.losses(side)),
        [0, 0],
        "whoever is not mentioned was never there"
    );
    let mut lost = duel;
    lost["elements"].as_array_mut().unwrap().push(json!({"side": "Latins", "type": "Psiloi", "at": "lost"}));
    let position = by_hand::read(&regillus(), &lost).unwrap();
    assert_eq!(Side::BOTH.map(|side| position.losses(side)), [1, 0]);
}

#[test]
fn what_is_wrong_is_told_with_the_way_to_it() {
    let wrong = |text: Value| by_hand::read(&regillus(), &text).unwrap_err();
    let element = |element: Value| json!({"phase": "movement", "elements": [element]});
    let fault = wrong(element(json!({"side": "Latins", "type": "Spars", "at": [1, 1]})));
    assert_eq!(fault.path, "elements[0].type");
    assert!(fault.why.contains("Spears"), "{fault}");
    let fault = wrong(element(json!({"side": "Latins", "type": "Elephants", "at": [1, 1]})));
    assert!(fault.why.contains("no Elephants left"), "{fault}");
    let fault = wrong(element(json!({"side": "Latins", "type": "Spears", "at": "home"})));
    assert_eq!(fault.path, "elements[0].at");
    let fault = wrong(element(json!({"side": "Latins", "type": "Spears", "at": [0.5, 1]})));
    assert!(fault.why.contains("off the table"), "{fault}");
    let crowd = json!({"phase": "movement", "elements": [
        {"side": "Latins", "type": "Spears", "at": [9, 9]}, {"side": "Latins", "type": "Spears", "at": [10, 9]},
    ]});
    assert!(wrong(crowd).why.contains("stands on"));
}

#[test]
fn positions_of_a_battle_are_written_and_read_back() {
    let battle = [("lake-regillus".to_string(), regillus())];
    write_and_read_again(&battle, 2_400, 1, 100, |_| false);
}
