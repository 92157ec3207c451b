use covers::covers;
use engine::Rules;

use crate::drill::{THEM, US, at, ground, mu, pose, units};
use crate::element::{ElementId, Units};
use crate::field::Feature;
use crate::geometry::{Hand, Heading, MU};
use crate::order::{Leg, Order};
use crate::position::Position;
use crate::refusal::{Rate, Refusal};

const FAR: Leg = Leg::Forward(20 * MU);

fn reach(position: &Position, id: ElementId) -> i64 {
    match position.marches(&[id], &[FAR]) {
        Err(Refusal::TooFar { most, .. }) => most / MU,
        other => panic!("{other:?}"),
    }
}

#[test]
#[covers("1.2", "R42", "7.6")]
fn every_kind_moves_as_far_as_the_chart_says() {
    let table = [
        ("LH", 8, 3),
        ("LCm", 8, 3),
        ("3Cv", 6, 3),
        ("LCh", 6, 3),
        ("SCh", 6, 3),
        ("Ax", 5, 5),
        ("Cm", 5, 3),
        ("3Kn", 5, 3),
        ("HCh", 5, 3),
        ("Ps", 5, 5),
        ("4Kn", 4, 3),
        ("El", 4, 3),
        ("3Sp", 4, 4),
        ("3Bd", 4, 4),
        ("Art", 3, 0),
        ("4Bd", 3, 3),
        ("Bw", 3, 3),
        ("Hd", 3, 3),
        ("4Sp", 3, 3),
        ("Pav", 3, 3),
        ("Pk", 3, 3),
        ("WWg", 3, 0),
        ("4Wb", 3, 3),
    ];
    for (troop, good, bad) in table {
        let mut position = ground();
        let id = position.put(US, 1, troop, 10.0, 12.0, 0.0);
        assert_eq!(reach(&position, id), good, "{troop}");
        let exactly = good * MU;
        assert_eq!(position.marches(&[id], &[Leg::Forward(exactly)]), Ok(()), "{troop}");
        // The whole move is at the rate of the worst ground it touches.
        position.oval(Feature::Rough, 10.0, 14.5, 4.0, 4.0);
        let moved = |by: f64| position.marches(&[id], &[Leg::Forward(mu(by))]);
        match bad {
            0 => assert_eq!(moved(3.0), Err(Refusal::WheelsInBadGoing(id)), "{troop}"),
            _ => {
                assert_eq!(moved(bad as f64), Ok(()), "{troop}");
                assert!(moved(bad as f64 + 0.01).is_err(), "{troop}");
            }
        }
        let mut wet = ground();
        let id = wet.put(US, 1, troop, 10.0, 12.0, 0.0);
        wet.line(Feature::River, false, 13.5, 1.5);
        assert_eq!(wet.marches(&[id], &[Leg::Forward(mu(2.0))]), Ok(()), "{troop}");
        let refusal = wet.marches(&[id], &[Leg::Forward(mu(2.5))]).unwrap_err();
        assert!(
            matches!(refusal, Refusal::TooFar { most: 2_000_000, rate: Rate::River, .. }),
            "{troop} {refusal:?}"
        );
    }
}

#[test]
#[covers("R40", "2.6", "R3", "R2")]
fn the_front_corner_that_goes_farthest_is_measured() {
    let mut position = ground();
    let id = position.put(US, 1, "4Sp", 19.0, 12.0, 0.0);
    // About-face in its own footprint: each corner goes the diagonal of 2 by 0.75.
    let about = position.base(id).about_face().pose;
    assert_eq!(position.goes(id, about), Ok(()));
    let twice = [Leg::To(about), Leg::To(position.at(id))];
    assert!(matches!(position.marches(&[id], &twice), Err(Refusal::TooFar { moved: 4_272_002, .. })));
    let wheel = [Leg::Wheel(Hand::Left, Heading::degrees(300)), Leg::Forward(MU + 2_000)];
    assert_eq!(position.marches(&[id], &wheel), Ok(()), "a chord of 2 and 1.002 more");
    let over = [Leg::Wheel(Hand::Left, Heading::degrees(300)), Leg::Forward(MU + 2_100)];
    let refusal = position.marches(&[id], &over).unwrap_err();
    let objection = refusal.objection(&position);
    assert_eq!(objection.rule, "R40");
    assert_eq!(objection.why, "the right front corner moves 3.002 MU; Spears 1 may move 3");
}

#[test]
#[covers("R39", "R50", "R11")]
fn enemies_camps_and_the_edge_stand_in_the_way() {
    let mut position = ground();
    let id = position.put(US, 1, "LH", 19.0, 10.0, 0.0);
    let enemy = position.put(THEM, 1, "Ps", 20.5, 13.0, 90.0);
    assert_eq!(position.goes(id, pose(19.0, 15.0, 0.0)), Err(Refusal::EnemyInTheWay(id, enemy)));
    assert_eq!(position.goes(id, pose(17.0, 15.0, 0.0)), Ok(()), "past it");
    assert!(position.goes(id, pose(40.0, 10.0, 0.0)).is_err());
    let edge = position.put(US, 2, "LH", 36.0, 10.0, 0.0);
    assert_eq!(position.goes(edge, pose(37.0, 10.0, 0.0)), Ok(()), "to the edge");
    assert_eq!(position.goes(edge, pose(37.1, 10.0, 0.0)), Err(Refusal::OffTable(edge)));
    position.set_camp(US, at(10.0, 10.0), at(13.0, 12.0));
    let other = position.put(US, 3, "LH", 11.0, 8.0, 0.0);
    assert_eq!(position.goes(other, pose(11.0, 14.0, 0.0)), Err(Refusal::CampInTheWay(other, US)));
    // Side by side is allowed, on one another is not.
    let friend = position.put(US, 4, "4Bd", 25.0, 10.0, 0.0);
    let next = position.put(US, 5, "4Bd", 28.0, 10.0, 0.0);
    assert_eq!(position.goes(next, position.base(friend).beside_place(Hand::Right)), Ok(()));
    assert_eq!(position.goes(next, pose(26.9, 10.0, 0.0)), Err(Refusal::FriendInTheWay(next, friend)));
    let _ = enemy;
}

#[test]
#[covers("1.8", "R52")]
fn friends_are_passed_without_turning_and_with_room_beyond() {
    let mut position = ground();
    let id = position.put(US, 1, "3Cv", 19.0, 10.0, 0.0);
    let psiloi = position.put(US, 2, "Ps", 19.0, 12.5, 180.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(5.0))]), Ok(()), "mounted pass Psiloi");
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(4.0))]), Err(Refusal::FriendInTheWay(id, psiloi)));
    position.put(US, 2, "Ps", 19.0, 12.5, 10.0);
    assert!(position.marches(&[id], &[Leg::Forward(mu(5.5))]).is_err(), "facing askew");
    position.put(US, 2, "4Sp", 19.0, 12.5, 0.0);
    assert!(position.marches(&[id], &[Leg::Forward(mu(5.0))]).is_err(), "not Spears");
    position.put(US, 1, "Ps", 19.0, 10.0, 0.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(5.0))]), Ok(()), "Psiloi pass anybody");
}

#[test]
#[covers("R41")]
fn one_corner_may_clip_a_friend() {
    let mut position = ground();
    let id = position.put(US, 1, "3Cv", 19.0, 10.0, 0.0);
    // The right front corner passes over a corner of the friend while the element swings left.
    position.put(US, 2, "4Bd", 21.4, 11.5, 0.0);
    assert_eq!(position.goes(id, pose(17.5, 12.5, 330.0)), Ok(()));
    let blocked = position.put(US, 2, "4Bd", 19.5, 12.5, 0.0);
    assert_eq!(position.goes(id, pose(18.0, 14.0, 350.0)), Err(Refusal::FriendInTheWay(id, blocked)));
}

/// Four Auxilia side by side.
fn line(troop: &str) -> (Position, [ElementId; 4]) {
    let mut position = ground();
    let ids = [1, 2, 3, 4].map(|slot| position.put(US, slot, troop, 14.0 + 2.0 * slot as f64, 12.0, 0.0));
    (position, ids)
}

#[test]
#[covers("R44", "2.6")]
fn a_group_is_linked_by_edges_and_corners() {
    let (mut position, ids) = line("Ax");
    assert!(position.is_group(&units(&ids)));
    assert!(!position.is_group(&units(&[ids[0], ids[2]])), "a gap between");
    let behind = position.put_at(US, 5, "Ps", position.base(ids[1]).rear_place());
    assert!(position.is_group(&units(&[ids[1], behind])));
    position.put(US, 3, "Ax", 20.01, 12.0, 0.0);
    assert!(!position.is_group(&units(&ids)), "a hundredth of a MU apart");
    let enemy = position.put_at(THEM, 1, "4Bd", position.base(ids[0]).front_place());
    let _ = enemy;
    assert_eq!(position.may_take_up(&units(&ids[..2])), Err(Refusal::Pinned(ids[0])));
}

#[test]
#[covers("R45", "2.6", "7.1")]
fn a_group_wheels_on_its_outer_corner_and_the_far_end_pays() {
    let (mut position, ids) = line("Ax");
    let hinge = position.base(ids[0]).front_left();
    // A wheel of 30° moves the far corner, 8 MU away, by a chord of 4.14.
    let to = Heading::degrees(330);
    position.march(&ids, &[Leg::Wheel(Hand::Left, to)]);
    assert_eq!(position.base(ids[0]).front_left(), hinge);
    assert!(ids.windows(2).all(|pair| position.linked(pair[0], pair[1])), "still edge to edge");
    let (position, ids) = line("Ax");
    let far = Heading::degrees(320);
    assert!(matches!(
        position.marches(&ids, &[Leg::Wheel(Hand::Left, far)]),
        Err(Refusal::TooFar { unit, corner: Hand::Right, .. }) if unit == ids[3]
    ));
    let wrong = [Leg::Wheel(Hand::Left, Heading::degrees(30))];
    assert_eq!(position.marches(&ids, &wrong), Err(Refusal::WheelTooFar), "left hinges turn left");
    assert_eq!(position.marches(&ids, &[Leg::Forward(-MU)]), Err(Refusal::GroupsGoForward));
}

#[test]
#[covers("R49", "2.6")]
fn groups_keep_out_of_bad_going_and_rivers() {
    let (mut position, ids) = line("Ax");
    position.oval(Feature::Woods, 17.0, 15.0, 4.0, 4.0);
    assert!(matches!(position.marches(&ids, &[Leg::Forward(2 * MU)]), Err(Refusal::GroupInBadGoing(_))));
    assert_eq!(position.marches(&ids[2..], &[Leg::Forward(2 * MU)]), Ok(()));
    let (mut psiloi, ids) = line("Ps");
    psiloi.oval(Feature::Woods, 17.0, 15.0, 4.0, 4.0);
    assert_eq!(psiloi.marches(&ids, &[Leg::Forward(2 * MU)]), Ok(()));
    psiloi.line(Feature::River, false, 13.5, 1.0);
    assert!(psiloi.marches(&ids, &[Leg::Forward(2 * MU)]).is_err());
    // One behind the other they are a column, and may.
    let mut column = ground();
    let lead = column.put(US, 1, "Ax", 17.0, 12.0, 0.0);
    let second = column.put_at(US, 2, "Ax", column.base(lead).rear_place());
    column.oval(Feature::Woods, 17.0, 15.0, 4.0, 4.0);
    assert!(column.may_file(&units(&[lead, second]), &[Leg::Forward(2 * MU)]).is_ok());
}

#[test]
#[covers("R48", "R147")]
fn a_group_slides_only_to_line_up() {
    let (mut position, ids) = line("Ax");
    let slide = [Leg::Forward(2 * MU), Leg::Slide(MU / 2)];
    assert_eq!(position.marches(&ids, &slide), Err(Refusal::SlideForNothing));
    position.put(THEM, 1, "4Bd", 18.5, 15.5, 180.0);
    assert_eq!(position.marches(&ids, &slide), Ok(()), "directly opposite an enemy within 2");
    assert_eq!(
        position.marches(&ids, &[Leg::Forward(2 * MU), Leg::Slide(mu(0.4))]),
        Err(Refusal::SlideForNothing)
    );
    let far = [Leg::Forward(2 * MU), Leg::Slide(mu(1.1))];
    assert_eq!(position.marches(&ids, &far), Err(Refusal::SlideTooFar(mu(1.1))));
}

#[test]
#[covers("R46", "2.6")]
fn a_column_follows_its_lead() {
    let mut position = ground();
    let lead = position.put(US, 1, "Ax", 19.0, 12.0, 0.0);
    let second = position.put_at(US, 2, "Ax", position.base(lead).rear_place());
    let third = position.put_at(US, 3, "Ax", position.base(second).rear_place());
    let column = units(&[lead, second, third]);
    position.order(Order::File {
        units: column,
        legs: crate::Legs::of(&[Leg::Wheel(Hand::Left, Heading::degrees(330)), Leg::Forward(2 * MU)]),
    });
    assert_eq!(position.at(second), position.base(lead).rear_place(), "in exact file behind");
    assert_eq!(position.at(third), position.base(second).rear_place());
    // A slower member limits the lead.
    let mut slow = ground();
    let lead = slow.put(US, 1, "Ax", 19.0, 12.0, 0.0);
    let spears = slow.put_at(US, 2, "4Sp", slow.base(lead).rear_place());
    let column = units(&[lead, spears]);
    assert!(slow.may_file(&column, &[Leg::Forward(3 * MU)]).is_ok());
    assert!(matches!(slow.may_file(&column, &[Leg::Forward(4 * MU)]), Err(Refusal::TooFar { .. })));
}

#[test]
#[covers("R46")]
fn a_group_falls_into_column_without_going_back() {
    let (position, ids) = line("Ax");
    let lead = ids[1];
    let column = units(&[lead, ids[0], ids[2]]);
    let arrival = position.may_form(&column, position.at(lead).ahead(3 * MU), 1).unwrap();
    assert_eq!(arrival.ends[1], pose(18.0, 14.0, 0.0));
    assert_eq!(arrival.ends[2], pose(18.0, 13.0, 0.0));
    assert_eq!(position.may_form(&column, position.at(lead), 1), Err(Refusal::Backward(ids[0])));
}

#[test]
#[covers("R43", "R122", "2.8")]
fn roads_are_fast_and_may_be_followed_again() {
    let mut position = ground();
    position.line(Feature::Road, true, 10.0, 2.0);
    let id = position.put(US, 1, "Art", 10.0, 8.0, 0.0);
    position.put(THEM, 1, "4Sp", 10.0, 36.0, 180.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(6 * MU)]), Ok(()));
    assert!(position.marches(&[id], &[Leg::Forward(7 * MU)]).is_err());
    assert!(position.goes(id, pose(12.5, 12.0, 0.0)).is_err(), "off the road at the ordinary rate");
    position.oval(Feature::Woods, 10.0, 12.0, 4.0, 4.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(6 * MU)]), Ok(()), "through bad going");
    position.march(&[id], &[Leg::Forward(6 * MU)]);
    assert_eq!(position.marches(&[id], &[Leg::Forward(6 * MU)]), Ok(()), "and again");
    let horse = position.put(US, 2, "LH", 10.0, 3.0, 0.0);
    position.put(US, 1, "Art", 30.0, 8.0, 0.0);
    assert_eq!(position.marches(&[horse], &[Leg::Forward(8 * MU)]), Ok(()));
}

#[test]
#[covers("R51", "R146", "2.6")]
fn rivers_are_entered_squarely_and_crossed_straight() {
    let mut position = ground();
    position.line(Feature::River, false, 13.0, 1.5);
    let id = position.put(US, 1, "Ax", 19.0, 11.0, 45.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(1.5))]), Ok(()), "45° is allowed");
    position.put(US, 1, "Ax", 19.0, 11.0, 46.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(1.5))]), Err(Refusal::RiverAngle(id)));
    position.put(US, 1, "Ax", 19.0, 13.0, 10.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(2.0))]), Ok(()), "straight on");
    assert_eq!(position.marches(&[id], &[Leg::Forward(mu(-2.0))]), Ok(()), "straight back");
    assert_eq!(position.goes(id, pose(19.0, 13.0, 0.0)), Ok(()), "squarer to the bank");
    assert_eq!(position.goes(id, pose(20.0, 13.0, 10.0)), Err(Refusal::InRiver(id)), "not sideways");
    position.put(THEM, 1, "4Sp", 20.0, 14.5, 180.0);
    assert_eq!(position.goes(id, pose(20.0, 14.0, 0.0)), Ok(()), "lining up with an enemy");
}

#[test]
#[covers("R53")]
fn guns_and_wagons_move_into_no_contact() {
    let mut position = ground();
    let wagon = position.put(US, 1, "WWg", 19.0, 16.5, 0.0);
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    assert_eq!(
        position.marches(&[wagon], &[Leg::Forward(mu(2.5))]),
        Err(Refusal::WheelsInContact(wagon, enemy))
    );
    assert_eq!(position.marches(&[wagon], &[Leg::Forward(MU)]), Ok(()));
    let friend = position.put_at(US, 2, "4Sp", position.base(enemy).front_place());
    let place = position.base(friend).beside_place(Hand::Right);
    position.put(US, 1, "Art", 21.0, 17.0, 0.0);
    assert_eq!(position.goes(wagon, place), Err(Refusal::WheelsInOverlap(wagon)));
}

#[test]
#[covers("R54")]
fn fighting_pins_and_overlapping_does_not() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    let friend = position.put_at(US, 1, "4Sp", position.base(enemy).front_place());
    let overlapper = position.put_at(US, 2, "4Sp", position.base(friend).beside_place(Hand::Right));
    assert_eq!(position.may_move(friend), Err(Refusal::Pinned(friend)));
    assert!(position.overlaps_somebody(overlapper));
    assert_eq!(position.may_move(overlapper), Ok(()));
    position.set_camp(US, at(18.0, 0.0), at(21.0, 2.0));
    let followers = position.stand_in_camp(US, 12, "CF", US);
    assert_eq!(position.may_move(followers), Err(Refusal::FollowersStay));
}

#[test]
#[covers("2.8", "R119", "R120", "R121", "R140")]
fn who_has_moved_moves_again_only_as_its_kind_may() {
    let again = |troop: &str, turns: u8, to: Leg, enemy: Option<(f64, f64)>| {
        let mut position = ground();
        position.sides[0].turns = turns;
        let id = position.put(US, 1, troop, 10.0, 12.0, 0.0);
        position.elements[id.index()].moves = 1;
        if let Some((x, y)) = enemy {
            position.put(THEM, 1, "4Sp", x, y, 180.0);
        }
        position.marches(&[id], &[to]).map_err(|refusal| refusal.objection(&position).rule.to_string())
    };
    let ahead = Leg::Forward(2 * MU);
    assert_eq!(again("4Sp", 1, ahead, None), Err("2.8".into()));
    assert_eq!(again("Ps", 1, ahead, None), Ok(()), "Psiloi in their first turn");
    assert_eq!(again("Ps", 2, ahead, None), Err("2.8".into()));
    assert_eq!(again("LH", 5, ahead, None), Ok(()));
    assert_eq!(again("LH", 5, ahead, Some((10.0, 16.0))), Err("R121".into()), "exactly 2 is within");
    assert_eq!(again("LH", 5, ahead, Some((10.0, 16.1))), Ok(()));
    assert_eq!(again("4Wb", 2, ahead, None), Err("R120".into()));
    assert_eq!(again("4Wb", 2, ahead, Some((10.0, 14.0))), Ok(()), "into contact");
    assert_eq!(again("SCh", 1, ahead, None), Err("2.8".into()));
    // A group only if every member may.
    let mut position = ground();
    let horse = position.put(US, 1, "LH", 10.0, 12.0, 0.0);
    let spears = position.put(US, 2, "3Cv", 12.0, 12.0, 0.0);
    position.elements[horse.index()].moves = 1;
    position.elements[spears.index()].moves = 1;
    assert_eq!(position.may_take_up(&units(&[horse, spears])), Err(Refusal::NoLaterMove(spears)));
}

#[test]
#[covers("R123", "R26", "R17", "R127")]
fn empty_camps_are_entered_by_touching_them() {
    let mut position = ground();
    position.set_camp(THEM, at(18.0, 14.0), at(21.0, 16.0));
    let id = position.put(US, 1, "Ax", 19.0, 12.0, 0.0);
    let mut entered = position.clone();
    entered.march(&[id], &[Leg::Forward(2 * MU)]);
    assert_eq!(entered.element(id).place, crate::Whereabouts::Camp(THEM));
    assert!(entered.camps[1].captured);
    let second = entered.put(US, 2, "Ax", 19.0, 12.0, 0.0);
    entered.march(&[second], &[Leg::Forward(2 * MU)]);
    assert_eq!(entered.element(second).place, crate::Whereabouts::Table, "one occupant");
    position.put(US, 1, "Art", 19.0, 12.0, 0.0);
    assert_eq!(position.marches(&[id], &[Leg::Forward(2 * MU)]), Err(Refusal::WheelsAtCamp(id)));
}

#[test]
#[covers("R124", "R26")]
fn leaving_a_camp_begins_outside_its_wall() {
    let mut position = ground();
    position.set_camp(US, at(18.0, 5.0), at(21.0, 7.0));
    let id = position.stand_in_camp(US, 1, "Ax", US);
    let outside = pose(19.0, 8.0, 0.0);
    assert_eq!(position.goes(id, outside), Ok(()), "its rear edge on the wall");
    assert_eq!(
        position.marches(&[id], &[Leg::To(outside), Leg::Forward(5 * MU)]),
        Ok(()),
        "then a whole move"
    );
    assert!(position.marches(&[id], &[Leg::To(outside), Leg::Forward(6 * MU)]).is_err());
    assert_eq!(position.goes(id, pose(19.0, 9.0, 0.0)), Err(Refusal::LeaveCampFirst));
    assert_eq!(position.marches(&[id], &[Leg::Forward(MU)]), Err(Refusal::LeaveCampFirst));
}

#[test]
#[covers("R151", "R2")]
fn a_hair_off_is_stored_exactly() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 17.0, 217.0);
    let id = position.put(US, 1, "Ax", 17.0, 14.0, 37.0);
    let place = position.base(enemy).front_place();
    let near = crate::geometry::Pose::new(place.at + crate::geometry::Point::new(900, -700), place.heading);
    position.march(&[id], &[Leg::To(near)]);
    assert_eq!(position.at(id), place);
    let friend = position.put(US, 2, "Ax", 10.0, 10.0, 12.0);
    let next = position.put(US, 3, "Ax", 13.0, 10.0, 12.0);
    let place = position.base(friend).beside_place(Hand::Right);
    let near =
        crate::geometry::Pose::new(place.at + crate::geometry::Point::new(1_000, 1_000), place.heading);
    position.march(&[next], &[Leg::To(near)]);
    assert_eq!(position.at(next), place);
}

#[test]
#[covers("protocol")]
fn figures_that_are_far_too_large_are_refused() {
    let position = ground();
    let general = ElementId::of(US, 0);
    let huge = crate::geometry::Pose::new(crate::geometry::Point::new(i64::MAX, 0), Heading::NORTH);
    assert_eq!(position.goes(general, huge), Err(Refusal::FarOffTable));
    assert_eq!(position.marches(&[general], &[Leg::Forward(i64::MIN)]), Err(Refusal::FarOffTable));
    assert_eq!(position.may_take_up(&Units::NONE), Err(Refusal::NobodyNamed));
    assert_eq!(position.may_take_up(&Units::one(ElementId(200))), Err(Refusal::NotYours));
}

#[test]
#[covers("R47", "2.6")]
fn a_group_narrows_only_at_a_gap_and_the_excess_falls_in_behind() {
    let mut position = ground();
    let left = position.put(US, 1, "Ax", 15.0, 10.0, 0.0);
    let middle = position.put_at(US, 2, "Ax", position.base(left).beside_place(Hand::Right));
    let right = position.put_at(US, 3, "Ax", position.base(middle).beside_place(Hand::Right));
    let narrow = units(&[left, middle, right]);
    let to = position.at(left).ahead(2 * MU);
    assert_eq!(position.may_form(&narrow, to, 2), Err(Refusal::NothingInTheWay));
    // Woods ahead of the rightmost: two files pass beside them, the third falls in behind.
    position.oval(Feature::Woods, 20.0, 12.5, 2.0, 2.0);
    let arrival = position.may_form(&narrow, to, 2).unwrap();
    assert_eq!(arrival.ends[1], position.at(middle).ahead(2 * MU));
    assert_eq!(arrival.ends[2].at, at(15.0, 11.0), "behind the first");
    let mut listed = vec![];
    position.order(Order::Move { units: narrow });
    position.orders(&mut listed);
    assert!(listed.iter().any(|order| matches!(order, Order::Form { files: 2, .. })), "{listed:?}");
}
