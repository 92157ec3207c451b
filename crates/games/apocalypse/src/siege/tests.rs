use covers::covers;

use crate::drill::{Drill, sheet};
use crate::order::Order;
use crate::position::{Cause, Pace, Stage, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};
use crate::unit::UnitId;

/// Ten Syrians have marched from 2721 into Tarsus (a city) with this garrison.
fn before_tarsus(garrison: &[(&str, usize)]) -> (Drill, Vec<UnitId>, Vec<UnitId>) {
    let mut drill = Drill::new();
    let units = drill.host(Syria, "2721", &[("Syrian 5-4", 5), ("Syrian 4-4", 5)]);
    let mut held = vec![];
    for &(kind, number) in garrison {
        held.extend(drill.puts(number, kind, "Tarsus"));
    }
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Tarsus");
    (drill, units, held)
}

#[test]
#[covers("7.0", "R89", "R1")]
fn a_garrison_with_more_units_cannot_be_attacked() {
    let mut drill = Drill::new();
    drill.host(Syria, "2721", &[("Syrian 5-4", 3)]);
    drill.puts(4, "Orientales foot", "Tarsus");
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Tarsus");
    assert_eq!(drill.no(Order::Siege), "7.0");
    assert_eq!(drill.no(Order::Assault), "7.0");
}

#[test]
#[covers("7.1", "7.1.1", "R91", "7.1.2", "R93", "R92")]
fn a_siege_costs_the_dice_times_the_garrison() {
    let (mut drill, units, held) = before_tarsus(&[("Orientales foot", 3)]);
    assert_eq!(drill.land_left(Syria), 28);
    drill.go(Order::Siege).dice(&[3, 4]);
    assert_eq!(drill.land_left(Syria), 28 - 21);
    assert_eq!(drill.lost(&held), 3);
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Tarsus")));
    drill.go(Order::Garrison { unit: units[0] }).go(Order::Done);
    assert_eq!(drill.position.march.pace, Pace::Free);
    let city = drill.position.siege_dice(drill.hex("Constantinople"));
    let town = drill.position.siege_dice(drill.hex("Tyana"));
    assert_eq!((city.count, town.count), (2, 1));
}

#[test]
#[covers("7.1.2", "R91")]
fn a_balance_of_zero_takes_the_place() {
    let (mut drill, _, held) = before_tarsus(&[("Orientales foot", 4)]);
    drill.go(Order::Siege).dice(&[3, 4]);
    assert_eq!((drill.land_left(Syria), drill.lost(&held)), (0, 4));
}

#[test]
#[covers("7.1.3", "R90", "R51", "R36")]
fn a_stalled_siege_has_to_camp() {
    let (mut drill, _, held) = before_tarsus(&[("Orientales foot", 4)]);
    drill.go(Order::Siege).dice(&[4, 4]);
    // Camping is the only choice, so it is made.
    assert_eq!(drill.lost(&held), 0);
    assert!(drill.position.host(Syria).camped && drill.position.host(Syria).done);
}

#[test]
#[covers("table.breach", "7.2.1", "R94", "7.2")]
fn walls_are_breached_by_the_table_and_the_winters() {
    let mut drill = Drill::new();
    drill.host(Syria, "Tarsus", &[("Syrian 5-4", 1)]);
    let needs = |drill: &Drill, place: &str| {
        (1..=6).find(|&face| drill.position.breaches(Syria, drill.settlement(place), face)).unwrap()
    };
    let all = |drill: &Drill| ["Tyana", "Tarsus", "Constantinople"].map(|place| needs(drill, place));
    assert_eq!(all(&drill), [3, 5, 5]);
    drill.position.host_mut(Syria).winters = 1;
    assert_eq!(all(&drill), [2, 4, 4]);
    drill.position.host_mut(Syria).winters = 2;
    assert_eq!(all(&drill), [1, 3, 3]);
    assert_eq!(sheet("campaign").charts.breach_most, 2);
}

#[test]
#[covers("7.2.1", "7.2.2", "R90")]
fn where_the_walls_hold_the_expedition_camps_or_disbands() {
    let (mut drill, ..) = before_tarsus(&[("Orientales foot", 4)]);
    drill.go(Order::Assault).dice(&[4]);
    assert_eq!(drill.orders(), [Order::Camp, Order::Disband]);
}

#[test]
#[covers("event.3", "R18", "R94")]
fn open_walls_need_no_breach() {
    let (mut drill, units, _) = before_tarsus(&[("Orientales foot", 2)]);
    drill.position.annals.open_walls = drill.settlement("Tarsus");
    drill.go(Order::Assault);
    assert_eq!(drill.position.battle.stage, Stage::Exchange);
    drill.go(Order::Lose { unit: units[0] });
    assert_eq!(drill.position.battle.rounds, 2, "both sides have lost one");
}

#[test]
#[covers("7.2.2", "R95", "R96", "7.2.3", "R99", "brief.3")]
fn an_assault_is_fought_unit_for_unit_and_may_pillage() {
    let (mut drill, units, held) = before_tarsus(&[("Orientales foot", 2), ("Orientales horse", 1)]);
    drill.go(Order::Assault).dice(&[5]);
    assert_eq!(drill.no(Order::Rout), "6.1.4");
    drill.go(Order::Lose { unit: units[0] });
    // Mounted units do not hold walls; the foot are alike, so one of them is taken.
    assert_eq!((drill.lost(&held[..2]), drill.lost(&held[2..])), (1, 0));
    assert!(drill.may(Order::Rout), "the attacker may break off after the first pair");
    drill.go(Order::Lose { unit: units[1] });
    assert_eq!(drill.lost(&held), 3, "the last foot falls, the horse with it");
    drill.dice(&[5]);
    let tarsus = drill.settlement("Tarsus");
    assert!(drill.position.is_pillaged(tarsus) && drill.position.holds(MUSLIMS, tarsus));
    assert_eq!(drill.position.march.pace, Pace::Leave);
}

#[test]
#[covers("7.2.3", "R99")]
fn a_four_spares_the_place() {
    let (mut drill, units, _) = before_tarsus(&[("Orientales foot", 1)]);
    drill.go(Order::Assault).dice(&[6]).go(Order::Lose { unit: units[0] });
    drill.dice(&[4]);
    assert!(!drill.position.is_pillaged(drill.settlement("Tarsus")));
}

#[test]
#[covers("R95")]
fn equal_numbers_of_those_who_can_storm_mean_failure() {
    let mut drill = Drill::new();
    let foot = drill.host(Byzantine, "4015", &[("Obsequium foot", 2), ("Scholae", 3)]);
    drill.lead(Leader::Muawiya, "Emesa");
    let held = drill.puts(2, "Syrian 4-4", "Damascus");
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("Damascus").go(Order::Assault).dice(&[6]);
    drill.lose_any();
    assert_eq!((drill.lost(&foot), drill.lost(&held)), (2, 1));
    assert_eq!(drill.orders(), [Order::Camp, Order::Disband], "the mounted stay and camp or disband");
}

#[test]
#[covers("R95", "7.2.2")]
fn byzantines_without_foot_cannot_assault() {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    drill.host(Byzantine, "4015", &[("Scholae", 3)]);
    drill.put("Syrian 4-4", "Damascus");
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("Damascus");
    assert_eq!(drill.no(Order::Assault), "7.2.2");
    assert!(drill.may(Order::Siege));
}

/// Syrians besiege Rhodes, which has ships and this many foot.
fn before_rhodes(foot: usize, ships: usize) -> (Drill, Vec<UnitId>, Vec<UnitId>) {
    let mut drill = Drill::new();
    drill.host(Syria, "2835", &[("Syrian 5-4", 10)]);
    let held = drill.puts(foot, "Carabisianis foot", "Rhodes");
    let moored = drill.moor(BYZANTINES, "Rhodes", ships);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Rhodes");
    (drill, held, moored)
}

#[test]
#[covers("7.3", "R97", "R98", "brief.4", "R131")]
fn a_port_about_to_fall_is_evacuated_to_the_nearest_friendly_port() {
    let (mut drill, held, moored) = before_rhodes(2, 1);
    drill.go(Order::Siege).dice(&[1]);
    assert_eq!((drill.position.placing.cause, drill.asked()), (Cause::Evacuation, Some(BYZANTINES)));
    let haven = drill.orders().into_iter().find_map(|order| match order {
        Order::Retreat { unit, at } if unit == moored[0] => Some(at),
        _ => None,
    });
    let at = haven.unwrap();
    assert_eq!(drill.position.hex(at), Some(drill.hex("Attaleia")), "Smyrna is farther");
    assert!(!drill.may(Order::Retreat { unit: held[0], at }), "nobody sails before a ship does");
    drill.go(Order::Retreat { unit: moored[0], at }).go(Order::Retreat { unit: held[0], at });
    drill.go(Order::Done);
    assert_eq!((drill.whereabouts(held[0]), drill.lost(&held)), ("Attaleia".into(), 1));
}

#[test]
#[covers("7.3", "R97", "R11")]
fn ships_of_the_besieger_shut_a_port() {
    let (mut drill, held, moored) = before_rhodes(1, 1);
    drill.fleet(Syria, 1);
    drill.go(Order::Siege).dice(&[1]);
    assert_eq!(drill.lost(&held) + drill.lost(&moored), 2);
}

#[test]
#[covers("R69", "R8")]
fn ships_in_a_port_without_a_garrison_may_leave_when_it_is_entered() {
    let (mut drill, _, moored) = before_rhodes(0, 1);
    assert_eq!(drill.position.placing.cause, Cause::Evacuation);
    drill.go(Order::Done);
    assert_eq!(drill.lost(&moored), 1);
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Rhodes")));
}

#[test]
#[covers("R136", "R90")]
fn each_expedition_tries_for_itself() {
    let (mut drill, ..) = before_tarsus(&[("Orientales foot", 4)]);
    drill.go(Order::Siege).dice(&[6, 6]);
    drill.host(crate::unit::Expedition::Egypt, "Tarsus", &[("Egyptian", 4)]);
    drill.at(Step::Land(MUSLIMS)).march(crate::unit::Expedition::Egypt);
    assert!(drill.may(Order::Siege) && drill.may(Order::Assault));
}
