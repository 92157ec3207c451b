//! Aimed fire: who may shoot at what, and with what strength. The line of fire is in `sight_tests`.

use covers::covers;
use engine::Game;
use engine::hex::HexNumber;

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};
use crate::unit::{MarkerKind, Unit};

/// Straight ahead of 2010 for a unit that faces north, at range 1 to 6.
const AHEAD: [&str; 6] = ["2009", "2008", "2007", "2006", "2005", "2004"];

fn join(field: &Field, name: &str) -> Order {
    Order::Join { unit: field.id(name) }
}

fn attack(hex: &str) -> Order {
    Order::Attack { hex: number(hex) }
}

/// Whether a lone unit in 2010 that faces north may shoot at a hex.
fn hits(field: &Field, name: &str, hex: &str) -> bool {
    field.may_fire_at(field.id(name), field.hex(number(hex)).unwrap()).is_ok()
}

/// The strengths of one unit's shot, from 2010 at a target straight ahead: "2 against 2, 1 to 1".
fn shot(kind: Kind, range: usize, from: Terrain, to: Terrain) -> String {
    let target = AHEAD[range - 1];
    let mut field = Drill::new()
        .terrain("2010", from)
        .terrain(target, to)
        .blue("firer", kind, "2010", "N")
        .gold("foe", Kind::SD, target, "N")
        .begin(Step::Aim);
    field.attack(target).join("firer");
    field.odds()
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
    let mut field = field;
    field.attack("2009").join("bows");
    // A second unit may look at the targets the first cannot reach.
    let mut field = Drill::new()
        .blue("near", Kind::BO, "2008", "S")
        .blue("bows", Kind::BO, "2010", "N")
        .blue("back", Kind::BO, "2006", "N")
        .gold("foe", Kind::SD, "2007", "N")
        .begin(Step::Aim);
    field.refuses(attack("2007"), "fire");
    field = Drill::new()
        .blue("near", Kind::BO, "2008", "N")
        .blue("bows", Kind::BO, "2010", "N")
        .blue("back", Kind::BO, "2006", "N")
        .gold("foe", Kind::SD, "2007", "N")
        .begin(Step::Aim);
    field.attack("2007");
    field.refuses(join(&field, "bows"), "fire.C");
    field.refuses(join(&field, "back"), "fire.C");
    assert!(field.offers(join(&field, "near")));
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
#[covers("rec", "fire.C", "fire", "tec.clear")]
fn strength_by_range_is_that_of_the_chart_for_every_type() {
    for (kind, strengths) in
        [(Kind::HA, vec!["1", "½"]), (Kind::BO, vec!["2", "1"]), (Kind::IB, vec!["2", "2", "1", "1"]), (
            Kind::SK,
            vec!["1", "½"],
        )]
    {
        for (i, strength) in strengths.iter().enumerate() {
            let total = shot(kind, i + 1, Terrain::Clear, Terrain::Clear);
            assert!(total.starts_with(&format!("{strength} against 2,")), "{kind:?} at {}: {total}", i + 1);
        }
        let field = Drill::new().blue("firer", kind, "2010", "N").begin(Step::Aim);
        assert!(!hits(&field, "firer", AHEAD[strengths.len()]), "{kind:?}");
    }
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
#[covers("fire.E", "tec", "tec.clear", "tec.village", "tec.woods", "tec.stream", "tec.slope")]
fn the_terrain_of_the_target_alone_protects_it() {
    for (terrain, odds) in [
        (Terrain::Clear, "6 against 2, 3 to 1"),
        (Terrain::Village, "6 against 4, 1 to 1"),
        (Terrain::Woods, "6 against 3, 2 to 1"),
        (Terrain::Stream, "6 against 1, 6 to 1"),
        (Terrain::Slope, "3 against 3, 1 to 1"),
    ] {
        let ground = Drill::new()
            .terrain("2009", terrain)
            .blue("first", Kind::BO, "2010", "N")
            .blue("second", Kind::BO, "2010", "N")
            .blue("third", Kind::IB, "2010", "N");
        let mut lone = ground.clone().gold("foe", Kind::MI, "2009", "S").begin(Step::Aim);
        let mut stack = ground
            .gold("foe", Kind::SD, "2009", "N")
            .gold("others", Kind::SD, "2009", "SE")
            .gold("more", Kind::SD, "2009", "SW")
            .gold("king", Kind::F, "2009", "N")
            .begin(Step::Aim);
        for field in [&mut lone, &mut stack] {
            field.attack("2009").join("first").join("second").join("third");
            assert_eq!(field.odds(), odds, "{terrain:?}");
        }
    }
}

#[test]
#[covers("fire.D", "R43")]
fn all_who_fire_at_a_hex_add_up_whatever_their_type_hex_and_range() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("slingers", Kind::SK, "2010", "NE")
        .blue("horse", Kind::HA, "1910", "NE")
        .blue("riders", Kind::HA, "2211", "NW")
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
    field.attack("1910").join("bows").attack("2110");
    field.refuses(attack("1910"), "R43");
    field.refuses(join(&field, "bows"), "fire.F");
    field.join("others").commit();
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
    for (archers, odds) in [(1, "2 against 1, 2 to 1"), (4, "8 against 1, 8 to 1"), (5, "10 against 1, 8 to 1")] {
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
#[covers("fire.H", "R48", "R49", "tec.slope")]
fn uphill_halves_what_the_range_leaves() {
    for (kind, range, odds) in [
        (Kind::BO, 1, "1 against 3, below 1 to 2"),
        (Kind::BO, 2, "½ against 3, below 1 to 2"),
        (Kind::IB, 2, "1 against 3, below 1 to 2"),
        (Kind::IB, 4, "½ against 3, below 1 to 2"),
        (Kind::HA, 2, "¼ against 3, below 1 to 2"),
        (Kind::SK, 1, "½ against 3, below 1 to 2"),
    ] {
        assert_eq!(shot(kind, range, Terrain::Clear, Terrain::Slope), odds, "{kind:?} at {range}");
        assert_eq!(shot(kind, range, Terrain::Woods, Terrain::Slope), odds, "{kind:?} at {range}, from woods");
    }
    assert_eq!(shot(Kind::BO, 1, Terrain::Slope, Terrain::Slope), "2 against 3, 1 to 2", "slope to slope is level");
    assert_eq!(shot(Kind::BO, 1, Terrain::Slope, Terrain::Clear), "2 against 2, 1 to 1", "downhill is not halved");
}

#[test]
#[covers("fire.H", "R48", "R49", "brief.3", "rec")]
fn downhill_adds_one_hex_of_range_at_the_last_listed_strength() {
    for (kind, beyond, strength) in [(Kind::HA, 3, "½"), (Kind::BO, 3, "1"), (Kind::IB, 5, "1"), (Kind::SK, 3, "½")] {
        let total = shot(kind, beyond, Terrain::Slope, Terrain::Clear);
        assert!(total.starts_with(&format!("{strength} against 2,")), "{kind:?}: {total}");
        let from_the_slope = Drill::new()
            .terrain("2010", Terrain::Slope)
            .terrain(AHEAD[beyond - 1], Terrain::Slope)
            .blue("firer", kind, "2010", "N");
        let field = from_the_slope.begin(Step::Aim);
        assert!(!hits(&field, "firer", AHEAD[beyond - 1]), "{kind:?}: slope to slope is level");
        assert!(!hits(&field, "firer", AHEAD[beyond]), "{kind:?}: one hex and no more");
        let field = Drill::new()
            .terrain(AHEAD[beyond - 1], Terrain::Stream)
            .blue("firer", kind, "2010", "N")
            .begin(Step::Aim);
        assert!(!hits(&field, "firer", AHEAD[beyond - 1]), "{kind:?}: not on the level");
    }
}

#[test]
#[covers("fire.H", "brief.3")]
fn the_hex_gained_downhill_still_lies_in_the_field_of_fire() {
    let field = Drill::new().terrain("2010", Terrain::Slope).blue("bows", Kind::IB, "2010", "N").begin(Step::Aim);
    let (bows, here) = (field.id("bows"), field.hex(number("2010")).unwrap());
    let five_away = |&hex: &engine::hex::Hex| field.battle.distance(here, hex) == 5;
    let grid = &field.sheet().ground.grid;
    assert_eq!(grid.hexes().filter(five_away).filter(|&hex| field.may_fire_at(bows, hex).is_ok()).count(), 11);
}

#[test]
#[covers("fire.H", "R50", "tec.stream")]
fn nobody_fires_from_a_stream_but_everybody_may_fire_into_it() {
    let mut field = Drill::new()
        .terrain("2010", Terrain::Stream)
        .blue("wet", Kind::BO, "2010", "N")
        .blue("dry", Kind::BO, "2110", "NW")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.attack("2009");
    field.refuses(join(&field, "wet"), "fire.H");
    assert!(field.offers(join(&field, "dry")));
    let alone = Drill::new()
        .terrain("2010", Terrain::Stream)
        .blue("wet", Kind::IB, "2010", "N")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    assert!(!alone.offers(attack("2009")));
    assert_eq!(shot(Kind::BO, 1, Terrain::Clear, Terrain::Stream), "2 against 1, 2 to 1");
}

#[test]
#[covers("R50", "fire.H")]
fn nobody_fires_from_the_marsh_of_fan_scenario_1() {
    let mut field = Drill::of("fan-01-first-iran-iraq-war")
        .with(|sheet| sheet.ground.terrain.fill(Terrain::Clear))
        .terrain("2010", Terrain::Marsh)
        .blue("wet", Kind::BO, "2010", "N")
        .blue("dry", Kind::BO, "2110", "NW")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.attack("2009");
    field.refuses(join(&field, "wet"), "fire.H");
    assert!(field.offers(join(&field, "dry")));
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
    assert!(field.check(&Order::Turn { facing: direction("S") }).is_err());
}
