//! The sequence of play, tested from 4.0 and its rulings.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{EMPIRES, MUSLIMS, State};
use crate::unit::Party;

/// Enough on both sides that no step passes by itself.
fn busy() -> Drill {
    Drill::new()
        .place("tribe", "muslim bedouin", "0404")
        .place("guard", "persian levy", "Ctesiphon")
        .place("dhow", "muslim naval", "unbuilt")
        .points(State::Muslim, 20)
        .points(State::Byzantine, 20)
        .points(State::Persian, 20)
}

#[test]
#[covers("4.1", "4.2", "R19", "R21")]
fn the_printed_sequence() {
    let mut field = busy().begin(Step::Recruit(Party::Muslims));
    field.done();
    assert_eq!(field.step, Step::Build(Party::Muslims));
    field.refuses(Order::Place { unit: field.id("tribe"), at: field.station("Medina"), aid: false }, "4.2");
    field.done();
    assert_eq!(field.step, Step::Move(Party::Muslims));
    // No idle losses in the desert, nothing to fight: the dice of rebellion are next.
    field.done();
    assert_eq!(field.step, Step::Unrest(field.id("tribe")));
    field.roll(1);
    assert_eq!(field.step, Step::Khalif);
    field.roll(1);
    assert_eq!((field.step, field.turn()), (Step::Recruit(Party::Empires), Turn::Order(EMPIRES)));
    field.done().done();
    assert_eq!(field.step, Step::Move(Party::Empires));
    field.done();
    // Nothing to convert: the next turn begins.
    assert_eq!(field.turn_number(), 4);
}

#[test]
#[covers("brief.1", "R22")]
fn under_the_errata_both_recruit_before_anybody_moves() {
    let mut field = busy().errata().begin(Step::Recruit(Party::Muslims));
    field.done().done();
    assert_eq!((field.step, field.turn()), (Step::Recruit(Party::Empires), Turn::Order(EMPIRES)));
    field.done().done();
    assert_eq!((field.step, field.turn()), (Step::Move(Party::Muslims), Turn::Order(MUSLIMS)));
}

#[test]
#[covers("R6", "4.2")]
fn steps_without_a_choice_pass_by_themselves() {
    let mut field = Drill::new().place("tribe", "muslim bedouin", "0404").begin(Step::Build(Party::Muslims));
    // Without points there is nothing to build.
    field.settle();
    assert_eq!(field.step, Step::Move(Party::Muslims));
}

#[test]
#[covers("R20")]
fn a_march_is_judged_before_anything_else_moves() {
    let mut field = busy().begin(Step::Move(Party::Muslims));
    field.take_up("tribe").step("NE").halt();
    assert!(matches!(field.turn(), Turn::Dice(_)));
    field.refuses(Order::Done, "4.2");
}

#[test]
#[covers("scenario.first-civil-war", "R118")]
fn a_scenario_may_open_in_civil_war() {
    let drill = Drill::of("first-civil-war");
    let position = crate::Position::new(std::sync::Arc::new(drill.sheet));
    assert!(matches!(position.step, Step::Leader(Party::Rebels) | Step::Assign(_)), "{:?}", position.step);
}
