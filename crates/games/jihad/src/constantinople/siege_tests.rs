//! Constantinople: who uses the box, who storms it, where its people go.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::{Order, Station};
use crate::position::{Clash, Step};
use crate::sheet::{Arm, State};
use crate::unit::Party;

const STORM: Order = Order::Attack { at: Station::Box, arm: Arm::Land };
const STORM_BY_SEA: Order = Order::Attack { at: Station::Box, arm: Arm::Naval };
const FLEE: Order = Order::Retreat { at: Station::Box };

fn elsewhere(drill: Drill) -> Drill {
    ["0502", "0508"]
        .into_iter()
        .fold(drill, |drill, at| drill.place("x", "muslim bedouin", at).place("y", "persian levy", at))
}

fn muslims(drill: Drill) -> Field {
    elsewhere(drill).begin(Step::Fight(Party::Muslims))
}

/// A land combat in the hex of Constantinople, decided without losses against one side.
fn driven_from_the_city(drill: Drill, party: Party, arm: Arm, attacker: bool) -> Field {
    let mut field = elsewhere(drill).begin(Step::Fight(party));
    let order = Order::Attack { at: field.station("Constantinople"), arm };
    field.play(order);
    field.combat.stage = Clash::Retreat;
    field.combat.attacker_retreats = attacker;
    field
}

fn ways(field: &Field) -> Vec<String> {
    let at = |order: &Order| match order {
        Order::Retreat { at } => Some(at.to_string()),
        _ => None,
    };
    let mut hexes: Vec<String> = field.orders().iter().filter_map(at).collect();
    hexes.sort();
    hexes
}

#[test]
#[covers("13.0", "R132")]
fn only_byzantines_go_in_and_only_through_the_hex() {
    let mut goths = Drill::new()
        .place("goths", "goth levy", "Constantinople")
        .place("home", "goth levy", "Toledo")
        .begin(Step::Move(Party::Empires));
    goths.take_up("goths");
    goths.refuses(Order::Enter, "13.0");
    let mut renegades = Drill::new()
        .place("renegades", "converted byzantine levy", "Constantinople")
        .place("other", "muslim bedouin", "0108")
        .begin(Step::Move(Party::Muslims));
    renegades.take_up("renegades");
    renegades.refuses(Order::Enter, "13.0");
    let mut romans = Drill::new()
        .place("romans", "byzantine levy", "1704")
        .place("home", "byzantine levy", "Homs")
        .begin(Step::Move(Party::Empires));
    romans.take_up("romans");
    romans.refuses(Order::Enter, "13.0");
    romans.refuses(Order::Exit, "13.0");
    romans.step("N");
    assert!(romans.offers(Order::Enter));
    romans.books.box_open = false;
    romans.refuses(Order::Enter, "13.0");
}

#[test]
#[covers("13.0", "R71", "R75", "R132")]
fn besiegers_do_not_stop_anybody_going_in_or_out_but_those_who_march_through_pay() {
    let siege = || {
        Drill::new()
            .place_all(2, "siege", "muslim bedouin", "Constantinople")
            .place("home", "byzantine levy", "Homs")
            .recruited(&[State::Byzantine])
    };
    // In from a march: two fertile hexes and the besiegers' four.
    let mut relief = siege().place("relief", "byzantine levy", "1705").begin(Step::Move(Party::Empires));
    relief.take_up("relief").steps("N", 2).play(Order::Enter);
    assert_eq!((relief.at("relief"), relief.attrition.points), ("box".into(), 2 + 2 + 4));
    // In from the hex itself: no march, and nothing to pay.
    let mut held =
        siege().place("guard", "byzantine levy", "Constantinople").begin(Step::Move(Party::Empires));
    held.take_up("guard").play(Order::Enter);
    assert_eq!((held.at("guard"), held.attrition.points), ("box".into(), 0));
    // Out to fight: the stack stops in the hex.
    let mut sally = siege().place("guard", "byzantine levy", "box").begin(Step::Move(Party::Empires));
    sally.take_up("guard").halt();
    assert_eq!((sally.at("guard"), sally.attrition.points), ("1703".into(), 0));
}

#[test]
#[covers("13.0", "R131")]
fn the_box_takes_no_part_in_combat_in_the_hex() {
    let mut field = muslims(
        Drill::new()
            .place_all(4, "army", "muslim bedouin", "Constantinople")
            .place("guard", "byzantine levy", "Constantinople")
            .place_all(6, "walls", "byzantine mercenary", "box"),
    );
    field.attack("Constantinople");
    assert_eq!(field.odds(), "8 against 4, 2 to 1", "one levy and the city's three");
    // The defender's only unit falls; the box is untouched.
    field.roll(6);
    assert_eq!((field.at("guard"), field.how_many("walls", "box")), ("conversion".into(), 6));
}

#[test]
#[covers("13.0")]
fn units_in_the_box_attack_nobody() {
    let field = elsewhere(Drill::new().place("siege", "muslim bedouin", "Constantinople").place_all(
        5,
        "walls",
        "byzantine mercenary",
        "box",
    ))
    .begin(Step::Fight(Party::Empires));
    field.refuses(Order::Attack { at: field.station("Constantinople"), arm: Arm::Land }, "8.1");
    field.refuses(STORM, "8.1");
}

#[test]
#[covers("13.0", "R134")]
fn an_empires_unit_of_either_arm_in_the_hex_as_the_segment_opens_saves_the_box() {
    for guard in ["byzantine levy", "byzantine naval", "goth levy"] {
        let field = muslims(
            Drill::new()
                .place_all(4, "army", "muslim bedouin", "Constantinople")
                .place("guard", guard, "Constantinople")
                .place("walls", "byzantine levy", "box"),
        );
        let why = field.refuses(STORM, "13.0");
        assert!(why.contains("when the segment opened"), "{guard}: {why}");
    }
}

#[test]
#[covers("13.0", "R134", "R135")]
fn driving_the_guard_into_the_box_does_not_open_it_in_the_same_segment() {
    let mut field = muslims(Drill::new().place_all(6, "army", "muslim bedouin", "Constantinople").place_all(
        3,
        "guard",
        "byzantine levy",
        "Constantinople",
    ));
    // Twelve against six and a four: one each, the defender goes.
    field.attack("Constantinople").roll(4);
    field.play(FLEE);
    assert_eq!(field.how_many("guard", "box"), 2);
    field.refuses(STORM, "13.0");
}

#[test]
#[covers("13.0", "R133", "R134")]
fn without_an_army_in_the_hex_or_anybody_in_the_box_there_is_no_storm() {
    let fleet = muslims(Drill::new().place("dhow", "muslim naval", "Constantinople").place(
        "walls",
        "byzantine levy",
        "box",
    ));
    fleet.refuses(STORM, "8.1");
    fleet.refuses(STORM_BY_SEA, "8.1");
    let empty = muslims(Drill::new().place("army", "muslim bedouin", "Constantinople"));
    empty.refuses(STORM, "8.1");
    let near =
        muslims(Drill::new().place("army", "muslim bedouin", "1704").place("walls", "byzantine levy", "box"));
    near.refuses(STORM, "8.1");
}

#[test]
#[covers("13.0", "R90", "R133")]
fn every_unit_of_the_arm_storms_and_the_box_doubles_its_people_without_the_citys_walls() {
    let mut field = muslims(
        Drill::new()
            .place_all(4, "army", "muslim bedouin", "Constantinople")
            .place("renegade", "converted goth levy", "Constantinople")
            .place("theme", "byzantine mercenary", "box")
            .place("levy", "byzantine levy", "box"),
    );
    field.play(STORM);
    assert_eq!(field.odds(), "10 against 8, 1 to 1");
    // A five: one each, and the defender leaves the box.
    field.roll(5);
    field.lose("renegade").lose("theme");
    assert_eq!(ways(&field), ["1702", "1704", "1802", "1803"]);
    field.refuses(FLEE, "13.0");
    field.retreat("1803");
    assert_eq!(
        (field.at("levy"), field.books.box_open, field.books.box_emptied),
        ("1803".into(), false, true)
    );
    field.refuses(STORM, "8.1");
}

#[test]
#[covers("13.0", "R136", "R93")]
fn a_storming_party_thrown_back_leaves_the_hex_towards_home() {
    let mut field = muslims(Drill::new().place_all(4, "army", "muslim bedouin", "Constantinople").place_all(
        4,
        "walls",
        "byzantine levy",
        "box",
    ));
    // One to one and a one: two lost, and back. The west coast is sea, so only north and south are as near.
    field.play(STORM).roll(1);
    assert_eq!(ways(&field), ["1702", "1704"]);
    field.retreat("1704");
    assert!(field.books.box_open && field.how_many("walls", "box") == 4);
    field.refuses(STORM, "8.1");
}

#[test]
#[covers("13.0", "R96", "R136", "R137")]
fn people_driven_from_the_box_with_enemies_all_around_are_lost() {
    let ring = ["1702", "1704", "1802", "1803"];
    let drill = Drill::new().place_all(8, "army", "muslim bedouin", "Constantinople").place_all(
        4,
        "walls",
        "byzantine levy",
        "box",
    );
    let drill = ring.into_iter().fold(drill, |drill, at| drill.place("ring", "muslim levy", at));
    let mut field = muslims(drill);
    // Two to one and a four: one each.
    field.play(STORM).roll(4);
    assert_eq!(field.how_many("walls", "conversion"), 4);
    assert!(field.books.box_emptied && !field.books.box_open);
}

#[test]
#[covers("13.0", "R101", "R136")]
fn ships_leave_the_box_to_any_water_but_the_black_sea_only_with_a_port() {
    let fleet = |post: &str| {
        let mut field = muslims(
            Drill::new()
                .place_all(8, "dhows", "muslim naval", "Constantinople")
                .place_all(4, "dromons", "byzantine naval", "box")
                .place("post", post, "Trebizond"),
        );
        // Sixteen against sixteen and a five: one each, the defender goes.
        field.play(STORM_BY_SEA).roll(5);
        ways(&field)
    };
    // 1603 is farther from home than the city, which does not matter here; 1602 is of the Black Sea.
    assert_eq!(fleet("byzantine levy"), ["1602", "1603", "1702", "1704"]);
    assert_eq!(fleet("muslim levy"), ["1603", "1702", "1704"]);
}

#[test]
#[covers("13.0", "R93", "R135")]
fn a_fleet_beaten_in_the_hex_may_flee_into_the_box_or_along_the_coast() {
    let field = driven_from_the_city(
        Drill::new().place_all(2, "dhows", "muslim naval", "Constantinople").place(
            "dromon",
            "byzantine naval",
            "Constantinople",
        ),
        Party::Muslims,
        Arm::Naval,
        false,
    );
    assert_eq!(ways(&field), ["1702", "1704", "box"]);
}

#[test]
#[covers("13.0", "R135")]
fn other_nations_leave_the_hex_and_a_closed_box_takes_nobody() {
    let mut goths = driven_from_the_city(
        Drill::new()
            .place_all(2, "army", "muslim bedouin", "Constantinople")
            .place("goths", "goth levy", "Constantinople")
            .place("walls", "byzantine levy", "box"),
        Party::Muslims,
        Arm::Land,
        false,
    );
    goths.refuses(FLEE, "13.0");
    assert!(!ways(&goths).contains(&"box".to_string()));
    goths.retreat("1704");
    assert_eq!(goths.at("goths"), "1704");
    let closed = driven_from_the_city(
        Drill::new()
            .place_all(2, "army", "muslim bedouin", "Constantinople")
            .place("guard", "byzantine levy", "Constantinople")
            .note(|p| p.books.box_open = false),
        Party::Muslims,
        Arm::Land,
        false,
    );
    closed.refuses(FLEE, "13.0");
    assert_eq!(ways(&closed), ["1702", "1704", "1802", "1803"]);
}

#[test]
#[covers("13.0", "R135")]
fn byzantines_who_attack_in_the_hex_and_fail_may_fall_back_into_the_box() {
    let mut field = driven_from_the_city(
        Drill::new().place_all(4, "siege", "muslim bedouin", "Constantinople").place_all(
            2,
            "sally",
            "byzantine levy",
            "Constantinople",
        ),
        Party::Empires,
        Arm::Land,
        true,
    );
    assert!(ways(&field).contains(&"box".to_string()));
    field.play(FLEE);
    assert_eq!(field.how_many("sally", "box"), 2);
}

#[test]
#[covers("13.0", "R135")]
fn muslims_beaten_in_the_hex_never_get_into_the_box() {
    let field = driven_from_the_city(
        Drill::new().place("renegades", "converted byzantine levy", "Constantinople").place_all(
            4,
            "sally",
            "byzantine levy",
            "Constantinople",
        ),
        Party::Empires,
        Arm::Land,
        false,
    );
    field.refuses(FLEE, "13.0");
}

#[test]
#[covers("R137", "14.2")]
fn a_box_emptied_by_attrition_or_by_marching_out_stays_open() {
    let mut worn = Drill::new()
        .place("walls", "byzantine levy", "box")
        .place("home", "byzantine levy", "Homs")
        .recruited(&[State::Byzantine])
        .begin(Step::Idle(Party::Empires, 0));
    worn.settle().roll(6);
    assert_eq!(worn.at("walls"), "pool");
    assert!(worn.books.box_open && !worn.books.box_emptied);
    let mut gone = Drill::new()
        .place("walls", "byzantine levy", "box")
        .place("home", "byzantine levy", "Homs")
        .begin(Step::Move(Party::Empires));
    gone.take_up("walls").step("S").halt().roll(1);
    assert_eq!(gone.at("walls"), "1704");
    assert!(gone.books.box_open && !gone.books.box_emptied);
}

#[test]
#[covers("R137", "13.0")]
fn the_last_ship_lost_from_a_box_without_an_army_shuts_it() {
    let mut field = muslims(Drill::new().place_all(6, "dhows", "muslim naval", "Constantinople").place(
        "dromon",
        "byzantine naval",
        "box",
    ));
    field.play(STORM_BY_SEA).roll(6);
    assert_eq!(field.at("dromon"), "conversion");
    assert!(field.books.box_emptied && !field.books.box_open);
}

#[test]
#[covers("13.0", "R67", "R132")]
fn a_stack_that_marched_out_of_the_box_may_come_back_to_it_past_strangers_in_the_hex() {
    let mut field = Drill::new()
        .place("guard", "byzantine levy", "box")
        .place("goths", "goth levy", "Constantinople")
        .place("home", "byzantine levy", "Homs")
        .begin(Step::Move(Party::Empires));
    field.take_up("guard").step("S");
    // With two points left it can enter the hex and go nowhere else but into the box.
    field.mover.points = 58;
    field.step("N");
    assert_eq!((field.at("guard"), field.attrition.points), ("box".into(), 60));
}
