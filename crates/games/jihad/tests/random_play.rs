//! Random games in every scenario and with every option: no dead end, no broken invariant, listed and legal agree.

use std::collections::HashMap;

use engine::hex::Hex;
use engine::playout::Playout;
use engine::proving::{games, keep_the_contract, openings_with, play_to_the_end, take_or_refuse};
use engine::{Generator, Rules};
use jihad::Position;
use jihad::files::{Files, Library};
use jihad::sheet::{State, Variant};
use serde_json::json;

type Chosen = (&'static str, fn() -> Variant);

const VARIANTS: [Chosen; 4] = [
    ("", Variant::default),
    (" with errata", || Variant { errata: true, exchange: false }),
    (" with exchange", || Variant { errata: false, exchange: true }),
    (" with both", || Variant { errata: true, exchange: true }),
];

#[test]
fn every_scenario_plays_to_its_end() {
    play_to_the_end(&openings_with::<Files, _>(VARIANTS), 3);
}

#[test]
fn every_position_keeps_the_contract() {
    let mut openings = openings_with::<Files, _>(VARIANTS);
    // The long game takes long: with one option at a time it has seen both.
    openings.retain(|(name, _)| !["full with exchange", "full with both"].contains(&name.as_str()));
    keep_the_contract(&openings, 1);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 6 * 1024, "{} bytes", size_of::<Position>());
}

/// A late turn in which everybody stands in everybody's cities with money to spend: what random games from the
/// set-up hardly ever come to.
fn crowded(library: &Library, variant: Variant, stream: u64) -> Position {
    let sheet = library.sheet("full", variant).unwrap();
    let start = Position::new(std::sync::Arc::new(library.sheet("full", variant).unwrap()));
    let ground = &sheet.ground;
    let mut generator = Generator::new(3, stream);
    let mut state = serde_json::to_value(start.state()).unwrap();
    state["turn"] = json!(19);
    state["step"] = json!({"assign": 0});
    state["ledger"]["tracks"] = json!([90, 40, 90, 40, 40, 40, 40, 40, 40]);
    state["ledger"]["bases"] = json!([1, 2, 3, 0]);
    let number = |hex: Hex| json!(ground.grid.number(hex).to_string());
    let mut nations: HashMap<Hex, State> = HashMap::new();
    for (id, unit) in sheet.roster.units.iter().enumerate() {
        let convert = unit.state.is_empire() && unit.state != State::Frank && generator.below(3) == 0;
        let muslim = convert || unit.state == State::Muslim;
        let saved = &mut state["units"][id];
        saved["at"] = json!("pool");
        saved["flags"] = if convert { json!(["converted"]) } else { json!([]) };
        let mut ports =
            ground.cities.iter().filter(|city| city.port || !unit.kind.is_naval()).collect::<Vec<_>>();
        // Most armies meet around the capital.
        let middle = ports.iter().position(|city| city.hex == ground.constantinople).unwrap();
        let close = |i: usize| i.abs_diff(middle) < 6;
        ports = ports.into_iter().enumerate().filter(|(i, _)| close(*i)).map(|(_, city)| city).collect();
        let hex = ports[generator.below(ports.len() as u32) as usize].hex;
        match generator.below(4) {
            0 => continue,
            1 if unit.state == State::Byzantine && !muslim => saved["at"] = json!("box"),
            _ if muslim || *nations.entry(hex).or_insert(unit.state) == unit.state => {
                saved["at"] = number(hex)
            }
            _ => {}
        }
    }
    start.restore(serde_json::from_value(state).unwrap()).unwrap_or_else(|o| panic!("{stream}: {o}"))
}

#[test]
fn crowded_positions_keep_the_contract_to_the_end() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    for (i, (chosen, variant)) in (0..).zip(VARIANTS) {
        for game in 0..games("STRATEGIKON_CROWDED_GAMES", 2) {
            let stream = 10 * game + i;
            let mut position = crowded(&library, variant(), stream);
            let tally = Playout::new(4, stream).audited().run(&mut position, &mut orders);
            assert!(tally.ending.is_ok(), "full{chosen}: {}", tally.ending.unwrap_err());
        }
    }
}

/// Words of saved positions, to be put in each other's place.
const WORDS: [&str; 11] = [
    "pool",
    "box",
    "2508",
    "1904",
    "unbuilt",
    "conversion",
    "lost",
    "muslims",
    "rebels",
    "land",
    "converted",
];

#[test]
fn spoilt_positions_are_refused_or_playable() {
    let library = Library::embedded().unwrap();
    let start = |stream: u64| crowded(&library, VARIANTS[stream as usize % 4].1(), stream);
    take_or_refuse((0..games("STRATEGIKON_SPOILT_GAMES", 10)).map(start), &WORDS, 60, |_| false);
}
