//! Construction, tested from 6.4 and its rulings.

use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::State;
use crate::unit::{Party, Unit};

#[test]
#[covers("6.4", "6.41", "R60")]
fn a_ship_is_built_for_eight_points_and_waits_in_the_pool() {
    let mut field = Drill::new()
        .place_all(2, "dhows", "muslim naval", "unbuilt")
        .points(State::Muslim, 15)
        .begin(Step::Build(Party::Muslims));
    field.play(Order::Build { unit: field.id("dhows") });
    assert_eq!((field.at("dhows"), field.track(State::Muslim)), ("pool".into(), 7));
}

#[test]
#[covers("6.41", "R60")]
fn empires_build_from_the_track_of_the_ships_state() {
    let field = Drill::new()
        .place("dromon", "byzantine naval", "unbuilt")
        .place("dhow", "persian naval", "unbuilt")
        .points(State::Byzantine, 8)
        .points(State::Persian, 7)
        .begin(Step::Build(Party::Empires));
    assert!(field.offers(Order::Build { unit: field.id("dromon") }));
    let why = field.refuses(Order::Build { unit: field.id("dhow") }, "6.41");
    assert!(why.contains("Persians have 7"), "{why}");
}

#[test]
#[covers("6.42", "R61", "R62", "R63")]
fn a_muslim_unit_raises_a_base_by_one_level_a_turn() {
    let mut field = Drill::new()
        .place("camp", "muslim bedouin", "0505")
        .place("helper", "converted persian levy", "0505")
        .place("fleet", "muslim naval", "1305")
        .points(State::Muslim, 20)
        .begin(Step::Build(Party::Muslims));
    field.refuses(Order::Fortify { unit: field.id("helper") }, "6.42");
    field.refuses(Order::Fortify { unit: field.id("fleet") }, "6.42");
    let unit = field.id("camp");
    field.play(Order::Fortify { unit });
    assert_eq!((field.books.bases[0], field.track(State::Muslim)), (1, 16));
    assert!(field.see("camp").has(Unit::BUILDER) && !field.see("helper").has(Unit::BUILDER));
    let why = field.refuses(Order::Fortify { unit }, "6.42");
    assert!(why.contains("one level"), "{why}");
}

#[test]
#[covers("6.42", "R61", "R62")]
fn no_base_grows_past_three_or_under_the_enemys_eyes() {
    let camp = |level: u8| {
        Drill::new().place("camp", "muslim bedouin", "0505").base(level).points(State::Muslim, 20)
    };
    let done = camp(3).begin(Step::Build(Party::Muslims));
    let why = done.refuses(Order::Fortify { unit: done.id("camp") }, "6.42");
    assert!(why.contains("highest"), "{why}");
    let watched = camp(1).place("watch", "persian levy", "0505").begin(Step::Build(Party::Muslims));
    watched.refuses(Order::Fortify { unit: watched.id("camp") }, "6.42");
    let elsewhere = camp(1).place("other", "muslim bedouin", "0506").begin(Step::Build(Party::Muslims));
    elsewhere.refuses(Order::Fortify { unit: elsewhere.id("other") }, "6.42");
}
