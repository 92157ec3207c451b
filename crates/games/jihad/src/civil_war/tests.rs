//! Civil war and leaders, tested from 11.3, 12.0 and their rulings.

use covers::covers;
use engine::{Rules, Shown, Turn};

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::{Clash, Step};
use crate::sheet::{EMPIRES, Leader, MUSLIMS};
use crate::unit::{Party, Unit};

/// Two Rebel stacks and two loyal ones, a fleet, and an Empires garrison.
fn war() -> Drill {
    Drill::new()
        .place_all(2, "rebels", "rebel muslim bedouin", "0303")
        .place("revolt", "rebel converted persian levy", "0504")
        .place_all(2, "loyal", "muslim bedouin", "0307")
        .place("town", "muslim levy", "Mecca")
        .place("fleet", "muslim naval", "1305")
        .place("guard", "persian mercenary", "0604")
}

fn place(field: &Field, leader: &str, at: &str) -> Order {
    Order::Place { unit: field.id(leader), at: field.station(at), aid: false }
}

#[test]
#[covers("12.0", "11.31", "R118", "R122")]
fn leaders_are_placed_with_troops_of_their_own_the_rebels_first() {
    let mut field = war().note(|p| p.war.round = 1).begin(Step::Leader(Party::Rebels));
    assert_eq!(field.turn(), Turn::Order(EMPIRES));
    field.refuses(place(&field, "hashim", "0303"), "4.2");
    field.refuses(place(&field, "umaiya", "0307"), "12.0");
    assert!(field.offers(place(&field, "umaiya", "0504")));
    let order = place(&field, "umaiya", "0303");
    field.play(order);
    assert_eq!(field.turn(), Turn::Order(MUSLIMS));
    let order = place(&field, "hashim", "Mecca");
    field.play(order);
    assert_eq!((field.step, field.turn()), (Step::Move(Party::Rebels), Turn::Order(EMPIRES)));
    assert_eq!(field.audit(), Ok(()));
}

#[test]
#[covers("R122")]
fn a_leader_without_troops_goes_to_medina_or_mecca() {
    let field = Drill::new()
        .place("loyal", "muslim bedouin", "0307")
        .note(|p| p.war.round = 1)
        .begin(Step::Leader(Party::Rebels));
    assert!(
        field.offers(place(&field, "umaiya", "Medina")) && field.offers(place(&field, "umaiya", "Mecca"))
    );
    field.refuses(place(&field, "umaiya", "Aden"), "12.0");
}

#[test]
#[covers("11.33", "R119", "R120")]
fn twenty_four_points_are_the_limit_and_nobody_is_lost_on_the_march() {
    let mut field = war().civil_war("0307", "0303").begin(Step::Move(Party::Rebels));
    field.refuses(Order::Move { unit: field.id("fleet") }, "4.2");
    field.refuses(Order::Move { unit: field.id("loyal") }, "4.2");
    // A levy may stop among Empires troops; going on it pays for them.
    field.take_up("revolt").step("SE");
    assert_eq!(field.mover.points, 2);
    assert!(field.offers(Order::Halt));
    field.step("N");
    assert_eq!(field.mover.points, 2 + 3 + 2);
    field.step("NW").step("NW");
    let why = field.refuses(Order::Step { to: direction("NW") }, "11.33");
    assert!(why.contains("24"), "{why}");
    field.halt();
    assert_eq!(field.at("revolt"), "0402", "no die, no loss");
}

#[test]
#[covers("12.0", "R123")]
fn leaders_move_with_troops_and_change_where_they_meet() {
    let mut field = war().civil_war("0307", "0303").begin(Step::Move(Party::Rebels));
    let leader = field.id("umaiya");
    field.refuses(Order::Move { unit: leader }, "12.0");
    field.take_up("rebels").join("umaiya");
    field.refuses(Order::Leave { unit: leader }, "12.0");
    field.step("NE");
    assert_eq!(field.leader_spot(Party::Rebels), field.mover.at);
    field.refuses(Order::Leave { unit: leader }, "12.0");
    field.halt();
    assert!(field.war.stirred);
}

#[test]
#[covers("R123")]
fn the_last_unit_to_leave_takes_the_leader_along() {
    let mut field = war().civil_war("Mecca", "0504").begin(Step::Move(Party::Rebels));
    field.take_up("revolt").step("N");
    assert_eq!(field.leader_spot(Party::Rebels), field.see("revolt").spot);
}

#[test]
#[covers("12.0", "R124", "R125", "R129", "R130")]
fn a_fallen_leader_ends_the_war_and_his_house_leads_the_next_rebels() {
    let mut field = Drill::new()
        .place_all(4, "rebels", "rebel muslim bedouin", "0303")
        .place("revolt", "rebel converted persian levy", "0504")
        .civil_war("0303", "0303")
        .begin(Step::Fight(Party::Rebels));
    // A lone leader: ten against two, a one takes one from each.
    field.settle();
    assert_eq!(field.odds(), "10 against 2, 5 to 1");
    field.roll(1);
    field.lose("rebels");
    assert_eq!(field.war.authority, Leader::Umaiya);
    assert_eq!((field.war.round, field.war.won), (0, [0, 1]));
    assert!(!field.see("revolt").has(Unit::REBEL), "survivors are loyal where they stand");
    assert_eq!(field.at("revolt"), "0504");
}

#[test]
#[covers("R124", "R125")]
fn a_leader_left_alone_who_must_retreat_is_lost() {
    let mut field = Drill::new()
        .place_all(4, "rebels", "rebel muslim bedouin", "0303")
        .place("loyal", "muslim levy", "0303")
        .civil_war("0303", "0303")
        .begin(Step::Fight(Party::Rebels));
    field.settle();
    // Ten against three; a two: one each, the defender retreats.
    assert_eq!(field.odds(), "10 against 3, 3 to 1");
    field.roll(3);
    field.lose("rebels").lose("loyal");
    assert_eq!((field.at("loyal"), field.war.won), ("pool".into(), [0, 1]));
}

#[test]
#[covers("R126")]
fn if_both_leaders_fall_the_side_marked_r_loses() {
    let mut field = Drill::new()
        .place("rebels", "rebel muslim bedouin", "0303")
        .place("loyal", "muslim bedouin", "0303")
        .civil_war("0303", "0303")
        .begin(Step::Fight(Party::Rebels));
    field.settle();
    // Four against four; a three: two each, the attacker retreats. Both stacks are gone.
    field.roll(3);
    assert_eq!(field.war.won, [1, 0]);
    assert_eq!((field.at("rebels"), field.at("loyal")), ("lost".into(), "lost".into()));
}

#[test]
#[covers("11.32", "R127")]
fn a_round_without_a_step_or_a_blow_leaves_the_authority_in_power() {
    let mut field = war().civil_war("0307", "0303").begin(Step::Move(Party::Rebels));
    field.done();
    assert_eq!((field.step, field.turn()), (Step::Move(Party::Authority), Turn::Order(MUSLIMS)));
    field.done();
    assert_eq!((field.war.round, field.war.won), (0, [1, 0]));
}

#[test]
#[covers("R127")]
fn six_rounds_are_the_most() {
    let mut field = war().civil_war("0307", "0303").begin(Step::Move(Party::Rebels));
    for (round, way) in (1..).zip(["N", "N", "S", "N", "S", "N"]) {
        assert_eq!(field.war.round, round);
        field.take_up("rebels");
        field.step(way).halt().done().done();
    }
    assert_eq!(field.war.won, [1, 0]);
}

#[test]
#[covers("11.3", "R128", "14.2")]
fn a_war_in_the_last_turn_is_fought_out_before_the_final_count() {
    let mut field = war().civil_war("0307", "0303").turn(20).begin(Step::Move(Party::Rebels));
    field.done();
    assert!(matches!(field.turn(), Turn::Order(_)), "the war comes first");
    field.done();
    assert_eq!((field.step, field.war.won), (Step::Move(Party::Empires), [1, 0]));
    field.done();
    assert!(matches!(field.turn(), Turn::Over(_)), "{}", field.prompt());
}

#[test]
#[covers("R1", "R2", "R118")]
fn friends_and_foes_are_told_by_player_and_in_a_civil_war_by_faction() {
    let field = war().place("goths", "goth levy", "1807").begin(Step::Move(Party::Muslims));
    let serves = |name: &str| {
        let all = [Party::Muslims, Party::Empires, Party::Authority, Party::Rebels];
        all.map(|party| field.see(name).serves(party))
    };
    assert_eq!(serves("loyal"), [true, false, true, false]);
    assert_eq!(serves("revolt"), [true, false, false, true]);
    assert_eq!(serves("fleet"), [true, false, false, false], "ships take no part");
    assert_eq!(
        (serves("guard"), serves("goths")),
        ([false, true, false, false], [false, true, false, false])
    );
    // Leaders are markers: they have a number, but no place among the units.
    assert!(!field.exists(field.id("hashim")) && field.as_leader(field.id("hashim")).is_some());
}

#[test]
#[covers("brief.2", "R25")]
fn with_exchange_of_sides_a_victorious_rebel_plays_the_muslims() {
    let mut field = Drill::new()
        .exchange()
        .place_all(4, "rebels", "rebel muslim bedouin", "0303")
        .place("romans", "byzantine levy", "Homs")
        .civil_war("0303", "0303")
        .begin(Step::Fight(Party::Rebels));
    field.settle().roll(6);
    assert!(field.swapped);
    assert_eq!(field.muslims(), EMPIRES);
    assert_eq!(field.side_name(EMPIRES), field.sheet.sides[0]);
    assert_eq!(field.turn(), Turn::Order(MUSLIMS), "the Empires move, and are run by the former Authority");
}

#[test]
#[covers("R121", "R83")]
fn civil_war_losses_go_to_the_pool_and_stacks_are_judged() {
    let mut field = Drill::new()
        .place_all(2, "rebels", "rebel converted persian levy", "0704")
        .place("loyal", "muslim levy", "0704")
        .place("more", "muslim bedouin", "0606")
        .place("x", "rebel muslim bedouin", "0303")
        .civil_war("0606", "0303")
        .begin(Step::Fight(Party::Rebels));
    field.settle();
    // Two against one: a six takes two from the defender, who has one.
    assert_eq!(field.odds(), "2 against 1, 2 to 1");
    field.roll(6);
    assert_eq!((field.at("loyal"), field.combat.stage), ("pool".into(), Clash::None));
}
