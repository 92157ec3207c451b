//! Any of several identical counters may be named (R6).

use covers::covers;
use engine::Rules;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::State;
use crate::unit::{Party, Unit};

#[test]
#[covers("R6", "6.2")]
fn any_of_several_identical_recruits_may_be_named_and_that_one_comes() {
    let mut field =
        Drill::new().place_all(3, "tribes", "muslim bedouin", "pool").begin(Step::Recruit(Party::Muslims));
    let (ids, at) = (field.ids("tribes"), field.station("Medina"));
    let place = |n: usize| Order::Place { unit: ids[n], at, aid: false };
    let listed = field.orders();
    assert!(listed.contains(&place(0)) && !listed.contains(&place(2)), "the list names the first");
    assert!(field.offers(place(2)), "and any may be named");
    field.play(place(2));
    assert_eq!((field.at("tribes"), field.how_many("tribes", "Medina")), ("pool".into(), 1));
    assert!(field.unit(ids[2]).hex().is_some());
}

#[test]
#[covers("R6", "7.1", "7.2")]
fn the_counters_named_for_a_march_are_those_that_march() {
    let mut field =
        Drill::new().place_all(4, "tribes", "muslim bedouin", "0202").begin(Step::Move(Party::Muslims));
    let ids = field.ids("tribes");
    field.play(Order::Move { unit: ids[3] }).play(Order::Join { unit: ids[0] });
    field.play(Order::Join { unit: ids[2] }).step("NE");
    let in_hand: Vec<bool> = ids.iter().map(|&id| field.unit(id).has(Unit::IN_HAND)).collect();
    assert_eq!(in_hand, [true, false, true, true]);
    field.refuses(Order::Leave { unit: ids[1] }, "7.1");
    field.play(Order::Leave { unit: ids[3] }).play(Order::Drop);
    field.roll_all(1).step("NE").halt();
    assert_eq!(field.unit(ids[3]).hex(), field.hex(field.hex_number("0302")));
}

#[test]
#[covers("R6", "7.2", "7.5", "8.2")]
fn any_of_several_identical_counters_may_be_named_a_loss() {
    let mut field =
        Drill::new().place_all(4, "themes", "byzantine levy", "1305").begin(Step::Stack(Party::Empires, 0));
    let hex = field.hex(field.hex_number("1305")).expect("a hex of the practice ground");
    field.step = Step::Stack(Party::Empires, hex.0);
    let third = field.ids("themes")[2];
    assert!(field.offers(Order::Lose { unit: third }));
    field.play(Order::Lose { unit: third });
    assert_eq!((field.place_of(third), field.at("themes")), ("pool".into(), "1305".into()));
}

#[test]
#[covers("R6", "6.41", "9.2", "10.2")]
fn any_of_several_identical_counters_may_be_paid_for() {
    let ships = Drill::new().place_all(2, "dhows", "muslim naval", "unbuilt").points(State::Muslim, 9);
    let mut ships = ships.begin(Step::Build(Party::Muslims));
    let second = ships.ids("dhows")[1];
    ships.play(Order::Build { unit: second });
    assert_eq!((ships.at("dhows"), ships.place_of(second)), ("unbuilt".into(), "pool".into()));

    let lost = Drill::new().place_all(2, "persians", "persian levy", "conversion").points(State::Muslim, 9);
    let mut lost = lost.begin(Step::Convert);
    let [first, second] = lost.ids("persians")[..] else { panic!("two Persians") };
    lost.play(Order::Convert { unit: second });
    assert_eq!((lost.unit(first).declared, lost.unit(second).declared), (0, 1));
    lost.refuses(Order::Convert { unit: second }, "9.2");

    let revolt = Drill::new().place_all(3, "persians", "rebel converted persian levy", "0405");
    let mut revolt = revolt.points(State::Muslim, 1).begin(Step::BuyOff);
    let [first, second, _] = revolt.ids("persians")[..] else { panic!("three Persians") };
    assert!(revolt.offers(Order::Suppress { unit: second }));
    revolt.play(Order::Suppress { unit: second });
    assert!(revolt.unit(first).has(Unit::REBEL) && !revolt.unit(second).has(Unit::REBEL));
}

#[test]
#[covers("R6", "7.4")]
fn any_of_several_identical_units_may_embark_on_any_of_several_identical_ships() {
    let mut field = Drill::new()
        .place_all(2, "dhows", "muslim naval", "Tyre")
        .place_all(2, "hosts", "muslim bedouin", "Tyre")
        .begin(Step::Move(Party::Muslims));
    let (ships, hosts) = (field.ids("dhows"), field.ids("hosts"));
    field.play(Order::Move { unit: ships[1] }).play(Order::Join { unit: ships[0] });
    let embark = |unit: usize, ship: usize| Order::Embark { unit: hosts[unit], ship: ships[ship] };
    assert!(field.offers(embark(1, 1)) && !field.orders().contains(&embark(1, 1)));
    field.play(embark(1, 1)).play(embark(0, 0));
    assert_eq!((field.unit(hosts[1]).aboard, field.unit(hosts[0]).aboard), (ships[1], ships[0]));
    assert_eq!(field.audit(), Ok(()));
}
