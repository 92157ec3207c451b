use covers::covers;
use engine::Rules;

use crate::drill::{THEM, US, at, ground};
use crate::element::Whereabouts;
use crate::order::Order;
use crate::position::Step;
use crate::refusal::Refusal;

#[test]
#[covers("2.14", "R125", "R126", "R127")]
fn a_camp_is_stormed_once_and_occupied_by_the_winner() {
    let mut position = ground();
    position.set_camp(THEM, at(18.0, 20.0), at(22.0, 22.0));
    let followers = position.stand_in_camp(THEM, 12, "CF", THEM);
    let one = position.put(US, 1, "3Kn", 19.0, 20.0, 0.0);
    let two = position.put(US, 2, "4Bd", 21.0, 20.0, 0.0);
    position.step = Step::Fight;
    assert_eq!((position.may_fight(one, followers), position.may_fight(two, followers)), (Ok(()), Ok(())));
    let mut repelled = position.clone();
    repelled.clash(one, followers, [1, 6]);
    assert_eq!(repelled.may_fight(two, followers), Err(Refusal::NoFight(two)), "one attack a phase");
    position.clash(one, followers, [6, 1]);
    assert_eq!(position.element(one).place, Whereabouts::Camp(THEM), "no pursuit, but occupation");
    assert_eq!(position.losses(THEM), 2);
}

#[test]
#[covers("R125")]
fn the_owner_of_several_attackers_names_one() {
    let mut position = ground();
    position.active = THEM;
    position.set_camp(THEM, at(18.0, 20.0), at(22.0, 22.0));
    let holder = position.stand_in_camp(THEM, 1, "4Bd", THEM);
    let one = position.put(US, 1, "4Bd", 19.0, 20.0, 0.0);
    let two = position.put(US, 2, "4Bd", 21.0, 20.0, 0.0);
    position.step = Step::Fight;
    assert_eq!(position.may_fight(holder, one), Err(Refusal::NoFight(holder)));
    position.order(Order::Stand { unit: holder });
    assert_eq!(position.turn(), engine::Turn::Order(US));
    position.order(Order::Attack { unit: two, target: holder });
    assert_eq!((position.fight.one, position.fight.other), (holder, two), "the active side's die first");
}

#[test]
#[covers("R117", "R142", "R98")]
fn nobody_fights_twice_and_fights_that_are_gone_are_not_fought() {
    let mut position = ground();
    let warband = position.put(US, 1, "4Wb", 19.0, 19.0, 0.0);
    let spears = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    let behind = position.put(THEM, 2, "4Sp", 19.0, 19.75, 180.0);
    let other = position.put(US, 2, "4Sp", 25.0, 19.0, 0.0);
    let partner = position.put(THEM, 3, "4Sp", 25.0, 19.0, 180.0);
    position.clash(warband, spears, [6, 1]);
    assert!(position.is_lost(spears), "Spears beaten by Warband");
    assert!(position.front_to_front(warband, behind).is_some(), "the pursuit meets the next");
    assert_eq!(position.may_fight(warband, behind), Err(Refusal::NoFight(warband)), "it has fought");
    assert!(position.fights_left());
    position.elements[partner.index()].place = Whereabouts::Lost;
    assert_eq!(position.may_fight(other, partner), Err(Refusal::NoFight(other)));
    assert!(!position.fights_left());
}
