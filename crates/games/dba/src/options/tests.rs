use covers::covers;
use engine::{Rules, Shown, Side, Silence, Viewer};

use crate::drill::{library, mu};
use crate::element::{ElementId, Whereabouts};
use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;

fn start(lists: [&str; 2]) -> Position {
    Position::new(std::sync::Arc::new(library().sheet("open", Some(lists.map(String::from))).unwrap()))
}

#[test]
#[covers("R13", "R14")]
fn each_element_chooses_alone_and_a_block_as_a_whole() {
    let mut position = start(["I/22a", "III/17"]);
    let second = ElementId::of(Side::First, 5);
    position.order(Order::Choose { unit: second, choice: 1 });
    assert_eq!(position.troop(second).code, "3Bd");
    assert_eq!(position.troop(ElementId::of(Side::First, 4)).code, "4Bd", "the others stay");
    assert_eq!(position.may_choose(second, 2), Err(Refusal::NoSuchChoice));
    position.order(Order::Done);
    position.order(Order::Choose { unit: ElementId::of(Side::Second, 9), choice: 1 });
    let codes: Vec<&str> =
        (8..12).map(|slot| position.troop(ElementId::of(Side::Second, slot)).code.as_str()).collect();
    assert_eq!(codes, ["4Bd", "4Bd", "Ps", "Ps"]);
    position.order(Order::Done);
    assert_eq!(position.step, Step::Aggression);
    assert_eq!(
        position.legal(&Order::Choose { unit: second, choice: 0 }),
        Err(Refusal::NotNow),
        "fixed before aggression"
    );
}

#[test]
#[covers("2.2", "R16", "R135")]
fn followers_and_camps_are_declared_with_the_list() {
    let mut position = start(["III/47", "I/59"]);
    assert_eq!(position.may_set_baggage(false), Err(Refusal::NeedsCamp));
    for slot in [10, 11] {
        position.order(Order::Choose { unit: ElementId::of(Side::First, slot), choice: 1 });
    }
    position.order(Order::Baggage { camp: false });
    position.order(Order::Done);
    assert_eq!(position.element(ElementId::of(Side::First, 12)).place, Whereabouts::Out);
    position.order(Order::Followers { come: false });
    position.order(Order::Done);
    assert_eq!(position.element(ElementId::of(Side::Second, 12)).place, Whereabouts::Out);
}

#[test]
#[covers("R139")]
fn options_are_hidden_until_both_are_ready() {
    let mut position = start(["I/22a", "I/59"]);
    let (first, second) = (Viewer::Side(Side::First), Viewer::Side(Side::Second));
    assert!(position.conceals(0, second) && !position.conceals(0, first));
    assert!(position.hides_from(second) && position.hides_from(first));
    assert!(position.scene(second).description.contains("still choosing"));
    position.order(Order::Done);
    position.order(Order::Done);
    assert!(!position.hides_from(second));
}

#[test]
#[covers("2.4", "dice")]
fn the_higher_die_with_aggression_invades_and_equal_ones_are_thrown_again() {
    let mut position = start(["I/55c", "I/59"]);
    position.order(Order::Done);
    position.order(Order::Done);
    // Aggression 2 against 3.
    position.roll(engine::Dice::from_faces(&[4, 3]), &mut Silence);
    assert_eq!(position.step, Step::Aggression);
    let engine::Turn::Dice(request) = position.turn() else { panic!("dice are due") };
    assert!(request.accepts(&[1]).is_err() && request.accepts(&[1, 7]).is_err());
    position.roll(engine::Dice::from_faces(&[5, 3]), &mut Silence);
    assert_eq!((position.invader, position.step), (Side::First, Step::Terrain));
    let _ = mu;
}
