//! Losses and retreats, tested from 8.2, 8.3, 13.0 and their rulings.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::{Order, Station};
use crate::position::{Clash, Step};
use crate::sheet::Arm;
use crate::unit::Party;

/// A battle in 0704 with another one far off, so that nothing begins by itself.
fn battle(drill: Drill, party: Party) -> Field {
    let mut field = drill
        .place("x", "muslim bedouin", "0502")
        .place("y", "persian levy", "0502")
        .begin(Step::Fight(party));
    field.attack("0704");
    field
}

fn retreats(field: &Field) -> Vec<String> {
    let at = |order: &Order| match order {
        Order::Retreat { at } => Some(at.to_string()),
        _ => None,
    };
    let mut hexes: Vec<String> = field.orders().iter().filter_map(at).collect();
    hexes.sort();
    hexes
}

#[test]
#[covers("8.3", "R98")]
fn each_kind_of_loss_goes_to_its_place() {
    let lost = |what: &'static str| {
        let muslim = what.starts_with("muslim") || what.starts_with("converted");
        let naval = what.ends_with("naval");
        let at = if naval { "1305" } else { "0704" };
        let foe = match (muslim, naval) {
            (true, false) => "persian mercenary",
            (true, true) => "byzantine naval",
            (false, false) => "muslim bedouin",
            (false, true) => "muslim naval",
        };
        let drill = Drill::new().place("victim", what, at).place_all(6, "foes", foe, at);
        let party = if muslim { Party::Empires } else { Party::Muslims };
        let mut field = drill.begin(Step::Fight(party));
        field.settle().roll(6);
        field.at("victim")
    };
    assert_eq!(lost("muslim bedouin"), "lost");
    assert_eq!(lost("muslim levy"), "pool");
    assert_eq!(lost("converted persian mercenary"), "pool");
    assert_eq!(lost("muslim naval"), "unbuilt");
    assert_eq!(lost("converted byzantine naval"), "unbuilt");
    assert_eq!(lost("persian levy"), "conversion");
    assert_eq!(lost("byzantine naval"), "conversion");
    assert_eq!(lost("frank levy"), "pool");
}

#[test]
#[covers("8.2", "R93", "brief.4")]
fn troops_at_home_stay_at_home_and_others_do_not_go_farther_from_it() {
    let beaten = |what: &'static str| {
        let drill = Drill::new()
            .place_all(4, "tribes", "muslim bedouin", "0704")
            .place_all(4, "beaten", what, "0704");
        let mut field = battle(drill, Party::Muslims);
        field.combat.stage = Clash::Retreat;
        retreats(&field)
    };
    assert_eq!(beaten("persian levy"), ["0603", "0604", "0703", "0705", "0803", "0804"]);
    // The Romans' border is column 9: two hexes away, from column 8 only one.
    assert_eq!(beaten("byzantine levy"), ["0703", "0705", "0803", "0804"]);
}

#[test]
#[covers("R94")]
fn the_strongest_nation_leads_a_mixed_stack_home() {
    let beaten = |natives: usize, converts: usize| {
        let drill = Drill::new()
            .place_all(natives, "tribes", "muslim bedouin", "0704")
            .place_all(converts, "renegades", "converted byzantine mercenary", "0704")
            .place_all(4, "persians", "persian mercenary", "0704");
        let mut field = battle(drill, Party::Muslims);
        field.combat.stage = Clash::Retreat;
        field.combat.attacker_retreats = true;
        retreats(&field)
    };
    assert_eq!(beaten(3, 1), ["0603", "0604", "0703", "0705"], "6 against 3: towards Arabia");
    assert_eq!(beaten(1, 1), ["0703", "0705", "0803", "0804"], "2 against 3: towards Syria");
    assert_eq!(beaten(3, 2).len(), 6, "6 against 6: either");
}

#[test]
#[covers("8.2", "R95", "R102")]
fn hexes_with_any_opposing_unit_mountains_and_other_nations_are_shut() {
    let drill = Drill::new()
        .place_all(4, "tribes", "muslim bedouin", "0704")
        .place("beaten", "persian levy", "0704")
        .place("raider", "muslim bedouin", "0703")
        .place("turks", "turk levy", "0705")
        .mountain("0704", "NE");
    let mut field = battle(drill, Party::Muslims);
    field.combat.stage = Clash::Retreat;
    assert_eq!(retreats(&field), ["0603", "0604", "0804"]);
    field.refuses(Order::Retreat { at: field.station("0703") }, "8.2");
    field.refuses(Order::Retreat { at: field.station("0705") }, "7.5");
    field.refuses(Order::Retreat { at: field.station("0803") }, "8.2");
    field.refuses(Order::Retreat { at: field.station("0901") }, "8.2");
}

#[test]
#[covers("8.2", "R96")]
fn a_stack_without_a_way_out_is_lost() {
    let ring = ["0603", "0604", "0703", "0705", "0803", "0804"];
    let drill = Drill::new().place_all(4, "tribes", "muslim bedouin", "0704").place_all(
        3,
        "beaten",
        "persian levy",
        "0704",
    );
    let drill = ring.into_iter().fold(drill, |drill, at| drill.place("ring", "muslim bedouin", at));
    let mut field = battle(drill, Party::Muslims);
    // Eight against three; a five takes two from each.
    field.roll(5);
    assert_eq!(field.how_many("beaten", "conversion"), 3);
}

#[test]
#[covers("13.0", "R101")]
fn a_fleet_retreats_into_the_black_sea_only_with_a_port_there() {
    let ways = |garrison: &str| {
        let mut field = Drill::new()
            .place("dromon", "byzantine naval", "1603")
            .place_all(3, "dhows", "muslim naval", "1603")
            .place("post", garrison, "Trebizond")
            .begin(Step::Fight(Party::Muslims));
        field.settle();
        field.combat.stage = Clash::Retreat;
        field.combat.attacker_retreats = false;
        retreats(&field).contains(&"1602".to_string())
    };
    assert!(ways("byzantine levy"));
    assert!(!ways("muslim bedouin"));
}

#[test]
#[covers("13.0", "R135")]
fn byzantines_beaten_in_the_city_may_flee_into_the_box() {
    let mut field = Drill::new()
        .place_all(4, "army", "muslim bedouin", "Constantinople")
        .place_all(3, "guard", "byzantine levy", "Constantinople")
        .begin(Step::Fight(Party::Muslims));
    field.settle();
    field.combat.stage = Clash::Retreat;
    assert!(retreats(&field).contains(&"box".to_string()));
    field.play(Order::Retreat { at: Station::Box });
    assert_eq!(field.how_many("guard", "box"), 3);
}

#[test]
#[covers("13.0", "R136", "R137")]
fn out_of_the_box_any_hex_will_do_and_then_it_is_shut() {
    let mut field = Drill::new()
        .place_all(4, "army", "muslim bedouin", "Constantinople")
        .place_all(2, "guard", "byzantine levy", "box")
        .begin(Step::Fight(Party::Muslims));
    field.play(Order::Attack { at: Station::Box, arm: Arm::Land });
    assert_eq!(field.odds(), "8 against 4, 2 to 1");
    // A four: one each, the defender retreats.
    field.roll(4);
    assert_eq!(field.combat.stage, Clash::Retreat);
    field.retreat("1704");
    assert_eq!(field.how_many("guard", "1704"), 1);
    assert!(!field.books.box_open && field.books.box_emptied);
}

#[test]
#[covers("R137")]
fn a_box_left_in_peace_stays_open() {
    let mut field = Drill::new()
        .place("guard", "byzantine levy", "box")
        .place("romans", "byzantine levy", "Homs")
        .begin(Step::Move(Party::Empires));
    field.take_up("guard");
    field.halt();
    assert!(field.books.box_open && !field.books.box_emptied);
}
