use covers::covers;
use engine::Silence;

use crate::drill::{THEM, US, at, ground, pose};
use crate::geometry::{Hand, MU};
use crate::position::Position;

fn recoils(position: &mut Position, id: crate::ElementId) -> bool {
    position.recoil(id, &mut Silence)
}

#[test]
#[covers("2.13", "R104")]
fn recoil_is_straight_back_by_the_depth_and_two_mu_at_most() {
    for (troop, back) in [("4Sp", 0.75), ("Ax", 1.0), ("3Cv", 1.5), ("El", 2.0), ("6Kn", 2.0), ("LitBd", 2.0)]
    {
        let mut position = ground();
        let id = position.put(US, 1, troop, 19.0, 19.0, 0.0);
        assert!(recoils(&mut position, id));
        assert_eq!(position.at(id).at, at(19.0, 19.0 - back), "{troop}");
    }
}

#[test]
#[covers("2.13", "R104")]
fn edge_camp_and_water_kill_and_ending_exactly_on_the_edge_does_not() {
    let mut position = ground();
    let edge = position.put(US, 1, "4Sp", 10.0, 1.5, 0.0);
    let beyond = position.put(US, 2, "4Sp", 14.0, 1.4, 0.0);
    assert!(recoils(&mut position, edge), "its rear edge comes to lie on the edge");
    assert!(!recoils(&mut position, beyond));
    assert!(position.is_lost(beyond));
    position.set_camp(US, at(20.0, 10.0), at(23.0, 12.0));
    let at_camp = position.put(US, 3, "4Sp", 21.0, 13.0, 0.0);
    assert!(!recoils(&mut position, at_camp), "even its own camp");
    let inside = position.stand_in_camp(US, 4, "4Sp", US);
    assert!(!recoils(&mut position, inside), "recoil in a camp is death");
}

#[test]
#[covers("R109")]
fn a_full_flank_contact_kills_and_a_loose_one_does_not() {
    let mut position = ground();
    let id = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let place = position.base(id).flank_place(Hand::Left);
    position.put_at(THEM, 1, "4Bd", place.aside(MU / 4));
    assert!(recoils(&mut position.clone(), id), "a loose one");
    position.put_at(THEM, 1, "4Bd", place);
    assert!(!recoils(&mut position, id));
}

#[test]
#[covers("2.13", "R105", "R148")]
fn striking_an_enemys_rear_kills_both() {
    // Rear to rear.
    let mut position = ground();
    let id = position.put(US, 1, "Ax", 19.0, 19.0, 0.0);
    let enemy = position.put(THEM, 1, "4Bd", 19.0, 16.75, 180.0);
    assert!(!recoils(&mut position, id));
    assert!(position.is_lost(enemy), "their rear edges meet");
    // Into a front: the recoiler alone dies.
    let mut position = ground();
    let id = position.put(US, 1, "Ax", 19.0, 19.0, 0.0);
    let enemy = position.put(THEM, 1, "4Bd", 19.0, 17.5, 0.0);
    assert!(!recoils(&mut position, id));
    assert!(!position.is_lost(enemy));
    // Its whole rear edge on a side edge: only the recoiler.
    let mut position = ground();
    let id = position.put(US, 1, "Ax", 19.0, 19.0, 0.0);
    let enemy = position.put(THEM, 1, "LitBd", 21.0, 16.5, 90.0);
    assert!(!recoils(&mut position, id));
    assert!(!position.is_lost(enemy), "two corners on its side");
    // One corner alone on the side.
    let mut position = ground();
    let id = position.put(US, 1, "Ax", 19.0, 19.0, 10.0);
    let enemy = position.put(THEM, 1, "LitBd", 21.5, 16.7, 90.0);
    assert!(!recoils(&mut position, id));
    assert!(position.is_lost(enemy), "one rear corner on its side");
}

#[test]
#[covers("1.8", "R106", "R149")]
fn who_may_pass_passes_to_the_place_beyond() {
    let mut position = ground();
    let cavalry = position.put(US, 1, "3Cv", 19.0, 19.0, 0.0);
    let spears = position.put_at(US, 2, "4Sp", position.base(cavalry).rear_place());
    assert!(recoils(&mut position, cavalry));
    assert_eq!(position.at(cavalry), position.base(spears).rear_place(), "even past its distance");
    let table = [
        ("3Cv", "El", false),
        ("3Cv", "Pk", false),
        ("3Cv", "4Bd", true),
        ("4Bd", "4Bd", true),
        ("4Bd", "4Sp", true),
        ("4Bd", "Pk", false),
        ("Pk", "4Bd", true),
        ("Pk", "4Sp", false),
        ("Bw", "4Bd", true),
        ("Bw", "Bw", false),
        ("Ps", "4Wb", true),
        ("Ps", "Ps", false),
        ("4Sp", "4Bd", false),
    ];
    for (front, behind, passes) in table {
        let mut position = ground();
        let id = position.put(US, 1, front, 19.0, 19.0, 0.0);
        let friend = position.put_at(US, 2, behind, position.base(id).rear_place());
        let stood = position.at(friend);
        let lives = recoils(&mut position, id);
        let passed = lives && position.at(friend) == stood;
        assert_eq!(passed, passes, "{front} through {behind}");
    }
}

#[test]
#[covers("R106", "R107", "1.8")]
fn who_may_not_pass_pushes_and_those_behind_are_pushed_on() {
    let mut position = ground();
    let front = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let second = position.put_at(US, 2, "4Sp", position.base(front).rear_place());
    let third = position.put_at(US, 3, "Ps", position.base(second).rear_place().ahead(-MU / 4));
    assert!(recoils(&mut position, front));
    assert_eq!(position.at(front).at, at(19.0, 18.25));
    assert_eq!(position.at(second).at, at(19.0, 17.5));
    assert_eq!(position.at(third).at, at(19.0, 16.75), "only as far as needed");
    // Somebody who cannot yield: the recoiler dies and nobody moves.
    let mut position = ground();
    let front = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let second = position.put_at(US, 2, "4Sp", position.base(front).rear_place());
    let wagon = position.put_at(US, 3, "WWg", position.base(second).rear_place());
    let stood = (position.at(second), position.at(wagon));
    assert!(!recoils(&mut position, front));
    assert_eq!((position.at(second), position.at(wagon)), stood);
    // A friend that faces another way is not pushed.
    let mut position = ground();
    let front = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    position.put_at(US, 2, "4Sp", pose(19.0, 18.0, 1.0));
    assert!(!recoils(&mut position, front));
}

#[test]
#[covers("R108", "2.13")]
fn elephants_tread_friends_down() {
    let mut position = ground();
    let elephants = position.put(US, 1, "El", 19.0, 19.0, 0.0);
    let friend = position.put_at(US, 2, "Ps", position.base(elephants).rear_place());
    assert!(recoils(&mut position, elephants));
    assert!(position.is_lost(friend));
    assert_eq!(position.at(elephants).at, at(19.0, 17.0));
    // Two that recoil from one combat into each other both die.
    let mut position = ground();
    let first = position.put(US, 1, "El", 19.0, 19.0, 0.0);
    let second = position.put(US, 2, "El", 19.0, 16.5, 0.0);
    position.fight.recoiled = 1 << second.index();
    assert!(!recoils(&mut position, first));
    assert!(position.is_lost(first) && position.is_lost(second));
}
