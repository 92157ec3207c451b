use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::Syria;

#[test]
#[covers("3.2.2", "R33")]
fn a_patrol_has_ten_and_moves_once() {
    let mut drill = Drill::new();
    let horse = drill.patrol("Scholae", "1334");
    drill.patrol("Scholae", "1530");
    drill.at(Step::Patrols).go(Order::Move { unit: horse });
    assert_eq!(drill.position.points, 10);
    drill.step("1233").step("1334").go(Order::Halt);
    assert_eq!(drill.no(Order::Move { unit: horse }), "R33");
}

#[test]
#[covers("3.2.2", "R33")]
fn patrols_keep_away_from_armies_and_harbours_and_cut_down_who_is_alone() {
    let mut drill = Drill::new();
    let horse = drill.patrol("Orientales horse", "2719");
    drill.put("Syrian 5-4", "Antioch");
    drill.at(Step::Patrols).go(Order::Move { unit: horse });
    assert_eq!(drill.no(drill.towards("Antioch")), "R33");
    let mut drill = Drill::new();
    let horse = drill.patrol("Orientales horse", "2719");
    drill.moor(MUSLIMS, "Antioch", 1);
    drill.at(Step::Patrols).go(Order::Move { unit: horse });
    assert_eq!(drill.no(drill.towards("Antioch")), "R33", "ships in garrison");
    let mut drill = Drill::new();
    let horse = drill.patrol("Orientales horse", "2719");
    let junada = drill.lead(Leader::Junada, "Antioch");
    drill.at(Step::Patrols).go(Order::Move { unit: horse }).step("Antioch");
    assert!(drill.is_lost(junada));
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Antioch")), "patrols never take a place");
}

#[test]
#[covers("R33", "R69")]
fn ships_without_an_army_are_lost_to_a_patrol() {
    let mut drill = Drill::new();
    let horse = drill.patrol("Orientales horse", "2818");
    drill.host(Syria, "Antioch", &[("Syrian 4-4", 1)]);
    let ships = drill.fleet(Syria, 1);
    drill.leave_ships(Syria, "2719");
    drill.at(Step::Patrols).go(Order::Move { unit: horse }).step("Antioch");
    assert_eq!(drill.lost(&ships), 1);
}

#[test]
#[covers("3.2.3", "R32")]
fn two_patrols_pass_but_do_not_end_in_a_hex() {
    let mut drill = Drill::new();
    let horse = drill.patrol("Scholae", "1334");
    drill.patrol("Scholae", "1233");
    drill.at(Step::Patrols).go(Order::Move { unit: horse }).step("1233");
    assert_eq!(drill.no(Order::Halt), "3.2.3");
    drill.step("1234");
    assert!(drill.may(Order::Halt));
}

#[test]
#[covers("3.5", "R56")]
fn a_leader_goes_twenty_by_himself_and_not_among_enemies() {
    let mut drill = Drill::new();
    let amr = drill.lead(Leader::Amr, "Fustat");
    drill.put("Orientales foot", "Nikiu");
    drill.at(Step::Land(MUSLIMS)).go(Order::Move { unit: amr });
    assert_eq!(drill.position.points, 20);
    drill.step("5534").go(Order::Halt);
    assert_eq!(drill.no(Order::Move { unit: amr }), "R33", "once a turn");
    let mut drill = Drill::new();
    let nikiu = drill.settlement("Nikiu");
    let beside = drill.position.sheet.ground.settlement(nikiu).hex;
    let near = drill
        .position
        .sheet
        .ground
        .grid
        .neighbours(beside)
        .map(|(_, hex)| hex)
        .find(|&hex| drill.position.sheet.ground.is_land(hex));
    let label = drill.position.label_of(near.unwrap()).to_string();
    let amr = drill.lead(Leader::Amr, &label);
    drill.put("Orientales foot", "Nikiu");
    drill.at(Step::Land(MUSLIMS)).go(Order::Move { unit: amr });
    assert_eq!(drill.no(drill.towards("Nikiu")), "R56");
}

#[test]
#[covers("9.0", "R44", "R56", "R11")]
fn fausta_stays_and_so_does_who_is_shut_in_or_rides_with_an_army() {
    let mut drill = Drill::new();
    let fausta = drill.lead(Leader::Fausta, "Constantinople");
    let constans = drill.lead(Leader::Constans, "Nicomedia");
    drill.puts(2, "Obsequium foot", "Nicomedia");
    drill.at(Step::Land(BYZANTINES));
    assert_eq!(drill.no(Order::Move { unit: fausta }), "9.0");
    assert!(drill.may(Order::Move { unit: constans }));
    drill.host(Syria, "Nicomedia", &[("Syrian 5-4", 5)]);
    assert_eq!(drill.no(Order::Move { unit: constans }), "R56");
    let junada = drill.lead_with(Leader::Junada, Syria);
    drill.at(Step::Land(MUSLIMS));
    assert_eq!(drill.no(Order::Move { unit: junada }), "R56");
}

#[test]
#[covers("R129", "6.3")]
fn a_leader_is_safe_among_friendly_units_until_the_last_is_gone() {
    let mut drill = Drill::new();
    let theodore = drill.lead(Leader::Theodore, "Nicomedia");
    let unit = drill.put("Obsequium foot", "Nicomedia");
    drill.host(Syria, "Nicomedia", &[("Syrian 5-4", 5)]);
    drill.position.bury_leaders(&mut engine::Silence);
    assert!(!drill.is_lost(theodore));
    drill.position.send(unit, crate::unit::Spot::DESTROYED);
    drill.position.bury_leaders(&mut engine::Silence);
    assert!(drill.is_lost(theodore));
}
