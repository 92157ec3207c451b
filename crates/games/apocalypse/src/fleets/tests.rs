use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};

#[test]
#[covers("2.4", "R27a", "R114")]
fn anchors_of_held_unpillaged_ports_are_counted() {
    let mut drill = Drill::new();
    assert_eq!((drill.position.fleet_due(BYZANTINES), drill.position.fleet_due(MUSLIMS)), (10, 5));
    drill.control("Alexandria", MUSLIMS);
    assert_eq!((drill.position.fleet_due(BYZANTINES), drill.position.fleet_due(MUSLIMS)), (8, 7));
    let alexandria = drill.settlement("Alexandria");
    drill.position.pillaged.add(alexandria);
    assert_eq!(drill.position.fleet_due(MUSLIMS), 5);
    for place in 0..drill.position.sheet.ground.settlements.len() {
        drill.position.control[place] = crate::position::Holder::Muslims;
    }
    drill.position.pillaged = Default::default();
    assert_eq!(drill.position.fleet_due(MUSLIMS), 14, "at most fourteen");
}

#[test]
#[covers("2.4", "R27a", "10.1.9", "R119")]
fn muslim_ships_are_built_from_647_on_at_free_anchors() {
    let mut drill = Drill::new();
    drill.moor(BYZANTINES, "Constantinople", 2);
    for place in ["Abydos", "Trebizond", "Attaleia", "Rhodes", "Smyrna", "Constantia"] {
        drill.moor(BYZANTINES, place, 1);
    }
    drill.moor(BYZANTINES, "Alexandria", 2);
    drill.position.year = 646;
    drill.at(Step::Fleets(MUSLIMS));
    assert_eq!(drill.position.fleet_size(MUSLIMS), 0, "not in 646");
    drill.position.year = 647;
    drill.at(Step::Fleets(MUSLIMS));
    assert_eq!(drill.asked(), Some(MUSLIMS));
    while matches!(drill.position.step, Step::Fleets(MUSLIMS)) {
        let order = drill.orders()[0];
        drill.go(order);
    }
    assert_eq!(drill.position.fleet_size(MUSLIMS), 5);
}

#[test]
#[covers("2.4", "R27a")]
fn ships_above_the_anchors_go_and_those_of_an_overfull_port_first() {
    let mut drill = Drill::new();
    let crowded = drill.moor(BYZANTINES, "Rhodes", 2);
    let other = drill.moor(BYZANTINES, "Smyrna", 1);
    for place in 0..drill.position.sheet.ground.settlements.len() {
        drill.position.control[place] = crate::position::Holder::Muslims;
    }
    drill.control("Rhodes", BYZANTINES);
    drill.control("Smyrna", BYZANTINES);
    drill.position.year = 646;
    drill.position.step = Step::Fleets(BYZANTINES);
    assert_eq!(drill.no(Order::Lose { unit: other[0] }), "2.4");
    assert!(drill.may(Order::Lose { unit: crowded[0] }));
    drill.position.settle(&mut engine::Silence);
    assert_eq!((drill.lost(&crowded), drill.lost(&other)), (1, 0));
}

#[test]
#[covers("R27a", "R131")]
fn an_overfull_port_shifts_its_excess_to_a_free_anchor() {
    let mut drill = Drill::new();
    let ships = drill.moor(BYZANTINES, "Rhodes", 2);
    for place in 0..drill.position.sheet.ground.settlements.len() {
        drill.position.control[place] = crate::position::Holder::Muslims;
    }
    drill.control("Rhodes", BYZANTINES);
    drill.control("Smyrna", BYZANTINES);
    drill.at(Step::Fleets(BYZANTINES));
    let mut at = ships.iter().map(|&id| drill.whereabouts(id)).collect::<Vec<_>>();
    at.sort();
    assert_eq!(at, ["Rhodes", "Smyrna"]);
}

#[test]
#[covers("R27a", "R134")]
fn no_ship_is_built_among_enemy_ships() {
    let mut drill = Drill::new();
    for place in 0..drill.position.sheet.ground.settlements.len() {
        drill.position.control[place] = crate::position::Holder::Muslims;
    }
    drill.control("Rhodes", BYZANTINES);
    drill.put("Carabisianis foot", "Rhodes");
    drill.host(Syria, "Rhodes", &[("Syrian 5-4", 2)]);
    drill.fleet(Syria, 1);
    drill.host(Byzantine, "Nicomedia", &[("Scholae", 1)]);
    drill.at(Step::Fleets(BYZANTINES));
    assert_eq!(drill.position.fleet_size(BYZANTINES), 0, "it lapses");
}
