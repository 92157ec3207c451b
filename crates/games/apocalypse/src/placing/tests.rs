use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::{Cause, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Egypt, Syria};
use crate::unit::{Mode, UnitId};

/// The places where a counter may go now.
fn choices(drill: &Drill, id: UnitId) -> Vec<String> {
    let mut names: Vec<String> = drill
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Order::Place { unit, at, .. } | Order::Retreat { unit, at } if unit == id => {
                drill.position.hex(at)
            }
            _ => None,
        })
        .map(|hex| {
            let place = drill.position.sheet.ground.settlement_in(hex);
            place.map_or_else(String::new, |place| drill.position.sheet.ground.settlement(place).name.clone())
        })
        .collect();
    names.sort();
    names
}

#[test]
#[covers("3.3.4", "R54", "R59", "4.0")]
fn a_disbanded_expedition_goes_into_friendly_places_within_ten() {
    let mut drill = Drill::new();
    let units = drill.host(Syria, "Damascus", &[("Syrian 5-4", 2)]);
    drill.puts(6, "Syrian 4-4", "Damascus");
    drill.at(Step::Land(MUSLIMS)).march(Syria).go(Order::Halt).go(Order::Disband);
    let near = choices(&drill, units[0]);
    for place in ["Damascus", "Laodicea", "Gaza"] {
        assert!(near.contains(&place.to_string()), "{place}: {near:?}");
    }
    assert!(!near.contains(&"Antioch".to_string()), "twelve MPs away");
    drill.go(drill.place_at(units[0], "Damascus"));
    drill.go(drill.place_at(units[1], "Damascus"));
    assert_eq!(drill.position.unit(units[0]).mode, Mode::Garrison);
    assert_eq!(drill.position.placing.cause, Cause::None);
}

#[test]
#[covers("R54", "3.3.4", "R28", "3.4")]
fn who_finds_no_friendly_place_is_destroyed() {
    let mut drill = Drill::new();
    let units = drill.host(Syria, "Dvin", &[("Syrian 5-4", 2)]);
    let junada = drill.lead_with(Leader::Junada, Syria);
    drill.at(Step::Land(MUSLIMS)).march(Syria).go(Order::Halt).go(Order::Disband);
    assert_eq!(drill.lost(&units), 2, "an empty enemy place is no refuge");
    assert!(drill.is_lost(junada));
}

#[test]
#[covers("R55", "R54")]
fn muawiya_without_refuge_is_dead() {
    let mut drill = Drill::new();
    drill.host(Syria, "Dvin", &[("Syrian 5-4", 1)]);
    drill.lead_with(Leader::Muawiya, Syria);
    drill.at(Step::Land(MUSLIMS)).march(Syria).go(Order::Halt).go(Order::Disband);
    assert_eq!(drill.position.outcome.and_then(|outcome| outcome.winner), Some(BYZANTINES));
}

#[test]
#[covers("3.3.4", "R54")]
fn leaders_of_a_disbanded_expedition_go_to_a_friendly_hex_within_ten() {
    let mut drill = Drill::new();
    let units = drill.host(Egypt, "Fustat", &[("Egyptian", 1)]);
    let amr = drill.lead_with(Leader::Amr, Egypt);
    drill.put("Egyptian", "Pelusium");
    drill.at(Step::Land(MUSLIMS)).march(Egypt).go(Order::Halt).go(Order::Disband);
    drill.go(drill.place_at(units[0], "Fustat"));
    assert_eq!(choices(&drill, amr), ["Fustat", "Pelusium"]);
    drill.go(drill.place_at(amr, "Pelusium"));
    assert_eq!(drill.whereabouts(amr), "Pelusium");
}

/// A Byzantine army is beaten at 4115 and routs without loss; the Muslims hold Syria.
fn routed(at: &str, from: &str, units: &[(&str, usize)]) -> (Drill, Vec<UnitId>) {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    let ids = drill.host(Byzantine, at, units);
    drill.host(Syria, from, &[("Syrian 5-4", 4)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step(at);
    drill.position.flee_for_test();
    (drill, ids)
}

impl crate::position::Position {
    fn flee_for_test(&mut self) {
        self.flee(false, &mut engine::Silence);
        self.settle(&mut engine::Silence);
    }
}

#[test]
#[covers("6.2.4", "R79")]
fn the_routed_go_ten_to_twenty_away() {
    let (drill, ids) = routed("2522", "Tarsus", &[("Orientales foot", 3)]);
    let names = choices(&drill, ids[0]);
    let reach = drill.position.by_land(BYZANTINES, drill.hex("2522"), 60);
    assert!(!names.is_empty());
    for name in &names {
        let far = reach.of(drill.hex(name));
        assert!((10..=20).contains(&far), "{name}: {far}");
    }
    assert!(!names.contains(&"Tyana".to_string()), "too near");
}

#[test]
#[covers("R79", "R28")]
fn where_no_place_is_that_far_the_nearest_miss_is_taken() {
    let (mut drill, ids) = routed("1135", "1136", &[("Obsequium foot", 2)]);
    // Thrace has nothing ten MPs away: the farthest place misses the span least.
    let names = choices(&drill, ids[0]);
    let reach = drill.position.by_land(BYZANTINES, drill.hex("1135"), 60);
    let far = |name: &str| Some(reach.of(drill.hex(name))).filter(|far| *far < 10);
    let farthest =
        ["Constantinople", "Herakleia", "Adrianople", "Mesembria"].into_iter().filter_map(far).max();
    assert!(!names.is_empty() && names.iter().all(|name| far(name) == farthest), "{names:?}");
    let to = names[0].clone();
    drill.go(drill.retreat_to(ids[0], &to));
}

#[test]
#[covers("R80", "R131", "5.1.6")]
fn with_ships_at_hand_who_fits_may_flee_by_sea() {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    let ids = drill.host(Byzantine, "2729", &[("Carabisianis foot", 5)]);
    let ships = drill.fleet(Byzantine, 1);
    drill.host(Syria, "2629", &[("Syrian 5-4", 4)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("2729");
    drill.position.flee_for_test();
    let ports = choices(&drill, ships[0]);
    assert!(ports.contains(&"Rhodes".to_string()), "{ports:?}");
    drill.go(drill.retreat_to(ships[0], "Rhodes"));
    for &id in &ids[..4] {
        drill.go(drill.retreat_to(id, "Rhodes"));
    }
    assert!(!choices(&drill, ids[4]).contains(&"Rhodes".to_string()), "the ship is full, and so is the town");
}

#[test]
#[covers("R81")]
fn leaders_of_a_rout_go_with_the_survivors() {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    let ids = drill.host(Byzantine, "2522", &[("Orientales foot", 1)]);
    let manuel = drill.lead_with(Leader::Manuel, Byzantine);
    drill.host(Syria, "Tarsus", &[("Syrian 5-4", 4)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("2522");
    drill.position.flee_for_test();
    let to = choices(&drill, ids[0])[0].clone();
    drill.go(drill.retreat_to(ids[0], &to));
    assert_eq!(drill.whereabouts(manuel), to, "there is but one place to go with");
}

#[test]
#[covers("R105", "R131")]
fn ships_routed_at_sea_take_their_passengers_to_a_port() {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    let units = drill.host(Syria, "Laodicea", &[("Syrian 5-4", 2)]);
    let ships = drill.fleet(Syria, 1);
    drill.host(Byzantine, "3218", &[("Carabisianis foot", 2)]);
    drill.fleet(Byzantine, 1);
    drill.moor(MUSLIMS, "Tripolis", 1);
    drill.at(Step::Sea(MUSLIMS)).march(Syria).go(Order::Done).step("3219").step("3218");
    drill.position.flee_by_sea(true, &mut engine::Silence);
    drill.position.settle(&mut engine::Silence);
    let ports = choices(&drill, ships[0]);
    assert!(ports.contains(&"Tripolis".to_string()), "a full port will do: {ports:?}");
    drill.go(drill.retreat_to(ships[0], "Tripolis"));
    // Passengers go where their ship goes, so nobody is asked.
    assert_eq!([drill.whereabouts(units[0]), drill.whereabouts(units[1])], ["Tripolis", "Tripolis"]);
}
