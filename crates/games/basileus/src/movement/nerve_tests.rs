//! From one zone of control to another: the option 12.1 and ruling R106.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field, chief, direction, foot, horse};
use crate::order::Order;
use crate::position::Step;
use crate::unit::UnitId;

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// A blue unit of morale 3 in 0607 beside a gold one in 0606; 0707 is in the same zone, 0708 is free.
fn pinned() -> Drill {
    Drill::open().option(|choices| choices.zoc_to_zoc = true).blue("unit", foot(3), "0607").gold(
        "enemy",
        foot(3),
        "0606",
    )
}

fn try_it(drill: Drill, face: u8) -> Field {
    let mut field = drill.begin(Step::Moving);
    field.take_up("unit").step("NE");
    assert!(matches!(field.turn(), Turn::Dice(_)));
    assert_eq!(field.at("unit"), "0607", "the test comes before the step");
    field.roll(face);
    field
}

fn move_is_over(field: &Field) -> bool {
    field.mover.unit == UnitId::NONE && field.marks.moved.has(field.id("unit"))
}

#[test]
#[covers("12.1", "9")]
fn without_the_option_the_step_is_refused() {
    let drill = pinned().option(|choices| choices.zoc_to_zoc = false);
    let mut field = drill.begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("NE"), "9");
}

#[test]
#[covers("12.1", "R106")]
fn below_its_morale_the_unit_goes_and_stops() {
    for face in [1, 2] {
        let field = try_it(pinned(), face);
        assert_eq!(field.at("unit"), "0707");
        assert!(!field.is_reduced("unit") && move_is_over(&field));
    }
}

#[test]
#[covers("12.1", "R106")]
fn equal_to_its_morale_the_unit_stays() {
    let field = try_it(pinned(), 3);
    assert_eq!(field.at("unit"), "0607");
    assert!(!field.is_reduced("unit") && move_is_over(&field));
    field.refuses(Order::Move { unit: field.id("unit") }, "8");
}

#[test]
#[covers("12.1", "R106")]
fn above_its_morale_the_unit_stays_and_loses_a_step() {
    for face in [4, 5, 6] {
        let field = try_it(pinned(), face);
        assert_eq!(field.at("unit"), "0607");
        assert!(field.is_reduced("unit") && move_is_over(&field));
    }
}

#[test]
#[covers("12.1", "R4")]
fn a_reduced_unit_tests_with_its_reduced_morale_and_dies_of_failure() {
    let field = try_it(pinned().reduced("unit"), 1);
    assert_eq!(field.at("unit"), "0707");
    let field = try_it(pinned().reduced("unit"), 2);
    assert_eq!(field.at("unit"), "0607");
    let field = try_it(pinned().reduced("unit").blue("chief", chief(2), "0101"), 3);
    assert!(field.lost("unit") && !field.lost("chief"));
}

#[test]
#[covers("12.1", "R106", "R35")]
fn a_commander_adds_one_whatever_his_strength() {
    for hex in ["0607", "0608"] {
        let drill = || pinned().blue("chief", chief(2), hex);
        assert_eq!(try_it(drill(), 3).at("unit"), "0707");
        assert_eq!(try_it(drill(), 4).at("unit"), "0607");
        assert!(!try_it(drill(), 4).is_reduced("unit"));
        assert!(try_it(drill(), 5).is_reduced("unit"));
    }
}

#[test]
#[covers("12.1")]
fn the_commander_goes_with_the_unit_and_dies_with_it() {
    let led = |face: u8| {
        let drill = pinned().reduced("unit").blue("chief", chief(1), "0607");
        let mut field = drill.begin(Step::Moving);
        field.lead("unit").step("NE").roll(face);
        field
    };
    let field = led(2);
    assert_eq!((field.at("unit"), field.at("chief")), ("0707".into(), "0707".into()));
    assert!(field.marks.moved.has(field.id("chief")));
    let field = led(3);
    assert_eq!((field.at("unit"), field.at("chief")), ("0607".into(), "0607".into()));
    let field = led(4);
    assert!(field.lost("unit") && field.lost("chief"));
    // Also if he was only stacked with it and meant to stay.
    let field = try_it(pinned().reduced("unit").blue("chief", chief(1), "0607"), 6);
    assert!(field.lost("unit") && field.lost("chief"));
}

#[test]
#[covers("R106", "R48")]
fn only_the_step_from_zone_to_zone_is_tested() {
    let mut field = pinned().blue("horse", horse(3), "0507").begin(Step::Moving);
    field.take_up("horse").step("SW");
    assert_eq!(field.at("horse"), "0407", "out of the zone");
    field.step("N").step("NE");
    assert_eq!(field.at("horse"), "0506", "and into it again without a die");
    assert!(field.marks.moved.has(field.id("horse")));
}

#[test]
#[covers("12.1", "R36", "R46")]
fn a_commander_alone_never_tests_and_never_goes() {
    let mut field = pinned().blue("chief", chief(2), "0507").begin(Step::Moving);
    field.take_up("chief");
    field.refuses(step("N"), "9");
}

#[test]
#[covers("12.1", "R32")]
fn the_option_opens_no_friends_hex() {
    let mut field = pinned().blue("friend", foot(2), "0707").begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("NE"), "R32");
    field.refuses(step("N"), "6");
}
