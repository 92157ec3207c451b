use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::{Pace, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Egypt, Syria};
use crate::unit::UnitId;

/// A Syrian expedition at Laodicea with so many ships, taken up to sail.
fn aboard(units: usize, ships: usize) -> Drill {
    let mut drill = Drill::new();
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", units)]);
    drill.fleet(Syria, ships);
    drill.at(Step::Sea(MUSLIMS)).march(Syria);
    drill
}

#[test]
#[covers("5.1.6", "R63", "R12")]
fn all_must_fit_two_muslims_to_a_ship() {
    let mut drill = Drill::new();
    drill.host(Syria, "Laodicea", &[("Syrian 6-4", 5)]);
    drill.fleet(Syria, 2);
    drill.position.step = Step::Sea(MUSLIMS);
    let sail = Order::Move { unit: drill.position.sheet.roster.expedition(Syria) };
    assert_eq!(drill.no(sail), "5.1.6");
    drill.fleet(Syria, 1);
    assert!(drill.may(sail));
}

#[test]
#[covers("5.1.6", "R63", "R14", "R13")]
fn a_byzantine_ship_carries_four_foot_or_two_mounted_or_one_picked_foot() {
    let fits = |units: &[(&str, usize)], ships: usize| {
        let mut drill = Drill::new();
        drill.host(Byzantine, "Constantinople", units);
        drill.fleet(Byzantine, ships);
        drill.position.step = Step::Sea(BYZANTINES);
        drill.may(Order::Move { unit: drill.position.sheet.roster.expedition(Byzantine) })
    };
    assert!(
        fits(&[("Obsequium foot", 8)], 2) && !fits(&[("Obsequium foot", 8), ("Carabisianis foot", 1)], 2)
    );
    assert!(fits(&[("Scholae", 4)], 2) && !fits(&[("Scholae", 5)], 2));
    assert!(fits(&[("Excubitor", 1), ("Domestici Pedes", 1)], 2));
    assert!(!fits(&[("Excubitor", 1), ("Domestici Pedes", 1)], 1));
    assert!(!fits(&[("Obsequium foot", 1), ("Scholae", 1)], 1), "one kind to a ship");
}

#[test]
#[covers("R63", "5.1.6")]
fn the_owner_assigns_loads_and_the_rest_is_stowed() {
    let mut drill = Drill::new();
    let units = drill.host(Byzantine, "Constantinople", &[("Obsequium foot", 5), ("Scholae", 2)]);
    let ships = drill.fleet(Byzantine, 3);
    drill.at(Step::Sea(BYZANTINES)).march(Byzantine);
    assert_eq!(drill.position.march.pace, Pace::Loading);
    drill.go(Order::Load { unit: units[0], ship: ships[2] });
    let mixed = Order::Load { unit: units[5], ship: ships[2] };
    assert_eq!(drill.no(mixed), "5.1.6");
    drill.go(Order::Load { unit: units[5], ship: ships[1] });
    let crowding = Order::Load { unit: units[6], ship: ships[0] };
    assert_eq!(drill.no(crowding), "5.1.6", "the other foot would not fit");
    drill.go(Order::Done);
    assert!(units.iter().all(|&id| drill.position.unit(id).aboard != UnitId::NONE));
    assert!(drill.position.host(Byzantine).at_sea);
}

#[test]
#[covers("5.1.7", "R64", "R61", "5.1.2")]
fn embarking_costs_one_in_a_port_of_ones_own_and_two_elsewhere() {
    let mut drill = aboard(4, 2);
    assert_eq!((drill.land_left(Syria), drill.position.host(Syria).sea), (36 - 1, 30));
    drill.go(Order::Done).step("3219");
    assert_eq!((drill.land_left(Syria), drill.position.host(Syria).sea), (35, 29), "two allowances");
    // Constantia is an enemy's port: just a coast.
    drill.step("3220").step("3221").step("Constantia").go(Order::Disembark);
    assert_eq!(drill.land_left(Syria), 33);
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Constantia")), "nobody was in it");
}

#[test]
#[covers("5.1.2")]
fn byzantine_ships_have_forty() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "Constantinople", &[("Obsequium foot", 4)]);
    drill.fleet(Byzantine, 1);
    drill.at(Step::Sea(BYZANTINES)).march(Byzantine);
    assert_eq!(drill.position.host(Byzantine).sea, 40);
}

#[test]
#[covers("R62", "5.1.1", "5.1")]
fn who_sails_needs_ships_at_hand_and_does_not_march_later() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 4)]);
    drill.at(Step::Sea(MUSLIMS));
    let id = drill.position.sheet.roster.expedition(Syria);
    assert_ne!(drill.position.step, Step::Sea(MUSLIMS), "nobody can sail: the phase is passed by");
    let mut drill = aboard(4, 2);
    drill.go(Order::Done).step("3219").step("3218").go(Order::Halt).go(Order::Camp);
    drill.at(Step::Land(MUSLIMS));
    assert_eq!(drill.no(Order::Move { unit: id }), "R62");
}

#[test]
#[covers("5.1.5", "R66")]
fn ending_the_voyage_on_a_coast_lands_everybody_for_what_is_left() {
    let mut drill = aboard(4, 2);
    drill.go(Order::Done).step("3219").step("3218");
    drill.position.host_mut(Syria).land = 1;
    drill.go(Order::Halt);
    assert_eq!(drill.land_left(Syria), 0, "a coast costs two, one was left");
    assert!(!drill.position.host(Syria).at_sea);
    assert_eq!(drill.position.march.pace, Pace::Rest);
}

#[test]
#[covers("5.1.5", "R66", "5.1.7")]
fn the_fleet_may_pass_a_coast_and_an_army_may_march_on_after_landing() {
    let mut drill = aboard(4, 2);
    drill.go(Order::Done).step("3219").step("3218").step("3219").step("Laodicea");
    assert!(drill.position.host(Syria).at_sea);
    drill.go(Order::Disembark).step("3118");
    assert_eq!(drill.land_left(Syria), 36 - 1 - 1 - 3);
    drill.step("Laodicea").go(Order::Embark);
    assert_eq!(drill.position.march.pace, Pace::Loading, "and go aboard again");
}

#[test]
#[covers("5.1.3", "R68", "R109")]
fn ships_at_sea_at_the_end_of_the_year_are_lost_with_everybody() {
    let mut drill = Drill::new();
    let units = drill.host(Egypt, "Laodicea", &[("Egyptian", 4)]);
    let ships = drill.fleet(Egypt, 2);
    let amr = drill.lead_with(Leader::Amr, Egypt);
    drill.at(Step::Sea(MUSLIMS)).march(Egypt).go(Order::Done).step("3219").step("3220").go(Order::Halt);
    assert!(drill.position.host(Egypt).at_sea, "stopping in open sea is allowed");
    drill.at(Step::Stacking(crate::position::Phase::ByzantineLand, MUSLIMS));
    assert_eq!(drill.lost(&units) + drill.lost(&ships), 6);
    assert!(drill.is_lost(amr));
}

#[test]
#[covers("R65", "5.2", "R70", "R123", "R120")]
fn ships_use_coasts_straits_and_the_delta_up_to_fustat() {
    let drill = Drill::new();
    let sails = |from: &str, to: &str| {
        let (from, to) = (drill.hex(from), drill.hex(to));
        let side = drill.position.sheet.ground.grid.towards(from, to).unwrap();
        drill.position.sheet.ways.sails(from, side)
    };
    assert!(sails("5534", "Fustat") && !sails("Fustat", "5733") && !sails("5633", "Fustat"));
    assert!(sails("1234", "Constantinople"), "through the Bosporus");
    assert!(!sails("Damascus", "3917") && !sails("Antioch", "2719"));
    let reach = drill.position.by_sea(BYZANTINES, drill.hex("Alexandria"), 30);
    assert_eq!(reach.of(drill.hex("Fustat")), 9);
    assert!(drill.position.sheet.ground.coastal[drill.hex("Fustat").index()]);
    assert!(!drill.position.is_port(drill.settlement("Fustat")));
}

#[test]
#[covers("R67", "5.1.1")]
fn ships_left_behind_go_to_port_when_the_expedition_disbands() {
    let mut drill = aboard(2, 1);
    drill.go(Order::Done).step("3219").step("3218").go(Order::Disembark).step("3217");
    let ship = drill.position.ship_ids(MUSLIMS).next().unwrap();
    assert_eq!(drill.whereabouts(ship), "3218");
    drill.go(Order::Halt).go(Order::Disband);
    while drill.position.unit(ship).spot == crate::unit::Spot::on(drill.hex("3218")) {
        let order = drill.orders()[0];
        drill.go(order);
    }
    assert!(drill.position.is_port(drill.settlement(&drill.whereabouts(ship))));
}
