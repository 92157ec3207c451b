//! Chengpu, tested from fan scenario 20 and rulings R107 to R111. Jin are the first side and move first.

use covers::covers;
use engine::{Generator, Judgment, Shown, Side, Viewer};

use super::*;
use crate::drill::{Drill, Field, direction, number};
use crate::sheet::Terrain;

mod cloud;
mod pursuit;

/// The ground of Chengpu with its special rules; a unit of either side rests far off.
pub(super) fn chengpu() -> Drill {
    let drill = Drill::of("fan-20-chengpu").with(|sheet| sheet.ground.terrain.fill(Terrain::Clear));
    drill.blue("rest", Kind::MS, "0230", "N").gold("far", Kind::MS, "3801", "S")
}

pub(super) fn fall_back(field: &Field, name: &str) -> Order {
    Order::FallBack { unit: field.id(name) }
}

pub(super) fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Announces the fake retreat and goes on to moving, without a dust cloud.
pub(super) fn feign(field: &mut Field) {
    field.play(Order::Feint).end(Step::Embark).end(Step::Dust);
    assert_eq!(field.step, Step::Moving);
}

/// Does nothing until a step of a Player-Turn.
#[track_caller]
pub(super) fn idle(field: &mut Field, player_turn: u8, step: Step) {
    while (field.player_turn, field.step) != (player_turn, step) {
        assert!(field.player_turn <= player_turn, "the step was passed by");
        let order = match field.step {
            Step::Aim | Step::Array | Step::Window => Order::Commit,
            _ => Order::Done,
        };
        field.play(order);
    }
}

#[test]
#[covers("R107", "scenario.fan-20")]
fn the_fake_retreat_is_announced_once_at_the_start_of_a_jin_movement_phase() {
    let mut field = chengpu().begin(Step::Feint);
    assert!(field.offers(Order::Feint) && field.offers(Order::Done));
    field.refuses(Order::Move { unit: field.id("rest") }, "protocol");
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (1, Step::Moving), "not this time");
    field.refuses(Order::Feint, "protocol");
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (2, Step::Moving), "Chu are never asked");
    idle(&mut field, 3, Step::Feint);
    field.play(Order::Feint);
    field.refuses(Order::Feint, "R107");
    idle(&mut field, 4, Step::Moving);
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (5, Step::Moving), "and never again");
    let why = field.refuses(Order::Feint, "R107");
    assert!(why.contains("once in a game"), "{why}");
}

#[test]
#[covers("R107")]
fn falling_back_takes_at_least_one_step() {
    let drill = || chengpu().blue("axe", Kind::AX, "2010", "N");
    let mut field = drill().begin(Step::Feint);
    feign(&mut field);
    field.refuses(Order::FallBack { unit: field.id("far") }, "movement.D");
    field.play(fall_back(&field, "axe"));
    let why = field.refuses(Order::Halt, "R107");
    assert!(why.contains("at least one step"), "{why}");
    field.step("S");
    assert!(field.offers(Order::Halt));
    // By version 1 of the rules a unit could stand still and count as fallen back.
    let mut first = drill().under(1).begin(Step::Feint);
    feign(&mut first);
    first.play(fall_back(&first, "axe"));
    assert!(first.offers(Order::Halt));
}

#[test]
#[covers("R107")]
fn foot_and_leaders_fall_back_their_full_allowance_and_the_mounted_half() {
    // Nobody is under control; a march would give half to all but the leader.
    for (kind, steps) in [
        (Kind::MI, 3),
        (Kind::MS, 3),
        (Kind::AX, 4),
        (Kind::SD, 4),
        (Kind::BO, 5),
        (Kind::IB, 5),
        (Kind::SK, 5),
        (Kind::A, 6),
        (Kind::CH, 5),
        (Kind::MC, 4),
        (Kind::HA, 5),
    ] {
        let mut field = chengpu().blue("unit", kind, "2010", "N").begin(Step::Feint);
        feign(&mut field);
        field.play(fall_back(&field, "unit")).steps("S", steps);
        assert_eq!(field.at("unit"), format!("20{}", 10 + steps), "{kind:?}");
        assert!(field.see("unit").has(Unit::MOVED | Unit::FELL_BACK), "{kind:?} has nothing left");
        assert_eq!(field.see("unit").facing, direction("N"), "{kind:?}");
    }
}

#[test]
#[covers("R107", "R66")]
fn falling_back_leads_away_keeps_the_facing_and_pays_for_the_ground() {
    let mut field =
        chengpu().terrain("2011", Terrain::Woods).blue("axe", Kind::AX, "2010", "N").begin(Step::Feint);
    feign(&mut field);
    field.play(fall_back(&field, "axe"));
    field.refuses(Order::Turn { facing: direction("S") }, "R107");
    field.step("S");
    assert_eq!(field.mover.points, 4, "woods cost 2 of 4 points");
    field.refuses(step("N"), "R66"); // back to where it began
    field.refuses(step("NW"), "R66"); // no farther away
    assert!(field.offers(step("SE")));
    field.play(Order::Halt);
    field.refuses(Order::Move { unit: field.id("axe") }, "movement.G");
}

#[test]
#[covers("R107", "R66")]
fn nobody_falls_back_over_a_crest_or_before_enemy_bows() {
    let mut field = chengpu()
        .crest("2010", "S")
        .blue("axe", Kind::AX, "2010", "N")
        .gold("bows", Kind::BO, "2211", "N")
        .begin(Step::Feint);
    feign(&mut field);
    field.play(fall_back(&field, "axe"));
    field.refuses(step("S"), "R66");
    field.refuses(step("SE"), "R66"); // 2111 lies before the bows
    assert!(field.offers(step("SW")));
}

#[test]
#[covers("R107", "R64")]
fn disrupted_units_may_fall_back_though_they_may_not_move() {
    let mut field = chengpu()
        .blue("axe", Kind::AX, "2010", "N")
        .disrupted("axe", MarkerKind::Melee, 2)
        .begin_in(3, Step::Feint);
    feign(&mut field);
    field.refuses(Order::Move { unit: field.id("axe") }, "R64");
    field.play(fall_back(&field, "axe")).step("S").play(Order::Halt);
    assert_eq!(field.at("axe"), "2011");
    assert!(field.is_disrupted("axe"), "without dust there is no rally");
}

#[test]
#[covers("R107")]
fn falling_back_belongs_to_the_fake_retreat_alone() {
    let mut field = chengpu().blue("axe", Kind::AX, "2010", "N").begin(Step::Feint);
    field.play(Order::Done);
    field.refuses(fall_back(&field, "axe"), "R107");
    let mut field = chengpu().blue("axe", Kind::AX, "2010", "N").begin(Step::Feint);
    feign(&mut field);
    idle(&mut field, 2, Step::Moving);
    field.refuses(fall_back(&field, "far"), "R107");
    idle(&mut field, 3, Step::Moving);
    field.refuses(fall_back(&field, "axe"), "R107");
}

#[test]
#[covers("R107")]
fn other_jin_units_move_as_always() {
    let mut field = chengpu().blue("axe", Kind::AX, "2010", "N").begin(Step::Feint);
    feign(&mut field);
    field.take_up("axe");
    assert_eq!(field.mover.points, 4, "half of 4 points without a leader");
    field.step("N").play(Order::Halt);
    assert!(!field.see("axe").has(Unit::FELL_BACK));
}

#[test]
#[covers("R107")]
fn who_fell_back_does_not_fight_in_melee_in_that_turn() {
    let mut field = chengpu()
        .blue("axe", Kind::AX, "2010", "N")
        .blue("mate", Kind::AX, "2012", "S")
        .gold("spears", Kind::MS, "2013", "N")
        .gold("front", Kind::MS, "2009", "S")
        .begin(Step::Feint);
    feign(&mut field);
    // From the enemy in the north to the one in the south.
    let unit = field.id("mate");
    field.play(fall_back(&field, "axe")).step("S").step("S").play(Order::Halt).play(Order::Done);
    assert_eq!((field.at("axe"), field.step), ("2012".into(), Step::Array));
    let axe = field.id("axe");
    field.unit_mut(axe).facing = direction("S");
    field.attack("2013");
    field.refuses(Order::Join { unit: axe }, "R107");
    field.play(Order::Join { unit });
    // In a later turn it may.
    field.commit().roll(1).finish();
    idle(&mut field, 3, Step::Array);
    assert!(field.ready_to_melee(axe).is_ok());
}

#[test]
#[covers("R107")]
fn a_chariot_and_its_rider_fall_back_together() {
    let mut field = chengpu()
        .blue("car", Kind::CH, "2010", "N")
        .blue("axe", Kind::AX, "2010", "N")
        .aboard("axe", "car")
        .begin(Step::Feint);
    feign(&mut field);
    field.refuses(fall_back(&field, "axe"), "R80");
    field.play(fall_back(&field, "car")).steps("S", 5);
    assert_eq!((field.at("car"), field.at("axe")), ("2015".into(), "2015".into()));
    assert!(field.see("axe").has(Unit::FELL_BACK));
}

#[test]
#[covers("R107")]
fn only_jin_feign_a_retreat() {
    for name in ["rome", "fan-24-yanling", "fan-25-pelusium"] {
        let mut field = Drill::of(name)
            .blue("blue", Kind::AX, "2010", "N")
            .gold("gold", Kind::AX, "2020", "N")
            .begin(Step::Feint);
        field.settle(&mut engine::Silence);
        assert_ne!(field.step, Step::Feint, "{name}");
        field.refuses(Order::Feint, "protocol");
    }
}

#[test]
#[covers("R111")]
fn disruptions_at_the_end_count_but_not_those_of_the_pursuit() {
    let jin_wins = |kind: MarkerKind| {
        let names = ["a", "b", "c"];
        let mut drill = chengpu();
        for (name, hex) in names.into_iter().zip(["2010", "2110", "2210"]) {
            drill = drill.gold(name, Kind::MI, hex, "N").disrupted(name, kind, 36);
        }
        drill = drill.with(|sheet| {
            sheet.victory.wins[0].when =
                vec![crate::sheet::Condition::EnemyBroken(3), crate::sheet::Condition::OwnBrokenAtMost(0)];
        });
        drill.begin_in(36, Step::Array).judge().winner == Some(Side::First)
    };
    assert!(jin_wins(MarkerKind::Melee) && jin_wins(MarkerKind::Fire) && jin_wins(MarkerKind::Movement));
    assert!(!jin_wins(MarkerKind::Pursuit));
}

#[test]
#[covers("R109")]
fn a_computer_player_does_not_know_which_hidden_unit_stands_where() {
    let names = ["axe", "mob", "swords", "bows"];
    let kinds = [Kind::AX, Kind::MI, Kind::SD, Kind::BO];
    let mut drill = chengpu().gold("foe", Kind::MS, "2120", "N");
    for ((name, kind), hex) in names.into_iter().zip(kinds).zip(["2010", "2108", "2210", "2308"]) {
        drill = drill.blue(name, kind, hex, "N").flagged(name, Unit::HIDDEN);
    }
    let field = drill.begin(Step::Moving);
    let mut whims = Generator::new(5, 1);
    let axe = field.id("axe");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..60 {
        let guess = field.surmise(Side::Second, &mut whims);
        assert_eq!(guess.unit(axe).spot, field.unit(axe).spot, "where somebody is hidden is no secret");
        seen.insert(guess.unit(axe).kind);
        let mut all: Vec<_> = names.iter().map(|name| guess.unit(field.id(name)).kind as u8).collect();
        all.sort_unstable();
        let mut real: Vec<_> = kinds.iter().map(|&kind| kind as u8).collect();
        real.sort_unstable();
        assert_eq!(all, real, "nor who is hidden");
    }
    assert_eq!(seen.len(), 4);
    let own = field.surmise(Side::First, &mut whims);
    assert!(names.iter().all(|name| own.unit(field.id(name)).kind == field.unit(field.id(name)).kind));
}

#[test]
#[covers("R109")]
fn hidden_units_are_blank_to_the_enemy_and_to_onlookers() {
    let field = chengpu()
        .blue("axe", Kind::AX, "2010", "N")
        .blue("bows", Kind::MI, "2108", "N")
        .flagged("axe", Unit::HIDDEN)
        .flagged("bows", Unit::HIDDEN)
        .begin(Step::Moving);
    let axe = field.id("axe").0 as u16;
    for viewer in [Viewer::Side(Side::Second), Viewer::Public] {
        let scene = field.scene(viewer);
        let blank: Vec<_> = scene.counters.iter().filter(|c| c.glyph == "hidden").collect();
        assert_eq!(blank.iter().map(|c| c.place.unwrap().to_string()).collect::<Vec<_>>(), ["2010", "2108"]);
        assert!(blank.iter().all(|c| c.name == "Hidden unit" && c.id >= 1_000 && c.facing.is_none()));
        assert!(scene.counters.iter().all(|c| c.id != axe), "the number would tell which it is");
        assert!(field.conceals(axe, viewer));
        assert!(!scene.description.contains("Axemen"), "{}", scene.description);
    }
    let own = field.scene(Viewer::Side(Side::First));
    assert_eq!(own.counters.iter().find(|c| c.id == axe).unwrap().glyph, "AX");
    assert!(!field.conceals(axe, Viewer::Side(Side::First)));
}
