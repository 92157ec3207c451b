//! Questions a strict umpire puts to the program: positions where several rules meet.

use covers::covers;
use engine::ledger::Unread;
use engine::{Side, Silence};

use crate::drill::{THEM, US, at, ground, pose};
use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::Hand;
use crate::order::{Leg, Order};
use crate::position::{Position, Step};
use crate::refusal::Refusal;

#[test]
#[covers("R123", "R127", "2.14")]
fn a_camp_taken_and_left_stays_lost_until_its_owner_is_inside() {
    let mut position = ground();
    position.set_camp(US, at(18.0, 8.0), at(22.0, 10.0));
    position.put(US, 0, "3Cv", 5.0, 5.0, 0.0);
    let raider = position.put(THEM, 1, "LH", 20.0, 10.0, 180.0);
    position.occupy(raider, US, &mut Silence);
    assert_eq!(position.losses(US), 2);
    // It rides out again.
    let element = position.element_mut(raider);
    (element.place, element.pose) = (Whereabouts::Table, pose(20.0, 30.0, 0.0));
    assert_eq!((position.losses(US), position.occupant(US)), (2, None), "the last to hold it was the enemy");
    // Nobody lives in it by passing; an element that touches it is inside at once.
    let owner = position.put(US, 1, "4Sp", 20.0, 6.0, 0.0);
    position.march(&[owner], &[Leg::To(pose(20.0, 8.0, 0.0))]);
    assert_eq!(position.element(owner).place, Whereabouts::Camp(US));
    assert_eq!(position.losses(US), 0);
    // Storming it anew takes it anew; whoever must recoil inside is lost.
    let stormer = position.put(THEM, 2, "4Bd", 20.0, 10.0, 180.0);
    position.active = THEM;
    position.clash(stormer, owner, [6, 1]);
    assert!(position.is_lost(owner));
    assert_eq!(position.element(stormer).place, Whereabouts::Camp(US));
    assert_eq!(position.losses(US), 3, "the Spears and the camp");
}

#[test]
#[covers("1.4", "1.5", "R78", "R94")]
fn ranks_behind_and_overlaps_on_both_sides_add_up() {
    let mut position = ground();
    let own = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let foe = position.put(THEM, 1, "4Bd", 19.0, 19.0, 180.0);
    position.put_at(US, 2, "4Sp", position.base(own).rear_place());
    let factor = |position: &Position| position.close_factor(own, foe, &mut Unread);
    assert_eq!(factor(&position), 5);
    position.put_at(THEM, 2, "Ax", position.base(foe).beside_place(Hand::Left));
    assert_eq!(factor(&position), 4);
    position.put_at(THEM, 3, "Ax", position.base(foe).beside_place(Hand::Right));
    assert_eq!(factor(&position), 3);
    // A flank contact on an overlapped side costs nothing more; but that front lies on the second rank too, which then
    // supports nobody (R94).
    let mut flanked = position.clone();
    flanked.put_at(THEM, 4, "LH", flanked.base(own).flank_place(Hand::Left));
    assert_eq!(flanked.pressure(own, foe).left, Some(ElementId::of(THEM, 4)));
    assert_eq!(factor(&flanked), 2);
    // A friend beside bars the overlap of the side he stands on.
    position.put_at(US, 3, "4Sp", position.base(own).beside_place(Hand::Left));
    assert_eq!(factor(&position), 4, "he is in front contact with the overlapper");
}

#[test]
#[covers("R121")]
fn light_horse_within_two_of_an_enemy_has_done_moving() {
    let mut position = ground();
    let horse = position.put(US, 1, "LH", 10.0, 10.0, 0.0);
    position.put(THEM, 1, "4Sp", 14.0, 17.0, 180.0);
    position.march(&[horse], &[Leg::To(pose(11.0, 15.3, 0.0))]);
    let away = position.goes(horse, pose(11.0, 12.0, 0.0));
    assert!(matches!(away, Err(Refusal::LaterMoveTooNear(..))), "it starts within 2 MU: {away:?}");
    let mut position = ground();
    let horse = position.put(US, 1, "LH", 10.0, 10.0, 0.0);
    position.put(THEM, 1, "4Sp", 14.0, 17.0, 180.0);
    position.march(&[horse], &[Leg::To(pose(10.9, 14.9, 0.0))]);
    assert!(position.goes(horse, pose(11.0, 12.0, 0.0)).is_ok());
}

#[test]
#[covers("R106", "R107", "2.13")]
fn a_recoil_is_barred_by_friends_askew_fighting_or_at_the_edge_and_by_no_ground_but_water() {
    let recoils = |prepare: &dyn Fn(&mut Position)| {
        let mut position = ground();
        let id = position.put(US, 1, "4Sp", 12.0, 19.0, 0.0);
        prepare(&mut position);
        position.recoil(id, &mut Silence)
    };
    assert!(
        recoils(&|position| {
            position.put(US, 2, "4Sp", 12.0, 18.25, 0.0);
        }),
        "pushed"
    );
    assert!(
        !recoils(&|position| {
            position.put(US, 2, "4Sp", 12.0, 18.2, 1.0);
        }),
        "askew"
    );
    assert!(
        !recoils(&|position| {
            position.put(US, 2, "El", 12.0, 18.25, 0.0);
        }),
        "nobody pushes Elephants"
    );
    assert!(
        !recoils(&|position| {
            let friend = position.put(US, 2, "4Sp", 13.0, 18.25, 0.0);
            position.put_at(THEM, 1, "4Sp", position.base(friend).flank_place(Hand::Right));
        }),
        "touched by an enemy front"
    );
    assert!(recoils(&|position| position.oval(Feature::Woods, 12.0, 16.0, 6.0, 4.0)));
    assert!(recoils(&|position| position.line(Feature::River, false, 17.0, 2.0)));
}

#[test]
#[covers("2.16", "R130", "R131")]
fn generals_and_the_fourth_element_of_one_bound_are_counted_together_at_its_end() {
    // Each side has lost three; in one phase we lose our general and they two Spears.
    let bound = |theirs: usize| {
        let mut position = ground();
        for (side, lost) in [(US, 3), (THEM, 3)] {
            for slot in 0..lost {
                position.element_mut(ElementId::of(side, 11 - slot)).place = Whereabouts::Lost;
            }
        }
        position.destroy(ElementId::of(US, 0), "1.6", &mut Silence);
        for slot in 1..=theirs {
            let id = position.put(THEM, slot, "4Sp", 3.0, 3.0 * slot as f64, 0.0);
            position.destroy(id, "1.6", &mut Silence);
        }
        assert_eq!(position.outcome, None, "not before the end of the turn");
        position.step = Step::Fight;
        position.settle(&mut Silence);
        position.outcome.and_then(|outcome| outcome.winner)
    };
    assert_eq!(bound(0), Some(Side::Second));
    assert_eq!(bound(1), None, "four each");
    assert_eq!(bound(2), Some(Side::First), "five to four, for all that our general is dead");
}

#[test]
#[covers("R89", "2.10", "2.11")]
fn an_overlapper_shoots_and_is_shot_at_and_whoever_it_overlaps_is_not() {
    let mut position = ground();
    let own = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let foe = position.put(THEM, 1, "4Bd", 19.0, 19.0, 180.0);
    let wing = position.put_at(THEM, 2, "4Bd", position.base(foe).beside_place(Hand::Left));
    let bows = position.put(US, 2, "Bw", 21.5, 17.0, 0.0);
    assert!(position.has_shot(bows, foe).is_none() && position.has_shot(bows, wing).is_some());
    let mut busy = position.clone();
    busy.put_at(US, 3, "Ax", busy.base(own).beside_place(Hand::Right));
    assert!(busy.has_shot(bows, wing).is_none(), "in front contact itself");
}

#[test]
#[covers("R128", "R30")]
fn landing_spends_the_move_and_whoever_stays_aboard_is_out_and_not_lost() {
    let mut position = ground();
    position.line(Feature::Waterway, false, 1.5, 3.0);
    for slot in 1..4 {
        position.put(US, slot, "4Bd", 0.0, 0.0, 0.0);
        position.element_mut(ElementId::of(US, slot)).place = Whereabouts::Kept;
    }
    let two: Vec<ElementId> = [1, 2].map(|slot| ElementId::of(US, slot)).into();
    position.order(Order::Land { units: crate::drill::units(&two), to: pose(10.0, 3.75, 0.0), files: 2 });
    assert_eq!(position.pips, 5);
    assert!(position.goes(two[0], pose(10.0, 5.0, 0.0)).is_err(), "it was their move");
    position.order(Order::Done);
    assert_eq!(position.element(ElementId::of(US, 3)).place, Whereabouts::Out);
    assert_eq!(position.losses(US), 0);
}

#[test]
#[covers("R100", "1.6")]
fn who_doubles_whom_decides_who_dies() {
    // Light Horse doubled: by foot that cannot catch it it flees, by Bows and mounted it dies.
    let doubled = |foe: &str| {
        let mut position = ground();
        let horse = position.put(US, 1, "LH", 12.0, 19.0, 0.0);
        let foe = position.put(THEM, 1, foe, 12.0, 19.0, 180.0);
        position.clash(horse, foe, [1, 6]);
        position.is_lost(horse)
    };
    for (foe, dies) in
        [("4Sp", false), ("4Bd", false), ("Ax", false), ("Bw", true), ("Ps", true), ("3Kn", true)]
    {
        assert_eq!(doubled(foe), dies, "{foe}");
    }
    // Cavalry doubled by Spears flees from good going and dies elsewhere.
    let cavalry = |marsh: bool| {
        let mut position = ground();
        if marsh {
            position.oval(Feature::Marsh, 12.0, 18.0, 6.0, 4.0);
        }
        let horse = position.put(US, 1, "3Cv", 12.0, 19.0, 0.0);
        let foe = position.put(THEM, 1, "4Sp", 12.0, 19.0, 180.0);
        position.clash(horse, foe, [1, 6]);
        position.is_lost(horse)
    };
    assert!(!cavalry(false) && cavalry(true));
}
