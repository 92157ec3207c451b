//! Stacking, tested from the rulebook's cases A–F and rulings R73 to R76.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, number};
use crate::movement::tests::{face, idle_until, in_hand, open, step, take, turn};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Kind;
use crate::unit::{MarkerKind, Unit};

const NAMES: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Counters that stand together at 1009 and have moved, and one more about to step in from 1010.
fn joining(standing: &[Kind], joiner: Kind) -> Field {
    let drill = standing
        .iter()
        .zip(NAMES)
        .fold(open(), |drill, (&kind, name)| drill.blue(name, kind, "1009", "N").flagged(name, Unit::MOVED));
    let mut field = drill.blue("joiner", joiner, "1010", "N").begin(Step::Moving);
    field.take_up("joiner").step("N");
    field
}

/// Whether the joiner may end its move with them.
#[track_caller]
fn may_join(standing: &[Kind], joiner: Kind) -> bool {
    let mut field = joining(standing, joiner);
    let halt = field.offers(Order::Halt);
    if halt {
        field.play(Order::Halt).play(Order::Done);
        assert_eq!(field.player_turn, 2, "and the phase ends with them so");
    } else {
        field.refuses(Order::Halt, "R73");
    }
    halt
}

#[test]
#[covers("stacking", "R73")]
fn three_troops_to_a_hex_and_no_more() {
    for kind in [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC, Kind::HA, Kind::BO, Kind::IB, Kind::SK] {
        assert!(may_join(&[kind; 2], kind), "three {kind:?}");
        assert!(!may_join(&[kind; 3], kind), "four {kind:?}");
    }
}

#[test]
#[covers("stacking.A", "R73", "R1")]
fn leaders_take_no_room() {
    let leaders = [Kind::A, Kind::B, Kind::C, Kind::D, Kind::F];
    for leader in leaders {
        assert!(may_join(&[Kind::AX; 3], leader), "a fourth counter, but a leader");
    }
    assert!(may_join(&leaders, Kind::E), "six leaders");
    assert!(
        may_join(&[Kind::AX, Kind::AX, Kind::A, Kind::B, Kind::F], Kind::AX),
        "a third troop among leaders"
    );
    assert!(!may_join(&[Kind::AX, Kind::AX, Kind::AX, Kind::F], Kind::AX));
}

#[test]
#[covers("stacking.C", "R73")]
fn troops_that_do_not_fire_must_be_of_one_type() {
    let melee = [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC];
    for a in melee {
        for b in melee {
            assert_eq!(may_join(&[a], b), a == b, "{a:?} with {b:?}");
        }
    }
}

#[test]
#[covers("stacking.C", "R73")]
fn a_fire_unit_stacks_with_any_other_type() {
    let fire = [Kind::HA, Kind::BO, Kind::IB, Kind::SK];
    for shot in fire {
        for other in
            [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC, Kind::HA, Kind::BO, Kind::IB, Kind::SK]
        {
            assert!(may_join(&[other], shot), "{shot:?} to {other:?}");
            assert!(may_join(&[shot], other), "{other:?} to {shot:?}");
        }
    }
    assert!(may_join(&[Kind::HA, Kind::SK], Kind::AX), "two fire types and one other");
    assert!(!may_join(&[Kind::MI, Kind::BO], Kind::MS), "a fire unit between them does not unite two types");
    assert!(!may_join(&[Kind::AX, Kind::AX, Kind::BO], Kind::SK), "and fire units count towards the three");
}

#[test]
#[covers("stacking.D", "R73")]
fn one_chariot_to_a_hex() {
    assert!(!may_join(&[Kind::CH], Kind::CH));
    assert!(may_join(&[Kind::A, Kind::F], Kind::CH));
}

#[test]
#[covers("stacking.E", "R73")]
fn nobody_but_leaders_and_the_passenger_beside_a_chariot() {
    for kind in [Kind::MI, Kind::AX, Kind::MC, Kind::BO, Kind::SK, Kind::HA] {
        assert!(!may_join(&[Kind::CH], kind), "{kind:?} to a chariot");
        assert!(!may_join(&[kind], Kind::CH), "a chariot to {kind:?}");
    }
    assert!(may_join(&[Kind::CH], Kind::D));
}

/// A chariot that has moved, with a passenger and a leader aboard, at 1009.
fn loaded(passenger: Kind) -> Drill {
    open()
        .blue("car", Kind::CH, "1009", "N")
        .blue("rider", passenger, "1009", "N")
        .blue("king", Kind::F, "1009", "N")
        .aboard("rider", "car")
        .aboard("king", "car")
        .flagged("car", Unit::MOVED)
        .flagged("rider", Unit::MOVED)
}

#[test]
#[covers("stacking.E", "stacking.C", "R73")]
fn a_loaded_chariot_fills_its_hex() {
    for kind in [Kind::AX, Kind::BO, Kind::CH] {
        let mut field = loaded(Kind::AX).blue("joiner", kind, "1010", "N").begin(Step::Moving);
        field.take_up("joiner").step("N");
        field.refuses(Order::Halt, "R73");
    }
    let mut field = loaded(Kind::AX).blue("joiner", Kind::C, "1010", "N").begin(Step::Moving);
    field.take_up("joiner").step("N").play(Order::Halt).play(Order::Done);
    assert!(field.step == Step::Debark, "the chariot, its passenger and two leaders are a lawful stack");
    field.play(Order::Done);
    assert_eq!(field.player_turn, 2);
}

#[test]
#[covers("stacking.E", "R73")]
fn a_loaded_chariot_may_not_end_its_move_with_troops() {
    let mut field = open()
        .blue("car", Kind::CH, "1010", "N")
        .blue("rider", Kind::AX, "1010", "N")
        .aboard("rider", "car")
        .blue("ax", Kind::AX, "1009", "N")
        .flagged("ax", Unit::MOVED)
        .begin(Step::Moving);
    field.take_up("car").step("N");
    field.refuses(Order::Halt, "R73");
    field.step("N").play(Order::Halt);
    assert_eq!(field.at("rider"), "1008");
}

#[test]
#[covers("stacking.F", "R73")]
fn markers_take_no_room() {
    let mut field = open()
        .blue("1", Kind::AX, "1009", "N")
        .blue("2", Kind::AX, "1009", "N")
        .disrupted("1", MarkerKind::Melee, 2)
        .disrupted("2", MarkerKind::Fire, 2)
        .blue("joiner", Kind::AX, "1010", "N")
        .begin_in(3, Step::Moving);
    field.take_up("joiner").step("N").play(Order::Halt).play(Order::Done);
    assert_eq!(field.player_turn, 4, "three Axemen and two markers");
}

#[test]
#[covers("R74", "R73", "stacking")]
fn stacks_are_tested_at_deployment() {
    let mut field = ["a", "b", "c", "d"]
        .into_iter()
        .fold(Drill::new(), |drill, name| drill.off_map(name, Side::First, Kind::MS))
        .off_map("mi", Side::First, Kind::MI)
        .off_map("sk", Side::First, Kind::SK)
        .off_map("king", Side::First, Kind::A)
        .off_map("car", Side::First, Kind::CH)
        .begin_in(0, Step::Deploy(Side::First));
    let place =
        |field: &Field, name: &str, hex: &str| Order::Place { unit: field.id(name), hex: number(hex) };
    for name in ["a", "b"] {
        field.play(place(&field, name, "1010")).play(face("N"));
    }
    field.refuses(place(&field, "mi", "1010"), "R73");
    field.refuses(place(&field, "car", "1010"), "R73");
    field.play(place(&field, "sk", "1010")).play(face("N"));
    field.refuses(place(&field, "c", "1010"), "R73");
    assert!(field.offers(place(&field, "king", "1010")));
    assert!(field.offers(place(&field, "c", "1011")));
}

#[test]
#[covers("R74")]
fn a_debark_that_leaves_an_unlawful_stack_is_refused() {
    let debark = |field: &Field, hex: &str| Order::Debark { unit: field.id("rider"), hex: number(hex) };
    let field = loaded(Kind::AX)
        .blue("1", Kind::AX, "1008", "N")
        .blue("2", Kind::AX, "1008", "N")
        .blue("3", Kind::MS, "1010", "N")
        .blue("4", Kind::CH, "0909", "N")
        .blue("5", Kind::BO, "1109", "N")
        .begin(Step::Debark);
    assert!(field.offers(debark(&field, "1008")), "a third of the same type");
    field.refuses(debark(&field, "1010"), "R73");
    field.refuses(debark(&field, "0909"), "R73");
    assert!(field.offers(debark(&field, "1109")), "Bowmen take anyone in");
}

#[test]
#[covers("R74", "stacking")]
fn the_other_sides_stacks_are_not_tested() {
    let mut field = NAMES[..4]
        .iter()
        .fold(open(), |drill, &name| drill.gold(name, Kind::AX, "2010", "N"))
        .begin(Step::Moving);
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (2, Step::Moving));
    field.refuses(Order::Done, "stacking");
}

#[test]
#[covers("R74", "stacking")]
fn a_retreat_may_crowd_a_hex_and_nothing_happens_until_the_owner_moves() {
    // Gold Militia with one way to go: into the three Axemen two hexes on, on ground that costs it dear.
    let mut field = open()
        .blue("ax", Kind::AX, "1012", "N")
        .gold("mi", Kind::MI, "1011", "S")
        .gold("1", Kind::AX, "1008", "N")
        .gold("2", Kind::AX, "1008", "N")
        .gold("3", Kind::AX, "1008", "N")
        .blue("w", Kind::MI, "0911", "N")
        .blue("e", Kind::MI, "1111", "N")
        .begin(Step::Array);
    field.assault("1011", &["ax"]).roll(1);
    assert!(field.is_disrupted("mi"), "3 against a half is 6 to 1; a 1 is D");
    while field.combat.stage != Stage::Idle {
        let orders = field.orders();
        // Straight back wherever that is one of the allowed ways.
        let order = if orders.contains(&step("N")) { step("N") } else { orders[0] };
        field.play(order);
    }
    assert_eq!(field.at("mi"), "1008", "three hexes back, into its friends");
    idle_until(&mut field, 2, Step::Moving);
    field.refuses(Order::Done, "stacking");
    for name in ["1", "2", "3"] {
        field.take_up(name).step("N").play(Order::Halt);
    }
    assert_eq!(field.at("3"), "1007");
    assert!(field.offers(Order::Done));
}

#[test]
#[covers("R75")]
fn a_move_may_end_in_a_crowded_hex_while_others_there_can_still_go() {
    let mut field =
        open().blue("here", Kind::MS, "1009", "N").blue("joiner", Kind::AX, "1010", "N").begin(Step::Moving);
    field.take_up("joiner").step("N").play(Order::Halt);
    assert_eq!(field.at("joiner"), "1009", "Axemen and Spearmen share the hex for now");
    field.refuses(Order::Done, "stacking");
    field.take_up("here");
    field.refuses(Order::Halt, "R73");
    field.play(turn("NE"));
    field.refuses(Order::Halt, "R73");
    field.step("NE").play(Order::Halt).play(Order::Done);
    assert_eq!(field.player_turn, 2);
}

#[test]
#[covers("R75")]
fn the_stop_is_refused_if_the_others_have_moved_or_are_disrupted() {
    let ways: [fn(Drill) -> Drill; 2] =
        [|d| d.flagged("here", Unit::MOVED), |d| d.disrupted("here", MarkerKind::Melee, 2)];
    for change in ways {
        let drill = open().blue("here", Kind::MS, "1009", "N").blue("joiner", Kind::AX, "1010", "N");
        let mut field = change(drill).begin_in(3, Step::Moving);
        field.take_up("joiner").step("N");
        field.refuses(Order::Halt, "R73");
        assert!(in_hand(&field, "joiner"));
    }
}

#[test]
#[covers("R75")]
fn the_stop_is_refused_if_the_others_are_shut_in() {
    // 1009 and 1010 are ringed by the enemy, and two Militia at 1010 leave no room there for Spearmen.
    let ring = ["1008", "1109", "1110", "1111", "1011", "0911", "0910", "0909"];
    let drill = |shut: bool| {
        let drill = open()
            .blue("here", Kind::MS, "1009", "N")
            .blue("joiner", Kind::MI, "1010", "N")
            .blue("a", Kind::MI, "1010", "N")
            .blue("b", Kind::MI, "1010", "N");
        let enemies = ring.into_iter().zip(NAMES).skip(usize::from(!shut));
        enemies.fold(drill, |d, (at, name)| d.gold(name, Kind::MI, at, "N")).begin(Step::Moving)
    };
    let mut shut = drill(true);
    shut.take_up("joiner").step("N");
    shut.refuses(Order::Halt, "R73");
    assert!(shut.offers(turn("S")), "it can only go back where it came from");
    shut.play(turn("S"));
    assert_eq!(shut.orders(), [step("S")]);
    let mut gap = drill(false);
    gap.take_up("joiner").step("N");
    assert!(gap.offers(Order::Halt), "the Spearmen can get out by 1008");
}

#[test]
#[covers("R75")]
fn a_leader_may_stop_in_any_crowd_and_cures_none() {
    let mut field = open()
        .blue("here", Kind::MS, "1009", "N")
        .flagged("here", Unit::MOVED)
        .blue("king", Kind::C, "1009", "N")
        .blue("joiner", Kind::AX, "1010", "N")
        .begin(Step::Moving);
    field.take_up("joiner").step("N");
    field.refuses(Order::Halt, "R73");
}

#[test]
#[covers("R75")]
fn a_loaded_chariot_that_can_drive_off_takes_its_passenger_out_of_the_count() {
    let drill = || {
        open()
            .blue("car", Kind::CH, "1009", "N")
            .blue("rider", Kind::SD, "1009", "N")
            .aboard("rider", "car")
            .blue("1", Kind::MS, "1009", "N")
            .blue("2", Kind::MS, "1009", "N")
            .flagged("1", Unit::MOVED)
            .flagged("2", Unit::MOVED)
    };
    let mut field = drill().blue("joiner", Kind::MS, "1010", "N").begin(Step::Moving);
    field.take_up("joiner").step("N");
    assert!(field.offers(Order::Halt), "three Spearmen once the chariot is gone");
    field.play(Order::Halt);
    field.refuses(Order::Done, "stacking");
    field.take_up("car").step("N").play(Order::Halt);
    assert_eq!(field.at("rider"), "1008");
    assert!(field.offers(Order::Done));
    // With a fourth the hex stays unlawful whatever the chariot does.
    let mut field = drill()
        .blue("3", Kind::MS, "1009", "N")
        .flagged("3", Unit::MOVED)
        .blue("joiner", Kind::MS, "1010", "N")
        .begin(Step::Moving);
    field.take_up("joiner").step("N");
    field.refuses(Order::Halt, "R73");
}

#[test]
#[covers("R75", "movement.B")]
fn the_phase_ends_neither_by_order_nor_by_itself_while_a_cure_is_open() {
    let mut field = Drill::new()
        .with(|s| s.leaders = false)
        .gold("foe", Kind::MI, "3828", "N")
        .blue("1", Kind::MI, "1009", "N")
        .blue("2", Kind::MS, "1009", "N")
        .begin(Step::Moving);
    field.refuses(Order::Done, "stacking");
    field.take_up("1").step("N").play(Order::Halt);
    assert_eq!((field.player_turn, field.step), (1, Step::Moving));
    assert!(field.offers(Order::Done) && field.offers(take(&field, "2")));
}

#[test]
#[covers("R76", "R75")]
fn a_crowd_that_disruption_makes_incurable_is_tolerated_until_it_can_be_cured() {
    // Four Axemen, all disrupted in Player-Turn 2, of whom one recovers before blue's second turn.
    let mut field = NAMES[..4]
        .iter()
        .fold(open(), |drill, &name| {
            drill.blue(name, Kind::AX, "1009", "N").disrupted(name, MarkerKind::Melee, 2)
        })
        .begin_in(3, Step::Moving);
    field.play(Order::Done);
    assert_eq!(field.player_turn, 4, "nobody there can move");
    idle_until(&mut field, 5, Step::Moving);
    assert!(!field.is_disrupted("1"));
    field.refuses(Order::Done, "stacking");
    field.take_up("1").step("N").play(Order::Halt).play(Order::Done);
    assert_eq!(field.player_turn, 6);
}

#[test]
#[covers("R76", "R75")]
fn defensive_fire_may_leave_a_crowd_that_nobody_can_disperse() {
    let mut field = open()
        .blue("here", Kind::MS, "1009", "N")
        .blue("joiner", Kind::AX, "1007", "S")
        .gold("a", Kind::BO, "1010", "N")
        .gold("b", Kind::BO, "1010", "N")
        .begin(Step::Moving);
    // The Spearmen could still leave, so the Axemen may be stopped on top of them.
    field.take_up("joiner").step("S").step("S").join("a").join("b").commit().roll(3);
    assert!(field.is_disrupted("here") && field.is_disrupted("joiner"), "2 to 1, a 3 is D");
    assert_eq!((field.at("here"), field.at("joiner")), ("1009".into(), "1009".into()));
    assert!(field.offers(Order::Done), "neither can move, so the hex is tolerated");
    field.play(Order::Done);
    // Both markers go at the end of blue's next Movement Phase; only the one after that can cure the hex.
    idle_until(&mut field, 3, Step::Moving);
    assert!(field.offers(Order::Done));
    idle_until(&mut field, 5, Step::Moving);
    field.refuses(Order::Done, "stacking");
}
