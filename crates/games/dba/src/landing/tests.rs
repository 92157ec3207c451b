use covers::covers;

use crate::drill::{THEM, US, at, ground, pose, units};
use crate::element::{ElementId, Whereabouts};
use crate::field::{Feature, Piece, Shape};
use crate::order::Order;
use crate::position::Position;
use crate::refusal::Refusal;

/// Three of ours wait off the south shore, two MU deep.
fn afloat() -> (Position, [ElementId; 3]) {
    let mut position = ground();
    position.put(US, 0, "3Cv", 19.0, 10.0, 0.0);
    let cut = |x: f64| [at(x, 2.0), at(x, 0.0)];
    position.add(Piece { feature: Feature::Waterway, shape: Shape::Chain(vec![cut(0.0), cut(38.0)]) });
    let ids = [1, 2, 3].map(|slot| {
        let id = position.put(US, slot, "Ax", 0.0, 0.0, 0.0);
        position.element_mut(id).place = Whereabouts::Kept;
        id
    });
    (position, ids)
}

#[test]
#[covers("2.15", "R128", "R38", "R68")]
fn troops_land_at_the_bank_in_their_first_turn() {
    let (mut position, ids) = afloat();
    let shore = pose(10.0, 3.0, 0.0);
    assert!(position.may_land(&units(&ids), shore, 3).is_ok());
    assert_eq!(position.may_land(&units(&ids), pose(10.0, 4.0, 0.0), 3), Err(Refusal::NotAtTheBank));
    position.put(THEM, 1, "4Bd", 12.0, 3.0, 180.0);
    assert_eq!(position.may_land(&units(&ids), shore, 3), Err(Refusal::LandsInContact(ids[1])));
    position.put(THEM, 1, "4Bd", 12.0, 4.0, 180.0);
    position.order(Order::Land { units: units(&ids[..2]), to: shore, files: Order::ABREAST });
    assert_eq!(position.pips, 5);
    assert_eq!(position.at(ids[1]).at, at(12.0, 3.0), "in an enemy's zone, which binds no landing");
    assert_eq!(position.may_land(&units(&ids[2..]), pose(20.0, 3.0, 0.0), 1), Err(Refusal::LandsOnce));
    position.order(Order::Done);
    assert_eq!(position.element(ids[2]).place, Whereabouts::Out);
    assert_eq!(position.losses(US), 0);
    let (mut later, ids) = afloat();
    later.sides[0].turns = 2;
    assert_eq!(later.may_land(&units(&ids), shore, 3), Err(Refusal::LandsOnce));
}

#[test]
#[covers("R128")]
fn a_group_lands_two_deep_if_two_of_it_touch_the_bank() {
    let (mut position, ids) = afloat();
    // Two abreast with the third behind the left one: only that one is at the bank.
    assert_eq!(position.may_land(&units(&ids), pose(10.0, 4.0, 0.0), 2), Err(Refusal::NotAtTheBank));
    let fourth = position.put(US, 4, "Ax", 0.0, 0.0, 0.0);
    position.element_mut(fourth).place = Whereabouts::Kept;
    let all = units(&[ids[0], ids[1], ids[2], fourth]);
    position.order(Order::Land { units: all, to: pose(10.0, 4.0, 0.0), files: 2 });
    assert_eq!(position.at(ids[2]).at, at(10.0, 3.0), "behind the first");
    assert_eq!(position.at(fourth).at, at(12.0, 3.0), "behind the second");
}
