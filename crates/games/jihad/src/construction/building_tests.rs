//! Construction.

use covers::covers;
use engine::Rules;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::State;
use crate::unit::{Party, Unit};

fn muslims(drill: Drill) -> Field {
    drill.begin(Step::Build(Party::Muslims))
}

fn build(field: &Field, name: &str) -> Order {
    Order::Build { unit: field.id(name) }
}

fn fortify(field: &Field, name: &str) -> Order {
    Order::Fortify { unit: field.id(name) }
}

#[test]
#[covers("6.41", "R60", "table.recruitment")]
fn a_ship_of_any_nation_costs_eight_from_the_track_of_whoever_controls_it() {
    for (what, party, payer) in [
        ("muslim naval", Party::Muslims, State::Muslim),
        ("converted byzantine naval", Party::Muslims, State::Muslim),
        ("converted persian naval", Party::Muslims, State::Muslim),
        ("byzantine naval", Party::Empires, State::Byzantine),
        ("persian naval", Party::Empires, State::Persian),
    ] {
        let with = |points: u16| {
            let drill = Drill::new().place("ship", what, "unbuilt").points(State::Muslim, 30);
            let drill = drill.points(State::Byzantine, 30).points(State::Persian, 30);
            drill.points(payer, points).begin(Step::Build(party))
        };
        let mut exact = with(8);
        let order = build(&exact, "ship");
        exact.play(order);
        assert_eq!((exact.at("ship").as_str(), exact.track(payer)), ("pool", 0), "{what}");
        let short = with(7);
        let rule = if party == Party::Muslims { "6.4" } else { "6.41" };
        short.refuses(build(&short, "ship"), rule);
    }
}

#[test]
#[covers("6.41", "R60")]
fn any_number_may_be_built_and_no_state_needs_to_be_eligible() {
    let mut field = Drill::new()
        .place_all(3, "dromons", "byzantine naval", "unbuilt")
        .place("theme", "byzantine levy", "Homs")
        .points(State::Byzantine, 24)
        .begin(Step::Build(Party::Empires));
    assert!(field.books.eligible.is_empty());
    for unit in field.ids("dromons") {
        field.play(Order::Build { unit });
    }
    assert_eq!((field.how_many("dromons", "pool"), field.track(State::Byzantine)), (3, 0));
    assert!(field.books.recruited.is_empty(), "construction is not recruitment");
}

#[test]
#[covers("6.41", "R21", "R60", "4.2")]
fn a_ship_just_built_waits_for_the_next_turns_recruitment() {
    let mut field = muslims(
        Drill::new()
            .place("dhow", "muslim naval", "unbuilt")
            .place("spare", "muslim naval", "unbuilt")
            .place("port", "muslim bedouin", "Tyre")
            .points(State::Muslim, 30),
    );
    let order = build(&field, "dhow");
    field.play(order);
    let launch = Order::Place { unit: field.id("dhow"), at: field.station("Tyre"), aid: false };
    field.refuses(launch, "4.2");
    field.step = Step::Recruit(Party::Muslims);
    assert_eq!(field.check(&launch), Ok(()));
}

#[test]
#[covers("6.41", "R60", "R9")]
fn only_ones_own_unbuilt_ships_are_built() {
    let field = muslims(
        Drill::new()
            .place("theirs", "byzantine naval", "unbuilt")
            .place("afloat", "muslim naval", "1305")
            .place("beaten", "byzantine naval", "conversion")
            .place("tribe", "muslim bedouin", "pool")
            .points(State::Muslim, 30)
            .points(State::Byzantine, 30),
    );
    field.refuses(build(&field, "theirs"), "4.2");
    field.refuses(build(&field, "beaten"), "4.2");
    field.refuses(build(&field, "afloat"), "6.41");
    field.refuses(build(&field, "tribe"), "6.41");
}

#[test]
#[covers("6.42", "R62")]
fn a_base_takes_three_turns_of_four_points_and_any_muslim_builder() {
    let mut field = muslims(
        Drill::new()
            .place("tribe", "muslim bedouin", "0505")
            .place("town", "muslim levy", "0505")
            .points(State::Muslim, 12),
    );
    for (level, builder) in [(1, "tribe"), (2, "town"), (3, "tribe")] {
        let order = fortify(&field, builder);
        field.books.raised = 0;
        assert!(field.offers(order));
        field.play(order);
        assert_eq!((field.books.bases[0], field.track(State::Muslim)), (level, 12 - 4 * level as u16));
        field.step = Step::Build(Party::Muslims);
    }
    field.books.raised = 0;
    field.books.tracks[0] = 20;
    field.refuses(fortify(&field, "tribe"), "6.42");
}

#[test]
#[covers("6.42", "R9", "table.recruitment")]
fn three_points_do_not_pay_for_a_base() {
    let field = muslims(Drill::new().place("tribe", "muslim bedouin", "0505").points(State::Muslim, 3));
    let why = field.refuses(fortify(&field, "tribe"), "6.4");
    assert!(why.contains("costs 4"), "{why}");
}

#[test]
#[covers("6.42", "R62")]
fn several_sites_may_be_raised_in_one_turn_once_each() {
    let mut field = muslims(
        Drill::of("full")
            .place("egypt", "muslim bedouin", "Fustat")
            .place("africa", "muslim levy", "Kairouan")
            .place("second", "muslim bedouin", "Kairouan")
            .points(State::Muslim, 30),
    );
    assert_eq!(field.sheet.ground.sites.len(), 4);
    for builder in ["egypt", "africa"] {
        let order = fortify(&field, builder);
        field.play(order);
    }
    assert_eq!((field.books.bases.iter().sum::<u8>(), field.track(State::Muslim)), (2, 22));
    field.refuses(fortify(&field, "second"), "6.42");
}

#[test]
#[covers("6.42", "R61", "R9")]
fn neither_the_empires_nor_a_unit_of_theirs_builds_a_base() {
    let empires = Drill::new()
        .place("watch", "persian levy", "0505")
        .place("hulk", "persian naval", "unbuilt")
        .points(State::Persian, 30)
        .begin(Step::Build(Party::Empires));
    empires.refuses(fortify(&empires, "watch"), "4.2");
    let field = muslims(Drill::new().place("watch", "persian levy", "0505").points(State::Muslim, 30));
    field.refuses(fortify(&field, "watch"), "4.2");
    let field = muslims(Drill::new().place("tribe", "muslim bedouin", "pool").points(State::Muslim, 30));
    field.refuses(fortify(&field, "tribe"), "6.42");
}

#[test]
#[covers("6.42", "R63")]
fn only_the_builder_escapes_the_rebellion_and_wherever_it_goes() {
    let mut field = muslims(
        Drill::new()
            .place("builder", "muslim bedouin", "0505")
            .place("idler", "muslim levy", "0505")
            .points(State::Muslim, 4),
    );
    let order = fortify(&field, "builder");
    // With the points spent there is nothing more to build: movement is next.
    field.play(order);
    assert_eq!(field.step, Step::Move(Party::Muslims));
    field.take_up("builder").step("N").halt().roll(1).done();
    // The levy sits on fertile ground with a base of 1: three times 2 less 1.
    assert_eq!(field.attrition.points, 5);
    field.roll(1);
    assert_eq!(field.step, Step::Unrest(field.id("idler")));
    field.roll(1);
    assert_eq!(field.step, Step::Khalif, "nobody else rolls");
    field.roll(1);
    assert!(!field.see("builder").has(Unit::BUILDER), "for this turn only");
}

#[test]
#[covers("6.42", "R63", "7.2")]
fn a_builder_that_stays_suffers_attrition_like_anybody() {
    let mut field = muslims(Drill::new().place("builder", "muslim levy", "0505").points(State::Muslim, 4));
    let order = fortify(&field, "builder");
    field.play(order).done();
    assert_eq!(field.attrition.points, 5);
    field.roll(6);
    assert_eq!(field.at("builder"), "pool");
}

#[test]
#[covers("R64", "R36", "7.5")]
fn a_bare_site_is_worth_nothing_and_each_level_one_unit_more() {
    let limit = |level: u8| {
        let field = muslims(Drill::new().base(level));
        field.stacking_limit(field.hex(field.hex_number("0505")).unwrap())
    };
    assert_eq!([0, 1, 2, 3].map(limit), [4, 5, 6, 7]);
}
