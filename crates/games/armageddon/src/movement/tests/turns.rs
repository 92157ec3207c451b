//! Facing (rulebook, "Facing" A–C; rulings R6, R7, R12 to R14).

use super::*;
use crate::position::Stage;

#[test]
#[covers("facing", "R6")]
fn a_unit_steps_only_into_its_three_front_hexes() {
    for (i, facing) in COMPASS.into_iter().enumerate() {
        let mut field = open().blue("ax", Kind::AX, "1010", facing).begin(Step::Moving);
        field.take_up("ax");
        for (j, to) in COMPASS.into_iter().enumerate() {
            let front = [i, (i + 1) % 6, (i + 5) % 6].contains(&j);
            assert_eq!(field.offers(step(to)), front, "facing {facing}, to {to}");
            if !front {
                field.refuses(step(to), "facing");
            }
        }
    }
}

#[test]
#[covers("facing", "R13")]
fn after_a_step_a_unit_faces_the_way_it_went_and_pays_nothing_for_it() {
    for to in ["NW", "N", "NE"] {
        let mut field = open().blue("ax", Kind::AX, "1010", "N").begin(Step::Moving);
        field.take_up("ax").step(to);
        assert_eq!(field.see("ax").facing, direction(to));
        assert_eq!(points(&field), 3, "one hex, no turn");
    }
    let mut field = open().blue("ax", Kind::AX, "1010", "N").begin(Step::Moving);
    field.take_up("ax").step("NE");
    assert!(field.offers(step("SE")), "in front now");
    field.refuses(step("NW"), "facing");
}

#[test]
#[covers("facing.A", "R12")]
fn a_turn_costs_one_point_whatever_the_angle_and_each_time() {
    for to in ["NE", "SE", "S", "SW", "NW"] {
        let mut field = open().blue("ax", Kind::AX, "1010", "N").begin(Step::Moving);
        field.take_up("ax").play(turn(to));
        assert_eq!((field.see("ax").facing, points(&field)), (direction(to), 3));
        assert_eq!(field.at("ax"), "1010");
    }
    let mut field = open().blue("mi", Kind::MI, "1010", "N").begin(Step::Moving);
    field.take_up("mi").play(turn("S")).step("S").play(turn("N"));
    assert_eq!(field.at("mi"), "1011");
    assert!(!in_hand(&field, "mi"), "two turns and a step are three points");
}

#[test]
#[covers("facing.A")]
fn a_unit_need_not_turn_where_it_looks_already() {
    let mut field = open().blue("ax", Kind::AX, "1010", "N").begin(Step::Moving);
    field.take_up("ax");
    field.refuses(turn("N"), "facing.A");
}

#[test]
#[covers("facing.A", "movement.A")]
fn without_a_point_there_is_no_turn() {
    let mut field = open().with(|s| s.leaders = true).blue("mi", Kind::MI, "1010", "N").begin(Step::Moving);
    field.take_up("mi");
    assert_eq!(points(&field), 1, "three halved, rounded down");
    assert!(field.offers(turn("S")));
    field.play(turn("S"));
    assert!(!in_hand(&field, "mi"));
    field.refuses(take(&field, "mi"), "movement.G");
}

#[test]
#[covers("R12", "facing.A")]
fn units_turn_only_during_their_own_move() {
    let drill = || {
        open().blue("ax", Kind::AX, "1010", "N").blue("bo", Kind::BO, "1011", "N").gold(
            "ms",
            Kind::MS,
            "1009",
            "S",
        )
    };
    for step in [Step::Aim, Step::Moving, Step::Array] {
        drill().begin(step).refuses(turn("S"), "protocol");
    }
    let field = drill().begin_in(2, Step::Moving);
    field.refuses(turn("S"), "protocol");
}

#[test]
#[covers("R12", "facing.A")]
fn disrupted_units_neither_move_nor_turn() {
    for kind in [MarkerKind::Fire, MarkerKind::Movement, MarkerKind::Melee] {
        let field =
            open().blue("ax", Kind::AX, "1010", "N").disrupted("ax", kind, 2).begin_in(3, Step::Moving);
        field.refuses(take(&field, "ax"), "R64");
        assert!(!field.offers(take(&field, "ax")));
    }
}

#[test]
#[covers("facing.B", "stacking.B")]
fn units_in_one_hex_face_each_its_own_way() {
    let mut field = open()
        .blue("one", Kind::AX, "1010", "N")
        .blue("two", Kind::AX, "1010", "S")
        .blue("king", Kind::D, "1010", "NE")
        .begin(Step::Moving);
    field.take_up("one").play(turn("SW")).play(Order::Halt);
    let facings = ["one", "two", "king"].map(|name| field.see(name).facing);
    assert_eq!(facings, ["SW", "S", "NE"].map(direction));
    field.play(Order::Done);
    assert_eq!(field.player_turn, 2, "such a stack may end the phase");
}

#[test]
#[covers("facing.C", "R6")]
fn no_facing_is_ever_left_for_the_enemy_to_settle() {
    let mut field =
        open().blue("ax", Kind::AX, "1010", "N").gold("ms", Kind::MS, "1009", "S").begin(Step::Moving);
    field.take_up("ax").play(turn("NE")).play(Order::Halt).play(Order::Done);
    assert_eq!((field.player_turn, field.step), (1, Step::Array), "straight on to the melee");
    field.refuses(face("S"), "protocol");
    // A facing between two hexsides cannot even be said.
    for between in ["0.5", "6", "\"N\""] {
        let order = format!(r#"{{"do":"turn","facing":{between}}}"#);
        assert!(serde_json::from_str::<Order>(&order).is_err(), "{order}");
    }
    assert!(serde_json::from_str::<Order>(r#"{"do":"turn","facing":5}"#).is_ok());
}

#[test]
#[covers("R7", "facing.A")]
fn leaders_and_chariots_have_a_facing_and_pay_for_turns() {
    for (kind, left) in [(Kind::B, 5), (Kind::E, 5), (Kind::CH, 9)] {
        let mut field = open().blue("mover", kind, "1010", "N").begin(Step::Moving);
        field.take_up("mover");
        field.refuses(step("S"), "facing");
        field.play(turn("S"));
        assert_eq!(points(&field), left);
        field.step("S");
        assert_eq!(field.at("mover"), "1011");
    }
}

#[test]
#[covers("R7", "facing.B")]
fn whoever_rides_a_chariot_looks_where_it_looks() {
    let mut field = open()
        .blue("car", Kind::CH, "1010", "N")
        .blue("bo", Kind::BO, "1111", "S")
        .blue("king", Kind::C, "1010", "S")
        .blue("afoot", Kind::D, "1010", "SW")
        .begin(Step::Embark);
    let car = field.id("car");
    for name in ["bo", "king"] {
        let unit = field.id(name);
        field.play(Order::Embark { unit, chariot: car });
        assert_eq!(field.see(name).facing, direction("N"), "on boarding");
    }
    field.play(Order::Done).take_up("car").play(turn("SE"));
    assert_eq!(["car", "bo", "king"].map(|n| field.see(n).facing), ["SE"; 3].map(direction));
    field.step("S");
    assert_eq!(["car", "bo", "king"].map(|n| field.see(n).facing), ["S"; 3].map(direction));
    assert_eq!(field.see("afoot").facing, direction("SW"), "a leader on foot in the hex is not turned");
}

#[test]
#[covers("R14")]
fn facing_is_chosen_freely_at_deployment() {
    let mut field = Drill::new().off_map("ax", Side::First, Kind::AX).begin_in(0, Step::Deploy(Side::First));
    let unit = field.id("ax");
    // A corner of the map: even towards the edge.
    field.play(Order::Place { unit, hex: number("0101") });
    assert!(COMPASS.iter().all(|to| field.offers(face(to))));
    field.play(face("NW"));
    assert_eq!(field.see("ax").facing, direction("NW"));
}

#[test]
#[covers("R14")]
fn facing_is_chosen_freely_on_debarking_and_costs_nothing() {
    let mut field = open()
        .blue("car", Kind::CH, "1010", "N")
        .blue("ax", Kind::AX, "1010", "N")
        .aboard("ax", "car")
        .begin(Step::Debark);
    let unit = field.id("ax");
    field.play(Order::Debark { unit, hex: number("1011") });
    assert!(COMPASS.iter().all(|to| field.offers(face(to))));
    field.play(face("SE"));
    assert_eq!((field.at("ax"), field.see("ax").facing), ("1011".into(), direction("SE")));
    assert_eq!(field.see("car").facing, direction("N"));
}

#[test]
#[covers("R14")]
fn melee_disruption_and_retreat_leave_the_facing_alone() {
    let mut field =
        open().blue("ax", Kind::AX, "1012", "N").gold("ms", Kind::MS, "1011", "S").begin(Step::Array);
    // 3 against 3 halved: 2 to 1, a 3 is D.
    field.assault("1011", &["ax"]).roll(3);
    assert!(field.is_disrupted("ms"));
    while matches!(field.combat.stage, Stage::Retreats | Stage::Retreating) {
        let order = field.orders()[0];
        field.play(order);
    }
    assert_ne!(field.at("ms"), "1011");
    assert_eq!(field.see("ms").facing, direction("S"));
    assert_eq!(field.see("ax").facing, direction("N"));
}

#[test]
#[covers("R14")]
fn fire_and_disruption_leave_the_facing_alone() {
    let mut field = open()
        .blue("bo", Kind::BO, "1012", "N")
        .blue("too", Kind::BO, "1012", "N")
        .gold("ms", Kind::MS, "1011", "NW")
        .begin(Step::Aim);
    field.assault("1011", &["bo", "too"]).roll(3);
    assert!(field.is_disrupted("ms"), "2 to 1, a 3 is D");
    assert_eq!(["ms", "bo"].map(|n| field.see(n).facing), ["NW", "N"].map(direction));
}
