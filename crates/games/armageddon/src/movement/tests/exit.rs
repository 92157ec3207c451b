//! Leaving the map (ruling R24).

use super::*;
use crate::sheet::{Claim, Condition, Victory};
use crate::unit::Spot;

/// Blue may leave by these hexes.
fn exits(hexes: &'static [&'static str]) -> Drill {
    open().with(|s| s.exits[0] = hexes.iter().map(|text| hex(s, text)).collect())
}

fn left(field: &Field, name: &str) -> bool {
    field.see(name).spot == Spot::EXITED
}

#[test]
#[covers("R24")]
fn leaving_costs_one_point_through_a_front_hexside_that_leads_off_the_map() {
    let mut field = exits(&["1030"]).blue("mi", Kind::MI, "1028", "S").begin(Step::Moving);
    field.take_up("mi").step("S");
    field.refuses(Order::Exit, "R24");
    field.step("S");
    assert_eq!(points(&field), 1);
    field.refuses(step("S"), "R24");
    assert!(field.offers(Order::Exit));
    field.play(Order::Exit);
    assert!(left(&field, "mi"));
    assert_eq!(field.at("mi"), "");
}

#[test]
#[covers("R24")]
fn without_a_point_left_nobody_leaves() {
    let mut field = exits(&["1030"]).blue("mi", Kind::MI, "1027", "S").begin(Step::Moving);
    field.take_up("mi").step("S").step("S").step("S");
    assert_eq!(field.at("mi"), "1030");
    assert!(!in_hand(&field, "mi") && !left(&field, "mi"));
    field.refuses(take(&field, "mi"), "movement.G");
    idle_until(&mut field, 3, Step::Moving);
    field.take_up("mi").play(Order::Exit);
    assert!(left(&field, "mi"), "in the next phase it can");
}

#[test]
#[covers("R24")]
fn a_unit_that_looks_inland_must_turn_first() {
    let mut field = exits(&["1030"]).blue("mi", Kind::MI, "1030", "N").begin(Step::Moving);
    field.take_up("mi");
    field.refuses(Order::Exit, "R24");
    field.play(turn("S")).play(Order::Exit);
    assert!(left(&field, "mi"));
}

#[test]
#[covers("R24")]
fn only_the_named_side_leaves_and_only_by_the_named_hexes() {
    let mut field = exits(&["1030"]).blue("ax", Kind::AX, "1230", "S").begin(Step::Moving);
    field.take_up("ax");
    field.refuses(Order::Exit, "R24");
    let mut field = exits(&["1030"]).gold("ax", Kind::AX, "1030", "S").begin_in(2, Step::Moving);
    field.take_up("ax");
    field.refuses(Order::Exit, "R24");
    assert!(!field.offers(Order::Exit));
}

#[test]
#[covers("R24", "R18")]
fn a_stopped_unit_does_not_leave() {
    let mut field = exits(&["1030"])
        .blue("mc", Kind::MC, "1029", "S")
        .gold("bo", Kind::BO, "1130", "NW")
        .begin(Step::Moving);
    // 1130 facing north-west looks on 1030.
    field.take_up("mc").step("S");
    assert_eq!(field.step, Step::Moving, "it began adjacent, nobody fires");
    field.refuses(Order::Exit, "movement.L");
    assert!(!left(&field, "mc") && !in_hand(&field, "mc"));
}

#[test]
#[covers("R24")]
fn who_has_left_never_returns_and_is_no_loss() {
    let mut field = exits(&["1030"])
        .with(|s| {
            let when = vec![Condition::Exited(1), Condition::OwnLossesAtMost(0)];
            s.victory = Victory { wins: vec![Claim { side: Side::First, when }], ..Victory::default() };
        })
        .blue("mi", Kind::MI, "1030", "S")
        .begin(Step::Moving);
    assert_eq!(field.judge().winner, None);
    field.take_up("mi").play(Order::Exit);
    assert_eq!(field.judge().winner, Some(Side::First));
    field.refuses(take(&field, "mi"), "movement.G");
    idle_until(&mut field, 3, Step::Moving);
    field.refuses(take(&field, "mi"), "R1");
    assert!(left(&field, "mi") && !field.lost("mi"));
}

#[test]
#[covers("R24")]
fn a_passenger_leaves_with_its_chariot_and_counts_too() {
    let mut field = exits(&["1030"])
        .blue("car", Kind::CH, "1030", "S")
        .blue("ax", Kind::AX, "1030", "S")
        .blue("king", Kind::F, "1030", "S")
        .blue("other", Kind::C, "1030", "S")
        .aboard("ax", "car")
        .aboard("king", "car")
        .begin(Step::Moving);
    field.take_up("car").play(Order::Exit);
    assert!(["car", "ax", "king"].iter().all(|name| left(&field, name)));
    assert_eq!(field.at("other"), "1030", "a leader on foot stays");
    assert!(field.satisfied(Side::First, &Condition::Exited(2)), "chariot and passenger");
    assert!(!field.satisfied(Side::First, &Condition::Exited(3)), "leaders are not counted");
}

#[test]
#[covers("R24", "R75")]
fn a_way_out_through_a_full_edge_hex_counts_even_if_it_takes_a_turn() {
    // Going north-west into 0930 the unit looks on map hexes only; it has to turn before it leaves.
    let drill = || {
        exits(&["0930"])
            .blue("a", Kind::MI, "0930", "N")
            .flagged("a", Unit::MOVED)
            .gold("w", Kind::MI, "0830", "N")
            .gold("x", Kind::MI, "0829", "N")
            .gold("y", Kind::MI, "0929", "N")
            .gold("z", Kind::MI, "1029", "N")
    };
    let mut field = drill().blue("sd", Kind::SD, "1030", "NW").begin(Step::Moving);
    field.take_up("sd").step("NW");
    field.refuses(Order::Halt, "R73");
    field.refuses(Order::Exit, "R24");
    field.play(turn("S")).play(Order::Exit);
    assert!(left(&field, "sd"));
    // With too few points for the turn and the exit the step is refused.
    let mut field = drill().blue("ms", Kind::MS, "1030", "S").begin(Step::Moving);
    field.take_up("ms").play(turn("NW"));
    field.refuses(step("NW"), "R75");
}

#[test]
#[covers("R24", "R105")]
fn half_a_point_does_not_pay_for_leaving() {
    // A road down to the edge: five steps of half a point leave half a point of three.
    let road = |crowd: bool| {
        let rows = ["1025", "1026", "1027", "1028", "1029", "1030"];
        let drill = rows.into_iter().fold(exits(&["1030"]), |drill, at| drill.terrain(at, Terrain::Road));
        let drill = drill.blue("ms", Kind::MS, "1025", "S");
        let drill =
            if crowd { drill.blue("a", Kind::MI, "1030", "S").flagged("a", Unit::MOVED) } else { drill };
        let mut field = drill.begin(Step::Moving);
        field.take_up("ms").step("S").step("S").step("S").step("S");
        assert_eq!(field.mover.points, 2, "one point left");
        field
    };
    let mut open_hex = road(false);
    open_hex.step("S");
    open_hex.refuses(Order::Exit, "protocol");
    assert_eq!(
        (open_hex.at("ms"), left(&open_hex, "ms")),
        ("1030".into(), false),
        "nothing else is left to do"
    );
    let crowded = road(true);
    crowded.refuses(step("S"), "R75");
}
