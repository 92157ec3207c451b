use covers::covers;

use crate::drill::{THEM, US, at, ground, pose};
use crate::element::ElementId;
use crate::geometry::{Base, Heading, MU};
use crate::order::Leg;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::zones::Zone;

/// Their Spears in the middle facing south; the zone before them reaches from 19 to 17.
fn watched() -> (Position, ElementId) {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    (position, enemy)
}

fn zones(position: &Position, moving: u32) -> Vec<Zone> {
    let mut zones = position.zones_against(US, moving);
    zones.retain(|zone| zone.owner != ElementId::of(THEM, 0));
    zones
}

fn held(position: &Position, x: f64, y: f64, degrees: f64) -> bool {
    let base = Base::new(pose(x, y, degrees), 4);
    zones(position, 0).iter().any(|zone| zone.holds(&base))
}

#[test]
#[covers("2.7", "R60")]
fn the_far_line_counts_and_the_side_lines_do_not() {
    let (position, _) = watched();
    assert!(held(&position, 19.0, 17.0, 0.0), "its front on the far line");
    assert!(!held(&position, 19.0, 16.99, 0.0));
    assert!(!held(&position, 21.0, 18.5, 0.0), "along the side line");
    assert!(held(&position, 20.99, 18.5, 0.0));
    assert!(!held(&position, 21.0, 17.0, 0.0), "the far corner");
    assert!(!held(&position, 19.0, 22.0, 0.0), "behind");
}

#[test]
#[covers("2.7", "R61", "R62")]
fn the_zone_ends_at_the_first_in_it_and_the_movers_do_not_cut_it() {
    let (mut position, _) = watched();
    let friend = position.put(US, 1, "Ps", 20.0, 18.0, 0.0);
    let cut = zones(&position, 0)[0];
    assert!(!cut.holds(&Base::new(pose(18.5, 17.5, 0.0), 4)), "beyond the line where the friend begins");
    assert!(cut.holds(&Base::new(pose(18.0, 18.5, 0.0), 2)));
    let open = zones(&position, 1 << friend.index())[0];
    assert!(open.holds(&Base::new(pose(18.5, 17.5, 0.0), 4)), "drawn without whoever moves");
    position.put_at(US, 1, "4Sp", position.base(ElementId::of(THEM, 1)).front_place());
    assert!(zones(&position, 0).is_empty(), "met in full front contact there is none");
    position.elements[ElementId::of(US, 1).index()].place = crate::Whereabouts::Out;
    position.set_camp(US, at(18.0, 15.0), at(21.0, 18.0));
    assert!(zones(&position, 0)[0].holds(&Base::new(pose(19.0, 17.5, 0.0), 4)), "an empty camp cuts nothing");
    position.stand_in_camp(US, 12, "CF", US);
    assert!(!zones(&position, 0)[0].holds(&Base::new(pose(19.0, 17.5, 0.0), 4)), "a held one does");
}

#[test]
#[covers("R62", "R75", "2.7")]
fn war_wagons_watch_all_round_until_they_are_met() {
    let mut position = ground();
    let wagon = position.put(THEM, 1, "WWg", 19.0, 19.0, 180.0);
    assert_eq!(zones(&position, 0).len(), 4);
    position.put_at(US, 1, "4Bd", position.base(wagon).flank_place(crate::geometry::Hand::Left));
    position.engage_wagons();
    assert!(zones(&position, 0).is_empty());
}

#[test]
#[covers("R63", "2.7", "7.2")]
fn whoever_starts_in_a_zone_goes_back_squares_up_or_meets() {
    let (mut position, enemy) = watched();
    let id = position.put(US, 1, "Ax", 19.5, 17.2, 10.0);
    let goes = |to| position.goes(id, to);
    let stuck = Err(Refusal::HeldByZone(id, enemy));
    assert_eq!(position.marches(&[id], &[Leg::Forward(-2 * MU)]), Ok(()), "straight back");
    assert_eq!(goes(position.base(enemy).front_place()), Ok(()), "full front contact");
    assert_eq!(goes(pose(19.5, 17.2, 0.0)), Ok(()), "square on the spot");
    assert_eq!(goes(pose(19.0, 17.2, 0.0)), Ok(()), "square and centred");
    assert_eq!(goes(pose(19.0, 17.2, 10.0)), Ok(()), "centred, no more square");
    assert_eq!(position.marches(&[id], &[Leg::Forward(MU / 2)]), stuck, "no little advance");
    assert_eq!(goes(pose(19.5, 17.2, 20.0)), stuck, "less square");
    assert_eq!(goes(pose(19.5, 17.0, 0.0)), stuck, "square but farther off");
    assert_eq!(goes(pose(22.5, 17.2, 0.0)), stuck, "out to the side");
    assert_eq!(goes(pose(19.5, 14.0, 0.0)), stuck, "back and turned");
}

#[test]
#[covers("R64", "2.7")]
fn a_leg_into_a_zone_is_the_last_and_ends_there() {
    let (mut position, enemy) = watched();
    let id = position.put(US, 1, "LH", 19.5, 15.0, 0.0);
    let stops = Err(Refusal::StopsInZone(id, enemy));
    assert_eq!(
        position.marches(&[id], &[Leg::Forward(3 * MU)]),
        Ok(()),
        "a straight advance may stop inside"
    );
    assert_eq!(position.goes(id, position.base(enemy).front_place()), Ok(()));
    assert_eq!(position.goes(id, pose(19.5, 17.5, 15.0)), stops, "not less square");
    let through = [Leg::To(pose(20.0, 17.6, 0.0)), Leg::To(pose(22.5, 17.6, 0.0))];
    assert_eq!(position.marches(&[id], &through), stops, "not through and out again");
}

#[test]
#[covers("R65")]
fn of_several_zones_the_mover_chooses() {
    let (mut position, _) = watched();
    let second = position.put(THEM, 2, "4Sp", 22.0, 19.0, 180.0);
    let id = position.put(US, 1, "Ax", 20.5, 17.5, 0.0);
    assert_eq!(position.goes(id, position.base(second).front_place()), Ok(()));
    assert_eq!(
        position.goes(id, pose(19.5, 17.5, 0.0)),
        Ok(()),
        "nearer to the first, farther from the second"
    );
}

#[test]
#[covers("R66", "7.2")]
fn no_flank_and_no_camp_from_inside_a_zone() {
    let (mut position, _) = watched();
    let victim = position.put(THEM, 2, "4Sp", 15.0, 17.0, 270.0);
    let id = position.put(US, 1, "LH", 19.0, 17.2, 0.0);
    let rear = position.base(victim).rear_place();
    assert!(matches!(position.goes(id, rear), Err(Refusal::HeldByZone(..) | Refusal::ContactFromZone(..))));
    position.set_camp(THEM, at(24.0, 16.0), at(27.0, 18.0));
    let to_camp = pose(24.0, 17.0, 90.0);
    assert!(position.goes(id, to_camp).is_err());
    position.elements[ElementId::of(THEM, 1).index()].place = crate::Whereabouts::Out;
    assert_eq!(position.goes(id, to_camp), Ok(()));
}

#[test]
#[covers("R67", "7.2")]
fn groups_in_a_zone_advance_to_contact_or_retire() {
    let (mut position, enemy) = watched();
    let left = position.put(US, 1, "Ax", 19.0, 17.2, 0.0);
    let right = position.put(US, 2, "Ax", 21.0, 17.2, 0.0);
    let pair = [left, right];
    let stuck = Err(Refusal::HeldByZone(left, enemy));
    assert_eq!(position.marches(&pair, &[Leg::Forward(mu_of(1.8))]), Ok(()), "to contact");
    assert_eq!(position.marches(&pair, &[Leg::Forward(-2 * MU)]), Ok(()), "straight back");
    assert_eq!(position.marches(&pair, &[Leg::Forward(MU)]), stuck);
    assert_eq!(
        position.marches(&pair, &[Leg::Wheel(crate::geometry::Hand::Left, Heading::degrees(345))]),
        stuck
    );
    let (mut free, _) = watched();
    let left = free.put(US, 1, "Ax", 19.0, 14.0, 0.0);
    let right = free.put(US, 2, "Ax", 21.0, 14.0, 0.0);
    assert_eq!(free.marches(&[left, right], &[Leg::Forward(4 * MU)]), Ok(()), "straight into it");
    assert_eq!(free.marches(&[left, right], &[Leg::Forward(-MU)]), Err(Refusal::GroupsGoForward));
}

fn mu_of(length: f64) -> i64 {
    crate::drill::mu(length)
}
