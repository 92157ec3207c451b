use covers::covers;

use crate::drill::{THEM, US, at, first_rules, ground};
use crate::element::ElementId;
use crate::field::Feature;
use crate::geometry::{Hand, MU};
use crate::order::Order;
use crate::position::Position;
use crate::refusal::Refusal;

fn duel(ours: &str, theirs: &str) -> (Position, ElementId, ElementId) {
    let mut position = ground();
    let one = position.put(US, 1, ours, 19.0, 19.0, 0.0);
    let other = position.put(THEM, 1, theirs, 19.0, 19.0, 180.0);
    (position, one, other)
}

#[test]
#[covers("1.10", "R56", "R58")]
fn only_the_faster_breaks_off_straight_back() {
    let (position, one, _) = duel("3Cv", "4Sp");
    for (back, legal) in [(2.9, false), (3.0, true), (6.0, true), (6.1, false)] {
        assert_eq!(position.may_break_off(one, crate::drill::mu(back)).is_ok(), legal, "{back}");
    }
    let (mut position, one, _) = duel("3Cv", "LH");
    assert!(matches!(position.may_break_off(one, 3 * MU), Err(Refusal::NoFaster { .. })));
    position.put(US, 1, "3Cv", 19.0, 19.0, 0.0);
    let (mut rough, one, _) = duel("3Cv", "4Sp");
    rough.oval(Feature::Rough, 19.0, 14.0, 4.0, 4.0);
    assert!(
        matches!(rough.may_break_off(one, 3 * MU), Err(Refusal::NoFaster { .. })),
        "3 against 3 where it ends"
    );
    rough.oval(Feature::Rough, 30.0, 14.0, 4.0, 4.0);
    let (mut wet, one, _) = duel("3Cv", "4Sp");
    wet.line(Feature::River, false, 15.0, 1.5);
    assert_eq!(wet.may_break_off(one, 3 * MU), Err(Refusal::EndsInRiver(one)));
}

#[test]
#[covers("1.10", "R58")]
fn nobody_breaks_off_from_a_flank_attack_or_into_anybody() {
    let (mut position, one, _) = duel("3Cv", "4Sp");
    position.put_at(THEM, 2, "4Sp", position.base(one).flank_place(Hand::Left));
    assert_eq!(position.may_break_off(one, 3 * MU), Err(Refusal::HeldFromBehind(one)));
    let (mut position, one, _) = duel("3Cv", "4Sp");
    let friend = position.put(US, 2, "4Sp", 20.0, 14.5, 0.0);
    assert_eq!(position.may_break_off(one, 3 * MU), Err(Refusal::EndsTouching(friend)));
    assert_eq!(position.may_break_off(one, 4 * MU), Err(Refusal::FriendInTheWay(one, friend)));
    position.put(US, 2, "Ps", 19.0, 17.0, 0.0);
    assert!(position.may_break_off(one, 4 * MU).is_ok(), "through Psiloi");
}

#[test]
#[covers("R57")]
fn an_attacker_on_a_flank_may_leave_too() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    position.put_at(US, 2, "4Sp", position.base(enemy).front_place());
    let one = position.put_at(US, 1, "3Cv", position.base(enemy).flank_place(Hand::Left));
    assert!(position.may_break_off(one, 4 * MU).is_ok());
}

#[test]
#[covers("R59", "1.7", "R38")]
fn the_impetuous_pursue_a_leaver_at_once() {
    let (mut position, one, other) = duel("LH", "4Wb");
    position.order(Order::Withdraw { unit: one, back: 3 * MU });
    assert_eq!(position.at(one).at, at(19.0, 16.0));
    assert_eq!(position.at(other).at, at(19.0, 18.25));
    assert_eq!(position.pips, 5, "only the leaver pays");
    let (mut position, one, other) = duel("LH", "4Bd");
    position.order(Order::Withdraw { unit: one, back: 3 * MU });
    assert_eq!(position.at(other).at, at(19.0, 19.0));
}

#[test]
#[covers("R56", "R76")]
fn a_leaver_is_compared_with_the_enemy_it_would_fight() {
    // Two fronts lie on its own, the slower on more of it.
    let leaves = |first: bool| {
        let mut position = ground();
        if first {
            position.sheet = first_rules();
        }
        let one = position.put(US, 1, "3Cv", 19.0, 19.0, 0.0);
        position.put(THEM, 1, "LH", 17.5, 19.0, 180.0);
        let fought = position.put(THEM, 2, "4Sp", 19.5, 19.0, 180.0);
        assert!(position.may_fight(one, fought).is_ok());
        position.may_break_off(one, 3 * MU)
    };
    assert!(leaves(false).is_ok(), "faster than Spears");
    assert!(matches!(leaves(true), Err(Refusal::NoFaster { .. })), "the first rules asked the Light Horse");
}
