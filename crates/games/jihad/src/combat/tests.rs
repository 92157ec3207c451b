//! Combat, tested from 8.0 and its rulings.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::{Clash, Step};
use crate::sheet::{Arm, EMPIRES, MUSLIMS, State};
use crate::unit::{Party, Unit};

fn muslims(drill: Drill) -> Field {
    drill.begin(Step::Fight(Party::Muslims))
}

fn fight(field: &Field, at: &str, arm: Arm) -> Order {
    Order::Attack { at: field.station(at), arm }
}

/// Two battles, so that neither is begun by the referee.
fn two_battles() -> Drill {
    Drill::new()
        .place_all(3, "tribes", "muslim bedouin", "0704")
        .place_all(2, "persians", "persian levy", "0704")
        .place("second", "muslim bedouin", "0706")
        .place("guard", "persian levy", "0706")
}

#[test]
#[covers("8.1", "R86", "brief.6")]
fn combat_is_mandatory_in_every_shared_hex_in_the_order_the_attacker_likes() {
    let mut field = muslims(two_battles());
    let why = field.refuses(Order::Done, "8.1");
    assert!(why.contains("0704"), "{why}");
    assert!(field.offers(fight(&field, "0704", Arm::Land)) && field.offers(fight(&field, "0706", Arm::Land)));
    field.refuses(fight(&field, "0702", Arm::Land), "8.1");
    field.attack("0706");
    assert_eq!(field.combat.stage, Clash::Roll);
}

#[test]
#[covers("8.1", "R85", "R97")]
fn fleets_and_armies_do_not_fight_each_other() {
    let field = muslims(
        Drill::new()
            .place("army", "muslim bedouin", "1305")
            .place("fleet", "byzantine naval", "1305")
            .place("dhow", "muslim naval", "1307")
            .place("dromon", "byzantine naval", "1307")
            .place("host", "muslim bedouin", "1307")
            .place("theme", "byzantine levy", "1307"),
    );
    field.refuses(fight(&field, "1305", Arm::Land), "8.1");
    assert!(field.offers(fight(&field, "1307", Arm::Land)));
    assert!(field.offers(fight(&field, "1307", Arm::Naval)));
}

#[test]
#[covers("8.2", "R90", "R91")]
fn ground_and_walls_help_the_defender_alone() {
    let odds = |at: &'static str| {
        let drill = Drill::new().place_all(3, "tribes", "muslim bedouin", at).place_all(
            2,
            "persians",
            "persian mercenary",
            at,
        );
        let mut field =
            muslims(drill.place("x", "muslim bedouin", "0502").place("y", "persian levy", "0502"));
        field.attack(at);
        field.odds()
    };
    assert_eq!(odds("0704"), "6 against 6, 1 to 1");
    assert_eq!(odds("0804"), "6 against 9, 1 to 2");
    assert_eq!(odds("Ctesiphon"), "6 against 9, 1 to 2");
    assert_eq!(odds("Nineveh"), "6 against 7, 1 to 2");
}

#[test]
#[covers("R91", "table.combat")]
fn the_outer_columns_serve_for_everything_beyond_them() {
    let column = |attack: u32, defence: u32| {
        let field = muslims(two_battles());
        let points = engine::odds::Quarters::points;
        field.sheet.charts.combat_column(points(attack), points(defence))
    };
    assert_eq!(
        [column(1, 9), column(1, 3), column(2, 3), column(29, 10), column(6, 1), column(60, 1)],
        [0, 0, 1, 3, 7, 7]
    );
}

#[test]
#[covers("8.2", "R7", "R92")]
fn the_attacker_names_losses_first_and_then_the_defender() {
    let mut field = muslims(
        Drill::new()
            .place_all(2, "tribes", "muslim bedouin", "0704")
            .place("town", "muslim levy", "0704")
            .place_all(2, "persians", "persian levy", "0704")
            .place("merc", "persian mercenary", "0704")
            .place("x", "muslim bedouin", "0502")
            .place("y", "persian levy", "0502"),
    );
    // Five against five; a three takes two from each and throws the attacker back.
    field.attack("0704");
    assert_eq!(field.odds(), "5 against 5, 1 to 1");
    field.roll(3);
    assert_eq!(field.turn(), Turn::Order(MUSLIMS));
    field.lose("tribes").lose("town");
    assert_eq!(field.turn(), Turn::Order(EMPIRES));
    // Two identical levies are left for the second loss: the referee takes one.
    field.lose("merc");
    assert_eq!(field.how_many("persians", "conversion"), 1);
    assert_eq!(field.result(), "attacker loses 2, defender loses 2, attacker retreats");
    assert_eq!(field.combat.stage, Clash::Retreat);
    assert_eq!(field.turn(), Turn::Order(MUSLIMS));
}

#[test]
#[covers("8.4", "R87", "R89")]
fn a_lesser_state_attacks_with_as_many_as_its_lost_fields() {
    let goths = |allowance: u8| {
        let drill = Drill::new()
            .place_all(3, "goths", "goth levy", "1807")
            .place("raider", "muslim bedouin", "1807")
            .allowance(State::Goth, allowance);
        drill.begin(Step::Fight(Party::Empires))
    };
    let mut field = goths(2);
    let ids = field.ids("goths");
    field.attack("1807");
    assert_eq!(field.combat.stage, Clash::Array);
    field.play(Order::Join { unit: ids[1] });
    // Two of two: there is nothing more to name.
    assert_eq!((field.combat.stage, field.odds()), (Clash::Roll, "4 against 2, 2 to 1".into()));
    assert_eq!(field.books.allowance[State::Goth as usize], 0);
    // Two lost of two who attacked; the third retreats with nobody lost from it.
    field.roll(1);
    assert_eq!(field.how_many("goths", "conversion"), 2);
}

#[test]
#[covers("8.4", "R88")]
fn without_an_allowance_both_stay() {
    let mut field = Drill::new()
        .place("goths", "goth levy", "1807")
        .place("raider", "muslim bedouin", "1807")
        .begin(Step::Fight(Party::Empires));
    field.refuses(fight(&field, "1807", Arm::Land), "8.4");
    field.done();
    assert_eq!((field.at("goths"), field.at("raider")), ("1807".into(), "1807".into()));
}

#[test]
#[covers("8.5", "R99", "R39")]
fn a_fleet_at_sea_may_decline_into_another_sea_hex() {
    let mut field = muslims(
        Drill::new()
            .place("dhow", "muslim naval", "1505")
            .place("dromon", "byzantine naval", "1505")
            .place("x", "muslim bedouin", "0502")
            .place("y", "persian levy", "0502"),
    );
    field.play(fight(&field, "1505", Arm::Naval));
    assert_eq!((field.combat.stage, field.turn()), (Clash::Offer, Turn::Order(EMPIRES)));
    let hex = field.hex_number("1506");
    field.play(Order::Withdraw { hex });
    assert_eq!(field.at("dromon"), "1506");
    assert!(!field.see("dhow").has(Unit::ATTACKED));
    assert_eq!(field.books.first_attack, 0);
}

#[test]
#[covers("8.5")]
fn a_fleet_by_the_coast_must_fight() {
    let mut field = muslims(
        Drill::new()
            .place("dhow", "muslim naval", "1305")
            .place("dromon", "byzantine naval", "1305")
            .place("x", "muslim bedouin", "0502")
            .place("y", "persian levy", "0502"),
    );
    field.play(fight(&field, "1305", Arm::Naval));
    assert_eq!((field.combat.stage, field.odds()), (Clash::Roll, "2 against 2, 1 to 1".into()));
}

#[test]
#[covers("R39", "5.3")]
fn the_first_die_against_a_byzantine_unit_is_remembered() {
    let attacked = |defender: &str| {
        let drill = Drill::new().place_all(2, "tribes", "muslim bedouin", "0704");
        let mut field = muslims(drill.place("foe", defender, "0704").turn(4));
        field.settle().roll(6);
        field.books.first_attack
    };
    assert_eq!([attacked("persian levy"), attacked("byzantine levy")], [0, 4]);
}

#[test]
#[covers("13.0", "R133", "R134")]
fn the_box_is_stormed_from_a_clear_hex_and_its_ships_come_first() {
    let siege = || {
        Drill::new().place_all(4, "army", "muslim bedouin", "Constantinople").place(
            "theme",
            "byzantine levy",
            "box",
        )
    };
    let field = muslims(siege().place("dromon", "byzantine naval", "box"));
    let storm = Order::Attack { at: crate::Station::Box, arm: Arm::Land };
    let why = field.refuses(storm, "13.0");
    assert!(why.contains("ships"), "{why}");
    assert!(field.offers(Order::Done), "nobody must storm it");
    let mut clear = muslims(siege());
    clear.play(storm);
    assert_eq!(clear.odds(), "8 against 2, 4 to 1");
    let mut held = muslims(siege());
    held.books.city_clear = false;
    held.refuses(storm, "13.0");
}

#[test]
#[covers("11.33", "R121", "R124")]
fn in_a_civil_war_leaders_add_their_strength_and_ships_stay_out() {
    let mut field = Drill::new()
        .place("loyal", "muslim bedouin", "0704")
        .place("rebel", "rebel muslim bedouin", "0704")
        .place("fleet", "muslim naval", "1305")
        .place("x", "rebel muslim bedouin", "0303")
        .place("y", "muslim bedouin", "0303")
        .civil_war("0704", "0704")
        .begin(Step::Fight(Party::Rebels));
    field.refuses(fight(&field, "1305", Arm::Naval), "11.33");
    field.attack("0704");
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
}
