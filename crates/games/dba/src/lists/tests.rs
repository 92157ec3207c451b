use covers::covers;
use engine::Rules;

use crate::drill::{THEM, US, ground, pose, units};
use crate::element::{ElementId, Units};
use crate::geometry::{Hand, MU};
use crate::order::{Leg, Legs, Order};
use crate::position::Position;

/// What is listed for elements in hand.
fn ways(position: &Position, ids: &[ElementId]) -> Vec<Order> {
    let mut position = position.clone();
    position.order(Order::Move { units: units(ids) });
    let mut orders = vec![];
    position.orders(&mut orders);
    orders
}

/// The poses in which single moves end.
fn ends(position: &Position, id: ElementId) -> Vec<crate::geometry::Pose> {
    let listed = ways(position, &[id]);
    let end = |order: &Order| match order {
        Order::March { units, legs } => {
            position.may_march(units, legs.legs()).ok().map(|arrival| arrival.ends[0])
        }
        _ => None,
    };
    listed.iter().filter_map(end).collect()
}

#[test]
#[covers("7.5", "R137")]
fn everything_listed_is_legal_and_exact_placements_pass_the_same_check() {
    let mut position = ground();
    let ids = [1, 2, 3, 4].map(|slot| position.put(US, slot, "Ax", 12.0 + 2.0 * slot as f64, 14.0, 0.0));
    position.put(THEM, 1, "4Sp", 17.0, 18.0, 190.0);
    let mut orders = vec![];
    position.orders(&mut orders);
    assert!(orders.contains(&Order::Done), "ending movement is always listed");
    assert!(orders.contains(&Order::Move { units: units(&ids) }));
    for mover in orders.iter().filter_map(|order| match order {
        Order::Move { units } => Some(*units),
        _ => None,
    }) {
        let mut taken = position.clone();
        taken.order(Order::Move { units: mover });
        let mut listed = vec![];
        taken.orders(&mut listed);
        assert!(listed.iter().all(|order| taken.check(order).is_ok()), "{mover:?}");
    }
    // A placement nobody lists, without taking the element up first.
    let odd = Leg::To(pose(13.137, 14.611, 3.21));
    let order = Order::March { units: Units::one(ids[0]), legs: Legs::of(&[odd]) };
    assert_eq!(position.check(&order), Ok(()));
}

#[test]
#[covers("7.5")]
fn contact_overlap_support_and_the_open_door_are_offered() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Bd", 19.0, 17.0, 190.0);
    let fighter = position.put_at(US, 1, "4Sp", position.base(enemy).front_place());
    let wing = position.put(US, 2, "LH", 23.5, 18.0, 0.0);
    let reserve = position.put(US, 3, "4Sp", 19.5, 14.0, 10.0);
    let base = position.base(enemy);
    let ends_wing = ends(&position, wing);
    assert!(ends_wing.contains(&base.flank_place(Hand::Left)), "closing the door");
    let beside = position.base(fighter).beside_place(Hand::Right);
    assert!(ends_wing.contains(&beside), "overlap");
    assert!(ends(&position, reserve).contains(&position.base(fighter).rear_place()), "support");
    let mut open = ground();
    let enemy = open.put(THEM, 1, "4Bd", 19.0, 17.0, 190.0);
    let id = open.put(US, 1, "Ax", 18.0, 14.0, 0.0);
    assert!(ends(&open, id).contains(&open.base(enemy).front_place()), "front contact");
}

#[test]
#[covers("7.5", "R137")]
fn a_group_is_offered_the_wheel_that_brings_it_into_contact() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Bd", 17.5, 17.6, 192.0);
    let ids = [1, 2, 3].map(|slot| position.put(US, slot, "Ax", 14.0 + 2.0 * slot as f64, 14.5, 0.0));
    let listed = ways(&position, &ids);
    let meets = |order: &&Order| match order {
        Order::March { units, legs } => {
            position.may_march(units, legs.legs()).is_ok_and(|arrival| arrival.fronts.contains(&enemy))
        }
        _ => false,
    };
    let contact = listed.iter().filter(meets).count();
    assert!(contact > 0, "{listed:?}");
    assert!(listed.iter().any(|order| matches!(order, Order::Form { .. })), "falling into column");
    let forward = Order::March { units: units(&ids), legs: Legs::of(&[Leg::Forward(MU)]) };
    assert!(listed.contains(&forward));
}
