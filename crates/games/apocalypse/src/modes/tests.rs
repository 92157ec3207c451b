use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};
use crate::unit::{Mode, UnitId};

#[test]
#[covers("3.0", "3.1", "3.1.1", "R9", "R29")]
fn a_unit_goes_into_garrison_within_ten_by_land_once() {
    let mut drill = Drill::new();
    let unit = drill.put("Syrian 5-4", "Damascus");
    drill.put("Syrian 4-4", "Tyre");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit });
    assert_eq!(drill.no(drill.place_at(unit, "Antioch")), "3.1.1", "twelve MPs");
    assert_eq!(drill.no(drill.place_at(unit, "3915")), "3.1.1", "no town");
    drill.go(drill.place_at(unit, "Laodicea"));
    assert_eq!(drill.whereabouts(unit), "Laodicea");
    assert_eq!(drill.no(Order::Move { unit }), "R29");
}

#[test]
#[covers("R29", "3.0")]
fn a_unit_taken_up_may_stay_as_it_is() {
    let mut drill = Drill::new();
    let unit = drill.put("Syrian 5-4", "Damascus");
    drill.put("Syrian 4-4", "Tyre");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit });
    assert_eq!(drill.no(drill.place_at(unit, "Damascus")), "R29");
    drill.go(Order::Halt);
    assert_eq!(drill.whereabouts(unit), "Damascus");
}

#[test]
#[covers("R9")]
fn no_way_leads_past_an_enemy() {
    let mut drill = Drill::new();
    // Pelusium's only neighbours on land are 5231 and 5232.
    let unit = drill.put("Egyptian", "Pelusium");
    drill.put("Egyptian", "Fustat");
    drill.patrol("Orientales horse", "5231");
    drill.patrol("Orientales horse", "5232");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit });
    assert_eq!(drill.no(drill.place_at(unit, "Fustat")), "3.1.1");
}

#[test]
#[covers("3.1.2", "R28", "R8")]
fn an_empty_enemy_place_may_be_garrisoned_and_changes_hands() {
    let mut drill = Drill::new();
    let unit = drill.put("Syrian 5-4", "Antioch");
    let tarsus = drill.settlement("Tarsus");
    drill.put("Syrian 4-4", "Tyre");
    drill.put("Orientales foot", "Mopsuestia");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit });
    assert_eq!(drill.no(drill.place_at(unit, "Mopsuestia")), "3.1.1", "an enemy is in it");
    // Mopsuestia bars the coast road; Tarsus is reached past it only at a price.
    if drill.may(drill.place_at(unit, "Tarsus")) {
        drill.go(drill.place_at(unit, "Tarsus"));
        assert!(drill.position.holds(MUSLIMS, tarsus));
    }
    let mut drill = Drill::new();
    let unit = drill.put("Syrian 5-4", "Antioch");
    drill.put("Syrian 4-4", "Tyre");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit });
    drill.go(drill.place_at(unit, "Tarsus"));
    assert!(drill.position.holds(MUSLIMS, tarsus));
}

#[test]
#[covers("R28", "2.1.1", "R108")]
fn a_garrison_in_an_empty_constantinople_wins() {
    let mut drill = Drill::new();
    let unit = drill.put("Syrian 5-4", "Herakleia");
    drill.put("Syrian 5-4", "Tyre");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit });
    let order = drill.place_at(unit, "Constantinople");
    assert!(drill.may(order));
    let mut events = vec![];
    engine::Rules::play(&mut drill.position, &order, &mut events);
    let outcome = drill.position.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.rule), (Some(MUSLIMS), "2.1.1"));
}

#[test]
#[covers("3.1.1", "R30", "R132")]
fn ships_go_to_a_free_anchor_within_ten_by_sea() {
    let mut drill = Drill::new();
    let ship = drill.moor(MUSLIMS, "Laodicea", 1)[0];
    drill.moor(MUSLIMS, "Tripolis", 1);
    drill.put("Syrian 4-4", "Damascus");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Move { unit: ship });
    assert_eq!(drill.no(drill.place_at(ship, "Tripolis")), "R30", "its anchor is taken");
    assert_eq!(drill.no(drill.place_at(ship, "Constantia")), "R30", "an enemy's port");
    drill.go(drill.place_at(ship, "Antioch"));
    assert_eq!(drill.whereabouts(ship), "Antioch");
    let mut drill = Drill::new();
    let ship = drill.moor(MUSLIMS, "Tyre", 1)[0];
    drill.put("Syrian 4-4", "Tyre");
    drill.host(Byzantine, "Tyre", &[("Carabisianis foot", 1)]);
    drill.fleet(Byzantine, 1);
    drill.put("Syrian 4-4", "Damascus");
    drill.at(Step::Mode(MUSLIMS));
    assert_eq!(drill.no(Order::Move { unit: ship }), "R11", "blockaded");
}

#[test]
#[covers("3.2", "3.2.1", "R32", "3.2.3", "1.3.3")]
fn mounted_byzantines_go_on_patrol_where_they_are_one_to_a_hex() {
    let mut drill = Drill::new();
    let horse = drill.puts(2, "Scholae", "Nicomedia");
    let foot = drill.put("Obsequium foot", "Nicomedia");
    drill.at(Step::Mode(BYZANTINES));
    assert_eq!(drill.no(Order::Patrol { unit: foot }), "3.2");
    drill.go(Order::Patrol { unit: horse[0] });
    assert_eq!(drill.position.unit(horse[0]).mode, Mode::Patrol);
    assert_eq!(drill.no(Order::Patrol { unit: horse[1] }), "3.2.3");
}

#[test]
#[covers("R11", "3.1.3")]
fn an_invested_place_lets_nobody_out_and_a_port_without_enemy_ships_does() {
    let mut drill = Drill::new();
    let inland = drill.put("Obsequium foot", "Nicomedia");
    drill.put("Obsequium foot", "Ancyra");
    drill.host(Syria, "Nicomedia", &[("Syrian 5-4", 2)]);
    drill.at(Step::Mode(BYZANTINES));
    assert_eq!(drill.no(Order::Move { unit: inland }), "R11");
    let mut drill = Drill::new();
    let port_unit = drill.put("Carabisianis foot", "Attaleia");
    drill.host(Syria, "Attaleia", &[("Syrian 5-4", 2)]);
    drill.put("Scholae", "Nicomedia");
    drill.at(Step::Mode(BYZANTINES));
    assert!(drill.may(Order::Move { unit: port_unit }));
    drill.fleet(Syria, 1);
    assert_eq!(drill.no(Order::Move { unit: port_unit }), "R11");
}

#[test]
#[covers("R42", "3.2.1", "R67")]
fn units_may_leave_an_expedition_and_the_last_one_takes_the_counter_away() {
    let mut drill = Drill::new();
    let horse = drill.host(Byzantine, "Nicomedia", &[("Scholae", 1), ("Obsequium horse", 1)]);
    let theodore = drill.lead_with(Leader::Theodore, Byzantine);
    drill.camp(Byzantine);
    drill.at(Step::Mode(BYZANTINES)).go(Order::Patrol { unit: horse[0] });
    assert!(drill.position.host(Byzantine).on_map());
    drill.go(Order::Move { unit: horse[1] });
    drill.go(drill.place_at(horse[1], "Nicomedia"));
    assert!(!drill.position.host(Byzantine).on_map());
    assert_eq!(drill.position.unit(theodore).mode, Mode::Off);
}

#[test]
#[covers("R23", "R6")]
fn the_african_army_comes_out_of_its_box_at_5150() {
    let mut drill = Drill::new();
    let unit = drill.unit("African foot");
    drill.position.send(unit, crate::unit::Spot::AFRICA);
    drill.position.unit_mut(unit).mode = Mode::Garrison;
    drill.put("Scholae", "Nicomedia");
    drill.at(Step::Mode(BYZANTINES)).go(Order::Move { unit });
    drill.go(drill.place_at(unit, "Paraetonium"));
    assert_eq!(drill.whereabouts(unit), "Paraetonium");
}

#[test]
#[covers("R3", "R2")]
fn the_muslim_finishes_his_modes_first_and_owners_choose() {
    let mut drill = Drill::new();
    drill.put("Syrian 5-4", "Damascus");
    let theirs: UnitId = drill.put("Scholae", "Nicomedia");
    drill.at(Step::Mode(MUSLIMS));
    assert_eq!(drill.asked(), Some(MUSLIMS));
    assert_eq!(drill.no(Order::Move { unit: theirs }), "2.0");
    drill.go(Order::Done);
    assert_eq!((drill.asked(), drill.position.step), (Some(BYZANTINES), Step::Mode(BYZANTINES)));
}
