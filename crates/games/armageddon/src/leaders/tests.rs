//! Leaders: control of movement, combat bonus, and what melee does to them.

use covers::covers;

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Coming, Kind, Terrain};
use crate::unit::MarkerKind;

/// Movement Points a unit has for its move.
fn points(field: &mut Field, name: &str) -> u8 {
    field.take_up(name);
    let halves = field.mover.points;
    assert_eq!(halves % 2, 0, "half an odd allowance is rounded down to whole points");
    field.play(Order::Halt);
    halves / 2
}

#[test]
#[covers("leaders", "R86", "R87")]
fn without_a_leader_in_reach_the_allowance_is_halved_and_rounded_down() {
    use Kind::*;
    let halves = [(MI, 1), (MS, 1), (AX, 2), (SD, 2), (MC, 4), (HA, 5), (BO, 2), (IB, 2), (SK, 2), (CH, 5)];
    let full = [3, 3, 4, 4, 9, 10, 5, 5, 5, 10];
    for ((kind, half), full) in halves.into_iter().zip(full) {
        let mut field =
            Drill::new().blue("troop", kind, "1010", "N").blue("leader", A, "3010", "N").begin(Step::Moving);
        assert_eq!(points(&mut field, "troop"), half, "{kind:?}");
        let mut field =
            Drill::new().blue("troop", kind, "1010", "N").blue("leader", A, "1010", "S").begin(Step::Moving);
        assert_eq!(points(&mut field, "troop"), full, "{kind:?}");
    }
}

#[test]
#[covers("leaders", "R86", "R2")]
fn every_grade_controls_as_far_as_its_radius() {
    for (leader, radius) in
        [(Kind::A, 1), (Kind::B, 2), (Kind::C, 0), (Kind::D, 1), (Kind::E, 2), (Kind::F, 2)]
    {
        for (distance, hex) in ["1010", "1011", "1012", "1013"].into_iter().enumerate() {
            let mut field = Drill::new()
                .blue("axes", Kind::AX, hex, "S")
                .blue("leader", leader, "1010", "N")
                .begin(Step::Moving);
            let expected = if distance <= radius { 4 } else { 2 };
            assert_eq!(points(&mut field, "axes"), expected, "{leader:?} at {distance}");
        }
    }
}

#[test]
#[covers("R86", "R2")]
fn control_is_plain_distance_whatever_lies_between() {
    let mut field = Drill::new()
        .terrain("1011", Terrain::Woods)
        .crest("1010", "S")
        .gold("enemy", Kind::SD, "1011", "S")
        .blue("axes", Kind::AX, "1012", "S")
        .blue("leader", Kind::F, "1010", "N")
        .begin(Step::Moving);
    assert_eq!(points(&mut field, "axes"), 4);
    // An enemy leader controls nobody but his own.
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "1012", "S")
        .gold("leader", Kind::F, "1010", "N")
        .begin(Step::Moving);
    assert_eq!(points(&mut field, "axes"), 2);
}

#[test]
#[covers("R86")]
fn leaders_always_have_six_points() {
    for leader in [Kind::A, Kind::B, Kind::C, Kind::D, Kind::E, Kind::F] {
        let mut field = Drill::new()
            .blue("leader", leader, "1010", "N")
            .gold("far", Kind::MI, "3010", "N")
            .begin(Step::Moving);
        assert_eq!(points(&mut field, "leader"), 6, "{leader:?}");
    }
}

#[test]
#[covers("leaders.C", "R85")]
fn only_the_start_of_the_phase_counts_and_two_leaders_give_no_more_than_one() {
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "1010", "S")
        .blue("strangers", Kind::AX, "1015", "S")
        .blue("leader", Kind::D, "1010", "S")
        .blue("other leader", Kind::D, "1010", "S")
        .begin(Step::Moving);
    // The leaders ride off first; the Axemen keep their full allowance and leave the radius themselves.
    field.take_up("leader");
    field.steps("S", 5);
    field.play(Order::Halt);
    field.take_up("other leader");
    field.steps("S", 5);
    field.play(Order::Halt);
    assert_eq!((field.at("leader"), field.at("other leader")), ("1015".into(), "1015".into()));
    field.take_up("axes");
    for hex in ["1011", "1012", "1013", "1014"] {
        field.step("S");
        assert_eq!(field.at("axes"), hex);
    }
    // Four points and no more, with two leaders as with one: the move is over.
    assert_eq!(field.mover.unit.some(), None);
    field.refuses(Order::Move { unit: field.id("axes") }, "movement.G");
    // A leader who arrives brings nothing to those who began out of reach.
    assert_eq!(points(&mut field, "strangers"), 2);
}

#[test]
#[covers("R85", "R86", "R78")]
fn control_is_measured_before_embarking_and_the_chariots_place_decides() {
    // The Axemen begin in the leader's hex, the chariot one hex outside his radius of 0.
    let mut field = Drill::new()
        .blue("leader", Kind::C, "1010", "N")
        .blue("axes", Kind::AX, "1010", "N")
        .blue("car", Kind::CH, "1011", "N")
        .begin(Step::Embark);
    let (leader, axes, car) = (field.id("leader"), field.id("axes"), field.id("car"));
    field.play(Order::Embark { unit: axes, chariot: car }).play(Order::Embark { unit: leader, chariot: car });
    field.end(Step::Embark);
    assert_eq!(points(&mut field, "car"), 5);
    // The other way round the chariot is in reach and carries outsiders at full speed.
    let mut field = Drill::new()
        .blue("leader", Kind::C, "1011", "N")
        .blue("axes", Kind::AX, "1010", "N")
        .blue("car", Kind::CH, "1011", "N")
        .begin(Step::Embark);
    let (axes, car) = (field.id("axes"), field.id("car"));
    field.play(Order::Embark { unit: axes, chariot: car }).end(Step::Embark);
    assert_eq!(points(&mut field, "car"), 10);
}

#[test]
#[covers("R85")]
fn control_is_measured_after_arrivals() {
    let mut field = Drill::new()
        .with(|sheet| {
            let hex = sheet.ground.grid.at(number("1010")).unwrap();
            sheet.groups[0].coming = Coming::Arrives { hexes: vec![hex], turn: 1 };
            sheet.groups.push(crate::sheet::Group {
                side: engine::Side::First,
                name: None,
                coming: Coming::Deploys { hexes: vec![], fill: false },
            });
        })
        .off_map("leader", engine::Side::First, Kind::E)
        .blue("axes", Kind::AX, "1012", "S")
        .of_group("axes", 2)
        .gold("far", Kind::MI, "3010", "N")
        .begin(Step::Aim);
    field.commit().play(Order::Arrive { hex: number("1010") });
    field.play(Order::Face { facing: direction("S") });
    assert_eq!(field.step, Step::Moving);
    assert_eq!(points(&mut field, "axes"), 4);
}

#[test]
#[covers("R87", "leaders")]
fn the_scenarios_allowance_is_halved_not_the_printed_one() {
    for (allowance, half) in [(6, 3), (8, 4), (9, 4), (10, 5)] {
        let mut field = Drill::new()
            .with(|sheet| sheet.chariot_movement = [allowance; 2])
            .blue("car", Kind::CH, "1010", "N")
            .begin(Step::Moving);
        assert_eq!(points(&mut field, "car"), half);
    }
}

#[test]
#[covers("R87", "brief.1")]
fn retreats_are_never_halved() {
    // No leader anywhere: the Axemen would move 2, but they flee 4.
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("axes", Kind::AX, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["swords"]).roll(4);
    field.finish();
    let (from, to) = (field.hex(number("1010")).unwrap(), field.see("axes").hex().unwrap());
    assert_eq!(field.battle.distance(from, to), 4);
}

#[test]
#[covers("leaders", "leaders.E")]
fn every_grade_adds_its_bonus_and_civilians_add_none() {
    let grades = [(Kind::A, 0), (Kind::B, 0), (Kind::C, 1), (Kind::D, 3), (Kind::E, 6), (Kind::F, 12)];
    for (leader, bonus) in grades {
        let drill = || {
            Drill::new()
                .blue("s1", Kind::SD, "1011", "N")
                .blue("s2", Kind::SD, "1011", "N")
                .blue("s3", Kind::SD, "1011", "N")
                .gold("d1", Kind::SD, "1010", "S")
                .gold("d2", Kind::SD, "1010", "S")
                .gold("d3", Kind::SD, "1010", "S")
        };
        // In attack and in defence alike.
        let mut field = drill().blue("leader", leader, "1011", "S").begin(Step::Array);
        field.attack("1010").join("s1").join("s2").join("s3");
        assert!(
            field.odds().starts_with(&format!("{} against 12,", 12 + bonus)),
            "{leader:?}: {}",
            field.odds()
        );
        let mut field = drill().gold("leader", leader, "1010", "N").begin(Step::Array);
        field.attack("1010").join("s1").join("s2").join("s3");
        assert!(
            field.odds().starts_with(&format!("12 against {},", 12 + bonus)),
            "{leader:?}: {}",
            field.odds()
        );
    }
}

#[test]
#[covers("R88", "leaders", "brief.5")]
fn the_bonus_at_most_doubles_the_troops_of_that_hex_in_that_attack() {
    let mut field = Drill::new()
        .blue("one", Kind::SD, "1011", "N")
        .blue("two", Kind::SD, "1011", "N")
        .blue("hero", Kind::F, "1011", "N")
        .blue("neighbour", Kind::SD, "0911", "NE")
        .gold("bows", Kind::BO, "1010", "S")
        .begin(Step::Array);
    // Twelve would be due; one unit in the attack lets 4 of it count, whoever else stands in the hex.
    field.attack("1010").join("one");
    assert!(field.odds().starts_with("8 against 1,"), "{}", field.odds());
    // Troops of another hex do not lift the cap.
    field.join("neighbour");
    assert!(field.odds().starts_with("12 against 1,"), "{}", field.odds());
    field.join("two");
    assert!(field.odds().starts_with("20 against 1,"), "{}", field.odds());
}

#[test]
#[covers("R88", "leaders.D")]
fn several_leaders_add_up_under_one_cap() {
    let attack =
        |leaders: &[(&'static str, Kind)]| {
            let drill = Drill::new()
                .blue("one", Kind::SD, "1011", "N")
                .blue("two", Kind::SD, "1011", "N")
                .gold("bows", Kind::BO, "1010", "S");
            let drill = leaders.iter().fold(drill, |d, &(name, kind)| d.blue(name, kind, "1011", "N"));
            let mut field = drill.begin(Step::Array);
            field.attack("1010").join("one").join("two");
            field.odds()
        };
    assert!(attack(&[("c", Kind::C), ("d", Kind::D)]).starts_with("12 against"));
    assert!(attack(&[("c", Kind::C), ("d", Kind::D), ("e", Kind::D)]).starts_with("15 against"));
    assert!(attack(&[("d", Kind::D), ("e", Kind::E)]).starts_with("16 against"));
    assert!(attack(&[("a", Kind::A), ("b", Kind::B), ("c", Kind::C)]).starts_with("9 against"));
}

#[test]
#[covers("R88", "R33")]
fn a_leaders_own_one_neither_grows_nor_lifts_the_cap() {
    let defence = |troops: &[(&'static str, Kind)]| {
        let drill = Drill::new().blue("spears", Kind::MS, "1011", "N").blue("more", Kind::MS, "1011", "N");
        let drill = troops.iter().fold(drill, |d, &(name, kind)| d.gold(name, kind, "1010", "S"));
        let mut field = drill.begin(Step::Array);
        field.attack("1010").join("spears").join("more");
        field.odds()
    };
    // Alone he is worth 1, with no one to give his twelve to.
    assert_eq!(defence(&[("f", Kind::F)]), "6 against 1, 6 to 1");
    assert_eq!(defence(&[("f", Kind::F), ("e", Kind::E)]), "6 against 2, 3 to 1");
    // Bowmen 1, his own 1, and at most 1 for the Bowmen.
    assert_eq!(defence(&[("bows", Kind::BO), ("f", Kind::F)]), "6 against 3, 2 to 1");
    assert_eq!(defence(&[("bows", Kind::BO), ("c", Kind::C), ("d", Kind::D)]), "6 against 4, 1 to 1");
    // Beside an open number he is nothing himself.
    assert_eq!(defence(&[("levy", Kind::MI), ("f", Kind::F)]), "6 against 2, 3 to 1");
    // A chariot alone is worth 1 and doubled; the leader aboard it counts as well.
    assert_eq!(defence(&[("car", Kind::CH), ("f", Kind::F)]), "6 against 3, 2 to 1");
}

#[test]
#[covers("leaders.D")]
fn the_bonus_needs_the_leader_in_the_same_hex() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .blue("hero", Kind::F, "1012", "N")
        .gold("defender", Kind::SD, "1010", "S")
        .gold("enemy hero", Kind::F, "1009", "S")
        .begin(Step::Array);
    field.attack("1010").join("swords");
    assert_eq!(field.odds(), "4 against 4, 1 to 1");
}

#[test]
#[covers("leaders.E", "leaders.A", "R91")]
fn fire_neither_gains_from_a_leader_nor_harms_one() {
    // Eight Improved Bowmen round a village-less plain: 16 against 2.
    let places = [("0911", "NE"), ("1011", "N"), ("1111", "NW")];
    const BOWS: [&str; 8] = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"];
    let mut drill = Drill::new().blue("hero", Kind::F, "1011", "N");
    for (i, &name) in BOWS.iter().enumerate() {
        drill = drill.blue(name, Kind::IB, places[i / 3].0, places[i / 3].1);
    }
    let leaders =
        [("a", Kind::A), ("b", Kind::B), ("c", Kind::C), ("d", Kind::D), ("e", Kind::E), ("f", Kind::F)];
    drill = leaders.iter().fold(drill, |d, &(name, kind)| d.gold(name, kind, "1010", "S"));
    let mut field =
        drill.gold("axes", Kind::AX, "1010", "S").gold("slingers", Kind::SK, "1010", "S").begin(Step::Aim);
    field.assault("1010", &BOWS);
    assert_eq!(field.declared(), "16 against 2, 8 to 1");
    field.roll(1);
    assert!(field.lost("axes") && field.lost("slingers"));
    // The leaders stay alone, none lowered, none gone.
    for (name, kind) in leaders {
        assert_eq!((field.at(name).as_str(), field.see(name).kind), ("1010", kind));
    }
}

#[test]
#[covers("leaders.A", "R91")]
fn disruption_by_fire_leaves_the_leader_as_it_was() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "1011", "N")
        .gold("axes", Kind::AX, "1010", "S")
        .gold("leader", Kind::C, "1010", "S")
        .begin(Step::Aim);
    field.assault("1010", &["bows"]).roll(4);
    assert!(field.is_disrupted("axes"));
    assert_eq!(
        (field.see("leader").kind, field.is_disrupted("leader"), field.lost("leader")),
        (Kind::C, false, false)
    );
}

/// All grades with two Bowmen in 1010, and Swordsmen south of them.
fn headquarters(swords: &[(&'static str, &str, &str)]) -> Drill {
    let drill =
        swords.iter().fold(Drill::new(), |d, &(name, hex, facing)| d.blue(name, Kind::SD, hex, facing));
    let drill = drill.gold("x", Kind::BO, "1010", "S").gold("y", Kind::BO, "1010", "S");
    GRADES.iter().fold(drill, |d, &(name, kind)| d.gold(name, kind, "1010", "SE"))
}

const GRADES: [(&str, Kind); 6] =
    [("a", Kind::A), ("b", Kind::B), ("c", Kind::C), ("d", Kind::D), ("e", Kind::E), ("f", Kind::F)];

#[track_caller]
fn all_fell_one_grade(field: &Field) {
    for (name, kind) in [("b", Kind::A), ("d", Kind::C), ("e", Kind::D), ("f", Kind::E)] {
        assert_eq!((field.at(name).as_str(), field.see(name).kind), ("1010", kind), "{name}");
        assert_eq!((field.see(name).facing, field.is_disrupted(name)), (direction("SE"), false), "{name}");
    }
    assert!(field.lost("a") && field.lost("c"), "the lowest of each category are gone for good");
}

#[test]
#[covers("leaders.B", "R90", "R72")]
fn disruption_half_elimination_and_elimination_each_cost_every_leader_one_grade() {
    // Six leaders and two Bowmen are worth 8, and 2 more by the bonus.
    let mut field =
        headquarters(&[("s1", "1011", "N"), ("s2", "1011", "N"), ("s3", "1011", "N")]).begin(Step::Array);
    field.assault("1010", &["s1", "s2", "s3"]);
    assert_eq!(field.declared(), "12 against 10, 1 to 1");
    field.roll(4);
    field.finish();
    assert_eq!(field.result(), "disrupted");
    assert!(field.is_disrupted("x") && field.at("x") != "1010");
    all_fell_one_grade(&field);
    // Half eliminated: both named results in one, yet one grade only.
    let south = [("s1", "1011", "N"), ("s2", "1011", "N"), ("s3", "1011", "N")];
    let west = [("t1", "0911", "NE"), ("t2", "0911", "NE"), ("t3", "0911", "NE")];
    let mut field =
        headquarters(&[south, west].concat()).blue("hero", Kind::F, "1011", "N").begin(Step::Array);
    field.assault("1010", &["s1", "s2", "s3", "t1", "t2", "t3"]);
    // 12 doubled by the hero, and 12 more.
    assert_eq!(field.declared(), "36 against 10, 3 to 1");
    field.roll(5);
    field.finish();
    assert_eq!(field.result(), "half eliminated");
    all_fell_one_grade(&field);
}

#[test]
#[covers("leaders.B", "R90", "R91", "crt.E")]
fn elimination_kills_the_troops_and_leaves_lowered_leaders_alone() {
    let mut field = Drill::new()
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .gold("f", Kind::F, "1010", "S")
        .gold("b", Kind::B, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["s1", "s2"]);
    assert_eq!(field.declared(), "8 against 1, 8 to 1");
    field.roll(1);
    assert!(field.lost("levy"));
    assert_eq!((field.see("f").kind, field.see("b").kind), (Kind::E, Kind::A));
    assert_eq!((field.at("f"), field.at("b")), ("1010".into(), "1010".into()));
}

#[test]
#[covers("R40", "leaders.B", "R90")]
fn a_lone_leader_is_attacked_grade_by_grade_until_it_is_gone() {
    for (grade, lower) in [
        (Kind::F, Some(Kind::E)),
        (Kind::E, Some(Kind::D)),
        (Kind::D, Some(Kind::C)),
        (Kind::C, None),
        (Kind::B, Some(Kind::A)),
        (Kind::A, None),
    ] {
        for (face, result) in [(4, "disrupted"), (5, "half eliminated"), (3, "disrupted")] {
            let mut field = Drill::new()
                .blue("axes", Kind::AX, "1011", "N")
                .gold("leader", grade, "1010", "N")
                .begin(Step::Array);
            field.assault("1010", &["axes"]);
            assert_eq!(field.declared(), "3 against 1, 3 to 1");
            field.roll(face);
            assert_eq!(field.result(), result);
            match lower {
                Some(kind) => {
                    assert_eq!((field.see("leader").kind, field.at("leader").as_str()), (kind, "1010"))
                }
                None => assert!(field.lost("leader"), "{grade:?}"),
            }
        }
    }
}

#[test]
#[covers("leaders.B", "R90")]
fn no_effect_costs_no_grade() {
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "1011", "N")
        .gold("leader", Kind::F, "1010", "N")
        .begin(Step::Array);
    field.assault("1010", &["axes"]).roll(2);
    assert_eq!((field.result().to_string(), field.see("leader").kind), ("no effect".into(), Kind::F));
}

#[test]
#[covers("R90", "leaders")]
fn a_lowered_leader_counts_with_its_new_grade() {
    // Gold's next turn: the D that was an E controls one hex, and adds 3.
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "1011", "N")
        .blue("target", Kind::SD, "2010", "S")
        .gold("leader", Kind::E, "1010", "S")
        .gold("beside", Kind::AX, "1009", "N")
        .gold("two away", Kind::AX, "1008", "N")
        .begin(Step::Array);
    field.assault("1010", &["axes"]).roll(4);
    assert_eq!(field.see("leader").kind, Kind::D);
    assert_eq!((field.player_turn, field.step), (2, Step::Moving));
    assert_eq!(points(&mut field, "two away"), 2);
    assert_eq!(points(&mut field, "beside"), 4);
    assert_eq!(points(&mut field, "leader"), 6);
}

#[test]
#[covers("R91", "retreat.through", "leaders.A")]
fn friends_who_run_through_do_not_touch_a_leader() {
    let mut field = Drill::new()
        .lane()
        .blue("spears", Kind::MS, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .gold("axes", Kind::AX, "1009", "S")
        .gold("leader", Kind::C, "1009", "S")
        .gold("lonely leader", Kind::A, "1008", "S")
        .begin(Step::Array);
    field.assault("1010", &["spears"]).roll(3);
    assert_eq!(field.at("levy"), "1007");
    assert!(field.is_disrupted("axes"));
    for (name, kind) in [("leader", Kind::C), ("lonely leader", Kind::A)] {
        assert_eq!((field.see(name).kind, field.is_disrupted(name), field.lost(name)), (kind, false, false));
    }
}

#[test]
#[covers("leaders.B", "R72", "R84")]
fn a_leader_stays_when_its_troops_and_its_chariot_flee() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("car", Kind::CH, "1010", "S")
        .gold("rider", Kind::AX, "1010", "S")
        .gold("leader", Kind::D, "1010", "S")
        .aboard("rider", "car")
        .aboard("leader", "car")
        .begin(Step::Array);
    field.assault("1010", &["swords"]);
    // The rider 3, the leader as much again.
    assert_eq!(field.declared(), "4 against 6, 1 to 2");
    field.roll(6);
    field.finish();
    assert_eq!((field.at("leader").as_str(), field.see("leader").kind), ("1010", Kind::C));
    assert_eq!(field.see("leader").aboard.some(), None);
    assert_eq!(field.at("car"), field.at("rider"));
    assert_ne!(field.at("car"), "1010");
    assert_eq!(field.see("rider").aboard, field.id("car"));
    assert_eq!(field.see("rider").marker.kind(), MarkerKind::Melee);
}
