//! Chains of push-backs, several retreating attackers, and the order of it all (10.8, rulings R76 to R88).

use covers::covers;
use engine::event::EventKind;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Terrain;

fn close(drill: Drill, hexes: &[&str]) -> Drill {
    hexes.iter().fold(drill, |drill, hex| drill.terrain(hex, Terrain::Mountain))
}

/// A in 0606 beaten from 0607, with only 0507 and 0707, both in the zone of the foe, to go to.
fn cornered() -> Drill {
    let drill = Drill::new().blue("foe", foot(4), "0607").gold("A", foot(4), "0606");
    close(drill, &["0506", "0605", "0706"])
}

fn beaten(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["foe"]).roll(3);
    field
}

fn orders_due(field: &Field) -> bool {
    matches!(field.turn(), Turn::Order(_))
}

fn next_to_test(field: &Field) -> String {
    assert!(!orders_due(field));
    field.prompt_words()
}

#[test]
#[covers("10.8", "retreat", "R80", "R83", "R84", "R85", "brief.5")]
fn the_example_of_the_rulebook() {
    // A must push B out of a hex in the foe's zone; B can only go by pushing C, who has a free hex.
    let drill = close(cornered(), &["0407", "0508", "0405", "0307"]);
    let drill = drill.gold("B", foot(3), "0507").gold("C", foot(2), "0406");
    let mut field = beaten(drill);
    assert_eq!(field.ways(), ["0507"]);
    field.step_to("0507");
    assert_eq!(field.ways(), ["0406"]);
    field.step_to("0406");
    assert_eq!(field.ways(), ["0306"]);
    field.step_to("0306");
    assert_eq!(["A", "B", "C"].map(|name| field.at(name)), ["0507", "0406", "0306"]);
    // All have gone before anybody tests: A at one less, B and C as they are.
    assert_eq!(next_to_test(&field), "Foot 2 tests morale 2");
    field.roll(1);
    assert_eq!(next_to_test(&field), "Foot 3 tests morale 3");
    field.roll(2);
    assert_eq!(next_to_test(&field), "Foot 4 tests morale 3");
    field.roll(2);
    assert!(["A", "B", "C"].iter().all(|name| !field.is_reduced(name)));
    assert_eq!(field.combat.stage, Stage::Advance);
}

#[test]
#[covers("R84", "R83")]
fn nobody_is_pushed_into_the_breach_a_chain_has_made() {
    // B's only neighbour besides mountains and the foe is A's own hex.
    let drill = close(cornered(), &["0406", "0407", "0508"]).gold("B", foot(4), "0507");
    assert_eq!(beaten(drill).ways(), ["0707"]);
    // B and C could only change places with each other.
    let drill = close(cornered(), &["0407", "0508", "0405", "0305", "0306", "0307"]);
    let drill = drill.gold("B", foot(4), "0507").gold("C", foot(4), "0406");
    assert_eq!(beaten(drill.clone()).ways(), ["0707"]);
    // One hex more, and the chain is open.
    let field = beaten(drill.terrain("0306", Terrain::Marsh));
    assert_eq!(field.ways(), ["0507"]);
}

#[test]
#[covers("R85", "retreat.3", "retreat.4", "10.8")]
fn a_pushed_unit_pays_for_its_own_destination_too() {
    // B is pushed on into a hex in a zone that C holds: B tests at one less, C plainly.
    let drill = close(cornered(), &["0406", "0407"]).gold("B", foot(3), "0507").gold("C", foot(2), "0508");
    let mut field = beaten(drill);
    field.step_to("0507");
    assert_eq!(field.ways(), ["0508"]);
    field.step_to("0508").step_to("0408");
    assert_eq!(next_to_test(&field), "Foot 2 tests morale 2");
    field.roll(1);
    assert_eq!(next_to_test(&field), "Foot 4 tests morale 3");
    field.roll(1);
    assert_eq!(next_to_test(&field), "Foot 3 tests morale 2");
    // B is pushed into an empty hex in a zone: a step first, then a test on the new side, not at one less.
    let drill = close(cornered(), &["0406", "0407"]).gold("B", foot(4), "0507");
    let mut field = beaten(drill);
    field.step_to("0507");
    assert_eq!(field.ways(), ["0508"]);
    field.step_to("0508");
    assert!(field.is_reduced("B") && !field.is_reduced("A"));
    assert_eq!(next_to_test(&field), "Foot 4 #1 tests morale 3");
    field.roll(1);
    assert_eq!(next_to_test(&field), "Foot 4 #2 tests morale 3");
    field.roll(1);
    // A reduced B dies of it, and whoever pushed takes the hex.
    let drill = close(cornered(), &["0406", "0407"]).gold("B", foot(4), "0507").reduced("B");
    let mut field = beaten(drill);
    field.step_to("0507");
    assert!(field.lost("B"));
    assert_eq!(field.at("A"), "0507");
    assert!(next_to_test(&field).ends_with("tests morale 3"), "A still entered a zone with a friend");
}

#[test]
#[covers("R85", "R91")]
fn a_pushed_unit_owes_one_test_and_only_those_moved_owe_any() {
    let drill = close(cornered(), &["0407", "0508"]).gold("B", foot(3), "0507").gold("near", foot(1), "0405");
    let mut field = beaten(drill);
    field.step_to("0507").step_to("0406");
    let mut tests = 0;
    while !orders_due(&field) {
        field.roll(1);
        tests += 1;
    }
    assert_eq!(tests, 2);
    assert_eq!(field.at("near"), "0405");
}

#[test]
#[covers("R76", "10.7", "brief.5")]
fn losses_then_retreats_then_tests_then_their_retreats_then_theirs_then_the_advance() {
    // D1R on A: 8 against 4 is 2/1. B is pushed, tests equal, retreats, and pushes C, who tests last.
    let drill = close(cornered(), &["0407", "0508", "0405", "0306"]);
    let drill = drill.blue("more", foot(4), "0707").gold("B", foot(3), "0507").gold("C", foot(2), "0307");
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["foe", "more"]).roll(1);
    assert!(field.is_reduced("A"), "the loss comes first");
    assert_eq!((field.combat.stage, field.at("A")), (Stage::Retreating, "0606".into()));
    field.step_to("0507");
    assert_eq!(field.ways(), ["0406"]);
    field.step_to("0406");
    assert_eq!(next_to_test(&field), "Foot 3 tests morale 3");
    field.roll(3);
    assert_eq!((field.combat.stage, field.at("B")), (Stage::Tests, "0406".into()), "A tests before B goes");
    field.roll(1);
    // B in 0406 has A behind it, who stands in a zone, and C, who does not.
    assert_eq!(field.ways(), ["0307"]);
    field.step_to("0307");
    field.step_to("0308");
    assert_eq!(next_to_test(&field), "Foot 2 tests morale 2", "B owes nothing for a free hex");
    field.roll(1);
    assert_eq!(field.combat.stage, Stage::Advance);
    let kinds: Vec<EventKind> = field.events.iter().map(|e| e.kind).collect();
    let first = |kind| kinds.iter().position(|k| *k == kind);
    assert!(first(EventKind::Marked) < first(EventKind::Retreated));
}

#[test]
#[covers("R77", "R79", "10.7")]
fn a_result_falls_on_the_attackers_of_this_combat_and_on_all_of_them() {
    let drill = Drill::new()
        .blue("x", foot(2), "0507")
        .blue("y", foot(2), "0607")
        .blue("idle", foot(4), "0707")
        .gold("t", foot(4), "0606");
    let mut field = drill.clone().begin(Step::Fighting);
    // AT at 1/1.
    field.assault("0606", &["x", "y"]).roll(5);
    assert_eq!(next_to_test(&field), "Foot 2 #1 tests morale 2");
    field.roll(1);
    assert_eq!(next_to_test(&field), "Foot 2 #2 tests morale 2");
    field.roll(6);
    assert!(field.is_reduced("y") && !field.is_reduced("x") && !field.is_reduced("idle"));
    // AR: both go, the bystander stays.
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).roll(4);
    let routed: Vec<Order> = ["x", "y"].map(|name| Order::Retreat { unit: field.id(name) }).into();
    assert_eq!(field.orders(), routed);
    field.refuses(Order::Retreat { unit: field.id("idle") }, "10.8");
    field.refuses(Order::Retreat { unit: field.id("t") }, "10.8");
}

#[test]
#[covers("R77", "R66")]
fn a_firing_attacker_is_spared_the_retreat_unless_the_target_shoots() {
    let fight = |defender| {
        let mut field = Drill::new()
            .blue("x", foot(2), "0607")
            .blue("shot", bows(2), "0608")
            .gold("t", defender, "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["x", "shot"]).suffer("AR");
        field.combat.routed.len() + u32::from(field.combat.stage == Stage::Retreating)
    };
    assert_eq!(fight(foot(4)), 1);
    assert_eq!(fight(bows(4)), 2);
}

#[test]
#[covers("R78", "10.7")]
fn a_loss_comes_before_the_retreat_of_the_survivors() {
    let drill = Drill::new().blue("x", foot(2), "0507").blue("y", foot(2), "0607").gold("t", foot(4), "0606");
    let mut field = drill.reduced("x").begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).suffer("A1R");
    field.refuses(Order::Retreat { unit: field.id("y") }, "protocol");
    field.play(Order::Lose { unit: field.id("x") });
    assert!(field.lost("x"));
    assert_eq!(field.combat.stage, Stage::Retreating, "y alone is left, and goes");
    assert_eq!(field.prompt_words(), "Foot 2 #2 retreats: choose a hex");
}

/// Two attackers of 0606 from 0506 and 0607, who have only 0507 between them to go to.
fn one_hex_for_two() -> Drill {
    let drill = Drill::new().blue("x", foot(2), "0506").blue("y", foot(2), "0607").gold("t", foot(4), "0606");
    close(drill, &["0505", "0405", "0406", "0605", "0608", "0508", "0707", "0708"])
}

#[test]
#[covers("R88", "10.8")]
fn the_owner_orders_the_retreats_and_attackers_go_to_different_hexes() {
    let drill = Drill::new().blue("x", foot(2), "0507").blue("y", foot(2), "0607").gold("t", foot(4), "0606");
    let mut field = drill.clone().begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).roll(4);
    field.play(Order::Retreat { unit: field.id("y") }).step_to("0508");
    // x may not push y out of 0508: two other hexes are free.
    assert_eq!(field.ways(), ["0406", "0407"]);
    // Even the last resort comes before a comrade's hex.
    let drill = close(drill, &["0406", "0407", "0506"]);
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).roll(4);
    field.play(Order::Retreat { unit: field.id("y") }).step_to("0508");
    assert_eq!(field.ways(), ["0607"], "empty now, and in the zone");
    field.step_to("0607");
    assert!(field.is_reduced("x") && !field.is_reduced("y"));
}

#[test]
#[covers("R88", "10.8")]
fn with_nothing_else_open_an_attacker_pushes_the_one_who_went_before() {
    let mut field = one_hex_for_two().begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).roll(4);
    field.play(Order::Retreat { unit: field.id("x") }).step_to("0507");
    assert!(field.is_reduced("x"), "in the zone of the defender");
    assert_eq!(field.ways(), ["0507"]);
    field.step_to("0507").step_to("0407");
    assert_eq!((field.at("x"), field.at("y")), ("0407".into(), "0507".into()));
    assert_eq!(next_to_test(&field), "Foot 2 #1 tests morale 1");
    field.roll(1);
    assert_eq!(next_to_test(&field), "Foot 2 #2 tests morale 1", "into a zone with a friend");
}

#[test]
#[covers("R88")]
fn an_attacker_pushed_before_its_turn_has_retreated() {
    let drill = Drill::new()
        .blue("x", foot(2), "0507")
        .blue("y", foot(2), "0607")
        .blue("z", foot(2), "0707")
        .gold("t", foot(6), "0606");
    let drill = close(drill, &["0506", "0406", "0407", "0508", "0806", "0807"]);
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["x", "y", "z"]).roll(4);
    field.play(Order::Retreat { unit: field.id("x") });
    assert_eq!(field.ways(), ["0607"]);
    field.step_to("0607").step_to("0708");
    // y is done; z may take neither its hex nor that of x, and pays with a step for an empty one.
    assert_eq!(field.prompt_words(), "Foot 2 #3 retreats: choose a hex");
    assert_eq!(field.ways(), ["0706"]);
    field.step_to("0706");
    assert!(field.is_reduced("z"));
    assert_eq!(["x", "y", "z"].map(|name| field.at(name)), ["0607", "0708", "0706"]);
    assert_eq!(next_to_test(&field), "Foot 2 #1 tests morale 1");
}

#[test]
#[covers("R36", "R69", "10.4")]
fn neither_a_lone_commander_nor_baggage_is_pushed_or_tests() {
    let mut field = beaten(cornered().gold("chief", chief(1), "0507").gold("cart", wagon(), "0707"));
    assert_eq!(field.ways(), ["0507", "0707"], "empty hexes in a zone, both");
    field.step_to("0507");
    assert_eq!((field.at("chief"), field.at("cart")), ("0507".into(), "0707".into()));
    assert!(field.is_reduced("A") && orders_due(&field));
}
