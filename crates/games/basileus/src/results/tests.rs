//! What a combat result does, to whom, and in what order (10.7, rulings R76 to R79).

use covers::covers;
use engine::event::EventKind;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse, wagon};
use crate::order::Order;
use crate::position::{Gait, Stage, Step};
use crate::sheet::{Terrain, UnitType};

/// A far-off pair that keeps the phase open, and foot of two strengths at each other.
fn clash(attack: u8, defence: u8) -> Field {
    let mut field = Drill::new()
        .blue("far", foot(2), "0203")
        .gold("idle", foot(2), "0202")
        .blue("foot", foot(attack), "0607")
        .gold("enemy", foot(defence), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]);
    field
}

/// Closes these hexes.
fn walls(drill: Drill, hexes: &[&str]) -> Drill {
    hexes.iter().fold(drill, |d, hex| d.terrain(hex, Terrain::Mountain))
}

#[test]
#[covers("10.7")]
fn results_with_d_fall_on_the_defender() {
    let after = |attack, defence, face| {
        let mut field = clash(attack, defence);
        field.roll(face);
        assert!(!field.is_reduced("foot") && field.at("foot") == "0607");
        field
    };
    let retreats = after(3, 3, 3);
    assert_eq!(
        (retreats.combat.stage, retreats.combat.piece),
        (Stage::Retreating, retreats.id("enemy")),
        "DR"
    );
    assert!(!retreats.is_reduced("enemy"));
    let tests = after(3, 3, 2);
    assert_eq!((tests.combat.stage, tests.next_to_test()), (Stage::Tests, Some(tests.id("enemy"))), "DT");
    let reduced = after(3, 3, 1);
    assert!(reduced.is_reduced("enemy") && reduced.combat.stage == Stage::Idle, "D1");
    let both = after(4, 2, 1);
    assert!(both.is_reduced("enemy") && both.combat.stage == Stage::Retreating, "D1R");
    let dead = after(6, 2, 1);
    assert!(dead.lost("enemy"), "D2");
}

#[test]
#[covers("10.7")]
fn results_with_a_fall_on_the_attacker() {
    let after = |attack, defence, face| {
        let mut field = clash(attack, defence);
        field.roll(face);
        assert!(!field.is_reduced("enemy") && field.at("enemy") == "0606");
        field
    };
    let retreats = after(3, 3, 4);
    assert_eq!(
        (retreats.combat.stage, retreats.combat.piece),
        (Stage::Retreating, retreats.id("foot")),
        "AR"
    );
    let tests = after(3, 3, 5);
    assert_eq!((tests.combat.stage, tests.next_to_test()), (Stage::Tests, Some(tests.id("foot"))), "AT");
    let reduced = after(3, 3, 6);
    assert!(reduced.is_reduced("foot") && reduced.combat.stage == Stage::Idle, "A1");
    let both = after(2, 4, 6);
    assert!(both.is_reduced("foot") && both.combat.stage == Stage::Retreating, "A1R");
    let mut marsh = Drill::new()
        .terrain("0606", Terrain::Marsh)
        .blue("foot", foot(2), "0607")
        .gold("enemy", foot(4), "0606")
        .begin(Step::Fighting);
    marsh.assault("0606", &["foot"]).roll(6);
    assert!(marsh.lost("foot"), "A2");
}

#[test]
#[covers("10.7", "10.8")]
fn a_retreat_is_one_hex_and_the_owner_chooses_it() {
    let mut field = clash(3, 3);
    field.roll(3);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    assert_eq!(field.ways(), ["0506", "0605", "0706"]);
    field.step_to("0706");
    assert_eq!(field.at("enemy"), "0706");
    assert_eq!(field.combat.stage, Stage::Advance);
}

#[test]
#[covers("R77", "10.7")]
fn all_the_units_are_those_of_this_combat_not_of_the_army() {
    let field = |face: u8| {
        let mut field = Drill::new()
            .blue("one", foot(2), "0607")
            .blue("two", foot(2), "0605")
            .blue("aside", foot(2), "0507")
            .gold("enemy", foot(4), "0606")
            .gold("mate", foot(4), "0706")
            .begin(Step::Fighting);
        field.assault("0606", &["one", "two"]).roll(face);
        field
    };
    let retreat = field(4);
    for (name, must) in [("one", true), ("two", true), ("aside", false)] {
        assert_eq!(retreat.offers(Order::Retreat { unit: retreat.id(name) }), must, "{name}");
    }
    retreat.refuses(Order::Retreat { unit: retreat.id("aside") }, "10.8");
    let loss = field(6);
    for (name, may) in [("one", true), ("two", true), ("aside", false)] {
        assert_eq!(loss.offers(Order::Lose { unit: loss.id(name) }), may, "{name}");
    }
    let test = field(2);
    assert_eq!(test.combat.wave.iter().collect::<Vec<_>>(), [test.id("enemy")], "its mate does not test");
}

#[test]
#[covers("R78", "10.7")]
fn the_loss_comes_first_and_the_survivor_retreats() {
    let mut field = clash(4, 2);
    field.roll(1).step_to("0605");
    let told: Vec<EventKind> = field.events.iter().map(|e| e.kind).collect();
    let place = |kind| told.iter().position(|k| *k == kind).unwrap();
    assert!(place(EventKind::Marked) < place(EventKind::Retreated));
    // Whoever dies of the loss retreats no more.
    let mut field = Drill::new()
        .blue("foot", foot(4), "0607")
        .gold("enemy", foot(3), "0606")
        .reduced("enemy")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(1);
    assert!(field.lost("enemy"));
    assert_eq!(field.combat.stage, Stage::Advance);
}

#[test]
#[covers("R78")]
fn after_a1r_every_surviving_attacker_retreats_whoever_took_the_loss() {
    let field = || {
        let mut field = Drill::new()
            .blue("whole", foot(1), "0607")
            .blue("weak", foot(1), "0605")
            .reduced("weak")
            .gold("enemy", foot(4), "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["whole", "weak"]).roll(6);
        field
    };
    let mut first = field();
    let (whole, weak) = (first.id("whole"), first.id("weak"));
    first.play(Order::Lose { unit: whole });
    assert!(first.offers(Order::Retreat { unit: whole }) && first.offers(Order::Retreat { unit: weak }));
    let mut second = field();
    second.play(Order::Lose { unit: weak });
    assert!(second.lost("weak"));
    assert_eq!((second.combat.stage, second.combat.piece), (Stage::Retreating, whole), "the only one left");
}

#[test]
#[covers("R79", "10.7")]
fn on_at_every_attacker_tests() {
    let mut field = Drill::new()
        .blue("south", foot(1), "0607")
        .blue("north", foot(1), "0605")
        .blue("east", horse(1), "0706")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["south", "north", "east"]).roll(5);
    assert_eq!(field.combat.wave.len(), 3);
    // One die each: the first to test is reduced, the others hold as well as they can.
    field.roll(6).roll(6).roll(6);
    for name in ["south", "north", "east"] {
        assert!(field.is_reduced(name), "{name}");
    }
}

#[test]
#[covers("R76")]
fn losses_retreats_pushes_tests_and_their_retreats_then_the_advance() {
    // The beaten unit can only push its friend, who fails evenly and retreats in turn.
    let drill = walls(Drill::new(), &["0506", "0507", "0706", "0707"]);
    let mut field = drill
        .blue("far", foot(2), "0203")
        .gold("idle", foot(2), "0202")
        .blue("foot", foot(6), "0607")
        .gold("enemy", foot(3), "0606")
        .gold("friend", foot(3), "0605")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(1);
    assert!(field.is_reduced("enemy"), "a: the loss");
    assert_eq!(field.combat.stage, Stage::Retreating, "b: the retreat");
    field.step_to("0605").step_to("0604");
    assert_eq!(field.combat.stage, Stage::Tests, "c: the test of the friend pushed back");
    assert_eq!((field.at("enemy"), field.at("friend")), ("0605".into(), "0604".into()));
    field.roll(3);
    assert_eq!((field.combat.stage, field.combat.piece), (Stage::Retreating, field.id("friend")), "d");
    field.step_to("0603");
    assert_eq!(field.combat.stage, Stage::Advance, "f: and only now the advance");
    field.done();
    assert_eq!(field.combat.stage, Stage::Idle);
}

#[test]
#[covers("R76")]
fn a_test_that_drives_a_unit_off_may_cause_the_next_wave() {
    let drill = walls(Drill::new(), &["0506", "0507", "0706", "0707"]);
    let mut field = drill
        .blue("foot", foot(3), "0607")
        .gold("enemy", foot(3), "0606")
        .gold("friend", foot(3), "0605")
        .begin(Step::Fighting);
    // DT, and the test comes out equal: it retreats, pushes its friend, and he tests in the next wave.
    field.assault("0606", &["foot"]).roll(2).roll(3).step_to("0605").step_to("0604");
    assert_eq!((field.combat.stage, field.next_to_test()), (Stage::Tests, Some(field.id("friend"))));
    field.roll(1);
    assert_eq!(field.combat.stage, Stage::Advance);
}

#[test]
#[covers("R76", "R92")]
fn all_retreats_of_a_wave_come_before_the_next_tests() {
    let mut field = Drill::new()
        .blue("south", foot(2), "0607")
        .blue("north", foot(2), "0605")
        .gold("enemy", foot(4), "0606")
        .begin(Step::Fighting);
    // AT: both come out equal; nobody moves before both dice are thrown.
    field.assault("0606", &["south", "north"]).roll(5).roll(2);
    assert_eq!(
        (field.combat.stage, field.at("south"), field.at("north")),
        (Stage::Tests, "0607".into(), "0605".into())
    );
    field.roll(2);
    assert_eq!(field.combat.stage, Stage::Retreats);
    assert_eq!(field.combat.routed.len(), 2);
}

#[test]
#[covers("R76", "2.2.2")]
fn the_temper_of_a_unit_shot_at_is_tried_last() {
    let hot = UnitType { name: "Hot horse".into(), lightning: true, ..horse(3) };
    let mut field = Drill::new()
        .option(|choices| choices.impetuosity = true)
        .blue("bows", bows(3), "0608")
        .gold("enemy", hot, "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["bows"]).roll(3);
    assert_eq!(field.combat.stage, Stage::Retreating);
    field.step_to("0605");
    assert_eq!((field.combat.stage, field.mover.gait), (Stage::Idle, Gait::Temper));
    assert!(matches!(field.turn(), Turn::Dice(_)));
}

#[test]
#[covers("R76", "R130")]
fn a_victory_that_comes_at_once_comes_after_the_advance() {
    let drill = Drill::of("beroia");
    let (last, axes) = (drill.kind("Wagons"), drill.kind("Varangians 4"));
    let mut field = drill.blue("axes", axes, "0607").gold("wagon", last, "0606").begin(Step::Fighting);
    field.assault("0606", &["axes"]).roll(1);
    assert!(field.lost("wagon") && field.outcome.is_none());
    let axes = field.id("axes");
    field.play(Order::Advance { unit: axes });
    assert_eq!(field.at("axes"), "0606");
    let outcome = field.outcome.expect("the last wagon is gone");
    assert_eq!((outcome.winner, outcome.grade), (Some(Side::First), "major"));
}

#[test]
#[covers("10.7", "R36")]
fn a_commander_retreats_and_dies_with_his_unit_and_never_tests() {
    let stack = || {
        Drill::new()
            .blue("foot", foot(3), "0607")
            .gold("enemy", foot(2), "0606")
            .gold("chief", chief(1), "0606")
            .gold("wagon", wagon(), "0202")
    };
    let mut field = stack().begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(3).step_to("0605");
    assert_eq!((field.at("enemy"), field.at("chief")), ("0605".into(), "0605".into()));
    let mut field = stack().begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(2);
    assert_eq!(field.combat.wave.iter().collect::<Vec<_>>(), [field.id("enemy")]);
    let mut field = stack().reduced("enemy").begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(1);
    assert!(field.lost("enemy") && field.lost("chief"));
}
