//! What every scenario is, held against the rulebook and the rulings.

use std::path::Path;
use std::sync::LazyLock;

use covers::covers;
use engine::hex::Hex;

use super::*;
use crate::sheet::{Arm, Kind, Leader, Sheet, Spot, Start, State, Variant};
use engine::edition::DataFiles;

pub(super) fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().unwrap());
    &LIBRARY
}

pub(super) fn sheet(name: &str) -> Sheet {
    library().sheet(name, Variant::default()).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

pub(super) fn text(name: &str) -> &'static str {
    original(&format!("scenarios/{name}.toml"))
}

/// The text of a file compiled in.
pub(super) fn original(place: &str) -> &'static str {
    Files::text(place).expect("a file compiled in")
}

/// The scenarios compiled in, by name.
pub(super) fn scenarios() -> impl Iterator<Item = (&'static str, &'static str)> {
    Files::TEXTS
        .iter()
        .filter_map(|(place, text)| Some((place.strip_prefix("scenarios/")?.strip_suffix(".toml")?, *text)))
}

/// The counters of a State and type with a beginning.
fn count(sheet: &Sheet, state: State, kind: Kind, fits: impl Fn(Start) -> bool) -> usize {
    sheet.roster.ids(state, kind).filter(|&id| fits(sheet.opening.units[id as usize])).count()
}

fn in_hex(sheet: &Sheet, state: State, kind: Kind, hex: Hex) -> usize {
    count(sheet, state, kind, |start| start.spot == Spot::Hex(hex))
}

fn hex(sheet: &Sheet, name: &str) -> Hex {
    let numbered = || sheet.ground.grid.at(name.parse().unwrap()).unwrap();
    sheet.ground.named(name).unwrap_or_else(numbered)
}

// Every scenario

#[test]
fn the_scenarios_stand_in_the_order_of_the_shelf() {
    let names = ["full", "first-conquests", "first-civil-war", "sieges-of-constantinople"];
    assert_eq!(library().names(), names);
    for name in names {
        let sheet = sheet(name);
        assert_eq!(sheet.name, name);
        assert_eq!(sheet.sides, ["Muslims", "Empires"]);
        assert_eq!(sheet.year, Sheet::years(sheet.first_turn).0 as i32, "{name}");
        assert!((3..=6).contains(&sheet.notes.matches(". ").count().saturating_add(1)), "{name}");
    }
}

#[test]
fn only_the_full_game_is_published_and_the_others_say_so() {
    for name in library().names() {
        let sheet = sheet(name);
        let ours = name != "full";
        assert_eq!(sheet.category, if ours { "ours" } else { "published" });
        assert_eq!(sheet.house.iter().any(|said| said.contains("The scenario is ours")), ours, "{name}");
    }
}

#[test]
fn house_values_of_counters_charts_and_map_are_told_in_every_scenario() {
    for name in library().names() {
        let told = sheet(name).house.join(" ");
        for word in
            ["numbers of the counters", "strengths of the counters", "leaders", "rough hexes count 1½"]
        {
            assert!(told.contains(word), "{name}: {word}");
        }
        assert!(told.contains("box count 2 times") && told.contains("one full round"), "{name}");
        assert!(told.contains("reconstruction of ours"), "{name}");
    }
}

#[test]
fn nobody_begins_overstacked() {
    for name in library().names() {
        let sheet = sheet(name);
        for hex in sheet.ground.grid.hexes() {
            let place = sheet.ground.place(hex);
            let base = place.site.map_or(0, |site| sheet.opening.bases[site as usize]);
            let land = State::ALL.iter().flat_map(|&s| Kind::ALL.map(|k| (s, k)));
            let land = land.filter(|(_, kind)| kind.arm() == Arm::Land);
            let units: usize = land.map(|(state, kind)| in_hex(&sheet, state, kind, hex)).sum();
            let limit = (place.limit + place.value + base) as usize;
            assert!(units <= limit, "{name}: {units} units in {}", sheet.ground.name(hex));
        }
    }
}

#[test]
fn a_garrison_stands_in_every_city_of_an_undefeated_state() {
    for name in library().names() {
        let sheet = sheet(name);
        for city in sheet.ground.cities.iter().filter(|city| city.state.is_empire()) {
            let kinds = [Kind::Bedouin, Kind::Mercenary, Kind::Levy];
            let all = State::ALL.iter().flat_map(|&s| kinds.map(|k| in_hex(&sheet, s, k, city.hex)));
            assert!(all.sum::<usize>() > 0, "{name}: nobody holds {}", city.name);
        }
    }
}

#[test]
fn the_options_change_neither_fingerprint_nor_landscape() {
    let plain = sheet("full");
    let other = library().sheet("full", Variant { errata: true, exchange: true }).unwrap();
    assert!(other.variant.errata && other.variant.exchange && !plain.variant.errata);
    assert_eq!(plain.fingerprint, other.fingerprint);
    assert_eq!(plain.landscape.key, other.landscape.key);
}

#[test]
fn an_unknown_scenario_gets_the_nearest_name() {
    let refused = library().sheet("first-conquest", Variant::default()).unwrap_err().to_string();
    assert_eq!(refused, "there is no scenario `first-conquest`; did you mean `first-conquests`?");
}

// The full game (14.1, 14.2)

#[test]
#[covers("14.2", "R142", "scenario.full")]
fn the_full_game_lasts_twenty_turns_and_is_judged_by_the_rulebook() {
    let sheet = sheet("full");
    assert_eq!((sheet.first_turn, sheet.last_turn, sheet.turns()), (1, 20, 20));
    let victory = &sheet.victory;
    assert_eq!((victory.automatic, victory.muslims_above, victory.empires_below), (Some(130), 130, 110));
    assert_eq!((victory.handicap, victory.handicap_step, victory.box_bonus), (40, 2, 10));
    assert!(!victory.box_wins && victory.war_points == 0 && victory.prizes.is_empty());
}

#[test]
#[covers("14.1")]
fn the_muslims_begin_with_everything_in_the_pool_and_ships_unbuilt() {
    let sheet = sheet("full");
    for (kind, spot, all) in
        [(Kind::Bedouin, Spot::Pool, 99), (Kind::Levy, Spot::Pool, 24), (Kind::Naval, Spot::Unbuilt, 12)]
    {
        assert_eq!(count(&sheet, State::Muslim, kind, |start| start.spot == spot), all);
    }
    assert_eq!(sheet.opening.tracks, [0; 9]);
    assert_eq!((sheet.opening.first_attack, sheet.opening.authority), (0, Leader::Hashim));
    assert!(sheet.opening.box_open && !sheet.opening.civil_war && !sheet.opening.byzantium_recruited);
}

#[test]
#[covers("14.1", "R138")]
fn byzantine_ships_are_five_in_the_box_seven_in_the_pool_and_twelve_unbuilt() {
    let sheet = sheet("full");
    let at = |spot| count(&sheet, State::Byzantine, Kind::Naval, |start| start.spot == spot);
    assert_eq!([at(Spot::Box), at(Spot::Pool), at(Spot::Unbuilt)], [5, 7, 12]);
    let persian = |spot| count(&sheet, State::Persian, Kind::Naval, |start| start.spot == spot);
    assert_eq!([persian(Spot::Pool), persian(Spot::Unbuilt)], [1, 2]);
}

#[test]
#[covers("14.1")]
fn mercenaries_begin_where_the_rulebook_puts_them() {
    let sheet = sheet("full");
    let there = |state, name| in_hex(&sheet, state, Kind::Mercenary, hex(&sheet, name));
    assert_eq!(["Tarsus", "Homs", "Constantinople"].map(|n| there(State::Byzantine, n)), [1, 1, 3]);
    assert_eq!(["2508", "2709"].map(|n| there(State::Persian, n)), [1, 1]);
    let pool = |state| count(&sheet, state, Kind::Mercenary, |start| start.spot == Spot::Pool);
    assert_eq!((pool(State::Byzantine), pool(State::Persian)), (0, 0));
}

#[test]
#[covers("14.1", "R139")]
fn every_empires_city_and_no_base_site_has_one_levy() {
    let sheet = sheet("full");
    for city in &sheet.ground.cities {
        let own = in_hex(&sheet, city.state, Kind::Levy, city.hex);
        assert_eq!(own, city.state.is_empire() as usize, "{}", city.name);
    }
    for site in &sheet.ground.sites {
        let levies: usize = State::ALL.map(|state| in_hex(&sheet, state, Kind::Levy, site.hex)).iter().sum();
        assert_eq!(levies, 0, "{}", site.name);
    }
}

// Our scenarios

#[test]
#[covers("scenario.first-conquests")]
fn the_first_conquests_begin_like_the_full_game() {
    let (full, short) = (sheet("full"), sheet("first-conquests"));
    assert_eq!(full.opening, short.opening);
    assert_eq!((short.first_turn, short.last_turn), (1, 4));
}

#[test]
#[covers("scenario.first-civil-war")]
fn the_first_civil_war_sets_syria_against_the_rest() {
    let sheet = sheet("first-civil-war");
    assert!(sheet.opening.civil_war && sheet.opening.authority == Leader::Hashim);
    let rebels = sheet.opening.units.iter().filter(|start| start.rebel);
    let syria = ["Damascus", "Homs", "Jerusalem", "Antioch"].map(|name| hex(&sheet, name));
    let in_syria = |start: &Start| matches!(start.spot, Spot::Hex(hex) if syria.contains(&hex));
    assert!(rebels.clone().count() == 11 && rebels.clone().all(in_syria));
    let kufa = hex(&sheet, "Kufa");
    assert_eq!(count(&sheet, State::Muslim, Kind::Bedouin, |s| s.spot == Spot::Hex(kufa) && !s.rebel), 4);
}

#[test]
fn persia_is_defeated_before_the_later_scenarios() {
    for name in ["first-civil-war", "sieges-of-constantinople"] {
        let sheet = sheet(name);
        assert!(sheet.opening.defeated[State::Persian.index()], "{name}");
        assert_eq!(sheet.opening.defeated.iter().filter(|d| **d).count(), 1);
        let ids = sheet.roster.ids_of(State::Persian);
        assert!(ids.clone().all(|id| sheet.opening.units[id as usize].converted), "{name}");
        assert_eq!(sheet.opening.first_attack, 1);
        assert!(sheet.opening.byzantium_recruited && sheet.opening.tracks[State::Byzantine.index()] > 0);
    }
}

#[test]
#[covers("scenario.sieges-of-constantinople")]
fn the_sieges_are_decided_at_constantinople() {
    let sheet = sheet("sieges-of-constantinople");
    assert_eq!(sheet.opening.authority, Leader::Umaiya);
    assert_eq!(sheet.victory.prizes, [(sheet.ground.constantinople, 10)]);
    assert_eq!(sheet.victory.box_bonus, 25);
    let kufa = sheet.ground.place(hex(&sheet, "Kufa")).site.unwrap();
    assert_eq!(sheet.opening.bases[kufa as usize], 3);
    assert_eq!(Sheet::years(sheet.first_turn).0, 667);
    assert_eq!(Sheet::years(sheet.last_turn).1, 721);
}

// Fingerprints

#[test]
fn the_fingerprint_changes_with_what_play_depends_on_only() {
    let print = |path: &str, from: &str, to: &str| {
        let mut texts = Library::texts();
        let text = match path {
            "map.toml" => original("map.toml"),
            "units.toml" => original("units.toml"),
            "charts.toml" => original("charts.toml"),
            _ => text("full"),
        };
        assert!(text.contains(from), "{from}");
        let place = Files::FILES.filing(Path::new(path), text).unwrap();
        texts.put(&place, engine::datafile::DataFile::new(path, text.replacen(from, to, 1)));
        Library::read(&texts).unwrap().sheet("full", Variant::default()).unwrap().fingerprint.clone()
    };
    let full = sheet("full").fingerprint.clone();
    assert_eq!(full.len(), 64);
    let same = [
        ("scenarios/full.toml", "When Muhammad died", "After Muhammad died"),
        ("scenarios/full.toml", "title = \"Jihad!", "title = \"The jihad"),
        ("map.toml", "Thrace =", "Thracia ="),
        ("map.toml", "text = \"Hijaz\"", "text = \"Hejaz\""),
        ("units.toml", "house = [\"count\", \"strength\"]", "house = [\"count\"]"),
    ];
    for (path, from, to) in same {
        assert_eq!(print(path, from, to), full, "{from}");
    }
    let other = [
        ("scenarios/full.toml", "last_turn = 20", "last_turn = 19"),
        ("scenarios/full.toml", "handicap = 40", "handicap = 38"),
        ("scenarios/full.toml", "3 byzantine mercenary at", "2 byzantine mercenary at"),
        ("units.toml", "strength = 3", "strength = 4"),
        ("charts.toml", "fertile      1  1  2", "fertile      1  1  3"),
        ("map.toml", "\"0704 N NE\"", "\"0704 N\""),
        ("map.toml", "name = \"Damascus\", value = 2", "name = \"Damascus\", value = 3"),
    ];
    let prints: std::collections::BTreeSet<_> = other.map(|(path, from, to)| print(path, from, to)).into();
    assert!(prints.len() == other.len() && !prints.contains(&full));
}
