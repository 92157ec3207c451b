//! Recruitment, tested from 6.1 to 6.3 and their rulings.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::State;
use crate::unit::Party;

fn muslims(drill: Drill) -> Field {
    drill.begin(Step::Recruit(Party::Muslims))
}

fn empires(drill: Drill) -> Field {
    drill.begin(Step::Recruit(Party::Empires))
}

fn place(field: &Field, name: &str, at: &str) -> Order {
    Order::Place { unit: field.id(name), at: field.station(at), aid: false }
}

#[test]
#[covers("6.1", "6.2", "R47", "table.recruitment")]
fn recruits_are_paid_from_their_own_track_and_put_down_at_once() {
    let mut field = muslims(
        Drill::new()
            .place("tribe", "muslim bedouin", "pool")
            .place("town", "muslim levy", "pool")
            .points(State::Muslim, 3),
    );
    field.recruit("tribe", "Medina");
    assert_eq!((field.at("tribe"), field.track(State::Muslim)), ("0202".into(), 3));
    field.recruit("town", "Mecca");
    assert_eq!((field.at("town"), field.track(State::Muslim)), ("0205".into(), 1));
}

#[test]
#[covers("6.2", "R9")]
fn too_few_points_are_the_last_objection() {
    let field = muslims(Drill::new().place("town", "muslim levy", "pool").points(State::Muslim, 1));
    let why = field.refuses(place(&field, "town", "Mecca"), "6.2");
    assert!(why.contains("costs 2"), "{why}");
    let elsewhere = field.refuses(place(&field, "town", "Damascus"), "6.2");
    assert!(elsewhere.contains("own State"), "{elsewhere}");
}

#[test]
#[covers("6.2", "R53")]
fn a_city_held_by_the_enemy_takes_no_recruits() {
    let field = muslims(Drill::new().place("tribe", "muslim bedouin", "pool").place(
        "raiders",
        "persian levy",
        "Medina",
    ));
    field.refuses(place(&field, "tribe", "Medina"), "6.2");
    assert!(field.offers(place(&field, "tribe", "Mecca")));
    let why = field.refuses(place(&field, "tribe", "0303"), "6.2");
    assert!(why.contains("every city"), "{why}");
}

#[test]
#[covers("R54")]
fn with_every_city_held_recruits_appear_in_the_country() {
    let field = muslims(
        Drill::new()
            .place("tribe", "muslim bedouin", "pool")
            .place("a", "persian levy", "Medina")
            .place("b", "persian levy", "Mecca")
            .place("c", "persian levy", "Aden")
            .place("d", "persian levy", "0303"),
    );
    assert!(field.offers(place(&field, "tribe", "0304")));
    assert!(!field.offers(place(&field, "tribe", "0303")));
}

#[test]
#[covers("R55", "6.2")]
fn a_city_is_filled_to_twice_its_limit_and_no_further() {
    // Desert 1 and a city of 1: four units.
    let mut field = muslims(Drill::new().place_all(5, "tribes", "muslim bedouin", "pool"));
    let ids = field.ids("tribes");
    let at = field.station("Medina");
    for &unit in &ids[..4] {
        field.play(Order::Place { unit, at, aid: false });
    }
    let why = field.refuses(Order::Place { unit: ids[4], at, aid: false }, "6.2");
    assert!(why.contains("twice"), "{why}");
}

#[test]
#[covers("6.3", "R3", "R48", "R49")]
fn the_third_convert_needs_a_muslim_first() {
    let mut field = muslims(
        Drill::new()
            .place_all(3, "converts", "converted persian levy", "pool")
            .place("tribe", "muslim bedouin", "pool")
            .points(State::Muslim, 20),
    );
    let ids = field.ids("converts");
    let at = field.station("Nineveh");
    field.play(Order::Place { unit: ids[0], at, aid: false });
    field.play(Order::Place { unit: ids[1], at, aid: false });
    assert_eq!(field.track(State::Muslim), 16);
    let third = Order::Place { unit: ids[2], at, aid: false };
    field.refuses(third, "6.3");
    field.recruit("tribe", "Medina").play(third);
    assert_eq!(field.track(State::Muslim), 14);
}

#[test]
#[covers("6.3", "R50")]
fn a_state_recruits_only_with_a_muslim_unit_in_or_next_to_it() {
    let eligible = |at: &'static str, what: &str| {
        let mut field = empires(Drill::new().place("raider", what, at));
        field.open_recruitment(Party::Empires, &mut engine::Silence);
        field.books.eligible
    };
    let near = eligible("0404", "muslim bedouin");
    assert!(near.has(State::Persian) && !near.has(State::Byzantine));
    assert!(!eligible("0304", "muslim bedouin").has(State::Persian));
    assert!(eligible("1407", "muslim naval").has(State::Byzantine), "a ship off the coast will do");
}

#[test]
#[covers("6.3", "R51")]
fn byzantium_recruits_when_the_muslims_earn_a_hundred_or_once_it_has_begun() {
    let eligible = |income: u16, before: bool| {
        let drill = Drill::new().earned(State::Muslim, income);
        let mut field = empires(drill.note(move |p| p.books.byzantium_recruited = before));
        field.open_recruitment(Party::Empires, &mut engine::Silence);
        field.books.eligible.has(State::Byzantine)
    };
    assert_eq!([eligible(99, false), eligible(100, false), eligible(0, true)], [false, true, true]);
}

#[test]
#[covers("6.3", "R52")]
fn byzantium_pays_double_for_a_poor_neighbour() {
    let mut field = empires(
        Drill::new()
            .place("goths", "goth levy", "pool")
            .eligible(&[State::Goth])
            .points(State::Byzantine, 8)
            .points(State::Goth, 4)
            .note(|p| p.books.poor.add(State::Goth)),
    );
    let (unit, at) = (field.id("goths"), field.station("Toledo"));
    assert!(field.offers(Order::Place { unit, at, aid: false }));
    field.play(Order::Place { unit, at, aid: true });
    assert_eq!((field.track(State::Byzantine), field.track(State::Goth)), (0, 4));
    assert!(field.books.recruited.has(State::Goth) && !field.books.byzantium_recruited);
    field.books.poor.remove(State::Goth);
    let next = crate::UnitId(unit.0 + 1);
    field.refuses(Order::Place { unit: next, at, aid: true }, "6.3");
}

#[test]
#[covers("R56", "6.2")]
fn byzantine_land_recruits_go_to_the_box_while_it_is_open() {
    let mut field = empires(
        Drill::new()
            .place("theme", "byzantine levy", "pool")
            .eligible(&[State::Byzantine])
            .points(State::Byzantine, 9),
    );
    field.refuses(place(&field, "theme", "Damascus"), "6.2");
    assert!(field.offers(place(&field, "theme", "box")));
    field.books.box_open = false;
    field.refuses(place(&field, "theme", "box"), "13.0");
    assert!(field.offers(place(&field, "theme", "Damascus")));
}

#[test]
#[covers("R57")]
fn converted_byzantines_do_not_muster_under_the_walls() {
    let walls = |garrison: Option<&'static str>| {
        let drill =
            Drill::new().place("renegade", "converted byzantine levy", "pool").points(State::Muslim, 9);
        let drill = match garrison {
            Some(at) => drill.place("guard", "byzantine naval", at),
            None => drill,
        };
        let field = muslims(drill);
        field.offers(place(&field, "renegade", "Constantinople"))
    };
    assert_eq!([walls(None), walls(Some("box")), walls(Some("pool"))], [true, false, true]);
}

#[test]
#[covers("R58", "6.2")]
fn ships_need_a_port_with_a_friendly_land_unit() {
    let drill = Drill::new()
        .place("fleet", "byzantine naval", "pool")
        .place("tyrians", "byzantine levy", "Tyre")
        .eligible(&[State::Byzantine])
        .points(State::Byzantine, 9);
    let field = empires(drill);
    assert!(field.offers(place(&field, "fleet", "Tyre")));
    let empty = field.refuses(place(&field, "fleet", "Antioch"), "6.2");
    assert!(empty.contains("friendly land unit"), "{empty}");
    let inland = field.refuses(place(&field, "fleet", "Damascus"), "6.2");
    assert!(inland.contains("no port"), "{inland}");
}

#[test]
#[covers("R59", "R64", "6.42")]
fn muslims_recruit_in_a_base_once_it_is_built() {
    let camp = |level: u8, what: &str| {
        let field = muslims(Drill::new().place("tribe", what, "pool").base(level).points(State::Muslim, 9));
        field.offers(place(&field, "tribe", "0505"))
    };
    assert!(camp(1, "muslim bedouin"));
    assert!(!camp(0, "muslim bedouin"));
    assert!(!camp(1, "converted persian levy"));
}

#[test]
#[covers("brief.1", "R24")]
fn a_state_that_stands_by_while_invaded_counts_as_defeated_until_it_recruits() {
    let invaded = || {
        Drill::new()
            .errata()
            .place("raider", "muslim bedouin", "0504")
            .place("levies", "persian levy", "pool")
            .eligible(&[State::Persian, State::Turk])
            .points(State::Persian, 7)
            .points(State::Turk, 7)
    };
    let mut idle = empires(invaded());
    idle.done();
    assert!(idle.books.inactive.has(State::Persian) && !idle.books.inactive.has(State::Turk));
    assert_eq!(idle.track(State::Persian), 0);
    let mut active = empires(invaded());
    active.recruit("levies", "Nineveh").done();
    assert!(active.books.inactive.is_empty());
    let mut poor = empires(invaded().points(State::Persian, 1));
    poor.done();
    assert!(poor.books.inactive.is_empty(), "it could not pay");
}
