//! Aimed fire: who may shoot at what and when. Strengths and ground are in `strength_tests`, the line of
//! fire in `sight_tests`.

use covers::covers;
use engine::hex::HexNumber;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};
use crate::unit::{MarkerKind, Unit};

fn join(field: &Field, name: &str) -> Order {
    Order::Join { unit: field.id(name) }
}

fn attack(hex: &str) -> Order {
    Order::Attack { hex: number(hex) }
}

/// Where the centre of a hex lies, in half sides across and half heights down.
fn centre(hex: HexNumber) -> (i32, i32) {
    let (column, row) = (hex.line() as i32, hex.place() as i32);
    (3 * column, 2 * row + i32::from(column % 2 == 0))
}

/// Whether `to` lies within 60° of the direction from `at` to the hex `ahead`, in exact arithmetic.
fn within_sixty_degrees(at: HexNumber, ahead: HexNumber, to: HexNumber) -> bool {
    let from = |hex| {
        let ((ax, ay), (hx, hy)) = (centre(at), centre(hex));
        (hx - ax, hy - ay)
    };
    // A half side is to a half height as 1 is to √3.
    let dot = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| ax * bx + 3 * ay * by;
    let (face, line) = (from(ahead), from(to));
    let along = dot(face, line);
    along > 0 && 4 * along * along >= dot(face, face) * dot(line, line)
}

#[test]
#[covers("fire", "fire.C", "R44")]
fn the_field_of_fire_is_all_within_sixty_degrees_of_the_facing_up_to_the_range() {
    for (facing, ahead) in
        [("N", "2009"), ("NE", "2110"), ("SE", "2111"), ("S", "2011"), ("SW", "1911"), ("NW", "1910")]
    {
        let field = Drill::new().blue("bows", Kind::IB, "2010", facing).begin(Step::Aim);
        let (bows, here) = (field.id("bows"), number("2010"));
        let mut by_range = [0; 5];
        for hex in field.sheet().ground.grid.hexes() {
            let range = field.battle.distance(field.hex(here).unwrap(), hex);
            let to = field.number(hex);
            let expected = (1..=4).contains(&range) && within_sixty_degrees(here, number(ahead), to);
            assert_eq!(field.may_fire_at(bows, hex).is_ok(), expected, "facing {facing}, {to}");
            by_range[range.min(4) as usize] += usize::from(expected);
        }
        assert_eq!(by_range, [0, 3, 5, 7, 9], "facing {facing}");
    }
}

#[test]
#[covers("fire.C", "R44")]
fn targets_outside_the_field_or_the_range_are_refused() {
    let field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .gold("ahead", Kind::SD, "2009", "N")
        .gold("behind", Kind::SD, "2111", "N")
        .gold("far", Kind::SD, "2007", "N")
        .begin(Step::Aim);
    assert!(field.offers(attack("2009")));
    assert!(!field.offers(attack("2111")) && !field.offers(attack("2007")));
    let mut field = Drill::new()
        .blue("near", Kind::BO, "2008", "N")
        .blue("bows", Kind::BO, "2010", "N")
        .blue("back", Kind::BO, "2006", "N")
        .gold("foe", Kind::SD, "2007", "N")
        .begin(Step::Aim);
    field.attack("2007");
    field.refuses(join(&field, "bows"), "fire.C");
    field.refuses(join(&field, "back"), "fire.C");
    assert!(field.offers(join(&field, "near")));
    let turned =
        Drill::new().blue("bows", Kind::BO, "2008", "S").gold("foe", Kind::SD, "2007", "N").begin(Step::Aim);
    let why = turned.refuses(attack("2007"), "fire.C");
    assert!(why.contains("Bowmen 1 is the nearest") && why.contains("outside the field of fire"), "{why}");
}

#[test]
#[covers("fire.C", "R44")]
fn a_field_of_fire_that_leaves_the_map_holds_nothing_there() {
    let field = Drill::new()
        .blue("bows", Kind::IB, "0101", "NW")
        .blue("others", Kind::IB, "4030", "SE")
        .gold("foe", Kind::SD, "0102", "N")
        .begin(Step::Aim);
    assert_eq!(field.targets_of(field.id("bows")).count(), 0);
    assert_eq!(field.targets_of(field.id("others")).count(), 0);
}

#[test]
#[covers("fire")]
fn only_fire_units_fire() {
    for kind in [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC, Kind::CH, Kind::F] {
        let mut field = Drill::new()
            .blue("bows", Kind::BO, "2108", "S")
            .blue("other", kind, "2010", "N")
            .gold("foe", Kind::SD, "2009", "N")
            .begin(Step::Aim);
        field.attack("2009");
        field.refuses(join(&field, "other"), "fire");
        assert!(field.offers(join(&field, "bows")));
    }
}

#[test]
#[covers("fire.D", "R43")]
fn all_who_fire_at_a_hex_add_up_whatever_their_type_hex_and_range() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("slingers", Kind::SK, "2010", "NE")
        .blue("horse", Kind::HA, "1910", "NE")
        .blue("riders", Kind::HA, "2210", "NW")
        .blue("archers", Kind::IB, "2005", "S")
        .blue("bystander", Kind::SD, "2008", "S")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.attack("2009");
    for name in ["bows", "slingers", "horse", "riders"] {
        field.join(name);
    }
    // The archers behind the swordsmen have no line; everyone else counts 2 + 1 + 1 + ½.
    field.refuses(join(&field, "archers"), "fire.G");
    assert_eq!(field.odds(), "4½ against 2, 2 to 1");
}

#[test]
#[covers("fire.F", "R43")]
fn a_fire_unit_shoots_at_one_hex_and_a_hex_is_shot_at_once() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("others", Kind::BO, "2010", "N")
        .gold("left", Kind::SD, "1910", "N")
        .gold("right", Kind::SD, "2110", "N")
        .begin(Step::Aim);
    field.attack("1910").join("bows").attack("2110").join("others");
    field.refuses(join(&field, "bows"), "fire.F");
    field.refuses(attack("1910"), "R43");
    field.commit();
    // Both are committed now; the firer names the order, and nothing is added or dropped.
    field.refuses(attack("2110"), "protocol");
    field.refuses(Order::Withdraw { hex: number("2110") }, "protocol");
    assert!(field.offers(Order::Resolve { hex: number("1910") }));
    field.play(Order::Resolve { hex: number("2110") });
    assert_eq!(field.declared(), "2 against 2, 1 to 1");
    field.roll(4);
    assert!(field.is_disrupted("right") && !field.is_disrupted("left"));
    // The last one left needs no naming.
    field.roll(4);
    assert!(field.is_disrupted("left"));
}

#[test]
#[covers("fire.F")]
fn a_unit_that_joined_an_attack_may_leave_it_for_another() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .gold("left", Kind::SD, "1910", "N")
        .gold("right", Kind::SD, "2110", "N")
        .begin(Step::Aim);
    field.attack("1910").join("bows").play(Order::Withdraw { hex: number("1910") });
    field.assault("2110", &["bows"]).roll(6);
    assert!(field.is_disrupted("right") && !field.is_disrupted("left"));
}

#[test]
#[covers("R43", "fire")]
fn fire_below_one_to_two_is_refused_at_the_commitment() {
    let ground = Drill::new()
        .blue("slingers", Kind::SK, "2010", "N")
        .blue("others", Kind::SK, "2010", "N")
        .gold("foe", Kind::SD, "2008", "N");
    let mut field = ground.clone().begin(Step::Aim);
    field.attack("2008").join("slingers");
    assert_eq!(field.odds(), "½ against 2, below 1 to 2");
    field.refuses(Order::Commit, "R43");
    field.join("others");
    assert_eq!(field.odds(), "1 against 2, 1 to 2");
    field.commit().roll(5);
    assert!(!field.is_disrupted("foe"));
    let mut field = ground.begin(Step::Aim);
    field.assault("2008", &["slingers", "others"]).roll(6);
    assert!(field.is_disrupted("foe"));
}

#[test]
#[covers("fire")]
fn fire_odds_are_rounded_for_the_defender_and_end_at_eight_to_one() {
    for (archers, odds) in
        [(1, "2 against 1, 2 to 1"), (4, "8 against 1, 8 to 1"), (5, "10 against 1, 8 to 1")]
    {
        let names = ["a", "b", "c", "d", "e"];
        let mut ground = Drill::new().terrain("2009", Terrain::Stream).gold("foe", Kind::SD, "2009", "N");
        for name in &names[..archers] {
            ground = ground.blue(name, Kind::BO, "2010", "N");
        }
        let mut field = ground.begin(Step::Aim);
        field.attack("2009");
        names[..archers].iter().for_each(|name| {
            field.join(name);
        });
        assert_eq!(field.odds(), odds);
    }
    // 4½ against 2 is not 3 to 1, and 3 against 2 is not 2 to 1.
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("slingers", Kind::SK, "2010", "N")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.attack("2009").join("bows").join("slingers");
    assert_eq!(field.odds(), "3 against 2, 1 to 1");
}

#[test]
#[covers("R51")]
fn fire_is_not_aimed_at_leaders_alone() {
    let field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .gold("king", Kind::F, "2009", "S")
        .gold("judge", Kind::A, "2009", "S")
        .gold("queen", Kind::E, "2110", "S")
        .gold("guard", Kind::CH, "2110", "S")
        .begin(Step::Aim);
    field.refuses(attack("2009"), "R51");
    assert!(!field.offers(attack("2009")));
    assert!(field.offers(attack("2110")), "any troop beside them makes a target");
}

#[test]
#[covers("fire.K", "crt.E")]
fn every_troop_in_the_hex_takes_the_result_and_no_leader_does() {
    let ground = Drill::new()
        .blue("a", Kind::BO, "2010", "N")
        .blue("b", Kind::BO, "2010", "N")
        .blue("c", Kind::BO, "2010", "N")
        .blue("d", Kind::BO, "2010", "N")
        .gold("swords", Kind::SD, "2009", "N")
        .gold("more", Kind::SD, "2009", "S")
        .gold("slingers", Kind::SK, "2009", "S")
        .gold("king", Kind::C, "2009", "S")
        .gold("apart", Kind::SD, "2008", "S");
    let mut field = ground.clone().begin(Step::Aim);
    field.assault("2009", &["a", "b", "c", "d"]).roll(1);
    assert_eq!(field.result(), "disrupted");
    for name in ["swords", "more", "slingers"] {
        assert!(field.is_disrupted(name), "{name}");
        assert_eq!(field.at(name), "2009", "fire moves nobody");
    }
    assert!(!field.is_disrupted("king") && !field.is_disrupted("apart"));
    let mut field = ground.begin(Step::Aim);
    field.assault("2009", &["a", "b", "c", "d"]).roll(6);
    assert_eq!(field.result(), "eliminated");
    assert!(field.lost("swords") && field.lost("more") && field.lost("slingers"));
    assert_eq!((field.at("king"), field.see("king").kind), ("2009".into(), Kind::C), "fire costs no grade");
    assert!(!field.lost("apart"));
}

#[test]
#[covers("fire", "brief.3", "disruption", "R64")]
fn disrupted_units_never_fire() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("shaken", Kind::BO, "2010", "N")
        .disrupted("shaken", MarkerKind::Melee, 2)
        .gold("foe", Kind::SD, "2009", "N")
        .begin_in(3, Step::Aim);
    field.attack("2009");
    field.refuses(join(&field, "shaken"), "R64");
    assert!(field.offers(join(&field, "bows")));
}

#[test]
#[covers("R58", "chariots.A", "fire")]
fn a_rider_fires_where_its_chariot_faces_and_gains_nothing_from_it() {
    let mut field = Drill::new()
        .blue("chariot", Kind::CH, "2010", "N")
        .blue("bows", Kind::BO, "2010", "S")
        .aboard("bows", "chariot")
        .flagged("chariot", Unit::CHARGED)
        .gold("ahead", Kind::SD, "2009", "N")
        .gold("behind", Kind::SD, "2011", "N")
        .begin(Step::Aim);
    assert!(!field.offers(attack("2011")));
    field.attack("2009").join("bows");
    assert_eq!(field.odds(), "2 against 2, 1 to 1");
    field.refuses(join(&field, "chariot"), "fire");
}

#[test]
#[covers("fire.A", "R52")]
fn a_unit_that_shot_in_its_fire_phase_may_move_but_not_melee() {
    let mut field = Drill::new()
        .blue("slingers", Kind::SK, "2010", "N")
        .blue("idle", Kind::SK, "2010", "N")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.assault("2009", &["slingers"]).roll(1);
    assert_eq!(field.step, Step::Moving);
    let unit = field.id("slingers");
    assert!(field.offers(Order::Move { unit }));
    field.play(Order::Done).attack("2009");
    field.refuses(join(&field, "slingers"), "fire.A");
    assert!(field.offers(join(&field, "idle")));
}

#[test]
#[covers("fire.B")]
fn a_unit_that_fired_rests_for_one_player_turn_and_fires_again_in_the_next() {
    for (now, free) in [(3, false), (4, false), (5, true)] {
        let field = Drill::new()
            .blue("bows", Kind::BO, "2010", "N")
            .gold("archers", Kind::BO, "2009", "S")
            .fired("bows", 3)
            .fired("archers", 3)
            .begin_in(now, Step::Aim);
        let target = if now % 2 == 1 { "2009" } else { "2010" };
        assert_eq!(field.offers(attack(target)), free, "Player-Turn {now}");
        let name = if now % 2 == 1 { "bows" } else { "archers" };
        assert_eq!(field.ready_to_fire(field.id(name)).is_ok(), free);
    }
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("fresh", Kind::BO, "2010", "N")
        .gold("foe", Kind::SD, "2009", "N")
        .fired("bows", 2)
        .begin_in(3, Step::Aim);
    field.attack("2009");
    field.refuses(join(&field, "bows"), "fire.B");
    assert!(field.offers(join(&field, "fresh")));
}

#[test]
#[covers("fire.B")]
fn a_unit_that_never_fired_is_free_from_the_first_player_turn_on() {
    for now in [1, 2] {
        let field = Drill::new()
            .blue("bows", Kind::BO, "2010", "N")
            .gold("archers", Kind::BO, "2009", "S")
            .begin_in(now, Step::Aim);
        assert!(field.offers(attack(if now == 1 { "2009" } else { "2010" })));
    }
}

#[test]
#[covers("fire", "R43")]
fn firing_is_optional_and_an_empty_commitment_ends_the_phase() {
    let mut field =
        Drill::new().blue("bows", Kind::BO, "2010", "N").gold("foe", Kind::SD, "2009", "N").begin(Step::Aim);
    field.commit();
    assert_eq!(field.step, Step::Moving);
    assert_eq!(field.see("bows").fired, 0);
}
