use covers::covers;

use crate::drill::{THEM, US, at, first_rules, ground};
use crate::element::ElementId;
use crate::field::Feature;
use crate::geometry::{Hand, Heading};
use crate::order::Order;
use crate::position::{Position, Stage};

/// Our Light Horse flees from a lost fight in the middle, to the south.
fn flight(troop: &str, prepare: impl FnOnce(&mut Position)) -> (Position, ElementId) {
    let mut position = ground();
    let id = position.put(US, 1, troop, 12.0, 19.0, 0.0);
    prepare(&mut position);
    position.fight.loser = id;
    assert!(position.recoil(id, &mut engine::Silence));
    position.begin_run(id, &mut engine::Silence);
    if position.run_on(id, &mut engine::Silence) {
        position.fight.stage = Stage::None;
    }
    (position, id)
}

#[test]
#[covers("2.13", "R111", "R68")]
fn who_flees_recoils_turns_and_runs_a_full_move() {
    let (position, id) = flight("LH", |_| {});
    // Recoil to 17.5, about face with the front at the old rear, 16, then 8 MU.
    assert_eq!(position.at(id).at, at(12.0, 8.0));
    assert_eq!(position.at(id).heading, Heading::degrees(180));
    let (position, id) = flight("LH", |position| position.oval(Feature::Marsh, 12.0, 17.5, 6.0, 6.0));
    assert_eq!(position.at(id).at, at(12.0, 13.0), "from bad going at the bad going rate");
    let (position, id) = flight("LH", |position| position.oval(Feature::Marsh, 12.0, 12.0, 4.0, 4.0));
    assert_eq!(position.at(id).at, at(12.0, 13.0), "into it up to that total");
    let (position, id) = flight("LH", |position| position.oval(Feature::Marsh, 12.0, 9.0, 4.0, 4.0));
    assert_eq!(position.at(id).at, at(12.0, 11.0), "at the edge, having run farther");
}

#[test]
#[covers("R113")]
fn the_edge_and_a_river_are_death() {
    let (position, id) = flight("LH", |position| {
        position.put(US, 1, "LH", 12.0, 10.0, 0.0);
    });
    assert!(position.is_lost(id), "the table edge");
    let river = |position: &mut Position| position.line(Feature::River, false, 12.0, 1.5);
    let (position, id) = flight("LH", river);
    assert!(position.is_lost(id), "the river");
    let (position, id) = flight("LH", |position| {
        river(position);
        position.line(Feature::Road, true, 12.0, 2.0);
    });
    assert!(!position.is_lost(id), "a road crosses it");
}

#[test]
#[covers("R113")]
fn whoever_ends_touching_the_edge_or_a_river_has_reached_it() {
    // Light Horse runs 8 MU from 3 MU behind where its front stood.
    let flee = |y: f64, first: bool, river: Option<f64>| {
        let (position, id) = flight("LH", |position| {
            if first {
                position.sheet = first_rules();
            }
            position.put(US, 1, "LH", 12.0, y, 0.0);
            if let Some(middle) = river {
                position.line(Feature::River, false, middle, 1.5);
            }
        });
        !position.is_lost(id)
    };
    assert!(flee(11.1, false, None), "a hair's breadth is left");
    assert!(!flee(11.0, false, None), "its front comes to lie on the edge");
    assert!(flee(11.0, true, None), "the first rules let it live");
    assert!(flee(19.0, false, Some(7.2)));
    assert!(!flee(19.0, false, Some(7.25)), "its front comes to lie on the bank");
    assert!(flee(19.0, true, Some(7.25)));
    // Running along the edge with its side on it, it goes towards another.
    let (position, id) = flight("LH", |position| {
        position.put(US, 1, "LH", 1.0, 19.0, 0.0);
    });
    assert!(!position.is_lost(id));
}

#[test]
#[covers("R112", "7.2")]
fn it_bends_as_little_as_it_must() {
    // A friend a little in the way of its left front corner: it bends right before it comes there.
    let (position, id) = flight("3Cv", |position| {
        position.put(US, 2, "4Bd", 13.9, 12.0, 0.0);
    });
    let turned = position.at(id).heading.thousandths();
    assert!((180_001..=200_000).contains(&turned), "{turned}");
    assert!(!position.is_lost(id));
    // Squarely in the way both bends are equally small, and the owner chooses.
    let (mut position, id) = flight("3Cv", |position| {
        position.put(US, 2, "4Bd", 12.0, 12.0, 0.0);
    });
    assert_eq!(position.fight.stage, Stage::Run);
    let (left, right) = position.bends(id);
    assert_eq!(left, right);
    position.order(Order::Bend { hand: Hand::Left });
    assert_eq!(position.fight.stage, Stage::None);
    assert!(position.at(id).heading.thousandths() < 180_000, "left of south is east of it");
    // Penned in on every side it halts.
    let (position, id) = flight("3Cv", |position| {
        position.put(US, 2, "4Bd", 12.0, 15.9, 0.0);
        position.put(US, 3, "4Bd", 9.8, 16.5, 0.0);
        position.put(US, 4, "4Bd", 14.2, 16.5, 0.0);
    });
    assert_eq!(position.at(id).at, at(12.0, 15.9));
    // Cavalry shuns woods, Light Horse rides in.
    let woods = |position: &mut Position| position.oval(Feature::Woods, 14.9, 12.0, 4.0, 4.0);
    let (position, id) = flight("3Cv", woods);
    assert!(!position.in_bad_going(id, id) && position.at(id).heading != Heading::degrees(180));
    let (position, id) = flight("LH", woods);
    assert_eq!(position.at(id).heading, Heading::degrees(180));
}

#[test]
#[covers("R114", "1.8")]
fn it_runs_through_friends_it_may_pass() {
    let (position, id) = flight("3Cv", |position| {
        position.put(US, 2, "Ps", 12.0, 13.5, 0.0);
    });
    assert_eq!(position.at(id).at, at(12.0, 10.0), "six MU, straight through");
    let (position, id) = flight("3Cv", |position| {
        position.put(US, 2, "Ps", 12.0, 13.5, 5.0);
    });
    assert_ne!(position.at(id).at, at(12.0, 10.0), "not one that faces askew");
}

#[test]
#[covers("R112", "R16")]
fn an_empty_camp_is_entered_and_a_held_one_avoided() {
    let camp = |position: &mut Position| position.set_camp(US, at(10.0, 10.0), at(14.0, 12.0));
    let (position, id) = flight("LH", camp);
    assert_eq!(position.element(id).place, crate::Whereabouts::Camp(US));
    let (position, id) = flight("LH", |position| {
        camp(position);
        position.stand_in_camp(US, 12, "CF", US);
    });
    assert_ne!(position.element(id).place, crate::Whereabouts::Camp(US));
    let _ = THEM;
}
