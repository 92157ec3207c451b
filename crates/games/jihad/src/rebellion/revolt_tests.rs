//! Rebellion, suppression, the Khalif and the way into civil war from 10.0, 11.2 and R109 to R117.

use covers::covers;
use engine::{Rules, Shown, Turn};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{EMPIRES, State};
use crate::unit::{Party, Unit};

/// At the opening of the Rebellion Segment.
fn unrest(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Stack(Party::Muslims, 0));
    field.settle();
    field
}

#[test]
#[covers("table.rebellion", "10.1", "R110")]
fn every_cell_of_the_rebellion_table_decides_a_unit() {
    for (what, lowest) in [
        ("muslim bedouin", 2),
        ("muslim levy", 3),
        ("converted byzantine mercenary", 6),
        ("converted persian mercenary", 6),
        ("converted byzantine levy", 5),
        ("converted persian levy", 5),
        ("converted berber levy", 4),
        ("converted goth levy", 4),
        ("converted khazar levy", 4),
        ("converted sindhi levy", 4),
        ("converted turk levy", 4),
    ] {
        for face in 1..=6 {
            let mut field = unrest(Drill::new().place("unit", what, "0404"));
            assert_eq!(field.step, Step::Unrest(field.id("unit")), "{what}");
            field.roll(face);
            assert_eq!(field.see("unit").has(Unit::REBEL), face >= lowest, "{what} on {face}");
        }
    }
}

#[test]
#[covers("10.1", "R109")]
fn attackers_are_quiet_whatever_became_of_their_attack() {
    // One stack wins, one is beaten and retreats, one sits and waits; Empires troops never rebel.
    let mut field = Drill::new()
        .place_all(3, "winners", "muslim bedouin", "0506")
        .place("guard", "persian levy", "0506")
        .place_all(2, "losers", "muslim levy", "0804")
        .place_all(2, "rocks", "persian mercenary", "0804")
        .place("idle", "muslim bedouin", "0404")
        .begin(Step::Fight(Party::Muslims));
    field.attack("0506").roll(6);
    // The other combat follows by itself, in the rough: 1R/1 on a six.
    assert_eq!(field.odds(), "2 against 9, 1 to 3");
    field.roll(6);
    assert_eq!(field.how_many("losers", "pool"), 1);
    let way = field.orders()[0];
    assert!(matches!(way, Order::Retreat { .. }), "{way:?}");
    field.play(way);
    assert_eq!(field.step, Step::Unrest(field.id("idle")));
    field.roll(1);
    assert_eq!(field.step, Step::Khalif, "nobody else rolls");
}

#[test]
#[covers("10.1", "R109", "R133")]
fn stormers_of_the_box_have_attacked_and_ships_never_rebel() {
    let mut field = Drill::new()
        .place_all(2, "stormers", "muslim bedouin", "Constantinople")
        .place("dhow", "muslim naval", "Constantinople")
        .place("galley", "converted byzantine naval", "1405")
        .place("walls", "byzantine mercenary", "box")
        .begin(Step::Fight(Party::Muslims));
    field.attack("box").roll(6);
    assert_eq!(field.step, Step::Khalif, "{}", field.prompt());
}

#[test]
#[covers("R109")]
fn a_siege_not_pressed_is_no_attack() {
    let mut field = Drill::new()
        .place_all(2, "besiegers", "muslim bedouin", "Constantinople")
        .place("walls", "byzantine mercenary", "box")
        .begin(Step::Fight(Party::Muslims));
    field.done();
    assert_eq!(field.step, Step::Unrest(field.ids("besiegers")[0]));
}

#[test]
#[covers("R63", "R109", "6.42")]
fn only_the_named_builder_escapes_the_die() {
    let mut field = Drill::new()
        .place_all(2, "workers", "muslim bedouin", "0505")
        .points(State::Muslim, 4)
        .begin(Step::Build(Party::Muslims));
    let ids = field.ids("workers");
    field.play(Order::Fortify { unit: ids[0] });
    field.done().roll_all(1);
    let dice = field.events.iter().filter(|event| event.rule == "10.1").count();
    assert_eq!(dice, 1, "one worker rolled");
    assert!(!field.see("workers").has(Unit::BUILDER), "and next turn both will");
}

#[test]
#[covers("10.1", "R8")]
fn the_dice_go_by_hex_number_and_then_by_counter() {
    let mut field = unrest(
        Drill::new()
            .place("d", "muslim levy", "0606")
            .place("a", "converted turk levy", "0210")
            .place("b", "muslim bedouin", "0303")
            .place("c", "converted persian levy", "0606")
            .place("e", "converted turk levy", "0606"),
    );
    // Muslims come before Persians and Turks in the counter list.
    for name in ["a", "b", "d", "c", "e"] {
        assert_eq!(field.step, Step::Unrest(field.id(name)), "{name}");
        field.roll(1);
    }
    assert_eq!(field.step, Step::Khalif);
}

#[test]
#[covers("10.2", "R111")]
fn the_muslim_player_buys_off_whom_he_likes_as_far_as_his_points_go() {
    let revolt = || {
        Drill::new()
            .place("guards", "rebel converted persian mercenary", "0505")
            .place("turks", "rebel converted turk levy", "0505")
            .place("goths", "rebel converted goth levy", "1807")
            .place("quiet", "converted goth levy", "1807")
            .place("tribe", "rebel muslim bedouin", "0303")
    };
    let field = revolt().points(State::Muslim, 9).begin(Step::BuyOff);
    assert_eq!(field.turn(), Turn::Order(crate::sheet::MUSLIMS));
    for name in ["quiet", "tribe"] {
        field.refuses(Order::Suppress { unit: field.id(name) }, "10.2");
    }
    // A point each, whatever the type; the rest stay in revolt.
    let mut field = revolt().points(State::Muslim, 9).begin(Step::BuyOff);
    for name in ["guards", "goths"] {
        let unit = field.id(name);
        field.play(Order::Suppress { unit });
        assert!(!field.see(name).has(Unit::REBEL));
    }
    assert_eq!(field.track(State::Muslim), 7);
    field.refuses(Order::Suppress { unit: field.id("goths") }, "10.2");
    field.done();
    assert!(field.see("turks").has(Unit::REBEL));
    assert_eq!(field.step, Step::Suppress(field.id("tribe")));
    // Nobody need be bought off, and without points nobody can.
    let mut field = revolt().points(State::Muslim, 9).begin(Step::BuyOff);
    field.done();
    assert_eq!(field.track(State::Muslim), 9);
    let mut broke = revolt().begin(Step::BuyOff);
    broke.refuses(Order::Suppress { unit: broke.id("turks") }, "10.2");
    broke.settle();
    assert_eq!(broke.step, Step::Suppress(broke.id("tribe")));
}

/// What the highest successful die is for a rebel at an income, found by rolling every face.
fn quelled_by(what: &'static str, income: u16) -> u8 {
    let mut highest = 0;
    for face in 1..=6 {
        let mut field = Drill::new()
            .place("rebel", what, "0303")
            .points(State::Muslim, 77)
            .earned(State::Muslim, income)
            .begin(Step::BuyOff);
        field.settle();
        if field.step == Step::Khalif {
            assert!(field.see("rebel").has(Unit::REBEL));
            return 0;
        }
        field.roll(face);
        if !field.see("rebel").has(Unit::REBEL) {
            assert_eq!(highest, face - 1, "every lower face must do as well");
            highest = face;
        }
    }
    highest
}

#[test]
#[covers("table.suppression", "10.2", "R40", "R112")]
fn every_cell_of_the_suppression_table_decides_a_rebel_at_both_ends_of_its_column() {
    for (low, high, levy, bedouin) in [
        (0, 20, 5, 4),
        (1, 20, 5, 4),
        (21, 40, 4, 3),
        (41, 60, 3, 2),
        (61, 80, 2, 1),
        (81, 100, 2, 0),
        (101, 120, 3, 1),
        (121, 400, 4, 2),
    ] {
        for income in [low, high] {
            assert_eq!(quelled_by("rebel muslim levy", income), levy, "levy at {income}");
            assert_eq!(quelled_by("rebel muslim bedouin", income), bedouin, "Bedouin at {income}");
        }
    }
}

#[test]
#[covers("10.2", "R111")]
fn every_muslim_rebel_rolls_once() {
    let mut field = Drill::new()
        .place_all(2, "tribes", "rebel muslim bedouin", "0303")
        .place("town", "rebel muslim levy", "0202")
        .begin(Step::BuyOff);
    field.settle();
    let ids = field.ids("tribes");
    assert_eq!(field.step, Step::Suppress(field.id("town")));
    field.roll(6);
    assert_eq!(field.step, Step::Suppress(ids[0]));
    field.roll(4);
    assert_eq!(field.step, Step::Suppress(ids[1]));
    field.roll(5);
    assert_eq!(field.step, Step::Khalif);
    let rebels = [field.id("town"), ids[0], ids[1]].map(|id| field.unit(id).has(Unit::REBEL));
    assert_eq!(rebels, [true, false, true]);
}

/// The number war comes on after a Khalif die; 0 for no war.
fn war_number(rebels: usize, loyal: usize, face: u8) -> u8 {
    let mut field = Drill::new()
        .place_all(rebels, "rebels", "rebel muslim bedouin", "0303")
        .place_all(loyal, "loyal", "muslim levy", "0307")
        .begin(Step::Khalif);
    field.roll(face);
    match field.step {
        Step::War(number) => number,
        _ => 0,
    }
}

#[test]
#[covers("table.civil-war", "table.khalif", "11.2", "10.3", "R115")]
fn every_cell_of_the_civil_war_table_on_every_khalif_die_and_at_every_boundary() {
    // Rows by the die: 1 to 3 survives, 4 dies with heir, 5 and 6 without.
    let columns = [[0, 0, 0, 0, 4, 4], [0, 0, 0, 4, 5, 5], [4, 4, 4, 5, 6, 6]];
    for (rebels, loyal, column) in [
        (0, 0, 0),
        (0, 5, 0),
        (1, 4, 0),
        (1, 3, 0),
        (2, 6, 0),
        (3, 9, 0),
        (2, 5, 1),
        (1, 2, 1),
        (3, 8, 1),
        (3, 4, 1),
        (5, 6, 1),
        (1, 1, 2),
        (3, 3, 2),
        (4, 3, 2),
        (5, 0, 2),
    ] {
        let row: Vec<u8> = (1..=6).map(|face| war_number(rebels, loyal, face)).collect();
        assert_eq!(row, columns[column], "{rebels} rebels, {loyal} loyal");
    }
}

#[test]
#[covers("11.2", "R114")]
fn ships_count_among_the_muslims_and_converts_and_pools_do_not() {
    let number = |drill: Drill| {
        let mut field = drill.place("rebel", "rebel muslim bedouin", "0303").begin(Step::Khalif);
        field.roll(4);
        if let Step::War(number) = field.step { number } else { 0 }
    };
    // One of one; one of three with two ships; one of four with three.
    assert_eq!(number(Drill::new()), 5);
    assert_eq!(number(Drill::new().place_all(2, "dhows", "muslim naval", "1405")), 4);
    assert_eq!(number(Drill::new().place_all(3, "dhows", "muslim naval", "1405")), 0);
    let converts = Drill::new()
        .place_all(3, "quiet", "converted persian levy", "0606")
        .place_all(3, "revolt", "rebel converted persian levy", "0607")
        .place_all(2, "galleys", "converted byzantine naval", "1405");
    assert_eq!(number(converts), 5, "converts change nothing");
    assert_eq!(number(Drill::new().place_all(3, "ashore", "muslim naval", "pool")), 5);
}

#[test]
#[covers("11.2", "R116", "table.civil-war")]
fn war_comes_on_the_number_or_less_and_six_always_comes() {
    for number in 4..=6 {
        for face in 1..=6 {
            let mut field = Drill::new()
                .place("rebel", "rebel muslim bedouin", "0303")
                .place("other", "rebel muslim levy", "0305")
                .place("loyal", "muslim bedouin", "0307")
                .begin(Step::War(number));
            field.roll(face);
            assert_eq!(field.war.round, u8::from(face <= number), "CW {number} on {face}");
        }
    }
}

#[test]
#[covers("11.1", "11.2", "R113", "R122", "R127")]
fn even_without_a_single_muslim_on_the_map_the_khalif_may_die_and_war_come() {
    let mut field = Drill::new().begin(Step::Stack(Party::Muslims, 0));
    field.settle();
    assert_eq!(field.step, Step::Khalif);
    field.roll(6);
    assert_eq!(field.step, Step::War(4));
    field.roll(4);
    // Each leader waits in a holy city; nobody stirs and the Authority stays.
    assert_eq!((field.step, field.turn()), (Step::Leader(Party::Rebels), Turn::Order(EMPIRES)));
    let order = Order::Place { unit: field.id("umaiya"), at: field.station("Medina"), aid: false };
    field.play(order);
    let order = Order::Place { unit: field.id("hashim"), at: field.station("Medina"), aid: false };
    field.play(order);
    assert_eq!((field.war.round, field.war.won), (0, [1, 0]));
}

#[test]
#[covers("11.2", "R117", "10.2")]
fn peace_sends_only_converts_still_in_revolt_off_the_map() {
    let mut field = Drill::new()
        .place("tribe", "rebel muslim bedouin", "0303")
        .place("town", "rebel muslim levy", "Mecca")
        .place_all(9, "loyal", "muslim levy", "0404")
        .place("bought", "converted turk levy", "0606")
        .place("turks", "rebel converted turk levy", "0606")
        .place("guards", "rebel converted byzantine mercenary", "1004")
        .begin(Step::Khalif);
    // The Khalif lives and two of eleven are not enough for war.
    field.roll(1);
    assert_eq!((field.at("tribe"), field.at("town")), ("0303".into(), "0205".into()));
    assert_eq!(field.at("bought"), "0606");
    for name in ["turks", "guards"] {
        assert_eq!((field.at(name), field.see(name).flags.0), ("pool".into(), Unit::CONVERTED), "{name}");
    }
    for name in ["tribe", "town"] {
        assert!(!field.see(name).has(Unit::REBEL), "{name}");
    }
    assert_eq!(field.audit(), Ok(()));
}

#[test]
#[covers("10.3", "R113", "4.2")]
fn after_the_khalif_without_war_the_empires_phase_begins() {
    let mut field = Drill::new()
        .place("tribe", "muslim bedouin", "0404")
        .place("guard", "persian levy", "Nineveh")
        .points(State::Persian, 4)
        .begin(Step::Khalif);
    field.roll(3);
    assert_eq!((field.step, field.turn()), (Step::Recruit(Party::Empires), Turn::Order(EMPIRES)));
}
