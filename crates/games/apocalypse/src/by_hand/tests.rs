use engine::by_hand::read;
use engine::proving::{openings, write_and_read_again};
use serde_json::json;

use crate::drill::Drill;
use crate::files::Files;
use crate::position::Step;
use crate::sheet::MUSLIMS;
use crate::unit::Expedition::Syria;
use crate::unit::Mode;

#[test]
fn a_raid_takes_a_few_lines() {
    let start = Drill::opening("campaign").position;
    let text = json!({"phase": "land_move", "side": "Muslims", "turn": 648, "counters": [
        {"name": "Syrian 5-4", "count": 6, "at": "Antioch", "marks": ["syria"]},
        {"name": "Muawiya", "at": "Antioch", "marks": ["syria"]},
        {"name": "Orientales foot 1", "at": "Tarsus"},
        {"name": "Orientales horse", "at": "2521", "marks": ["patrol"]},
    ], "expeditions": {"syria": {"camped": true, "winters": 1}}, "pillaged": ["Tyana"]});
    let position = read(&start, &text).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((position.step, position.year), (Step::Land(MUSLIMS), 648));
    assert_eq!(position.strength_of(Syria), 6);
    assert!(position.host(Syria).camped && position.host(Syria).winters == 1);
    let tarsus = position.sheet.ground.named("Tarsus").unwrap();
    assert_eq!(position.defenders(tarsus), 1);
    assert_eq!(position.land_ids().filter(|&id| position.unit(id).mode == Mode::Patrol).count(), 1);
}

#[test]
fn who_stands_in_the_open_is_on_patrol_or_with_the_expedition_of_its_army() {
    let start = Drill::opening("campaign").position;
    let text = json!({"phase": "land_move", "side": "Muslims", "counters": [
        {"name": "Syrian 5-4", "count": 3, "at": "3915"},
        {"name": "Scholae", "at": "1334"},
    ]});
    let position = read(&start, &text).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(position.strength_of(Syria), 3);
    assert_eq!(position.land_ids().filter(|&id| position.unit(id).mode == Mode::Patrol).count(), 1);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let start = Drill::opening("campaign").position;
    let wrong = |text| read(&start, &text).unwrap_err().to_string();
    let said = wrong(json!({"phase": "land_move", "counters": [{"name": "Muslim fleet", "at": "3218"}]}));
    assert!(said.contains("counters[0]") && said.contains("no town or city"), "{said}");
    let said = wrong(json!({"phase": "land_move", "pillaged": ["Nikomedia"]}));
    assert!(said.contains("Nicomedia"), "{said}");
    let said =
        wrong(json!({"phase": "land_move", "side": "Muslims", "expeditions": {"kufa": {"camped": true}}}));
    assert!(said.contains("no counter is with the expedition of Kufa"), "{said}");
}

#[test]
fn what_random_play_comes_to_is_written_and_read_again() {
    write_and_read_again(&openings::<Files>(), 900, 1, 10, |_| false);
}
