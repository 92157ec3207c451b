//! The set-up, tested from 14.1 and its rulings on the real map.

use std::sync::Arc;

use covers::covers;

use crate::drill::Drill;
use crate::position::Position;
use crate::sheet::{Arm, Kind, State};
use crate::unit::{Party, Spot};

fn full() -> Position {
    Position::new(Arc::new(Drill::of("full").sheet))
}

fn count(position: &Position, state: State, kind: Kind, spot: Spot) -> usize {
    let ids = position.sheet.roster.ids(state, kind);
    ids.filter(|&id| position.units[id as usize].spot == spot).count()
}

#[test]
#[covers("14.1", "R138", "scenario.full")]
fn ships_and_mercenaries_stand_where_the_rulebook_puts_them() {
    let position = full();
    let ground = &position.sheet.ground;
    let count = |state, kind, spot| count(&position, state, kind, spot);
    assert_eq!(count(State::Byzantine, Kind::Naval, Spot::BOX), 5);
    assert_eq!(count(State::Byzantine, Kind::Naval, Spot::POOL), 7);
    assert_eq!(count(State::Byzantine, Kind::Naval, Spot::UNBUILT), 12);
    assert_eq!(count(State::Persian, Kind::Naval, Spot::POOL), 1);
    assert_eq!(count(State::Muslim, Kind::Naval, Spot::UNBUILT), 12);
    assert_eq!(count(State::Muslim, Kind::Bedouin, Spot::POOL), 99);
    for (name, mercenaries) in [("Tarsus", 1), ("Homs", 1), ("Constantinople", 3)] {
        let spot = Spot::on(ground.named(name).unwrap());
        assert_eq!(count(State::Byzantine, Kind::Mercenary, spot), mercenaries, "{name}");
    }
    for number in ["2508", "2709"] {
        let hex = position.hex(number.parse().unwrap()).unwrap();
        assert_eq!(count(State::Persian, Kind::Mercenary, Spot::on(hex)), 1, "{number}");
    }
}

#[test]
#[covers("14.1", "R139")]
fn every_empires_city_has_one_levy_of_its_own() {
    let position = full();
    for city in &position.sheet.ground.cities {
        let spot = Spot::on(city.hex);
        let levies = count(&position, city.state, Kind::Levy, spot);
        assert_eq!(levies, usize::from(city.state.is_empire()), "{}", city.name);
        assert!(!position.stands(spot, Party::Muslims, Arm::Land), "{}", city.name);
    }
}

#[test]
#[covers("R28")]
fn the_first_muslim_income_is_without_cities() {
    let position = full();
    let ground = &position.sheet.ground;
    let cities = ground.cities.iter().filter(|city| city.state == State::Muslim);
    let walls: u16 = cities.map(|city| city.value as u16).sum();
    let base = ground.realm(State::Muslim).base;
    assert!(position.books.income[0] <= base - walls, "{} of {base}", position.books.income[0]);
}
