//! Conversion and re-conversion from 9.0 and R103 to R108.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{EMPIRES, Kind, MUSLIMS, State};
use crate::unit::{Party, Unit, UnitId};

/// The printed tables: nationality, price, and the lowest die that converts and reconverts.
const NATIONS: [(&str, &str, State, u16, u8, u8); 7] = [
    ("berber levy", "turned berber levy", State::Berber, 3, 5, 4),
    ("byzantine levy", "turned byzantine levy", State::Byzantine, 2, 4, 3),
    ("goth levy", "turned goth levy", State::Goth, 2, 5, 3),
    ("khazar levy", "turned khazar levy", State::Khazar, 2, 4, 4),
    ("persian levy", "turned persian levy", State::Persian, 1, 2, 6),
    ("sindhi levy", "turned sindhi levy", State::Sindhi, 2, 4, 5),
    ("turk levy", "turned turk levy", State::Turk, 2, 3, 4),
];

fn convert(field: &mut Field, name: &str) {
    let unit = field.id(name);
    field.play(Order::Convert { unit });
}

fn reconvert(field: &mut Field, name: &str) {
    let unit = field.id(name);
    field.play(Order::Reconvert { unit });
}

#[test]
#[covers("table.conversion", "table.conversion-cost", "9.2", "9.1")]
fn every_cell_of_the_conversion_table_decides_a_unit() {
    for (what, _, state, price, lowest, _) in NATIONS {
        for face in 1..=6 {
            let mut field = Drill::new()
                .place("captives", what, "conversion")
                .points(State::Muslim, price)
                .begin(Step::Convert);
            assert_eq!(field.turn(), Turn::Order(MUSLIMS));
            convert(&mut field, "captives");
            assert_eq!(field.track(State::Muslim), 0, "{state:?}");
            field.roll(face);
            assert_eq!(field.at("captives"), "pool");
            assert_eq!(field.see("captives").is_muslim(), face >= lowest, "{state:?} on {face}");
            assert_eq!(field.turn_number(), 4, "the phase is over");
        }
    }
}

#[test]
#[covers("table.reconversion", "table.conversion-cost", "9.2", "9.1")]
fn every_cell_of_the_reconversion_table_decides_a_unit() {
    for (_, what, state, price, _, lowest) in NATIONS {
        for face in 1..=6 {
            let mut field = Drill::new()
                .place("captives", what, "conversion")
                .points(state, price)
                .begin(Step::Reconvert);
            assert_eq!(field.turn(), Turn::Order(EMPIRES));
            reconvert(&mut field, "captives");
            assert_eq!(field.track(state), 0, "{state:?}");
            field.roll(face);
            assert_eq!(field.at("captives"), "pool");
            assert_eq!(field.see("captives").is_muslim(), face < lowest, "{state:?} on {face}");
        }
    }
}

#[test]
#[covers("table.conversion-cost", "9.2", "R9")]
fn a_point_too_few_forbids_the_attempt() {
    for (what, turned, state, price, ..) in NATIONS {
        let short = Drill::new()
            .place("captives", what, "conversion")
            .points(State::Muslim, price - 1)
            .begin(Step::Convert);
        short.refuses(Order::Convert { unit: short.id("captives") }, "9.2");
        let short = Drill::new()
            .place("captives", turned, "conversion")
            .points(state, price - 1)
            .begin(Step::Reconvert);
        short.refuses(Order::Reconvert { unit: short.id("captives") }, "9.2");
    }
}

#[test]
#[covers("9.1", "8.3", "R46")]
fn franks_have_no_place_in_the_conversion_charts() {
    let field = Drill::new().begin(Step::Convert);
    let charts = &field.sheet.charts;
    assert_eq!(charts.conversion_cost[State::Frank as usize], None);
    for die in 1..=6 {
        assert!(!charts.converts(State::Frank, die) && !charts.reconverts(State::Frank, die));
        assert!(!charts.converts(State::Muslim, die) && !charts.reconverts(State::Muslim, die));
    }
}

#[test]
#[covers("9.2", "R106", "R48")]
fn mercenaries_and_ships_are_tried_at_the_price_and_on_the_column_of_their_nation() {
    for (what, face, converts) in [
        ("byzantine mercenary", 3, false),
        ("byzantine mercenary", 4, true),
        ("byzantine naval", 3, false),
        ("byzantine naval", 4, true),
    ] {
        let mut field = Drill::new()
            .place("captives", what, "conversion")
            .place("loyal", "byzantine naval", "box")
            .points(State::Muslim, 2)
            .begin(Step::Convert);
        convert(&mut field, "captives");
        field.roll(face);
        assert_eq!(
            (field.at("captives"), field.see("captives").is_muslim()),
            ("pool".into(), converts),
            "{what}"
        );
        assert_eq!(field.track(State::Muslim), field.books.income[0]);
    }
}

#[test]
#[covers("9.2", "R103", "R104")]
fn the_whole_list_is_paid_before_the_first_die_and_nothing_can_be_added_after_it() {
    let mut field = Drill::new()
        .place_all(2, "persians", "persian levy", "conversion")
        .place("berbers", "berber levy", "conversion")
        .place("turks", "turk levy", "conversion")
        .points(State::Muslim, 9)
        .begin(Step::Convert);
    let ids = field.ids("persians");
    convert(&mut field, "berbers");
    field.play(Order::Convert { unit: ids[0] }).play(Order::Convert { unit: ids[1] });
    assert_eq!((field.track(State::Muslim), field.books.declared), (4, 3));
    field.done();
    field.refuses(Order::Convert { unit: field.id("turks") }, "4.2");
    // Declared order: Berbers, then the Persians.
    for (face, name) in [(4, "berbers"), (1, "persians")] {
        field.roll(face);
        assert_eq!((field.at(name), field.see(name).is_muslim()), ("pool".into(), false), "{name}");
    }
    field.roll(2);
    let converts = ids.iter().filter(|&&id| field.unit(id).is_muslim()).count();
    assert_eq!((converts, field.at("turks"), field.see("turks").is_muslim()), (1, "pool".into(), false));
}

#[test]
#[covers("9.2", "R104")]
fn a_muslim_who_tries_nobody_sends_everybody_home() {
    let mut field = Drill::new()
        .place_all(3, "persians", "persian levy", "conversion")
        .place("ship", "persian naval", "conversion")
        .points(State::Muslim, 9)
        .points(State::Persian, 9)
        .begin(Step::Convert);
    field.done();
    assert_eq!((field.how_many("persians", "pool"), field.at("ship")), (3, "pool".into()));
    assert!(!field.see("persians").is_muslim() && !field.see("ship").is_muslim());
    assert_eq!(field.turn_number(), 4, "nobody was converted, so nobody can be won back");
}

#[test]
#[covers("9.1", "9.2", "R108")]
fn only_units_just_converted_can_be_won_back() {
    let mut field = Drill::new()
        .place("turned", "persian levy", "conversion")
        .place("stayed", "persian mercenary", "conversion")
        .place("old", "converted persian levy", "pool")
        .points(State::Muslim, 2)
        .points(State::Persian, 9)
        .begin(Step::Convert);
    convert(&mut field, "turned");
    convert(&mut field, "stayed");
    field.roll(6).roll(1);
    assert_eq!((field.step, field.turn()), (Step::Reconvert, Turn::Order(EMPIRES)));
    for name in ["stayed", "old"] {
        field.refuses(Order::Reconvert { unit: field.id(name) }, "9.1");
    }
    assert!(field.offers(Order::Reconvert { unit: field.id("turned") }));
    field.done();
    assert!(field.see("turned").is_muslim(), "nobody paid to win it back");
    assert_eq!(field.see("turned").flags, Unit::CONVERTED);
}

#[test]
#[covers("9.2", "R105")]
fn each_unit_is_judged_by_what_the_track_still_holds() {
    let mut field = Drill::new()
        .place_all(2, "goths", "turned goth levy", "conversion")
        .points(State::Goth, 3)
        .points(State::Byzantine, 5)
        .begin(Step::Reconvert);
    let ids = field.ids("goths");
    field.play(Order::Reconvert { unit: ids[0] });
    assert_eq!((field.track(State::Goth), field.track(State::Byzantine)), (1, 5));
    field.play(Order::Reconvert { unit: ids[1] });
    assert_eq!((field.track(State::Goth), field.track(State::Byzantine)), (1, 1));
}

#[test]
#[covers("9.2", "R105")]
fn byzantium_pays_double_the_price_of_each_nation_and_never_double_for_its_own() {
    for (_, turned, state, price, ..) in NATIONS {
        let own = state == State::Byzantine;
        let due = if own { price } else { 2 * price };
        let purse = |points: u16| {
            let field = Drill::new()
                .place("captives", turned, "conversion")
                .points(State::Byzantine, points)
                .begin(Step::Reconvert);
            field.check(&Order::Reconvert { unit: field.id("captives") }).is_ok()
        };
        assert_eq!((purse(due - 1), purse(due)), (false, true), "{state:?}");
    }
}

#[test]
#[covers("9.2", "9.1")]
fn a_unit_won_back_may_be_tried_again_another_time() {
    let mut field = Drill::new()
        .place("turks", "turk levy", "conversion")
        .points(State::Muslim, 4)
        .points(State::Turk, 2)
        .begin(Step::Convert);
    convert(&mut field, "turks");
    field.roll(3);
    reconvert(&mut field, "turks");
    field.roll(4);
    assert_eq!((field.at("turks"), field.see("turks").flags.0), ("pool".into(), 0));
    let unit = field.id("turks");
    field.send(unit, crate::unit::Spot::CONVERSION);
    field.step = Step::Convert;
    assert!(field.offers(Order::Convert { unit }));
}

#[test]
#[covers("9.1", "R98", "R108")]
fn a_convert_lost_again_goes_back_to_the_muslim_pool_and_not_to_the_box() {
    let mut field = Drill::new()
        .place_all(3, "romans", "byzantine mercenary", "1004")
        .place("convert", "converted persian levy", "1004")
        .begin(Step::Fight(Party::Empires));
    field.settle().roll(6);
    assert_eq!((field.at("convert"), field.see("convert").is_muslim()), ("pool".into(), true));
}

/// How many Byzantine ships are converted after a phase D, and how many of those are unbuilt.
fn turned_ships(drill: Drill) -> (usize, usize) {
    let mut field = drill.begin(Step::Reconvert);
    field.settle();
    let ships = field.sheet.roster.ids(State::Byzantine, Kind::Naval).map(UnitId);
    let converted: Vec<UnitId> = ships.filter(|&id| field.unit(id).has(Unit::CONVERTED)).collect();
    let unbuilt = converted.iter().filter(|&&id| field.unit(id).spot == crate::unit::Spot::UNBUILT).count();
    (converted.len(), unbuilt)
}

#[test]
#[covers("9.2", "R107")]
fn unbuilt_ships_turn_only_when_no_built_one_is_left_to_the_empires() {
    let first = || Drill::new().place("first", "turned byzantine naval", "conversion");
    for at in ["pool", "box", "Antioch", "1405"] {
        let loyal = first().place("port", "byzantine levy", "Antioch").place("loyal", "byzantine naval", at);
        assert_eq!(turned_ships(loyal), (1, 0), "a galley in {at}");
    }
    assert_eq!(turned_ships(first()), (24, 23), "the rest turn, and stay unbuilt");
    assert_eq!(turned_ships(Drill::new()), (0, 0), "none was converted");
    let old = Drill::new().place("old", "converted byzantine naval", "1405");
    assert_eq!(turned_ships(old), (24, 23), "one converted long ago counts");
}

#[test]
#[covers("9.2", "R107")]
fn the_last_ship_won_back_keeps_the_unbuilt_ones_loyal() {
    let after = |face: u8| {
        let mut field = Drill::new()
            .place("last", "turned persian naval", "conversion")
            .points(State::Persian, 1)
            .begin(Step::Reconvert);
        reconvert(&mut field, "last");
        field.roll(face);
        let ships = field.sheet.roster.ids(State::Persian, Kind::Naval).map(UnitId);
        ships.filter(|&id| field.unit(id).is_muslim()).count()
    };
    assert_eq!((after(6), after(5)), (0, 3));
}
