use covers::covers;
use engine::ledger::Unread;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::{Pace, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Egypt, Syria};
use crate::unit::{Mode, Spot};

#[test]
#[covers("3.3.1", "R14", "R46")]
fn two_mounted_two_picked_and_five_foot_have_eleven() {
    let mut drill = Drill::new();
    let units = [("Obsequium horse", 2), ("Excubitor", 1), ("Domestici Pedes", 1), ("Obsequium foot", 5)];
    drill.host(Byzantine, "Nicomedia", &units);
    assert_eq!(drill.position.allowance(Byzantine, &mut Unread), 11);
}

#[test]
#[covers("3.3.1", "R13")]
fn mounted_byzantines_and_all_muslims_begin_with_forty() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "Nicomedia", &[("Scholae", 3), ("Domestici Equites", 1)]);
    drill.host(Syria, "Damascus", &[("Syrian 6-4", 6), ("Syrian 5-4", 9)]);
    assert_eq!(drill.position.allowance(Byzantine, &mut Unread), 36);
    assert_eq!(drill.position.allowance(Syria, &mut Unread), 25);
    drill.host(Byzantine, "Nicomedia", &[("Obsequium foot", 1)]);
    assert_eq!(drill.position.allowance(Byzantine, &mut Unread), 15);
}

#[test]
#[covers("R46", "3.3.1", "1.3.5")]
fn the_allowance_is_fixed_at_the_first_order_and_ships_and_leaders_count_nothing() {
    let mut drill = Drill::new();
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 10)]);
    drill.fleet(Syria, 3);
    drill.lead_with(Leader::Junada, Syria);
    drill.put("Scholae", "Tarsus");
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    assert_eq!(drill.land_left(Syria), 30);
}

#[test]
#[covers("table.movement", "R10", "brief.2", "R47")]
fn a_step_costs_the_road_or_the_terrain_and_the_river() {
    let cost = |to: &str| {
        let mut drill = Drill::new();
        drill.host(Syria, "Damascus", &[("Syrian 5-4", 10)]);
        drill.at(Step::Land(MUSLIMS)).march(Syria).step(to);
        30 - drill.land_left(Syria)
    };
    assert_eq!(cost("3815"), 1, "rough, by road");
    assert_eq!(cost("3915"), 1, "desert for Muslims");
    assert_eq!(cost("3917"), 3, "mountain");
    assert_eq!(cost("3816"), 3, "rough across a river");
    let byzantine = |to: &str| {
        let mut drill = Drill::new();
        drill.control("Damascus", BYZANTINES);
        drill.lead(Leader::Muawiya, "Emesa");
        drill.host(Byzantine, "Damascus", &[("Obsequium foot", 5)]);
        drill.at(Step::Land(BYZANTINES)).march(Byzantine).step(to);
        15 - drill.land_left(Byzantine)
    };
    assert_eq!(byzantine("3915"), 2, "desert for Byzantines");
    assert_eq!(byzantine("4016"), 1, "clear");
}

#[test]
#[covers("R47", "3.3.1")]
fn a_step_beyond_the_allowance_is_refused_and_a_cheaper_one_is_not() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "Nicomedia", &[("Obsequium foot", 8), ("Orientales foot", 10)]);
    drill.at(Step::Land(BYZANTINES)).march(Byzantine);
    assert_eq!(drill.land_left(Byzantine), 2);
    assert_eq!(drill.no(drill.towards("1331")), "3.3.1", "mountain across a river");
    assert!(drill.may(drill.towards("1232")));
}

#[test]
#[covers("3.3.2", "R38", "R1", "R31", "R48")]
fn a_hex_with_enemies_costs_one_more_and_a_garrison_stops_nobody() {
    let mut drill = Drill::new();
    drill.host(Syria, "2721", &[("Syrian 5-4", 10)]);
    drill.puts(2, "Orientales foot", "Tarsus");
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Tarsus");
    assert_eq!(drill.land_left(Syria), 30 - 2, "road and enemy");
    assert_eq!(drill.position.march.pace, Pace::Free);
    drill.step("2522");
    assert_eq!(drill.land_left(Syria), 27);
}

#[test]
#[covers("3.2.4", "R34", "R35", "R49", "R36")]
fn a_zone_of_control_costs_two_dice_once_a_hex() {
    let mut drill = Drill::new();
    drill.host(Syria, "2721", &[("Syrian 5-4", 10)]);
    drill.patrol("Orientales horse", "2520");
    drill.patrol("Orientales horse", "2521");
    drill.control("Tarsus", MUSLIMS);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Tarsus");
    assert_eq!(drill.land_left(Syria), 29);
    drill.dice(&[6, 5]);
    assert_eq!(drill.land_left(Syria), 18, "two patrols, one throw");
    drill.step("2620").dice(&[6, 6]).step("Tarsus").dice(&[6, 6]);
    assert_eq!(drill.land_left(Syria), 0, "never below zero");
    assert!(drill.orders().contains(&Order::Halt) || drill.position.march.pace == Pace::Rest);
}

#[test]
#[covers("3.2.4", "R34")]
fn byzantines_feel_no_zone_and_a_strait_ends_one() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "1333", &[("Obsequium foot", 4)]);
    drill.patrol("Scholae", "1432");
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("1332");
    assert_eq!(drill.position.march.pace, Pace::Free);
    // A patrol in Constantinople does not watch the other side of the Bosporus.
    let watched = |drill: &Drill, at: &str| drill.position.is_watched(drill.hex(at));
    let mut drill = Drill::new();
    drill.patrol("Scholae", "Constantinople");
    assert!(watched(&drill, "Herakleia") && !watched(&drill, "1234"));
}

#[test]
#[covers("3.2.5", "R37")]
fn entering_a_patrols_hex_costs_the_terrain_and_one_unit_for_the_patrol() {
    let mut drill = Drill::new();
    let units = drill.host(Syria, "2721", &[("Syrian 6-4", 1), ("Syrian 4-4", 3)]);
    let patrol = drill.patrol("Orientales horse", "Tarsus");
    drill.patrol("Orientales horse", "2620");
    drill.control("Tarsus", MUSLIMS);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Tarsus");
    assert_eq!(drill.land_left(Syria), 35, "no dice, no surcharge");
    assert_eq!(drill.asked(), Some(MUSLIMS));
    drill.go(Order::Lose { unit: units[3] });
    assert!(drill.is_lost(patrol) && drill.is_lost(units[3]));
    assert_eq!(drill.position.march.pace, Pace::Free);
}

#[test]
#[covers("R37", "R57", "6.3")]
fn the_last_unit_lost_to_a_patrol_takes_its_leaders_along() {
    let mut drill = Drill::new();
    drill.host(Egypt, "2721", &[("Egyptian", 1)]);
    let amr = drill.lead_with(Leader::Amr, Egypt);
    drill.patrol("Orientales horse", "2620");
    drill.at(Step::Land(MUSLIMS)).march(Egypt);
    drill.step("2620");
    assert!(drill.is_lost(amr), "the only unit is lost without asking");
    assert!(!drill.position.host(Egypt).on_map());
}

#[test]
#[covers("3.3.3", "R50", "R51", "3.3.2")]
fn a_move_ends_in_camp_or_disbanding_and_a_step_lifts_the_camp() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 10)]);
    drill.camp(Syria);
    drill.position.host_mut(Syria).winters = 1;
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    assert!(drill.position.host(Syria).camped, "taking it up lifts nothing");
    drill.step("3915");
    assert!(!drill.position.host(Syria).camped);
    assert_eq!(drill.position.host(Syria).winters, 0);
    drill.go(Order::Halt);
    assert_eq!(drill.orders(), [Order::Camp, Order::Disband]);
    drill.go(Order::Camp);
    let host = drill.position.host(Syria);
    assert!(host.camped && host.done);
    let again = Order::Move { unit: drill.position.sheet.roster.expedition(Syria) };
    assert_eq!(drill.no(again), "R62");
}

#[test]
#[covers("R50")]
fn an_expedition_that_did_not_move_decides_at_the_end_of_its_phase() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 3)]);
    drill.host(Egypt, "Fustat", &[("Egyptian", 3)]);
    drill.camp(Egypt);
    drill.at(Step::Land(MUSLIMS)).go(Order::Done);
    assert_eq!(drill.position.march.expedition, Some(Syria));
    assert_eq!(drill.orders(), [Order::Camp, Order::Disband]);
    drill.go(Order::Camp);
    assert_ne!(drill.position.march.expedition, Some(Egypt), "one camped already just stays");
}

#[test]
#[covers("R8", "R93", "R48")]
fn an_empty_enemy_place_falls_to_whoever_enters_it() {
    let mut drill = Drill::new();
    let units = drill.host(Syria, "2721", &[("Syrian 5-4", 5)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Tarsus");
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Tarsus")));
    drill.go(Order::Garrison { unit: units[0] });
    assert_eq!(drill.position.unit(units[0]).mode, Mode::Garrison);
    drill.go(Order::Done).step("2522");
    assert_eq!(drill.position.unit(units[1]).spot, Spot::on(drill.hex("2522")));
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Tarsus")), "it stays with the last taker");
}

#[test]
#[covers("R69", "5.2", "R49")]
fn ships_alone_on_a_coast_are_lost_to_an_army_and_ships_with_troops_are_not() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "2722", &[("Obsequium foot", 2)]);
    let ships = drill.fleet(Byzantine, 2);
    drill.leave_ships(Byzantine, "2422");
    drill.host(Syria, "2721", &[("Syrian 5-4", 5)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("2722");
    assert_eq!(drill.lost(&ships), 2);
    assert_eq!(drill.land_left(Syria), 35 - 2, "ships count for the surcharge");
}

#[test]
#[covers("R6")]
fn nothing_leaves_the_map() {
    let mut drill = Drill::new();
    drill.host(Syria, "4301", &[("Syrian 5-4", 5)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let east = engine::hex::Direction::new(1);
    assert_eq!(drill.no(Order::Step { to: east }), "R6");
}

#[test]
#[covers("R57", "6.3", "brief.1", "2.1.2", "R109")]
fn muawiya_alone_is_lost_to_an_army_and_the_byzantines_win() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "4015", &[("Scholae", 3)]);
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("Damascus");
    let outcome = drill.position.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.rule), (Some(BYZANTINES), "2.1.2"));
}
