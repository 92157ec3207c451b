use covers::covers;
use engine::Silence;

use crate::drill::{THEM, US, at, ground};
use crate::element::Whereabouts;
use crate::field::Feature;
use crate::position::Position;

fn pursues(troop: &str, prepare: impl FnOnce(&mut Position)) -> (Position, crate::ElementId) {
    let mut position = ground();
    let id = position.put(US, 1, troop, 19.0, 19.0, 0.0);
    prepare(&mut position);
    position.pursue(id, &mut Silence);
    (position, id)
}

fn end(troop: &str, prepare: impl FnOnce(&mut Position)) -> crate::geometry::Point {
    let (position, id) = pursues(troop, prepare);
    position.at(id).at
}

#[test]
#[covers("1.7", "R9", "7.6")]
fn only_the_impetuous_pursue_by_their_depth() {
    let table = [
        ("3Kn", 1.5),
        ("6Kn", 2.0),
        ("HCh", 2.0),
        ("SCh", 2.0),
        ("El", 2.0),
        ("4Wb", 0.75),
        ("5Wb", 1.5),
        ("4Kn", 0.0),
        ("3Cv", 0.0),
        ("LCh", 0.0),
        ("4Bd", 0.0),
        ("LH", 0.0),
    ];
    for (troop, distance) in table {
        assert_eq!(end(troop, |_| {}), at(19.0, 19.0 + distance), "{troop}");
    }
}

#[test]
#[covers("1.7", "R116")]
fn knights_stop_at_most_bad_going_and_warband_at_none() {
    let woods = |position: &mut Position| position.oval(Feature::Woods, 19.0, 22.0, 4.0, 6.0);
    assert_eq!(end("3Kn", woods), at(19.0, 20.0), "at the edge");
    assert_eq!(end("5Wb", woods), at(19.0, 20.5));
    let marsh = |position: &mut Position| position.oval(Feature::Marsh, 19.0, 22.0, 4.0, 6.0);
    assert_eq!(end("3Kn", marsh), at(19.0, 20.5));
    let inside = |position: &mut Position| position.oval(Feature::Dunes, 19.0, 18.0, 4.0, 6.0);
    assert_eq!(end("3Kn", inside), at(19.0, 19.0), "already in it: they stay");
    assert_eq!(end("El", inside), at(19.0, 21.0));
}

#[test]
#[covers("R116", "R72", "R68")]
fn pursuit_stops_on_touching_anybody() {
    let enemy = |position: &mut Position| {
        position.put(THEM, 1, "4Bd", 19.5, 20.0, 180.0);
    };
    let (position, id) = pursues("3Kn", enemy);
    assert_eq!(position.at(id).at, at(19.0, 20.0));
    let contact = position.front_to_front(id, crate::ElementId::of(THEM, 1)).unwrap();
    assert!(!contact.full, "a loose contact");
    assert_eq!(
        end("3Kn", |position| {
            position.put(US, 2, "4Bd", 18.0, 21.0, 0.0);
        }),
        at(19.0, 20.25),
        "a friend too"
    );
    let mut position = ground();
    let id = position.put(US, 1, "3Kn", 8.0, 37.0, 0.0);
    position.pursue(id, &mut Silence);
    assert_eq!(position.at(id).at, at(8.0, 38.0), "the table edge");
}

#[test]
#[covers("1.7", "R126", "R127", "2.14")]
fn an_empty_camp_is_entered_in_pursuit() {
    let camp = |position: &mut Position| position.set_camp(THEM, at(18.0, 20.0), at(21.0, 22.0));
    let (position, id) = pursues("3Kn", camp);
    assert_eq!(position.element(id).place, Whereabouts::Camp(THEM));
    assert!(position.camps[1].captured);
    assert_eq!(position.losses(THEM), 2);
    let (position, id) = pursues("3Kn", |position| {
        camp(position);
        position.stand_in_camp(THEM, 12, "CF", THEM);
    });
    assert_eq!(position.at(id).at, at(19.0, 20.0), "a held one stops it");
}

#[test]
#[covers("R118")]
fn a_warband_directly_behind_follows() {
    let mut position = ground();
    let front = position.put(US, 1, "4Wb", 19.0, 19.0, 0.0);
    let second = position.put_at(US, 2, "4Wb", position.base(front).rear_place());
    position.pursue(front, &mut Silence);
    assert_eq!(position.at(second), position.base(front).rear_place());
    assert_eq!(position.at(second).at, at(19.0, 19.0));
}

#[test]
#[covers("R115")]
fn nobody_pursues_after_no_effect_or_from_a_camp() {
    let mut position = ground();
    let knights = position.put(US, 1, "3Kn", 19.0, 19.0, 0.0);
    let hordes = position.put(THEM, 1, "WWg", 19.0, 19.0, 180.0);
    position.engage_wagons();
    position.clash(knights, hordes, [3, 1]);
    assert_eq!(position.at(knights).at, at(19.0, 19.0), "no effect");
    let mut position = ground();
    position.set_camp(US, at(18.0, 0.0), at(21.0, 2.0));
    let holder = position.stand_in_camp(US, 1, "4Wb", US);
    let attacker = position.put(THEM, 1, "4Sp", 19.0, 2.0, 180.0);
    position.clash(holder, attacker, [6, 5]);
    assert_eq!(position.element(holder).place, Whereabouts::Camp(US), "an occupant stays");
}
