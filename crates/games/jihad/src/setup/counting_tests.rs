//! The set-ups, counted counter by counter on the real map (14.1, R138, R139) and for our own scenarios.

use std::sync::Arc;

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::Drill;
use crate::position::{Position, Step};
use crate::sheet::{EMPIRES, Kind, Leader, State};
use crate::unit::{Spot, Unit};

/// Before the first turn.
fn set_up(scenario: &str) -> Position {
    Position::set_up(Arc::new(Drill::of(scenario).sheet))
}

/// After phase A has opened.
fn opened(scenario: &str) -> Position {
    Position::new(Arc::new(Drill::of(scenario).sheet))
}

fn count(position: &Position, fits: impl Fn(&Unit) -> bool) -> usize {
    position.units[..position.count()].iter().filter(|unit| fits(unit)).count()
}

#[test]
#[covers("14.1", "R138", "R139", "scenario.full")]
fn every_counter_of_the_published_game_is_accounted_for() {
    let position = set_up("full");
    let cities = |state: State| position.sheet.ground.cities.iter().filter(|c| c.state == state).count();
    let tally = |state: State, kind: Kind| {
        let at =
            |fits: fn(Spot) -> bool| count(&position, |u| u.state == state && u.kind == kind && fits(u.spot));
        let on_map = at(|spot| spot.hex().is_some());
        [on_map, at(|s| s == Spot::BOX), at(|s| s == Spot::POOL), at(|s| s == Spot::UNBUILT)]
    };
    let all = |state: State, kind: Kind| position.sheet.roster.ids(state, kind).len();
    for state in State::ALL {
        let levies = if state.is_empire() { cities(state) } else { 0 };
        assert_eq!(tally(state, Kind::Levy), [levies, 0, all(state, Kind::Levy) - levies, 0], "{state:?}");
    }
    assert_eq!(tally(State::Muslim, Kind::Bedouin), [0, 0, all(State::Muslim, Kind::Bedouin), 0]);
    assert_eq!(tally(State::Muslim, Kind::Naval), [0, 0, 0, all(State::Muslim, Kind::Naval)]);
    let romans = all(State::Byzantine, Kind::Mercenary);
    assert_eq!(tally(State::Byzantine, Kind::Mercenary), [5, 0, romans - 5, 0]);
    assert_eq!(tally(State::Byzantine, Kind::Naval), [0, 5, 7, all(State::Byzantine, Kind::Naval) - 12]);
    assert_eq!(tally(State::Persian, Kind::Mercenary), [2, 0, all(State::Persian, Kind::Mercenary) - 2, 0]);
    assert_eq!(tally(State::Persian, Kind::Naval), [0, 0, 1, all(State::Persian, Kind::Naval) - 1]);
    for state in [State::Berber, State::Frank, State::Goth, State::Khazar, State::Sindhi, State::Turk] {
        assert_eq!(
            position.sheet.roster.ids_of(state).len(),
            all(state, Kind::Levy),
            "{state:?} are levies all"
        );
    }
    assert_eq!(count(&position, |unit| unit.flags != 0), 0, "no convert, no rebel");
    assert_eq!(count(&position, |unit| unit.is_muslim() && unit.spot.in_play()), 0);
}

#[test]
#[covers("14.1", "R18", "R139")]
fn armies_stand_only_in_cities_and_where_the_rulebook_names_a_hex() {
    let position = set_up("full");
    let ground = &position.sheet.ground;
    for unit in &position.units[..position.count()] {
        let Some(hex) = unit.hex() else { continue };
        let number = position.number(hex).to_string();
        let named = ["2508", "2709"].contains(&number.as_str());
        let city = ground.place(hex).city.is_some();
        assert!(city || named, "{number}");
        if named {
            assert_eq!((unit.state, unit.kind), (State::Persian, Kind::Mercenary), "{number}");
            assert_eq!(ground.place(hex).state, Some(State::Persian), "{number}");
        } else {
            assert_eq!(ground.place(hex).state, Some(unit.state), "{number}");
        }
    }
    // The levy of Constantinople is in the hex: the box holds ships alone.
    assert!(position.stack(Spot::BOX).all(|id| position.unit(id).kind == Kind::Naval));
    assert_eq!(position.stack(position.constantinople()).count(), 4);
}

#[test]
#[covers("14.1", "R37", "R140")]
fn the_published_game_starts_without_points_bases_or_history() {
    let position = set_up("full");
    let ledger = &position.books;
    assert_eq!((ledger.tracks, ledger.bases.iter().sum::<u8>()), ([0; 9], 0));
    assert_eq!((ledger.first_attack, ledger.byzantium_recruited), (0, false));
    assert!(ledger.box_open && !ledger.box_emptied && ledger.defeated.is_empty());
    assert_eq!((position.war.authority, position.war.round), (Leader::Hashim, 0));
    let opened = opened("full");
    assert_eq!((opened.turn, opened.turn()), (1, Turn::Order(EMPIRES)), "claimed fields come first");
    assert!(matches!(opened.step, Step::Assign(_)));
}

#[test]
#[covers("scenario.first-conquests")]
fn the_first_conquests_open_exactly_as_the_published_game() {
    let (short, full) = (set_up("first-conquests"), set_up("full"));
    assert_eq!(short.units[..short.count()], full.units[..full.count()]);
    assert_eq!(short.books, full.books);
    assert_eq!((short.sheet.first_turn, short.sheet.last_turn), (1, 4));
    assert_eq!(short.sheet.victory.handicap, 0, "no handicap");
}

#[test]
#[covers("scenario.first-civil-war", "scenario.sieges-of-constantinople", "R42", "R45")]
fn persia_is_conquered_in_the_later_scenarios_and_nobody_of_it_serves_the_empires() {
    for scenario in ["first-civil-war", "sieges-of-constantinople"] {
        let position = set_up(scenario);
        assert!(position.books.defeated.has(State::Persian), "{scenario}");
        assert_eq!(count(&position, |u| u.state == State::Persian && !u.is_muslim()), 0, "{scenario}");
        let land = |u: &Unit| u.state == State::Persian && u.is_land() && u.hex().is_some();
        assert!(count(&position, land) > 0, "{scenario}");
        assert_eq!(position.books.first_attack, 1, "{scenario}: Byzantium may save");
        assert!(position.books.byzantium_recruited && position.books.box_open, "{scenario}");
    }
}

#[test]
#[covers("scenario.first-civil-war", "R118", "R130")]
fn the_civil_war_scenario_has_two_factions_that_share_no_hex() {
    let position = set_up("first-civil-war");
    assert_eq!(position.war.authority, Leader::Hashim);
    let rebels: Vec<&Unit> =
        position.units[..position.count()].iter().filter(|unit| unit.has(Unit::REBEL)).collect();
    assert!(!rebels.is_empty() && rebels.iter().all(|unit| unit.is_land() && unit.is_muslim()));
    for rebel in rebels {
        let hex = rebel.hex().expect("rebels stand on the map");
        assert_eq!(position.sheet.ground.place(hex).state, Some(State::Byzantine), "Syria is Mu'awiya's");
        let loyal = |unit: &Unit| unit.is_muslim() && unit.is_land() && !unit.has(Unit::REBEL);
        assert!(position.stack(rebel.spot).all(|id| !loyal(position.unit(id))));
    }
    assert_eq!(opened("sieges-of-constantinople").war.authority, Leader::Umaiya);
}

#[test]
#[covers(
    "scenario.full",
    "scenario.first-conquests",
    "scenario.first-civil-war",
    "scenario.sieges-of-constantinople",
    "7.5",
    "R79"
)]
fn every_scenario_opens_soundly_and_within_its_stacking_limits() {
    for scenario in ["full", "first-conquests", "first-civil-war", "sieges-of-constantinople"] {
        let position = opened(scenario);
        assert_eq!(position.audit(), Ok(()), "{scenario}");
        assert_eq!(position.turn, position.sheet.first_turn, "{scenario}");
        for hex in position.sheet.ground.grid.hexes() {
            let limit = position.stacking_limit(hex) as usize;
            let land = |muslim: bool| {
                let units = position.stack(Spot::on(hex)).map(|id| position.unit(id));
                units.filter(|unit| unit.is_land() && unit.is_muslim() == muslim).count()
            };
            let number = position.number(hex);
            assert!(land(true) <= limit && land(false) <= limit, "{scenario}: {number} holds {limit}");
            assert!(land(true) == 0 || land(false) == 0, "{scenario}: both sides in {number}");
        }
    }
}
