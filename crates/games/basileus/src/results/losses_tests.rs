//! Step losses and who takes them (10.9, ruling R90).

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Terrain, UnitType};

fn lose(field: &Field, name: &str) -> Order {
    Order::Lose { unit: field.id(name) }
}

/// A weak attack on foot of strength 4 in a marsh: a 6 is A2 at 1/2.
fn beaten(attackers: impl FnOnce(Drill) -> Drill, with: &[&str]) -> Field {
    let drill = Drill::new().terrain("0606", Terrain::Marsh).gold("enemy", foot(9), "0606");
    let mut field = attackers(drill).begin(Step::Fighting);
    field.assault("0606", with).roll(6);
    assert_eq!(field.result(), "A2: attackers lose two steps");
    field
}

#[test]
#[covers("10.9")]
fn the_first_loss_turns_a_unit_over_and_the_second_eliminates_it() {
    let mut field = Drill::new()
        .blue("one", foot(3), "0607")
        .blue("two", foot(2), "0605")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["one"]).roll(1);
    assert!(field.is_reduced("enemy") && !field.lost("enemy"));
    assert_eq!(field.strength(field.id("enemy")), 2);
    let mut field = Drill::new()
        .blue("one", foot(3), "0607")
        .gold("enemy", foot(3), "0606")
        .reduced("enemy")
        .begin(Step::Fighting);
    field.assault("0606", &["one"]).roll(1);
    assert!(field.lost("enemy"));
}

#[test]
#[covers("10.9")]
fn units_of_one_step_are_eliminated_by_the_first_loss() {
    let rus = Drill::of("dorostolon-sortie").kind("Mounted Rus");
    assert_eq!(rus.steps, 1);
    let mut field =
        Drill::new().blue("foot", foot(2), "0607").gold("enemy", rus, "0606").begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(1);
    assert!(field.lost("enemy"), "D1");
}

#[test]
#[covers("10.9", "R90")]
fn the_example_of_the_rulebook_leaves_both_ways_open() {
    let beaten = || {
        beaten(
            |d| d.blue("full", foot(2), "0607").blue("weak", foot(2), "0605").reduced("weak"),
            &["full", "weak"],
        )
    };
    // The full unit is reduced and the weak one eliminated.
    let mut field = beaten();
    field.play(lose(&field, "full"));
    assert!(field.offers(lose(&field, "full")) && field.offers(lose(&field, "weak")));
    field.play(lose(&field, "weak"));
    assert!(field.is_reduced("full") && !field.lost("full") && field.lost("weak"));
    // The other order comes to the same, and the second loss needs no word.
    let mut field = beaten();
    field.play(lose(&field, "weak"));
    assert!(field.is_reduced("full") && !field.lost("full") && field.lost("weak"));
    // Or the full unit is eliminated.
    let mut field = beaten();
    field.play(lose(&field, "full"));
    field.play(lose(&field, "full"));
    assert!(field.lost("full") && !field.lost("weak") && field.at("weak") == "0605");
}

#[test]
#[covers("R90", "10.9")]
fn the_player_who_suffers_chooses() {
    let field = beaten(|d| d.blue("one", foot(2), "0607").blue("two", foot(2), "0605"), &["one", "two"]);
    assert_eq!((field.combat.stage, field.turn()), (Stage::Losses, Turn::Order(Side::First)));
    assert_eq!(field.orders().len(), 2, "no way to decline");
    field.refuses(Order::Done, "10.9");
}

#[test]
#[covers("R90")]
fn every_loss_that_can_be_taken_is_taken_and_the_rest_is_lost() {
    // Two units of one step left each: both die, and nobody is asked.
    let field = beaten(
        |d| d.blue("one", foot(2), "0607").reduced("one").blue("two", foot(2), "0605").reduced("two"),
        &["one", "two"],
    );
    assert!(field.lost("one") && field.lost("two"));
    // A single weak unit cannot lose two.
    let field = beaten(|d| d.blue("one", foot(2), "0607").reduced("one"), &["one"]);
    assert!(field.lost("one"));
    assert_eq!(field.combat.stage, Stage::Idle);
    // A single whole one loses both.
    let field = beaten(|d| d.blue("one", foot(2), "0607"), &["one"]);
    assert!(field.lost("one"));
}

#[test]
#[covers("R90", "R36", "R66")]
fn losses_fall_only_on_those_who_fought_hand_to_hand_and_never_on_commanders() {
    let field = beaten(
        |d| {
            d.blue("one", foot(1), "0607")
                .blue("chief", chief(1), "0607")
                .blue("two", horse(1), "0605")
                .blue("bows", bows(1), "0806")
                .blue("aside", foot(1), "0507")
        },
        &["one", "two", "bows"],
    );
    for name in ["chief", "bows", "aside", "enemy"] {
        field.refuses(lose(&field, name), "R90");
    }
    field.refuses(Order::Lose { unit: crate::unit::UnitId(99) }, "R90");
    assert!(field.offers(lose(&field, "one")) && field.offers(lose(&field, "two")));
}

#[test]
#[covers("R90")]
fn spared_firers_take_nothing_even_if_nobody_else_can() {
    let field = beaten(
        |d| d.blue("one", foot(1), "0607").reduced("one").blue("bows", bows(1), "0806"),
        &["one", "bows"],
    );
    assert!(field.lost("one"));
    assert!(!field.is_reduced("bows") && !field.lost("bows"));
}

#[test]
#[covers("10.9")]
fn a_single_loss_is_one_of_theirs_to_choose() {
    let one = UnitType { name: "One step".into(), steps: 1, ..foot(1) };
    let mut field = Drill::new()
        .blue("one", one, "0607")
        .blue("two", foot(2), "0605")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["one", "two"]).roll(6);
    field.play(lose(&field, "one"));
    assert!(field.lost("one") && !field.is_reduced("two"));
}
