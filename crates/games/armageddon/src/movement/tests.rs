//! Facing and movement, tested from the rulebook's chapters.

mod entry;
mod exit;
mod ground;
mod stops;
mod turns;

use covers::covers;
use engine::Side;
use engine::hex::Hex;

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Coming, Kind, Sheet, Terrain};
use crate::unit::{MarkerKind, Unit};

/// The six hexsides, clockwise.
const COMPASS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// Open ground without the leader rules, so that everybody has the printed allowance. A blue and a gold
/// counter far off keep the phases from ending by themselves.
pub(crate) fn open() -> Drill {
    Drill::new().with(|s| s.leaders = false).blue("rest", Kind::MI, "3803", "N").gold(
        "foe",
        Kind::MI,
        "3828",
        "N",
    )
}

/// Movement Points left to the unit in hand.
pub(crate) fn points(field: &Field) -> u8 {
    assert_eq!(field.mover.points % 2, 0, "half points are left");
    field.mover.points / 2
}

/// Whether a counter is the unit in hand.
pub(crate) fn in_hand(field: &Field, name: &str) -> bool {
    field.mover.unit == field.id(name)
}

pub(crate) fn turn(to: &str) -> Order {
    Order::Turn { facing: direction(to) }
}

pub(crate) fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

pub(crate) fn face(to: &str) -> Order {
    Order::Face { facing: direction(to) }
}

pub(crate) fn take(field: &Field, name: &str) -> Order {
    Order::Move { unit: field.id(name) }
}

pub(crate) fn enter(hex: &str) -> Order {
    Order::Enter { hex: number(hex) }
}

/// A hex of a sheet by its number.
pub(crate) fn hex(sheet: &Sheet, text: &str) -> Hex {
    sheet.ground.grid.at(number(text)).expect("a hex of the map")
}

/// Does nothing, as often as it takes, until a Player-Turn has come to a step.
#[track_caller]
pub(crate) fn idle_until(field: &mut Field, player_turn: u8, step: Step) {
    while (field.player_turn, field.step) != (player_turn, step) {
        assert!(field.player_turn <= player_turn, "the step was passed by");
        let order = match field.step {
            Step::Aim | Step::Array | Step::Window => Order::Commit,
            _ => Order::Done,
        };
        field.play(order);
    }
}

#[test]
#[covers("movement", "movement.B", "sequence.movement")]
fn a_player_may_move_none_of_his_units_or_some_or_all() {
    let drill =
        || open().blue("ax", Kind::AX, "1010", "N").blue("ms", Kind::MS, "2010", "N").begin(Step::Moving);
    let mut none = drill();
    assert!(none.offers(Order::Done));
    none.play(Order::Done);
    assert_eq!((none.player_turn, none.step), (2, Step::Moving), "the enemy moves now");
    let mut some = drill();
    some.take_up("ax").step("N").play(Order::Halt).play(Order::Done);
    assert_eq!((some.at("ax"), some.at("ms")), ("1009".into(), "2010".into()));
    let mut all = drill();
    for (name, at) in [("ax", "1009"), ("ms", "2009"), ("rest", "3802")] {
        all.take_up(name).step("N").play(Order::Halt);
        assert_eq!(all.at(name), at);
    }
    assert_eq!(all.player_turn, 2, "with nobody left to move the phase ends by itself");
}

#[test]
#[covers("movement.A", "movement.C")]
fn every_clear_hex_costs_one_point_up_to_the_printed_allowance() {
    let allowances = [
        (Kind::MI, 3),
        (Kind::MS, 3),
        (Kind::AX, 4),
        (Kind::SD, 4),
        (Kind::MC, 9),
        (Kind::HA, 10),
        (Kind::BO, 5),
        (Kind::IB, 5),
        (Kind::SK, 5),
        (Kind::CH, 10),
        (Kind::A, 6),
        (Kind::F, 6),
    ];
    for (kind, allowance) in allowances {
        let mut field = open().blue("mover", kind, "1020", "N").begin(Step::Moving);
        field.take_up("mover");
        for gone in 0..allowance {
            assert!(in_hand(&field, "mover"), "{kind:?} stopped after {gone} hexes");
            assert_eq!(points(&field), allowance - gone, "{kind:?}");
            field.step("N");
        }
        assert_eq!(field.at("mover"), format!("10{:02}", 20 - allowance));
        assert!(!in_hand(&field, "mover"), "{kind:?} has no points left");
        field.refuses(take(&field, "mover"), "movement.G");
    }
}

#[test]
#[covers("movement.C")]
fn a_unit_goes_in_any_combination_of_directions() {
    let mut field = open().blue("mc", Kind::MC, "1010", "N").begin(Step::Moving);
    field.take_up("mc").step("N").step("NE").step("SE").step("S").step("SW").step("NW");
    assert_eq!(field.at("mc"), "1010", "round in a ring");
    assert_eq!(points(&field), 3, "nine points less six hexes, no turn paid");
}

#[test]
#[covers("movement.C")]
fn points_left_over_are_neither_saved_nor_lent() {
    let mut field =
        open().blue("ax", Kind::AX, "1010", "N").blue("sd", Kind::SD, "2010", "N").begin(Step::Moving);
    field.take_up("ax").step("N").play(Order::Halt);
    field.take_up("sd");
    assert_eq!(points(&field), 4, "not one more from the Axemen");
    field.play(Order::Halt).play(Order::Done);
    idle_until(&mut field, 3, Step::Moving);
    field.take_up("ax");
    assert_eq!(points(&field), 4, "the three of the last turn are gone");
}

#[test]
#[covers("movement.D")]
fn the_enemy_stands_still_in_a_movement_phase() {
    let field =
        open().blue("ax", Kind::AX, "1010", "N").gold("mc", Kind::MC, "2010", "N").begin(Step::Moving);
    let why = field.refuses(take(&field, "mc"), "movement.D");
    assert!(why.contains("Medium Cavalry 1"), "{why}");
    assert!(field.offers(take(&field, "ax")));
    let named = |order: &Order| match *order {
        Order::Move { unit } => field.side(unit) == Side::First,
        Order::Done => true,
        _ => false,
    };
    assert!(field.orders().iter().all(named), "{:?}", field.orders());
}

#[test]
#[covers("movement.E")]
fn nobody_attacks_in_a_movement_phase() {
    let mut field = open()
        .blue("ax", Kind::AX, "1010", "N")
        .blue("bo", Kind::BO, "1011", "N")
        .gold("ms", Kind::MS, "1009", "S")
        .begin(Step::Moving);
    field.refuses(Order::Attack { hex: number("1009") }, "protocol");
    field.refuses(Order::Commit, "protocol");
    field.take_up("bo").step("NE");
    field.refuses(Order::Attack { hex: number("1009") }, "protocol");
    let attack = |order: &Order| matches!(order, Order::Attack { .. } | Order::Join { .. } | Order::Commit);
    assert!(!field.orders().iter().any(attack));
}

#[test]
#[covers("movement.E", "movement.L")]
fn the_exception_is_fire_by_the_side_that_is_not_moving() {
    let mut field =
        open().blue("ax", Kind::AX, "1007", "S").gold("bo", Kind::BO, "1010", "N").begin(Step::Moving);
    field.take_up("ax").step("S");
    assert_eq!(field.step, Step::Moving, "two hexes off is not adjacent");
    field.step("S");
    assert_eq!(field.step, Step::Window);
    let bow = field.id("bo");
    assert!(field.offers(Order::Join { unit: bow }));
    let axes = field.id("ax");
    field.refuses(Order::Join { unit: axes }, "protocol");
}

#[test]
#[covers("movement.F", "R1")]
fn a_hex_with_any_enemy_unit_is_closed() {
    for kind in [Kind::MI, Kind::CH, Kind::A, Kind::F] {
        let mut field = open()
            .blue("mc", Kind::MC, "1011", "N")
            .gold("in the way", kind, "1010", "S")
            .begin(Step::Moving);
        field.take_up("mc");
        field.refuses(step("N"), "movement.F");
        assert!(field.offers(step("NE")) && field.offers(step("NW")), "only that hex is closed by {kind:?}");
    }
}

#[test]
#[covers("movement.F")]
fn a_disrupted_enemy_closes_his_hex_too() {
    let mut field = open()
        .blue("leader", Kind::F, "1011", "N")
        .gold("ms", Kind::MS, "1010", "S")
        .disrupted("ms", MarkerKind::Melee, 1)
        .begin_in(3, Step::Moving);
    field.take_up("leader");
    field.refuses(step("N"), "movement.F");
}

#[test]
#[covers("movement.G", "R15")]
fn a_move_that_its_owner_ended_is_never_taken_up_again() {
    let mut field = open().blue("mc", Kind::MC, "1010", "N").begin(Step::Moving);
    field.take_up("mc").step("N").play(Order::Halt);
    field.refuses(take(&field, "mc"), "movement.G");
    field.refuses(step("N"), "protocol");
    field.refuses(turn("S"), "protocol");
    assert!(!field.offers(take(&field, "mc")));
}

#[test]
#[covers("movement.G", "R15")]
fn a_unit_touched_and_put_down_has_moved() {
    let mut field = open().blue("mc", Kind::MC, "1010", "N").begin(Step::Moving);
    field.take_up("mc").play(Order::Halt);
    assert_eq!(field.at("mc"), "1010");
    field.refuses(take(&field, "mc"), "movement.G");
}

#[test]
#[covers("movement.J")]
fn a_unit_makes_its_whole_move_before_the_next_is_taken_up() {
    let mut field =
        open().blue("mc", Kind::MC, "1010", "N").blue("ax", Kind::AX, "2010", "N").begin(Step::Moving);
    field.take_up("mc").step("N");
    // The move in hand is ended with a word of its own; nobody is left half moved by mistake.
    for order in [take(&field, "ax"), take(&field, "mc"), Order::Done] {
        field.refuses(order, "movement.J");
        assert!(!field.offers(order));
    }
    field.play(Order::Halt).take_up("ax");
    assert_eq!((in_hand(&field, "ax"), points(&field)), (true, 4));
    field.refuses(take(&field, "mc"), "movement.J");
    field.step("N").play(Order::Halt);
    field.refuses(take(&field, "mc"), "movement.G");
    assert_eq!((field.at("mc"), field.at("ax")), ("1009".into(), "2009".into()));
}

#[test]
#[covers("movement.J")]
fn units_of_a_stack_move_one_by_one() {
    let mut field =
        open().blue("one", Kind::AX, "1010", "N").blue("two", Kind::AX, "1010", "N").begin(Step::Moving);
    field.take_up("one").step("N").play(Order::Halt);
    assert_eq!((field.at("one"), field.at("two")), ("1009".into(), "1010".into()));
    field.take_up("two").step("NE");
    assert_eq!(field.at("two"), "1110");
}

#[test]
#[covers("movement.J")]
fn a_passenger_moves_with_its_chariot_and_in_no_other_way() {
    let mut field = open()
        .blue("car", Kind::CH, "1010", "N")
        .blue("ax", Kind::AX, "1010", "N")
        .blue("king", Kind::F, "1010", "N")
        .aboard("ax", "car")
        .aboard("king", "car")
        .begin(Step::Moving);
    field.refuses(take(&field, "ax"), "R80");
    field.refuses(take(&field, "king"), "R80");
    field.take_up("car").step("N").step("NE").play(Order::Halt);
    for name in ["car", "ax", "king"] {
        assert_eq!(field.at(name), "1109");
        assert_eq!(field.see(name).facing, direction("NE"));
        assert!(!field.offers(take(&field, name)));
    }
}

#[test]
#[covers("movement.K", "stacking", "R73")]
fn units_pass_through_any_stack_of_friends_but_may_not_end_there() {
    let mut field = open()
        .blue("ax", Kind::AX, "1010", "N")
        .blue("a", Kind::MS, "1009", "N")
        .blue("b", Kind::MS, "1009", "N")
        .blue("c", Kind::MS, "1009", "N")
        .flagged("a", Unit::MOVED)
        .flagged("b", Unit::MOVED)
        .flagged("c", Unit::MOVED)
        .blue("car", Kind::CH, "1008", "N")
        .flagged("car", Unit::MOVED)
        .begin(Step::Moving);
    field.take_up("ax").step("N");
    field.refuses(Order::Halt, "R73");
    assert_eq!(points(&field), 3, "friends cost nothing extra");
    field.step("N");
    field.refuses(Order::Halt, "R73");
    field.step("N");
    assert!(field.offers(Order::Halt));
    assert_eq!(field.at("ax"), "1007");
}

#[test]
#[covers("movement.K", "R75")]
fn nobody_steps_onto_friends_without_the_points_to_get_through() {
    let mut field = open()
        .blue("mi", Kind::MI, "1012", "N")
        .blue("ms", Kind::MS, "1009", "N")
        .flagged("ms", Unit::MOVED)
        .begin(Step::Moving);
    field.take_up("mi").step("N").step("N");
    assert_eq!(points(&field), 1);
    field.refuses(step("N"), "R75");
    assert!(field.offers(step("NE")));
}

#[test]
#[covers("movement.H", "R16")]
fn every_hex_of_a_mixed_way_must_be_paid_when_it_is_entered() {
    let mut field = open()
        .terrain("1009", Terrain::Woods)
        .terrain("1008", Terrain::Village)
        .terrain("1007", Terrain::Slope)
        .blue("ax", Kind::AX, "1010", "N")
        .begin(Step::Moving);
    field.take_up("ax").step("N");
    assert_eq!(points(&field), 2);
    field.step("N");
    assert_eq!(points(&field), 1);
    field.refuses(step("N"), "movement.A");
    assert!(field.offers(step("NE")), "clear ground beside it");
}
