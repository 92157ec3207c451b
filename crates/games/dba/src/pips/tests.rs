use covers::covers;

use crate::drill::{THEM, US, at, ground, pose, units};
use crate::element::{ElementId, Units};
use crate::field::Feature;
use crate::order::Leg;
use crate::position::Position;

/// Our second turn, in which surcharges count.
fn second_turn() -> Position {
    let mut position = ground();
    position.sides[0].turns = 2;
    position
}

fn price(position: &Position, ids: &[ElementId]) -> u8 {
    position.price(&units(ids)).pips()
}

#[test]
#[covers("1.9", "R32", "R37", "R140")]
fn each_category_costs_one_more_and_none_in_the_first_turn() {
    let mut position = second_turn();
    let spears = position.put(US, 1, "4Sp", 19.0, 8.0, 0.0);
    let hordes = position.put(US, 2, "Hd", 21.0, 8.0, 0.0);
    let elephants = position.put(US, 3, "El", 23.0, 8.0, 0.0);
    assert_eq!((price(&position, &[spears]), price(&position, &[hordes])), (1, 2));
    assert_eq!(price(&position, &[spears, hordes, elephants]), 2, "a category counts once");
    for (troop, pips) in [("Art", 2), ("WWg", 2), ("SCh", 1), ("Pav", 1)] {
        let id = position.put(US, 4, troop, 25.0, 8.0, 0.0);
        assert_eq!(price(&position, &[id]), pips, "{troop}");
    }
    let mut first = position.clone();
    first.sides[0].turns = 1;
    assert_eq!(price(&first, &[hordes]), 1);
}

#[test]
#[covers("1.9", "R33", "R34", "R35", "R3", "R4")]
fn command_reaches_sixteen_mu_or_eight_past_a_screen() {
    let mut position = second_turn();
    // The general's front is at 2; an element straight ahead with its rear at 18 is exactly 16 away.
    let near = position.put(US, 1, "4Sp", 19.0, 18.75, 0.0);
    let far = position.put(US, 2, "4Sp", 19.0, 18.76, 0.0);
    position.elements[near.index()].pose = pose(19.0, 18.75, 0.0);
    assert!(position.in_command(near));
    assert!(!position.in_command(far));
    assert_eq!(price(&position, &[far]), 2);
    assert_eq!(price(&position, &[near, far]), 1, "one in command is enough");
    let mut screened = position.clone();
    screened.oval(Feature::Woods, 19.0, 12.0, 4.0, 4.0);
    assert!(!screened.in_command(near), "woods between");
    let close = screened.put(US, 3, "4Sp", 19.0, 9.9, 0.0);
    assert!(screened.in_command(close), "within eight nothing matters");
    let mut hill = position.clone();
    hill.oval(Feature::GentleHill, 19.0, 12.0, 4.0, 4.0);
    assert!(hill.in_command(near), "the line runs along the crest and does not cross it");
    let mut camp = position.clone();
    camp.set_camp(US, at(18.0, 10.0), at(21.0, 12.0));
    assert!(!camp.in_command(near), "a camp between");
    let mut dead = position.clone();
    dead.elements[0].place = crate::Whereabouts::Lost;
    assert_eq!(price(&dead, &[near]), 2, "no general, no command");
}

#[test]
#[covers("1.9", "R36")]
fn a_general_in_cover_costs_everybody_else_one_more() {
    let mut position = second_turn();
    let spears = position.put(US, 1, "4Sp", 19.0, 8.0, 0.0);
    let general = ElementId::of(US, 0);
    position.oval(Feature::Marsh, 19.0, 3.0, 6.0, 6.0);
    assert!(position.general_hidden());
    assert_eq!((price(&position, &[spears]), price(&position, &[general])), (2, 1), "he alone moves freely");
    assert_eq!(price(&position, &[general, spears]), 2);
    let mut rough = second_turn();
    rough.oval(Feature::Rough, 19.0, 3.0, 6.0, 6.0);
    assert!(!rough.general_hidden(), "rough ground hides nobody");
    let mut edge = second_turn();
    edge.oval(Feature::Woods, 20.0, 3.0, 6.0, 3.0);
    assert!(!edge.general_hidden(), "partly inside does not count");
    edge.set_camp(US, at(10.0, 0.0), at(13.0, 2.0));
    edge.elements[0].place = crate::Whereabouts::Camp(US);
    assert!(edge.general_hidden());
}

#[test]
#[covers("R38", "R55", "2.5")]
fn pips_are_spent_by_the_move_and_the_rest_is_lost() {
    let mut position = ground();
    let spears = position.put(US, 1, "4Sp", 19.0, 10.0, 0.0);
    position.put(THEM, 1, "4Sp", 19.0, 30.0, 180.0);
    position.march(&[spears], &[Leg::Forward(1_000_000)]);
    assert_eq!(position.pips, 5);
    position.order(crate::Order::Done);
    assert_eq!(position.pips, 0);
    let mut poor = ground();
    poor.pips = 1;
    poor.sides[0].turns = 2;
    let hordes = poor.put(US, 1, "Hd", 19.0, 10.0, 0.0);
    let refusal = poor.may_take_up(&Units::one(hordes)).unwrap_err();
    let objection = refusal.objection(&poor);
    assert_eq!(objection.rule, "1.9");
    assert!(objection.why.contains("costs 2 PIPs (slow or unwieldy troops); 1 is left"), "{}", objection.why);
}
