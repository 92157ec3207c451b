use covers::covers;

use crate::drill::{THEM, US, ground};
use crate::geometry::{Hand, MU};
use crate::order::Order;

#[test]
#[covers("R73", "2.9", "2.5")]
fn who_is_contacted_on_the_flank_turns_to_the_first() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "3Cv", 19.0, 19.0, 180.0);
    let base = position.base(enemy);
    let rear = position.put_at(US, 2, "Ax", base.rear_place());
    let flank = position.put_at(US, 1, "Ax", base.flank_place(Hand::Left));
    position.note_contact(rear, enemy);
    position.note_contact(flank, enemy);
    // Only one can be in the way: the flank attacker stands beside the place it turns to.
    position.elements[flank.index()].place = crate::Whereabouts::Out;
    position.order(Order::Done);
    assert_eq!(position.at(enemy), position.base(rear).front_place());
    assert!(position.front_to_front(rear, enemy).is_some_and(|contact| contact.full));
}

#[test]
#[covers("R73")]
fn who_is_faced_in_front_does_not_turn() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "3Cv", 19.0, 19.0, 180.0);
    let base = position.base(enemy);
    position.put_at(US, 1, "Ax", base.front_place());
    position.put_at(US, 2, "Ax", base.flank_place(Hand::Left));
    position.turn_to_face(&mut engine::Silence);
    assert_eq!(position.at(enemy), base.pose);
}

#[test]
#[covers("R74", "7.2")]
fn friends_make_room_or_it_fights_as_it_stands() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    let base = position.base(enemy);
    let behind = position.put(THEM, 2, "Ps", 18.5, 19.8, 180.0);
    position.put_at(US, 1, "Ax", base.flank_place(Hand::Left));
    let mut shifted = position.clone();
    shifted.turn_to_face(&mut engine::Silence);
    assert_eq!(shifted.at(enemy).heading, crate::geometry::Heading::degrees(90));
    assert!(shifted.at(behind).at.y > position.at(behind).at.y, "the Psiloi have stepped back");
    assert_eq!(shifted.find_overlap(), None);
    // With a friend in the way that is in contact itself, nobody moves.
    position.put_at(US, 4, "4Bd", position.base(behind).rear_place());
    position.elements[behind.index()].marks |= crate::element::Element::TURNED;
    let before = position.elements.map(|element| element.pose);
    position.turn_to_face(&mut engine::Silence);
    assert_eq!(position.elements.map(|element| element.pose), before);
    assert_eq!(position.element(enemy).faced, crate::ElementId::of(US, 1));
    assert!(position.frontal(crate::ElementId::of(US, 1), enemy).is_some(), "it fights as if faced");
}

#[test]
#[covers("R75")]
fn the_first_edge_touched_is_a_wagons_front() {
    let mut position = ground();
    let wagon = position.put(THEM, 1, "WWg", 19.0, 19.0, 180.0);
    let place = position.base(wagon).flank_place(Hand::Left);
    let id = position.put(US, 1, "4Bd", 23.0, 20.0, 270.0);
    assert_eq!(position.goes(id, place), Ok(()), "from anywhere");
    position.march(&[id], &[crate::Leg::To(place)]);
    assert!(position.front_to_front(id, wagon).is_some_and(|contact| contact.full));
    position.turn_to_face(&mut engine::Silence);
    assert_eq!(position.at(wagon).heading, crate::geometry::Heading::degrees(180), "it keeps its pose");
    // Another on its printed front is now on its flank.
    let second = position.put(US, 2, "4Bd", 19.0, 19.0, 0.0);
    let contact = position.contact(second, wagon).unwrap();
    assert_ne!(contact.edge, crate::geometry::Edge::Front);
    position.elements[id.index()].pose = place.ahead(-3 * MU);
    position.elements[second.index()].place = crate::Whereabouts::Out;
    position.engage_wagons();
    assert_eq!(position.element(wagon).edge, None, "until the contact ends");
}

impl crate::Position {
    fn find_overlap(&self) -> Option<(crate::ElementId, crate::ElementId)> {
        let standing: Vec<_> = self.standing().collect();
        standing.iter().enumerate().find_map(|(i, &one)| {
            let other = standing[..i].iter().find(|&&other| self.base(one).overlaps(&self.base(other)));
            other.map(|&other| (one, other))
        })
    }
}
