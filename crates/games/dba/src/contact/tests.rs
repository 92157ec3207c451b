use covers::covers;

use crate::drill::{THEM, US, at, ground, pose, units};
use crate::element::ElementId;
use crate::geometry::{Edge, Hand, MU};
use crate::order::Leg;
use crate::refusal::Refusal;

#[test]
#[covers("2.9", "R145", "R72")]
fn contact_is_a_shared_edge_and_full_contact_matches_corners() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "3Cv", 19.0, 19.0, 180.0);
    let id = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let contact = position.contact(id, enemy).unwrap();
    assert_eq!((contact.edge, contact.full), (Edge::Front, true));
    position.put(US, 1, "4Sp", 19.5, 19.0, 0.0);
    let loose = position.contact(id, enemy).unwrap();
    assert_eq!((loose.full, loose.length / 1_000), (false, 1_500));
    position.put(US, 1, "4Sp", 21.0, 19.0, 0.0);
    assert_eq!(position.contact(id, enemy), None, "a corner alone is none");
    position.put(US, 1, "4Sp", 19.0, 19.0, 1.0);
    assert_eq!(position.contact(id, enemy), None, "nor is a touch at an angle");
    assert!(!position.is_pinned(id));
}

#[test]
#[covers("R69", "2.9")]
fn a_move_reaches_full_contact_or_none() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "3Cv", 19.0, 19.0, 180.0);
    let id = position.put(US, 1, "Ax", 19.0, 16.0, 0.0);
    assert_eq!(position.goes(id, pose(19.0, 19.0, 0.0)), Ok(()));
    assert_eq!(position.goes(id, pose(19.3, 19.0, 0.0)), Err(Refusal::NotInFull(id, enemy)));
    position.set_camp(THEM, at(10.0, 18.0), at(13.0, 20.0));
    position.stand_in_camp(THEM, 12, "CF", THEM);
    let other = position.put(US, 2, "Ax", 10.0, 15.0, 0.0);
    assert_eq!(position.goes(other, pose(9.5, 18.0, 0.0)), Ok(()), "a camp may be touched anywhere");
}

#[test]
#[covers("R71", "2.9")]
fn flank_and_rear_are_taken_from_beyond_their_lines() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "3Cv", 19.0, 19.0, 180.0);
    let base = position.base(enemy);
    // Its left is to the east.
    let flank = base.flank_place(Hand::Left);
    let id = position.put(US, 1, "LH", 20.5, 16.5, 0.0);
    let round = [Leg::To(pose(23.0, 18.0, 0.0)), Leg::To(flank)];
    assert_eq!(
        position.marches(&[id], &round),
        Err(Refusal::NotBeyondFlank(id, enemy)),
        "partly before its front"
    );
    position.put(US, 1, "LH", 23.0, 17.0, 0.0);
    assert_eq!(position.goes(id, flank), Ok(()), "wholly beyond the side line");
    position.put(US, 1, "LH", 20.5, 23.0, 180.0);
    let round = [Leg::To(pose(22.2, 21.2, 225.0)), Leg::To(flank)];
    assert_eq!(position.marches(&[id], &round), Ok(()), "partly beyond it and partly behind");
    position.put(US, 1, "LH", 19.0, 24.0, 180.0);
    assert_eq!(position.goes(id, base.rear_place()), Ok(()));
    position.put(US, 1, "LH", 21.5, 20.0, 180.0);
    let rear = position.goes(id, base.rear_place());
    assert!(matches!(rear, Err(Refusal::NotBehind(..) | Refusal::EnemyInTheWay(..))), "{rear:?}");
}

#[test]
#[covers("R70", "2.9")]
fn a_lone_enemy_conforms_to_a_group() {
    let mut position = ground();
    let left = position.put(US, 1, "Ax", 18.0, 15.0, 0.0);
    let right = position.put(US, 2, "Ax", 20.0, 15.0, 0.0);
    let enemy = position.put(THEM, 1, "3Cv", 19.5, 18.0, 180.0);
    let pair = [left, right];
    position.clone().march(&pair, &[Leg::Forward(3 * MU)]);
    let mut after = position.clone();
    after.march(&pair, &[Leg::Forward(3 * MU)]);
    assert_eq!(after.at(enemy), after.base(right).front_place(), "with the one that shares most");
    // In a group of its own it does not, and the move is refused.
    position.put_at(THEM, 2, "3Cv", position.base(enemy).rear_place());
    assert_eq!(position.marches(&pair, &[Leg::Forward(3 * MU)]), Err(Refusal::NotInFull(left, enemy)));
    // An enemy at an angle conforms too.
    let mut askew = ground();
    let left = askew.put(US, 1, "Ax", 18.0, 15.0, 0.0);
    let right = askew.put(US, 2, "Ax", 20.0, 15.0, 0.0);
    let enemy = askew.put(THEM, 1, "3Cv", 20.0, 18.0, 170.0);
    let lowest = askew.base(enemy).corners.iter().map(|corner| corner.y).min().unwrap();
    askew.march(&[left, right], &[Leg::Forward(lowest - 15 * MU)]);
    assert_eq!(askew.at(enemy), askew.base(right).front_place());
    let _ = units(&[left]);
}

#[test]
#[covers("R76")]
fn an_element_fights_its_fullest_contact() {
    let mut position = ground();
    let one = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let full = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    assert!(position.frontal(one, full).is_some_and(|(full, _)| full));
    let mut loose = ground();
    let one = loose.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let long = loose.put(THEM, 1, "4Sp", 18.5, 19.0, 180.0);
    let short = loose.put(THEM, 2, "4Sp", 20.5, 19.0, 180.0);
    loose.step = crate::position::Step::Fight;
    assert_eq!(loose.may_fight(one, long), Ok(()));
    assert_eq!(loose.may_fight(one, short), Err(Refusal::BetterFight(one)));
    let _ = ElementId::NONE;
}
