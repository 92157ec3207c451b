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
    assert!(position.may_land(&units(&ids), shore).is_ok());
    assert_eq!(position.may_land(&units(&ids), pose(10.0, 4.0, 0.0)), Err(Refusal::NotAtTheBank));
    position.put(THEM, 1, "4Bd", 12.0, 3.0, 180.0);
    assert_eq!(position.may_land(&units(&ids), shore), Err(Refusal::LandsInContact(ids[1])));
    position.put(THEM, 1, "4Bd", 12.0, 4.0, 180.0);
    position.order(Order::Land { units: units(&ids[..2]), to: shore });
    assert_eq!(position.pips, 5);
    assert_eq!(position.at(ids[1]).at, at(12.0, 3.0), "in an enemy's zone, which binds no landing");
    assert_eq!(position.may_land(&units(&ids[2..]), pose(20.0, 3.0, 0.0)), Err(Refusal::LandsOnce));
    position.order(Order::Done);
    assert_eq!(position.element(ids[2]).place, Whereabouts::Out);
    assert_eq!(position.losses(US), 0);
    let (mut later, ids) = afloat();
    later.sides[0].turns = 2;
    assert_eq!(later.may_land(&units(&ids), shore), Err(Refusal::LandsOnce));
}
