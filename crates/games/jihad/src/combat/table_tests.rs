//! Combat: every cell of the table on the map, ground and walls, who fights and who declines.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field};
use crate::order::{Order, Station};
use crate::position::{Clash, Step};
use crate::sheet::{Arm, EMPIRES, Land, MUSLIMS, State};
use crate::unit::{Party, Unit};

/// Two combats far off, so that none begins by itself.
fn elsewhere(drill: Drill) -> Drill {
    ["0502", "0508"]
        .into_iter()
        .fold(drill, |drill, at| drill.place("x", "muslim bedouin", at).place("y", "persian levy", at))
}

fn muslims(drill: Drill) -> Field {
    elsewhere(drill).begin(Step::Fight(Party::Muslims))
}

fn empires(drill: Drill) -> Field {
    elsewhere(drill).begin(Step::Fight(Party::Empires))
}

fn naval(field: &Field, at: &str) -> Order {
    Order::Attack { at: field.station(at), arm: Arm::Naval }
}

fn land(field: &Field, at: &str) -> Order {
    Order::Attack { at: field.station(at), arm: Arm::Land }
}

#[test]
#[covers("8.2", "8.3", "R92", "table.combat")]
fn every_cell_of_the_table_takes_its_losses_and_throws_back_its_side() {
    const PRINTED: [[&str; 8]; 6] = [
        ["3R/-", "3R/-", "2R/-", "2R/-", "2R/2", "1R/1", "1/1R", "2/2R"],
        ["3R/-", "2R/-", "2R/-", "2R/2", "1R/1", "1/1R", "2/2R", "-/2R"],
        ["2R/-", "2R/-", "2R/2", "1R/1", "1/1R", "2/2R", "-/2R", "-/2R"],
        ["2R/-", "2R/2", "1R/1", "1/1R", "2/2R", "-/2R", "-/2R", "-/3R"],
        ["2R/2", "1R/1", "1/1R", "2/2R", "-/2R", "-/2R", "-/3R", "-/3R"],
        ["1R/1", "1/1R", "2/2R", "-/2R", "-/2R", "-/3R", "-/3R", "-/4R"],
    ];
    // Bedouin of 2 against levies of 1 and mercenaries of 3: 1 to 3, 1 to 2, 1 to 1 and so on to 6 to 1.
    const FORCES: [(usize, usize, usize); 8] =
        [(4, 0, 8), (4, 1, 5), (4, 8, 0), (8, 8, 0), (12, 8, 0), (16, 8, 0), (20, 8, 0), (24, 8, 0)];
    for (face, row) in (1..).zip(PRINTED) {
        for (cell, (tribes, levies, hired)) in row.into_iter().zip(FORCES) {
            let mut field = Drill::new()
                .place_all(tribes, "tribes", "muslim bedouin", "0704")
                .place_all(levies.max(1), "levies", "persian levy", if levies > 0 { "0704" } else { "pool" })
                .place_all(
                    hired.max(1),
                    "hired",
                    "persian mercenary",
                    if hired > 0 { "0704" } else { "pool" },
                )
                .begin(Step::Fight(Party::Muslims));
            field.settle().roll(face);
            while let Some(&order @ Order::Lose { .. }) = field.orders().first() {
                field.play(order);
            }
            let side = |text: &str| text.trim_end_matches('R').parse().unwrap_or(0usize);
            let (attacker, defender) = cell.split_once('/').unwrap();
            let fallen = field.how_many("levies", "conversion") + field.how_many("hired", "conversion");
            assert_eq!(field.how_many("tribes", "lost"), side(attacker), "{cell}");
            assert_eq!(fallen, side(defender), "{cell}");
            assert_eq!(field.combat.stage, Clash::Retreat, "{cell}");
            let beaten = if attacker.ends_with('R') { MUSLIMS } else { EMPIRES };
            assert_eq!(field.turn(), Turn::Order(beaten), "{cell}");
        }
    }
}

/// The odds of an attack by the Muslims.
fn odds(drill: Drill, at: &'static str) -> String {
    let mut field = muslims(drill);
    field.attack(at);
    field.odds()
}

#[test]
#[covers("8.2", "R90", "R91")]
fn in_rough_ground_halves_are_kept_and_decide_the_column() {
    let rough = |tribes: usize, levies: usize| {
        let drill = Drill::new().place_all(tribes, "tribes", "muslim bedouin", "0804");
        odds(
            drill.place("town", "muslim levy", "0804").place_all(levies, "p", "persian levy", "0804"),
            "0804",
        )
    };
    assert_eq!(rough(4, 3), "9 against 4½, 2 to 1");
    assert_eq!(rough(3, 3), "7 against 4½, 1 to 1");
    assert_eq!(rough(1, 1), "3 against 1½, 2 to 1");
    assert_eq!(rough(4, 1), "9 against 1½, 6 to 1");
}

#[test]
#[covers("8.2", "R90")]
fn rough_ground_multiplies_troops_and_walls_are_added_after() {
    let battle = |land: Land, at: &'static str| {
        let drill = Drill::new().land(at, land).place_all(10, "tribes", "muslim bedouin", at);
        odds(drill.place_all(2, "hired", "persian mercenary", at), at)
    };
    assert_eq!(battle(Land::Fertile, "0704"), "20 against 6, 3 to 1");
    assert_eq!(battle(Land::Desert, "0704"), "20 against 6, 3 to 1");
    assert_eq!(battle(Land::Rough, "0704"), "20 against 9, 2 to 1");
    assert_eq!(battle(Land::Rough, "1305"), "20 against 9, 2 to 1", "a rough coast is rough");
    assert_eq!(battle(Land::Fertile, "Ctesiphon"), "20 against 9, 2 to 1");
    assert_eq!(battle(Land::Rough, "Ctesiphon"), "20 against 12, 1 to 1");
    assert_eq!(battle(Land::Rough, "Nineveh"), "20 against 10, 2 to 1");
}

#[test]
#[covers("R36", "R90", "6.42")]
fn a_base_helps_whoever_defends_it() {
    let drill = |level| {
        Drill::new().base(level).place_all(2, "tribes", "muslim bedouin", "0505").place_all(
            3,
            "hired",
            "persian mercenary",
            "0505",
        )
    };
    for (level, muslim_attack, persian_attack) in [
        (0, "4 against 9, 1 to 3", "9 against 4, 2 to 1"),
        (1, "4 against 10, 1 to 3", "9 against 5, 1 to 1"),
        (3, "4 against 12, 1 to 3", "9 against 7, 1 to 1"),
    ] {
        assert_eq!(odds(drill(level), "0505"), muslim_attack);
        let mut field = empires(drill(level));
        field.attack("0505");
        assert_eq!(field.odds(), persian_attack);
    }
}

#[test]
#[covers("R90", "8.1")]
fn neither_walls_nor_rough_coasts_help_ships() {
    for at in ["Antioch", "1305"] {
        let drill = Drill::new().land(at, Land::Rough).place_all(3, "dhows", "muslim naval", at);
        let mut field = muslims(drill.place_all(2, "dromons", "byzantine naval", at));
        field.play(naval(&field, at));
        assert_eq!(field.odds(), "6 against 4, 1 to 1", "{at}");
    }
}

#[test]
#[covers("8.2", "R91")]
fn hopeless_attacks_use_the_first_column_and_must_be_made() {
    let mut field = muslims(Drill::new().place("town", "muslim levy", "0704").place_all(
        8,
        "hired",
        "persian mercenary",
        "0704",
    ));
    field.refuses(Order::Done, "8.1");
    field.attack("0704");
    assert_eq!(field.odds(), "1 against 24, 1 to 3");
    // A six at 1 to 3: one each, and the attacker is thrown back.
    field.roll(6);
    assert_eq!((field.at("town"), field.how_many("hired", "conversion")), ("pool".into(), 1));
    assert_eq!(field.combat.stage, Clash::None, "there is nobody left to retreat");
}

#[test]
#[covers("8.1", "R86", "R109")]
fn everybody_of_the_arm_attacks_and_nobody_else_has_attacked() {
    let mut field = muslims(
        Drill::new()
            .place("tribe", "muslim bedouin", "1305")
            .place("renegade", "converted goth levy", "1305")
            .place("dhow", "muslim naval", "1305")
            .place("theme", "byzantine levy", "1305")
            .place("idle", "muslim bedouin", "1306"),
    );
    field.attack("1305");
    assert_eq!(field.odds(), "4 against 1, 4 to 1");
    field.roll(6);
    let attacked = ["tribe", "renegade", "dhow", "idle"].map(|name| field.see(name).has(Unit::ATTACKED));
    assert_eq!(attacked, [true, true, false, false]);
}

#[test]
#[covers("8.1", "R85")]
fn both_arms_in_one_hex_fight_apart_in_either_order_and_once_each() {
    for first in Arm::BOTH {
        let mut field = muslims(
            Drill::new()
                .place_all(6, "tribes", "muslim bedouin", "1305")
                .place_all(6, "dhows", "muslim naval", "1305")
                .place("theme", "byzantine levy", "1305")
                .place("dromon", "byzantine naval", "1305"),
        );
        let at = field.station("1305");
        let second = if first == Arm::Land { Arm::Naval } else { Arm::Land };
        field.play(Order::Attack { at, arm: first }).roll(6);
        field.refuses(Order::Attack { at, arm: first }, "8.1");
        field.refuses(Order::Done, "8.1");
        field.play(Order::Attack { at, arm: second }).roll(6);
        assert_eq!((field.at("theme"), field.at("dromon")), ("conversion".into(), "conversion".into()));
        field.refuses(Order::Attack { at, arm: second }, "8.1");
    }
}

#[test]
#[covers("8.1", "R97", "R85")]
fn a_fleet_and_a_hostile_army_may_share_a_hex_in_peace() {
    let mut field = Drill::new()
        .place("tribe", "muslim bedouin", "1305")
        .place("dromon", "byzantine naval", "1305")
        .place("theme", "byzantine levy", "1307")
        .place("dhow", "muslim naval", "1307")
        .begin(Step::Fight(Party::Muslims));
    field.refuses(land(&field, "1305"), "8.1");
    field.refuses(naval(&field, "1305"), "8.1");
    field.refuses(naval(&field, "1307"), "8.1");
    assert!(field.offers(Order::Done));
    field.done();
    assert_eq!((field.at("tribe"), field.at("theme")), ("1305".into(), "1307".into()));
}

#[test]
#[covers("8.4", "R87", "R88")]
fn six_nations_need_an_allowance_and_two_do_not() {
    for state in State::EMPIRES {
        let limited = !matches!(state, State::Byzantine | State::Persian);
        let drill = Drill::new().place("unit", &format!("{} levy", state.code()), "0704").place(
            "tribe",
            "muslim bedouin",
            "0704",
        );
        let field = empires(drill);
        let order = land(&field, "0704");
        match limited {
            true => drop(field.refuses(order, "8.4")),
            false => assert!(field.offers(order), "{state:?}"),
        }
    }
    // The Muslims, converts of such nations among them, attack as they like.
    let renegades =
        Drill::new().place_all(3, "r", "converted frank levy", "0704").place("p", "persian levy", "0704");
    assert_eq!(odds(renegades, "0704"), "6 against 1, 6 to 1");
}

#[test]
#[covers("8.4", "R87", "R88")]
fn an_allowance_is_shared_among_the_combats_of_the_turn() {
    let mut field = empires(
        Drill::new()
            .place_all(3, "north", "goth levy", "1806")
            .place("a", "muslim levy", "1806")
            .place_all(2, "south", "goth levy", "1808")
            .place("b", "muslim levy", "1808")
            .allowance(State::Goth, 2),
    );
    field.attack("1806");
    assert_eq!(field.combat.stage, Clash::Array);
    field.refuses(Order::Join { unit: field.id("south") }, "7.1");
    field.refuses(Order::Join { unit: field.id("a") }, "4.2");
    // One attacker is enough, and leaves one for the south.
    field.play(Order::Commit);
    assert_eq!(
        (field.odds(), field.books.allowance[State::Goth as usize]),
        ("2 against 1, 2 to 1".into(), 1)
    );
    field.roll(6);
    assert_eq!(field.at("a"), "pool");
    field.attack("1808");
    assert_eq!((field.combat.stage, field.odds()), (Clash::Roll, "2 against 1, 2 to 1".into()));
    assert_eq!(field.books.allowance[State::Goth as usize], 0);
}

#[test]
#[covers("8.4", "R88")]
fn with_the_allowance_spent_the_other_combat_is_no_longer_due() {
    let mut field = Drill::new()
        .place("north", "goth levy", "1806")
        .place("a", "muslim levy", "1806")
        .place("south", "goth levy", "1808")
        .place("b", "muslim levy", "1808")
        .allowance(State::Goth, 1)
        .begin(Step::Fight(Party::Empires));
    field.refuses(Order::Done, "8.1");
    // An allowance of one names its attacker by itself.
    field.attack("1806").roll(6);
    field.settle();
    assert_eq!(
        (field.at("a"), field.at("south"), field.at("b")),
        ("pool".into(), "1808".into(), "1808".into())
    );
}

#[test]
#[covers("8.4", "R89", "R92")]
fn those_who_did_not_attack_cannot_be_lost_but_retreat_with_the_rest() {
    let mut field = empires(
        Drill::new()
            .place_all(3, "goths", "goth levy", "1807")
            .place("raider", "muslim bedouin", "1807")
            .allowance(State::Goth, 1),
    );
    field.attack("1807");
    // One of 2 against 2: a one costs the attacker two units, and only one attacked.
    assert_eq!(field.odds(), "2 against 2, 1 to 1");
    field.roll(1);
    assert_eq!(field.how_many("goths", "conversion"), 1);
    field.retreat("1907");
    assert_eq!((field.how_many("goths", "1907"), field.at("raider")), (2, "1807".into()));
}

#[test]
#[covers("8.4", "R86")]
fn as_defenders_the_lesser_nations_all_fight() {
    let drill =
        Drill::new().place_all(3, "goths", "goth levy", "1807").place_all(3, "t", "muslim bedouin", "1807");
    assert_eq!(odds(drill, "1807"), "6 against 6, 1 to 1");
}

fn sea_fight(drill: Drill, party: Party) -> Field {
    let drill = drill.place("dhow", "muslim naval", "1505").place("dromon", "byzantine naval", "1505");
    let mut field = elsewhere(drill).begin(Step::Fight(party));
    field.play(naval(&field, "1505"));
    field
}

#[test]
#[covers("8.5", "R99")]
fn a_fleet_that_stands_fights_and_one_that_withdraws_is_not_attacked_again() {
    let mut stands = sea_fight(Drill::new(), Party::Muslims);
    assert_eq!(stands.turn(), Turn::Order(EMPIRES));
    stands.play(Order::Stand);
    assert_eq!((stands.combat.stage, stands.odds()), (Clash::Roll, "2 against 2, 1 to 1".into()));
    let mut sails = sea_fight(Drill::new(), Party::Muslims);
    let hex = sails.hex_number("1604");
    sails.play(Order::Withdraw { hex });
    sails.refuses(naval(&sails, "1505"), "8.1");
    assert_eq!(
        (sails.at("dromon"), sails.at("dhow"), sails.turn()),
        ("1604".into(), "1505".into(), Turn::Order(MUSLIMS))
    );
}

#[test]
#[covers("8.5", "R93", "R95", "R99")]
fn it_withdraws_only_to_the_open_sea_away_from_enemies_and_not_away_from_home() {
    // West of 1405 lies the coast.
    let mut field = muslims(
        Drill::new()
            .place_all(2, "dhows", "muslim naval", "1405")
            .place("dromon", "byzantine naval", "1405")
            .place("picket", "muslim naval", "1406"),
    );
    field.play(naval(&field, "1405"));
    let to = |field: &Field, at: &str| Order::Withdraw { hex: field.hex_number(at) };
    // The coast is Byzantine, so the open sea beyond is farther from home.
    field.refuses(to(&field, "1305"), "8.5");
    field.refuses(to(&field, "1406"), "8.2");
    field.refuses(to(&field, "1505"), "8.2");
    field.refuses(to(&field, "1403"), "8.2");
    assert!(field.offers(to(&field, "1404")));
    // The Muslims' home is in the west: they do not decline towards the east.
    let field = sea_fight(Drill::new(), Party::Empires);
    assert_eq!(field.turn(), Turn::Order(MUSLIMS));
    field.refuses(to(&field, "1604"), "8.2");
    assert!(field.offers(to(&field, "1405")));
}

#[test]
#[covers("8.5", "R99")]
fn a_fleet_with_no_sea_to_go_to_must_fight() {
    let ring = ["1504", "1506", "1404", "1405", "1604", "1605"];
    let drill = ring.into_iter().fold(Drill::new(), |drill, at| drill.place("ring", "muslim naval", at));
    let field = sea_fight(drill, Party::Muslims);
    assert_eq!(field.combat.stage, Clash::Roll);
}

#[test]
#[covers("R39", "5.3", "14.2")]
fn an_attack_on_byzantium_is_a_die_against_an_unconverted_byzantine_unit_in_the_muslim_segment() {
    let attacked = |drill: Drill, party: Party, order: fn(&Field) -> Order| {
        let mut field = elsewhere(drill).begin(Step::Fight(party));
        let order = order(&field);
        field.play(order);
        if field.combat.stage == Clash::Offer {
            field.play(Order::Stand);
        }
        field.roll(1);
        field.books.first_attack == 3
    };
    let in_the_field = |field: &Field| land(field, "0704");
    let with = |a: &str, b: &str| Drill::new().place("a", a, "0704").place("b", b, "0704");
    assert!(attacked(with("muslim bedouin", "byzantine levy"), Party::Muslims, in_the_field));
    assert!(attacked(with("converted goth levy", "byzantine levy"), Party::Muslims, in_the_field));
    assert!(!attacked(with("converted byzantine levy", "persian levy"), Party::Muslims, in_the_field));
    assert!(!attacked(with("muslim bedouin", "byzantine levy"), Party::Empires, in_the_field));
    let fleets = Drill::new().place("a", "muslim naval", "1505").place("b", "byzantine naval", "1505");
    assert!(attacked(fleets, Party::Muslims, |field| naval(field, "1505")));
    let walls =
        Drill::new().place("a", "muslim bedouin", "Constantinople").place("b", "byzantine levy", "box");
    let storm = |_: &Field| Order::Attack { at: Station::Box, arm: Arm::Land };
    assert!(attacked(walls, Party::Muslims, storm));
}

#[test]
#[covers("R39", "R140")]
fn the_first_attack_is_never_dated_anew() {
    let mut field = Drill::new()
        .place_all(2, "tribes", "muslim bedouin", "0704")
        .place("theme", "byzantine levy", "0704")
        .turn(9)
        .note(|p| p.books.first_attack = 4)
        .begin(Step::Fight(Party::Muslims));
    field.settle().roll(6);
    assert_eq!(field.books.first_attack, 4);
}
