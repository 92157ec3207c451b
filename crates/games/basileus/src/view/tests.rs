//! Scenes of the battles.

use std::collections::BTreeSet;

use covers::covers;
use engine::contract::{Rules, Shown, Side, Turn, Viewer};
use engine::scene::{Hint, Scene};

use crate::drill::{Drill, chief, foot, horse, number, wagon};
use crate::order::Order;
use crate::position::{Position, Step};
use crate::scenarios::mustered;
use crate::unit::{Spot, UnitId};
use crate::words::tests::stroll;

#[test]
#[covers("2.1")]
fn every_counter_is_in_the_scene_once_where_it_stands() {
    let mut looks = 0;
    stroll(1, |position, _| {
        looks += 1;
        if looks % 5 != 0 {
            return;
        }
        let scene = position.scene(Viewer::Referee);
        let ids: BTreeSet<u16> = scene.counters.iter().map(|c| c.id).collect();
        assert_eq!((ids.len(), scene.counters.len()), (position.battle.count(), position.battle.count()));
        let mut boxed: Vec<u16> = scene.boxes.iter().flat_map(|tray| tray.counters.clone()).collect();
        for counter in &scene.counters {
            let id = UnitId(counter.id as u8);
            assert_eq!(counter.place, position.unit(id).hex().map(|hex| position.number(hex).into()));
            assert_eq!(counter.side, position.side(id).index() as u8);
            assert_eq!(counter.left, position.strength(id).to_string());
            assert_eq!(counter.name, position.label(id));
            assert_eq!(counter.place.is_none(), boxed.contains(&counter.id), "{}", counter.name);
            assert_eq!(counter.seals.contains(&"reduced"), position.marks.reduced.has(id));
            assert_eq!(counter.seals.contains(&"plundered"), position.marks.plundered.has(id));
            // The board in words names everybody on it.
            let words = position.at(id).map(|hex| format!("{} in {}", counter.name, position.number(hex)));
            assert!(words.is_none_or(|words| scene.description.contains(&words)), "{}", counter.name);
        }
        boxed.sort();
        boxed.dedup();
        assert_eq!(boxed.len(), scene.boxes.iter().map(|tray| tray.counters.len()).sum::<usize>());
        assert_eq!((scene.prompt, scene.to_act), (position.prompt(), to_act(position)));
        assert!(!scene.phase.is_empty());
    });
    assert!(looks > 1000);
}

fn to_act(position: &Position) -> Option<u8> {
    match position.turn() {
        Turn::Order(side) => Some(side.index() as u8),
        _ => None,
    }
}

#[test]
#[covers("6")]
fn stacks_are_drawn_baggage_first_and_commander_last() {
    let field = Drill::new()
        .blue("chief", chief(1), "0606")
        .blue("unit", foot(3), "0606")
        .blue("cart", wagon(), "0606")
        .begin(Step::Moving);
    let scene = field.scene(Viewer::Public);
    let glyphs: Vec<&str> = scene.counters.iter().map(|c| c.glyph).collect();
    assert_eq!(glyphs, ["wagon", "infantry", "commander"]);
}

#[test]
#[covers("2.1", "10.3", "2.2.1", "2.2.4")]
fn counters_show_what_is_printed_on_them() {
    let position = mustered("dorostolon-first");
    let scene = position.scene(Viewer::Public);
    let shown = |name: &str| {
        let counter = scene.counters.iter().find(|c| c.name == name).unwrap();
        let figures = [counter.left.clone(), counter.middle.clone(), counter.right.clone()].join(" ");
        (figures, counter.code.clone(), counter.symbols.clone())
    };
    assert_eq!(shown("Klibanophoroi"), ("5 +2 3".into(), "Kl".into(), vec![]));
    assert_eq!(shown("Athanatoi"), ("4 1/r2 3".into(), "At".into(), vec![]));
    assert_eq!(shown("Arithmoi"), ("3 r2 3".into(), "Ar".into(), vec!["swords"]));
    let (figures, _, symbols) = shown("Pecheneg mounted archers #1");
    assert_eq!((figures.as_str(), symbols), ("2 r2 4", vec!["serpent", "arrows"]));
    assert_eq!(shown("Skutatoi 4 #1").0, "4  2");
    assert_eq!(shown("Tzimiskes").0, "2  4");
}

#[test]
#[covers("11", "4", "13.3/3")]
fn tracks_and_cards_tell_turn_and_points() {
    let mut position = mustered("arcadiopolis");
    let names = |position: &Position| -> Vec<(String, usize, Option<usize>)> {
        let tracks = position.scene(Viewer::Public).tracks;
        tracks.into_iter().map(|t| (t.name, t.spaces.len(), t.at)).collect()
    };
    assert_eq!(
        names(&position),
        [
            ("Turn".into(), 10, Some(0)),
            ("Byzantines: points lost".into(), 21, Some(0)),
            ("Rus: points lost".into(), 19, Some(0))
        ]
    );
    crate::victory::tests::strike(&mut position, UnitId(0));
    let scene = position.scene(Viewer::Public);
    assert_eq!(scene.sides[0].standing, "4 of 20 points lost");
    assert_eq!(scene.sides[0].strength, 3, "one Kavallarioi is left on the map");
    assert_eq!(names(&position)[1].2, Some(4));
    // Beyond the threshold the marker stays on its last space.
    for id in position.battle.of(Side::First).iter() {
        position.unit_mut(id).spot = Spot::LOST;
    }
    assert_eq!(names(&position)[1].2, Some(20));
    // The sortie has no thresholds, and grows by two turns.
    let mut position = mustered("dorostolon-sortie");
    assert_eq!(names(&position), [("Turn".into(), 6, Some(0))]);
    position.sortie = 1;
    assert_eq!(names(&position), [("Turn".into(), 8, Some(0))]);
    assert_eq!(position.scene(Viewer::Public).sides[0].standing, "0 points lost");
}

fn hints_of(position: &Position, viewer: Viewer) -> Vec<Hint> {
    Scene::lit(position, viewer).hints
}

#[test]
#[covers("5", "9", "10.1")]
fn hints_are_for_whoever_may_act_and_threats_for_whoever_looks() {
    let position = mustered("beroia");
    let own = hints_of(&position, Viewer::Side(Side::First));
    assert!(!own.is_empty() && position.scene(Viewer::Public).to_act == Some(0));
    assert!(hints_of(&position, Viewer::Side(Side::Second)).is_empty());
    assert!(hints_of(&position, Viewer::Public).is_empty());
    assert_eq!(hints_of(&position, Viewer::Referee).len(), own.len());
    assert!(position.threats(Viewer::Public).is_empty());
    let field = Drill::new()
        .blue("spears", foot(3), "0606")
        .gold("foe", foot(2), "0602")
        .gold("shot", crate::drill::bows(2), "0410")
        .begin(Step::Moving);
    let threats = field.threats(Viewer::Side(Side::First));
    let at = |kind: &str| -> BTreeSet<String> {
        threats.iter().filter(|t| t.kind == kind).map(|t| t.place.to_string()).collect()
    };
    let zone =
        ["0601", "0603", "0502", "0503", "0702", "0703", "0409", "0411", "0310", "0311", "0510", "0511"];
    assert_eq!(at("stop"), zone.map(String::from).into());
    assert_eq!(at("melee"), at("stop"));
    assert!(at("fire").contains("0408") && at("fire").contains("0610") && !at("fire").contains("0409"));
    assert_eq!(at("fire").len(), 12, "exactly two hexes away");
}

#[test]
#[covers("10.1", "10.2", "10.8")]
fn seals_and_marks_follow_an_attack() {
    let mut field = Drill::new()
        .blue("rider", horse(4), "0607")
        .ran("rider", "0609", 2)
        .gold("t", foot(5), "0606")
        .begin(Step::Fighting);
    let seals = |field: &crate::drill::Field, name: &str| {
        let (scene, id) = (field.scene(Viewer::Referee), field.id(name).0 as u16);
        let counter = scene.counters.into_iter().find(|c| c.id == id).unwrap();
        counter.seals
    };
    assert_eq!(seals(&field, "rider"), ["charged"]);
    assert!(field.scene(Viewer::Public).marks.is_empty());
    field.attack("0606").charge("rider");
    assert_eq!(seals(&field, "rider"), ["charged", "attacking"]);
    let marks = field.scene(Viewer::Public).marks;
    assert_eq!((marks[0].place, marks[0].kind), (number("0606").into(), "target"));
    field.commit().suffer("DR");
    assert_eq!((seals(&field, "rider"), seals(&field, "t")), (vec!["fought"], vec!["active"]));
    let hints = hints_of(&field, Viewer::Side(Side::Second));
    assert!(hints.len() == 3 && hints.iter().all(|hint| hint.kind == "retreat"));
    field.step_to("0605");
    field.play(Order::Advance { unit: field.id("rider") });
    assert!(field.scene(Viewer::Public).marks.is_empty());
}
