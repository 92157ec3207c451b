//! What a scene says: the expedition as one thing, fleets and Fabricae, the goal and the event of the year.

use engine::Shown;
use engine::contract::Viewer;
use engine::scene::{Card, Counter, Scene};

use crate::drill::Drill;
use crate::position::Step;
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};

fn scene(drill: &Drill) -> Scene {
    drill.position.scene(Viewer::Public)
}

fn army(scene: &Scene) -> &Counter {
    scene.counters.iter().find(|counter| counter.glyph == "army").expect("an expedition")
}

fn card<'a>(scene: &'a Scene, kind: &str) -> &'a Card {
    scene.cards.iter().find(|card| card.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

#[test]
fn an_expedition_is_one_counter_and_its_units_lie_in_its_box() {
    let mut drill = Drill::new();
    let units = drill.host(Syria, "Damascus", &[("Syrian 5-4", 3), ("Syrian 4-4", 2)]);
    drill.lead_with(Leader::Muawiya, Syria);
    let scene = scene(&drill);
    let stack = scene.counters.iter().filter(|c| c.place == army(&scene).place);
    assert_eq!(stack.count(), 1, "nobody but the expedition stands on the map");
    let tray = scene.boxes.iter().find(|tray| tray.name.contains("Damascus")).expect("its box");
    assert_eq!(tray.counters.len(), units.len() + 1);
    assert_eq!((army(&scene).left.as_str(), army(&scene).right.as_str()), ("5", "35"));
}

#[test]
fn ships_left_behind_stay_on_the_map() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "Tarsus", &[("Orientales foot", 4)]);
    drill.host(Syria, "Antioch", &[("Syrian 5-4", 2)]);
    let ships = drill.fleet(Syria, 1);
    assert!(scene(&drill).counters.iter().all(|c| c.id != u16::from(ships[0].0) || c.place.is_none()));
    drill.leave_ships(Syria, "Emesa");
    let scene = scene(&drill);
    let ship = scene.counters.iter().find(|c| c.id == u16::from(ships[0].0)).unwrap();
    assert_eq!(ship.place, Some(drill.position.label_of(drill.hex("Antioch")).into()));
}

#[test]
fn composition_allowance_leader_and_the_winter_are_named_before_it_marches() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 10)]);
    drill.lead_with(Leader::Muawiya, Syria);
    let about = army(&scene(&drill)).about.join("; ");
    assert!(about.contains("10 units: 10 Syrian 5-4"), "{about}");
    assert!(about.contains("30 MPs: 40 less 10 units"), "{about}");
    assert!(about.contains("led by Muawiya (field 2, sea 1)"), "{about}");
    // In the open: 1 and 2 nothing, 3 and 4 one, 5 a quarter, 6 a third.
    assert!(about.contains("no loss 2 in 6, one unit 2 in 6, 3 units 1 in 6, 4 units 1 in 6"), "{about}");
}

#[test]
fn fleets_are_counted_against_anchors_and_fabricae_are_named() {
    let drill = Drill::opening("campaign");
    let scene = scene(&drill);
    let row = |name: &str| {
        let track = scene.tracks.iter().find(|track| track.name == name);
        track.unwrap_or_else(|| panic!("no {name}")).spaces.join(" · ")
    };
    assert_eq!(row("Byzantine fleets"), "10 ships · 10 anchors · all kept in 646");
    assert_eq!(row("Muslim fleets"), "no ships · 5 anchors · none before 647");
    assert!(row("Muslim replacements").starts_with("2 a year · Damascus, Antioch"));
}

#[test]
fn a_scenario_without_maintenance_or_fabricae_counts_neither() {
    assert_eq!(scene(&Drill::opening("delta")).tracks.len(), 1, "the years alone");
}

#[test]
fn the_event_of_the_year_is_a_card() {
    let mut drill = Drill::new();
    drill.at(Step::EventDice);
    assert!(scene(&drill).cards.iter().all(|card| card.kind != "year"));
    drill.dice(&[5, 6]);
    let scene = scene(&drill);
    let event = card(&scene, "year");
    assert_eq!(event.title, "646: Storms at sea");
    assert!(event.text.contains("naval unit"), "{}", event.text);
}

#[test]
fn the_country_goes_with_its_towns() {
    let drill = Drill::opening("campaign");
    let scene = scene(&drill);
    let grid = scene.landscape.grid();
    let seats = &scene.landscape.districts;
    let seat = |label: &str| seats[drill.hex(label).index()];
    assert_eq!(seat("1235"), drill.position.label_of(drill.hex("Constantinople")));
    assert_eq!(seat("0423").0, 423, "the sea goes with nobody");
    let land = grid.hexes().filter(|hex| drill.position.sheet.ground.is_land(*hex));
    for hex in land {
        let held = scene.marks.iter().any(|mark| mark.kind == "control" && mark.place == seats[hex.index()]);
        assert!(held, "{} has a holder", drill.position.label_of(hex));
    }
}

#[test]
fn a_side_menaces_what_its_expeditions_reach() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 6-4", 6), ("Syrian 5-4", 10), ("Syrian 4-4", 6)]);
    drill.put("Orientales foot", "Ikonion");
    let kinds = |drill: &Drill, side, name: &str| {
        let label = drill.position.label_of(drill.hex(name));
        let threats = drill.position.menace(side, Viewer::Public).into_iter();
        threats.filter(|threat| threat.place == label).map(|threat| threat.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&drill, MUSLIMS, "Emesa"), ["reach"], "their own city is in no danger");
    assert!(kinds(&drill, MUSLIMS, "Ikonion").is_empty(), "22 units have 18 MPs, and it is 22 away");
    assert!(drill.position.menace(BYZANTINES, Viewer::Public).is_empty(), "no expedition, no menace");
    let mut nimble = Drill::new();
    nimble.host(Syria, "Antioch", &[("Syrian 5-4", 4)]);
    nimble.put("Orientales foot", "Tarsus");
    assert_eq!(kinds(&nimble, MUSLIMS, "Tarsus"), ["reach", "melee"]);
    assert!(kinds(&nimble, MUSLIMS, "Constantia").is_empty());
    nimble.fleet(Syria, 2);
    assert_eq!(kinds(&nimble, MUSLIMS, "Constantia"), ["reach", "melee"], "two ships carry four");
}
