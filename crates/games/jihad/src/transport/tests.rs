//! Sea transport, tested from 7.4 and its rulings.

use covers::covers;

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::{Mover, Step};
use crate::sheet::Arm;
use crate::unit::{Party, Unit};

fn fleet(drill: Drill) -> Field {
    drill
        .place("dhow", "muslim naval", "Tyre")
        .place("host", "muslim bedouin", "Tyre")
        .place("other", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims))
}

fn embark(field: &mut Field) -> &mut Field {
    let (unit, ship) = (field.id("host"), field.id("dhow"));
    field.take_up("dhow").play(Order::Embark { unit, ship })
}

#[test]
#[covers("7.4", "R80", "R81", "R82", "R100")]
fn a_ship_takes_a_land_unit_from_port_to_port() {
    let mut field = fleet(Drill::new());
    embark(&mut field).step("NE").step("NE").step("SE");
    assert_eq!(field.at("host"), "1607");
    let why = field.refuses(Order::Halt, "7.4");
    assert!(why.contains("port"), "{why}");
    field.step("SE").halt().roll(1);
    assert_eq!((field.at("host"), field.at("dhow")), ("1708".into(), "1708".into()));
    assert!(field.see("host").has(Unit::MARCHED), "cargo is not judged as idle");
    field.refuses(Order::Move { unit: field.id("host") }, "7.1");
}

#[test]
#[covers("7.4", "R82")]
fn a_lost_ship_takes_its_cargo_to_the_pool() {
    let mut field = fleet(Drill::new());
    embark(&mut field).step("NE").step("NE").step("SE").step("SE").halt().roll(6);
    assert_eq!((field.at("host"), field.at("dhow")), ("pool".into(), "pool".into()));
}

#[test]
#[covers("7.4", "R81")]
fn a_port_with_enemy_ships_is_closed_to_carriers_one_with_an_army_is_not() {
    let seville = |what: &str| {
        let mut field = fleet(Drill::new().place("foe", what, "Seville"));
        embark(&mut field).step("NE").step("NE").step("SE").step("SE");
        field.offers(Order::Halt)
    };
    assert!(seville("goth levy"));
    let mut field = fleet(Drill::new().place("foe", "byzantine naval", "Seville"));
    embark(&mut field).step("NE").step("NE").step("SE");
    // Constantinople lies within reach, so the fleet may pass but not stop.
    field.play(Order::Step { to: direction("SE") });
    let why = field.refuses(Order::Halt, "7.4");
    assert!(why.contains("opposing ships"), "{why}");
}

#[test]
#[covers("R80")]
fn only_units_that_have_not_moved_embark_and_only_in_a_port() {
    let mut field = Drill::new()
        .place("dhow", "muslim naval", "1305")
        .place("host", "muslim bedouin", "1305")
        .place("other", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims));
    field.take_up("dhow");
    let (unit, ship) = (field.id("host"), field.id("dhow"));
    let why = field.refuses(Order::Embark { unit, ship }, "7.4");
    assert!(why.contains("no port"), "{why}");
}

#[test]
#[covers("R80", "R81")]
fn box_and_hex_of_constantinople_are_one_port() {
    let mut field = Drill::new()
        .place("dromon", "byzantine naval", "box")
        .place("theme", "byzantine mercenary", "Constantinople")
        .place("tyrians", "byzantine levy", "Tyre")
        .begin(Step::Move(Party::Empires));
    let (unit, ship) = (field.id("theme"), field.id("dromon"));
    field.take_up("dromon");
    field.play(Order::Embark { unit, ship });
    assert_eq!((field.at("dromon"), field.at("theme")), ("1703".into(), "1703".into()));
    let why = field.refuses(Order::Halt, "7.4");
    assert!(why.contains("another port"), "{why}");
}

#[test]
#[covers("7.4", "R67")]
fn a_laden_fleet_never_strays_beyond_reach_of_a_port() {
    let mut field = fleet(Drill::new());
    embark(&mut field);
    // Thirty sea hexes at two points; there is always a port within what is left.
    let ways = ["NE", "SW"].iter().cycle();
    let mut taken = 0;
    for way in ways {
        if !field.offers(Order::Step { to: direction(way) }) {
            break;
        }
        field.step(way);
        taken += 1;
        assert!(taken < 60);
    }
    assert!(taken > 20 && field.mover.points <= 60);
}

#[test]
#[covers("R79", "R80")]
fn a_ship_in_the_box_does_not_carry_another_nation_out_of_the_hex() {
    let mut field = Drill::new()
        .place("dromon", "byzantine naval", "box")
        .place("goths", "goth levy", "Constantinople")
        .place("tyrians", "byzantine levy", "Tyre")
        .begin(Step::Move(Party::Empires));
    let (unit, ship) = (field.id("goths"), field.id("dromon"));
    field.unit_mut(ship).flags |= Unit::IN_HAND;
    let at = field.see("dromon").spot;
    field.mover = Mover { count: 1, arm: Arm::Naval, origin: at, at, ..Mover::NOBODY };
    field.refuses(Order::Embark { unit, ship }, "7.5");
}
