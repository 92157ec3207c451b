//! Attrition: every ground for every type at rest, and who is spared.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Land, State};
use crate::unit::{Party, Unit};

fn idle(drill: Drill, party: Party) -> Field {
    let mut field = drill.begin(Step::Idle(party, 0));
    field.settle();
    field
}

/// The attrition points of one Muslim-controlled unit at rest.
fn at_rest(drill: Drill, what: &str, at: &'static str) -> u8 {
    let field = drill.place("unit", what, at).begin(Step::Idle(Party::Muslims, 0));
    field.idle_points(Party::Muslims, field.see("unit").spot, field.see("unit").arm())
}

#[test]
#[covers("7.2", "R11", "R74", "table.susceptibility")]
fn at_rest_every_type_counts_three_times_every_ground() {
    let types = ["muslim bedouin", "converted persian mercenary", "muslim levy"];
    let row = |at: &'static str, land: Land| types.map(|what| at_rest(Drill::new().land(at, land), what, at));
    for hex in ["0704", "1305"] {
        assert_eq!(row(hex, Land::Fertile), [3, 3, 6], "{hex}");
        assert_eq!(row(hex, Land::Rough), [6, 6, 12], "{hex}");
        assert_eq!(row(hex, Land::Desert), [0, 12, 24], "{hex}");
        if hex == "1305" {
            for land in Land::ALL {
                assert_eq!(at_rest(Drill::new().land(hex, land), "muslim naval", hex), 3);
            }
        }
    }
    assert_eq!(at_rest(Drill::new(), "muslim naval", "1505"), 6);
}

#[test]
#[covers("7.2", "R74", "R36", "R64")]
fn the_value_of_a_city_or_base_is_taken_off_whoever_owns_it() {
    let levy = |drill: Drill, at| at_rest(drill, "muslim levy", at);
    assert_eq!(levy(Drill::new(), "Medina"), 24 - 1);
    assert_eq!(levy(Drill::new(), "Ctesiphon"), 6 - 3);
    assert_eq!(levy(Drill::new(), "Damascus"), 6 - 2);
    assert_eq!([0, 1, 2, 3].map(|level| levy(Drill::new().base(level), "0505")), [6, 5, 4, 3]);
    assert_eq!(at_rest(Drill::new(), "muslim naval", "Tyre"), 3 - 1);
    assert_eq!(at_rest(Drill::new(), "muslim bedouin", "Medina"), 0, "never less than nothing");
}

#[test]
#[covers("R72", "R74")]
fn a_total_of_nothing_takes_no_die() {
    let mut field = Drill::new()
        .place("tribe", "muslim bedouin", "0303")
        .place("governor", "muslim bedouin", "Ctesiphon")
        .place("dhow", "muslim naval", "Constantinople")
        .begin(Step::Move(Party::Muslims));
    field.done();
    assert!(matches!(field.step, Step::Unrest(_)), "{:?}", field.step);
    assert!(field.events.iter().all(|event| event.rule != "7.2"));
}

#[test]
#[covers("7.2", "R68", "R74")]
fn a_mixed_stack_at_rest_is_one_group_by_its_worst_type() {
    let mut field = idle(
        Drill::new()
            .place("tribe", "muslim bedouin", "0303")
            .place("hired", "converted persian mercenary", "0303")
            .place("town", "muslim levy", "0303"),
        Party::Muslims,
    );
    assert_eq!((field.attrition.points, field.judged().count()), (24, 3));
    field.roll(4);
    assert_eq!(field.attrition.losses, 2);
    field.lose("tribe").lose("hired");
    let places = ["tribe", "hired", "town"].map(|name| field.at(name));
    assert_eq!(places, ["pool", "pool", "0303"]);
    assert!(field.see("hired").has(Unit::CONVERTED), "a convert goes back to the Muslim pool");
}

#[test]
#[covers("7.2", "R74")]
fn those_who_marched_in_are_not_judged_again_with_those_who_sat_there() {
    let mut field = Drill::new()
        .place("sitter", "muslim levy", "0704")
        .place("marcher", "muslim levy", "0703")
        .begin(Step::Move(Party::Muslims));
    field.take_up("marcher").step("S").halt().roll(1).done();
    let judged: Vec<_> = field.judged().collect();
    assert_eq!((judged, field.attrition.points), (vec![field.id("sitter")], 6));
    field.roll(6);
    assert_eq!((field.at("sitter"), field.at("marcher")), ("pool".into(), "0704".into()));
}

#[test]
#[covers("7.2", "R73", "7.4")]
fn the_worn_go_to_the_pool_of_their_player_ships_and_bedouin_too() {
    for (what, at) in [("muslim bedouin", "0804"), ("muslim naval", "1505"), ("muslim levy", "0303")] {
        let mut field = idle(Drill::new().place("unit", what, at), Party::Muslims);
        field.roll(6);
        assert_eq!(field.at("unit"), "pool", "{what}");
    }
    for (state, what, at) in
        [(State::Byzantine, "byzantine naval", "1505"), (State::Goth, "goth levy", "1906")]
    {
        let drill = Drill::new().place("unit", what, at).note(move |p| p.books.recruited.add(state));
        let mut field = idle(drill, Party::Empires);
        field.roll(6);
        assert_eq!(field.at("unit"), "pool", "{what} is not to be converted");
    }
}

#[test]
#[covers("7.3", "R76")]
fn in_a_city_any_other_unit_of_the_state_lets_one_go_but_never_the_last() {
    let romans = |drill: Drill| idle(drill.recruited(&[State::Byzantine]), Party::Empires);
    // One levy alone: nobody can be lost and nothing is rolled.
    let alone = romans(Drill::new().place("levy", "byzantine levy", "Homs"));
    assert_eq!((alone.at("levy"), alone.attrition.points), ("1008".into(), 0));
    // With a ship beside it the levy may go, and then the ship is the last.
    let mut port =
        romans(Drill::new().place("levy", "byzantine levy", "Tyre").place("ship", "byzantine naval", "Tyre"));
    assert_eq!(port.attrition.points, 5);
    port.roll(6);
    assert_eq!((port.at("levy"), port.at("ship")), ("pool".into(), "1308".into()));
    assert_eq!(port.attrition.points, 0);
    // Three levies: a six would take two, and does.
    let mut crowd = romans(Drill::new().place_all(3, "levies", "byzantine levy", "Homs"));
    crowd.roll(6);
    assert_eq!(crowd.how_many("levies", "Homs"), 1);
}

#[test]
#[covers("7.3", "R76")]
fn a_unit_that_marched_into_a_city_keeps_it_for_those_who_sat_there_and_has_no_protection() {
    let march = || {
        let mut field = Drill::new()
            .place("sitter", "byzantine levy", "Homs")
            .place("marcher", "byzantine levy", "1007")
            .recruited(&[State::Byzantine])
            .begin(Step::Move(Party::Empires));
        field.take_up("marcher").step("S").halt();
        field
    };
    let mut arrives = march();
    arrives.roll(1).done();
    assert_eq!(arrives.judged().collect::<Vec<_>>(), [arrives.id("sitter")]);
    arrives.roll(6);
    assert_eq!((arrives.at("sitter"), arrives.at("marcher")), ("pool".into(), "1008".into()));
    let mut falls = march();
    falls.roll(6);
    assert_eq!(falls.at("marcher"), "pool");
}

#[test]
#[covers("7.3", "R76", "R131")]
fn the_box_is_no_city_and_gives_no_protection() {
    let mut field = idle(
        Drill::new().place("theme", "byzantine levy", "box").recruited(&[State::Byzantine]),
        Party::Empires,
    );
    // As in the hex: three times 2, less the city's 3.
    assert_eq!(field.attrition.points, 3);
    field.roll(6);
    assert_eq!(field.at("theme"), "pool");
    assert!(field.books.box_open);
}

#[test]
#[covers("R8", "R74")]
fn hex_and_box_of_constantinople_are_judged_apart_the_hex_first() {
    let mut field = idle(
        Drill::new()
            .place_all(2, "city", "byzantine levy", "Constantinople")
            .place("walls", "byzantine levy", "box")
            .place("later", "byzantine levy", "1805")
            .recruited(&[State::Byzantine]),
        Party::Empires,
    );
    let mut order = vec![];
    while matches!(field.turn(), Turn::Dice(_)) {
        order.push(field.judged().next().unwrap());
        field.roll(1);
    }
    assert_eq!(order, [field.id("city"), field.id("walls"), field.id("later")]);
}

#[test]
#[covers("7.3", "R76")]
fn each_state_is_spared_or_not_by_its_own_recruiting_and_muslims_never() {
    let field = idle(
        Drill::new()
            .place("goths", "goth levy", "1906")
            .place("turks", "turk levy", "0701")
            .recruited(&[State::Goth]),
        Party::Empires,
    );
    assert_eq!(field.judged().collect::<Vec<_>>(), [field.id("goths")], "the Turks did not recruit");
    let mut governor = idle(Drill::new().place("governor", "muslim levy", "Homs"), Party::Muslims);
    governor.roll(6);
    assert_eq!(governor.at("governor"), "pool", "no protection for Muslims in cities");
}

#[test]
#[covers("7.2", "brief.6", "R73")]
fn only_the_judged_can_be_named() {
    let mut field = idle(
        Drill::new()
            .place("tribe", "muslim bedouin", "0804")
            .place("town", "muslim levy", "0804")
            .place("fleet", "muslim naval", "1505")
            .place("foe", "persian levy", "0804"),
        Party::Muslims,
    );
    field.roll(3);
    assert_eq!(field.attrition.losses, 1);
    for name in ["fleet", "foe"] {
        field.refuses(Order::Lose { unit: field.id(name) }, "7.2");
    }
    field.refuses(Order::Done, "4.2");
    assert!(["tribe", "town"].iter().all(|name| field.offers(Order::Lose { unit: field.id(name) })));
}
