use covers::covers;

use crate::drill::{THEM, US, at, ground, mu, pose, units};
use crate::element::{Element, ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::Hand;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::refusal::Refusal;

fn range(shooter: &str, x: f64, y: f64, degrees: f64, prepare: impl FnOnce(&mut Position)) -> Option<i64> {
    let mut position = ground();
    let id = position.put(US, 1, shooter, 19.0, 10.0, 0.0);
    let target = position.put(THEM, 1, "4Bd", x, y, degrees);
    prepare(&mut position);
    position.shot(id, target)
}

#[test]
#[covers("1.3", "2.11", "R82")]
fn range_is_from_edge_to_edge_within_the_strip_ahead() {
    assert_eq!(range("Bw", 19.0, 13.0, 180.0, |_| {}), Some(mu(3.0)));
    assert_eq!(range("Bw", 19.0, 13.01, 180.0, |_| {}), None, "out of range");
    assert_eq!(range("Art", 19.0, 18.0, 180.0, |_| {}), Some(mu(8.0)));
    assert_eq!(range("4Bd", 19.0, 12.0, 180.0, |_| {}), None, "no shooters");
    assert_eq!(
        range("Bw", 22.9, 11.0, 180.0, |_| {}).map(|range| range / 1_000),
        Some(2_147),
        "a part in the strip"
    );
    assert_eq!(range("Bw", 23.0, 11.0, 180.0, |_| {}), None, "beside it");
    assert_eq!(range("Bw", 19.0, 8.0, 180.0, |_| {}), None, "behind");
    assert_eq!(range("WWg", 19.0, 6.0, 0.0, |_| {}), Some(mu(2.0)), "all round");
}

#[test]
#[covers("R82", "R26")]
fn a_camp_shoots_and_is_shot_at_by_its_outline() {
    let mut position = ground();
    position.set_camp(US, at(18.0, 5.0), at(21.0, 7.0));
    let bows = position.stand_in_camp(US, 1, "Bw", US);
    let target = position.put(THEM, 1, "4Bd", 24.0, 6.0, 0.0);
    assert_eq!(position.shot(bows, target), Some(mu(2.0)), "from any wall");
    let shooter = position.put(THEM, 2, "Bw", 19.0, 9.5, 180.0);
    assert_eq!(position.shot(shooter, bows), Some(mu(2.5)));
}

#[test]
#[covers("R83", "2.11")]
fn the_path_must_be_free() {
    let third = |x: f64| {
        move |position: &mut Position| {
            position.put(THEM, 2, "Ps", x, 11.0, 0.0);
        }
    };
    assert_eq!(range("Bw", 19.0, 12.5, 180.0, third(19.0)), None);
    assert_eq!(range("Bw", 19.0, 12.5, 180.0, third(21.0)), Some(mu(2.5)), "touching is not in it");
    assert_eq!(
        range("Bw", 19.0, 12.5, 180.0, |p| p.oval(Feature::Woods, 19.0, 11.25, 2.0, 2.0)),
        Some(mu(2.5))
    );
    let wide = |position: &mut Position| {
        let span = crate::field::Span {
            centre: at(19.0, 11.25),
            heading: crate::geometry::Heading::degrees(90),
            length: mu(6.0),
            width: mu(2.0),
        };
        let shape = crate::field::Shape::Oval(span);
        position.add(crate::field::Piece { feature: Feature::Woods, shape });
    };
    assert_eq!(range("Bw", 19.0, 12.5, 180.0, wide), None, "both sides of the path are cut");
    let mut covered = ground();
    let bows = covered.put(US, 1, "Bw", 19.0, 10.0, 0.0);
    let target = covered.put(THEM, 1, "4Bd", 19.0, 11.5, 180.0);
    assert!(covered.has_shot(bows, target).is_some());
    covered.oval(Feature::Oasis, 19.0, 12.0, 3.0, 4.0);
    assert_eq!(covered.has_shot(bows, target), None, "wholly in cover");
}

#[test]
#[covers("R89", "2.11", "1.3")]
fn whoever_is_in_contact_neither_shoots_nor_is_shot_at_and_overlap_is_no_bar() {
    let mut position = ground();
    let bows = position.put(US, 1, "Bw", 19.0, 10.0, 0.0);
    let target = position.put(THEM, 1, "4Bd", 19.0, 12.0, 180.0);
    assert!(position.has_shot(bows, target).is_some());
    let blades = position.put_at(US, 2, "4Bd", position.base(target).flank_place(Hand::Left));
    assert_eq!(position.has_shot(bows, target), None);
    position.elements[blades.index()].place = Whereabouts::Out;
    // An overlapper may be shot at.
    let friend = position.put(US, 3, "4Bd", 16.0, 12.5, 0.0);
    let enemy = position.put_at(THEM, 2, "4Bd", position.base(friend).front_place());
    let overlapper = position.put_at(THEM, 1, "4Bd", position.base(enemy).beside_place(Hand::Left));
    assert_eq!(position.pressure(friend, enemy).right, Some(overlapper));
    assert!(position.has_shot(bows, overlapper).is_some());
}

#[test]
#[covers("R87")]
fn artillery_shoots_in_its_own_turn_if_it_stood_still() {
    let mut position = ground();
    let guns = position.put(US, 1, "Art", 19.0, 10.0, 0.0);
    let target = position.put(THEM, 1, "4Bd", 19.0, 16.0, 180.0);
    assert!(position.has_shot(guns, target).is_some());
    let mut moved = position.clone();
    moved.elements[guns.index()].moves = 1;
    assert_eq!(moved.has_shot(guns, target), None);
    let mut theirs = position.clone();
    theirs.active = THEM;
    assert_eq!(theirs.has_shot(guns, target), None, "not of its own accord in the enemy's turn");
    // But it shoots back.
    let enemy_guns = theirs.put(THEM, 1, "Art", 19.0, 16.0, 180.0);
    theirs.step = Step::Shoot(THEM);
    theirs.begin_volley(&units(&[enemy_guns]), guns, &mut engine::Silence);
    assert!(theirs.fight.mutual);
}

#[test]
#[covers("R84", "R88", "R150", "2.11")]
fn up_to_three_shoot_together_and_the_closest_leads() {
    let mut position = ground();
    let near = position.put(US, 1, "Bw", 19.0, 10.5, 0.0);
    let far = position.put(US, 2, "Bw", 21.0, 10.0, 0.0);
    let third = position.put(US, 3, "Bw", 17.0, 10.0, 0.0);
    let target = position.put(THEM, 1, "4Bd", 19.0, 12.5, 180.0);
    let volley = |ids: &[ElementId]| position.may_volley(&units(ids), target, US);
    assert_eq!(volley(&[near, far, third]), Ok(()));
    assert_eq!(volley(&[far, near]), Err(Refusal::NotClosest(far)));
    assert_eq!(volley(&[far, third]), Ok(()), "tied for closest");
    assert_eq!(volley(&[near, far, third, near]), Err(Refusal::NobodyNamed));
    let mut shot = position.clone();
    shot.elements[target.index()].marks |= Element::SHOT_AT;
    assert_eq!(shot.may_volley(&units(&[near]), target, US), Err(Refusal::ShotAtAlready(target)));
    assert!(position.must_shoot(US) && !position.must_shoot(THEM));
    assert!(!shot.must_shoot(US), "each target once");
}

#[test]
#[covers("R85", "R86")]
fn shooters_that_can_shoot_each_other_must_and_the_target_shoots_back() {
    let mut position = ground();
    let bows = position.put(US, 1, "Bw", 19.0, 10.0, 0.0);
    let rival = position.put(THEM, 1, "Bw", 19.0, 12.5, 180.0);
    let prey = position.put(THEM, 2, "4Bd", 21.0, 11.0, 180.0);
    let aide = position.put(THEM, 3, "Bw", 17.0, 12.5, 180.0);
    assert_eq!(position.may_volley(&units(&[bows]), prey, US), Err(Refusal::MustShootBack(bows)));
    assert_eq!(position.may_volley(&units(&[bows]), rival, US), Ok(()));
    position.step = Step::Shoot(US);
    position.order(Order::Shoot { units: units(&[bows]), target: rival });
    assert!(position.fight.mutual);
    assert_eq!(position.fight.stage, Stage::Aides);
    position.order(Order::Support { units: units(&[aide]) });
    let factors = position.factors(&mut engine::ledger::Unread);
    assert_eq!((factors.one, factors.other), (1, 2), "the aide costs the main shooter one");
    position.resolve([1, 6], &mut engine::Silence);
    assert!(position.is_lost(bows), "doubled by the return shot");
    assert!(position.element(aide).has(Element::SHOT) && position.element(rival).has(Element::SHOT));
}

#[test]
#[covers("R90", "R127")]
fn followers_shot_dead_leave_an_empty_camp() {
    let mut position = ground();
    position.set_camp(THEM, at(18.0, 12.0), at(21.0, 14.0));
    let followers = position.stand_in_camp(THEM, 12, "CF", THEM);
    let bows = position.put(US, 1, "Bw", 19.0, 10.0, 0.0);
    position.step = Step::Shoot(US);
    position.order(Order::Shoot { units: units(&[bows]), target: followers });
    position.resolve([6, 1], &mut engine::Silence);
    assert!(position.is_lost(followers));
    assert_eq!((position.occupant(THEM), position.camps[1].captured), (None, false));
    assert_eq!(position.losses(THEM), 0, "Followers do not count");
}

#[test]
#[covers("R143")]
fn a_touch_brought_about_by_a_shot_is_not_fought() {
    let mut position = ground();
    let bows = position.put(US, 1, "Bw", 19.0, 10.0, 0.0);
    let target = position.put(THEM, 1, "Ax", 19.0, 12.0, 180.0);
    // One of ours far behind the target; it recoils until it touches our front with its rear.
    let behind = position.put(US, 2, "Ps", 19.0, 14.0, 180.0);
    position.step = Step::Shoot(US);
    position.order(Order::Shoot { units: units(&[bows]), target });
    position.resolve([4, 1], &mut engine::Silence);
    assert_eq!(position.at(target), pose(19.0, 13.0, 180.0));
    assert!(position.contact(behind, target).is_some());
    assert_eq!(position.frontal(behind, target), None, "nobody turns any more, so nobody fights");
}
