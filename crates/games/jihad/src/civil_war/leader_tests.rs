//! The leaders of a civil war from 12.0, R122 to R125 and R130.

use covers::covers;
use engine::ledger::Unread;
use engine::odds::Quarters;
use engine::{Rules, Turn};

use super::faction_tests::{clash, leader, place};
use crate::Position;
use crate::drill::{Drill, Field};
use crate::order::{Order, Station};
use crate::position::Step;
use crate::sheet::{Arm, EMPIRES, Leader, MUSLIMS};
use crate::unit::Party;

const REBELS: Party = Party::Rebels;
const AUTHORITY: Party = Party::Authority;

#[test]
#[covers("12.0", "R122", "R118")]
fn a_leader_is_put_down_with_land_units_of_his_own_faction_and_nowhere_else() {
    let drill = || {
        Drill::new()
            .place("rebels", "rebel muslim bedouin", "0303")
            .place("enemy", "muslim levy", "0303")
            .place("revolt", "rebel converted persian levy", "0606")
            .place("loyal", "muslim bedouin", "0307")
            .place("fleet", "muslim naval", "1405")
            .place("romans", "byzantine levy", "Homs")
            .note(|p| p.war.round = 1)
    };
    let field = drill().begin(Step::Leader(REBELS));
    for at in ["0303", "0606"] {
        assert!(field.offers(place(&field, "umaiya", at)), "{at}");
    }
    for at in ["0307", "1405", "Homs", "Medina", "Mecca", "0404"] {
        field.refuses(place(&field, "umaiya", at), "12.0");
    }
    field.refuses(Order::Place { unit: field.id("umaiya"), at: Station::Box, aid: false }, "12.0");
    field.refuses(Order::Place { unit: field.id("umaiya"), at: field.station("0303"), aid: true }, "6.3");
    field.refuses(place(&field, "rebels", "0303"), "4.2");
    field.refuses(Order::Done, "4.2");
    let mut field = drill().begin(Step::Leader(REBELS));
    let order = place(&field, "umaiya", "0606");
    field.play(order);
    assert_eq!(field.turn(), Turn::Order(MUSLIMS));
    assert!(field.offers(place(&field, "hashim", "0303")) && field.offers(place(&field, "hashim", "0307")));
    for at in ["0606", "1405", "Medina"] {
        field.refuses(place(&field, "hashim", at), "12.0");
    }
}

#[test]
#[covers("12.0", "R122")]
fn an_authority_without_troops_takes_a_holy_city_too_even_among_rebels() {
    let mut field = Drill::new()
        .place("rebels", "rebel muslim bedouin", "Medina")
        .place("more", "rebel muslim levy", "0606")
        .place("dhow", "muslim naval", "1405")
        .note(|p| p.war.round = 1)
        .begin(Step::Leader(REBELS));
    let order = place(&field, "umaiya", "0606");
    field.play(order);
    field.refuses(place(&field, "hashim", "1405"), "12.0");
    let order = place(&field, "hashim", "Medina");
    field.play(order);
    // The Rebels need not go anywhere: a lone leader in their hex must be attacked.
    assert_eq!(field.step, Step::Move(REBELS));
    field.done();
    assert_eq!(field.odds(), "2 against 3, 1 to 2");
}

#[test]
#[covers("12.0", "R130")]
fn the_winner_of_each_war_leads_the_authority_in_the_next() {
    // A lone leader falls on a six at six to one.
    let rebels_win = |authority: Leader| {
        let mut field = clash(
            Drill::new()
                .place_all(5, "rebels", "rebel muslim bedouin", "0303")
                .note(move |p| p.war.authority = authority)
                .civil_war("0303", "0303"),
            REBELS,
        );
        field.roll(6);
        assert_eq!(field.war.won, [0, 1]);
        field.war.authority
    };
    assert_eq!(rebels_win(Leader::Hashim), Leader::Umaiya);
    assert_eq!(rebels_win(Leader::Umaiya), Leader::Hashim);
    let authority_wins = |authority: Leader| {
        let mut field = Drill::new()
            .place("rebels", "rebel muslim bedouin", "0303")
            .place("loyal", "muslim bedouin", "0307")
            .note(move |p| p.war.authority = authority)
            .civil_war(
                if authority == Leader::Hashim { "0307" } else { "0303" },
                if authority == Leader::Hashim { "0303" } else { "0307" },
            )
            .begin(Step::Move(REBELS));
        field.done().done();
        assert_eq!(field.war.won, [1, 0]);
        field.war.authority
    };
    assert_eq!(authority_wins(Leader::Hashim), Leader::Hashim);
    assert_eq!(authority_wins(Leader::Umaiya), Leader::Umaiya);
}

#[test]
#[covers("12.0", "R130", "R122")]
fn in_a_war_against_umaiya_rule_hashim_leads_the_rebels() {
    let mut field = Drill::new()
        .place("rebels", "rebel muslim bedouin", "0303")
        .place("more", "rebel muslim bedouin", "0305")
        .place("loyal", "muslim bedouin", "0307")
        .note(|p| {
            p.war.round = 1;
            p.war.authority = Leader::Umaiya;
        })
        .begin(Step::Leader(REBELS));
    field.refuses(place(&field, "umaiya", "0303"), "4.2");
    let order = place(&field, "hashim", "0303");
    field.play(order);
    // The Authority has one stack only: its leader goes there by himself.
    assert_eq!(
        (leader(&field, Leader::Hashim), leader(&field, Leader::Umaiya)),
        ("0303".into(), "0307".into())
    );
}

#[test]
#[covers("12.0", "R123")]
fn a_leader_rides_with_one_stack_after_another() {
    let mut field = Drill::new()
        .place("first", "rebel muslim bedouin", "0303")
        .place("second", "rebel muslim bedouin", "0403")
        .place("third", "rebel converted persian levy", "0503")
        .place("fourth", "rebel muslim levy", "0506")
        .place("loyal", "muslim bedouin", "0307")
        .civil_war("0307", "0303")
        .begin(Step::Move(REBELS));
    field.take_up("second");
    field.refuses(Order::Join { unit: field.id("umaiya") }, "7.1");
    field.refuses(Order::Join { unit: field.id("hashim") }, "4.2");
    field.step("N").halt();
    field.take_up("first").join("umaiya");
    field.refuses(Order::Join { unit: field.id("umaiya") }, "7.1");
    field.step("SE").step("NE").halt();
    assert_eq!(leader(&field, Leader::Umaiya), "0503");
    // The third takes him on at once; who has moved stays.
    field.take_up("third").join("umaiya").step("NE").halt();
    assert_eq!((field.at("third"), leader(&field, Leader::Umaiya)), ("0602".into(), "0602".into()));
    field.refuses(Order::Move { unit: field.id("first") }, "7.1");
}

#[test]
#[covers("12.0", "R123")]
fn a_leader_may_be_left_with_other_units_but_never_alone() {
    let mut field = Drill::new()
        .place_all(2, "rebels", "rebel muslim bedouin", "0303")
        .place("loyal", "muslim bedouin", "0307")
        .civil_war("0307", "0303")
        .begin(Step::Move(REBELS));
    let umaiya = field.id("umaiya");
    let ids = field.ids("rebels");
    // One rides off without him.
    field.take_up("rebels").step("N");
    assert_eq!(leader(&field, Leader::Umaiya), "0303");
    field.halt();
    // The other cannot.
    field.play(Order::Move { unit: ids[1] });
    field.step("SE");
    assert_eq!((leader(&field, Leader::Umaiya), field.mover.leader), ("0403".into(), true));
    field.refuses(Order::Leave { unit: umaiya }, "12.0");
}

#[test]
#[covers("12.0", "R123", "7.2")]
fn a_leader_may_stay_with_units_dropped_on_the_way() {
    let mut field = Drill::new()
        .place_all(2, "rebels", "rebel muslim bedouin", "0303")
        .place("town", "rebel muslim levy", "0303")
        .place("loyal", "muslim bedouin", "0307")
        .civil_war("0307", "0303")
        .begin(Step::Move(REBELS));
    let umaiya = field.id("umaiya");
    let second = field.ids("rebels")[1];
    field.take_up("rebels").play(Order::Join { unit: second }).join("town").join("umaiya").step("SE");
    field.leave("rebels");
    field.refuses(Order::Leave { unit: umaiya }, "7.2");
    field.play(Order::Drop).play(Order::Leave { unit: umaiya });
    field.refuses(Order::Join { unit: umaiya }, "12.0");
    field.step("N").halt();
    assert_eq!(leader(&field, Leader::Umaiya), "0403");
    assert_eq!((field.how_many("rebels", "0403"), field.how_many("rebels", "0402")), (1, 1));
    assert_eq!(field.at("town"), "0402");
    assert_eq!(field.audit(), Ok(()));
}

#[test]
#[covers("12.0", "R90", "R121", "R124")]
fn a_leader_adds_two_to_attack_and_defence_and_shares_the_ground_of_his_troops() {
    let odds = |drill: Drill, at: &'static str, umaiya: &'static str| {
        let field = clash(drill.civil_war(at, umaiya), REBELS);
        let odds = Position::odds(&field, &mut Unread);
        (odds.attack, odds.defence)
    };
    let armies = |at: &'static str| {
        Drill::new()
            .place_all(3, "rebels", "rebel muslim bedouin", at)
            .place("loyal", "muslim bedouin", at)
            .place("far", "rebel muslim levy", "0101")
    };
    let points = |attack: u32, defence: u32| (Quarters::points(attack), Quarters::points(defence));
    assert_eq!(odds(armies("0303"), "0303", "0303"), points(8, 4));
    assert_eq!(odds(armies("0303"), "0303", "0101"), points(6, 4));
    // Rough ground helps unit and leader alike, a city adds its value, a base its level.
    assert_eq!(odds(armies("0804"), "0804", "0804"), points(8, 6));
    assert_eq!(odds(armies("Mecca"), "0205", "0101"), points(6, 5));
    assert_eq!(odds(armies("0505").base(2), "0505", "0101"), points(6, 6));
    // A leader alone defends with his two, on the same ground.
    let alone = |at: &'static str| Drill::new().place_all(3, "rebels", "rebel muslim bedouin", at);
    assert_eq!(odds(alone("0303"), "0303", "0303"), points(8, 2));
    assert_eq!(odds(alone("0804"), "0804", "0804"), points(8, 3));
    assert_eq!(odds(alone("Medina"), "Medina", "Medina"), points(8, 3));
}

#[test]
#[covers("R121", "R124")]
fn a_lone_leader_does_not_attack_but_must_be_attacked() {
    let drill = || {
        Drill::new()
            .place("loyal", "muslim levy", "0303")
            .place("others", "muslim levy", "0305")
            .place("rebels", "rebel muslim bedouin", "0606")
            .civil_war("0305", "0303")
    };
    let field = drill().begin(Step::Fight(REBELS));
    let attack = |field: &Field| Order::Attack { at: field.station("0303"), arm: Arm::Land };
    field.refuses(attack(&field), "8.1");
    assert!(field.offers(Order::Done));
    let field = drill().begin(Step::Fight(AUTHORITY));
    assert!(field.offers(attack(&field)));
    field.refuses(Order::Done, "8.1");
}

#[test]
#[covers("12.0", "R124", "R125", "R92")]
fn the_owner_may_name_the_leader_or_a_unit_as_the_loss() {
    // Six against two, three to one; a two: one each, the attacker retreats.
    let battle = || {
        let drill = Drill::new()
            .place_all(2, "rebels", "rebel muslim bedouin", "0303")
            .place("loyal", "muslim bedouin", "0303")
            .place("far", "muslim levy", "0307")
            .place("revolt", "rebel converted persian levy", "0606")
            .civil_war("0307", "0303");
        let mut field = clash(drill, REBELS);
        assert_eq!(field.odds(), "6 against 2, 3 to 1");
        field.roll(2);
        field
    };
    let mut field = battle();
    assert_eq!(field.turn(), Turn::Order(EMPIRES));
    field.lose("umaiya");
    assert_eq!((field.war.round, field.war.won), (0, [1, 0]));
    assert_eq!(field.at("loyal"), "lost", "both sides' losses come first");
    assert_eq!(field.how_many("rebels", "0303"), 2, "and no retreat follows");
    let mut field = battle();
    field.lose("rebels");
    assert_eq!(field.war.round, 1);
    field.retreat("0302");
    assert_eq!((field.how_many("rebels", "0302"), leader(&field, Leader::Umaiya)), (1, "0302".into()));
}
