//! Movement L: stopped by fire units (rulings R11, R17 to R20).

use super::*;

/// Gold Bowmen at 1010 facing north, whose front hexes are 0910, 1009 and 1110.
fn before_bowmen() -> Drill {
    open().gold("bo", Kind::BO, "1010", "N")
}

/// Declines defensive fire if it is offered.
fn decline(field: &mut Field) {
    if field.step == Step::Window {
        field.play(Order::Commit);
    }
}

#[test]
#[covers("movement.L", "R17", "R20")]
fn the_three_front_hexes_of_a_fire_unit_stop_a_mover_and_the_other_three_do_not() {
    // The start, the step, and whether the hex entered lies in the Bowmen's front.
    let ways = [
        ("1008", "S", "1009", true),
        ("1209", "SW", "1110", true),
        ("0809", "SE", "0910", true),
        ("1211", "NW", "1111", false),
        ("1012", "N", "1011", false),
        ("0811", "NE", "0911", false),
    ];
    for (from, to, at, stops) in ways {
        let mut field = before_bowmen().blue("mc", Kind::MC, from, to).begin(Step::Moving);
        field.take_up("mc").step(to);
        assert_eq!(field.at("mc"), at);
        decline(&mut field);
        assert_eq!(!in_hand(&field, "mc"), stops, "at {at}");
        if stops {
            field.refuses(take(&field, "mc"), "movement.G");
        } else {
            assert_eq!(points(&field), 8);
        }
    }
}

#[test]
#[covers("movement.L", "R18")]
fn a_stopped_unit_makes_no_further_step_and_no_turn() {
    let mut field = before_bowmen().blue("mc", Kind::MC, "1007", "S").begin(Step::Moving);
    field.take_up("mc").step("S").step("S");
    field.play(Order::Commit);
    assert_eq!((field.at("mc"), field.step), ("1009".into(), Step::Moving));
    field.refuses(turn("N"), "movement.L");
    field.refuses(step("SE"), "movement.L");
    field.refuses(take(&field, "mc"), "movement.G");
    let orders = field.orders();
    assert!(!orders.iter().any(|o| matches!(o, Order::Turn { .. } | Order::Step { .. })), "{orders:?}");
}

#[test]
#[covers("R17")]
fn every_kind_of_fire_unit_stops() {
    for kind in [Kind::HA, Kind::BO, Kind::IB, Kind::SK] {
        let mut field =
            open().gold("shot", kind, "1010", "N").blue("mc", Kind::MC, "1008", "S").begin(Step::Moving);
        field.take_up("mc").step("S");
        decline(&mut field);
        assert!(!in_hand(&field, "mc"), "{kind:?}");
    }
}

#[test]
#[covers("R17")]
fn a_fire_unit_stops_whatever_its_state() {
    type State = (&'static str, fn(Drill) -> Drill);
    let states: [State; 5] = [
        ("disrupted", |d| d.disrupted("bo", MarkerKind::Melee, 2)),
        ("has fired", |d| d.fired("bo", 2)),
        ("in a stream", |d| d.terrain("1010", Terrain::Stream)),
        ("behind a crest", |d| d.crest("1010", "N")),
        ("rides", |d| d.gold("car", Kind::CH, "1010", "N").aboard("bo", "car").fired("bo", 2)),
    ];
    for (state, change) in states {
        let mut field = change(before_bowmen().blue("mc", Kind::MC, "1008", "S")).begin_in(3, Step::Moving);
        field.take_up("mc").step("S");
        assert_eq!(field.step, Step::Moving, "{state}: no shot can be fired");
        assert!(!in_hand(&field, "mc"), "{state}: the mover stops all the same");
        field.refuses(take(&field, "mc"), "movement.G");
    }
}

#[test]
#[covers("R17")]
fn leaders_and_chariots_are_stopped_too() {
    for kind in [Kind::A, Kind::F, Kind::CH] {
        let mut field = before_bowmen().blue("mover", kind, "1008", "S").begin(Step::Moving);
        field.take_up("mover").step("S");
        decline(&mut field);
        assert!(!in_hand(&field, "mover"), "{kind:?}");
    }
}

#[test]
#[covers("R17", "R7")]
fn a_rider_stops_movers_with_the_facing_of_its_chariot() {
    let mut field = open()
        .gold("car", Kind::CH, "1010", "S")
        .gold("bo", Kind::BO, "1010", "N")
        .aboard("bo", "car")
        .blue("mc", Kind::MC, "1008", "S")
        .begin(Step::Moving);
    field.take_up("mc").step("S");
    assert!(in_hand(&field, "mc"), "the chariot looks south");
}

#[test]
#[covers("R20", "movement", "movement.L")]
fn there_is_no_other_zone_of_control() {
    for kind in [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC, Kind::CH, Kind::A, Kind::F] {
        let mut field =
            open().gold("enemy", kind, "1010", "N").blue("mc", Kind::MC, "0909", "SE").begin(Step::Moving);
        field.take_up("mc").step("NE").play(turn("S")).step("S").step("SE").step("S").play(turn("SW"));
        assert_eq!(field.at("mc"), "1111", "past the front and flank of {kind:?}");
        assert_eq!(points(&field), 3);
    }
}

#[test]
#[covers("R19", "movement.L")]
fn a_unit_that_begins_before_a_fire_unit_turns_and_leaves_freely() {
    let mut field = before_bowmen().blue("ax", Kind::AX, "1009", "S").begin(Step::Moving);
    field.take_up("ax").play(turn("N")).step("N");
    assert_eq!((field.at("ax"), points(&field)), ("1008".into(), 2));
    assert!(in_hand(&field, "ax"));
}

#[test]
#[covers("R19", "movement.L")]
fn going_from_front_hex_to_front_hex_of_the_same_unit_stops_again() {
    let mut field = before_bowmen().blue("mc", Kind::MC, "1009", "S").begin(Step::Moving);
    field.take_up("mc").step("SE");
    assert_eq!(field.at("mc"), "1110");
    assert_eq!(field.step, Step::Moving, "it began adjacent, so nobody fires");
    assert!(!in_hand(&field, "mc"), "but it is stopped");
}

#[test]
#[covers("movement.L", "R19")]
fn in_its_next_movement_phase_a_stopped_unit_may_leave_until_it_enters_such_a_hex_again() {
    let mut field = before_bowmen()
        .gold("far", Kind::SK, "1307", "S")
        .blue("mc", Kind::MC, "1008", "S")
        .begin(Step::Moving);
    field.take_up("mc").step("S").play(Order::Commit);
    idle_until(&mut field, 3, Step::Moving);
    field.take_up("mc");
    assert_eq!(points(&field), 9);
    field.play(turn("N")).step("NE");
    assert!(in_hand(&field, "mc"), "1109 lies before nobody");
    // The Skirmishers at 1307 look south on 1207, 1308 and 1407.
    field.step("NE").step("NE");
    assert_eq!(field.at("mc"), "1308");
    decline(&mut field);
    assert!(!in_hand(&field, "mc"));
}

#[test]
#[covers("R11")]
fn a_mover_has_paid_turned_and_taken_the_hex_before_it_is_shot_at() {
    let mut field = before_bowmen()
        .with(|s| s.objectives = vec![hex(s, "1110")])
        .blue("ax", Kind::AX, "1109", "SE")
        .begin(Step::Moving);
    field.take_up("ax").play(turn("S"));
    assert_eq!(field.control[0], None);
    field.step("S");
    assert_eq!(field.step, Step::Window);
    assert_eq!((field.at("ax"), field.see("ax").facing), ("1110".into(), direction("S")));
    assert_eq!(field.control[0], Some(Side::First));
    assert_eq!(field.mover.points, 0, "the stop comes before the shot");
}

#[test]
#[covers("R11")]
fn a_unit_shot_dead_on_entering_has_still_taken_the_hex() {
    let mut field = open()
        .with(|s| s.objectives = vec![hex(s, "1009")])
        .terrain("1009", Terrain::Stream)
        .gold("a", Kind::BO, "1010", "N")
        .gold("b", Kind::BO, "1010", "N")
        .gold("c", Kind::BO, "0910", "NE")
        .gold("d", Kind::BO, "0910", "NE")
        .blue("mc", Kind::MC, "1008", "S")
        .begin(Step::Moving);
    field.take_up("mc").step("S");
    for name in ["a", "b", "c", "d"] {
        field.join(name);
    }
    field.commit().roll(1);
    assert!(field.lost("mc"), "8 to 1 against a stream hex");
    assert_eq!(field.control[0], Some(Side::First));
    assert_eq!(field.step, Step::Moving, "and blue moves on");
    assert!(field.offers(take(&field, "rest")));
}

#[test]
#[covers("R11", "R16")]
fn who_cannot_pay_does_not_arrive_and_draws_no_fire() {
    let mut field = before_bowmen()
        .terrain("1009", Terrain::Woods)
        .with(|s| s.objectives = vec![hex(s, "1009")])
        .blue("mi", Kind::MI, "1006", "S")
        .begin(Step::Moving);
    field.take_up("mi").step("S").step("S");
    field.refuses(step("S"), "movement.A");
    assert_eq!((field.step, field.control[0]), (Step::Moving, None));
}

#[test]
#[covers("movement.L", "chariots.E")]
fn a_step_after_a_forced_stop_is_refused_with_the_rule_that_stopped_the_unit() {
    let mut bows = before_bowmen().blue("mc", Kind::MC, "1008", "S").begin(Step::Moving);
    bows.take_up("mc").step("S");
    assert_eq!(bows.step, Step::Window);
    let why = bows.refuses(step("SE"), "movement.L");
    assert!(why.contains("in front of enemy fire units"), "while defensive fire is decided: {why}");
    bows.play(Order::Commit);
    bows.refuses(step("SE"), "movement.L");
    bows.refuses(Order::Exit, "movement.L");

    let mut stream =
        open().terrain("1009", Terrain::Stream).blue("car", Kind::CH, "1008", "S").begin(Step::Moving);
    stream.take_up("car").step("S");
    let why = stream.refuses(step("S"), "chariots.E");
    assert!(why.contains("Chariot 1 had to stop in the stream"), "{why}");
    // The next unit taken up has nothing to do with that; nor has a unit that stopped of itself.
    stream.take_up("rest").step("N").play(Order::Halt);
    assert_eq!((stream.player_turn, stream.step), (2, Step::Moving));
    stream.refuses(step("S"), "protocol");
}
