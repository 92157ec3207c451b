//! Who retreats, in what order, whom they pass through and whom they leave behind.

use covers::covers;
use engine::{Rules, Side, Turn};

use super::tests::{apart, attackers, axemen, beaten, ends, lane, retreat_anyhow, step};
use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Kind, Terrain};
use crate::unit::{Marker, MarkerKind, Unit};

fn retreat(field: &Field, name: &str) -> Order {
    Order::Retreat { unit: field.id(name) }
}

#[test]
#[covers("R65", "retreat")]
fn the_owner_chooses_who_retreats_next_and_each_is_finished_before_the_next() {
    let mut field =
        beaten(attackers().gold("foe", Kind::MC, "2010", "S").gold("second", Kind::SK, "2010", "S"));
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    field.refuses(retreat(&field, "a"), "R65");
    assert_eq!(field.orders(), [retreat(&field, "foe"), retreat(&field, "second")]);
    field.play(retreat(&field, "second"));
    assert_eq!(field.combat.piece, field.id("second"));
    field.refuses(retreat(&field, "foe"), "protocol");
    while field.combat.piece == field.id("second") {
        field.step("N");
    }
    assert_eq!(field.at("second"), "2005", "skirmishers have 5 points");
    assert_eq!(field.at("foe"), "2010");
    // The last piece is taken up by itself.
    assert_eq!(field.combat.piece, field.id("foe"));
    while field.combat.stage == Stage::Retreating {
        field.step("N");
    }
    assert_eq!(field.at("foe"), "2001", "cavalry have 9");
}

#[test]
#[covers("R65")]
fn only_those_newly_disrupted_by_this_result_retreat() {
    let mut field = beaten(
        axemen().gold("apart", Kind::AX, "3010", "S").gold("beside", Kind::AX, "1910", "S").disrupted(
            "apart",
            MarkerKind::Fire,
            1,
        ),
    );
    field.refuses(retreat(&field, "apart"), "protocol");
    retreat_anyhow(&mut field);
    assert_eq!((field.at("apart"), field.at("beside")), ("3010".into(), "1910".into()));
}

#[test]
#[covers("R65", "R67")]
fn a_chariot_and_its_passenger_are_one_piece_with_the_chariots_allowance() {
    let drill = attackers()
        .gold("chariot", Kind::CH, "2015", "S")
        .gold("axes", Kind::AX, "2015", "S")
        .aboard("axes", "chariot")
        .blue("x", Kind::AX, "2016", "N")
        .blue("y", Kind::AX, "2016", "N");
    let mut field = drill.clone().begin(Step::Array);
    field.assault("2015", &["x", "y"]).roll(3);
    assert_eq!(field.combat.piece, field.id("chariot"));
    retreat_anyhow(&mut field);
    assert_eq!(field.at("axes"), field.at("chariot"));
    assert_eq!(field.see("axes").aboard, field.id("chariot"));
    assert_eq!(apart(&field, &field.at("chariot"), "2015"), 10);
    assert!(field.is_disrupted("axes") && field.is_disrupted("chariot"));
    // A scenario's chariots retreat as far as they move there.
    let mut field = drill.with(|sheet| sheet.chariot_movement = [10, 6]).begin(Step::Array);
    field.assault("2015", &["x", "y"]).roll(3);
    retreat_anyhow(&mut field);
    assert_eq!(apart(&field, &field.at("chariot"), "2015"), 6);
}

#[test]
#[covers("R65")]
fn a_passenger_is_not_named_apart_from_its_chariot() {
    let mut field = attackers()
        .gold("chariot", Kind::CH, "2010", "S")
        .gold("axes", Kind::AX, "2010", "S")
        .gold("crowd", Kind::SK, "2010", "S")
        .aboard("axes", "chariot")
        .begin(Step::Array);
    field.assault("2010", &["a", "b"]);
    assert_eq!(field.declared(), "6 against 4, 1 to 1");
    field.roll(4);
    field.refuses(retreat(&field, "axes"), "R65");
    assert_eq!(field.orders(), [retreat(&field, "chariot"), retreat(&field, "crowd")]);
}

#[test]
#[covers("R70", "R71", "retreat.through", "brief.1", "disruption.second")]
fn friends_passed_through_are_disrupted_but_not_their_leaders_nor_those_at_the_end() {
    let mut field = beaten(
        axemen()
            .gold("passed", Kind::SD, "2009", "SE")
            .gold("king", Kind::C, "2009", "S")
            .gold("shaken", Kind::SD, "2008", "S")
            .gold("mate", Kind::SK, "2008", "S")
            .gold("beside", Kind::SD, "2108", "S")
            .gold("end", Kind::SD, "2006", "S")
            .disrupted("shaken", MarkerKind::Fire, 1),
    );
    for _ in 0..4 {
        field.step("N");
    }
    assert_eq!(field.at("foe"), "2006");
    for name in ["passed", "mate"] {
        assert_eq!(field.see(name).marker, Marker::new(MarkerKind::Melee, 1), "{name}");
    }
    assert_eq!((field.at("passed"), field.see("passed").facing), ("2009".into(), direction("SE")));
    assert!(!field.lost("shaken"), "no second disruption");
    assert_eq!(field.see("shaken").marker, Marker::new(MarkerKind::Fire, 1), "its marker stays as it was");
    assert!(!field.is_disrupted("king") && field.see("king").kind == Kind::C);
    assert!(!field.is_disrupted("beside") && !field.is_disrupted("end"));
}

#[test]
#[covers("R71", "R39", "melee.N")]
fn militia_on_a_slope_are_not_immune_to_friends_running_through() {
    let field = beaten(lane(axemen().gold("militia", Kind::MI, "2009", "S").terrain("2009", Terrain::Slope)));
    assert_eq!(field.at("foe"), "2007");
    assert_eq!(field.see("militia").marker, Marker::new(MarkerKind::Melee, 1));
    assert_eq!(field.at("militia"), "2009");
}

#[test]
#[covers("R71")]
fn a_way_through_friends_may_be_chosen_even_if_others_are_open() {
    let field = beaten(axemen().gold("friends", Kind::SD, "2009", "S"));
    assert_eq!(field.orders(), [step("N"), step("NE"), step("NW")]);
    assert_eq!(ends(&field).len(), 9);
}

#[test]
#[covers("R70")]
fn stacking_is_ignored_where_a_retreat_ends() {
    let drill = axemen().gold("one", Kind::MS, "2006", "S").gold("two", Kind::MS, "2006", "S").gold(
        "three",
        Kind::MS,
        "2006",
        "S",
    );
    let field = beaten(lane(drill));
    assert_eq!(field.at("foe"), "2006");
    assert!(["one", "two", "three"].iter().all(|name| !field.is_disrupted(name)));
}

#[test]
#[covers("R70")]
fn leaving_the_starting_hex_is_not_passing_through() {
    // Someone who came there by an earlier retreat takes no part in this fight. In play he would carry a
    // marker already; without one it shows that the runaways of his hex give him none.
    let newcomer = axemen().gold("newcomer", Kind::SD, "2010", "S").flagged("newcomer", Unit::RETREATED);
    let mut field = beaten(newcomer);
    retreat_anyhow(&mut field);
    assert_ne!(field.at("foe"), "2010");
    assert_eq!(field.at("newcomer"), "2010");
    assert!(!field.is_disrupted("newcomer"));
}

#[test]
#[covers("R70", "R71")]
fn two_pieces_of_one_stack_do_not_pass_through_each_other_at_the_start() {
    let mut field =
        beaten(attackers().gold("foe", Kind::MC, "2010", "S").gold("second", Kind::SK, "2010", "S"));
    field.play(retreat(&field, "foe"));
    while field.combat.piece == field.id("foe") {
        field.step("N");
    }
    let marker = Marker::new(MarkerKind::Melee, 1);
    assert_eq!((field.see("foe").marker, field.see("second").marker), (marker, marker));
    assert!(!field.lost("second"));
}

#[test]
#[covers("R72", "R65")]
fn leaders_stay_behind_on_foot_when_their_chariot_retreats() {
    let mut field = attackers()
        .gold("chariot", Kind::CH, "2010", "S")
        .gold("axes", Kind::AX, "2010", "S")
        .gold("judge", Kind::B, "2010", "S")
        .aboard("axes", "chariot")
        .aboard("judge", "chariot")
        .begin(Step::Array);
    field.assault("2010", &["a", "b"]).roll(3);
    retreat_anyhow(&mut field);
    assert_ne!(field.at("chariot"), "2010");
    assert_eq!(field.at("axes"), field.at("chariot"));
    let judge = field.see("judge");
    assert_eq!((field.at("judge"), judge.kind, judge.aboard.some()), ("2010".into(), Kind::A, None));
    assert!(!field.is_disrupted("judge"));
}

#[test]
#[covers("R72")]
fn a_leader_beside_beaten_troops_loses_a_grade_and_keeps_his_ground() {
    let mut field =
        beaten(attackers().gold("foe", Kind::MC, "2010", "S").gold("judge", Kind::B, "2010", "NE"));
    retreat_anyhow(&mut field);
    assert_ne!(field.at("foe"), "2010");
    assert_eq!((field.at("judge"), field.see("judge").facing), ("2010".into(), direction("NE")));
}

#[test]
#[covers("R69", "R72", "retreat.impossible")]
fn a_chariot_that_cannot_retreat_is_lost_with_its_passenger_but_not_its_leader() {
    let mut field = Drill::new()
        .blue("a", Kind::AX, "0102", "N")
        .blue("b", Kind::AX, "0201", "NW")
        .gold("chariot", Kind::CH, "0101", "S")
        .gold("axes", Kind::AX, "0101", "S")
        .gold("judge", Kind::B, "0101", "S")
        .aboard("axes", "chariot")
        .aboard("judge", "chariot")
        .begin(Step::Array);
    field.assault("0101", &["a", "b"]).roll(3);
    assert!(field.lost("chariot") && field.lost("axes"));
    assert_eq!((field.at("judge"), field.see("judge").aboard.some()), ("0101".into(), None));
}

#[test]
#[covers("R69", "R65")]
fn one_piece_may_be_lost_for_want_of_a_way_and_the_other_not() {
    // A step over the crest is barred to the chariot alone where the ground is marsh; on foot they pass.
    let mut drill = attackers().gold("foe", Kind::CH, "2010", "S").gold("second", Kind::SK, "2010", "S");
    for hex in ["2009", "2110", "2111", "1910", "1911"] {
        drill = drill.terrain(hex, Terrain::Marsh);
    }
    let mut field = beaten(drill);
    field.play(retreat(&field, "foe"));
    assert!(field.lost("foe"));
    retreat_anyhow(&mut field);
    assert!(!field.lost("second") && field.at("second") != "2010");
}

#[test]
#[covers("R65", "R29")]
fn a_piece_that_retreated_is_left_out_of_attacks_still_to_come() {
    let drill = axemen().gold("target", Kind::MC, "2006", "N").blue("x", Kind::AX, "2005", "S").blue(
        "y",
        Kind::AX,
        "2005",
        "S",
    );
    let mut field = lane(drill).begin(Step::Array);
    field.attack("2010").join("a").join("b").attack("2006").join("x").join("y").commit();
    field.play(Order::Resolve { hex: number("2010") }).roll(3);
    assert_eq!(field.at("foe"), "2006");
    assert_eq!(field.declared(), "6 against 2, 3 to 1", "cavalry alone defend");
    field.roll(2);
    assert_eq!(field.result(), "no effect", "and the beaten give no bonus on the die");
    assert!(field.is_disrupted("foe") && !field.is_disrupted("target"));
}
