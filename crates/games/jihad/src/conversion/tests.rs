//! Conversion, tested from 9.0 and its rulings.

use covers::covers;
use engine::{Rules, Shown};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, State};
use crate::unit::{Unit, UnitId};

fn converting(drill: Drill) -> Field {
    drill.begin(Step::Convert)
}

/// Faces that succeed on a table of bits.
fn faces(bits: u8) -> Vec<u8> {
    (1..=6).filter(|die| bits >> die & 1 == 1).collect()
}

#[test]
#[covers("table.conversion", "table.reconversion", "table.conversion-cost")]
fn the_conversion_tables_are_as_printed() {
    let field = Drill::new().begin(Step::Convert);
    let charts = &field.sheet.charts;
    for (state, first, back, cost) in [
        (State::Berber, 5, 4, 3),
        (State::Byzantine, 4, 3, 2),
        (State::Goth, 5, 3, 2),
        (State::Khazar, 4, 4, 2),
        (State::Persian, 2, 6, 1),
        (State::Sindhi, 4, 5, 2),
        (State::Turk, 3, 4, 2),
    ] {
        let index = state as usize;
        assert_eq!(faces(charts.conversion[index]), (first..=6).collect::<Vec<_>>(), "{state:?}");
        assert_eq!(faces(charts.reconversion[index]), (back..=6).collect::<Vec<_>>(), "{state:?}");
        assert_eq!(charts.conversion_cost[index], Some(cost), "{state:?}");
    }
}

#[test]
#[covers("9.1", "9.2", "R103", "R104", "R8")]
fn attempts_are_paid_first_and_rolled_in_the_order_declared() {
    let mut field = converting(
        Drill::new()
            .place("goths", "goth levy", "conversion")
            .place("persians", "persian levy", "conversion")
            .place("untried", "turk levy", "conversion")
            .points(State::Muslim, 4),
    );
    let (goths, persians) = (field.id("goths"), field.id("persians"));
    field.play(Order::Convert { unit: persians });
    field.refuses(Order::Convert { unit: persians }, "9.2");
    field.play(Order::Convert { unit: goths });
    assert_eq!(field.track(State::Muslim), 1);
    // One point is left and the Turks cost two: the list is closed by itself.
    assert_eq!(field.prompt(), "roll for the faith of Persian Levy 1");
    field.roll(2).roll(4);
    // The Empires have no points to win anybody back: the phase is over.
    assert_eq!((field.at("persians"), field.see("persians").is_muslim()), ("pool".into(), true));
    assert_eq!((field.at("goths"), field.at("untried")), ("pool".into(), "pool".into()));
    assert!(!field.see("goths").is_muslim());
}

#[test]
#[covers("9.2", "R105")]
fn the_state_pays_for_re_conversion_or_else_byzantium_double() {
    let paid = |own: u16, roman: u16| {
        let field = Drill::new()
            .place("goths", "turned goth levy", "conversion")
            .points(State::Goth, own)
            .points(State::Byzantine, roman)
            .begin(Step::Reconvert);
        let unit = field.id("goths");
        field.check(&Order::Reconvert { unit }).map(|()| field.reconversion_payer(unit).unwrap())
    };
    assert_eq!(paid(2, 9), Ok((State::Goth, 2)));
    assert_eq!(paid(1, 4), Ok((State::Byzantine, 4)));
    assert!(paid(1, 3).is_err(), "no shared payment");
}

#[test]
#[covers("9.1", "9.2", "R108")]
fn converts_go_to_the_muslim_pool_for_good_and_those_won_back_to_their_own() {
    let won_back = |face: u8| {
        let mut field = Drill::new()
            .place("romans", "turned byzantine levy", "conversion")
            .place("fleet", "byzantine naval", "pool")
            .points(State::Byzantine, 2)
            .begin(Step::Reconvert);
        let unit = field.id("romans");
        field.play(Order::Reconvert { unit }).roll(face);
        (field.at("romans"), field.see("romans").is_muslim())
    };
    assert_eq!(won_back(3), ("pool".into(), false));
    assert_eq!(won_back(2), ("pool".into(), true));
}

#[test]
#[covers("9.2", "R106", "R107")]
fn unbuilt_ships_turn_when_every_built_one_has() {
    let turned = |last: &'static str| {
        let mut field = Drill::new()
            .place("convert", "turned persian naval", "conversion")
            .place("loyal", "persian naval", last)
            .begin(Step::Reconvert);
        field.settle();
        let ships = field.sheet.roster.ids(State::Persian, Kind::Naval).map(UnitId);
        ships.filter(|&id| field.unit(id).has(Unit::CONVERTED)).count()
    };
    assert_eq!(turned("pool"), 1);
    assert_eq!(turned("unbuilt"), 3);
}
