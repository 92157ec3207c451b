//! Stacking, tested from the rulebook's cases A–F and rulings R73 to R76.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, number};
use crate::movement::tests::{face, idle_until, in_hand, open, step, take, turn};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Kind, Terrain};
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
    // 1009 and 1010 are ringed by the enemy, and two Militia at 1010, which have moved, leave no room there
    // for Spearmen.
    let ring = ["1008", "1109", "1110", "1111", "1011", "0911", "0910", "0909"];
    let drill = |shut: bool| {
        let drill = open()
            .blue("here", Kind::MS, "1009", "N")
            .blue("joiner", Kind::MI, "1010", "N")
            .blue("a", Kind::MI, "1010", "N")
            .blue("b", Kind::MI, "1010", "N")
            .flagged("a", Unit::MOVED)
            .flagged("b", Unit::MOVED);
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

/// 1009 holds Militia of which only "out" can still move, and it only to the marsh in 1008; "spear" stands
/// beyond that, looking the same way.
fn one_way_out() -> Drill {
    let drill = ["1109", "1110", "1010", "0910", "0909"]
        .into_iter()
        .zip(["e1", "e2", "e3", "e4", "e5"])
        .fold(open(), |drill, (at, name)| drill.gold(name, Kind::MI, at, "N"));
    NAMES[..3]
        .iter()
        .fold(drill, |drill, &name| drill.blue(name, Kind::MI, "1009", "N").flagged(name, Unit::MOVED))
        .blue("out", Kind::MI, "1009", "N")
        .blue("spear", Kind::MS, "1007", "S")
        .terrain("1008", Terrain::Marsh)
}

#[test]
#[covers("R75", "stacking.C", "stacking")]
fn a_move_that_closes_the_last_cure_of_an_overfull_hex_is_refused() {
    let mut field = one_way_out().begin(Step::Moving);
    field.refuses(Order::Done, "stacking");
    field.take_up("spear");
    let why = field.refuses(step("S"), "R75");
    assert!(why.contains("1009") && why.contains("last way to mend it"), "{why}");
    assert!(field.offers(step("SE")) && field.offers(step("SW")) && field.offers(turn("N")));
    field.play(Order::Halt);
    field.take_up("out").step("N");
    assert_eq!(field.at("out"), "1008", "the marsh takes all its points");
    field.play(Order::Done);
    assert!(field.stacked_legally(field.hex(number("1009")).unwrap()));
}

#[test]
#[covers("R75")]
fn by_version_1_of_the_rules_a_cure_may_be_closed_and_the_stack_stays() {
    let mut field = one_way_out().under(1).begin(Step::Moving);
    field.refuses(Order::Done, "stacking");
    field.take_up("spear").step("S").play(Order::Done);
    assert_eq!((field.at("spear"), field.step), ("1008".into(), Step::Array));
    assert!(!field.stacked_legally(field.hex(number("1009")).unwrap()));
}

#[test]
#[covers("R75")]
fn a_move_that_leaves_another_cure_open_is_free() {
    // A second way out, by 1010.
    let mut drill = one_way_out();
    drill = drill.blue("rear", Kind::MI, "1011", "S");
    let mut field = drill.without("e3").begin(Step::Moving);
    field.take_up("spear").step("S");
    assert_eq!(field.at("spear"), "1008");
    field.refuses(Order::Done, "stacking");
    // Now 1010 is the last way; Spearmen there would close it.
    field.play(take(&field, "rear"));
    assert!(field.offers(Order::Halt));
}

#[test]
#[covers("R75")]
fn two_crowds_that_share_their_only_room_are_counted_together() {
    // 1008 has room for one more Spearman. The one at 1009 must have it; if Militia stopped on top of the one
    // at 1007, that one would need it too.
    let drill = |crowded: bool| {
        let ring = ["1109", "1110", "1010", "0910", "0909", "1107", "1108", "0908", "0907"];
        let drill = ring
            .into_iter()
            .chain(["1005", "1106", "0906"])
            .zip(["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12"])
            .fold(open(), |drill, (at, name)| drill.gold(name, Kind::MI, at, "N"))
            .terrain("1008", Terrain::Marsh)
            .blue("x", Kind::MS, "1009", "N")
            .blue("y", Kind::MS, "1007", "S")
            .blue("joiner", Kind::MI, "1006", "S")
            .blue("stays", Kind::MI, "1006", "N")
            .flagged("stays", Unit::MOVED);
        let full = ["p", "q"]
            .into_iter()
            .fold(drill, |drill, name| drill.blue(name, Kind::MS, "1008", "N").flagged(name, Unit::MOVED));
        let full =
            if crowded { full.blue("odd", Kind::MI, "1009", "N").flagged("odd", Unit::MOVED) } else { full };
        let mut field = full.begin(Step::Moving);
        field.take_up("joiner").step("S");
        field
    };
    let both = drill(true);
    let why = both.refuses(Order::Halt, "R75");
    assert!(why.contains("1009"), "{why}");
    let mut alone = drill(false);
    assert!(alone.offers(Order::Halt));
    alone.play(Order::Halt);
    // Then the Spearmen at 1009 may not take the room: they are not in need.
    alone.take_up("x");
    assert!(!alone.offers(step("N")));
    alone.play(Order::Halt).take_up("y").step("S").play(Order::Done);
}

#[test]
#[covers("R75")]
fn friends_who_can_make_room_are_part_of_a_cure() {
    // As if shut in, but the Militia at 1010 can change places with the Spearmen at 1009.
    let ring = ["1008", "1109", "1110", "1111", "1011", "0911", "0910", "0909"];
    let drill = open()
        .blue("here", Kind::MS, "1009", "S")
        .blue("joiner", Kind::MI, "1010", "N")
        .blue("a", Kind::MI, "1010", "N")
        .blue("b", Kind::MI, "1010", "N");
    let mut field = ring
        .into_iter()
        .zip(NAMES)
        .fold(drill, |d, (at, name)| d.gold(name, Kind::MI, at, "N"))
        .begin(Step::Moving);
    field.take_up("joiner").step("N").play(Order::Halt);
    field.refuses(Order::Done, "stacking");
    // One Militia more may go over, but none may stop at 1010 any more: the Spearmen need it.
    field.take_up("a");
    field.refuses(Order::Halt, "R75");
    field.step("N").play(Order::Halt);
    field.take_up("here").step("S").play(Order::Halt);
    field.refuses(Order::Done, "stacking");
    field.take_up("b").step("N").play(Order::Halt).play(Order::Done);
    assert_eq!(field.step, Step::Array);
}

#[test]
#[covers("R75", "R76")]
fn of_two_crowds_with_one_room_between_them_the_player_mends_either() {
    // Both were overfull when the phase began, as after retreats.
    let drill = ["1109", "1110", "1010", "0910", "0909", "1107", "1108", "0908", "0907", "1006"]
        .into_iter()
        .zip(["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10"])
        .fold(open(), |drill, (at, name)| drill.gold(name, Kind::MI, at, "N"))
        .terrain("1008", Terrain::Marsh)
        .blue("x", Kind::MS, "1009", "N")
        .blue("y", Kind::MS, "1007", "S");
    let stuck = [
        ("odd", Kind::MI, "1009"),
        ("even", Kind::MI, "1007"),
        ("p", Kind::MS, "1008"),
        ("q", Kind::MS, "1008"),
    ];
    let drill = stuck
        .into_iter()
        .fold(drill, |drill, (name, kind, at)| drill.blue(name, kind, at, "N").flagged(name, Unit::MOVED));
    for (goes, way) in [("x", "N"), ("y", "S")] {
        let mut field = drill.clone().begin(Step::Moving);
        field.refuses(Order::Done, "stacking");
        field.take_up(goes);
        field.refuses(Order::Halt, "R73");
        field.step(way).play(Order::Done);
        assert_eq!(field.step, Step::Array, "the other crowd is past cure");
    }
}
